// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Problem: what is wrong with a value of a document and at which field ("placement/in-rack/unit"). Readers and checks
// fill it on their way out; fileError() adds file, table and row.

#include "model/base/result.h"

#include <string>
#include <string_view>

namespace rackwright {

class Problem {
public:
    bool isSet() const { return !m_message.id.empty(); }
    /// Returns false, so that a reader can end with it.
    bool set(Message message) {
        if (!isSet())
            m_message = std::move(message);
        return false;
    }
    bool within(std::string_view field) {
        m_path.insert(0, m_path.empty() ? std::string(field) : std::string(field) + "/");
        return false;
    }
    const Message& message() const { return m_message; }
    const std::string& path() const { return m_path; }

    /// Room for one more item of a list. A few bytes of a file can ask for hundreds in memory: beyond kMostItemBytes
    /// reading ends with this problem.
    bool makeRoom(std::size_t bytes) {
        m_itemBytes += bytes;
        return m_itemBytes <= kMostItemBytes || set(Message("file.too-much"));
    }

private:
    /// A design of 131,072 accelerators with 400,000 cables has 45 MB of rows.
    static constexpr std::size_t kMostItemBytes = std::size_t{192} << 20;

    std::size_t m_itemBytes = 0;
    Message m_message;
    std::string m_path;
};

/// Where in a file: its name (with ":line" for text), the table and the id or place of the row.
struct FilePlace {
    std::string file;
    std::string table;
    std::string row;
};

/// "-" stands for what does not apply; "file-place" says which of the texts file.place.* names the place.
inline Error fileError(const Problem& problem, const FilePlace& place) {
    const auto orDash = [](const std::string& text) { return text.empty() ? std::string("-") : text; };
    const bool hasField = !problem.path().empty();
    const char* const form = !place.row.empty()     ? (hasField ? "row-field" : "row")
                             : !place.table.empty() ? (hasField ? "table-field" : "table")
                                                    : (hasField ? "field" : "whole");
    Message message = problem.message();
    message.with("file", place.file)
        .with("table", orDash(place.table))
        .with("row", orDash(place.row))
        .with("field", orDash(problem.path()))
        .with("file-place", form);
    return inputError(std::move(message));
}

} // namespace rackwright
