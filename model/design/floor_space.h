// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FloorSpace: what takes up the floor of a room, and whether things may stand at a place or where the nearest place is
// at which they may. It judges as the rule FLOOR-01 does; copies and pasted things ask it, moves by hand do not.

#include "model/base/result.h"
#include "model/design/occupancy.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// A wall as the rectangle of its thickness; empty when it has no length.
std::vector<Point> outlineOf(const Wall& wall);
/// What the leaves of a door sweep, as convex polygons.
std::vector<std::vector<Point>> doorSwings(const Door& door);

/// What is left free before and behind a thing where the room has it.
struct FloorClearance {
    Length front;
    Length rear;
};

/// What the rules ask for of racks, and behind those with a heat exchanger in the rear door.
struct RackClearance : FloorClearance {
    Length rearDoor;
};

/// Of a rack: what the rules ask for.
FloorClearance clearanceOf(const Design& design, const Rack& rack, const RackClearance& racks);
/// Of equipment on the floor: the space that its data sheet keeps for service.
FloorClearance serviceSpaceOf(const Part& part);

/// The floor of one room as it stands when it is made; built once for many questions.
class FloorSpace {
public:
    FloorSpace(const Project& project, const Design& design, Id<Room> room, RackClearance clearance = {});

    /// Whether things may stand where they are drawn, moved by `by`: within the room, clear of everything that stands
    /// in it and of the space that it needs for service, of walls, columns, doors and keep-outs. The error names what
    /// is in the way.
    Done fits(const std::vector<Footprint>& things, Point by = {}) const;
    /// Whether they may stand there as the rules ask: also clear of drawn aisles, of the floor before doors and of what
    /// others need before and behind them, and with what each `needs` itself free; no front looks at the rear of a
    /// neighbour.
    bool isPlaceFor(const std::vector<Footprint>& things, const std::vector<FloorClearance>& needs, Point by) const;
    /// What else must hold of a move, such as that ways stay open; empty: nothing. It is asked last.
    using Accepts = std::function<bool(Point by)>;
    /// The move nearest to `wanted` at which that is so, along the rows and columns of what stands there first. Nothing
    /// when the room has no such place.
    std::optional<Point> nearest(const std::vector<Footprint>& things, const std::vector<FloorClearance>& needs,
                                 Point wanted, const Accepts& accepts = {}) const;
    /// The move by which they go on along their row: the first whole number of `steps` along it at which they may
    /// stand, forwards or backwards, where it is nearer; else straight across to where a row like theirs may stand;
    /// else the nearest place. What the originals lack before or behind them is not asked for their copies.
    std::optional<Point> continued(const std::vector<Footprint>& things, const std::vector<FloorClearance>& needs,
                                   Point step, const Accepts& accepts = {}) const;

private:
    /// What nothing may stand in; what equipment needs for service; drawn aisles; what racks and doors need.
    enum class Keeps : std::uint8_t { Clear, Service, Aisle, Free };
    struct Obstacle {
        Keeps keeps = Keeps::Clear;
        std::optional<Face> side; ///< of a rack, whose strip it is
        std::string message;      ///< id of the reason
        std::string name;
        std::vector<Point> outline;
        Box box;
    };

    void add(Keeps keeps, const char* message, std::string name, std::vector<Point> outline,
             std::optional<Face> side = std::nullopt);
    void addDrawn(const RoomObject& object);
    void addNeeded(const Footprint& place, const FloorClearance& needs);
    void addService(const Footprint& place, const FloorClearance& needs, const std::string& name);
    /// What keeps an outline out: up to `least`, and strips of the other side of racks than `side`.
    const Obstacle* inTheWay(const std::vector<Point>& outline, Keeps least,
                             std::optional<Face> side = std::nullopt) const;
    /// The outlines of things, and of the floor that they need before and behind them.
    struct Strip {
        Face side;
        std::vector<Point> outline;
    };
    struct Group {
        std::vector<std::vector<Point>> bodies;
        std::vector<Strip> strips;
        Box box;
    };
    bool staysWhereItMay(const std::vector<Point>& from, const std::vector<Point>& to) const;
    bool isFree(const Strip& strip, Point by) const;
    bool isPlaceFor(const Group& group, Point by) const;
    std::optional<Point> nearest(const Group& group, Point wanted, const Accepts& accepts) const;
    static Group groupOf(const std::vector<Footprint>& things, const std::vector<FloorClearance>& needs);
    /// The first place after whole steps in a direction, on this side of the next wall.
    std::optional<Point> firstAlong(const Group& group, Point step, const Accepts& accepts) const;

    std::vector<Point> m_room;
    std::string m_name;
    Length m_grid;
    std::vector<Obstacle> m_obstacles;
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> m_cells; ///< places in m_obstacles
    std::vector<std::size_t> m_vast;                                     ///< of what no cells hold
};

} // namespace rackwright
