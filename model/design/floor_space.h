// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FloorSpace: what takes up the floor of a room, and whether things may stand at a place or where the nearest place is
// at which they may. It judges as the rule FLOOR-01 does; copies and pasted things ask it, moves by hand do not.

#include "model/base/result.h"
#include "model/design/occupancy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// A wall as the rectangle of its thickness; empty when it has no length.
std::vector<Point> outlineOf(const Wall& wall);
/// What the leaves of a door sweep, as convex polygons.
std::vector<std::vector<Point>> doorSwings(const Door& door);

/// What is left free before and behind a rack where the room has it.
struct FloorClearance {
    Length front;
    Length rear;
};

class FloorSpace {
public:
    FloorSpace(const Project& project, const Design& design, Id<Room> room, FloorClearance clearance = {});

    /// Whether things may stand where they are drawn, moved by `by`: within the room, clear of everything that stands
    /// in it, of walls, columns, doors and keep-outs. The error names what is in the way.
    Done fits(const std::vector<Footprint>& things, Point by = {}) const;
    /// The move nearest to `wanted` at which they may stand clear of drawn aisles, along the rows and columns of what
    /// stands there first. A place that leaves the space before and behind racks free is preferred to one that does
    /// not. `racks` of the things are racks, which need that space themselves. Nothing when the room has no such place.
    std::optional<Point> nearest(const std::vector<Footprint>& things, std::size_t racks, Point wanted) const;
    /// The move by which they go on along their row: the first whole number of `steps` along it at which they may
    /// stand, forwards or backwards, where it is nearer; else straight across to where a row like theirs may stand;
    /// else the nearest place.
    std::optional<Point> continued(const std::vector<Footprint>& things, std::size_t racks, Point step) const;

private:
    /// What nothing may stand in; drawn aisles, in which nothing is put; what is left free where there is room.
    enum class Keeps : std::uint8_t { Clear, Aisle, Free };
    struct Obstacle {
        Keeps keeps = Keeps::Clear;
        std::string message; ///< id of the reason
        std::string name;
        std::vector<Point> outline;
        Box box;
    };

    void add(Keeps keeps, const char* message, std::string name, std::vector<Point> outline);
    void addDrawn(const RoomObject& object);
    void addRack(const Project& project, const Rack& rack, FloorClearance clearance);
    const Obstacle* inTheWay(const std::vector<Point>& outline, Keeps least) const;
    bool isFree(const std::vector<std::vector<Point>>& outlines, Point by, Keeps least) const;
    /// The outlines of things, and of the floor that racks among them need before and behind them.
    struct Group {
        std::vector<std::vector<Point>> bodies, strips;
        Box box;
    };
    Group groupOf(const std::vector<Footprint>& things, std::size_t racks) const;
    /// The first place after whole steps in a direction, on this side of the next wall.
    std::optional<Point> firstAlong(const Group& group, Point step, Keeps least) const;

    std::vector<Point> m_room;
    std::string m_name;
    Length m_grid;
    FloorClearance m_clearance;
    std::vector<Obstacle> m_obstacles;
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> m_cells; ///< places in m_obstacles
    std::vector<std::size_t> m_vast;                                     ///< of what no cells hold
};

} // namespace rackwright
