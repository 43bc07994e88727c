// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Outlines as a person draws them: where they cross themselves, and how far a point is from an edge.

#include "model/design/geometry.h"

#include <optional>
#include <vector>

namespace rackwright {

/// Where two edges of a closed outline cross; nothing where none do.
std::optional<Point> crossingOf(const std::vector<Point>& outline);
/// Where the line from the last corner of an open one to `next` crosses an edge before it.
std::optional<Point> crossingTo(const std::vector<Point>& corners, Point next);

/// Whether a convex polygon lies beyond a room of this outline with all of it; touching edges count as beyond.
bool isBeyond(const std::vector<Point>& convex, const std::vector<Point>& outline);

/// From a point to the nearest of an edge.
double metresToEdge(Point from, Point to, Point point);

} // namespace rackwright
