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
    bool isBad = false;        ///< less than it has to be
    bool operator==(const Bar&) const = default;
};

/// Horizontal bars, one a line, in the order given: from zero, or where they are logarithmic from a power of ten below
/// the least, with a mark at each power of ten.
struct Chart {
    QString title;
    std::vector<Bar> bars;
    bool isLogarithmic = false;
    bool operator==(const Chart&) const = default;
};

/// Where a value stands along the bars.
struct BarMark {
    double share = 0; ///< of the longest bar
    double value = 0;
};
struct BarScale {
    std::vector<double> shares; ///< length of each bar as a share of the longest; 0: it has none
    std::vector<BarMark> marks; ///< powers of ten within the bars
};
BarScale barScale(const Chart& chart);

/// At scale 1: world mm are mm of paper.
Drawing chartDrawing(const Chart& chart, double width);

} // namespace rackwright
