// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Labels of cables as they are printed: one label as a drawing, and sheets of forty as a PDF file. What stands on them
// comes from the cable labels of the schedules.

#include "solvers/cabling/cable_schedules.h"
#include "ui/paint/sketch.h"
#include "ui/report/report_options.h"

#include <QByteArray>
#include <QSizeF>

#include <string>
#include <vector>

namespace rackwright {

inline constexpr QSizeF kLabelSize(45.7, 25.4); ///< mm, of the usual sheets with forty labels
inline constexpr std::size_t kLabelsOfSheet = 40;

/// The lines of a label in a box of mm of paper, the first in bold. Lines that are too long are set smaller, and
/// where that is not enough they lose their middle: names of neighbours differ at their ends.
void sketchLabel(Sketch& sketch, const QRectF& box, const std::vector<std::string>& lines);

/// Sheets in the paper's family (A4 or Letter): labels are not sold on larger ones.
Result<QByteArray> labelSheetsPdf(const std::vector<CableLabel>& labels, Paper paper, const QString& title,
                                  const std::string& date, const ReportRun& run = {});

} // namespace rackwright
