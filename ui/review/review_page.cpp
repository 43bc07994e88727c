// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/review_page.h"

#include "model/base/check.h"
#include "ui/paint/svg_writer.h"
#include "ui/paint/words.h"
#include "ui/review/page_style.h"
#include "ui/text/xml_text.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QFile>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace rackwright {

namespace {

constexpr std::size_t kLinesToSearch = 12;           // of a table
constexpr qsizetype kLongText = 36, kShortText = 14; // characters of a cell
constexpr double kSmallPrint = 2.6;
constexpr const char* kProjectMark = "<meta name=\"project\" content=\"";
const QString kFigureMark = QStringLiteral("figure:");

/// Text between tags or in an attribute.
QByteArray escaped(const QString& text) { return xmlText(text).toHtmlEscaped().toUtf8(); }

QByteArray withBreaks(const QString& text) { return escaped(text.trimmed()).replace("\n", "<br>"); }

QByteArray given(const char* name, const QByteArray& value) {
    return value.isEmpty() ? QByteArray() : QByteArray(" ") + name + "=\"" + value + "\"";
}

QByteArray inkClass(char kind, Ink ink) { return QByteArray(1, kind) + QByteArray::number(static_cast<int>(ink)); }

QByteArray hashed(const QByteArray& text) {
    return "'sha256-" + QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64() + "'";
}

QByteArray script() {
    QFile file(QStringLiteral(":/review/page.js"));
    RW_CHECK(file.open(QIODevice::ReadOnly), "the script is built into the program");
    return file.readAll();
}

/// A string of JSON that cannot end its element.
QByteArray jsonString(const QString& text) {
    QByteArray made = "\"";
    for (const QChar each : xmlText(text)) {
        const bool isPlain = each.isLetterOrNumber() && each.unicode() < 128;
        made += isPlain || each == QLatin1Char(' ')
                    ? QByteArray(1, each.toLatin1())
                    : "\\u" + QByteArray::number(each.unicode(), 16).rightJustified(4, '0');
    }
    return made + "\"";
}

bool hasHeads(const TableBlock& table) {
    return std::ranges::any_of(table.columns, [](const TableColumn& column) { return !column.header.isEmpty(); });
}

bool hasThings(const Drawing& drawing) {
    return std::ranges::any_of(drawing.items, [](const DrawingItem& item) { return item.subject != 0; });
}

/// Blocks in their order as sections, each once.
class BlockWriter {
public:
    BlockWriter(const ReviewContent& content, const Words& words) : m_content(content), m_words(words) { findIds(); }

    QByteArray all() {
        const std::vector<Block>& blocks = m_content.document.blocks;
        openSection(QByteArrayLiteral("cover"), QByteArrayLiteral("cover"));
        for (m_place = 0; m_place < blocks.size(); ++m_place)
            std::visit([this](const auto& block) { write(block); }, blocks[m_place]);
        closeSection();
        return m_out;
    }

    /// The outline, after all().
    QByteArray contents() const {
        QByteArray text = "<ol>" + m_outline + "</ol>";
        if (!m_outlineBehind.isEmpty())
            text += "<p>" + escaped(m_words.text("review.behind")) + "</p><ol>" + m_outlineBehind + "</ol>";
        return text;
    }

private:
    bool isBehind() const { return m_place >= m_content.proposalBlocks; }

    /// Anchors hold names of things; an id of the page is a short word.
    void findIds() {
        const auto add = [this](const QString& anchor) {
            if (!anchor.isEmpty())
                m_ids.try_emplace(anchor, "a" + QByteArray::number(static_cast<int>(m_ids.size()) + 1));
        };
        for (const Block& block : m_content.document.blocks) {
            if (const auto* heading = std::get_if<Heading>(&block))
                add(heading->anchor);
            else if (const auto* table = std::get_if<TableBlock>(&block))
                for (const TableRow& row : table->rows)
                    add(row.anchor);
        }
    }
    QByteArray idOf(const QString& anchor) {
        const auto it = m_ids.find(anchor);
        return it != m_ids.end() && m_written.insert(it->second).second ? it->second : QByteArray();
    }
    /// Around `text`, which is written already.
    QByteArray linked(const QString& anchor, const QByteArray& text, const char* kind = "") const {
        const auto it = m_ids.find(anchor);
        return it == m_ids.end() ? text
                                 : "<a" + given("class", kind) + " href=\"#" + it->second + "\">" + text + "</a>";
    }

