// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/page_layout.h"

#include "model/base/check.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/painter_state.h"
#include "ui/paint/sketch.h"
#include "ui/report/table_layout.h"
#include "ui/report/text_lines.h"

#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <span>

namespace rackwright {

namespace {

constexpr Margins kMargins;
constexpr double kWholeShare = 0.2;   // of a page: smaller tables are not broken
constexpr std::size_t kLinesKept = 3; // of a table, together at its start and its end
constexpr double kStartShare = 0.4;   // of a page: more of a table is not kept with its heading
constexpr QSizeF kLogoPlace(60, 10);  // mm
constexpr double kSparseShare = 0.15; // of a page: a last page with less is not worth a sheet
constexpr double kTighter = 0.5;      // of the space between lines and blocks, where it saves that sheet

struct SheetMarks {
    PageFormat format;
    QString number, title, scale;
};

/// Puts blocks one below the other; what the former pass knew (pages of anchors, page count) comes in as `known`.
class Flow {
public:
    /// `tight`: stretches between page breaks that are set closer, as sparseStretches() of a former pass has them.
    Flow(const ReportDocument& document, const Pages* known, const ReportRun& run, bool tellsFailures,
         std::set<int> tight = {})
        : m_document(document), m_known(known), m_run(run), m_tellsFailures(tellsFailures), m_tight(std::move(tight)) {
        m_marks.format = document.format;
    }

    /// Stretches of more pages than one whose last page is nearly empty.
    std::set<int> sparseStretches() const {
        std::set<int> sparse;
        for (std::size_t i = 1; i < m_stretches.size(); ++i) {
            const bool isLast = i + 1 == m_stretches.size() || m_stretches[i + 1] != m_stretches[i];
            if (isLast && m_stretches[i - 1] == m_stretches[i] && m_used[i] < kSparseShare)
                sparse.insert(m_stretches[i]);
        }
        return sparse;
    }

    Pages run() {
        newPage();
        for (std::size_t i = 0; i < m_document.blocks.size(); ++i) {
            if (m_run.isStopped())
                return {};
            m_follows = std::span(m_document.blocks).subspan(i + 1);
            const Done placed =
                guarded(QStringLiteral("%1, %2").arg(m_document.title).arg(pageIndex() + 1).toStdString(),
                        [&] { std::visit(*this, m_document.blocks[i]); });
            if (!placed)
                addFailure(placed.error());
        }
        closePage();
        addTitleBlocks();
        for (std::size_t i = 0; i < m_sketches.size(); ++i)
            m_pages.pages[i].content = std::move(m_sketches[i]).take();
        return std::move(m_pages);
    }

    void operator()(const Heading& heading) {
        static constexpr double kSizes[] = {6.2, 3.9, 3.1, 3.6};
        const int level = std::clamp(heading.level, 0, 3); // 3: as 1, but in no outline
        const double size = kSizes[level];
        // A heading stays with what follows.
        const qsizetype most = level == 0 ? 4 : 2;
        QStringList lines = brokenLines(heading.text, Weight::Bold, width() / size, most);
        cutLines(lines, most, Weight::Bold, width() / size);
        if (m_y > top() + 0.1)
            m_y += apart(level == 1 ? 5 : level == 0 ? 1 : 3.2);
        ensure(static_cast<double>(lines.size()) * linePitch(size) + 1.6 + heightToKeep());
        if (!heading.anchor.isEmpty())
            setAnchor(heading.anchor, m_y - 2);
        if (level == 1 || level == 2)
            m_pages.outline.push_back({heading.text, level, pageIndex(), m_y - 2, heading.anchor});
        const std::size_t from = sketch().itemCount();
        addLines(lines, {size, level == 2 ? Weight::Medium : Weight::Bold, TextAlign::Left, Ink::Text});
        tag(addTag(level == 0 ? TagRole::Title : level == 1 ? TagRole::Heading1 : TagRole::Heading2), from);
        m_heading = heading.text;
        m_y += level == 0 ? 1.2 : 1.6;
    }
    void operator()(const Paragraph& paragraph) {
        const QStringList lines = brokenLines(paragraph.text, paragraph.weight, width() / paragraph.size);
        const int element = addTag(TagRole::Paragraph);
        for (const QString& line : lines) {
            ensure(linePitch(paragraph.size));
            const std::size_t from = sketch().itemCount();
            addLines({line}, {paragraph.size, paragraph.weight, TextAlign::Left, paragraph.ink});
            tag(element, from);
        }
        m_y += apart(paragraph.spaceAfter);
    }
    void operator()(const Cards& cards);
    void operator()(const Chips& chips);
    void operator()(const TableBlock& table);
    void operator()(const DrawingBlock& block);
    void operator()(const Aside& aside);
    void operator()(const PageBreak& pageBreak) {
        closePage();
        m_marks = {pageBreak.format, pageBreak.drawingNumber, pageBreak.drawingTitle, pageBreak.drawingScale};
        ++m_stretch;
        openPage();
    }
    void operator()(const Contents&);
    void operator()(const Space& space) { m_y += apart(space.height); }

private:
    QSizeF sheet() const { return m_marks.format.size(); }
    double left() const { return kMargins.side + m_beside; }
    double right() const { return sheet().width() - kMargins.side; }
    double width() const { return right() - left(); }
    double top() const { return kMargins.top; }
    double bottom() const { return sheet().height() - kMargins.bottom; }
    int pageIndex() const { return static_cast<int>(m_pages.pages.size()) - 1; }
    Sketch& sketch() { return m_sketches.back(); }
    Page& page() { return m_pages.pages.back(); }

