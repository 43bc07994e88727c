// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plan_geometry.h"

#include "model/design/outline.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace rackwright {

namespace {

constexpr std::int64_t kCell = 2'000'000;                 // um; a cell holds a handful of racks
constexpr std::int64_t kMostCells = 1024;                 // of one outline
constexpr std::uint64_t kNowhere = 0x8000'0000'8000'0000; // the cell of outlines that would lie in more

std::int64_t cellOf(Length length) {
    const std::int64_t um = length.inMicrometres();
    return um >= 0 ? um / kCell : (um - kCell + 1) / kCell;
}

std::uint64_t cellKey(std::int64_t x, std::int64_t y) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)) << 32) | static_cast<std::uint32_t>(y);
}

Length size(Length length) { return Length::micrometres(std::llabs(length.inMicrometres())); }

Length toGrid(Length value, Length grid) {
    const std::int64_t g = grid.inMicrometres();
    return Length::micrometres(static_cast<std::int64_t>(
        std::llround(static_cast<double>(value.inMicrometres()) / static_cast<double>(g)) * g));
}

Box united(const Box& a, const Box& b) {
    return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
            {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
}

// A line with a breadth as a polygon.
std::vector<Point> band(Point from, Point to, Length breadth) {
    const double dx = (to.x - from.x).inMillimetres(), dy = (to.y - from.y).inMillimetres();
    const double length = std::hypot(dx, dy);
    if (length == 0)
        return {};
    const double half = breadth.inMillimetres() / 2000; // m
    const Point across{Length::nearest(-dy / length * half), Length::nearest(dx / length * half)};
    return {{from.x + across.x, from.y + across.y},
            {to.x + across.x, to.y + across.y},
            {to.x - across.x, to.y - across.y},
            {from.x - across.x, from.y - across.y}};
}

bool isNearEdge(const std::vector<Point>& corners, Point point, Length reach) {
    for (std::size_t i = 0; i < corners.size(); ++i)
        if (metresToEdge(corners[i], corners[(i + 1) % corners.size()], point) <= reach.inMetres())
            return true;
    return false;
}

// Outlines that may lie at a point, in the order in which they are drawn, the uppermost last.
std::vector<std::size_t> candidatesAt(const std::unordered_map<std::uint64_t, std::vector<std::size_t>>& cells,
                                      Point point) {
    std::vector<std::size_t> found;
    for (const std::uint64_t key : {cellKey(cellOf(point.x), cellOf(point.y)), kNowhere})
        if (const auto cell = cells.find(key); cell != cells.end())
            found.insert(found.end(), cell->second.begin(), cell->second.end());
    std::ranges::sort(found);
    return found;
}

// The best shift of one axis found so far.
struct AxisSnap {
    Length shift;
    Length distance = Length::micrometres(std::numeric_limits<std::int64_t>::max());
    std::optional<Length> line;

    void offer(Length from, Length to, Length reach, bool hasLine) {
        const Length d = size(to - from);
        if (d > reach || d >= distance)
            return;
        distance = d;
        shift = to - from;
        line = hasLine ? std::optional(to) : std::nullopt;
    }
};

} // namespace

void PlanGeometry::add(Subject subject, const Footprint& footprint) {
    PlanOutline outline{subject, false, false, corners(footprint), {}, {}, footprint};
    outline.box = outline.snap = boundingBox(outline.corners);
    m_outlines.push_back(std::move(outline));
}

void PlanGeometry::addDrawn(Subject subject, std::vector<Point> corners, bool isArea) {
    if (corners.size() < 3)
        return;
    PlanOutline outline{subject, isArea, false, std::move(corners), {}, {}, {}};
    outline.box = outline.snap = boundingBox(outline.corners);
    const Point low = outline.box.low, high = outline.box.high;
    outline.footprint = {{(low.x + high.x) / 2, (low.y + high.y) / 2}, high.x - low.x, high.y - low.y, {}};
    m_outlines.push_back(std::move(outline));
}

// Below everything: its edge is the room.
void PlanGeometry::addRoom(const Design& design, Id<Room> room) {
    const Room* row = design.rooms.find(room);
    if (!row)
        return;
    addDrawn(Subject(room), row->outline, true);
    addWalls(row->outline, true);
}

void PlanGeometry::addWalls(const std::vector<Point>& points, bool isClosed) {
    for (std::size_t i = 0; i + (isClosed ? 0 : 1) < points.size(); ++i)
        m_walls.push_back({points[i], points[(i + 1) % points.size()]});
}

