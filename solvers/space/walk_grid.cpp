// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/walk_grid.h"

#include "model/design/outline.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::array<double, 4> kSteps = {0.05, 0.1, 0.2, 0.4}; // m
constexpr double kMostPlaces = 250e3;                           // that are followed within milliseconds
// Doors are drawn along the edge of the room or in the middle of the wall around it.
constexpr double kWithinWall = 0.3; // m
// Of a step: the middle of a way may lie so far from the nearest places of the grid that follow it.
constexpr double kBeside = 0.75;

double metresToOutline(const std::vector<Point>& outline, Point point) {
    double nearest = metresToEdge(outline.back(), outline.front(), point);
    for (std::size_t i = 0; i + 1 < outline.size(); ++i)
        nearest = std::min(nearest, metresToEdge(outline[i], outline[i + 1], point));
    return nearest;
}

} // namespace

WalkGrid::WalkGrid(const std::vector<Point>& room, Length width) {
    const Box box = boundingBox(room);
    const double wide = (box.high.x - box.low.x).inMetres(), deep = (box.high.y - box.low.y).inMetres();
    m_x = box.low.x.inMetres();
    m_y = box.low.y.inMetres();
    for (const double step : kSteps) {
        m_step = step;
        if (wide / step * (deep / step) <= kMostPlaces)
            break;
    }
    m_radius = std::max(width.inMetres() / 2 - kBeside * m_step, 0.0);
    m_columns = static_cast<std::int64_t>(std::ceil(wide / m_step));
    m_rows = static_cast<std::int64_t>(std::ceil(deep / m_step));
    if (wide / m_step * (deep / m_step) > 16 * kMostPlaces) // no hall is so large: nothing is said of it
        m_columns = m_rows = 0;
    m_places.assign(static_cast<std::size_t>(m_columns * m_rows), Place::Free);
    for (std::int64_t row = 0; row < m_rows; ++row)
        for (std::int64_t column = 0; column < m_columns; ++column)
            if (!contains(room, {Length::nearest(xOf(column)), Length::nearest(yOf(row))}))
                m_places[at({column, row})] = Place::Blocked;
    for (std::size_t i = 0; i < room.size(); ++i)
        block({room[i], room[(i + 1) % room.size()]});
}

WalkGrid::Spot WalkGrid::spotOf(double x, double y) const {
    return {static_cast<std::int64_t>(std::floor((x - m_x) / m_step)),
            static_cast<std::int64_t>(std::floor((y - m_y) / m_step))};
}

bool WalkGrid::isIn(Spot spot) const {
    return spot.column >= 0 && spot.row >= 0 && spot.column < m_columns && spot.row < m_rows;
}

template <class Visit>
void WalkGrid::forEachSpot(const Box& box, double around, Visit&& visit) {
    const Spot low = spotOf(box.low.x.inMetres() - around, box.low.y.inMetres() - around);
    const Spot high = spotOf(box.high.x.inMetres() + around, box.high.y.inMetres() + around);
    for (std::int64_t row = std::max<std::int64_t>(low.row, 0); row <= std::min(high.row, m_rows - 1); ++row)
        for (std::int64_t column = std::max<std::int64_t>(low.column, 0);
             column <= std::min(high.column, m_columns - 1); ++column)
            visit(Spot{column, row}, Point{Length::nearest(xOf(column)), Length::nearest(yOf(row))});
}

void WalkGrid::block(const std::vector<Point>& outline) {
    if (outline.size() < 2)
        return;
    forEachSpot(boundingBox(outline), m_radius, [&](Spot spot, Point point) {
        Place& place = m_places[at(spot)];
        if (place != Place::Blocked &&
            (metresToOutline(outline, point) < m_radius - 1e-9 || (outline.size() > 2 && contains(outline, point))))
            place = Place::Blocked;
    });
}

// A strip across the doorway, as deep as the wall or the edge of the room keeps ways away from it.
void WalkGrid::open(Point from, Point to, Doorway doorway) {
    const double dx = (to.x - from.x).inMetres(), dy = (to.y - from.y).inMetres();
    const double length = std::hypot(dx, dy);
    if (length <= 0)
        return;
    const double half = std::max(length / 2 - m_radius, m_step);
    const double deep = kWithinWall + m_radius + 2 * m_step;
    const Point middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
    forEachSpot(boundingBox({from, to}), deep, [&](Spot spot, Point point) {
        const double x = (point.x - middle.x).inMetres(), y = (point.y - middle.y).inMetres();
        const double off = std::abs((x * dy - y * dx) / length);
        if (std::abs((x * dx + y * dy) / length) > half || off > deep)
            return;
        m_places[at(spot)] = Place::Free;
        if (doorway == Doorway::WayIn && off <= kWithinWall + m_step)
            m_begun.push_back(spot);
    });
}

void WalkGrid::follow() {
    std::vector<Spot> open;
    for (const Spot spot : m_begun)
        if (m_places[at(spot)] == Place::Free) {
            m_places[at(spot)] = Place::Reached;
            open.push_back(spot);
        }
    while (!open.empty()) {
        const Spot from = open.back();
        open.pop_back();
        for (const Spot next : {Spot{from.column - 1, from.row}, Spot{from.column + 1, from.row},
                                Spot{from.column, from.row - 1}, Spot{from.column, from.row + 1}})
            if (isIn(next) && m_places[at(next)] == Place::Free) {
                m_places[at(next)] = Place::Reached;
                open.push_back(next);
            }
    }
}

bool WalkGrid::isReached(Point point) const {
    const Spot spot = spotOf(point.x.inMetres(), point.y.inMetres());
    return isIn(spot) && m_places[at(spot)] == Place::Reached;
}

} // namespace rackwright
