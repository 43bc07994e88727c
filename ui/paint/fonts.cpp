// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/fonts.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QHash>

#include <array>

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
    constexpr qsizetype most = 20000;
    thread_local std::array<QHash<QString, double>, 3> all;
    QHash<QString, double>& known = all[static_cast<std::size_t>(weight)];
    if (const auto it = known.constFind(text); it != known.cend())
        return *it;
    if (known.size() >= most)
        known.clear();
    return *known.insert(text, metrics(weight).horizontalAdvance(text) / kMeasuringSize);
}

double capHeight() { return metrics(Weight::Regular).capHeight() / kMeasuringSize; }

QString elided(const QString& text, Weight weight, double width, Qt::TextElideMode mode) {
    if (textWidth(text, weight) <= width)
        return text;
    const QString ellipsis(QChar(0x2026));
    const QString cut = metrics(weight).elidedText(text, mode, width * kMeasuringSize);
    return cut == ellipsis ? QString() : cut;
}

} // namespace rackwright
