// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What can be connected with what by hand: elements with those that they feed, units with the racks that they serve and
// with the loops on both sides of them. Each connection is an edit, or the reason why there is none; drags, lists and
// the palette all come here.

#include "model/edits/target.h"
#include "solvers/engine/subject.h"
#include "ui/text/texts.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace rackwright {

/// How the chosen things hang together with another one, as seen from the chosen.
enum class ConnectWay : std::uint8_t { FedFrom, Feeds, Serves, CooledBy, GivesHeatTo, Supplies };
template <>
struct EnumNames<ConnectWay> {
    static constexpr std::array<std::string_view, 6> names = {"fed-from",  "feeds",         "serves",
                                                              "cooled-by", "gives-heat-to", "supplies"};
};

/// The heat of a rack that a unit takes; nothing for plant that serves loops alone.
std::optional<HeatKind> heatTakenBy(CoolingUnitKind kind);
/// Whether a unit keeps a loop of its own: CDUs and the plant.
bool suppliesLoop(CoolingUnitKind kind);

/// Kind and side of a thing, which tell it from others of like names.
QString connectionNote(const Design& design, Subject subject, const Texts& texts);

/// From one thing to others, as a drag from it to them means: circuits down, heat of racks, the loop of a chiller to a
/// CDU. Racks are fed at those of their PDUs that are of the element's side. Either end may be dragged to the other.
Result<Edit> connectionOf(const edits::Target& target, Subject from, const std::vector<Subject>& to);

struct ConnectChoice {
    ConnectWay way;
    Subject subject;
    std::function<Edit()> make;
};
/// Everything that the chosen things may be connected to, all of them at once.
std::vector<ConnectChoice> connectChoices(const edits::Target& target, const std::vector<Subject>& chosen,
                                          std::optional<ConnectWay> way = {});

/// PDUs and shelves of a rack.
std::vector<Id<PowerElement>> rackElements(const Design& design, Id<Rack> rack);

} // namespace rackwright
