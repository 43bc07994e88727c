// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text_table.h"

#include "app/echo.h"
#include "model/base/check.h"

#include <algorithm>
#include <utility>

namespace rackwright {

std::size_t characterCount(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void TextTable::add(std::vector<std::string> cells) {
    RW_CHECK(cells.size() == m_columns.size(), "a row has a cell for each column");
    for (std::string& cell : cells)
        cell = onOneLine(cell);
    m_rows.push_back(std::move(cells));
}

std::string TextTable::text() const {
    std::vector<std::size_t> widths(m_columns.size(), 0);
    for (const auto& row : m_rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], characterCount(row[i]));
    std::string out;
    for (const auto& row : m_rows) {
        std::string line(m_indent, ' ');
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - characterCount(row[i]), ' ');
            line += i == 0 ? "" : "  ";
            line += m_columns[i] == Align::Left ? row[i] + padding : padding + row[i];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    }
    return out;
}

} // namespace rackwright
