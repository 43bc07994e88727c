// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pages as a PDF file: vector pages by QPdfWriter, then outline, links, page labels and document facts in a second pass
// by libqpdf. The same pages give the same bytes; the only date in it is the document's own.

#include "model/base/result.h"
#include "ui/report/page_layout.h"

#include <QByteArray>

#include <optional>
#include <string>
#include <string_view>

namespace rackwright {

Result<QByteArray> pdfOf(const ReportDocument& document, const ReportRun& run = {});

/// What a PDF file says that its document is called; nothing where it says none or is no PDF file.
std::optional<std::string> titleOfPdf(std::string_view bytes);

/// For a document that is laid out already.
Result<QByteArray> pdfOf(const ReportDocument& document, const Pages& pages, const ReportRun& run = {});

} // namespace rackwright
