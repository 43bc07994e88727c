// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The lanes of a SpanChart on paper: a Gantt chart as a Drawing.

#include "ui/charts/span_chart.h"
#include "ui/paint/drawing.h"

namespace rackwright {

/// So wide in mm, a line a lane; a span of no length is a diamond.
Drawing spanDrawing(const TimeLanes& lanes, double width);

} // namespace rackwright
