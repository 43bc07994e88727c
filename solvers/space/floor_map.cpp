// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/floor_map.h"

#include "model/design/floor_space.h"
#include "model/design/occupancy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

constexpr std::int64_t kCellUm = 2'000'000;
constexpr Length kReach = Length::metres(6);
constexpr std::int64_t kMostCells = 1024;                                   // of one solid: a square of 64 m
constexpr std::int64_t kNowhere = std::numeric_limits<std::int64_t>::min(); // the cell of those that would lie in more

std::int64_t cellOf(Length length) {
    const std::int64_t um = length.inMicrometres();
    return um >= 0 ? um / kCellUm : -((-um + kCellUm - 1) / kCellUm);
}

// Distance along a ray (from `start` in direction (ux, uy), metres) to a segment; negative when it misses.
double hit(Point start, double ux, double uy, Point a, Point b) {
    const double ax = (a.x - start.x).inMetres(), ay = (a.y - start.y).inMetres();
    const double bx = (b.x - start.x).inMetres(), by = (b.y - start.y).inMetres();
    const double ex = bx - ax, ey = by - ay;
    const double determinant = ux * ey - uy * ex;
    if (std::abs(determinant) < 1e-12)
        return -1;
    const double along = (ax * ey - ay * ex) / determinant;
    const double on = (ax * uy - ay * ux) / determinant;
    return on < -1e-9 || on > 1 + 1e-9 ? -1 : along;
}

Fingerprint outlineDigest(const std::vector<Point>& outline) {
    Digest digest;
    for (const Point point : outline) {
        digest.add(static_cast<std::uint64_t>(point.x.inMicrometres()));
        digest.add(static_cast<std::uint64_t>(point.y.inMicrometres()));
    }
    return digest.value();
}

// Changes with the row that a solid is drawn from; a rack's may change with its neighbours in the table.
std::uint64_t stampOfRow(const Design& design, const Solid& solid) {
    switch (solid.kind) {
    case SolidKind::Rack:
        return design.racks.stampAt(Id<Rack>{solid.id});
    case SolidKind::Device:
        return design.devices.stampAt(Id<Device>{solid.id});
    case SolidKind::PowerElement:
        return design.powerElements.stampAt(Id<PowerElement>{solid.id});
    case SolidKind::CoolingUnit:
        return design.coolingUnits.stampAt(Id<CoolingUnit>{solid.id});
    case SolidKind::Wall:
    case SolidKind::Column:
    case SolidKind::KeepOut:
    case SolidKind::DoorSwing:
    case SolidKind::ServiceSpace:
        return design.rooms.stampAt(solid.room);
    }
    RW_CHECK(false, "every kind of solid is drawn from a row");
}

bool isLarge(const Box& box) {
    return (cellOf(box.high.x) - cellOf(box.low.x) + 1) * (cellOf(box.high.y) - cellOf(box.low.y) + 1) > kMostCells;
}

bool meets(const Box& a, const Box& b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

double nearestHit(Point start, double ux, double uy, const std::vector<Point>& polygon) {
    double nearest = -1;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const double along = hit(start, ux, uy, polygon[i], polygon[(i + 1) % polygon.size()]);
        if (along > -1e-6 && (nearest < 0 || along < nearest))
            nearest = std::max(along, 0.0);
    }
    return nearest;
}

} // namespace

std::size_t FloorMap::CellHash::operator()(const Cell& cell) const {
    Digest digest;
    digest.add(cell.room);
    digest.add(static_cast<std::uint64_t>(cell.x));
    digest.add(static_cast<std::uint64_t>(cell.y));
    return digest.value().high;
}

