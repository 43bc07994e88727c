// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Outlines of what stands in a room with a grid index for hit tests, and snapping of a moved group to the room's grid and
// to its neighbours. Pure geometry on a design; no widget.

#include "model/design/occupancy.h"
#include "solvers/engine/figure.h"

#include <QPointF>

#include <optional>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// World millimetres of a drawing and places of the design.
inline Point toPoint(QPointF worldMm) {
    return {Length::nearest(worldMm.x() / 1000), Length::nearest(worldMm.y() / 1000)};
}
inline QPointF toMm(Point point) { return {point.x.inMillimetres(), point.y.inMillimetres()}; }

struct PlanOutline {
    Subject subject;
    bool isArea = false; ///< hit at its edge only, so that one can point into it at what lies in it
    bool isPoint = false; ///< of a pathway: moves alone, while others pass by it
    std::vector<Point> corners;
    Box box;
    Box snap; ///< what lines up with neighbours: the box, of a pathway its middle line
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
    /// With `hasUnderlays` pictures below the plan are things too.
    PlanGeometry(const Project& project, const Design& design, Id<Room> room, bool hasUnderlays = false);

    const std::vector<PlanOutline>& outlines() const { return m_outlines; }
    const PlanOutline* find(Subject subject) const;
    /// The uppermost thing at a point; an edge counts within `reach`.
    std::optional<Subject> at(Point point, Length reach) const;
    /// The place on a wall, a column or the edge of the room that is nearest to a point, their corners and ends before
    /// all else; nothing within `reach`. A side that runs along an axis leaves the place along it to `grid`.
    std::optional<Point> onWall(Point point, Length grid, Length reach) const;
    /// All things at a point, the uppermost first.
    std::vector<Subject> allAt(Point point, Length reach) const;
    /// What a box touches: racks and floor units; of drawn things those that lie in it whole.
    std::vector<Subject> within(const Box& box) const;

    /// `moved` is sorted. The move nearest to `by` that lines the moved racks up with an edge of a neighbour or with the grid, when one is
    /// within `reach`; else `by`.
    Snapped snapped(const std::vector<Subject>& moved, Point by, Length grid, Length reach) const;

private:
    void add(Subject subject, const Footprint& footprint);
    void addDrawn(Subject subject, std::vector<Point> corners, bool isArea);
    void addRoom(const Design& design, Id<Room> room);
    void addWalls(const std::vector<Point>& points, bool isClosed);
    void addRoomObjects(const Design& design, Id<Room> room, bool hasUnderlays);
    void addPathways(const Design& design, Id<Room> room);
    bool isHit(const PlanOutline& outline, Point point, Length reach) const;

    struct SubjectHash {
        std::size_t operator()(Subject subject) const {
            return static_cast<std::size_t>(subject.id) * 16 + static_cast<std::size_t>(subject.kind);
        }
    };
    struct Side {
        Point from;
        Point to;
    };
    std::vector<PlanOutline> m_outlines;
    std::vector<Side> m_walls; ///< sides of the room and of columns, middle lines of walls
    std::unordered_map<Subject, std::size_t, SubjectHash> m_places;
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> m_cells;
};

} // namespace rackwright