    bool isTight() const { return m_tight.contains(m_stretch); }
    double apart(double space) const { return isTight() ? space * kTighter : space; }

    /// How much of the page that ends is used.
    void closePage() {
        if (m_used.size() < m_stretches.size())
            m_used.push_back((m_y - top()) / (bottom() - top()));
    }
    void newPage() {
        closePage();
        openPage();
    }
    void openPage() {
        m_stretches.push_back(m_stretch);
        m_pages.pages.emplace_back();
        m_sheetMarks.push_back(m_marks);
        m_sketches.emplace_back(m_document.title, 1.0);
        m_sketches.back().setBounds({QPointF(0, 0), sheet()});
        m_y = top();
        m_beside = 0;
    }
    void ensure(double height) {
        if (m_y + height > bottom() + 0.01 && m_y > top() + 0.1)
            newPage();
    }
    void setAnchor(const QString& anchor, double y) { m_pages.anchors.insert(anchor, {pageIndex(), std::max(0.0, y)}); }
    void addLines(const QStringList& lines, const Lettering& lettering) {
        for (const QString& line : lines) {
            sketch().text({left(), m_y + linePitch(lettering.size) / 2}, line, lettering);
            m_y += linePitch(lettering.size);
        }
    }
    int addTag(TagRole role, int parent = -1, const QString& alt = {}) {
        m_pages.tags.push_back({role, parent, alt});
        return static_cast<int>(m_pages.tags.size()) - 1;
    }
    /// What was put on the page since then is of the element.
    void tag(int element, std::size_t from) {
        const std::size_t count = sketch().itemCount() - from;
        if (count > 0)
            page().runs.push_back({element, from, count});
    }
    void addLink(const QRectF& box, const QString& target) {
        if (!target.isEmpty())
            page().links.push_back({box, target});
    }
    void addFailure(const Error& error) {
        if (m_tellsFailures)
            m_run.tellFailure(error);
        (*this)(Paragraph{m_document.failureNote, 2.75, Ink::Bad});
    }
    double heightToKeep() const;
    double drawnHeight(const DrawingBlock& block) const;
    double heightOf(const TableBlock& table) const;
    TableMeasure measureOf(const TableBlock& table) const;
    void addTitleBlocks();
    void addSheetBlock(Sketch& sketch, const SheetMarks& marks, const QString& sheet) const;
    /// `element`: the table's, -1 where the heading is repeated.
    void addTableHeader(const TableBlock& table, const TableMeasure& measure, int element);
    void addTableRow(const TableBlock& table, const TableMeasure& measure, std::size_t row, int element);
    void addTableCell(const TableBlock& table, const TableCell& cell, const QStringList& lines, const QRectF& box,
                      TextAlign align);

