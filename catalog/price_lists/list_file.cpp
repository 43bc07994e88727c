// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/price_lists/list_file.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

// Blanks and invisible characters beyond ASCII: no-break, narrow and zero-width spaces, word joiner, byte order mark.
constexpr std::array<std::string_view, 12> kWideBlanks = {
    "\xC2\xA0",     "\xE2\x80\xAF", "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x81\xA0",
    "\xEF\xBB\xBF", "\xE2\x80\x89", "\xE2\x80\x82", "\xE2\x80\x83", "\xE3\x80\x80", "\xE2\x80\x8E"};

std::size_t blankAtStart(std::string_view text) {
    if (text.empty())
        return 0;
    if (static_cast<unsigned char>(text.front()) <= ' ')
        return 1;
    for (const std::string_view blank : kWideBlanks)
        if (text.starts_with(blank))
            return blank.size();
    return 0;
}

std::size_t blankAtEnd(std::string_view text) {
    if (text.empty())
        return 0;
    if (static_cast<unsigned char>(text.back()) <= ' ')
        return 1;
    for (const std::string_view blank : kWideBlanks)
        if (text.ends_with(blank))
            return blank.size();
    return 0;
}

} // namespace

std::string trimmedText(std::string_view text) {
    while (const std::size_t size = blankAtStart(text))
        text.remove_prefix(size);
    while (const std::size_t size = blankAtEnd(text))
        text.remove_suffix(size);
    return std::string(text);
}

const ListCell& ListRow::cell(std::size_t column) const {
    static const ListCell kNone;
    return column < cells.size() ? cells[column] : kNone;
}

std::size_t ListRow::filled() const {
    return static_cast<std::size_t>(std::ranges::count_if(cells, [](const ListCell& cell) { return !cell.isEmpty(); }));
}

Result<ListFile> readListFile(std::string_view bytes, const ListLimits& limits) {
    if (bytes.size() > limits.bytes)
        return inputError(
            Message("prices.file.too-large").with("limit", UnitNumber{static_cast<double>(limits.bytes >> 20), "MB"}));
    if (bytes.empty())
        return inputError(Message("prices.file.empty"));
    // The container of XLS and of every workbook with a password.
    if (bytes.starts_with("\xD0\xCF\x11\xE0"))
        return inputError(Message("prices.file.old-workbook"));
    return bytes.starts_with("PK\x03\x04") ? readWorkbook(bytes, limits) : readTextList(bytes, limits);
}

} // namespace rackwright
