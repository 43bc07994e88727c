// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ReportDocument: what a report says, as a value: blocks in reading order with anchors and links. It knows no pages;
// layout makes them.

#include "ui/charts/chart.h"
#include "ui/paint/drawing.h"

#include <QByteArray>
#include <QImage>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace rackwright {

/// The least size of print on any page, mm: 6 pt.
inline constexpr double kLeastPrint = 2.12;

/// A sheet; the larger of each pair takes drawings.
enum class Paper : std::uint8_t { A4, A3, Letter, Tabloid };
struct PageFormat {
    Paper paper = Paper::A4;
    bool isLandscape = false;
    QSizeF size() const; ///< mm
    bool operator==(const PageFormat&) const = default;
};
/// The larger sheet of the same family, landscape: for drawings.
PageFormat drawingFormat(Paper paper);

/// Level 0 is the title; 1 and 2 stand in the outline, 1 in the contents; 3 looks like 1 and stands in neither.
struct Heading {
    QString text = {};
    int level = 1;
    QString anchor = {};
};
struct Paragraph {
    QString text = {};
    double size = 2.75;
    Ink ink = Ink::Text;
    Weight weight = Weight::Regular;
    double spaceAfter = 2;
};

/// A headline figure: caption, value, small print; `note` is the number of its derivation.
struct Card {
    QString caption = {};
    QString value = {};
    QString detail = {};
    Ink valueInk = Ink::Text;
    Ink detailInk = Ink::Subdued;
    int note = 0;
    QString link = {};
};
struct Cards {
    std::vector<Card> cards = {};
    int columns = 4;
};

/// A short word on a coloured ground ("3 failed").
struct Chip {
    QString text = {};
    Ink ink = Ink::Text;
    Ink ground = Ink::Panel;
};
struct Chips {
    std::vector<Chip> chips = {};
};

struct TableColumn {
    QString header = {};
    TextAlign align = TextAlign::Left; ///< Right for numbers, which never wrap
    bool takesSpare = false;           ///< gets the room that is left
};
struct TableCell {
    QString text = {};
    Ink ink = Ink::Text;
    Weight weight = Weight::Regular;
    std::optional<Ink> ground = {}; ///< as a chip
    double indent = 0;
    int note = 0;      ///< small raised number after the text
    QString link = {}; ///< anchor that the cell leads to
    std::optional<double> number = {}; ///< what the text says as a number in the unit of its column, to sort by
};
enum class TableRowRole : std::uint8_t { Line, Group, Total };
struct TableRow {
    std::vector<TableCell> cells = {}; ///< fewer than columns: the rest is blank; of a Group the first only
    TableRowRole role = TableRowRole::Line;
    QString anchor = {};
    std::uint64_t subject = 0; ///< id of the thing that it speaks of, as drawings have it; 0: none
};
struct TableBlock {
    std::vector<TableColumn> columns = {};
    std::vector<TableRow> rows = {};
    double size = 2.6; ///< font size
    /// Of a page: the most that the heading and a row take; a longer text ends in an ellipsis. More where the text is
    /// the matter itself.
    double tallestRow = 0.2;
};

/// Drawn at its own scale; where it is too large for the page it is fitted, and says so by its own scale bar.
struct DrawingBlock {
    Drawing drawing;
    QString caption = {};
    bool isFramed = false;
};

/// A drawing at the left, fitted to what is left of the page; what follows stands to its right until the page ends.
struct Aside {
    Drawing drawing;
};

/// A new page; the format holds until the next one.
struct PageBreak {
    PageFormat format;
    QString drawingNumber = {}; ///< in the title block of the pages that follow; empty: the document's number
    QString drawingTitle = {};
    QString drawingScale = {}; ///< "1:100"; empty: not to scale
};
struct Contents {};
struct Space {
    double height = 4;
};

using Block =
    std::variant<Heading, Paragraph, Cards, Chips, TableBlock, DrawingBlock, Aside, PageBreak, Contents, Space>;

/// A picture from outside (a logo): an SVG document or an image, checked by whoever read it.
struct Picture {
    QByteArray svg = {};
    QImage image = {};
    QSizeF size; ///< its proportions
};
using PicturePtr = std::shared_ptr<const Picture>;

/// What stands on every page.
struct TitleBlock {
    PicturePtr logo = {};     ///< in the place of headerLeft
    QString headerLeft = {};  ///< seller
    QString headerRight = {}; ///< number, revision, validity
    QString number = {};      ///< of the document
    QString footer = {};      ///< revision, status, prepared / checked / approved, design hash, date
    QString notice = {};      ///< class of the quotation ("budgetary")

    /// A field of the block on sheets with a drawing: what it is, and its value.
    struct Field {
        QString caption, value;
    };
    std::vector<Field> sheet = {}; ///< project, issue, date, people; title, number and scale are the sheet's own
    QString titleCaption = {}, numberCaption = {}, scaleCaption = {}, sheetCaption = {};
    QString notToScale = {};
};

struct ReportDocument {
    QString title = {};
    QString author = {};
    QString subject = {};
    QString date = {};     ///< ISO 8601, the only date in the file
    QString language = {}; ///< of its texts, BCP 47 ("en")
    PageFormat format;
    TitleBlock titleBlock;
    QString contentsTitle = {};
    QString failureNote = {}; ///< stands where a fault of ours prevents a part of a page
    std::vector<Block> blocks = {};
};

} // namespace rackwright