    const ReportDocument& m_document;
    const Pages* m_known;
    const ReportRun& m_run;
    bool m_tellsFailures;             ///< of the passes over a document one does
    std::span<const Block> m_follows; ///< the blocks after the one that is placed
    SheetMarks m_marks;
    std::vector<SheetMarks> m_sheetMarks;
    std::vector<Sketch> m_sketches;
    Pages m_pages;
    QString m_heading; ///< of what follows
    std::set<int> m_tight;
    int m_stretch = 0;            ///< from page break to page break
    std::vector<int> m_stretches; ///< of each page
    std::vector<double> m_used;   ///< of each page, 0..1
    double m_y = 0;
    double m_beside = 0; ///< what an aside takes of the width of its page
};

void Flow::operator()(const Cards& cards) {
    const double gap = 2.2;
    constexpr double kDetail = 2.35;
    constexpr double kSmallDetail = kLeastPrint; // where a line of the larger print would be cut
    constexpr qsizetype kMostDetailLines = 3;
    const int columns = std::max(1, cards.columns);
    const double cardWidth = (width() - gap * (columns - 1)) / columns;
    const auto detailLines = [&](const Card& card) {
        const double wide = cardWidth - 4.4;
        if (textWidth(card.detail, Weight::Regular) * kSmallDetail <= wide)
            return QStringList{card.detail};
        QStringList lines = brokenLines(card.detail, Weight::Regular, wide / kSmallDetail, kMostDetailLines);
        cutLines(lines, kMostDetailLines, Weight::Regular, wide / kSmallDetail);
        return lines;
    };
    // What a figure means is never cut: the cards of a row grow by its lines.
    double height = 0;
    const auto heightOfRow = [&](std::size_t first) {
        qsizetype most = 1;
        for (std::size_t i = first; i < cards.cards.size() && i < first + static_cast<std::size_t>(columns); ++i)
            most = std::max(most, detailLines(cards.cards[i]).size());
        return 16 + static_cast<double>(most - 1) * linePitch(kSmallDetail);
    };
    for (std::size_t i = 0; i < cards.cards.size(); ++i) {
        const auto column = static_cast<int>(i) % columns;
        if (column == 0) {
            height = heightOfRow(i);
            ensure(height);
        }
        const Card& card = cards.cards[i];
        const std::size_t from = sketch().itemCount();
        const QRectF box(left() + column * (cardWidth + gap), m_y, cardWidth, height);
        sketch().rectangle(box, Ink::Paper, PaperPen{Ink::Rule, 0.25}, 1.1);
        const double x = box.left() + 2.2;
        const double room = cardWidth - 4.4;
        sketch().text({x, box.top() + 3.4}, elided(card.caption, Weight::Regular, room / 2.35),
                      {2.35, Weight::Regular, TextAlign::Left, Ink::Subdued});
        const double noteRoom = card.note > 0 ? 4.5 : 0;
        double size = 4.2;
        const double em = textWidth(card.value, Weight::Bold);
        if (em * size > room - noteRoom)
            size = std::max(2.4, (room - noteRoom) / em);
        const QString value = elided(card.value, Weight::Bold, (room - noteRoom) / size + 0.01);
        sketch().text({x, box.top() + 8.2}, value, {size, Weight::Bold, TextAlign::Left, card.valueInk});
        if (card.note > 0)
            sketch().text({x + textWidth(value, Weight::Bold) * size + 0.7, box.top() + 7}, QString::number(card.note),
                          {kLeastPrint, Weight::Regular, TextAlign::Left, Ink::Accent});
        const QStringList lines = detailLines(card);
        const double detailEm = textWidth(card.detail, Weight::Regular);
        const double detailSize =
            lines.size() > 1 ? kSmallDetail : std::clamp(room / std::max(detailEm, 0.01), kSmallDetail, kDetail);
        for (qsizetype k = 0; k < lines.size(); ++k)
            sketch().text({x, box.top() + 12.8 + static_cast<double>(k) * linePitch(detailSize)},
                          elided(lines[k], Weight::Regular, room / detailSize + 0.01),
                          {detailSize, Weight::Regular, TextAlign::Left, card.detailInk});
        tag(addTag(TagRole::Paragraph), from);
        addLink(box, card.link);
        if (column == columns - 1 || i + 1 == cards.cards.size())
            m_y += height + gap;
    }
}

void Flow::operator()(const Chips& chips) {
    const Lettering lettering{2.5, Weight::Medium, TextAlign::Left, Ink::Text};
    const double height = 4.8;
    ensure(height);
    double x = left();
    for (const Chip& chip : chips.chips) {
        const double chipWidth = sketch().widthOf(chip.text, lettering) + 4;
        if (x > left() && x + chipWidth > right()) {
            x = left();
            m_y += height + 1.2;
            ensure(height);
        }
        const std::size_t from = sketch().itemCount();
        sketch().rectangle({x, m_y, chipWidth, height}, chip.ground, {}, 1);
        Lettering own = lettering;
        own.ink = chip.ink;
        sketch().text({x + 2, m_y + height / 2}, chip.text, own);
        tag(addTag(TagRole::Paragraph), from);
        x += chipWidth + 2;
    }
    m_y += height + 3;
}

void Flow::addTableHeader(const TableBlock& table, const TableMeasure& measure, int element) {
    if (!(measure.headerHeight > 0))
        return;
    double x = left();
    const int row = element < 0 ? -1 : addTag(TagRole::Row, element);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const bool isRight = table.columns[i].align == TextAlign::Right;
        const auto& lines = measure.headerLines[static_cast<qsizetype>(i)];
        const std::size_t from = sketch().itemCount();
        for (qsizetype k = 0; k < lines.size(); ++k)
            sketch().text({isRight ? x + measure.widths[i] - kCellPadding : x + kCellPadding,
                           m_y + measure.headerHeight - rowPadding(table.size) -
                               (static_cast<double>(lines.size() - k) - 0.5) * linePitch(table.size)},
                          lines[k],
                          {table.size, Weight::Regular, isRight ? TextAlign::Right : TextAlign::Left, Ink::Subdued});
        if (row >= 0)
            tag(addTag(TagRole::HeadCell, row), from);
        x += measure.widths[i];
    }
    m_y += measure.headerHeight;
    sketch().line({left(), m_y}, {x, m_y}, {Ink::Faint, 0.18});
}

void Flow::addTableCell(const TableBlock& table, const TableCell& cell, const QStringList& lines, const QRectF& box,
                        TextAlign align) {
    double y = box.top() + apart(rowPadding(table.size));
    const double chipInset = cell.ground ? 0.8 : 0;
    const double x =
        align == TextAlign::Right ? box.right() - kCellPadding : box.left() + kCellPadding + cell.indent + chipInset;
    for (qsizetype k = 0; k < lines.size(); ++k) {
        const Lettering lettering{table.size, cell.weight,
                                  align == TextAlign::Right ? TextAlign::Right : TextAlign::Left, cell.ink};
        const double middle = y + linePitch(table.size) / 2;
        const double lineWidth = sketch().widthOf(lines[k], lettering);
        const bool hasNote = cell.note > 0 && k + 1 == lines.size();
        const double noteWidth =
            hasNote ? textWidth(QString::number(cell.note), Weight::Regular) * noteSize(table.size) + 0.4 : 0;
        const double textX = align == TextAlign::Right ? x - noteWidth : x;
        if (cell.ground && !lines[k].isEmpty())
            sketch().rectangle({textX - 0.9, middle - table.size * 0.66, lineWidth + 1.8, table.size * 1.32},
                               cell.ground, {}, 0.6);
        sketch().text({textX, middle}, lines[k], lettering);
        if (hasNote)
            sketch().text(
                {align == TextAlign::Right ? x - noteWidth + 0.3 : x + lineWidth + 0.3, middle - table.size * 0.3},
                QString::number(cell.note), {noteSize(table.size), Weight::Regular, TextAlign::Left, Ink::Accent});
        y += linePitch(table.size);
    }
    addLink(box, cell.link);
}

void Flow::addTableRow(const TableBlock& table, const TableMeasure& measure, std::size_t index, int element) {
    const TableRow& row = table.rows[index];
    const double height = measure.heights[index];
    if (!row.anchor.isEmpty())
        setAnchor(row.anchor, m_y - 1);
    double whole = 0;
    for (const double columnWidth : measure.widths)
        whole += columnWidth;
    if (row.role == TableRowRole::Group)
        sketch().rectangle({left(), m_y, whole, height}, Ink::Panel, {});
    double x = left();
    const int tagRow = addTag(TagRole::Row, element);
    for (std::size_t i = 0; i < measure.lines[index].size(); ++i) {
        const bool isGroup = row.role == TableRowRole::Group;
        const std::size_t from = sketch().itemCount();
        addTableCell(table, row.cells[i], measure.lines[index][i],
                     {x, m_y, isGroup ? whole : measure.widths[i], height},
                     isGroup ? TextAlign::Left : table.columns[i].align);
        tag(addTag(isGroup ? TagRole::HeadCell : TagRole::Cell, tagRow), from);
        x += measure.widths[i];
        if (isGroup)
            break;
    }
    if (row.role == TableRowRole::Total)
        sketch().line({left(), m_y}, {left() + whole, m_y}, {Ink::Subdued, 0.25});
    m_y += height;
    sketch().line({left(), m_y}, {left() + whole, m_y}, {Ink::Rule, 0.14});
}

/// The last of the rows from one on that share a page: the heading of a group with its first line, a last line with its
/// total, and the last lines of the table.
std::size_t lastOfRows(const TableBlock& table, std::size_t row) {
    const std::size_t end = table.rows.size();
    std::size_t last = row;
    if (table.rows[row].role == TableRowRole::Group && row + 1 < end)
        ++last;
    while (last + 1 < end && table.rows[last].role != TableRowRole::Total &&
           table.rows[last + 1].role == TableRowRole::Total)
        ++last;
    return end - row <= kLinesKept ? end - 1 : last;
}

double heightOfRows(const TableBlock& table, const TableMeasure& measure, std::size_t row) {
    double height = 0;
    for (std::size_t i = row; i <= lastOfRows(table, row); ++i)
        height += measure.heights[i];
    return height;
}

TableMeasure Flow::measureOf(const TableBlock& table) const {
    TableMeasure measure = measured(table, width(), table.tallestRow * (bottom() - top() - 1));
    if (isTight())
        for (double& height : measure.heights)
            height -= 2 * (rowPadding(table.size) - apart(rowPadding(table.size)));
    return measure;
}

/// A small table stays whole, of a larger one the first lines, less than what a heading keeps on its page.
double Flow::heightOf(const TableBlock& table) const {
    const TableMeasure measure = measureOf(table);
    double whole = measure.headerHeight;
    double start = measure.headerHeight;
    // Its first lines with what has to stand below the last of them.
    const std::size_t first =
        table.rows.empty() ? 0 : lastOfRows(table, std::min(kLinesKept - 1, table.rows.size() - 1)) + 1;
    for (std::size_t i = 0; i < measure.heights.size(); ++i) {
        whole += measure.heights[i];
        if (i == 0 || (i < first && start + measure.heights[i] <= kStartShare * (bottom() - top())))
            start += measure.heights[i];
    }
    return whole <= kWholeShare * (bottom() - top()) ? whole : std::min(start, bottom() - top());
}

double Flow::drawnHeight(const DrawingBlock& block) const {
    const QSizeF paper = paperSize(block.drawing);
    const double captionHeight = block.caption.isEmpty() ? 0 : 5;
    const double most = bottom() - top() - captionHeight;
    return paper.height() * std::min({1.0, width() / paper.width(), most / paper.height()}) + captionHeight;
}

/// What must stand on the same page as a heading: the texts after it and the start of what they lead to.
double Flow::heightToKeep() const {
    double height = 0;
    for (const Block& block : m_follows) {
        if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
            height +=
                static_cast<double>(brokenLines(paragraph->text, paragraph->weight, width() / paragraph->size).size()) *
                    linePitch(paragraph->size) +
                paragraph->spaceAfter;
            continue;
        }
        if (const auto* heading = std::get_if<Heading>(&block)) { // and it with what it leads to
            height += heading->level == 1 ? 12 : 9;
            continue;
        }
        if (std::get_if<Chips>(&block) || std::get_if<Space>(&block)) {
            height += 8;
            continue;
        }
        if (const auto* table = std::get_if<TableBlock>(&block))
            height += heightOf(*table);
        else if (const auto* drawing = std::get_if<DrawingBlock>(&block))
            height += drawnHeight(*drawing);
        else
            height += 16;
        break;
    }
    return std::min(height, 0.6 * (bottom() - top()));
}

