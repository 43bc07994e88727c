// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review/page_style.h"

#include "model/base/check.h"
#include "ui/report/page_layout.h"

#include <QFile>

#include <array>
#include <utility>

namespace rackwright {

namespace {

/// Inks by the names that page.css has for them.
constexpr std::array<std::pair<const char*, Ink>, 14> kNamed = {{{"paper", Ink::Paper},
                                                                 {"panel", Ink::Panel},
                                                                 {"text", Ink::Text},
                                                                 {"subdued", Ink::Subdued},
                                                                 {"rule", Ink::Rule},
                                                                 {"line", Ink::Dimension},
                                                                 {"accent", Ink::Accent},
                                                                 {"link", Ink::Note},
                                                                 {"wash", Ink::NoteWash},
                                                                 {"good", Ink::Good},
                                                                 {"warning", Ink::Warning},
                                                                 {"warning-wash", Ink::WarningWash},
                                                                 {"bad", Ink::Bad},
                                                                 {"bad-wash", Ink::BadWash}}};

/// What words of a drawing are written in on a screen: 4.5 to 1 against the paper at the least.
constexpr Ink readable(Ink ink) {
    if (ink == Ink::Faint || ink == Ink::Dimension)
        return Ink::Subdued;
    if (ink == Ink::ColdText)
        return Ink::Note;
    return ink == Ink::HotText ? Ink::Bad : ink;
}

QByteArray numberOf(Ink ink) { return QByteArray::number(static_cast<int>(ink)); }

QByteArray colours(const Palette& palette) {
    QByteArray text = ":root{";
    for (std::size_t i = 0; i < kInkCount; ++i)
        text += "--i" + QByteArray::number(static_cast<int>(i)) + ":" +
                palette.colours[i].name(QColor::HexRgb).toLatin1() + ";";
    return text + "}\n";
}

QByteArray inkRules() {
    QByteArray text = ":root{";
    for (const auto& [name, ink] : kNamed)
        text += QByteArray("--") + name + ":var(--i" + numberOf(ink) + ");";
    text += "}\n";
    for (std::size_t i = 0; i < kInkCount; ++i) {
        const QByteArray n = QByteArray::number(static_cast<int>(i));
        const QByteArray words = numberOf(readable(static_cast<Ink>(i)));
        text += ".f" + n + "{fill:var(--i" + n + ")}.s" + n + "{stroke:var(--i" + n + ")}.t" + n + "{fill:var(--i" +
                words + ")}.k" + n + "{color:var(--i" + words + ")}.g" + n + "{background:var(--i" + n + ")}\n";
    }
    return text;
}

/// A text as a string of a style sheet, whatever it holds.
QByteArray styleString(const QString& text) {
    QByteArray made = "\"";
    for (const char32_t c : text.toUcs4()) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ';
        made += isPlain ? QByteArray(1, static_cast<char>(c)) : "\\" + QByteArray::number(c, 16) + " ";
    }
    return made + "\"";
}

QByteArray millimetres(double value) { return QByteArray::number(value, 'f', 1) + "mm"; }

QByteArray sheetRule(const char* name, const PageFormat& format) {
    const QSizeF size = format.size();
    return QByteArray("@page ") + name + "{size:" + millimetres(size.width()) + " " + millimetres(size.height()) +
           "}\n";
}

/// The paper of the text, that of the drawings, and what stands in their margins.
QByteArray pageRules(const ReportDocument& document) {
    const TitleBlock& block = document.titleBlock;
    const Margins margins;
    QByteArray text = "@page{margin:" + millimetres(margins.top) + " " + millimetres(margins.side) + " " +
                      millimetres(margins.bottom) + ";";
    const auto corner = [&text](const char* place, const QByteArray& content) {
        text += QByteArray("@") + place + "{font:6.5pt Roboto,Arial,sans-serif;color:" +
                lightPalette()[Ink::Subdued].name(QColor::HexRgb).toLatin1() + ";content:" + content + "}";
    };
    corner("top-left", styleString(block.headerLeft));
    corner("top-right", styleString(block.headerRight));
    corner("bottom-left", styleString(block.footer));
    corner("bottom-right", styleString(block.notice + QStringLiteral("  ")) + " counter(page) \" / \" counter(pages)");
    text += "}\n" + sheetRule("text", document.format);
    for (const Block& each : document.blocks)
        if (const auto* page = std::get_if<PageBreak>(&each); page && !(page->format == document.format))
            return text + sheetRule("sheet", page->format);
    return text;
}

} // namespace

QByteArray pageStyle(const ReportDocument& document) {
    QFile rules(QStringLiteral(":/review/page.css"));
    RW_CHECK(rules.open(QIODevice::ReadOnly), "the style sheet is built into the program");
    return colours(lightPalette()) + "@media screen and (prefers-color-scheme:dark){" + colours(darkPalette()) + "}\n" +
           inkRules() + rules.readAll() + pageRules(document);
}

} // namespace rackwright