    void openSection(const QByteArray& id, const QByteArray& kind) {
        m_out += "<section" + given("id", id) + given("class", kind) + ">\n";
        m_isOpen = true;
    }
    void closeFigure() {
        if (m_isInFigure)
            m_out += "</details>\n";
        m_isInFigure = false;
    }
    void closeLeaf() {
        closeFigure();
        if (m_isInLeaf)
            m_out += "</div>\n";
        m_isInLeaf = false;
    }
    void closeSection() {
        closeLeaf();
        if (m_isOpen)
            m_out += "</section>\n";
        m_isOpen = false;
    }
    QByteArray sheetClass() {
        QByteArray kind = m_isOnSheet ? "sheet" : "";
        if (std::exchange(m_startsPage, false))
            kind += kind.isEmpty() ? "new-page" : " new-page";
        return kind;
    }
    /// A new page within a section.
    void beginLeaf() {
        if (!m_startsPage)
            return;
        closeLeaf();
        m_out += "<div" + given("class", sheetClass()) + ">\n";
        m_isInLeaf = true;
    }

    void write(const Heading& heading) {
        closeFigure();
        m_heading = heading.text;
        const QByteArray text = escaped(heading.text);
        if (heading.level == 3 && m_place + 1 < m_content.document.blocks.size() &&
            std::holds_alternative<Contents>(m_content.document.blocks[m_place + 1]))
            return; // the page has its own beside it
        if (heading.level == 0) {
            m_out += "<h1>" + text + "</h1>\n";
        } else if (heading.level == 1) {
            closeSection();
            const QByteArray id = idOf(heading.anchor);
            QByteArray kind = isBehind() ? QByteArray("behind") : sheetClass();
            openSection(id, kind);
            m_out += "<h2>" + text + "</h2>\n";
            if (!id.isEmpty())
                (isBehind() ? m_outlineBehind : m_outline) += "<li><a href=\"#" + id + "\">" + text + "</a></li>";
        } else if (heading.anchor.startsWith(kFigureMark)) {
            m_out += "<details class=\"figure\"" + given("id", idOf(heading.anchor)) + "><summary><h3>" + text +
                     "</h3></summary>\n";
            m_isInFigure = true;
        } else {
            beginLeaf();
            m_out += "<h3" + given("id", idOf(heading.anchor)) + ">" + text + "</h3>\n";
        }
    }
    void write(const Paragraph& paragraph) {
        beginLeaf();
        QByteArray kind = paragraph.size < kSmallPrint ? "small" : "";
        if (paragraph.ink != Ink::Text)
            kind += " " + inkClass('k', paragraph.ink);
        if (paragraph.weight != Weight::Regular)
            kind += " strong";
        m_out += "<p" + given("class", kind.trimmed()) + ">" + withBreaks(paragraph.text) + "</p>\n";
    }
    void write(const Cards& cards) {
        beginLeaf();
        m_out += "<ul class=\"cards\">\n";
        for (const Card& card : cards.cards) {
            QByteArray inside = "<span class=\"caption\">" + escaped(card.caption) + "</span> <span class=\"value " +
                                inkClass('k', card.valueInk) + "\">" + escaped(card.value) + "</span>";
            if (!card.detail.isEmpty())
                inside +=
                    " <span class=\"detail " + inkClass('k', card.detailInk) + "\">" + escaped(card.detail) + "</span>";
            m_out += "<li>" +
                     (m_ids.contains(card.link) ? linked(card.link, inside, "card")
                                                : "<div class=\"card\">" + inside + "</div>") +
                     "</li>\n";
        }
        m_out += "</ul>\n";
    }
    void write(const Chips& chips) {
        beginLeaf();
        m_out += "<ul class=\"chips\">";
        for (const Chip& chip : chips.chips)
            m_out += "<li class=\"chip " + inkClass('k', chip.ink) + " " + inkClass('g', chip.ground) + "\">" +
                     escaped(chip.text) + "</li>";
        m_out += "</ul>\n";
    }