void Flow::operator()(const TableBlock& table) {
    if (table.columns.empty())
        return;
    const TableMeasure measure = measureOf(table);
    ensure(heightOf(table));
    const int element = addTag(TagRole::Table);
    addTableHeader(table, measure, element);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const double needed = heightOfRows(table, measure, i);
        if (m_y + needed > bottom() + 0.01 && m_y + measure.heights[i] > top() + measure.headerHeight + 0.1 &&
            m_y > top() + measure.headerHeight + 0.1) {
            newPage();
            addTableHeader(table, measure, -1);
        }
        addTableRow(table, measure, i, element);
    }
    m_y += apart(3);
}

void Flow::operator()(const DrawingBlock& block) {
    const QSizeF paper = paperSize(block.drawing);
    const double captionHeight = block.caption.isEmpty() ? 0 : 5;
    const double most = bottom() - top() - captionHeight;
    const double fit = std::min({1.0, width() / paper.width(), most / paper.height()});
    const QSizeF size = paper * fit;
    ensure(size.height() + captionHeight);
    if (captionHeight > 0) {
        const std::size_t from = sketch().itemCount();
        sketch().text({left(), m_y + 2}, block.caption, {2.75, Weight::Medium, TextAlign::Left, Ink::Text});
        tag(addTag(TagRole::Paragraph), from);
        m_y += captionHeight;
    }
    const QPointF corner(left() + (block.isFramed ? (width() - size.width()) / 2 : 0), m_y);
    page().drawings.push_back(
        {block.drawing, corner, fit, addTag(TagRole::Figure, -1, block.caption.isEmpty() ? m_heading : block.caption)});
    m_y += size.height() + 2;
}

