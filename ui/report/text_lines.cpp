// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/text_lines.h"

#include "ui/paint/text_fit.h"

#include <QTextBoundaryFinder>

#include <algorithm>

namespace rackwright {

namespace {

/// Places where a line may end, by the Unicode rules.
QStringList partsOf(const QString& text) {
    QStringList parts;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Line, text);
    qsizetype from = 0;
    while (finder.toNextBoundary() >= 0) {
        const qsizetype to = finder.position();
        if (to > from)
            parts.append(text.mid(from, to - from));
        from = to;
    }
    return parts;
}

QString withoutTrailingBlanks(QString line) {
    while (line.endsWith(QLatin1Char(' ')))
        line.chop(1);
    return line;
}

/// As many letters of a long word as fit, at least one.
qsizetype fittingLength(const QString& word, Weight weight, double width) {
    qsizetype low = 1;
    qsizetype high = enoughFor(word, weight, width);
    while (low < high) {
        const qsizetype middle = (low + high + 1) / 2;
        if (textWidth(word.left(middle), weight) <= width)
            low = middle;
        else
            high = middle - 1;
    }
    if (low < word.size() && word.at(low).isLowSurrogate() && low > 1)
        --low;
    return low;
}

bool fits(const QString& text, Weight weight, double width) {
    return enoughFor(text, weight, width) == text.size() && textWidth(text, weight) <= width;
}

void appendBroken(QStringList& lines, const QString& paragraph, Weight weight, double width, qsizetype most) {
    QString line;
    for (QString part : partsOf(paragraph)) {
        if (lines.size() > most)
            return;
        if (fits(withoutTrailingBlanks(line + part), weight, width)) {
            line += part;
            continue;
        }
        if (!line.isEmpty())
            lines.append(withoutTrailingBlanks(line));
        while (!fits(withoutTrailingBlanks(part), weight, width)) {
            const qsizetype length = fittingLength(part, weight, width);
            if (length >= part.size() || lines.size() > most)
                break;
            lines.append(part.left(length));
            part = part.mid(length);
        }
        line = part;
    }
    lines.append(withoutTrailingBlanks(line));
}

QStringList paragraphsOf(const QString& text) {
    QString plain = text;
    plain.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    plain.replace(QLatin1Char('\r'), QLatin1Char('\n'));
    QStringList paragraphs;
    for (const QString& paragraph : plain.split(QLatin1Char('\n')))
        paragraphs.append(oneLine(paragraph));
    return paragraphs;
}

} // namespace

QStringList brokenLines(const QString& text, Weight weight, double width, qsizetype most) {
    QStringList lines;
    for (const QString& paragraph : paragraphsOf(text)) {
        if (lines.size() > most)
            break;
        appendBroken(lines, paragraph, weight, std::max(width, 0.1), most);
    }
    return lines;
}

void cutLines(QStringList& lines, qsizetype most, Weight weight, double width) {
    if (lines.size() <= most)
        return;
    lines = lines.mid(0, most);
    lines.last() = elided(lines.last() + QStringLiteral(" \u2026"), weight, width);
    if (!lines.last().endsWith(QChar(0x2026)))
        lines.last() = QString(QChar(0x2026));
}

std::string abridged(const std::string& name) {
    constexpr qsizetype kMostLetters = 120;
    if (name.size() <= static_cast<std::size_t>(kMostLetters))
        return name;
    QString text = QString::fromStdString(name);
    if (text.size() <= kMostLetters)
        return name;
    text.truncate(kMostLetters - 1);
    if (text.back().isHighSurrogate())
        text.chop(1);
    return text.toStdString() + "\u2026";
}

double longestWord(const QString& text, Weight weight, double most) {
    double longest = 0;
    for (const QString& paragraph : paragraphsOf(text))
        for (const QString& part : partsOf(paragraph)) {
            const QString word = withoutTrailingBlanks(part);
            longest = std::max(longest, textWidth(word.left(enoughFor(word, weight, most)), weight));
            if (longest > most)
                return longest;
        }
    return longest;
}

} // namespace rackwright
