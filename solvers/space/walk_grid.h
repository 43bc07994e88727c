// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// WalkGrid: where the middle of something round, as wide as a way must be, can be brought from the doors of a room. It
// knows outlines and a width; what is in the way of whom, its users know.

#include "model/design/design.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace rackwright {

class WalkGrid {
public:
    /// Of the box around a room. Over more of it, places would be as far apart as ways are wide.
    static constexpr double kMostSquareMetres = 640e3;
    /// A room that is larger is no hall, and has no grid.
    static bool takes(const std::vector<Point>& room);

    /// Of a room that it takes. `width` of the way. Ways that are a little narrower than it may pass, none that is
    /// wider is taken for closed.
    WalkGrid(const std::vector<Point>& room, Length width);

    /// Nothing passes a wall or the edge of the room but through its doorways: these are blocked first.
    void block(const std::vector<Point>& outline);
    enum class Doorway : std::uint8_t { Inner, WayIn };
    /// Opens what was blocked so far along a doorway; ways begin in a way in.
    void open(Point from, Point to, Doorway doorway);
    /// Follows the ways to their ends; later calls of the others have no effect.
    void follow();

    bool isReached(Point point) const;
    double step() const { return m_step; } ///< metres from place to place

private:
    enum class Place : std::uint8_t { Free, Blocked, Reached };
    struct Spot {
        std::int64_t column = 0, row = 0;
    };
    double xOf(std::int64_t column) const { return m_x + (static_cast<double>(column) + 0.5) * m_step; }
    double yOf(std::int64_t row) const { return m_y + (static_cast<double>(row) + 0.5) * m_step; }
    std::size_t at(Spot spot) const { return static_cast<std::size_t>(spot.row * m_columns + spot.column); }
    Spot spotOf(double x, double y) const;
    bool isIn(Spot spot) const;
    template <class Visit>
    void forEachSpot(const Box& box, double around, Visit&& visit);
    /// The rows whose middles lie within, from and to beyond the last.
    std::pair<std::int64_t, std::int64_t> rowsWithin(double low, double high) const;
    /// Sets the places of a row whose middles lie within.
    void fill(std::int64_t row, double low, double high, Place place);
    void fillInside(const std::vector<Point>& outline, Place place);
    void blockAround(Point from, Point to);

    double m_x = 0, m_y = 0, m_step = 0.05, m_radius = 0;
    std::int64_t m_columns = 0, m_rows = 0;
    std::vector<Place> m_places;
    std::vector<Spot> m_begun;
};

} // namespace rackwright
