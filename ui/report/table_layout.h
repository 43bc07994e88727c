// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Widths of the columns of a table, measured over all rows, and the lines and height of each row. Pages are made of
// whole rows by the layout.

#include "ui/report/document.h"

#include <QStringList>

namespace rackwright {

struct TableMeasure {
    std::vector<double> widths;                  ///< mm, cell padding included
    std::vector<double> heights;                 ///< mm, one a row
    std::vector<std::vector<QStringList>> lines; ///< by row and column
    QList<QStringList> headerLines;
    double headerHeight = 0;
};

inline constexpr double kCellPadding = 1.4; ///< mm left and right

/// `tallest`: height of header and row at which a row's text is cut with an ellipsis, since a row is never split.
TableMeasure measured(const TableBlock& table, double width, double tallest);

/// Height of a line of text and of the space above and below, for a font size.
double linePitch(double size);
double rowPadding(double size);
/// Of the small number after a text.
double noteSize(double size);

} // namespace rackwright
