// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paints pages on a printer, by the painter of the PDF and at the size of the sheet: a millimetre on the page is one on
// the paper. A page that is larger than the paper is fitted, one that lies across is turned.

#include "ui/report/page_layout.h"

#include <functional>

class QPrinter;

namespace rackwright {

/// The printer's paper as the pages want it: the sheet, upright, without margins of the printer's own.
void setPaper(QPrinter& printer, Paper paper);

/// The pages of the printer's range; false when the printer could not be begun or gave up.
bool printPages(QPrinter& printer, const Pages& pages);

} // namespace rackwright
