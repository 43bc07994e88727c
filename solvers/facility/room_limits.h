// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What limits a room: every constraint on how many more racks or nodes of one kind it admits, each with its capacity,
// what is used of it and what one more takes; and what raising the one that binds would free. A constraint that nobody
// knows is listed with the input that is missing, never as no limit.

#include "model/base/message.h"
#include "model/figures/value.h"
#include "solvers/engine/context.h"
#include "solvers/engine/subject.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct TemplateFit;

/// From the rack outwards.
enum class LimitKind : std::uint8_t {
    Places,
    RackPower,
    RackFeed, ///< rack PDUs, shelves and tap-offs
    RackAir,  ///< what takes a rack's heat from air: rear doors, and the band of its method
    RackLiquid,
    FloorLoad,
    Feed, ///< panels, busways, UPS, switchgear, transformers, generators, mains
    SitePower,
    AirCooling,
    LiquidCooling,
    WaterFlow,
    Plant, ///< chillers, dry coolers and towers that the heat of the room comes to
    Pumps,
    SwitchPorts,
    Budget
};
template <>
struct EnumNames<LimitKind> {
    static constexpr std::array<std::string_view, 15> names = {
        "places",      "rack-power",     "rack-feed",  "rack-air", "rack-liquid", "floor-load",   "feed",  "site",
        "air-cooling", "liquid-cooling", "water-flow", "plant",    "pumps",       "switch-ports", "budget"};
};

/// One constraint. Amounts are in SI (money: in units of the quote's currency).
struct RoomLimit {
    LimitKind kind = LimitKind::Places;
    std::string name; ///< of what limits: "Busway 1 A", "Compute"; empty: the kind says all
    Value capacity = Value::unknown();
    Value used = Value::unknown();
    Value each = Value::unknown(); ///< what one more takes
    std::string unit;              ///< in which it prints; empty: pieces
    /// How many more fit; below 0: how many too many stand there, at most all. Unknown where an input is missing.
    Value more = Value::unknown();
    /// By how much it stays exceeded with none of what is asked about; unknown: by nothing that is known.
    Value over = Value::unknown();
    std::string missing;                       ///< key of the input that is missing; empty: none
    std::vector<std::string> unknownOf{};      ///< the first of what it is not known of, by name
    std::int64_t unknowns = 0;                 ///< of how many in all
    Message basis;                             ///< how its capacity counts
    std::optional<PowerElementKind> element{}; ///< of a feed
    std::int64_t others = 0; ///< of its kind whose capacity and load are counted together with those of the one named
    bool isAtLeast = false;  ///< so many are too many by what is known of its load; it may be more
    bool isOfPart = false;   ///< one of those where they differ: it binds what hangs on it, not the room

    /// Notes that something of it is not known of one of its parts, or of as many like it.
    void noteUnknown(const std::string& part, std::int64_t count = 1) {
        constexpr std::size_t kMostNames = 2;
        unknowns += count;
        if (unknownOf.size() < kMostNames && (unknownOf.empty() || unknownOf.back() != part))
            unknownOf.push_back(part);
    }

    /// Of what is known in part alone nobody knows what is left.
    Value left() const { return capacity.isKnown() && used.isKnown() ? capacity - used : Value::unknown(); }
};

/// What more of is asked for: a node with its share of the room's network and services, or a rack with all in it.
struct RoomTemplate {
    std::string name;          ///< "DGX B200", or that of a rack type or rack
    Id<PartRow> part;          ///< of a node
    Id<Rack> rack;             ///< that stands for all racks like it
    std::int64_t standing = 0; ///< in the room
    std::string code;          ///< by which it is asked for: the part's id, or the name of the rack or of its type
};

/// What a step would free.
struct RoomStep {
    Message what;
    Value more = Value::unknown(); ///< how many more then fit, by what is known
    Value ofIt = Value::unknown(); ///< how many more the raised constraint itself then admits; unknown without it
    std::optional<RoomLimit> next; ///< what binds then
    bool isWhole = false;          ///< every constraint is known then
};

struct RoomLimits {
    Id<Room> room;
    RoomTemplate of;
    Value power = Value::unknown();   ///< expected peak of one with its share, W
    std::vector<RoomLimit> limits;    ///< the binding one first, those of parts behind it, those not known last
    std::vector<RoomStep> steps;      ///< of the binding one
    bool isWholly() const;            ///< every constraint is known
    const RoomLimit* binding() const; ///< null where none is known
    /// How many more fit by all that is known, the least of each end; unknown where nothing is.
    Value more() const;
};

/// Of known limits that with the least lower end: where ranges overlap it is the one that may bind.
bool isTighter(const RoomLimit& a, const RoomLimit& b);

/// A stated budget with the price of the whole design.
struct RoomBudget {
    Value stated;
    Value price;
    std::int64_t standing = 0; ///< templates of the whole design that the price holds
};

/// Whether a side of the supply is to carry what another leaves: claimed as 2N, or drawn so where nobody has said what
/// is claimed.
bool isLossBorne(const Project& project);

/// Nodes with accelerators and other devices between rails, and kinds of racks: those of the room by how many stand
/// there, then those of other rooms. The first is what the room is asked about.
std::vector<RoomTemplate> roomTemplates(const Context& context, Id<Room> room);

RoomLimits roomLimits(const Context& context, Id<Room> room, const RoomTemplate& of,
                      const std::optional<RoomBudget>& budget = {});
/// Without steps, without what the floor bears, which alone hangs on where racks stand, and without the ports of
/// switches, which alone hang on cables: what figures keep.
RoomLimits roomLimitsAlone(const Context& context, Id<Room> room, const RoomTemplate& of, const TemplateFit& fit);
/// The same with the ports of switches.
RoomLimits withPorts(const Context& context, RoomLimits limits);
/// What the floor bears; nothing where no rack stands.
std::optional<RoomLimit> floorLimit(const Context& context, Id<Room> room, const RoomTemplate& of,
                                    const TemplateFit& fit);

} // namespace rackwright
