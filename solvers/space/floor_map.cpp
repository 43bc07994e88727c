// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/floor_map.h"

#include "model/design/occupancy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace rackwright {

namespace {

constexpr std::int64_t kCellUm = 2'000'000;
constexpr Length kReach = Length::metres(6);

std::int64_t cellOf(Length length) {
    const std::int64_t um = length.inMicrometres();
    return um >= 0 ? um / kCellUm : -((-um + kCellUm - 1) / kCellUm);
}

// A wall as the rectangle of its thickness.
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

// The quarter circle of a leaf as a polygon of its hinge and an arc in eight steps.
void addSwing(std::vector<std::vector<Point>>& outlines, Point hinge, Point tip, bool isLeft) {
    const double dx = (tip.x - hinge.x).inMetres(), dy = (tip.y - hinge.y).inMetres();
    std::vector<Point> outline{hinge};
    constexpr int kSteps = 8;
    for (int i = 0; i <= kSteps; ++i) {
        const double angle = (isLeft ? -1 : 1) * 1.5707963267948966 * i / kSteps;
        const double c = std::cos(angle), s = std::sin(angle);
        outline.push_back({hinge.x + Length::nearest(dx * c - dy * s), hinge.y + Length::nearest(dx * s + dy * c)});
    }
    outlines.push_back(std::move(outline));
}

std::vector<std::vector<Point>> swingsOf(const Door& door) {
    std::vector<std::vector<Point>> outlines;
    if (!door.isDouble) {
        addSwing(outlines, door.from, door.to, door.swingsLeft);
        return outlines;
    }
    const Point middle{(door.from.x + door.to.x) / 2, (door.from.y + door.to.y) / 2};
    addSwing(outlines, door.from, middle, door.swingsLeft);
    addSwing(outlines, door.to, middle, !door.swingsLeft);
    return outlines;
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

FloorMap::FloorMap(const Context& context) : m_context(context) {
    const Design& design = context.design();
    for (const Rack* rack : context.racks())
        if (const auto place = footprintOf(context.project(), *rack); place && rack->room) {
            m_racks[rack->id.value] = m_solids.size();
            addSolid(SolidKind::Rack, rack->id.value, rack->room, corners(*place));
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
            for (std::vector<Point>& swing : swingsOf(*door))
                addSolid(SolidKind::DoorSwing, object.id.value, object.room, std::move(swing));
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
    forEachCell(room, solid.box, [&](const Cell& cell) { m_cells[cell].push_back(index); });
    m_solids.push_back(std::move(solid));
}

template <class Visit>
void FloorMap::forEachCell(Id<Room> room, const Box& box, Visit&& visit) const {
    for (std::int64_t x = cellOf(box.low.x); x <= cellOf(box.high.x); ++x)
        for (std::int64_t y = cellOf(box.low.y); y <= cellOf(box.high.y); ++y)
            visit(Cell{room.value, x, y});
}

const Solid* FloorMap::rack(Id<Rack> id) const {
    const auto it = m_racks.find(id.value);
    return it == m_racks.end() ? nullptr : &m_solids[it->second];
}

std::optional<Facing> FloorMap::facing(const Rack& rack, Face face) const {
    const auto place = footprintOf(m_context.project(), rack);
    const Solid* own = this->rack(rack.id);
    if (!place || !own)
        return std::nullopt;
    const std::int64_t sign = face == Face::Front ? -1 : 1;
    const Length half = place->depth / 2;
    const Point centre = placed(*place, {Length(), sign * half});
    const Point beyond = placed(*place, {Length(), sign * (half + kReach)});
    const double ux = (beyond.x - centre.x).inMetres() / kReach.inMetres();
    const double uy = (beyond.y - centre.y).inMetres() / kReach.inMetres();
    // Rays from the middle and near both ends of the face: what stands before any part of it counts.
    const Length aside = place->width * 45 / 100;
    std::array<Point, 3> starts = {placed(*place, {-aside, sign * half}), centre, placed(*place, {aside, sign * half})};
    std::vector<Point> corridor(starts.begin(), starts.end());
    corridor.push_back(beyond);
    std::set<std::size_t> near;
    forEachCell(rack.room, boundingBox(corridor), [&](const Cell& cell) {
        if (const auto it = m_cells.find(cell); it != m_cells.end())
            near.insert(it->second.begin(), it->second.end());
    });
    double nearest = kReach.inMetres();
    const Solid* solid = nullptr;
    bool isHit = false;
    const auto look = [&](const std::vector<Point>& outline, const Solid* from) {
        for (const Point start : starts) {
            const double along = nearestHit(start, ux, uy, outline);
            if (along >= 0 && along < nearest) {
                nearest = along;
                solid = from;
                isHit = true;
            }
        }
    };
    for (const std::size_t index : near) {
        const Solid& other = m_solids[index];
        const bool isSpace = other.kind == SolidKind::DoorSwing || other.kind == SolidKind::KeepOut ||
                             other.kind == SolidKind::ServiceSpace;
        if (&other != own && !isSpace)
            look(other.outline, &other);
    }
    if (const Room* room = m_context.design().rooms.find(rack.room))
        look(room->outline, nullptr);
    if (!isHit)
        return std::nullopt;
    return Facing{Length::nearest(nearest), solid};
}

bool FloorMap::meets(Id<Room> room, const std::vector<Point>& outline, SolidKind kind) const {
    bool isMet = false;
    forEachCell(room, boundingBox(outline), [&](const Cell& cell) {
        const auto it = m_cells.find(cell);
        if (isMet || it == m_cells.end())
            return;
        isMet = std::ranges::any_of(it->second, [&](std::size_t index) {
            return m_solids[index].kind == kind && overlap(m_solids[index].outline, outline);
        });
    });
    return isMet;
}

void FloorMap::forEachNeighbourPair(const std::function<void(const Solid&, const Solid&)>& visit) const {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const auto& [cell, indices] : m_cells)
        for (std::size_t i = 0; i < indices.size(); ++i)
            for (std::size_t j = i + 1; j < indices.size(); ++j) {
                const Box& a = m_solids[indices[i]].box;
                const Box& b = m_solids[indices[j]].box;
                if (a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y)
                    pairs.emplace_back(std::minmax(indices[i], indices[j]));
            }
    std::ranges::sort(pairs);
    const auto repeated = std::ranges::unique(pairs);
    pairs.erase(repeated.begin(), repeated.end());
    for (const auto& [a, b] : pairs)
        visit(m_solids[a], m_solids[b]);
}

} // namespace rackwright
