// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/floor_ways.h"

#include "model/design/floor_space.h"
#include "model/design/occupancy.h"
#include "model/design/outline.h"
#include "solvers/engine/judging.h"
#include "solvers/space/settings.h"
#include "solvers/space/walk_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rackwright {

/// A door, or an opening down to the floor.
struct Doorway : Door {
    Id<RoomObject> object;
};

namespace {

// A person stands before a rack within the least width of a cold aisle.
constexpr double kBeforeRack = 1.2; // m
// Doors are drawn along the edge of the room or in the middle of the wall around it.
constexpr double kToEdge = 0.3; // m

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

void addOutline(Digest& digest, const std::vector<Point>& outline) {
    digest.add(static_cast<std::uint64_t>(outline.size()));
    for (const Point point : outline) {
        digest.add(static_cast<std::uint64_t>(point.x.inMicrometres()));
        digest.add(static_cast<std::uint64_t>(point.y.inMicrometres()));
    }
}

bool isHost(const Wall& wall, const std::vector<Doorway>& doors) {
    return std::ranges::any_of(doors,
                               [&wall](const Door& door) { return isAlong(wall, door) && !fillsDoorway(wall, door); });
}

// Along the wall, and not beyond its ends; a wall may end at the frame.
bool hangsIn(const Wall& wall, const Door& door) {
    const double length = distance(door.from, door.to).inMetres();
    if (length <= 0 || !isAlong(wall, door))
        return false;
    const double a = alongDoor(door, wall.from), b = alongDoor(door, wall.to),
                 slack = wall.thickness.inMetres() / length;
    return std::max(a, b) >= -slack && std::min(a, b) <= 1 + slack;
}

/// What is brought to its place; a height that is not known passes every door.
struct Load {
    Length width, height;
};
bool letsThrough(const Door& door, const Load& load) {
    return distance(door.from, door.to) >= load.width && door.height >= load.height;
}

} // namespace

/// What of a room lets pass and what does not.
struct FloorWays::Plan {
    const Room* room = nullptr;
    std::vector<Doorway> doors; ///< that hang in a wall or in the edge
    std::vector<Wall> walls;
    std::vector<std::vector<Point>> columns, things;
    std::vector<const Rack*> racks;
    Digest building, moving;

    void add(const RoomObject& object);
    void leaveOutLooseDoors();
    bool hasWayOut() const {
        return std::ranges::any_of(doors, [this](const Door& door) { return isInEdge(room->outline, door); });
    }
    bool hasDeliveryDoor() const { return std::ranges::any_of(doors, &Door::isDeliveryPath); }
    WalkGrid grid(Length width, auto isPassed, auto isWayIn) const;
    /// Of an accessible route's least width, before anything stands in the room.
    WalkGrid routes(const Context& context) const;
};

void FloorWays::Plan::add(const RoomObject& object) {
    constexpr Length kThreshold = Length::millimetres(50);
    if (const auto* wall = std::get_if<Wall>(&object.shape)) {
        walls.push_back(*wall);
        addOutline(building, {wall->from, wall->to, {wall->thickness, Length()}});
    } else if (const auto* column = std::get_if<Column>(&object.shape); column && column->outline.size() > 2) {
        columns.push_back(column->outline);
        addOutline(building, column->outline);
    } else if (const auto* door = std::get_if<Door>(&object.shape)) {
        doors.push_back({*door, object.id});
        addOutline(building, {door->from, door->to, {door->height, Length()}});
        building.add(object.id.value);
        building.add(std::uint64_t{door->isDeliveryPath});
    } else if (const auto* opening = std::get_if<Opening>(&object.shape);
               opening && opening->bottom <= kThreshold && opening->top >= Length::metres(2)) {
        Door way;
        way.from = opening->from;
        way.to = opening->to;
        way.height = opening->top;
        doors.push_back({way, object.id});
        addOutline(building, {way.from, way.to, {way.height, Length()}});
        building.add(object.id.value);
    }
}

