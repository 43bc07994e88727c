// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/fonts.h"

#include "ui/paint/text_fit.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QHashFunctions>

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>

static void initialiseFontResource() { Q_INIT_RESOURCE(rackwright_fonts); }

namespace rackwright {

namespace {

constexpr int kMeasuringSize = 200; // px: fine enough that rounding of advances does not show

QFont::Weight qtWeight(Weight weight) {
    switch (weight) {
    case Weight::Regular:
        return QFont::Normal;
    case Weight::Medium:
        return QFont::Medium;
    case Weight::Bold:
        return QFont::Bold;
    }
    return QFont::Normal;
}

const QFontMetricsF& metrics(Weight weight) {
    // Font engines belong to the thread that uses them.
    thread_local const std::array<QFontMetricsF, 3> all = {QFontMetricsF(documentFont(Weight::Regular, kMeasuringSize)),
                                                           QFontMetricsF(documentFont(Weight::Medium, kMeasuringSize)),
                                                           QFontMetricsF(documentFont(Weight::Bold, kMeasuringSize))};
    return all[static_cast<std::size_t>(weight)];
}

} // namespace

Done loadBundledFonts() {
    static const bool loaded = [] {
        initialiseFontResource();
        for (const char* file : {"Regular", "Medium", "Bold"})
            if (QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/Roboto-%1.ttf").arg(QLatin1String(file))) < 0)
                return false;
        return true;
    }();
    if (!loaded)
        return systemError(Message("paint.no-font"));
    return done();
}

QFont documentFont(Weight weight, int pixelSize) {
    QFont font(QStringLiteral("Roboto"));
    font.setPixelSize(pixelSize);
    font.setWeight(qtWeight(weight));
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::PreferAntialias);
    font.setKerning(true);
    // Any letter spacing switches ligatures off, so that "fi" stays two letters for search and copy in a PDF.
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.02);
    return font;
}

QString oneLine(const QString& text) {
    QString line = text;
    for (QChar& c : line)
        if (c.category() == QChar::Other_Control || c.category() == QChar::Separator_Line ||
            c.category() == QChar::Separator_Paragraph)
            c = QLatin1Char(' ');
    return line;
}

// Names and figures come again with every edit, and shaping a text takes longer than drawing its rack.
double textWidth(const QString& text, Weight weight) {
    constexpr qsizetype most = 20000, longest = 2000;
    // Not by QHash, which ends the program where it has no memory to grow.
    thread_local std::array<std::unordered_map<QString, double>, 3> all;
    if (text.size() > longest)
        return metrics(weight).horizontalAdvance(text) / kMeasuringSize;
    std::unordered_map<QString, double>& known = all[static_cast<std::size_t>(weight)];
    if (const auto it = known.find(text); it != known.end())
        return it->second;
    if (std::ssize(known) >= most)
        known.clear();
    return known.emplace(text, metrics(weight).horizontalAdvance(text) / kMeasuringSize).first->second;
}

qsizetype enoughFor(const QString& text, Weight weight, double width) {
    constexpr qsizetype first = 64;
    qsizetype count = std::min(first, text.size());
    while (count < text.size() && textWidth(text.left(count), weight) <= width)
        count = std::min(2 * count, text.size());
    if (count < text.size() && text.at(count).isLowSurrogate())
        ++count;
    return count;
}

double capHeight() { return metrics(Weight::Regular).capHeight() / kMeasuringSize; }

QString elided(const QString& text, Weight weight, double width, Qt::TextElideMode mode) {
    const qsizetype enough = enoughFor(text, weight, width);
    if (enough == text.size() && textWidth(text, weight) <= width)
        return text;
    const QString ellipsis(QChar(0x2026));
    // Of a very long text only its ends can show.
    const bool isLong = 2 * enough < text.size();
    const QString part = !isLong                    ? text
                         : mode == Qt::ElideRight ? text.left(2 * enough)
                         : mode == Qt::ElideLeft  ? text.right(2 * enough)
                                                  : text.left(enough) + text.right(enough);
    const QString cut = metrics(weight).elidedText(part, mode, width * kMeasuringSize);
    return cut == ellipsis ? QString() : cut;
}

} // namespace rackwright
