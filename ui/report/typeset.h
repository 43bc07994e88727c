// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Signs that files and the command line write in ASCII as print sets them: ">= 3 m2, 600 x 1200" becomes "≥ 3 m², 600 ×
// 1200". Documents and what the window only shows; it changes no word and no number.

#include "ui/report/document.h"

#include <functional>

namespace rackwright {

/// The text with these signs.
QString typeset(QString text);

/// Replaces all texts of the document and of the drawings in it.
void rewriteTexts(ReportDocument& document, const std::function<QString(QString)>& rewritten);

/// All texts of the document and of the drawings in it.
void typeset(ReportDocument& document);

} // namespace rackwright