FloorMap::FloorMap(const Context& context, const FloorMap* before) {
    const Design& design = context.design();
    std::vector<const Rack*> placed;
    std::unordered_map<Id<PartRow>, std::optional<Footprint>> sizes;
    for (const Rack* rack : context.racks()) {
        const auto [size, isNew] = sizes.try_emplace(rack->part);
        if (isNew)
            size->second = footprintOf(context.project(), *rack);
        if (!size->second || !rack->room)
            continue;
        Footprint place = *size->second;
        place.centre = rack->centre;
        place.rotation = rack->rotation;
        m_racks[rack->id.value] = {m_solids.size(), place, {}};
        addSolid(SolidKind::Rack, rack->id.value, rack->room, corners(place));
        placed.push_back(rack);
    }
    const auto addOnFloor = [&](SolidKind kind, const auto& row) {
        const auto* floor = std::get_if<OnFloor>(&row.placement);
        const Part* part = context.part(row.part);
        if (!floor || !part || !row.scope.isPresent())
            return;
        const auto place = footprintOf(*part, *floor);
        if (!place)
            return;
        addSolid(kind, row.id.value, floor->room, corners(*place));
        addServiceSpaces(kind, row.id.value, *part, floor->room, *place);
    };
    for (const Device& device : design.devices)
        addOnFloor(SolidKind::Device, device);
    for (const PowerElement& element : design.powerElements)
        addOnFloor(SolidKind::PowerElement, element);
    for (const CoolingUnit& unit : design.coolingUnits)
        addOnFloor(SolidKind::CoolingUnit, unit);
    for (const RoomObject& object : design.roomObjects) {
        if (!object.scope.isPresent())
            continue;
        if (const auto* wall = std::get_if<Wall>(&object.shape))
            addSolid(SolidKind::Wall, object.id.value, object.room, outlineOf(*wall));
        else if (const auto* column = std::get_if<Column>(&object.shape))
            addSolid(SolidKind::Column, object.id.value, object.room, column->outline);
        else if (const auto* keepOut = std::get_if<KeepOut>(&object.shape))
            addSolid(SolidKind::KeepOut, object.id.value, object.room, keepOut->outline);
        else if (const auto* door = std::get_if<Door>(&object.shape))
            for (std::vector<Point>& swing : doorSwings(*door))
                addSolid(SolidKind::DoorSwing, object.id.value, object.room, std::move(swing));
    }
    std::unordered_map<Id<Room>, RoomEdge> edges;
    for (const Room& room : design.rooms)
        edges[room.id] = {&room, outlineDigest(room.outline)};
    for (const Rack* rack : placed) {
        PlacedRack& each = m_racks.at(rack->id.value);
        for (const Face face : {Face::Front, Face::Rear})
            each.looks[static_cast<std::size_t>(face)] = looked(each, face, edges[rack->room], before);
    }
}

// The space that a unit on the floor needs before and behind it to be opened and serviced. Racks have their aisles.
void FloorMap::addServiceSpaces(SolidKind owner, std::uint64_t id, const Part& part, Id<Room> room,
                                const Footprint& place) {
    const auto add = [&](const PartAttribute<Length>& key, std::int64_t sign) {
        const auto space = fact(part, key).typical();
        if (!space || *space <= Length())
            return;
        const Point centre = placed(place, {Length(), sign * (place.depth + *space) / 2});
        addSolid(SolidKind::ServiceSpace, id, room, corners({centre, place.width, *space, place.rotation}), owner);
    };
    add(attribute::clearanceFront, -1);
    add(attribute::clearanceRear, 1);
}

void FloorMap::addSolid(SolidKind kind, std::uint64_t id, Id<Room> room, std::vector<Point> outline, SolidKind owner) {
    if (outline.size() < 3)
        return;
    Solid solid{kind, id, room, std::move(outline), {}, owner};
    solid.box = boundingBox(solid.outline);
    const std::size_t index = m_solids.size();
    const Fingerprint shape = outlineDigest(solid.outline);
    const auto enter = [&](Inhabitants& inhabitants) {
        inhabitants.solids.push_back(index);
        inhabitants.digest.add(keyOf(kind, id));
        inhabitants.digest.add(shape);
    };
    if (isLarge(solid.box))
        enter(m_cells[Cell{room.value, kNowhere, kNowhere}]);
    else
        forEachCell(room, solid.box, [&](const Cell& cell) { enter(m_cells[cell]); });
    m_byRow[keyOf(kind, id)] = index;
    m_solids.push_back(std::move(solid));
}

