// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/geometry.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

struct Turn {
    double cosine = 1, sine = 0;
};

// Quarter turns are exact, so that racks in line stay in line to the micrometre.
Turn turnOf(Angle angle) {
    switch (angle.inMillidegrees()) {
    case 0:
        return {1, 0};
    case 90'000:
        return {0, 1};
    case 180'000:
        return {-1, 0};
    case 270'000:
        return {0, -1};
    default:
        break;
    }
    const double radians = angle.inDegrees() * 3.14159265358979323846 / 180.0;
    return {std::cos(radians), std::sin(radians)};
}

double um(Length length) { return static_cast<double>(length.inMicrometres()); }

double cross(Point o, Point a, Point b) {
    return (um(a.x) - um(o.x)) * (um(b.y) - um(o.y)) - (um(a.y) - um(o.y)) * (um(b.x) - um(o.x));
}

// Overlap below 1 um^2-scale noise does not count: coordinates are whole micrometres and turned corners are rounded.
constexpr double kTouchUm = 2.0;

bool isSeparatedBy(const std::vector<Point>& a, const std::vector<Point>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Point p = a[i];
        const Point q = a[(i + 1) % a.size()];
        const double nx = um(q.y) - um(p.y);
        const double ny = um(p.x) - um(q.x);
        const double norm = std::hypot(nx, ny);
        if (norm <= 0)
            continue;
        const auto along = [&](Point s) { return (um(s.x) * nx + um(s.y) * ny) / norm; };
        double aLow = along(a[0]), aHigh = aLow, bLow = along(b[0]), bHigh = bLow;
        for (const Point s : a) {
            aLow = std::min(aLow, along(s));
            aHigh = std::max(aHigh, along(s));
        }
        for (const Point s : b) {
            bLow = std::min(bLow, along(s));
            bHigh = std::max(bHigh, along(s));
        }
        if (aHigh <= bLow + kTouchUm || bHigh <= aLow + kTouchUm)
            return true;
    }
    return false;
}

bool isOnSegment(Point p, Point a, Point b) {
    const double length = std::hypot(um(b.x) - um(a.x), um(b.y) - um(a.y));
    if (length <= 0)
        return p == a;
    if (std::abs(cross(a, b, p)) / length > kTouchUm)
        return false;
    return p.x >= std::min(a.x, b.x) - Length::micrometres(2) && p.x <= std::max(a.x, b.x) + Length::micrometres(2) &&
           p.y >= std::min(a.y, b.y) - Length::micrometres(2) && p.y <= std::max(a.y, b.y) + Length::micrometres(2);
}

bool properlyCross(Point a, Point b, Point c, Point d) {
    const double scale = std::max({std::abs(um(b.x) - um(a.x)), std::abs(um(b.y) - um(a.y)),
                                   std::abs(um(d.x) - um(c.x)), std::abs(um(d.y) - um(c.y)), 1.0});
    const double eps = kTouchUm * scale;
    const double d1 = cross(c, d, a), d2 = cross(c, d, b), d3 = cross(a, b, c), d4 = cross(a, b, d);
    return ((d1 > eps && d2 < -eps) || (d1 < -eps && d2 > eps)) && ((d3 > eps && d4 < -eps) || (d3 < -eps && d4 > eps));
}

// Whether a segment whose ends lie within a polygon stays within it. It may leave and come back through corners of the
// polygon, as over the opening of a U, without properly crossing an edge: so each stretch between corners is asked.
bool staysWithin(Point a, Point b, const std::vector<Point>& polygon) {
    const double length = std::hypot(um(b.x) - um(a.x), um(b.y) - um(a.y));
    if (length <= 0)
        return true;
    std::vector<double> stops{0, 1};
    for (const Point corner : polygon)
        if (isOnSegment(corner, a, b))
            stops.push_back(std::hypot(um(corner.x) - um(a.x), um(corner.y) - um(a.y)) / length);
    std::ranges::sort(stops);
    for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
        const double middle = (stops[i] + stops[i + 1]) / 2;
        const Point point{Length::micrometres(std::llround(um(a.x) + middle * (um(b.x) - um(a.x)))),
                          Length::micrometres(std::llround(um(a.y) + middle * (um(b.y) - um(a.y))))};
        if ((stops[i + 1] - stops[i]) * length > 2 * kTouchUm && !contains(polygon, point))
            return false;
    }
    return true;
}

} // namespace

