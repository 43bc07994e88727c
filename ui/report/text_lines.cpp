// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/text_lines.h"

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
    qsizetype high = word.size();
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

void appendBroken(QStringList& lines, const QString& paragraph, Weight weight, double width) {
    QString line;
    for (QString part : partsOf(paragraph)) {
        if (textWidth(withoutTrailingBlanks(line + part), weight) <= width) {
            line += part;
            continue;
        }
        if (!line.isEmpty())
            lines.append(withoutTrailingBlanks(line));
        while (textWidth(withoutTrailingBlanks(part), weight) > width) {
            const qsizetype length = fittingLength(part, weight, width);
            if (length >= part.size())
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

QStringList brokenLines(const QString& text, Weight weight, double width) {
    QStringList lines;
    for (const QString& paragraph : paragraphsOf(text))
        appendBroken(lines, paragraph, weight, std::max(width, 0.1));
    return lines;
}

double longestWord(const QString& text, Weight weight) {
    double longest = 0;
    for (const QString& paragraph : paragraphsOf(text))
        for (const QString& part : partsOf(paragraph))
            longest = std::max(longest, textWidth(withoutTrailingBlanks(part), weight));
    return longest;
}

} // namespace rackwright