void Flow::operator()(const Aside& aside) {
    constexpr double kGap = 8, kMostShare = 0.6; // of the width
    const QSizeF paper = paperSize(aside.drawing);
    const double fit = std::min({1.0, kMostShare * width() / paper.width(), (bottom() - m_y) / paper.height()});
    page().drawings.push_back({aside.drawing, QPointF(left(), m_y), fit, addTag(TagRole::Figure, -1, m_heading)});
    m_beside += paper.width() * fit + kGap;
}

void Flow::operator()(const Contents&) {
    if (!m_known)
        return;
    std::vector<const OutlineEntry*> entries;
    for (const OutlineEntry& entry : m_known->outline)
        if (entry.level == 1)
            entries.push_back(&entry);
    const double height = isTight() ? 4.4 : 5.2;
    const double gap = 8;
    const double column = (width() - gap) / 2;
    const std::size_t lines = (entries.size() + 1) / 2;
    const int list = addTag(TagRole::Contents);
    std::vector<int> tags;
    for (std::size_t i = 0; i < entries.size(); ++i)
        tags.push_back(addTag(TagRole::ContentsEntry, list));
    for (std::size_t line = 0; line < lines; ++line) {
        ensure(height);
        for (const std::size_t i : {line, line + lines}) {
            if (i >= entries.size())
                continue;
            const double x = left() + (i == line ? 0 : column + gap);
            const double y = m_y + height / 2;
            const std::size_t from = sketch().itemCount();
            sketch().text({x, y}, elided(entries[i]->text, Weight::Regular, (column - 10) / 2.6),
                          {2.6, Weight::Regular, TextAlign::Left, Ink::Text});
            sketch().text({x + column, y}, QString::number(entries[i]->page + 1),
                          {2.6, Weight::Regular, TextAlign::Right, Ink::Text});
            tag(tags[i], from);
            sketch().line({x, m_y + height}, {x + column, m_y + height}, {Ink::Rule, 0.12});
            addLink({x, m_y, column, height}, entries[i]->anchor);
        }
        m_y += height;
    }
}