std::optional<Point> PlanGeometry::onWall(Point point, Length grid, Length reach) const {
    const double most = reach.inMillimetres();
    const auto away = [point](Point to) { return distance(point, to).inMillimetres(); };
    std::optional<Point> nearest;
    double least = most;
    for (const Side& side : m_walls)
        for (const Point& end : {side.from, side.to})
            if (away(end) <= least) {
                least = away(end);
                nearest = end;
            }
    if (nearest)
        return nearest;
    for (const Side& side : m_walls) {
        const double off = metresToEdge(side.from, side.to, point) * 1000;
        if (off > least)
            continue;
        least = off;
        if (side.from.x == side.to.x) {
            nearest = Point{side.from.x, toGrid(point.y, grid)};
        } else if (side.from.y == side.to.y) {
            nearest = Point{toGrid(point.x, grid), side.from.y};
        } else {
            const double dx = (side.to.x - side.from.x).inMetres(), dy = (side.to.y - side.from.y).inMetres();
            const double share = ((point.x - side.from.x).inMetres() * dx + (point.y - side.from.y).inMetres() * dy) /
                                 (dx * dx + dy * dy);
            nearest = Point{side.from.x + Length::nearest(share * dx), side.from.y + Length::nearest(share * dy)};
        }
    }
    return nearest;
}

// Areas first: what stands on them lies above.
void PlanGeometry::addRoomObjects(const Design& design, Id<Room> room, bool hasUnderlays) {
    constexpr Length doorWidth = Length::millimetres(200), lineWidth = Length::millimetres(150);
    for (const bool areas : {true, false})
        for (const RoomObject& object : design.roomObjects) {
            if (object.room != room)
                continue;
            const bool isArea =
                std::holds_alternative<Aisle>(object.shape) || std::holds_alternative<KeepOut>(object.shape) ||
                std::holds_alternative<RaisedFloor>(object.shape) || std::holds_alternative<Underlay>(object.shape);
            if (isArea != areas)
                continue;
            const Subject subject(object.id);
            std::visit(
                [&](const auto& shape) {
                    using Shape = std::decay_t<decltype(shape)>;
                    if constexpr (requires { shape.outline; }) {
                        addDrawn(subject, shape.outline, isArea);
                        if (std::is_same_v<Shape, Column>)
                            addWalls(shape.outline, true);
                    } else if constexpr (std::is_same_v<Shape, Underlay>) {
                        if (hasUnderlays)
                            addDrawn(subject, corners(shape.place), true);
                    } else if constexpr (std::is_same_v<Shape, Wall>) {
                        addDrawn(subject, band(shape.from, shape.to, shape.thickness), false);
                        addWalls({shape.from, shape.to}, false);
                    } else if constexpr (std::is_same_v<Shape, Door>)
                        addDrawn(subject, band(shape.from, shape.to, doorWidth), false);
                    else
                        addDrawn(subject, band(shape.from, shape.to, lineWidth), false);
                },
                object.shape);
        }
}

void PlanGeometry::addPathways(const Design& design, Id<Room> room) {
    for (const PathSegment& segment : design.pathSegments) {
        const PathNode* from = design.pathNodes.find(segment.from);
        const PathNode* to = design.pathNodes.find(segment.to);
        if (!from || !to || from->room != room || to->room != room)
            continue;
        const std::size_t before = m_outlines.size();
        addDrawn({SubjectKind::Pathway, segment.id.value}, band(from->place, to->place, segment.width), false);
        if (m_outlines.size() > before)
            m_outlines.back().snap = boundingBox({from->place, to->place});
    }
    constexpr Length half = Length::millimetres(90);
    for (const PathNode& node : design.pathNodes) {
        if (node.room != room)
            continue;
        const Point at = node.place;
        addDrawn({SubjectKind::Pathway, node.id.value},
                 {{at.x - half, at.y - half},
                  {at.x + half, at.y - half},
                  {at.x + half, at.y + half},
                  {at.x - half, at.y + half}},
                 false);
        m_outlines.back().snap = {at, at};
        m_outlines.back().isPoint = true;
    }
}

PlanGeometry::PlanGeometry(const Project& project, const Design& design, Id<Room> room, bool hasUnderlays) {
    addRoom(design, room);
    addRoomObjects(design, room, hasUnderlays);
    addPathways(design, room);
    for (const Rack& rack : design.racks)
        if (rack.room == room)
            if (const auto footprint = footprintOf(project, rack))
                add(Subject(rack.id), *footprint);
    const auto addStanding = [&](SubjectKind kind, const auto& table) {
        for (const auto& row : table) {
            const auto* place = std::get_if<OnFloor>(&row.placement);
            const Part* part = findPart(project, row.part);
            if (!place || place->room != room || !part)
                continue;
            if (const auto footprint = footprintOf(*part, *place))
                add({kind, row.id.value}, *footprint);
        }
    };
    addStanding(SubjectKind::Device, design.devices);
    addStanding(SubjectKind::PowerElement, design.powerElements);
    addStanding(SubjectKind::CoolingUnit, design.coolingUnits);
    m_places.reserve(m_outlines.size());
    for (std::size_t i = 0; i < m_outlines.size(); ++i) {
        m_places[m_outlines[i].subject] = i;
        if (m_outlines[i].subject.kind == SubjectKind::Room)
            continue; // it is everywhere
        const Box& box = m_outlines[i].box;
        const auto left = cellOf(box.low.x), right = cellOf(box.high.x);
        const auto top = cellOf(box.low.y), bottom = cellOf(box.high.y);
        if ((right - left + 1) * (bottom - top + 1) > kMostCells) {
            m_cells[kNowhere].push_back(i);
            continue;
        }
        for (auto y = top; y <= bottom; ++y)
            for (auto x = left; x <= right; ++x)
                m_cells[cellKey(x, y)].push_back(i);
    }
}