Point placed(const Footprint& footprint, Point offset) {
    const Turn turn = turnOf(footprint.rotation);
    const double x = um(offset.x) * turn.cosine - um(offset.y) * turn.sine;
    const double y = um(offset.x) * turn.sine + um(offset.y) * turn.cosine;
    return {footprint.centre.x + Length::micrometres(std::llround(x)),
            footprint.centre.y + Length::micrometres(std::llround(y))};
}

std::vector<Point> corners(const Footprint& footprint) {
    const Length w = footprint.width / 2;
    const Length d = footprint.depth / 2;
    return {placed(footprint, {-w, -d}), placed(footprint, {w, -d}), placed(footprint, {w, d}),
            placed(footprint, {-w, d})};
}

Box boundingBox(const std::vector<Point>& points) {
    if (points.empty())
        return {};
    Box box{points.front(), points.front()};
    for (const Point p : points) {
        box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
        box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
    }
    return box;
}

Area area(const std::vector<Point>& polygon) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point a = polygon[i];
        const Point b = polygon[(i + 1) % polygon.size()];
        twice += a.x.inMetres() * b.y.inMetres() - b.x.inMetres() * a.y.inMetres();
    }
    return Area(std::abs(twice) / 2);
}

bool contains(const std::vector<Point>& polygon, Point point) {
    bool inside = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point a = polygon[i];
        const Point b = polygon[(i + 1) % polygon.size()];
        if (isOnSegment(point, a, b))
            return true;
        if ((a.y > point.y) == (b.y > point.y))
            continue;
        const double x = um(a.x) + (um(point.y) - um(a.y)) / (um(b.y) - um(a.y)) * (um(b.x) - um(a.x));
        if (um(point.x) < x)
            inside = !inside;
    }
    return inside;
}

bool overlap(const std::vector<Point>& a, const std::vector<Point>& b) {
    if (a.size() < 3 || b.size() < 3)
        return false;
    return !isSeparatedBy(a, b) && !isSeparatedBy(b, a);
}

bool isWithin(const std::vector<Point>& inner, const std::vector<Point>& outer) {
    if (!std::ranges::all_of(inner, [&outer](Point p) { return contains(outer, p); }))
        return false;
    for (std::size_t i = 0; i < inner.size(); ++i)
        for (std::size_t j = 0; j < outer.size(); ++j)
            if (properlyCross(inner[i], inner[(i + 1) % inner.size()], outer[j], outer[(j + 1) % outer.size()]))
                return false;
    for (std::size_t i = 0; i < inner.size(); ++i)
        if (!staysWithin(inner[i], inner[(i + 1) % inner.size()], outer))
            return false;
    return true;
}

bool crosses(Point a, Point b, const std::vector<Point>& convex) {
    for (std::size_t i = 0; i < convex.size(); ++i)
        if (properlyCross(a, b, convex[i], convex[(i + 1) % convex.size()]))
            return true;
    const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    bool onEdge = false;
    for (std::size_t i = 0; i < convex.size(); ++i)
        onEdge = onEdge || isOnSegment(middle, convex[i], convex[(i + 1) % convex.size()]);
    return !onEdge && contains(convex, middle);
}

Length distance(Point a, Point b) { return Length::nearest(std::hypot((a.x - b.x).inMetres(), (a.y - b.y).inMetres())); }

} // namespace rackwright
