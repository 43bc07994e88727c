// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the batch verbs share: reading their CSV from a file or standard input, and the five columns they print. Each
// verb knows its own input columns.

#include "app/streams.h"
#include "model/text/csv.h"
#include "ui/text/texts.h"

#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

inline constexpr std::string_view kBatchHeader = "id,quantity,value,unit,error\n";

/// "-" is standard input.
Result<CsvTable> readBatch(const std::string& file, std::istream& standardInput, const Texts& texts);

/// What a batch verb reads: every column, and those of them of which a slip of the pen would go unseen.
struct BatchKeys {
    std::vector<std::string_view> read;
    std::vector<std::string_view> guarded;
};
/// Refuses a column that is a guarded key but for case, blanks or one letter. Says on stderr which other columns are
/// not read.
Done checkColumns(const CsvTable& table, const BatchKeys& keys, const std::string& file, Streams& streams,
                  const Texts& texts);

struct BatchAnswer {
    std::string id, quantity, value, unit, error;
};
/// One line of a batch's output. The error is a text from outside: it is kept from being run by a spreadsheet.
std::string batchLine(const BatchAnswer& answer);

/// Says on stderr how many rows of the input have an error. The exit code is that of wrong input where all have one.
int batchExit(std::size_t rows, std::size_t failed, Streams& streams, const Texts& texts);

} // namespace rackwright