void FloorWays::Plan::leaveOutLooseDoors() {
    std::erase_if(doors, [this](const Door& door) {
        return !isInEdge(room->outline, door) &&
               std::ranges::none_of(walls, [&door](const Wall& wall) { return hangsIn(wall, door); });
    });
}

namespace {

Length heightOf(const Context& context, const Rack& rack) {
    const Value height = plainPartNumber(context, rack.part, attribute::height.key);
    return height.isKnown() ? Length::nearest(height.typical()) : Length();
}

} // namespace

std::map<Id<Room>, FloorWays::Plan> FloorWays::plansOf(const Context& context) {
    const Value least = plainSetting(context, settingFact(setting_of::accessibleLeast));
    const Value doorLeast = plainSetting(context, settingFact(setting_of::doorLeast));
    std::map<Id<Room>, Plan> plans;
    for (const Room& room : context.design().rooms)
        if (room.scope.isPresent() && room.outline.size() > 2) {
            Plan& plan = plans[room.id];
            plan.room = &room;
            addOutline(plan.building, room.outline);
            plan.building.add(least.typical());
            plan.building.add(doorLeast.typical());
        }
    for (const RoomObject& object : context.design().roomObjects)
        if (const auto plan = plans.find(object.room); plan != plans.end() && object.scope.isPresent())
            plan->second.add(object);
    for (auto& [id, plan] : plans)
        plan.leaveOutLooseDoors();
    const FloorMap& map = context.lookUp<FloorMap>();
    for (const Solid& solid : map.solids()) {
        const auto plan = plans.find(solid.room);
        if (plan == plans.end() || solid.kind > SolidKind::CoolingUnit)
            continue;
        plan->second.things.push_back(solid.outline);
        addOutline(plan->second.moving, solid.outline);
    }
    for (const Rack* rack : context.racks())
        if (const auto plan = plans.find(rack->room); plan != plans.end() && map.rack(rack->id)) {
            plan->second.racks.push_back(rack);
            plan->second.moving.add(rack->id.value);
            plan->second.moving.add(static_cast<std::uint64_t>(rack->rotation.inMillidegrees()));
            plan->second.moving.add(static_cast<std::uint64_t>(heightOf(context, *rack).inMicrometres()));
        }
    return plans;
}

// Doorways open the walls in which they are and the edge of the room; whatever else stands there stays in the way.
WalkGrid FloorWays::Plan::grid(Length width, auto isPassed, auto isWayIn) const {
    WalkGrid grid(room->outline, width);
    for (const Wall& wall : walls)
        if (isHost(wall, doors))
            grid.block(outlineOf(wall));
    for (const Door& door : doors)
        if (isPassed(door))
            grid.open(door.from, door.to, isWayIn(door) ? WalkGrid::Doorway::WayIn : WalkGrid::Doorway::Inner);
    for (const Wall& wall : walls)
        if (!isHost(wall, doors))
            grid.block(outlineOf(wall));
    for (const std::vector<Point>& column : columns)
        grid.block(column);
    return grid;
}

WalkGrid FloorWays::Plan::routes(const Context& context) const {
    const Length width = Length::nearest(plainSetting(context, settingFact(setting_of::accessibleLeast)).typical());
    const Length doorWidth = Length::nearest(plainSetting(context, settingFact(setting_of::doorLeast)).typical());
    const auto isPassed = [doorWidth](const Door& door) { return distance(door.from, door.to) >= doorWidth; };
    const auto isWayOut = [this](const Door& door) { return isInEdge(room->outline, door); };
    return grid(width, isPassed, isWayOut);
}

