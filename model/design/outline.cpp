// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/outline.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {

double turn(Point a, Point b, Point p) {
    return (b.x - a.x).inMetres() * (p.y - a.y).inMetres() - (b.y - a.y).inMetres() * (p.x - a.x).inMetres();
}

struct Edge {
    Point from, to;
    std::pair<Length, Length> x, y; ///< least and greatest
};

int signOf(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

std::optional<Point> crossing(Point a, Point b, Point c, Point d) {
    if (signOf(turn(a, b, c)) * signOf(turn(a, b, d)) >= 0 || signOf(turn(c, d, a)) * signOf(turn(c, d, b)) >= 0)
        return std::nullopt;
    const double before = std::abs(turn(c, d, a)), behind = std::abs(turn(c, d, b));
    const double along = before / (before + behind);
    return Point{a.x + Length::nearest((b.x - a.x).inMetres() * along),
                 a.y + Length::nearest((b.y - a.y).inMetres() * along)};
}

} // namespace

// Edges by their left ends, so that only those that lie over each other are compared. A corner that is the one before
// makes no edge: nothing crosses it, and thousands of them lie over each other.
std::optional<Point> crossingOf(const std::vector<Point>& outline) {
    std::vector<Edge> edges;
    edges.reserve(outline.size());
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Point from = outline[i], to = outline[(i + 1) % outline.size()];
        if (from != to)
            edges.push_back({from, to, std::minmax(from.x, to.x), std::minmax(from.y, to.y)});
    }
    std::ranges::sort(edges, {}, [](const Edge& edge) { return edge.x.first; });
    for (std::size_t i = 0; i < edges.size(); ++i)
        for (std::size_t j = i + 1; j < edges.size() && edges[j].x.first <= edges[i].x.second; ++j)
            if (edges[j].y.first <= edges[i].y.second && edges[i].y.first <= edges[j].y.second)
                if (const auto found = crossing(edges[i].from, edges[i].to, edges[j].from, edges[j].to))
                    return found;
    return std::nullopt;
}

std::optional<Point> crossingTo(const std::vector<Point>& corners, Point next) {
    for (std::size_t i = 0; i + 2 < corners.size(); ++i)
        if (const auto found = crossing(corners[i], corners[i + 1], corners.back(), next))
            return found;
    return std::nullopt;
}

double metresToEdge(Point from, Point to, Point point) {
    const double ax = from.x.inMetres(), ay = from.y.inMetres();
    const double dx = to.x.inMetres() - ax, dy = to.y.inMetres() - ay;
    const double px = point.x.inMetres() - ax, py = point.y.inMetres() - ay;
    const double square = dx * dx + dy * dy;
    const double along = square > 0 ? std::clamp((px * dx + py * dy) / square, 0.0, 1.0) : 0;
    return std::hypot(px - along * dx, py - along * dy);
}

bool isBeyond(const std::vector<Point>& convex, const std::vector<Point>& outline) {
    // Where no edge of the one runs through the other, the one is all within or all beyond, as its middle is.
    for (std::size_t i = 0; i < outline.size(); ++i)
        if (crosses(outline[i], outline[(i + 1) % outline.size()], convex))
            return false;
    const Box box = boundingBox(convex);
    return !contains(outline, {(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2});
}

} // namespace rackwright
