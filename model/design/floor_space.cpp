// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/floor_space.h"

#include "model/design/outline.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace rackwright {

namespace {

constexpr std::int64_t kCell = 2'000'000; // um; a cell holds a handful of racks
/// Places beyond this many on one axis are not looked at: the search would take longer than a person waits.
constexpr std::int64_t kMostSteps = 400;

std::int64_t cellOf(Length length) {
    const std::int64_t um = length.inMicrometres();
    return um >= 0 ? um / kCell : (um - kCell + 1) / kCell;
}

std::uint64_t cellKey(std::int64_t x, std::int64_t y) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)) << 32) | static_cast<std::uint32_t>(y);
}

/// What covers more cells than this is not sorted into them.
bool isVast(const Box& box) {
    constexpr std::int64_t most = 128;
    return cellOf(box.high.x) - cellOf(box.low.x) > most || cellOf(box.high.y) - cellOf(box.low.y) > most;
}

template <class Visit>
void forEachCell(const Box& box, Visit&& visit) {
    for (std::int64_t y = cellOf(box.low.y); y <= cellOf(box.high.y); ++y)
        for (std::int64_t x = cellOf(box.low.x); x <= cellOf(box.high.x); ++x)
            visit(cellKey(x, y));
}

bool meet(const Box& a, const Box& b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

std::vector<Point> moved(std::vector<Point> outline, Point by) {
    for (Point& point : outline)
        point = {point.x + by.x, point.y + by.y};
    return outline;
}

std::int64_t size(Length length) { return std::llabs(length.inMicrometres()); }

// The quarter circle of a leaf as a polygon of its hinge and an arc in eight steps.
std::vector<Point> swing(Point hinge, Point tip, bool isLeft) {
    const double dx = (tip.x - hinge.x).inMetres(), dy = (tip.y - hinge.y).inMetres();
    std::vector<Point> outline{hinge};
    constexpr int kSteps = 8;
    for (int i = 0; i <= kSteps; ++i) {
        const double angle = (isLeft ? -1 : 1) * std::numbers::pi / 2 * i / kSteps;
        const double c = std::cos(angle), s = std::sin(angle);
        outline.push_back({hinge.x + Length::nearest(dx * c - dy * s), hinge.y + Length::nearest(dx * s + dy * c)});
    }
    return outline;
}

// The floor before (or behind) a thing over its width.
std::vector<Point> stripBeside(const Footprint& place, Length depth, Face face) {
    const Length away = (place.depth + depth) / 2;
    const Point centre = placed(place, {Length(), face == Face::Front ? -away : away});
    return corners({centre, place.width, depth, place.rotation});
}

// The floor before a door on both of its sides, as deep as the way out of it.
std::vector<std::vector<Point>> floorBefore(const Door& door) {
    constexpr double kWayOut = 0.914; // m, an accessible route's clear width
    const double dx = (door.to.x - door.from.x).inMetres(), dy = (door.to.y - door.from.y).inMetres();
    const double length = std::hypot(dx, dy);
    if (length <= 0)
        return {};
    std::vector<std::vector<Point>> floors;
    for (const double far : {kWayOut / length, -kWayOut / length}) {
        const Point out{Length::nearest(-dy * far), Length::nearest(dx * far)};
        floors.push_back(
            {door.from, door.to, {door.to.x + out.x, door.to.y + out.y}, {door.from.x + out.x, door.from.y + out.y}});
    }
    return floors;
}

// Moves that may help on one axis: whole steps of the grid, and those that put the group against an edge of something.
void sortNear(std::vector<Length>& moves, Length wanted) {
    std::ranges::sort(moves);
    const auto twins = std::ranges::unique(moves);
    moves.erase(twins.begin(), twins.end());
    std::ranges::stable_sort(moves, {}, [wanted](Length move) { return size(move - wanted); });
    if (moves.size() > static_cast<std::size_t>(2 * kMostSteps))
        moves.resize(static_cast<std::size_t>(2 * kMostSteps));
}

} // namespace

std::vector<Point> outlineOf(const Wall& wall) {
    const double dx = (wall.to.x - wall.from.x).inMetres(), dy = (wall.to.y - wall.from.y).inMetres();
    const double length = std::hypot(dx, dy);
    if (length <= 0)
        return {};
    const double half = wall.thickness.inMetres() / 2;
    const Length nx = Length::nearest(-dy / length * half), ny = Length::nearest(dx / length * half);
    return {{wall.from.x + nx, wall.from.y + ny},
            {wall.to.x + nx, wall.to.y + ny},
            {wall.to.x - nx, wall.to.y - ny},
            {wall.from.x - nx, wall.from.y - ny}};
}