template <class Visit>
void FloorMap::forEachCell(Id<Room> room, const Box& box, Visit&& visit) {
    for (std::int64_t x = cellOf(box.low.x); x <= cellOf(box.high.x); ++x)
        for (std::int64_t y = cellOf(box.low.y); y <= cellOf(box.high.y); ++y)
            visit(Cell{room.value, x, y});
}

const Solid* FloorMap::rack(Id<Rack> id) const {
    const auto it = m_racks.find(id.value);
    return it == m_racks.end() ? nullptr : &m_solids[it->second.solid];
}

std::optional<Facing> FloorMap::facing(const Rack& rack, Face face) const {
    const auto it = m_racks.find(rack.id.value);
    if (it == m_racks.end())
        return std::nullopt;
    const Look& look = it->second.looks[static_cast<std::size_t>(face)];
    if (!look.isHit)
        return std::nullopt;
    return Facing{look.distance, look.solid ? &m_solids[*look.solid] : nullptr};
}

Fingerprint FloorMap::surroundings(const Context& context, Id<Rack> rack) const {
    Digest digest;
    const auto add = [&](std::uint64_t id, bool isOwn) {
        digest.add(context.contents(Id<Rack>{id}).rows);
        const auto it = m_racks.find(id);
        if (it == m_racks.end())
            return;
        for (const Look& look : it->second.looks) {
            digest.add(static_cast<std::uint64_t>(look.isHit ? 1 : 0));
            digest.add(static_cast<std::uint64_t>(look.distance.inMicrometres()));
            const Solid* solid = look.solid ? &m_solids[*look.solid] : nullptr;
            digest.add(solid ? keyOf(solid->kind, solid->id) : 0);
            if (isOwn && solid)
                digest.add(stampOfRow(context.design(), *solid));
        }
    };
    add(rack.value, true);
    if (const auto it = m_racks.find(rack.value); it != m_racks.end())
        for (const Look& look : it->second.looks)
            if (look.solid && m_solids[*look.solid].kind == SolidKind::Rack)
                add(m_solids[*look.solid].id, false);
    return digest.value();
}

