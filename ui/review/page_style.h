// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The style sheet of the review page: the colours of the palettes for light, dark and paper, the sheets that it is
// printed on, and the rules of resources/review/page.css.

#include "ui/report/document.h"

#include <QByteArray>

namespace rackwright {

/// Of this document: its title block stands in the margins of its printed pages.
QByteArray pageStyle(const ReportDocument& document);

} // namespace rackwright
