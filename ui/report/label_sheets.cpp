// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/label_sheets.h"

#include "ui/paint/fonts.h"
#include "ui/report/page_layout.h"
#include "ui/report/pdf_file.h"
#include "ui/report/typeset.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr double kColumnPitch = 48.3, kRowPitch = 25.4; // mm; columns have a gap, rows have none
constexpr std::size_t kColumns = 4, kRows = 10;
constexpr double kPadding = 2;
constexpr double kLargestText = 3, kLeastText = 1.4;
constexpr double kLineHeight = 1.35; // of the font size

PageFormat sheetFormat(Paper paper) {
    const bool isMetric = paper == Paper::A4 || paper == Paper::A3;
    return {isMetric ? Paper::A4 : Paper::Letter, false};
}

Page sheet(std::span<const CableLabel> labels, const PageFormat& format) {
    const QSizeF size = format.size();
    Sketch sketch({}, 1);
    sketch.setBounds({QPointF(0, 0), size});
    const double left = (size.width() - (kColumns - 1) * kColumnPitch - kLabelSize.width()) / 2;
    const double top = (size.height() - kRows * kRowPitch) / 2;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const QPointF corner(left + static_cast<double>(i % kColumns) * kColumnPitch,
                             top + static_cast<double>(i / kColumns) * kRowPitch);
        sketch.enter(Layer::Labels, labels[i].cable.value);
        sketchLabel(sketch, QRectF(corner, kLabelSize), labels[i].lines);
    }
    Page page;
    page.content = std::move(sketch).take();
    return page;
}

} // namespace

void sketchLabel(Sketch& sketch, const QRectF& box, const std::vector<std::string>& lines) {
    const QRectF inside = box.adjusted(kPadding, kPadding, -kPadding, -kPadding);
    const double count = static_cast<double>(std::max<std::size_t>(1, lines.size()));
    const double size = std::min(kLargestText, inside.height() / (count * kLineHeight));
    double y = inside.center().y() - (count - 1) * size * kLineHeight / 2;
    for (std::size_t i = 0; i < lines.size(); ++i, y += size * kLineHeight) {
        QString text = typeset(QString::fromStdString(lines[i]));
        if (text.isEmpty())
            continue;
        Lettering lettering{size, i == 0 ? Weight::Bold : Weight::Regular, TextAlign::Left};
        const double width = sketch.widthOf(text, lettering);
        if (width > inside.width())
            lettering.size = std::min(size, std::max(kLeastText, size * inside.width() / width));
        if (sketch.widthOf(text, lettering) > inside.width() * (1 + 1e-9))
            text = elided(text, lettering.weight, inside.width() / sketch.world(lettering.size), Qt::ElideMiddle);
        sketch.text({inside.left(), y}, text, lettering);
    }
}

Result<QByteArray> labelSheetsPdf(const std::vector<CableLabel>& labels, Paper paper, const QString& title,
                                  const std::string& date, const ReportRun& run) {
    const PageFormat format = sheetFormat(paper);
    Pages pages;
    for (std::size_t from = 0; from < labels.size(); from += kLabelsOfSheet) {
        if (run.isStopped())
            return reportStopped();
        pages.pages.push_back(
            sheet(std::span(labels).subspan(from, std::min(kLabelsOfSheet, labels.size() - from)), format));
    }
    ReportDocument document;
    document.title = title;
    document.date = QString::fromStdString(date);
    document.format = format;
    return pdfOf(document, pages, run);
}

} // namespace rackwright
