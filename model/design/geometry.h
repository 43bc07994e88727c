// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Places on the floor plan: points, angles, polygons, in exact micrometres and millidegrees. x to the right, y down the
// plan, rotation clockwise as seen from above; a rack of rotation 0 faces the top of the plan (its front at least y).

#include "model/base/fields.h"
#include "model/units/length.h"

#include <cstdint>
#include <vector>

namespace rackwright {

/// A site of 10 km each way.
inline constexpr Limits kPlaceLimits{-1e10, 1e10};

/// A place of the plan, or a move by x and y.
struct Point {
    Length x;
    Length y;
    static constexpr void fields(auto&& visit) {
        visit(field("x", &Point::x, "um", kPlaceLimits), field("y", &Point::y, "um", kPlaceLimits));
    }
    friend constexpr auto operator<=>(const Point&, const Point&) = default;
};

/// Millidegrees clockwise, kept in [0, 360000).
class Angle {
public:
    constexpr Angle() = default;
    /// Any number; whole turns are taken off.
    static constexpr Angle millidegrees(std::int64_t value) {
        const std::int64_t turn = 360'000;
        return Angle(((value % turn) + turn) % turn);
    }
    static constexpr Angle degrees(std::int64_t value) { return millidegrees(value * 1000); }
    constexpr std::int64_t inMillidegrees() const { return m_value; }
    constexpr double inDegrees() const { return static_cast<double>(m_value) / 1000.0; }
    constexpr bool isQuarterTurn() const { return m_value % 90'000 == 0; }
    friend constexpr Angle operator+(Angle a, Angle b) { return millidegrees(a.m_value + b.m_value); }
    friend constexpr auto operator<=>(Angle, Angle) = default;

private:
    constexpr explicit Angle(std::int64_t value) : m_value(value) {}
    std::int64_t m_value = 0;
};

/// Its sides lie along x and y; `low` has the least of both, `high` the greatest.
struct Box {
    Point low;
    Point high;
    friend constexpr bool operator==(const Box&, const Box&) = default;
};

/// A rectangle of the given size whose centre is at `centre`, turned clockwise. Width lies along x at rotation 0.
struct Footprint {
    Point centre;
    Length width;
    Length depth;
    Angle rotation;
    static constexpr void fields(auto&& visit) {
        visit(field("centre", &Footprint::centre), field("width", &Footprint::width, "um"),
              field("depth", &Footprint::depth, "um"), field("rotation", &Footprint::rotation, "mdeg"));
    }
    friend constexpr bool operator==(const Footprint&, const Footprint&) = default;
};

/// `offset` (from the centre, unturned: x along the width, y along the depth) as a point of the plan.
Point placed(const Footprint& footprint, Point offset);

/// Corners in order: front left, front right, rear right, rear left (front is the side of least y at rotation 0).
std::vector<Point> corners(const Footprint& footprint);

/// Zero by zero at the origin when there are no points.
Box boundingBox(const std::vector<Point>& points);
/// In m2, whichever way round the corners go; of a polygon that does not cross itself.
Area area(const std::vector<Point>& polygon);

/// A point on the edge counts as inside.
bool contains(const std::vector<Point>& polygon, Point point);

/// Whether the interiors of two convex polygons meet; touching edges do not count.
bool overlap(const std::vector<Point>& a, const std::vector<Point>& b);

/// Whether polygon `inner` lies within `outer` (which may be concave); touching edges count as within.
bool isWithin(const std::vector<Point>& inner, const std::vector<Point>& outer);

/// Whether the segment a-b passes through the interior of a convex polygon.
bool crosses(Point a, Point b, const std::vector<Point>& convex);

/// In a straight line, to the nearest micrometre.
Length distance(Point a, Point b);

} // namespace rackwright
