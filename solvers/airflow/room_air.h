// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The air of rooms as it is worked out: temperatures of inlets and of the field, what racks draw from the supplies, and
// the indices of a room. What an edit leaves unchanged is kept: the factor while nothing moves, the flow while airflows
// stand, and temperatures are found from those before.

#include "solvers/airflow/grid.h"
#include "solvers/airflow/room_source.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// How far the estimate of a single inlet is from a measurement, K: judgement of the method, to be calibrated.
inline constexpr double kInletAccuracy = 3.0;

/// A room as cells. `drawers` and `units` of the streams are in the order of the source.
struct RoomAirGrid {
    AirGrid grid;
    double lowX = 0, lowY = 0; ///< m, corner of the first tile
    AirNetwork network;
    AirStreams streams;        ///< returns: one for each supply
    std::optional<AirGap> gap; ///< a rack that has no air before or behind it
};
RoomAirGrid roomAirGrid(const RoomAirSource& source);

/// What stays of one room from edit to edit.
struct RoomAirFlow {
    Fingerprint geometry, flows;
    std::shared_ptr<const RoomAirGrid> shape;
    std::shared_ptr<const AirFactor> factor;
    std::shared_ptr<const AirFlow> flow;
    std::shared_ptr<const AirTransport> transport;
    std::vector<double> capture; ///< by drawer
};

struct RackAir {
    double inlet = 0, outlet = 0; ///< C
    double capture = 0;           ///< share of the intake that comes from supplies
    double heat = 0, flow = 0;    ///< W, m3/s
};

/// Indices of Sharma, Bash and Patel (SHI, RHI) and of Herrlin (RTI, RCI), all shares of 1. Unset where their
/// denominator is nothing.
struct RoomAirIndices {
    std::optional<double> supplyHeat, returnHeat, returnTemperature, rackCooling;
};

struct RoomAir {
    std::optional<AirGap> gap;
    std::unordered_map<Id<Rack>, RackAir> racks;
    double supply = 0;                ///< C, mean by flow
    std::optional<double> returned;   ///< C, mean by flow; unset where doors are all that supplies
    std::optional<double> worstInlet; ///< C, of racks
    Id<Rack> worstRack;
    RoomAirIndices indices;
    double imbalance = 0; ///< of heat, 1
    double residual = 0;  ///< of air, m3/s
    RoomAirFlow kept;
    AirTemperatures temperatures;
};

/// `before` may be the air of the room before an edit; null: none.
RoomAir roomAirOf(const RoomAirSource& source, double recommended, double allowable, const RoomAir* before);

/// Of all rooms in which something draws air. A look-up of Context.
class RoomAirs {
public:
    static constexpr auto kReads = RoomAirSources::kReads;

    RoomAirs(const Context& context, const RoomAirs* before);

    /// Null where nothing draws air.
    const RoomAir* room(Id<Room> id) const;
    /// Null where the rack draws no air, or its room's air is not known.
    const RackAir* rack(const Rack& rack) const;

private:
    struct Entry {
        Fingerprint all;
        std::shared_ptr<const RoomAir> air;
    };
    std::unordered_map<Id<Room>, Entry> m_rooms;
};

} // namespace rackwright
