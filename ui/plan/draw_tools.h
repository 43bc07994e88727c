// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What can be drawn on the floor plan by pointing: building objects and pathways. A tool says how its points are given and
// which edit they make; the plan view runs the gesture.

#include "model/edits/target.h"

#include <span>

namespace rackwright {

/// How the points of a thing are given: two ends, two opposite corners, one bend after another, the corners of an
/// outline, or one place.
enum class DrawGesture : std::uint8_t { Line, Rectangle, Polyline, Outline, Place };

/// Whether points go on being added until the person ends the shape.
constexpr bool takesManyPoints(DrawGesture gesture) {
    return gesture == DrawGesture::Polyline || gesture == DrawGesture::Outline;
}

struct DrawTool {
    const char* id; ///< "insert.wall": its command; the message "action.insert.wall" names it
    DrawGesture gesture = DrawGesture::Line;
    /// The edit that the points make. A line has 2 points, a rectangle 4 corners, a polyline 2 or
    /// more, an outline 3 or more, a place 1.
    Edit (*make)(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) = nullptr;
    bool beginsGroup = false;
    const char* submenu = "";  ///< of the Insert menu, which would not fit a small screen else
    bool keepsNothing = false; ///< shows what lies between the points, and the design stays as it is
};

/// In the order of the Insert menu.
std::span<const DrawTool> drawTools();

/// The points of a gesture from where the button went down to where it is now.
std::vector<Point> gesturePoints(DrawGesture gesture, Point from, Point to);

/// `to` moved onto the horizontal, vertical or diagonal through `from` that it is nearest to.
Point straightened(Point from, Point to);

} // namespace rackwright