// The block of a sheet with a drawing: fields side by side, each as wide as its share.
void Flow::addSheetBlock(Sketch& sketch, const SheetMarks& marks, const QString& sheet) const {
    const TitleBlock& block = m_document.titleBlock;
    struct Cell {
        QString caption, value;
        double share;
    };
    std::vector<Cell> cells = {{block.titleCaption, marks.title, 0.24},
                               {block.numberCaption, marks.number, 0.07},
                               {block.scaleCaption, marks.scale.isEmpty() ? block.notToScale : marks.scale, 0.09}};
    constexpr std::array kFieldShares = {0.22, 0.12, 0.08, 0.12};
    for (std::size_t i = 0; i < block.sheet.size() && i < kFieldShares.size(); ++i)
        cells.insert(i == 0 ? cells.begin() : cells.end(),
                     {block.sheet[i].caption, block.sheet[i].value, kFieldShares[i]});
    cells.push_back({block.sheetCaption, sheet, 0.06});
    double whole = 0;
    for (const Cell& cell : cells)
        whole += cell.share;
    const QSizeF size = marks.format.size();
    const double width = size.width() - 2 * kMargins.side;
    const QRectF frame(kMargins.side, size.height() - 16.5, width, 10);
    constexpr double kInset = 1.4, kValue = 2.6;
    sketch.rectangle(frame, {}, PaperPen{Ink::Subdued, 0.25});
    double x = frame.left();
    for (const Cell& cell : cells) {
        const double wide = width * cell.share / whole, room = wide - 2 * kInset;
        if (x > frame.left())
            sketch.line({x, frame.top()}, {x, frame.bottom()}, {Ink::Faint, 0.15});
        sketch.text({x + kInset, frame.top() + 2.8}, elided(cell.caption, Weight::Regular, room / kLeastPrint),
                    {kLeastPrint, Weight::Regular, TextAlign::Left, Ink::Subdued});
        const double em = textWidth(cell.value, Weight::Medium);
        const double fitting = std::clamp(room / std::max(em, 0.01), kLeastPrint, kValue);
        sketch.text({x + kInset, frame.top() + 7.2}, elided(cell.value, Weight::Medium, room / fitting + 0.01),
                    {fitting, Weight::Medium, TextAlign::Left, Ink::Text});
        x += wide;
    }
}