const PlanOutline* PlanGeometry::find(Subject subject) const {
    const auto it = m_places.find(subject);
    return it == m_places.end() ? nullptr : &m_outlines[it->second];
}

bool PlanGeometry::isHit(const PlanOutline& outline, Point point, Length reach) const {
    return outline.isArea ? isNearEdge(outline.corners, point, reach) : contains(outline.corners, point);
}

std::optional<Subject> PlanGeometry::at(Point point, Length reach) const {
    const std::vector<Subject> found = allAt(point, reach);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

std::vector<Subject> PlanGeometry::allAt(Point point, Length reach) const {
    std::vector<Subject> found;
    const std::vector<std::size_t> candidates = candidatesAt(m_cells, point);
    for (auto it = candidates.rbegin(); it != candidates.rend(); ++it)
        if (isHit(m_outlines[*it], point, reach))
            found.push_back(m_outlines[*it].subject);
    const bool hasRoom = !m_outlines.empty() && m_outlines.front().subject.kind == SubjectKind::Room;
    if (hasRoom && isHit(m_outlines.front(), point, reach))
        found.push_back(m_outlines.front().subject);
    return found;
}

std::vector<Subject> PlanGeometry::within(const Box& box) const {
    const std::vector<Point> area = {box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}};
    std::vector<Subject> found;
    for (const PlanOutline& outline : m_outlines) {
        if (outline.isPoint || outline.subject.kind == SubjectKind::Room)
            continue; // points go with their stretches, and the room is what the box is drawn in
        const bool isDrawn =
            outline.subject.kind == SubjectKind::RoomObject || outline.subject.kind == SubjectKind::Pathway;
        const bool isWhole = outline.box.low.x >= box.low.x && outline.box.low.y >= box.low.y &&
                             outline.box.high.x <= box.high.x && outline.box.high.y <= box.high.y;
        if (isDrawn ? isWhole : overlap(outline.corners, area))
            found.push_back(outline.subject);
    }
    return found;
}

Snapped PlanGeometry::snapped(const std::vector<Subject>& moved, Point by, Length grid, Length reach) const {
    std::optional<Box> group;
    std::vector<const PlanOutline*> others;
    for (const PlanOutline& outline : m_outlines) {
        if (std::ranges::binary_search(moved, outline.subject))
            group = group ? united(*group, outline.snap) : outline.snap;
        else if (!outline.isPoint)
            others.push_back(&outline);
    }
    if (!group)
        return {by, {}};
    const Box at{{group->low.x + by.x, group->low.y + by.y}, {group->high.x + by.x, group->high.y + by.y}};
    // Neighbours within some metres count; an edge far away lines up by accident.
    constexpr Length nearby = Length::metres(4);
    AxisSnap x, y;
    for (const PlanOutline* other : others) {
        const bool isNearX = other->box.high.x + nearby >= at.low.x && other->box.low.x - nearby <= at.high.x;
        const bool isNearY = other->box.high.y + nearby >= at.low.y && other->box.low.y - nearby <= at.high.y;
        if (!isNearX || !isNearY)
            continue;
        for (const Length edge : {other->snap.low.x, other->snap.high.x}) {
            x.offer(at.low.x, edge, reach, true);
            x.offer(at.high.x, edge, reach, true);
        }
        for (const Length edge : {other->snap.low.y, other->snap.high.y}) {
            y.offer(at.low.y, edge, reach, true);
            y.offer(at.high.y, edge, reach, true);
        }
    }
    if (!x.line)
        x.offer(at.low.x, toGrid(at.low.x, grid), reach, false);
    if (!y.line)
        y.offer(at.low.y, toGrid(at.low.y, grid), reach, false);
    Snapped result{{by.x + x.shift, by.y + y.shift}, {}};
    constexpr Length overhang = Length::millimetres(600);
    if (x.line)
        result.guides.push_back({{*x.line, at.low.y - overhang}, {*x.line, at.high.y + overhang}});
    if (y.line)
        result.guides.push_back({{at.low.x - overhang, *y.line}, {at.high.x + overhang, *y.line}});
    return result;
}

} // namespace rackwright
