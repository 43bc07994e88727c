// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/typeset.h"

#include <QRegularExpression>

namespace rackwright {

namespace {

struct Rewriter {
    const std::function<QString(QString)>& rewritten;

    void set(QString& text) const { text = rewritten(std::move(text)); }
    void operator()(Heading& block) const { set(block.text); }
    void operator()(Paragraph& block) const { set(block.text); }
    void operator()(Cards& block) const {
        for (Card& card : block.cards) {
            set(card.caption);
            set(card.value);
            set(card.detail);
        }
    }
    void operator()(Chips& block) const {
        for (Chip& chip : block.chips)
            set(chip.text);
    }
    void operator()(TableBlock& block) const {
        for (TableColumn& column : block.columns)
            set(column.header);
        for (TableRow& row : block.rows)
            for (TableCell& cell : row.cells)
                set(cell.text);
    }
    void operator()(DrawingBlock& block) const {
        set(block.caption);
        for (DrawingItem& item : block.drawing.items)
            if (auto* text = std::get_if<TextShape>(&item.shape))
                set(text->text);
    }
    void operator()(Aside& block) const {
        for (DrawingItem& item : block.drawing.items)
            if (auto* text = std::get_if<TextShape>(&item.shape))
                set(text->text);
    }
    void operator()(PageBreak& block) const { set(block.drawingTitle); }
    void operator()(Contents&) const {}
    void operator()(Space&) const {}
};

} // namespace

QString typeset(QString text) {
    // Most texts hold none of the signs.
    if (text.contains(QLatin1Char('=')))
        text.replace(QLatin1String(">="), QString(QChar(0x2265))).replace(QLatin1String("<="), QString(QChar(0x2264)));
    if (text.contains(QLatin1String(" x "))) {
        static const QRegularExpression times(
            QStringLiteral("(?<=\\d)(\\s?(?:mm|cm|m|in|U)?) x (?=\\d)|(?<=\\d) x (?=[A-Z])"));
        text.replace(times, QStringLiteral("\\1 \u00d7 "));
    }
    if (text.contains(QLatin1String("m2")) || text.contains(QLatin1String("m3"))) {
        static const QRegularExpression square(QStringLiteral("\\b(m|mm|cm)2\\b"));
        static const QRegularExpression cube(QStringLiteral("\\b(m|mm|cm)3\\b"));
        text.replace(square, QStringLiteral("\\1\u00b2")).replace(cube, QStringLiteral("\\1\u00b3"));
    }
    if (text.contains(QLatin1String(" C")) || text.contains(QLatin1String(" F"))) {
        static const QRegularExpression degrees(QStringLiteral("(?<=\\d) (?=[CF](?![\\w+]))"));
        text.replace(degrees, QStringLiteral(" \u00b0"));
    }
    return text;
}

void rewriteTexts(ReportDocument& document, const std::function<QString(QString)>& rewritten) {
    document.title = rewritten(std::move(document.title));
    for (Block& block : document.blocks)
        std::visit(Rewriter{rewritten}, block);
}

void typeset(ReportDocument& document) {
    rewriteTexts(document, [](QString text) { return typeset(std::move(text)); });
}

} // namespace rackwright
