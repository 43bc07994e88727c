// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plan_geometry.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace rackwright {

namespace {

constexpr std::int64_t kCell = 2'000'000; // um; a cell holds a handful of racks

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

PlanGeometry::PlanGeometry(const Project& project, const Design& design, Id<Room> room) {
    const auto add = [this](Subject subject, const Footprint& footprint) {
        PlanOutline outline{subject, corners(footprint), {}, footprint};
        outline.box = boundingBox(outline.corners);
        m_outlines.push_back(std::move(outline));
    };
    for (const Rack& rack : design.racks)
        if (rack.room == room)
            if (const auto footprint = footprintOf(project, rack))
                add({SubjectKind::Rack, rack.id.value}, *footprint);
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
    for (std::size_t i = 0; i < m_outlines.size(); ++i)
        for (auto y = cellOf(m_outlines[i].box.low.y); y <= cellOf(m_outlines[i].box.high.y); ++y)
            for (auto x = cellOf(m_outlines[i].box.low.x); x <= cellOf(m_outlines[i].box.high.x); ++x)
                m_cells[cellKey(x, y)].push_back(i);
}

const PlanOutline* PlanGeometry::find(Subject subject) const {
    const auto it = std::ranges::find(m_outlines, subject, &PlanOutline::subject);
    return it == m_outlines.end() ? nullptr : &*it;
}

std::optional<Subject> PlanGeometry::at(Point point) const {
    const auto cell = m_cells.find(cellKey(cellOf(point.x), cellOf(point.y)));
    if (cell == m_cells.end())
        return std::nullopt;
    for (auto it = cell->second.rbegin(); it != cell->second.rend(); ++it)
        if (contains(m_outlines[*it].corners, point))
            return m_outlines[*it].subject;
    return std::nullopt;
}

std::vector<Subject> PlanGeometry::within(const Box& box) const {
    const std::vector<Point> area = {box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}};
    std::vector<Subject> found;
    for (const PlanOutline& outline : m_outlines)
        if (overlap(outline.corners, area))
            found.push_back(outline.subject);
    return found;
}

Snapped PlanGeometry::snapped(const std::vector<Subject>& moved, Point by, Length grid, Length reach) const {
    std::optional<Box> group;
    std::vector<const PlanOutline*> others;
    for (const PlanOutline& outline : m_outlines) {
        if (std::ranges::find(moved, outline.subject) == moved.end())
            others.push_back(&outline);
        else
            group = group ? united(*group, outline.box) : outline.box;
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
        for (const Length edge : {other->box.low.x, other->box.high.x}) {
            x.offer(at.low.x, edge, reach, true);
            x.offer(at.high.x, edge, reach, true);
        }
        for (const Length edge : {other->box.low.y, other->box.high.y}) {
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
