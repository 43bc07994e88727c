// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A chart as a plain value, and its drawing for documents. It knows no design and no widget; the studio draws the same
// value with its own charts.

#include "ui/paint/drawing.h"

#include <vector>

namespace rackwright {

/// One bar: `printed` is its value with unit as the reader sees it.
struct Bar {
    QString label;
    double value = 0;
    QString printed;
    bool isLowerBound = false; ///< drawn with an open end
    bool operator==(const Bar&) const = default;
};

/// Horizontal bars from zero, one a line, in the order given.
struct Chart {
    QString title;
    std::vector<Bar> bars;
    bool operator==(const Chart&) const = default;
};

/// At scale 1: world mm are mm of paper.
Drawing chartDrawing(const Chart& chart, double width);

} // namespace rackwright
