// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FloorMap: what stands where on the floors of a design, with look-ups by place: what a rack faces and how far away,
// and what overlaps. A look-up of Context; it judges nothing.

#include "solvers/engine/figure.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

enum class SolidKind : std::uint8_t {
    Rack,
    Device,
    PowerElement,
    CoolingUnit,
    Wall,
    Column,
    KeepOut,
    DoorSwing,
    ServiceSpace
};

struct Solid {
    SolidKind kind = SolidKind::Rack;
    std::uint64_t id = 0; ///< of the row; of a service space: of the unit that it belongs to
    Id<Room> room;
    std::vector<Point> outline; ///< convex, or a keep-out or column as drawn
    Box box;
    SolidKind owner = SolidKind::Rack; ///< of a service space
};

/// The nearest solid before or behind a rack.
struct Facing {
    Length distance;
    const Solid* solid = nullptr; ///< null: the edge of the room
};

class FloorMap {
public:
    static constexpr std::array<std::string_view, 6> kReads = {"racks",         "devices", "power_elements",
                                                               "cooling_units", "rooms",   "room_objects"};

    /// What faces a rack is taken over from `before` where nothing near it has changed.
    FloorMap(const Context& context, const FloorMap* before);

    const std::vector<Solid>& solids() const { return m_solids; }
    /// Footprint of a rack that is placed and whose size is known.
    const Solid* rack(Id<Rack> id) const;
    /// What stands within reach of a rack's front or rear, measured square to its face; nothing within 6 m.
    std::optional<Facing> facing(const Rack& rack, Face face) const;
    /// The first solid of a kind, in the order of solids(), that has a part in common with an outline; null: none has.
    const Solid* firstIn(Id<Room> room, const std::vector<Point>& outline, SolidKind kind) const;
    /// What stands at a rack's front and rear and what it reads of both, in short: the rack's own rows, the distances,
    /// what it faces with its name, and what that faces.
    Fingerprint surroundings(const Context& context, Id<Rack> rack) const;
    /// Visits each pair of solids whose boxes meet, in a stable order.
    void forEachNeighbourPair(const std::function<void(const Solid&, const Solid&)>& visit) const;

private:
    struct Cell {
        std::uint64_t room = 0;
        std::int64_t x = 0, y = 0;
        bool operator==(const Cell&) const = default;
    };
    struct CellHash {
        std::size_t operator()(const Cell& cell) const;
    };
    struct Inhabitants {
        std::vector<std::size_t> solids; ///< places in m_solids
        Digest digest;                   ///< of their kinds, ids and outlines
    };
    struct Look {
        Fingerprint inputs; ///< of all that stands in the corridor looked along
        bool isHit = false;
        Length distance;
        std::optional<std::size_t> solid; ///< none: the edge of the room
    };
    struct PlacedRack {
        std::size_t solid = 0;
        Footprint place;
        std::array<Look, 2> looks; ///< by Face
    };
    struct RoomEdge {
        const Room* room = nullptr;
        Fingerprint outline;
    };

    void addSolid(SolidKind kind, std::uint64_t id, Id<Room> room, std::vector<Point> outline,
                  SolidKind owner = SolidKind::Rack);
    void addServiceSpaces(SolidKind owner, std::uint64_t id, const Part& part, Id<Room> room, const Footprint& place);
    template <class Visit>
    static void forEachCell(Id<Room> room, const Box& box, Visit&& visit);
    Look looked(const PlacedRack& rack, Face face, const RoomEdge& edge, const FloorMap* before) const;
    static std::uint64_t keyOf(SolidKind kind, std::uint64_t id) { return id * 16 + static_cast<std::uint64_t>(kind); }

    std::vector<Solid> m_solids;
    std::unordered_map<Cell, Inhabitants, CellHash> m_cells;
    std::unordered_map<std::uint64_t, PlacedRack> m_racks;
    std::unordered_map<std::uint64_t, std::size_t> m_byRow; ///< by keyOf(); of a door the last swing
};

} // namespace rackwright