namespace {

bool isReachedBefore(const WalkGrid& grid, const Footprint& place, double reach) {
    const double half = place.width.inMetres() / 2, step = grid.step() / 2;
    for (double before = 0; before <= reach; before += step)
        for (double aside = -half; aside <= half; aside += step)
            if (grid.isReached(placed(place, {Length::nearest(aside), -place.depth / 2 - Length::nearest(before)})))
                return true;
    return false;
}

bool isReachedBefore(const Context& context, const WalkGrid& grid, const Rack& rack) {
    const auto place = footprintOf(context.project(), rack);
    RW_CHECK(place, "a placed rack has a footprint");
    const auto facing = context.lookUp<FloorMap>().facing(rack, Face::Front);
    // What stands in the rack itself is no obstacle before it.
    const bool isInIt = facing && facing->solid && overlap(facing->solid->outline, corners(*place));
    const double reach = facing && !isInIt ? std::min(facing->distance.inMetres(), kBeforeRack) : kBeforeRack;
    return isReachedBefore(grid, *place, reach);
}

} // namespace

std::vector<Id<Rack>> FloorWays::cutOffRacks(const Context& context, const Plan& plan, Building& building) {
    const Value least = plainSetting(context, settingFact(setting_of::accessibleLeast));
    std::vector<Id<Rack>> racks;
    if (!plan.hasWayOut() || plan.racks.empty() || !WalkGrid::takes(plan.room->outline) || least.isUnknown())
        return racks;
    if (!building.routes)
        building.routes = std::make_shared<const WalkGrid>(plan.routes(context));
    WalkGrid grid = *building.routes;
    for (const std::vector<Point>& thing : plan.things)
        grid.block(thing);
    grid.follow();
    for (const Rack* rack : plan.racks)
        if (!isReachedBefore(context, grid, *rack))
            racks.push_back(rack->id);
    return racks;
}

// Racks are brought to their places before those that would stand in their way. The doors of the delivery path are
// judged by their own sizes: ways lead through them whatever these are.
void FloorWays::judgeDeliveries(const Context& context, const Plan& plan, Judged& judged) {
    constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max(), kAll = kNone - 1;
    const auto isDelivery = [](const Door& door) { return door.isDeliveryPath; };
    if (!plan.hasDeliveryDoor() || !WalkGrid::takes(plan.room->outline))
        return;
    const auto leadsOut = [&](const Door& door) { return isDelivery(door) && isInEdge(plan.room->outline, door); };
    const bool isFromEdge = std::ranges::any_of(plan.doors, leadsOut);
    const auto isWayIn = [&](const Door& door) { return isFromEdge ? leadsOut(door) : isDelivery(door); };
    const auto gridOf = [&](const Load& load, std::size_t opened) -> const WalkGrid& {
        std::shared_ptr<const WalkGrid>& known = judged.building.deliveries[{load.width, load.height, opened}];
        if (!known) {
            const auto isPassed = [&](const Door& door) {
                const bool isOpened = opened == kAll || (opened != kNone && &door == &plan.doors[opened]);
                return isOpened || isDelivery(door) || letsThrough(door, load);
            };
            WalkGrid grid = plan.grid(load.width, isPassed, isWayIn);
            grid.follow();
            known = std::make_shared<const WalkGrid>(std::move(grid));
        }
        return *known;
    };
    for (const Rack* rack : plan.racks) {
        const auto place = footprintOf(context.project(), *rack);
        const Load load{std::min(place->width, place->depth), heightOf(context, *rack)};
        const WalkGrid& grid = gridOf(load, kNone);
        if (grid.isReached(rack->centre))
            continue;
        if (!gridOf(load, kAll).isReached(rack->centre)) {
            judged.walledIn.push_back(rack->id);
            continue;
        }
        // The one door that alone keeps it out, or the first of several on its way.
        std::size_t tight = kNone;
        for (std::size_t i = 0; i < plan.doors.size(); ++i) {
            if (isDelivery(plan.doors[i]) || letsThrough(plan.doors[i], load))
                continue;
            const bool isAlone = gridOf(load, i).isReached(rack->centre);
            if (tight == kNone || isAlone)
                tight = i;
            if (isAlone)
                break;
        }
        RW_CHECK(tight != kNone, "a way that opens with all doors leads through one that is too small");
        judged.tightDoors[rack->id] = {plan.doors[tight].object, plan.doors[tight]};
    }
}

struct OpenWays::Ways {
    WalkGrid grid; ///< with all that stands in the room, not followed
    const Context& context;
    std::vector<const Rack*> racks; ///< that a way leads to
};