FloorMap::Look FloorMap::looked(const PlacedRack& rack, Face face, const RoomEdge& edge, const FloorMap* before) const {
    const Footprint& place = rack.place;
    const Solid& own = m_solids[rack.solid];
    const std::int64_t sign = face == Face::Front ? -1 : 1;
    const Length half = place.depth / 2;
    const Point centre = placed(place, {Length(), sign * half});
    const Point beyond = placed(place, {Length(), sign * (half + kReach)});
    // Rays from the middle and near both ends of the face: what stands before any part of it counts.
    const Length aside = place.width * 45 / 100;
    const std::array<Point, 3> starts = {placed(place, {-aside, sign * half}), centre,
                                         placed(place, {aside, sign * half})};
    std::vector<Point> corridor(starts.begin(), starts.end());
    corridor.push_back(beyond);
    const Box box = boundingBox(corridor);
    Look look;
    Digest inputs;
    inputs.add(outlineDigest(own.outline));
    inputs.add(edge.outline);
    const auto forEachNear = [&](auto visit) {
        forEachCell(own.room, box, visit);
        visit(Cell{own.room.value, kNowhere, kNowhere});
    };
    forEachNear([&](const Cell& cell) {
        const auto it = m_cells.find(cell);
        inputs.add(it == m_cells.end() ? Fingerprint{} : it->second.digest.value());
    });
    look.inputs = inputs.value();
    if (before)
        if (const auto it = before->m_racks.find(own.id); it != before->m_racks.end())
            if (const Look& old = it->second.looks[static_cast<std::size_t>(face)]; old.inputs == look.inputs) {
                look.isHit = old.isHit;
                look.distance = old.distance;
                if (old.solid) {
                    const Solid& seen = before->m_solids[*old.solid];
                    look.solid = m_byRow.at(keyOf(seen.kind, seen.id));
                }
                return look;
            }
    std::vector<std::size_t> near;
    forEachNear([&](const Cell& cell) {
        if (const auto it = m_cells.find(cell); it != m_cells.end())
            near.insert(near.end(), it->second.solids.begin(), it->second.solids.end());
    });
    std::ranges::sort(near);
    const auto repeated = std::ranges::unique(near);
    near.erase(repeated.begin(), repeated.end());
    const double ux = (beyond.x - centre.x).inMetres() / kReach.inMetres();
    const double uy = (beyond.y - centre.y).inMetres() / kReach.inMetres();
    double nearest = kReach.inMetres();
    const auto lookAt = [&](const std::vector<Point>& outline, std::optional<std::size_t> solid) {
        for (const Point start : starts) {
            const double along = nearestHit(start, ux, uy, outline);
            if (along >= 0 && along < nearest) {
                nearest = along;
                look.solid = solid;
                look.isHit = true;
            }
        }
    };
    for (const std::size_t index : near) {
        const Solid& other = m_solids[index];
        const bool isSpace = other.kind == SolidKind::DoorSwing || other.kind == SolidKind::KeepOut ||
                             other.kind == SolidKind::ServiceSpace;
        // What stands in the rack itself does not stand before it: there is no aisle between the two.
        if (index != rack.solid && !isSpace && !(meets(own.box, other.box) && overlap(own.outline, other.outline)))
            lookAt(other.outline, index);
    }
    if (edge.room)
        lookAt(edge.room->outline, std::nullopt);
    look.distance = Length::nearest(nearest);
    return look;
}

const Solid* FloorMap::firstIn(Id<Room> room, const std::vector<Point>& outline, SolidKind kind) const {
    const auto isMetBy = [&](const Solid& solid) {
        return solid.room == room && solid.kind == kind && overlap(solid.outline, outline);
    };
    const Box box = boundingBox(outline);
    if (isLarge(box)) {
        const auto met = std::ranges::find_if(m_solids, isMetBy);
        return met == m_solids.end() ? nullptr : &*met;
    }
    std::optional<std::size_t> first;
    const auto look = [&](const Cell& cell) {
        if (const auto it = m_cells.find(cell); it != m_cells.end())
            for (const std::size_t index : it->second.solids)
                if ((!first || index < *first) && isMetBy(m_solids[index]))
                    first = index;
    };
    forEachCell(room, box, look);
    look(Cell{room.value, kNowhere, kNowhere});
    return first ? &m_solids[*first] : nullptr;
}

void FloorMap::forEachNeighbourPair(const std::function<void(const Solid&, const Solid&)>& visit) const {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    const auto addPair = [&](std::size_t i, std::size_t j) {
        if (meets(m_solids[i].box, m_solids[j].box))
            pairs.emplace_back(std::minmax(i, j));
    };
    for (const auto& [cell, inhabitants] : m_cells) {
        const std::vector<std::size_t>& indices = inhabitants.solids;
        for (std::size_t i = 0; i < indices.size(); ++i)
            for (std::size_t j = i + 1; j < indices.size(); ++j)
                addPair(indices[i], indices[j]);
        if (cell.x == kNowhere)
            for (const std::size_t large : indices)
                for (std::size_t other = 0; other < m_solids.size(); ++other)
                    if (other != large && m_solids[other].room.value == cell.room)
                        addPair(large, other);
    }
    std::ranges::sort(pairs);
    const auto repeated = std::ranges::unique(pairs);
    pairs.erase(repeated.begin(), repeated.end());
    for (const auto& [a, b] : pairs)
        visit(m_solids[a], m_solids[b]);
}

} // namespace rackwright
