// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Outlines of what stands in a room with a grid index for hit tests, and snapping of a moved group to the room's grid and
// to its neighbours. Pure geometry on a design; no widget.

#include "model/design/occupancy.h"
#include "solvers/engine/figure.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace rackwright {

struct PlanOutline {
    Subject subject;
    std::vector<Point> corners;
    Box box;
    Footprint footprint;
};

/// A line that shows what a moved edge snapped to.
struct SnapGuide {
    Point from;
    Point to;
    friend bool operator==(const SnapGuide&, const SnapGuide&) = default;
};

struct Snapped {
    Point by;
    std::vector<SnapGuide> guides;
};

class PlanGeometry {
public:
    PlanGeometry() = default;
    PlanGeometry(const Project& project, const Design& design, Id<Room> room);

    const std::vector<PlanOutline>& outlines() const { return m_outlines; }
    const PlanOutline* find(Subject subject) const;
    /// The uppermost thing at a point.
    std::optional<Subject> at(Point point) const;
    std::vector<Subject> within(const Box& box) const;

    /// The move nearest to `by` that lines the moved racks up with an edge of a neighbour or with the grid, when one is
    /// within `reach`; else `by`.
    Snapped snapped(const std::vector<Subject>& moved, Point by, Length grid, Length reach) const;

private:
    std::vector<PlanOutline> m_outlines;
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> m_cells;
};

} // namespace rackwright
