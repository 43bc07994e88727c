// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reading and writing CSV (RFC 4180, UTF-8). It knows cells and lines, no columns of any document; used by the
// importers, the batch verbs, the message catalogue and every exported table.

#include "model/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct CsvRecord {
    std::size_t line = 1; ///< of its first character, from 1
    std::vector<std::string> cells;
};

/// What a text may have at most.
struct CsvLimits {
    std::size_t bytes = std::size_t{64} << 20;
    std::size_t columns = 4096;
};

/// All records of a text. A byte order mark is passed over, line ends may be LF or CRLF, empty lines are no records.
/// Fails on what is not UTF-8, and with line and reason on an unclosed quotation, text after one, or a text beyond the
/// limits.
Result<std::vector<CsvRecord>> readCsv(std::string_view text, const CsvLimits& limits = {});

/// A table with its header: looks cells up by column name.
class CsvTable {
public:
    /// Fails when the header is missing, names a column twice, or a record has more cells than it.
    static Result<CsvTable> read(std::string_view text, const CsvLimits& limits = {});

    /// Names of the columns in the order of the file.
    const std::vector<std::string>& header() const { return m_header; }
    bool hasColumn(std::string_view name) const;
    std::size_t size() const { return m_records.size(); }
    /// Line of the file, from 1, in which a row (from 0) begins: for messages.
    std::size_t line(std::size_t row) const { return m_records[row].line; }
    /// The cell, or an empty text when the table has no such column or the record is shorter.
    const std::string& cell(std::size_t row, std::string_view column) const;

private:
    std::vector<std::string> m_header;
    std::vector<CsvRecord> m_records;
};

/// The cell as it stands in a file: quoted where it must be, control characters but tab and line ends as U+FFFD.
std::string csvCell(std::string_view text);
/// A text from a person or a file for a spreadsheet: one that begins with = + - @ (or a control character) is kept from
/// being run by an apostrophe before it. Numbers of ours go through csvCell.
std::string csvTextCell(std::string_view text);
/// The same at the end of a line that is being written.
void appendCsvCell(std::string& line, std::string_view text);
void appendCsvTextCell(std::string& line, std::string_view text);
/// Cells joined to a line that ends with CRLF; each is quoted where it must be.
std::string csvLine(const std::vector<std::string>& cells);

} // namespace rackwright
