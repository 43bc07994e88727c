// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Readings of one rack: its figures beside the limits that hold for it, in one order, for the meters of the inspector
// and for the card at a drag. It works out nothing that a solver works out; only outlets and plugs are counted here.

#include "solvers/engine/solution.h"
#include "ui/report/finding_counts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// What a meter of a rack shows.
enum class RackMeasure : std::uint8_t { AirHeat, LiquidHeat, PowerCap, Feed, Weight, Units, Airflow };
template <>
struct EnumNames<RackMeasure> {
    static constexpr std::array<std::string_view, 7> names = {"air-heat", "liquid-heat", "power",  "feed",
                                                              "weight",   "units",       "airflow"};
};

/// One meter: a figure beside its limit.
struct RackReading {
    RackMeasure measure = RackMeasure::AirHeat;
    std::string figure;          ///< label ("rack.heat.air@rack:A07")
    std::string of;              ///< name of the feed; empty for the rack itself
    std::string unit;            ///< in which value and limit are printed
    double factor = 1;           ///< SI per unit
    Value value;                 ///< SI
    std::optional<double> limit; ///< SI
    bool operator==(const RackReading&) const = default;

    /// Share of the limit; nothing while either is not known.
    std::optional<double> share() const;
};

/// Only those that say something of this rack: no liquid heat for a rack without any.
std::vector<RackReading> rackReadings(const Solution& solution, Id<Rack> rack);

/// Up to which heat of a kind the rack is served; nothing while that is not known. SI.
std::optional<double> coolingLimit(const Solution& solution, Id<Rack> rack, HeatKind kind);

/// The largest share that the rack takes of a limit of its own: heat by its cooling method, PDUs when the other side is
/// lost, its power cap, cooling units in or on it; and of the site's limit once it is broken. Nothing while one
/// that it needs is unknown and none is broken.
std::optional<double> rackLoad(const Solution& solution, const Rack& rack);

/// Outlets of the rack's PDUs and the plugs of its devices; nothing where a PDU's outlets are not known.
struct RackPlugs {
    std::int64_t outlets = 0;
    std::int64_t plugs = 0;
    /// Outlets that are free; below 0 where there are fewer outlets than plugs.
    std::int64_t left() const { return outlets - plugs; }
};
std::optional<RackPlugs> rackPlugs(const Project& project, const Design& design, Id<Rack> rack);

/// Units with nothing in them; nothing for a rack of unknown height.
std::optional<std::int64_t> freeUnits(const Project& project, const Design& design, Id<Rack> rack);

/// The rack that a subject of a finding is or stands in; none for all else.
Id<Rack> rackOf(const Design& design, Subject subject);

/// Failed findings that name the rack or something in it.
FindingCounts rackFindings(const Solution& solution, Id<Rack> rack);

} // namespace rackwright