std::vector<std::vector<Point>> doorSwings(const Door& door) {
    if (!door.isDouble)
        return {swing(door.from, door.to, door.swingsLeft)};
    const Point middle{(door.from.x + door.to.x) / 2, (door.from.y + door.to.y) / 2};
    return {swing(door.from, middle, door.swingsLeft), swing(door.to, middle, !door.swingsLeft)};
}

FloorClearance clearanceOf(const Design& design, const Rack& rack, const RackClearance& racks) {
    const bool hasDoor =
        std::ranges::any_of(design.coolingUnits.allWith<CoolingUnitsByRack>(rack.id),
                            [](const CoolingUnit* unit) { return unit->kind == CoolingUnitKind::RearDoor; });
    return {racks.front, hasDoor ? std::max(racks.rear, racks.rearDoor) : racks.rear};
}

FloorClearance serviceSpaceOf(const Part& part) {
    return {fact(part, attribute::clearanceFront).typical().value_or(Length()),
            fact(part, attribute::clearanceRear).typical().value_or(Length())};
}

FloorSpace::FloorSpace(const Project& project, const Design& design, Id<Room> room, RackClearance clearance) {
    if (const Room* row = design.rooms.find(room)) {
        m_room = row->outline;
        m_name = row->name;
        m_grid = row->gridPitch / 2;
    }
    if (m_grid <= Length::millimetres(10))
        m_grid = Length::millimetres(300);
    for (const Rack& rack : design.racks)
        if (const auto footprint =
                rack.room == room && rack.scope.isPresent() ? footprintOf(project, rack) : std::nullopt) {
            add(Keeps::Clear, "edit.floor.thing", rack.name, corners(*footprint));
            addNeeded(*footprint, clearanceOf(design, rack, clearance));
        }
    const auto addStanding = [&](const auto& table) {
        for (const auto& row : table) {
            const auto* place = std::get_if<OnFloor>(&row.placement);
            const Part* part = findPart(project, row.part);
            if (!place || place->room != room || !part || !row.scope.isPresent())
                continue;
            if (const auto footprint = footprintOf(*part, *place)) {
                add(Keeps::Clear, "edit.floor.thing", row.name, corners(*footprint));
                addService(*footprint, serviceSpaceOf(*part), row.name);
            }
        }
    };
    addStanding(design.devices);
    addStanding(design.powerElements);
    addStanding(design.coolingUnits);
    for (const RoomObject& object : design.roomObjects)
        if (object.room == room && object.scope.isPresent())
            addDrawn(object);
}

void FloorSpace::addNeeded(const Footprint& place, const FloorClearance& needs) {
    if (needs.front > Length())
        add(Keeps::Free, "", {}, stripBeside(place, needs.front, Face::Front), Face::Front);
    if (needs.rear > Length())
        add(Keeps::Free, "", {}, stripBeside(place, needs.rear, Face::Rear), Face::Rear);
}

void FloorSpace::addService(const Footprint& place, const FloorClearance& needs, const std::string& name) {
    if (needs.front > Length())
        add(Keeps::Service, "edit.floor.service", name, stripBeside(place, needs.front, Face::Front));
    if (needs.rear > Length())
        add(Keeps::Service, "edit.floor.service", name, stripBeside(place, needs.rear, Face::Rear));
}

void FloorSpace::addDrawn(const RoomObject& object) {
    if (const auto* wall = std::get_if<Wall>(&object.shape))
        add(Keeps::Clear, "edit.floor.wall", {}, outlineOf(*wall));
    else if (const auto* column = std::get_if<Column>(&object.shape))
        add(Keeps::Clear, "edit.floor.column", {}, column->outline);
    else if (const auto* keepOut = std::get_if<KeepOut>(&object.shape))
        add(Keeps::Clear, "edit.floor.keep-out", {}, keepOut->outline);
    else if (const auto* aisle = std::get_if<Aisle>(&object.shape))
        add(Keeps::Aisle, "", {}, aisle->outline);
    else if (const auto* door = std::get_if<Door>(&object.shape)) {
        for (std::vector<Point>& leaf : doorSwings(*door))
            add(Keeps::Clear, "edit.floor.door", {}, std::move(leaf));
        for (std::vector<Point>& floor : floorBefore(*door))
            add(Keeps::Free, "", {}, std::move(floor));
    }
}

