// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Handles of a drawn shape: the corners of a room or an area, the ends of a wall, a door or a dimension, and the
// middles of a room's sides, where a corner can be added. They say which edit a drag makes; the view paints and moves
// them.

#include "model/edits/target.h"
#include "solvers/engine/figure.h"

#include <optional>
#include <vector>

namespace rackwright {

struct ShapeHandle {
    std::size_t corner = 0; ///< its place in the outline; of a line 0 and 1
    bool isNew = false;     ///< the middle of the side behind the corner: dragging it makes a corner there
    Point place;
};

/// Of a room or a drawn thing; of all else none.
std::vector<ShapeHandle> shapeHandles(const Design& design, Subject subject);

/// The shape with the handle elsewhere. An upright rectangle stays one, but for a room, whose corners move alone.
std::optional<Edit> moveShapeHandle(const edits::Target& target, Subject subject, const ShapeHandle& handle, Point to);

/// The room without a corner; nothing where it has no more than three or there is no such corner.
std::optional<Edit> removeRoomCorner(const edits::Target& target, Id<Room> room, std::size_t corner);

/// An upright rectangle, whichever corner it begins with.
bool isUpright(const std::vector<Point>& outline);
/// The outline with its box scaled to another size about the corner of least x and y.
std::vector<Point> resized(std::vector<Point> outline, Length width, Length depth);

} // namespace rackwright