    QByteArray cellText(const TableCell& cell) const {
        QByteArray text = withBreaks(cell.text);
        if (cell.ground)
            text = "<span class=\"chip " + inkClass('k', cell.ink) + " " + inkClass('g', *cell.ground) + "\">" + text +
                   "</span>";
        return cell.text.isEmpty() ? text : linked(cell.link, text);
    }
    QByteArray cellClass(const TableCell& cell, QByteArray kind) const {
        if (cell.ink != Ink::Text && !cell.ground)
            kind += " " + inkClass('k', cell.ink);
        if (cell.weight != Weight::Regular)
            kind += " strong";
        if (cell.indent > 0)
            kind += " d" + QByteArray::number(std::min(8, static_cast<int>(std::lround(cell.indent / 1.8))));
        return kind.trimmed();
    }
    /// What the columns hold: numbers, words that want room, or codes that are not broken.
    static std::vector<QByteArray> columnClasses(const TableBlock& table) {
        std::vector<QByteArray> classes;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            qsizetype longest = 0;
            for (const TableRow& row : table.rows)
                if (row.role == TableRowRole::Line && i < row.cells.size())
                    longest = std::max(longest, row.cells[i].text.size());
            classes.emplace_back(table.columns[i].align == TextAlign::Right ? "n"
                                 : longest > kLongText                      ? "w"
                                 : longest <= kShortText                    ? "s"
                                                                            : "");
        }
        return classes;
    }
    /// Two columns without heads, or twice two: a term and what it says.
    void writeTerms(const TableBlock& table) {
        m_out += table.columns.size() > 2 ? "<dl class=\"terms pairs\">\n" : "<dl class=\"terms\">\n";
        for (const TableRow& row : table.rows)
            for (std::size_t i = 0; i + 1 < row.cells.size(); i += 2)
                m_out += "<div><dt>" + cellText(row.cells[i]) + "</dt><dd" +
                         given("class", cellClass(row.cells[i + 1], {})) + ">" + cellText(row.cells[i + 1]) +
                         "</dd></div>\n";
        m_out += "</dl>\n";
    }
    void write(const TableBlock& table) {
        beginLeaf();
        if (!hasHeads(table))
            return writeTerms(table);
        const auto lines =
            static_cast<std::size_t>(std::ranges::count(table.rows, TableRowRole::Line, &TableRow::role));
        const QByteArray name = escaped(m_heading);
        const bool isSearched = lines >= kLinesToSearch && !m_isInFigure;
        if (isSearched)
            m_out += "<div class=\"tools\" hidden><label><span>" + escaped(m_words.text("review.search")) +
                     "</span><input type=\"search\" autocomplete=\"off\"></label><span role=\"status\"></span></div>\n";
        m_out += "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"" + name + "\"><table" +
                 given("class", isSearched ? "data" : "") + ">\n<thead><tr>";
        const std::vector<QByteArray> kinds = columnClasses(table);
        for (std::size_t i = 0; i < kinds.size(); ++i)
            m_out += table.columns[i].header.isEmpty() ? QByteArray("<td></td>")
                                                       : "<th scope=\"col\"" + given("class", kinds[i]) + ">" +
                                                             escaped(table.columns[i].header) + "</th>";
        m_out += "</tr></thead>\n<tbody>\n";
        for (const TableRow& row : table.rows)
            writeRow(kinds, row);
        m_out += "</tbody></table></div>\n";
    }
    void writeRow(const std::vector<QByteArray>& kinds, const TableRow& row) {
        if (row.role == TableRowRole::Group) {
            if (!m_out.endsWith("<tbody>\n"))
                m_out += "</tbody>\n<tbody>\n";
            m_out += "<tr class=\"group\"" + given("id", idOf(row.anchor)) + "><th scope=\"rowgroup\" colspan=\"" +
                     QByteArray::number(static_cast<int>(kinds.size())) + "\">" +
                     (row.cells.empty() ? QByteArray() : cellText(row.cells.front())) + "</th></tr>\n";
            return;
        }
        QByteArray subject;
        if (m_content.things.contains(row.subject))
            subject = QByteArray::number(static_cast<qulonglong>(row.subject));
        m_out += "<tr" + given("class", row.role == TableRowRole::Total ? "total" : "") +
                 given("id", idOf(row.anchor)) + given("data-id", subject) + ">";
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            const TableCell cell = i < row.cells.size() ? row.cells[i] : TableCell{};
            const char* kind = i == 0 && !cell.text.isEmpty() ? "th" : "td";
            m_out += QByteArray("<") + kind + (i == 0 && !cell.text.isEmpty() ? " scope=\"row\"" : "") +
                     given("class", cellClass(cell, kinds[i]));
            if (cell.number && std::isfinite(*cell.number) && kinds[i] == "n")
                m_out += given("data-v", QByteArray::number(*cell.number, 'g', 10));
            m_out += ">" + cellText(cell) + "</" + kind + ">";
        }
        m_out += "</tr>\n";
    }

    void write(const DrawingBlock& block) { writeDrawing(block.drawing, block.caption, block.isFramed); }
    void write(const Aside& block) { writeDrawing(block.drawing, {}, true); }
    QByteArray button(const char* what, const char* id, const char* sign) const {
        return QByteArray("<button type=\"button\" data-do=\"") + what + "\" aria-label=\"" +
               escaped(m_words.text(id)) + "\" title=\"" + escaped(m_words.text(id)) + "\">" + sign + "</button>";
    }
    void writeDrawing(const Drawing& drawing, const QString& caption, bool isFramed) {
        beginLeaf();
        const QString name = caption.isEmpty() ? m_heading : caption;
        if (!isFramed && !hasThings(drawing)) {
            m_out += "<figure class=\"chart\"><div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"" +
                     escaped(name) + "\">" + inlineSvgOf(drawing, name) + "</div></figure>\n";
            return;
        }
        m_out += "<figure class=\"drawing\">\n<div class=\"bar\" hidden><label class=\"find\"><span>" +
                 escaped(m_words.text("review.find")) + "</span><select></select></label>" +
                 button("in", "review.zoom-in", "+") + button("out", "review.zoom-out", "\u2212") +
                 button("fit", "review.fit", "\u2922") + button("whole", "review.whole", "\u26f6") + "</div>\n" +
                 "<div class=\"stage\" role=\"group\" tabindex=\"0\" aria-label=\"" +
                 escaped(m_words.text(Message("review.drawing").with("name", name.toStdString()))) + "\">" +
                 inlineSvgOf(drawing, name) + "</div>\n";
        const QString shown = m_sheet.isEmpty() ? caption : m_sheet + QStringLiteral(" \u00b7 ") + name;
        if (!shown.isEmpty())
            m_out += "<figcaption>" + escaped(shown) + "</figcaption>\n";
        m_out += "</figure>\n";
        m_sheet.clear();
    }
    void write(const PageBreak& page) {
        m_startsPage = !isBehind();
        m_isOnSheet = !(page.format == m_content.document.format);
        m_sheet = page.drawingNumber;
    }
    void write(const Contents&) {}
    void write(const Space&) {}

    const ReviewContent& m_content;
    const Words& m_words;
    QByteArray m_out, m_outline, m_outlineBehind;
    std::map<QString, QByteArray> m_ids;
    std::set<QByteArray> m_written; ///< ids that stand in the page
    std::size_t m_place = 0;        ///< of the block that is written
    QString m_heading;              ///< what stands below it is called by it
    QString m_sheet;                ///< number of the drawing that follows
    bool m_isOpen = false, m_isInLeaf = false, m_isInFigure = false;
    bool m_startsPage = false, m_isOnSheet = false;
};

