// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ListFile: a vendor's table as it comes, CSV or XLSX, as sheets of cells. It knows encodings, separators, number
// formats and merged cells, but nothing of prices; price_list.h makes lines of it. Limits hold before memory is taken.

#include "model/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// What a file may have at most. A list of all products of a large vendor has some 100,000 rows.
struct ListLimits {
    std::size_t bytes = std::size_t{32} << 20;
    std::size_t unpackedBytes = std::size_t{192} << 20; ///< of one sheet of a workbook
    std::size_t sheets = 64;
    std::size_t rows = 200'000;
    std::size_t columns = 512;
    std::size_t cells = 3'000'000; ///< in all
    std::size_t cellBytes = 8192;  ///< longer texts are cut
};

/// What a workbook says of a cell beside its text; cells of a text file are all Text.
enum class ListCellKind : std::uint8_t { Text, Number, Percent, Date, Logical, Fault };

struct ListCell {
    std::string text; ///< UTF-8, without blanks at its ends; a date as ISO 8601
    ListCellKind kind = ListCellKind::Text;
    double number = 0; ///< of a Number, as stored (a formula's last value), and of a Percent as a share
    std::string money; ///< currency sign or code of a Number's format: "$", "EUR"
    bool isEmpty() const { return text.empty(); }
};

struct ListRow {
    std::size_t line = 1; ///< row of the sheet, or the line of the text on which the record begins, from 1
    std::vector<ListCell> cells;
    bool isBroken = false; ///< an open quotation, or text after a closed one, that was read as it stands
    /// The cell, or an empty one beyond the end.
    const ListCell& cell(std::size_t column) const;
    std::size_t filled() const;
};

struct ListSheet {
    std::string name; ///< empty in text files
    std::vector<ListRow> rows;
    /// Cells that a merged range covers, by the position (row line, column) of what they show; for headers only.
    struct Merge {
        std::size_t firstLine = 0, lastLine = 0, firstColumn = 0, lastColumn = 0;
    };
    std::vector<Merge> merges;
};

struct ListFile {
    bool isWorkbook = false;
    std::vector<ListSheet> sheets; ///< visible ones
};

/// Reads the bytes of a file, whatever it is called. Fails on what is neither text nor an XLSX workbook, on damage and
/// beyond the limits.
Result<ListFile> readListFile(std::string_view bytes, const ListLimits& limits = {});

/// The same for the two forms by themselves.
Result<ListFile> readTextList(std::string_view bytes, const ListLimits& limits);
Result<ListFile> readWorkbook(std::string_view bytes, const ListLimits& limits);

/// Without white space (of Unicode too) and invisible characters at both ends.
std::string trimmedText(std::string_view text);

} // namespace rackwright