OpenWays::OpenWays(const Context& context, Id<Room> room) {
    const std::map<Id<Room>, FloorWays::Plan> plans = FloorWays::plansOf(context);
    const auto found = plans.find(room);
    if (found == plans.end())
        return;
    const FloorWays::Plan& plan = found->second;
    if (!plan.hasWayOut() || !WalkGrid::takes(plan.room->outline) ||
        plainSetting(context, settingFact(setting_of::accessibleLeast)).isUnknown())
        return;
    m_ways = std::make_unique<Ways>(Ways{plan.routes(context), context, {}});
    for (const std::vector<Point>& thing : plan.things)
        m_ways->grid.block(thing);
    WalkGrid now = m_ways->grid;
    now.follow();
    for (const Rack* rack : plan.racks)
        if (isReachedBefore(context, now, *rack))
            m_ways->racks.push_back(rack);
}

OpenWays::~OpenWays() = default;

bool OpenWays::stayOpen(const std::vector<std::vector<Point>>& things, const std::vector<Footprint>& racks) const {
    if (!m_ways)
        return true;
    WalkGrid grid = m_ways->grid;
    for (const std::vector<Point>& thing : things)
        grid.block(thing);
    for (const Footprint& rack : racks)
        grid.block(corners(rack));
    grid.follow();
    return std::ranges::all_of(m_ways->racks,
                               [&](const Rack* rack) { return isReachedBefore(m_ways->context, grid, *rack); }) &&
           std::ranges::all_of(racks, [&](const Footprint& rack) { return isReachedBefore(grid, rack, kBeforeRack); });
}

bool isInEdge(const std::vector<Point>& room, const Door& door) {
    const Point middle{(door.from.x + door.to.x) / 2, (door.from.y + door.to.y) / 2};
    const auto isNear = [&room](Point point) {
        for (std::size_t i = 0; i < room.size(); ++i)
            if (metresToEdge(room[i], room[(i + 1) % room.size()], point) <= kToEdge)
                return true;
        return false;
    };
    return isNear(door.from) && isNear(middle) && isNear(door.to);
}

bool hangs(const Design& design, Id<Room> room, const Door& door) {
    const Room* row = design.rooms.find(room);
    if (row && isInEdge(row->outline, door))
        return true;
    return std::ranges::any_of(design.roomObjects, [&](const RoomObject& object) {
        const auto* wall = std::get_if<Wall>(&object.shape);
        return wall && object.room == room && object.scope.isPresent() && hangsIn(*wall, door);
    });
}

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
        if (!plan.hasWayOut() && !plan.racks.empty())
            m_withoutDoors.insert(id);
        if (!plan.racks.empty() && !WalkGrid::takes(plan.room->outline)) {
            if (plan.hasWayOut())
                m_unsearchedRoutes.insert(id);
            if (plan.hasDeliveryDoor())
                m_unsearchedDeliveries.insert(id);
        }
        Judged& judged = m_rooms[id];
        const Judged* known = nullptr;
        if (before)
            if (const auto found = before->m_rooms.find(id); found != before->m_rooms.end())
                known = &found->second;
        const Fingerprint building = plan.building.value(), moving = plan.moving.value();
        const bool isBuiltAlike = known && known->building.inputs == building;
        if (isBuiltAlike)
            judged.building = known->building;
        judged.building.inputs = building;
        judged.inputs = moving;
        if (isBuiltAlike && known->inputs == moving) {
            judged.cutOff = known->cutOff;
            judged.walledIn = known->walledIn;
            judged.tightDoors = known->tightDoors;
        } else {
            judged.cutOff = cutOffRacks(context, plan, judged.building);
            judgeDeliveries(context, plan, judged);
        }
        m_cutOff.insert(judged.cutOff.begin(), judged.cutOff.end());
        m_walledIn.insert(judged.walledIn.begin(), judged.walledIn.end());
        m_tightDoors.insert(judged.tightDoors.begin(), judged.tightDoors.end());
    }
}

} // namespace rackwright
