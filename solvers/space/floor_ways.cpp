// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/floor_ways.h"

#include "model/design/floor_space.h"
#include "model/design/occupancy.h"
#include "solvers/engine/judging.h"
#include "solvers/space/settings.h"
#include "solvers/space/walk_grid.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

// A person stands before a rack within the least width of a cold aisle.
constexpr double kBeforeRack = 1.2; // m

double metresFromLine(const Wall& wall, Point point) {
    const double dx = (wall.to.x - wall.from.x).inMetres(), dy = (wall.to.y - wall.from.y).inMetres();
    const double length = std::hypot(dx, dy);
    if (length <= 0)
        return distance(wall.from, point).inMetres();
    return std::abs((point.x - wall.from.x).inMetres() * dy - (point.y - wall.from.y).inMetres() * dx) / length;
}

/// Along the line of a door, from its one end (0) to its other (1).
double alongDoor(const Door& door, Point point) {
    const double dx = (door.to.x - door.from.x).inMetres(), dy = (door.to.y - door.from.y).inMetres();
    return ((point.x - door.from.x).inMetres() * dx + (point.y - door.from.y).inMetres() * dy) / (dx * dx + dy * dy);
}

/// What of a room lets pass and what does not.
struct Plan {
    const Room* room = nullptr;
    std::vector<Door> doors; ///< openings down to the floor too
    std::vector<Wall> walls;
    std::vector<std::vector<Point>> columns, things;
    std::vector<const Rack*> racks;
    Digest digest;
};

void add(Digest& digest, const std::vector<Point>& outline) {
    digest.add(static_cast<std::uint64_t>(outline.size()));
    for (const Point point : outline) {
        digest.add(static_cast<std::uint64_t>(point.x.inMicrometres()));
        digest.add(static_cast<std::uint64_t>(point.y.inMicrometres()));
    }
}

void addDrawn(Plan& plan, const RoomObject& object) {
    constexpr Length kThreshold = Length::millimetres(50);
    if (const auto* wall = std::get_if<Wall>(&object.shape)) {
        plan.walls.push_back(*wall);
        add(plan.digest, {wall->from, wall->to, {wall->thickness, Length()}});
    } else if (const auto* column = std::get_if<Column>(&object.shape); column && column->outline.size() > 2) {
        plan.columns.push_back(column->outline);
        add(plan.digest, column->outline);
    } else if (const auto* door = std::get_if<Door>(&object.shape)) {
        plan.doors.push_back(*door);
        add(plan.digest, {door->from, door->to});
        plan.digest.add(std::uint64_t{door->isDeliveryPath});
    } else if (const auto* opening = std::get_if<Opening>(&object.shape);
               opening && opening->bottom <= kThreshold && opening->top >= Length::metres(2)) {
        Door way;
        way.from = opening->from;
        way.to = opening->to;
        plan.doors.push_back(way);
        add(plan.digest, {way.from, way.to});
    }
}

std::map<Id<Room>, Plan> plansOf(const Context& context) {
    std::map<Id<Room>, Plan> plans;
    for (const Room& room : context.design().rooms)
        if (room.scope.isPresent() && room.outline.size() > 2) {
            Plan& plan = plans[room.id];
            plan.room = &room;
            add(plan.digest, room.outline);
        }
    for (const RoomObject& object : context.design().roomObjects)
        if (const auto plan = plans.find(object.room); plan != plans.end() && object.scope.isPresent())
            addDrawn(plan->second, object);
    const FloorMap& map = context.lookUp<FloorMap>();
    for (const Solid& solid : map.solids()) {
        const auto plan = plans.find(solid.room);
        if (plan == plans.end() || solid.kind > SolidKind::CoolingUnit)
            continue;
        plan->second.things.push_back(solid.outline);
        add(plan->second.digest, solid.outline);
    }
    for (const Rack* rack : context.racks())
        if (const auto plan = plans.find(rack->room); plan != plans.end() && map.rack(rack->id)) {
            plan->second.racks.push_back(rack);
            plan->second.digest.add(rack->id.value);
            plan->second.digest.add(static_cast<std::uint64_t>(rack->rotation.inMillidegrees()));
        }
    return plans;
}

bool isHost(const Wall& wall, const std::vector<Door>& doors) {
    return std::ranges::any_of(doors,
                               [&wall](const Door& door) { return isAlong(wall, door) && !fillsDoorway(wall, door); });
}