QByteArray logoOf(const PicturePtr& logo) {
    QByteArray bytes = logo->svg;
    if (bytes.isEmpty()) {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        logo->image.save(&buffer, "PNG");
    }
    return QByteArray("data:image/") + (logo->svg.isEmpty() ? "png" : "svg+xml") + ";base64," + bytes.toBase64();
}

QByteArray headOf(const ReportDocument& document, const QByteArray& style, const QByteArray& ownScript) {
    const QByteArray policy = "default-src 'none'; script-src " + hashed(ownScript) + "; style-src " + hashed(style) +
                              "; img-src data:; base-uri 'none'; form-action 'none'";
    const auto meta = [](const char* name, const QString& value) {
        return value.isEmpty() ? QByteArray()
                               : QByteArray("<meta name=\"") + name + "\" content=\"" + escaped(value) + "\">\n";
    };
    return "<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy +
           "\">\n" + kProjectMark + escaped(document.title) +
           "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n" +
           meta("author", document.author) + meta("description", document.subject) + meta("date", document.date) +
           "<title>" + escaped(document.title + QStringLiteral(" \u00b7 ") + document.subject) + "</title>\n<style>" +
           style + "</style>\n</head>\n";
}

QByteArray topOf(const TitleBlock& block, const Words& words) {
    QByteArray text = "<a class=\"skip\" href=\"#main\">" + escaped(words.text("review.skip")) +
                      "</a>\n<header class=\"top\">\n<button type=\"button\" id=\"menu\" aria-expanded=\"false\" "
                      "aria-controls=\"contents\" hidden>" +
                      escaped(words.text("report.contents")) + "</button>\n";
    if (block.logo)
        text += "<img class=\"logo\" alt=\"" + escaped(block.headerLeft) + "\" src=\"" + logoOf(block.logo) + "\">\n";
    else if (!block.headerLeft.isEmpty())
        text += "<span class=\"seller\">" + escaped(block.headerLeft) + "</span>\n";
    text += "<span class=\"number\">" + escaped(block.headerRight) + "</span>\n";
    if (!block.notice.isEmpty())
        text += "<span class=\"notice\">" + escaped(block.notice) + "</span>\n";
    return text + "<button type=\"button\" id=\"print\" hidden>" + escaped(words.text("review.print")) +
           "</button>\n</header>\n";
}

