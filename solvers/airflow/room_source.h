// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What moves and warms the air of a room, as the design says: racks with their heat and airflow, units that supply and
// take air, tiles, containment, walls. Plain values with fingerprints of what the solver keeps while they hold; what is
// not known leaves the whole room unknown, with the input that is missing.

#include "solvers/airflow/field.h"
#include "solvers/engine/judging.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rackwright {

/// Why the air of a room is not known.
struct AirGap {
    std::string missing; ///< key of the input to enter
    std::string subject; ///< name of what lacks it
    bool operator==(const AirGap&) const = default;
};

/// A rack, or a device or liquid-to-air CDU on the floor, that draws air in at its front.
struct AirDrawer {
    Id<Rack> rack; ///< null: no rack
    std::string name;
    Footprint place;
    double flow = 0;                  ///< m3/s
    double heat = 0;                  ///< W
    std::optional<double> doorRating; ///< of the doors at its rear, W; unset: it has none
    std::optional<double> doorSupply; ///< C that they hold; unset: they take what they can
};

struct AirUnit {
    CoolingUnitKind kind = CoolingUnitKind::PerimeterAir;
    Footprint place;   ///< width 0: its size is not known, and it stands in nobody's way
    double flow = 0;   ///< m3/s
    double supply = 0; ///< C
};

struct AirTile {
    std::vector<Point> outline;
    double openArea = 0; ///< m2
};

struct RoomAirSource {
    Id<Room> room;
    std::string name;
    std::optional<AirGap> gap;
    std::vector<Point> outline;
    double height = 0;             ///< m, floor to ceiling
    std::vector<Footprint> bodies; ///< racks that draw no air, and other things that stand there
    std::vector<AirDrawer> drawers;
    std::vector<AirUnit> units;
    std::vector<AirTile> tiles;
    std::vector<Aisle> contained;
    std::vector<std::vector<Point>> columns;
    std::vector<Wall> walls;
    AirProperties properties;
    double panelLeak = 0;
    Fingerprint geometry; ///< of what stands still
    Fingerprint flows;    ///< of that and of all airflows
    Fingerprint all;      ///< equal, equal air
};

/// The part of a room within reach of what moves or warms its air.
Box boxOfAir(const RoomAirSource& source);

/// Of all rooms in which something draws air. A look-up of Context.
class RoomAirSources {
public:
    static constexpr std::array<std::string_view, 8> kReads = {"rack_contents",  "racks",         "devices",
                                                               "power_elements", "cooling_units", "cooling_services",
                                                               "rooms",          "room_objects"};

    explicit RoomAirSources(const Context& context);

    /// Null where nothing draws air.
    const RoomAirSource* find(Id<Room> room) const;
    bool drawsAir(Id<Rack> rack) const { return m_racks.contains(rack); }
    const std::vector<RoomAirSource>& list() const { return m_list; }

private:
    std::vector<RoomAirSource> m_list; ///< in the order of rooms
    std::unordered_map<Id<Room>, std::size_t> m_places;
    std::unordered_set<Id<Rack>> m_racks;
};

} // namespace rackwright
