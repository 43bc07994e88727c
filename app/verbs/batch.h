// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the batch verbs share: reading their CSV from a file or standard input, and the five columns they print. Each
// verb knows its own input columns.

#include "app/streams.h"
#include "model/text/csv.h"
#include "ui/text/texts.h"

#include <iosfwd>
#include <optional>
#include <string>

namespace rackwright {

inline constexpr std::string_view kBatchHeader = "id,quantity,value,unit,error\n";

/// "-" is standard input.
Result<CsvTable> readBatch(const std::string& file, std::istream& standardInput, const Texts& texts);

struct BatchAnswer {
    std::string id, quantity, value, unit, error;
};
/// One line of a batch's output. The error is a text from outside: it is kept from being run by a spreadsheet.
std::string batchLine(const BatchAnswer& answer);

/// Says on stderr how many rows of the input have an error. The exit code is that of wrong input where all have one.
int batchExit(std::size_t rows, std::size_t failed, Streams& streams, const Texts& texts);

} // namespace rackwright
