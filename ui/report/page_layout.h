// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lays a document out on pages: each page is a drawing in mm of paper with placed drawings, links and anchors. Two
// passes give contents and "page x of y" their numbers. It writes no file.

#include "ui/report/report_options.h"

#include <QHash>

#include <functional>

class QPainter;
class QTransform;

namespace rackwright {

/// What a part of a document is to readers that do not see its pages.
enum class TagRole : std::uint8_t {
    Title,
    Heading1,
    Heading2,
    Paragraph,
    Contents,
    ContentsEntry,
    Table,
    Row,
    HeadCell,
    Cell,
    Figure
};
/// One of them in reading order; its content is what the runs of the pages name.
struct TagElement {
    TagRole role = TagRole::Paragraph;
    int parent = -1;  ///< index of Pages::tags before its own; -1: the document
    QString alt = {}; ///< what a figure shows
};
/// Items of a page that belong to one element; what no run holds is title block, rule or ground.
struct TaggedRun {
    int element = -1;
    std::size_t first = 0, count = 0; ///< of Page::content
};

struct PlacedDrawing {
    Drawing drawing;
    QPointF corner;   ///< of its bounds, mm on the page
    double fit = 1;   ///< below 1 where it was too large at its own scale
    int element = -1; ///< its figure among Pages::tags
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
    std::vector<TaggedRun> runs; ///< in the order of the items
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
    std::vector<TagElement> tags;
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

/// The same; before each part of it `begin` is told the part's element, -1 for what belongs to none.
void paintPage(QPainter& painter, const Page& page, const QTransform& toDevice, const Palette& palette,
               const std::function<void(int)>& begin);

} // namespace rackwright
