// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/text/csv.h"

#include <simdjson.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace rackwright {

namespace {

/// In all: an empty cell takes more memory than its comma.
constexpr std::size_t kMostCells = 3'000'000;

class Reader {
public:
    Reader(std::string_view text, const CsvLimits& limits) : m_text(text), m_limits(limits) {
        if (m_text.starts_with("\xEF\xBB\xBF"))
            m_at = 3;
    }

    Result<std::vector<CsvRecord>> records() {
        std::vector<CsvRecord> all;
        while (m_at < m_text.size()) {
            if (isLineEnd()) {
                passLineEnd();
                continue;
            }
            auto record = nextRecord();
            if (!record)
                return record.error();
            all.push_back(std::move(*record));
        }
        return all;
    }

private:
    bool isLineEnd() const { return m_text[m_at] == '\n' || m_text[m_at] == '\r'; }

    void passLineEnd() {
        if (m_text[m_at] == '\r' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '\n')
            ++m_at;
        ++m_at;
        ++m_line;
    }

    Error problem(std::string id, std::size_t column) const {
        return inputError(Message(std::move(id)).with("line", m_line).with("column", column));
    }

    Result<CsvRecord> nextRecord() {
        CsvRecord record{m_line, {}};
        for (;;) {
            if (record.cells.size() >= m_limits.columns)
                return problem("csv.too-many-columns", record.cells.size());
            if (++m_cells > kMostCells)
                return inputError(Message("csv.too-much").with("line", m_line).with("limit", kMostCells));
            auto cell = nextCell(record.cells.size() + 1);
            if (!cell)
                return cell.error();
            record.cells.push_back(std::move(*cell));
            if (m_at >= m_text.size())
                return record;
            if (m_text[m_at] == ',') {
                ++m_at;
                continue;
            }
            passLineEnd();
            return record;
        }
    }

    Result<std::string> nextCell(std::size_t column) {
        if (m_at < m_text.size() && m_text[m_at] == '"')
            return quotedCell(column);
        const std::size_t end = std::min(m_text.find_first_of(",\r\n", m_at), m_text.size());
        std::string cell(m_text.substr(m_at, end - m_at));
        m_at = end;
        return cell;
    }

    Result<std::string> quotedCell(std::size_t column) {
        const std::size_t startLine = m_line;
        std::string cell;
        for (++m_at; m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == '"') {
                const bool isDoubled = m_at + 1 < m_text.size() && m_text[m_at + 1] == '"';
                ++m_at;
                if (!isDoubled) {
                    if (m_at < m_text.size() && m_text[m_at] != ',' && !isLineEnd())
                        return problem("csv.text-after-quotation", column);
                    return cell;
                }
            } else if (m_text[m_at] == '\n') {
                ++m_line;
            }
            cell += m_text[m_at];
        }
        m_line = startLine;
        return problem("csv.unclosed-quotation", column);
    }

    std::string_view m_text;
    CsvLimits m_limits;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
    std::size_t m_cells = 0;
};

bool isUtf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

// The first cell that is not UTF-8, by the name of its column where the header has one.
std::optional<Error> firstOtherText(const std::vector<CsvRecord>& records) {
    for (const CsvRecord& record : records)
        for (std::size_t i = 0; i < record.cells.size(); ++i) {
            if (isUtf8(record.cells[i]))
                continue;
            const std::vector<std::string>& header = records.front().cells;
            const bool isNamed = i < header.size() && !header[i].empty() && isUtf8(header[i]);
            return inputError(Message("csv.not-utf8")
                                  .with("line", record.line)
                                  .with("column", isNamed ? header[i] : std::to_string(i + 1)));
        }
    return std::nullopt;
}

// Spreadsheets save "Unicode text" in two bytes a character; their mark, or the zeros beside plain letters, tell.
bool isTwoByteText(std::string_view text) {
    return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
           text.substr(0, 2).find('\0') != std::string_view::npos;
}

} // namespace

Result<std::vector<CsvRecord>> readCsv(std::string_view text, const CsvLimits& limits) {
    if (isTwoByteText(text))
        return inputError(Message("csv.two-bytes"));
    if (text.size() > limits.bytes)
        return inputError(Message("csv.too-large").with("bytes", text.size()).with("limit", limits.bytes));
    auto records = Reader(text, limits).records();
    if (records && !isUtf8(text))
        if (auto other = firstOtherText(*records))
            return std::move(*other);
    return records;
}

