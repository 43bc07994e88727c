// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/outline.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rackwright {

namespace {

double turn(Point a, Point b, Point p) {
    return (b.x - a.x).inMetres() * (p.y - a.y).inMetres() - (b.y - a.y).inMetres() * (p.x - a.x).inMetres();
}

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

// Edges by their left ends, so that only those that lie over each other are compared.
std::optional<Point> crossingOf(const std::vector<Point>& outline) {
    const std::size_t count = outline.size();
    const auto to = [&](std::size_t i) { return outline[(i + 1) % count]; };
    const auto left = [&](std::size_t i) { return std::min(outline[i].x, to(i).x); };
    const auto right = [&](std::size_t i) { return std::max(outline[i].x, to(i).x); };
    std::vector<std::size_t> edges(count);
    std::iota(edges.begin(), edges.end(), std::size_t(0));
    std::ranges::sort(edges, {}, left);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count && left(edges[j]) <= right(edges[i]); ++j)
            if (const auto found = crossing(outline[edges[i]], to(edges[i]), outline[edges[j]], to(edges[j])))
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

} // namespace rackwright
