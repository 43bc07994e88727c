// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The schedules of cables: the list of all cables, the port map of the switches, and the totals by network, medium and
// length. There may be 400,000 cables, so that the lists are made in pieces, when they are written and not before.

#include "solvers/cables/label_pattern.h"
#include "solvers/engine/context.h"
#include "solvers/engine/schedule.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace rackwright {

/// A piece of a long schedule: `count` cables (or switches) from the place `from` in the order of ids.
struct SchedulePiece {
    std::size_t from = 0;
    std::size_t count = 0;
    bool saysWhy = true; ///< of cables why their medium was chosen, which who does not print it need not wait for
};
/// Is given each row as soon as it is made, with its schedule, which has no rows then.
using RowTaker = std::function<void(const Schedule& head, ScheduleRow& row)>;

/// One row a cable, with why its medium was chosen.
Schedule cableSchedule(const Context& context, SchedulePiece piece);
Schedule cableSchedule(const Context& context, SchedulePiece piece, const RowTaker& take);
/// The same cables by their ends alone, as who brings up the network compares them with what the switches find.
Schedule pointToPoint(const Context& context, SchedulePiece piece);
Schedule pointToPoint(const Context& context, SchedulePiece piece, const RowTaker& take);
/// One row a port of a switch that cables can be plugged into, in use or free.
Schedule portMap(const Context& context, SchedulePiece switches);
Schedule portMap(const Context& context, SchedulePiece switches, const RowTaker& take);
/// Count, length and planning price by network, medium and order length, then spares by part and length, with a total.
/// The price of a link holds its share of modules that serve several.
Schedule cableSummary(const Context& context);

/// What is printed for one end of a cable.
struct CableLabel {
    Id<Cable> cable;
    char end = 'A';
    std::vector<std::string> lines;
    std::vector<std::string> fields; ///< values, in the order of kPrintLabelFields
};
/// Two a cable, in the order of ids.
std::vector<CableLabel> cableLabels(const Context& context, SchedulePiece piece, const LabelPatterns& patterns);
/// The same as a list for a label printer, one row a label.
Schedule labelList(const Context& context, SchedulePiece piece);
Schedule labelList(const Context& context, SchedulePiece piece, const RowTaker& take);

/// Switches with a cable, for the pieces of the port map.
std::size_t cabledSwitches(const Context& context);

} // namespace rackwright
