// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FloorMap: what stands where on the floors of a design, with look-ups by place: what a rack faces and how far away,
// and what overlaps. A look-up of Context; it judges nothing.

#include "solvers/engine/figure.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
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
    explicit FloorMap(const Context& context);

    const std::vector<Solid>& solids() const { return m_solids; }
    /// Footprint of a rack that is placed and whose size is known.
    const Solid* rack(Id<Rack> id) const;
    /// What stands within reach of a rack's front or rear, measured square to its face; nothing within 6 m.
    std::optional<Facing> facing(const Rack& rack, Face face) const;
    /// Whether a solid of a kind has a part in common with an outline.
    bool meets(Id<Room> room, const std::vector<Point>& outline, SolidKind kind) const;
    /// Visits each pair of solids whose boxes meet, in a stable order.
    void forEachNeighbourPair(const std::function<void(const Solid&, const Solid&)>& visit) const;

private:
    using Cell = std::tuple<std::uint64_t, std::int64_t, std::int64_t>;
    void addSolid(SolidKind kind, std::uint64_t id, Id<Room> room, std::vector<Point> outline,
                  SolidKind owner = SolidKind::Rack);
    void addServiceSpaces(SolidKind owner, std::uint64_t id, const Part& part, Id<Room> room, const Footprint& place);
    template <class Visit>
    void forEachCell(Id<Room> room, const Box& box, Visit&& visit) const;

    const Context& m_context;
    std::vector<Solid> m_solids;
    std::map<Cell, std::vector<std::size_t>> m_cells;
    std::unordered_map<std::uint64_t, std::size_t> m_racks;
};

} // namespace rackwright
