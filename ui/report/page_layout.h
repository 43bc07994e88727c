// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lays a document out on pages: each page is a drawing in mm of paper with placed drawings, links and anchors. Two
// passes give contents and "page x of y" their numbers. It writes no file.

#include "ui/report/report_options.h"

#include <QHash>

class QPainter;
class QTransform;

namespace rackwright {

struct PlacedDrawing {
    Drawing drawing;
    QPointF corner; ///< of its bounds, mm on the page
    double fit = 1; ///< below 1 where it was too large at its own scale
};
struct PlacedPicture {
    PicturePtr picture;
    QRectF box; ///< mm on the page
};
struct LinkArea {
    QRectF box; ///< mm on the page
    QString target = {};
};
struct OutlineEntry {
    QString text = {};
    int level = 1;
    int page = 0; ///< from 0
    double y = 0; ///< mm from the top
    QString anchor = {};
};
/// One sheet with what lies on it.
struct Page {
    Drawing content; ///< scale 1, bounds the sheet
    std::vector<PlacedDrawing> drawings;
    std::vector<PlacedPicture> pictures;
    std::vector<LinkArea> links;
};
struct AnchorPlace {
    int page = 0;
    double y = 0;
};
/// A document laid out.
struct Pages {
    std::vector<Page> pages;
    std::vector<OutlineEntry> outline;
    QHash<QString, AnchorPlace> anchors;
};

/// Margins of a sheet, mm.
struct Margins {
    double side = 17;
    double top = 17;
    double bottom = 19;
};

/// To its end, whatever its length.
Pages laidOut(const ReportDocument& document);

/// The same with progress; an Error when it is stopped.
Result<Pages> laidOut(const ReportDocument& document, const ReportRun& run);

/// Paints a page; `toDevice` leads from mm on the sheet to the painter's units. For the PDF and for a preview.
void paintPage(QPainter& painter, const Page& page, const QTransform& toDevice, const Palette& palette);

} // namespace rackwright