void FloorSpace::add(Keeps keeps, const char* message, std::string name, std::vector<Point> outline,
                     std::optional<Face> side) {
    if (outline.size() < 3)
        return;
    const Box box = boundingBox(outline);
    if (isVast(box))
        m_vast.push_back(m_obstacles.size());
    else
        forEachCell(box, [&](std::uint64_t cell) { m_cells[cell].push_back(m_obstacles.size()); });
    m_obstacles.push_back({keeps, side, message, std::move(name), std::move(outline), box});
}

const FloorSpace::Obstacle* FloorSpace::inTheWay(const std::vector<Point>& outline, Keeps least,
                                                 std::optional<Face> side) const {
    const Box box = boundingBox(outline);
    const auto isMet = [&](const Obstacle& each) {
        const bool keeps = each.keeps <= least || (side && each.side && *each.side != *side);
        return keeps && meet(each.box, box) && overlap(each.outline, outline);
    };
    if (isVast(box)) {
        const auto all = std::ranges::find_if(m_obstacles, isMet);
        return all == m_obstacles.end() ? nullptr : &*all;
    }
    const Obstacle* found = nullptr;
    const auto look = [&](const std::vector<std::size_t>& places) {
        for (const std::size_t i : places)
            if (!found && isMet(m_obstacles[i]))
                found = &m_obstacles[i];
    };
    look(m_vast);
    forEachCell(box, [&](std::uint64_t key) {
        if (const auto cell = m_cells.find(key); !found && cell != m_cells.end())
            look(cell->second);
    });
    return found;
}

// Within the walls; what stands in the yard may go on standing there.
bool FloorSpace::staysWhereItMay(const std::vector<Point>& from, const std::vector<Point>& to) const {
    return isWithin(to, m_room) || (isBeyond(from, m_room) && isBeyond(to, m_room));
}

Done FloorSpace::fits(const std::vector<Footprint>& things, Point by) const {
    for (const Footprint& thing : things) {
        const std::vector<Point> outline = moved(corners(thing), by);
        if (!staysWhereItMay(corners(thing), outline))
            return inputError(Message("edit.floor.outside").with("room", m_name));
        if (const Obstacle* other = inTheWay(outline, Keeps::Service))
            return inputError(Message(other->message).with("name", other->name));
    }
    return done();
}

// The space before and behind a rack may be that of another, front to front and rear to rear.
bool FloorSpace::isFree(const Strip& strip, Point by) const {
    const std::vector<Point> outline = moved(strip.outline, by);
    return !inTheWay(outline, Keeps::Clear, strip.side) && staysWhereItMay(strip.outline, outline);
}

bool FloorSpace::isPlaceFor(const Group& group, Point by) const {
    return std::ranges::all_of(group.bodies,
                               [&](const std::vector<Point>& body) {
                                   const std::vector<Point> outline = moved(body, by);
                                   return !inTheWay(outline, Keeps::Free) && staysWhereItMay(body, outline);
                               }) &&
           std::ranges::all_of(group.strips, [&](const Strip& strip) { return isFree(strip, by); });
}

bool FloorSpace::isPlaceFor(const std::vector<Footprint>& things, const std::vector<FloorClearance>& needs,
                            Point by) const {
    return isPlaceFor(groupOf(things, needs), by);
}

FloorSpace::Group FloorSpace::groupOf(const std::vector<Footprint>& things, const std::vector<FloorClearance>& needs) {
    Group group;
    std::vector<Point> all;
    for (std::size_t i = 0; i < things.size(); ++i) {
        group.bodies.push_back(corners(things[i]));
        all.insert(all.end(), group.bodies.back().begin(), group.bodies.back().end());
        if (i >= needs.size())
            continue;
        if (needs[i].front > Length())
            group.strips.push_back({Face::Front, stripBeside(things[i], needs[i].front, Face::Front)});
        if (needs[i].rear > Length())
            group.strips.push_back({Face::Rear, stripBeside(things[i], needs[i].rear, Face::Rear)});
    }
    group.box = boundingBox(all);
    return group;
}