void Flow::addTitleBlocks() {
    const auto count = static_cast<int>(m_known ? m_known->pages.size() : m_pages.pages.size());
    for (std::size_t i = 0; i < m_sketches.size(); ++i) {
        Sketch& sheetSketch = m_sketches[i];
        const SheetMarks& marks = m_sheetMarks[i];
        const QSizeF size = marks.format.size();
        const double l = kMargins.side;
        const double r = size.width() - kMargins.side;
        const TitleBlock& block = m_document.titleBlock;
        const Lettering small{2.3, Weight::Regular, TextAlign::Left, Ink::Subdued};
        Lettering smallRight = small;
        smallRight.align = TextAlign::Right;
        sheetSketch.enter(Layer::Legend);
        const double half = (r - l) * 0.62;
        if (block.logo) {
            const QSizeF drawn = block.logo->size.scaled(kLogoPlace, Qt::KeepAspectRatio);
            m_pages.pages[i].pictures.push_back({block.logo, {QPointF(l, 13.5 - drawn.height()), drawn}});
        } else
            sheetSketch.text({l, 10.5}, elided(block.headerLeft, small.weight, (r - l - half) / small.size), small);
        sheetSketch.text({r, 10.5}, elided(block.headerRight, small.weight, half / small.size), smallRight);
        const QString sheet = QStringLiteral("%1 / %2").arg(i + 1).arg(count);
        if (!marks.number.isEmpty()) {
            addSheetBlock(sheetSketch, marks, sheet);
            const QString foot = block.notice + QStringLiteral(" \u00b7 ") + block.footer;
            sheetSketch.text({l, size.height() - 3.8}, elided(foot, small.weight, (r - l) / small.size), small);
            continue;
        }
        const double y = size.height() - 12.5;
        sheetSketch.line({l, y}, {r, y}, {Ink::Faint, 0.15});
        const double room = r - l - 16;
        sheetSketch.text(
            {l, y + 3},
            elided(block.number + QStringLiteral(" \u00b7 ") + block.footer, small.weight, room / small.size), small);
        sheetSketch.text({r, y + 3}, sheet, smallRight);
        Lettering notice = small;
        notice.weight = Weight::Medium;
        sheetSketch.text({l, y + 6.6}, elided(block.notice, notice.weight, room / small.size), notice);
    }
}

} // namespace