Result<CsvTable> CsvTable::read(std::string_view text, const CsvLimits& limits) {
    auto records = readCsv(text, limits);
    if (!records)
        return records.error();
    if (records->empty())
        return inputError(Message("csv.no-header"));
    CsvTable table;
    table.m_header = std::move(records->front().cells);
    // As spreadsheets save it where the comma is the decimal sign.
    if (table.m_header.size() == 1 && table.m_header.front().find(';') != std::string::npos)
        return inputError(Message("csv.semicolons"));
    records->erase(records->begin());
    table.m_records = std::move(*records);
    for (std::size_t i = 0; i < table.m_header.size(); ++i)
        if (std::find(table.m_header.begin(), table.m_header.begin() + static_cast<std::ptrdiff_t>(i),
                      table.m_header[i]) != table.m_header.begin() + static_cast<std::ptrdiff_t>(i))
            return inputError(Message("csv.column-twice").with("name", table.m_header[i]));
    for (const CsvRecord& record : table.m_records)
        if (record.cells.size() > table.m_header.size())
            return inputError(Message("csv.too-many-cells")
                                  .with("line", record.line)
                                  .with("found", record.cells.size())
                                  .with("expected", table.m_header.size()));
    return table;
}

bool CsvTable::hasColumn(std::string_view name) const { return std::ranges::find(m_header, name) != m_header.end(); }

const std::string& CsvTable::cell(std::size_t row, std::string_view column) const {
    static const std::string empty;
    const auto it = std::ranges::find(m_header, column);
    const auto index = static_cast<std::size_t>(it - m_header.begin());
    const auto& cells = m_records[row].cells;
    return it == m_header.end() || index >= cells.size() ? empty : cells[index];
}

namespace {

// Character by character: cells are short, and long lists have millions of them.
bool needsQuotes(std::string_view text) {
    if (text.empty())
        return false;
    for (const char c : text)
        if (c == ',' || c == '"' || c == '\r' || c == '\n')
            return true;
    return text.front() == ' ' || text.back() == ' ';
}

bool isRunByASpreadsheet(std::string_view text) {
    constexpr std::string_view kBeginnings = "=+-@\t\r\n";
    // A dash alone, as tables print for a pure number, is nothing that could be run.
    return !text.empty() && text != "-" && kBeginnings.find(text.front()) != std::string_view::npos;
}

// Bytes of control characters at a place of UTF-8 (C0 but tab and line ends, DEL, C1): 0 for any other character.
std::size_t controlLength(std::string_view text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte == 0x7f || (byte < 0x20 && byte != '\t' && byte != '\n'))
        return byte == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 0 : 1;
    const bool isC1 = byte == 0xc2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xa0;
    return isC1 ? 2 : 0;
}

bool hasControls(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at)
        if (controlLength(text, at) > 0)
            return true;
    return false;
}

// What lists and terminals show would obey an escape sequence in a name.
std::string withoutControls(std::string_view text) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD
    std::string clean;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = controlLength(text, at);
        clean += length > 0 ? replacement : text.substr(at, 1);
        at += std::max<std::size_t>(length, 1);
    }
    return clean;
}

} // namespace

void appendCsvCell(std::string& line, std::string_view text) {
    if (hasControls(text)) {
        appendCsvCell(line, withoutControls(text));
        return;
    }
    if (!needsQuotes(text)) {
        line += text;
        return;
    }
    line += '"';
    for (const char c : text) {
        if (c == '"')
            line += '"';
        line += c;
    }
    line += '"';
}

void appendCsvTextCell(std::string& line, std::string_view text) {
    if (isRunByASpreadsheet(text))
        appendCsvCell(line, csvTextCell(text));
    else
        appendCsvCell(line, text);
}

std::string csvCell(std::string_view text) {
    std::string cell;
    appendCsvCell(cell, text);
    return cell;
}

std::string csvTextCell(std::string_view text) {
    return isRunByASpreadsheet(text) ? "'" + std::string(text) : std::string(text);
}

std::string csvLine(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0)
            line += ',';
        appendCsvCell(line, cells[i]);
    }
    // A line of one empty cell would read as no record.
    if (cells.size() == 1 && cells.front().empty())
        line = "\"\"";
    return line + "\r\n";
}

} // namespace rackwright