/// Words that the script puts in place.
QByteArray wordsOf(const Words& words) {
    QByteArray text;
    const auto add = [&](const char* name, const QString& value) { text += given(name, escaped(value)); };
    add("data-shown", words.text(Message("review.shown").with("shown", "%1").with("all", "%2")));
    add("data-choose", words.text("review.choose"));
    add("data-row", words.text("review.show-row"));
    add("data-drawn", words.text("review.show-drawing"));
    return text;
}

QByteArray thingsOf(const std::map<std::uint64_t, QString>& things) {
    QByteArray text = "{";
    for (const auto& [id, name] : things)
        text += (text.size() > 1 ? ",\"" : "\"") + QByteArray::number(static_cast<qulonglong>(id)) +
                "\":" + jsonString(name);
    return text + "}";
}

} // namespace

QByteArray reviewPageOf(const ReviewContent& content, const Texts& texts) {
    const Words words(texts);
    const ReportDocument& head = content.document;
    const QByteArray contents = escaped(words.text("report.contents"));
    const QByteArray style = pageStyle(content.document), ownScript = script();
    BlockWriter blocks(content, words);
    const QByteArray main = blocks.all();
    return "<!DOCTYPE html>\n<html lang=\"" + escaped(head.language) + "\">\n" + headOf(head, style, ownScript) +
           "<body" + wordsOf(words) + ">\n" + topOf(head.titleBlock, words) +
           "<div class=\"frame\">\n<nav id=\"contents\" aria-label=\"" + contents + "\">" + blocks.contents() +
           "</nav>\n<main id=\"main\" tabindex=\"-1\">\n" + main + "</main>\n</div>\n<footer>" +
           escaped(head.titleBlock.footer) +
           "</footer>\n<dialog id=\"panel\" aria-labelledby=\"panel-title\"><div class=\"head\">"
           "<h2 id=\"panel-title\" tabindex=\"-1\"></h2><button type=\"button\" id=\"panel-close\" aria-label=\"" +
           escaped(words.text("dialog.close")) +
           "\">\u00d7</button></div><div id=\"panel-body\" tabindex=\"0\"></div></dialog>\n"
           "<script type=\"application/json\" id=\"things\">" +
           thingsOf(content.things) + "</script>\n<script>" + ownScript + "</script>\n</body>\n</html>\n";
}

std::optional<std::string> projectOfReviewPage(std::string_view page) {
    const std::string_view mark = kProjectMark;
    const std::size_t at = page.find(mark);
    const std::size_t end = at == std::string_view::npos ? at : page.find('"', at + mark.size());
    if (end == std::string_view::npos)
        return std::nullopt;
    QString name = QString::fromUtf8(page.data() + at + mark.size(), static_cast<qsizetype>(end - at - mark.size()));
    name.replace(QLatin1String("&lt;"), QLatin1String("<")).replace(QLatin1String("&gt;"), QLatin1String(">"));
    name.replace(QLatin1String("&quot;"), QLatin1String("\"")).replace(QLatin1String("&amp;"), QLatin1String("&"));
    return name.toStdString();
}

} // namespace rackwright
