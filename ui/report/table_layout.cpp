// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/table_layout.h"

#include "ui/paint/text_fit.h"
#include "ui/report/text_lines.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rackwright {

namespace {

constexpr double kWidestWord = 34;        // mm: a longer word may be cut
constexpr double kWidest = 400;           // em: wider than any sheet
constexpr qsizetype kMostHeaderLines = 6; // names of things are headings too

struct ColumnNeed {
    double natural = 0; ///< width at which nothing wraps
    double least = 0;   ///< width of the longest word, of a number the whole
};

double noteWidth(const TableCell& cell, double size) {
    return cell.note > 0 ? textWidth(QString::number(cell.note), Weight::Regular) * noteSize(size) + 0.4 : 0;
}

/// `isTight`: the headings of numbers break between words, so that texts need not.
ColumnNeed needOf(const TableBlock& table, std::size_t column, bool isTight) {
    const TableColumn& head = table.columns[column];
    ColumnNeed need;
    const auto take = [&](const QString& text, Weight weight, double extra, bool mayBreak) {
        const double padding = 2 * kCellPadding + extra;
        double widest = 0;
        for (const QString& line : text.split(QLatin1Char('\n')))
            widest =
                std::max(widest, textWidth(oneLine(line.left(enoughFor(line, weight, kWidest))), weight) * table.size);
        const double word = mayBreak ? longestWord(text, weight, kWidestWord / table.size) * table.size : widest;
        need.natural = std::max(need.natural, widest + padding);
        need.least = std::max(need.least, std::min(word, kWidestWord) + padding);
    };
    if (isTight && head.align == TextAlign::Right)
        for (const QString& word : head.header.split(QLatin1Char(' ')))
            take(word, Weight::Regular, 0, false);
    else
        take(head.header, Weight::Regular, 0, head.align != TextAlign::Right);
    for (const TableRow& row : table.rows)
        if (row.role != TableRowRole::Group && column < row.cells.size())
            take(row.cells[column].text, row.cells[column].weight,
                 row.cells[column].indent + noteWidth(row.cells[column], table.size) +
                     (row.cells[column].ground ? 1.6 : 0),
                 head.align != TextAlign::Right);
    need.natural += 0.05; // so that rounding never breaks a line that was measured
    need.least = std::min(need.least + 0.05, need.natural);
    return need;
}

/// Between the least and the natural widths, in proportion to what each column would like.
std::vector<double> shared(const std::vector<ColumnNeed>& needs, const TableBlock& table, double width) {
    double natural = 0;
    double least = 0;
    for (const ColumnNeed& need : needs) {
        natural += need.natural;
        least += need.least;
    }
    std::vector<double> widths;
    if (natural <= width) {
        const auto takers = std::ranges::count_if(table.columns, &TableColumn::takesSpare);
        for (std::size_t i = 0; i < needs.size(); ++i)
            widths.push_back(needs[i].natural +
                             (table.columns[i].takesSpare ? (width - natural) / static_cast<double>(takers) : 0));
        return widths;
    }
    if (least >= width) {
        for (const ColumnNeed& need : needs)
            widths.push_back(need.least * width / least);
        return widths;
    }
    // Columns that like little more than their least are served first; the rest share what is left.
    std::vector<std::size_t> order(needs.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return needs[i].natural - needs[i].least; });
    widths.assign(needs.size(), 0);
    double spare = width - least;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const ColumnNeed& need = needs[order[k]];
        const double extra = std::min(need.natural - need.least, spare / static_cast<double>(order.size() - k));
        widths[order[k]] = need.least + extra;
        spare -= extra;
    }
    return widths;
}

} // namespace

double linePitch(double size) { return size * 1.32; }
double rowPadding(double size) { return size * 0.36; }
double noteSize(double size) { return std::max(kLeastPrint, size * 0.7); }

TableMeasure measured(const TableBlock& table, double width, double tallest) {
    TableMeasure made;
    const auto needsOf = [&table](bool isTight) {
        std::vector<ColumnNeed> needs;
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            needs.push_back(needOf(table, i, isTight));
        return needs;
    };
    std::vector<ColumnNeed> needs = needsOf(false);
    if (std::accumulate(needs.begin(), needs.end(), 0.0,
                        [](double sum, const ColumnNeed& need) { return sum + need.natural; }) > width)
        needs = needsOf(true);
    made.widths = shared(needs, table, width);
    const double padding = 2 * rowPadding(table.size);
    qsizetype headerLines = 1;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const double inner = (made.widths[i] - 2 * kCellPadding) / table.size;
        QStringList lines = brokenLines(table.columns[i].header, Weight::Regular, inner, kMostHeaderLines);
        cutLines(lines, kMostHeaderLines, Weight::Regular, inner);
        made.headerLines.append(std::move(lines));
        headerLines = std::max(headerLines, made.headerLines.back().size());
    }
    // Terms and what they say need no heading.
    const bool isHeaded =
        std::ranges::any_of(table.columns, [](const TableColumn& column) { return !column.header.isEmpty(); });
    made.headerHeight = isHeaded ? static_cast<double>(headerLines) * linePitch(table.size) + padding : 0;
    const auto mostLines =
        std::max<qsizetype>(1, static_cast<qsizetype>((tallest - made.headerHeight - padding) / linePitch(table.size)));
    const double whole = std::accumulate(made.widths.begin(), made.widths.end(), 0.0);
    for (const TableRow& row : table.rows) {
        std::vector<QStringList> cells;
        qsizetype most = 1;
        for (std::size_t i = 0; i < table.columns.size() && i < row.cells.size(); ++i) {
            const TableCell& cell = row.cells[i];
            const double outer = row.role == TableRowRole::Group ? whole : made.widths[i];
            const double inner =
                (outer - 2 * kCellPadding - cell.indent - noteWidth(cell, table.size) - (cell.ground ? 1.6 : 0)) /
                table.size;
            QStringList lines = brokenLines(cell.text, cell.weight, inner + 0.001, mostLines);
            cutLines(lines, mostLines, cell.weight, inner);
            most = std::max(most, lines.size());
            cells.push_back(std::move(lines));
        }
        made.lines.push_back(std::move(cells));
        made.heights.push_back(static_cast<double>(most) * linePitch(table.size) + padding);
    }
    return made;
}

} // namespace rackwright
