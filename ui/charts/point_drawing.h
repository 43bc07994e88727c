// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The points and lines of a PointField on paper, for documents: axes with their names, lines, points with their names.
// The studio draws the same value with PointChart.

#include "ui/charts/point_chart.h"
#include "ui/paint/drawing.h"

namespace rackwright {

/// At scale 1: world mm are mm of paper. Empty where the field has neither line nor point.
Drawing pointDrawing(const PointField& field, double width, double height);

} // namespace rackwright
