// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A table in plain text for people at a terminal: columns as wide as their longest cell, numbers to the right.
// Machines get --json or CSV instead.

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class Align { Left, Right };

class TextTable {
public:
    explicit TextTable(std::vector<Align> columns, std::size_t indent = 0)
        : m_columns(std::move(columns)), m_indent(indent) {}
    /// As many cells as columns; line ends in them become blanks.
    void add(std::vector<std::string> cells);
    bool isEmpty() const { return m_rows.empty(); }
    /// Lines with a line end each; no blanks at their ends.
    std::string text() const;

private:
    std::vector<Align> m_columns;
    std::size_t m_indent;
    std::vector<std::vector<std::string>> m_rows;
};

/// Characters of a UTF-8 text.
std::size_t characterCount(std::string_view text);

} // namespace rackwright