QSizeF PageFormat::size() const {
    QSizeF portrait;
    switch (paper) {
    case Paper::A4:
        portrait = {210, 297};
        break;
    case Paper::A3:
        portrait = {297, 420};
        break;
    case Paper::Letter:
        portrait = {215.9, 279.4};
        break;
    case Paper::Tabloid:
        portrait = {279.4, 431.8};
        break;
    }
    return isLandscape ? portrait.transposed() : portrait;
}

PageFormat drawingFormat(Paper paper) {
    const bool isInch = paper == Paper::Letter || paper == Paper::Tabloid;
    return {isInch ? Paper::Tabloid : Paper::A3, true};
}

Pages laidOut(const ReportDocument& document) { return std::move(*laidOut(document, ReportRun())); }

Result<Pages> laidOut(const ReportDocument& document, const ReportRun& run) {
    // The contents take room that the first pass did not know; page numbers settle in the second, the count with it.
    // Stretches that end on a nearly empty page are set closer then, which takes one pass more.
    int passes = 3;
    Pages pages;
    std::set<int> tight;
    for (int pass = 0; pass < passes; ++pass) {
        run.tell(ReportStage::Layout, pass, passes);
        const Pages known = std::move(pages);
        Flow flow(document, pass == 0 ? nullptr : &known, run, pass + 1 == passes, tight);
        pages = flow.run();
        if (run.isStopped())
            return reportStopped();
        if (pass == 1) {
            tight = flow.sparseStretches();
            passes += tight.empty() ? 0 : 1;
        }
    }
    run.tell(ReportStage::Layout, passes, passes);
    return pages;
}

void paintPage(QPainter& painter, const Page& page, const QTransform& toDevice, const Palette& palette) {
    paintPage(painter, page, toDevice, palette, {});
}

void paintPage(QPainter& painter, const Page& page, const QTransform& toDevice, const Palette& palette,
               const std::function<void(int)>& begin) {
    for (const PlacedDrawing& placed : page.drawings) {
        if (begin)
            begin(placed.element);
        const double k = placed.drawing.scale * placed.fit;
        QTransform toPage = QTransform::fromTranslate(placed.corner.x(), placed.corner.y());
        toPage.scale(k, k);
        toPage.translate(-placed.drawing.bounds.left(), -placed.drawing.bounds.top());
        // What is drawn far out of its place stays off the words around the drawing.
        const PainterState state(painter);
        painter.setClipRect((toPage * toDevice).mapRect(placed.drawing.bounds));
        paintDrawing(painter, placed.drawing, toPage * toDevice, palette);
    }
    if (begin && !page.pictures.empty())
        begin(-1);
    for (const PlacedPicture& placed : page.pictures) {
        const QRectF box = toDevice.mapRect(placed.box);
        if (placed.picture->svg.isEmpty())
            painter.drawImage(box, placed.picture->image);
        else
            QSvgRenderer(placed.picture->svg).render(&painter, box);
    }
    if (!begin)
        return paintDrawing(painter, page.content, toDevice, palette);
    std::vector<std::uint32_t> items;
    std::size_t done = 0;
    const auto paintTo = [&](std::size_t end, int element) {
        if (done >= end)
            return;
        items.resize(end - done);
        std::iota(items.begin(), items.end(), static_cast<std::uint32_t>(done));
        done = end;
        begin(element);
        paintItems(painter, page.content, items, toDevice, palette);
    };
    for (const TaggedRun& run : page.runs) {
        paintTo(run.first, -1);
        paintTo(run.first + run.count, run.element);
    }
    paintTo(page.content.items.size(), -1);
}

} // namespace rackwright