std::optional<Point> FloorSpace::firstAlong(const Group& group, Point step, const Accepts& accepts) const {
    const Box room = boundingBox(m_room);
    const bool isInYard =
        std::ranges::any_of(group.bodies, [this](const std::vector<Point>& body) { return isBeyond(body, m_room); });
    const auto isWall = [this](const std::vector<Point>& outline) {
        const Obstacle* other = inTheWay(outline, Keeps::Clear);
        return other && other->message == "edit.floor.wall";
    };
    for (std::int64_t i = 1; i <= kMostSteps; ++i) {
        const Point by{step.x * i, step.y * i};
        if (!isInYard && !meet({{group.box.low.x + by.x, group.box.low.y + by.y},
                                {group.box.high.x + by.x, group.box.high.y + by.y}},
                               room))
            return std::nullopt;
        if (isPlaceFor(group, by) && (!accepts || accepts(by)))
            return by;
        if (std::ranges::any_of(group.bodies, [&](const std::vector<Point>& body) { return isWall(moved(body, by)); }))
            return std::nullopt;
    }
    return std::nullopt;
}

std::optional<Point> FloorSpace::continued(const std::vector<Footprint>& things,
                                           const std::vector<FloorClearance>& needs, Point step,
                                           const Accepts& accepts) const {
    if (things.empty() || m_room.size() < 3 || step == Point{})
        return nearest(things, needs, {}, accepts);
    Group group = groupOf(things, needs);
    std::erase_if(group.strips, [this](const Strip& strip) { return !isFree(strip, {}); });
    const double length = std::hypot(step.x.inMetres(), step.y.inMetres());
    const Point across{Length::nearest(-step.y.inMetres() / length * m_grid.inMetres()),
                       Length::nearest(step.x.inMetres() / length * m_grid.inMetres())};
    const auto back = [](Point by) { return Point{-by.x, -by.y}; };
    const auto isNearer = [](Point a, Point b) { return size(a.x) + size(a.y) <= size(b.x) + size(b.y); };
    for (const Point way : {step, across}) {
        const auto one = firstAlong(group, way, accepts), other = firstAlong(group, back(way), accepts);
        if (one && other)
            return isNearer(*one, *other) ? one : other;
        if (one || other)
            return one ? one : other;
    }
    return nearest(group, {}, accepts);
}

std::optional<Point> FloorSpace::nearest(const std::vector<Footprint>& things, const std::vector<FloorClearance>& needs,
                                         Point wanted, const Accepts& accepts) const {
    return things.empty() ? std::nullopt : nearest(groupOf(things, needs), wanted, accepts);
}

std::optional<Point> FloorSpace::nearest(const Group& made, Point wanted, const Accepts& accepts) const {
    if (m_room.size() < 3)
        return std::nullopt;
    const Box group = made.box, room = boundingBox(m_room);
    // From a place outside of the room the way leads into it.
    const auto into = [](Length want, Length low, Length high, Length from, Length to) {
        if (low + want < from)
            return from - low;
        return high + want > to ? std::max(to - high, from - low) : want;
    };
    wanted = {into(wanted.x, group.low.x, group.high.x, room.low.x, room.high.x),
              into(wanted.y, group.low.y, group.high.y, room.low.y, room.high.y)};
    std::vector<Length> xs{wanted.x}, ys{wanted.y};
    const auto offer = [&](std::vector<Length>& moves, Length want, Length low, Length high, Length from, Length to) {
        for (std::int64_t i = -kMostSteps; i <= kMostSteps; ++i)
            if (const Length move = want + m_grid * i; low + move >= from && high + move <= to)
                moves.push_back(move);
    };
    offer(xs, wanted.x, group.low.x, group.high.x, room.low.x, room.high.x);
    offer(ys, wanted.y, group.low.y, group.high.y, room.low.y, room.high.y);
    for (const Obstacle& each : m_obstacles) {
        for (const Length move : {each.box.high.x - group.low.x, each.box.low.x - group.high.x})
            xs.push_back(move);
        for (const Length move : {each.box.high.y - group.low.y, each.box.low.y - group.high.y})
            ys.push_back(move);
    }
    sortNear(xs, wanted.x);
    sortNear(ys, wanted.y);
    struct Move {
        std::int64_t cost;
        Point by;
    };
    std::vector<Move> candidates;
    candidates.reserve(xs.size() * ys.size());
    for (const Length x : xs)
        for (const Length y : ys)
            candidates.push_back({size(x - wanted.x) + size(y - wanted.y), {x, y}});
    std::ranges::stable_sort(candidates, {}, &Move::cost);
    for (const Move& move : candidates)
        if (isPlaceFor(made, move.by) && (!accepts || accepts(move.by)))
            return move.by;
    return std::nullopt;
}

} // namespace rackwright
