// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The header and the lines of a quote as keys and texts ("margin.compute" = "8 %"), as a person types them in a form or
// on a command line. It parses and prints; limits are those of the edits that take the result.

#include "model/design/facility_rows.h"
#include "model/project/project_rows.h"
#include "model/units/parse.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Keys of the header's fields, in the order of a form. Beside them "discount", "margin" and "mark-up" take a class:
/// "discount" of the whole quote, "discount.compute", "discount.software", "discount.compute.hardware".
std::span<const std::string_view> quoteKeys();
/// The text of a field or of a class; empty where it says nothing. `key` is one that withQuoteWord takes.
std::string quoteWord(const QuoteHeader& header, std::string_view key);
/// Keys of what a quote that is handed over must say, in the order of quoteKeys: from whom, for whom, until when.
std::span<const std::string_view> neededQuoteKeys();
/// Those of them that it does not say.
std::vector<std::string_view> missingQuoteKeys(const QuoteHeader& header);
/// The header with a field changed; empty text takes the word back. Fails on an unknown key and on what is no value.
Result<QuoteHeader> withQuoteWord(QuoteHeader header, std::string_view key, std::string_view text,
                                  DecimalMark mark = DecimalMark::Point);

/// Keys of a line's fields, in the order of a form.
std::span<const std::string_view> lineKeys();
std::string lineWord(const QuoteLine& line, std::string_view key);
/// A unit price without its own currency is in `currency`.
Result<QuoteLine> withLineWord(QuoteLine line, std::string_view key, std::string_view text, Currency currency,
                               DecimalMark mark = DecimalMark::Point);

/// "12 %" and "12" are 0.12; up to `most`.
Result<Share> parseShare(std::string_view text, Share most, DecimalMark mark = DecimalMark::Point);
/// "12 %", with the digits that the share has.
std::string shareText(Share share);

} // namespace rackwright
