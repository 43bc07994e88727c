// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of the quote: its header, lines that a person added or changed, pinned prices and cost lines.

#include "model/edits/target.h"

namespace rackwright::edits {

Edit setQuoteHeader(QuoteHeader header);

/// Adds a line or replaces one; a line with `derivedKey` replaces an earlier override of that derived line.
Edit putQuoteLine(const Target& target, QuoteLine line);
Edit removeQuoteLines(const Target& target, std::vector<Id<QuoteLine>> lines);

/// Pins the price-book entry that the quote uses for an item; an earlier pin of the item is replaced.
Edit pinPrice(std::string item, Price price);
Edit unpinPrice(Id<PinnedPrice> price);

/// Copies a labour, software, freight or support line of the catalogue into the project.
Edit putCostLine(CostLine line);
Edit removeCostLine(Id<CostLine> line);

} // namespace rackwright::edits
