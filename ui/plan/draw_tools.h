// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What can be drawn on the floor plan by pointing: building objects and pathways. A tool says how its points are given and
// which edit they make; the plan view runs the gesture.

#include "model/edits/target.h"

#include <span>

namespace rackwright {

/// How the points of a thing are given: two ends, two opposite corners, one bend after another, or one place.
enum class DrawGesture : std::uint8_t { Line, Rectangle, Polyline, Place };

struct DrawTool {
    const char* id; ///< "insert.wall": its command; the message "action.insert.wall" names it
    DrawGesture gesture = DrawGesture::Line;
    /// The edit that the points make. A line has 2 points, a rectangle 4 corners, a polyline 2 or
    /// more, a place 1.
    Edit (*make)(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) = nullptr;
    bool beginsGroup = false;
};

/// In the order of the Insert menu.
std::span<const DrawTool> drawTools();

/// The points of a gesture from where the button went down to where it is now.
std::vector<Point> gesturePoints(DrawGesture gesture, Point from, Point to);

/// `to` moved onto the horizontal, vertical or diagonal through `from` that it is nearest to.
Point straightened(Point from, Point to);

} // namespace rackwright
