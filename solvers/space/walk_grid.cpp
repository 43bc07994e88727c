// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/walk_grid.h"

#include "model/design/outline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

constexpr std::array<double, 4> kSteps = {0.05, 0.1, 0.2, 0.4}; // m
constexpr double kMostPlaces = 250e3;                           // that are followed within milliseconds
static_assert(WalkGrid::kMostSquareMetres <= 16 * kMostPlaces * kSteps.back() * kSteps.back());
// Doors are drawn along the edge of the room or in the middle of the wall around it.
constexpr double kWithinWall = 0.3; // m
// Of a step: the middle of a way may lie so far from the nearest places of the grid that follow it.
constexpr double kBeside = 0.75;

/// Where a row cuts something: from the first to the last place, nothing while low is beyond high.
struct Cut {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void add(double x) {
        low = std::min(low, x);
        high = std::max(high, x);
    }
};

struct Metres {
    double x = 0, y = 0;
};

Metres metresOf(Point point) { return {point.x.inMetres(), point.y.inMetres()}; }

void addCircle(Cut& cut, Metres middle, double radius, double y) {
    const double off = y - middle.y, half = radius * radius - off * off;
    if (half < 0)
        return;
    cut.add(middle.x - std::sqrt(half));
    cut.add(middle.x + std::sqrt(half));
}

void addSide(Cut& cut, Metres a, Metres b, double y) {
    if ((a.y <= y) != (b.y <= y))
        cut.add(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
}

} // namespace

bool WalkGrid::takes(const std::vector<Point>& room) {
    const Box box = boundingBox(room);
    return (box.high.x - box.low.x).inMetres() * (box.high.y - box.low.y).inMetres() <= kMostSquareMetres;
}

WalkGrid::WalkGrid(const std::vector<Point>& room, Length width) {
    const Box box = boundingBox(room);
    const double wide = (box.high.x - box.low.x).inMetres(), deep = (box.high.y - box.low.y).inMetres();
    RW_CHECK(takes(room), "a room that has no grid is not searched");
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
    m_places.assign(static_cast<std::size_t>(m_columns * m_rows), Place::Blocked);
    fillInside(room, Place::Free);
    for (std::size_t i = 0; i < room.size(); ++i)
        blockAround(room[i], room[(i + 1) % room.size()]);
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

std::pair<std::int64_t, std::int64_t> WalkGrid::rowsWithin(double low, double high) const {
    const auto first = static_cast<std::int64_t>(std::ceil((low - m_y) / m_step - 0.5));
    const auto last = static_cast<std::int64_t>(std::floor((high - m_y) / m_step - 0.5));
    return {std::max<std::int64_t>(first, 0), std::min(last + 1, m_rows)};
}

void WalkGrid::fill(std::int64_t row, double low, double high, Place place) {
    if (!(low <= high) || m_columns == 0)
        return;
    const double most = static_cast<double>(m_columns);
    const auto first = static_cast<std::int64_t>(std::clamp(std::ceil((low - m_x) / m_step - 0.5), 0.0, most));
    const auto last = static_cast<std::int64_t>(std::clamp(std::floor((high - m_x) / m_step - 0.5), -1.0, most - 1));
    if (first <= last)
        std::fill_n(m_places.begin() + row * m_columns + first, last - first + 1, place);
}

// A row is inside between the first side that it cuts and the second, between the third and the fourth and so on.
void WalkGrid::fillInside(const std::vector<Point>& outline, Place place) {
    const Box box = boundingBox(outline);
    const auto [first, end] = rowsWithin(box.low.y.inMetres(), box.high.y.inMetres());
    std::vector<double> cuts;
    for (std::int64_t row = first; row < end; ++row) {
        cuts.clear();
        for (std::size_t i = 0; i < outline.size(); ++i) {
            Cut cut;
            addSide(cut, metresOf(outline[i]), metresOf(outline[(i + 1) % outline.size()]), yOf(row));
            if (cut.low <= cut.high)
                cuts.push_back(cut.low);
        }
        std::ranges::sort(cuts);
        for (std::size_t i = 0; i + 1 < cuts.size(); i += 2)
            fill(row, cuts[i], cuts[i + 1], place);
    }
}

// What lies nearer to a line than half the width of a way: a strip along it with a half circle at each end, of which a
// row cuts one piece.
void WalkGrid::blockAround(Point from, Point to) {
    const double radius = m_radius - 1e-9;
    if (radius <= 0)
        return;
    const Metres a = metresOf(from), b = metresOf(to);
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const double aside = length > 0 ? radius / length : 0;
    const double nx = -(b.y - a.y) * aside, ny = (b.x - a.x) * aside;
    const std::array<Metres, 4> strip = {
        {{a.x + nx, a.y + ny}, {b.x + nx, b.y + ny}, {b.x - nx, b.y - ny}, {a.x - nx, a.y - ny}}};
    const auto [first, end] = rowsWithin(std::min(a.y, b.y) - radius, std::max(a.y, b.y) + radius);
    for (std::int64_t row = first; row < end; ++row) {
        Cut cut;
        addCircle(cut, a, radius, yOf(row));
        addCircle(cut, b, radius, yOf(row));
        for (std::size_t i = 0; i < strip.size(); ++i)
            addSide(cut, strip[i], strip[(i + 1) % strip.size()], yOf(row));
        fill(row, cut.low, cut.high, Place::Blocked);
    }
}

void WalkGrid::block(const std::vector<Point>& outline) {
    if (outline.size() < 2)
        return;
    if (outline.size() > 2)
        fillInside(outline, Place::Blocked);
    for (std::size_t i = 0; i < outline.size(); ++i)
        blockAround(outline[i], outline[(i + 1) % outline.size()]);
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

// Whole runs of free places at once: halls are wide.
void WalkGrid::follow() {
    std::vector<Spot> open = m_begun;
    while (!open.empty()) {
        const Spot from = open.back();
        open.pop_back();
        const auto row = m_places.begin() + from.row * m_columns;
        if (row[from.column] != Place::Free)
            continue;
        std::int64_t first = from.column, last = from.column;
        while (first > 0 && row[first - 1] == Place::Free)
            --first;
        while (last + 1 < m_columns && row[last + 1] == Place::Free)
            ++last;
        std::fill(row + first, row + last + 1, Place::Reached);
        for (const std::int64_t beside : {from.row - 1, from.row + 1}) {
            if (beside < 0 || beside >= m_rows)
                continue;
            const auto places = m_places.begin() + beside * m_columns;
            for (std::int64_t column = first; column <= last; ++column)
                if (places[column] == Place::Free && (column == first || places[column - 1] != Place::Free))
                    open.push_back({column, beside});
        }
    }
}

bool WalkGrid::isReached(Point point) const {
    const Spot spot = spotOf(point.x.inMetres(), point.y.inMetres());
    return isIn(spot) && m_places[at(spot)] == Place::Reached;
}

} // namespace rackwright
