// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/print/page_printer.h"

#include "ui/paint/palette.h"

#include <QPageLayout>
#include <QPainter>
#include <QPrinter>

#include <algorithm>

namespace rackwright {

namespace {

constexpr double kMmPerInch = 25.4;

// From mm of the page to dots of the paper. A page that lies across the paper is turned by a quarter.
QTransform onPaper(QSizeF page, QSizeF paper, double dotsPerMm) {
    const bool isTurned = (page.width() > page.height()) != (paper.width() > paper.height());
    const QSizeF lying = isTurned ? page.transposed() : page;
    const double fit = std::min({1.0, paper.width() / lying.width(), paper.height() / lying.height()});
    QTransform transform = QTransform::fromScale(dotsPerMm * fit, dotsPerMm * fit);
    if (isTurned)
        transform = QTransform(0, 1, -1, 0, page.height(), 0) * transform;
    return transform;
}

} // namespace

void setPaper(QPrinter& printer, Paper paper) {
    const QSizeF sheet = PageFormat{paper, false}.size();
    printer.setFullPage(true);
    printer.setPageSize(QPageSize(sheet, QPageSize::Millimeter, {}, QPageSize::FuzzyMatch));
    printer.setPageOrientation(QPageLayout::Portrait);
}

bool printPages(QPrinter& printer, const Pages& pages) {
    const int count = static_cast<int>(pages.pages.size());
    const int first = std::max(1, printer.fromPage());
    const int last = printer.toPage() > 0 ? std::min(printer.toPage(), count) : count;
    if (first > last)
        return false;
    printer.setFullPage(true);
    QPainter painter;
    if (!painter.begin(&printer))
        return false;
    const QSizeF paper = printer.pageLayout().fullRect(QPageLayout::Millimeter).size();
    const Palette palette = lightPalette();
    for (int number = first; number <= last; ++number) {
        const Page& page = pages.pages[static_cast<std::size_t>(number - 1)];
        if (number > first && !printer.newPage())
            return false;
        paintPage(painter, page, onPaper(page.content.bounds.size(), paper, printer.resolution() / kMmPerInch),
                  palette);
    }
    return painter.end();
}

} // namespace rackwright
