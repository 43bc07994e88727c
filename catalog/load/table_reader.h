// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row of a catalogue table read cell by cell; each wrong cell becomes a problem with file, line, column and reason,
// and reading goes on so that one run tells them all.

#include "catalog/load/catalog_content.h"
#include "catalog/load/table_unit.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

struct ReviewedTable {
    std::string file; ///< as a person knows it, "facts/servers.csv"
    CsvTable csv;
};

class ReviewedRow {
public:
    ReviewedRow(const ReviewedTable& table, std::size_t row, std::vector<LoadProblem>& problems)
        : m_table(table), m_row(row), m_problems(problems) {}

    Place place(std::string_view column) const { return {m_table.file, m_table.csv.line(m_row), std::string(column)}; }
    /// As it stands; empty where the table has no such column.
    const std::string& text(std::string_view column) const { return m_table.csv.cell(m_row, column); }
    bool isEmpty(std::string_view column) const { return text(column).empty(); }
    /// Notes what is wrong with a cell; reading goes on.
    void problem(std::string_view column, Message reason) const {
        m_problems.push_back({place(column), std::move(reason)});
    }

    /// The text, which must not be empty.
    const std::string& required(std::string_view column) const {
        if (isEmpty(column))
            problem(column, Message("catalog.cell.empty"));
        return text(column);
    }

    /// As written, in the cell's own unit; nothing for an empty cell, and with a problem for what is no number.
    std::optional<double> number(std::string_view column) const {
        if (isEmpty(column))
            return std::nullopt;
        const std::optional<double> value = plainNumber(text(column));
        if (!value)
            problem(column, Message("catalog.cell.no-number").with("text", std::string_view(text(column))));
        return value;
    }

    /// The same for whole numbers from 0 to a thousand million.
    std::optional<std::int64_t> count(std::string_view column) const {
        const std::optional<double> value = number(column);
        if (!value)
            return std::nullopt;
        const auto whole = static_cast<std::int64_t>(*value < 0 || *value > 1e9 ? -1 : *value);
        if (whole < 0 || static_cast<double>(whole) != *value) {
            problem(column, Message("catalog.cell.no-count").with("text", std::string_view(text(column))));
            return std::nullopt;
        }
        return whole;
    }

    /// `fallback` with a problem for any other text, an empty cell too.
    template <NamedEnum E>
    E word(std::string_view column, E fallback) const {
        const std::optional<E> value = enumFromName<E>(text(column));
        if (!value) {
            WordList words;
            for (const std::string_view name : EnumNames<E>::names)
                words.words.emplace_back(name);
            problem(column, Message("catalog.cell.unknown-word")
                                .with("text", std::string_view(text(column)))
                                .with("words", ArgumentValue(std::move(words))));
        }
        return value.value_or(fallback);
    }

    /// The weakest, with a problem, where the cell names none.
    Grade grade(std::string_view column = "grade") const {
        const std::optional<Grade> value = gradeFromName(text(column));
        if (!value)
            problem(column, Message("catalog.cell.no-grade").with("text", std::string_view(text(column))));
        return value.value_or(Grade::Assumption);
    }

    /// The unit named in a column; the pure number when the cell is empty.
    const Unit* unit(std::string_view column) const {
        const Unit* found = tableUnit(text(column));
        if (!found)
            problem(column, Message("catalog.cell.no-unit").with("text", std::string_view(text(column))));
        return found;
    }

    /// What stands between ";"; nothing for an empty cell.
    std::vector<std::string> list(std::string_view column) const {
        std::vector<std::string> parts;
        const std::string& all = text(column);
        for (std::size_t start = 0; start < all.size();) {
            const std::size_t end = std::min(all.find(';', start), all.size());
            if (end > start)
                parts.push_back(all.substr(start, end - start));
            start = end + 1;
        }
        return parts;
    }

private:
    const ReviewedTable& m_table;
    std::size_t m_row;
    std::vector<LoadProblem>& m_problems;
};

/// Known, or a range when low and high are given; a missing typical value is the middle of the range.
template <class Q>
Fact<Q> tableFact(std::optional<Q> low, std::optional<Q> typical, std::optional<Q> high, std::optional<Q> middle,
                  Grade grade, const std::optional<Source>& source) {
    if (low && high)
        return Fact<Q>::range(*low, typical ? *typical : *middle, *high, grade, source);
    if (typical)
        return Fact<Q>::known(*typical, grade, source);
    if (low || high)
        return Fact<Q>::known(low ? *low : *high, grade, source);
    Fact<Q> unknown = Fact<Q>::unknown();
    unknown.grade = grade;
    unknown.source = source;
    return unknown;
}

} // namespace rackwright