// Doorways open the walls in which they are and the edge of the room; whatever else stands there stays in the way.
WalkGrid gridOf(const Plan& plan, Length width, auto isPassed, auto isWayIn) {
    WalkGrid grid(plan.room->outline, width);
    for (const Wall& wall : plan.walls)
        if (isHost(wall, plan.doors))
            grid.block(outlineOf(wall));
    for (const Door& door : plan.doors)
        if (isPassed(door))
            grid.open(door.from, door.to, isWayIn(door) ? WalkGrid::Doorway::WayIn : WalkGrid::Doorway::Inner);
    for (const Wall& wall : plan.walls)
        if (!isHost(wall, plan.doors))
            grid.block(outlineOf(wall));
    for (const std::vector<Point>& column : plan.columns)
        grid.block(column);
    return grid;
}

bool isReachedBefore(const Context& context, const WalkGrid& grid, const Rack& rack) {
    const auto place = footprintOf(context.project(), rack);
    RW_CHECK(place, "a placed rack has a footprint");
    const auto facing = context.lookUp<FloorMap>().facing(rack, Face::Front);
    // What stands in the rack itself is no obstacle before it.
    const bool isInIt = facing && facing->solid && overlap(facing->solid->outline, corners(*place));
    const double reach = facing && !isInIt ? std::min(facing->distance.inMetres(), kBeforeRack) : kBeforeRack;
    const double half = place->width.inMetres() / 2, step = grid.step() / 2;
    for (double before = 0; before <= reach; before += step)
        for (double aside = -half; aside <= half; aside += step)
            if (grid.isReached(placed(*place, {Length::nearest(aside), -place->depth / 2 - Length::nearest(before)})))
                return true;
    return false;
}

std::vector<Id<Rack>> cutOffRacks(const Context& context, const Plan& plan) {
    const Value least = plainSetting(context, settingFact(setting_of::accessibleLeast));
    std::vector<Id<Rack>> racks;
    if (plan.doors.empty() || plan.racks.empty() || least.isUnknown())
        return racks;
    const auto every = [](const Door&) { return true; };
    WalkGrid grid = gridOf(plan, Length::nearest(least.typical()), every, every);
    for (const std::vector<Point>& thing : plan.things)
        grid.block(thing);
    grid.follow();
    for (const Rack* rack : plan.racks)
        if (!isReachedBefore(context, grid, *rack))
            racks.push_back(rack->id);
    return racks;
}

// Racks are brought to their places before those that would stand in their way.
std::vector<Id<Rack>> walledInRacks(const Context& context, const Plan& plan) {
    std::vector<Id<Rack>> racks;
    const auto isWayIn = [](const Door& door) { return door.isDeliveryPath; };
    if (std::ranges::none_of(plan.doors, isWayIn))
        return racks;
    std::map<Length, WalkGrid> grids; // by width
    for (const Rack* rack : plan.racks) {
        const auto place = footprintOf(context.project(), *rack);
        const Length width = std::min(place->width, place->depth);
        const auto known = grids.find(width);
        const auto isPassed = [width](const Door& door) { return distance(door.from, door.to) >= width; };
        WalkGrid& grid = known != grids.end()
                             ? known->second
                             : grids.emplace(width, gridOf(plan, width, isPassed, isWayIn)).first->second;
        if (known == grids.end())
            grid.follow();
        if (!grid.isReached(rack->centre))
            racks.push_back(rack->id);
    }
    return racks;
}

} // namespace

bool isAlong(const Wall& wall, const Door& door) {
    const double thickness = wall.thickness.inMetres();
    return metresFromLine(wall, door.from) <= thickness && metresFromLine(wall, door.to) <= thickness;
}

bool fillsDoorway(const Wall& wall, const Door& door) {
    const double length = distance(door.from, door.to).inMetres();
    if (length <= 0 || !isAlong(wall, door))
        return false;
    const double a = alongDoor(door, wall.from), b = alongDoor(door, wall.to),
                 slack = wall.thickness.inMetres() / length;
    return std::min(a, b) >= -slack && std::max(a, b) <= 1 + slack && std::abs(a - b) > slack;
}

FloorWays::FloorWays(const Context& context, const FloorWays* before) {
    for (auto& [id, plan] : plansOf(context)) {
        plan.digest.add(plainSetting(context, settingFact(setting_of::accessibleLeast)).typical());
        Judged& judged = m_rooms[id];
        judged.inputs = plan.digest.value();
        const auto known = before ? before->m_rooms.find(id) : m_rooms.end();
        if (before && known != before->m_rooms.end() && known->second.inputs == judged.inputs)
            judged = known->second;
        else {
            judged.cutOff = cutOffRacks(context, plan);
            judged.walledIn = walledInRacks(context, plan);
        }
        m_cutOff.insert(judged.cutOff.begin(), judged.cutOff.end());
        m_walledIn.insert(judged.walledIn.begin(), judged.walledIn.end());
    }
}

} // namespace rackwright
