// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Schedules as files: CSV (UTF-8, RFC 4180) and an XLSX workbook with one sheet a schedule; the same schedules give the
// same bytes. Headers are not translated, numbers have the point and the unit of their column.

#include "solvers/engine/schedule.h"
#include "ui/text/texts.h"

#include <QByteArray>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Line rows under the header; headings and totals are for reading and stay out.
QByteArray csvOf(const Schedule& schedule, const Texts& texts);

/// The same, at the end of a text.
void appendCsv(std::string& text, const Schedule& schedule, const Texts& texts);

/// The lines of a list too long to be held, row by row: each ends up at the end of a text.
class CsvLines {
public:
    CsvLines(std::vector<ScheduleColumn> columns, const Texts& texts);
    void appendHeader(std::string& text) const;
    /// The next row; headings and totals are passed over.
    void append(std::string& text, const ScheduleRow& row);

private:
    /// The words of a column are mostly those of the row above.
    struct Words {
        Message message;
        std::string cell;
    };
    void appendWords(std::string& text, const Message& message, Words& last) const;
    void appendCell(std::string& text, std::size_t column, const ScheduleCell& cell);

    std::vector<ScheduleColumn> m_columns;
    std::vector<Words> m_last; ///< of each column
    Texts m_texts;
};

/// A workbook sheet by sheet, so that no more than one long schedule need be held: sheets stand in the order in which
/// they are added, named after the schedules, and nothing is written before save().
class XlsxWriter {
public:
    XlsxWriter();
    ~XlsxWriter();
    XlsxWriter(const XlsxWriter&) = delete;
    XlsxWriter& operator=(const XlsxWriter&) = delete;

    /// The next sheet.
    void add(const Schedule& schedule, const Texts& texts);
    /// Lets go of the cells of each row as it is written.
    void add(Schedule&& schedule, const Texts& texts);
    /// Once, after the last sheet.
    Done save(const std::filesystem::path& file);

private:
    template <class OnWritten>
    void write(const Schedule& schedule, const Texts& texts, OnWritten onWritten);

    struct State;
    std::unique_ptr<State> m_state;
};

/// Sheets in the order given.
Done writeXlsx(const std::filesystem::path& file, const std::vector<const Schedule*>& schedules, const Texts& texts);

/// A cell as a person reads it in a document; blank cells are empty.
std::string cellText(const ScheduleColumn& column, const ScheduleCell& cell, const Texts& texts);

/// A cell as a plain number under its column, if it is one.
std::optional<double> cellNumber(const ScheduleColumn& column, const ScheduleCell& cell);

} // namespace rackwright
