// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of the quote: its header, lines that a person added or changed, pinned prices and cost lines.

#include "model/edits/target.h"

#include <string>
#include <vector>

namespace rackwright::edits {

Edit setQuoteHeader(QuoteHeader header);

/// Adds a line or replaces one; a line with `derivedKey` replaces an earlier override of that derived line.
Edit putQuoteLine(const Target& target, QuoteLine line);
Edit removeQuoteLines(const Target& target, std::vector<Id<QuoteLine>> lines);

/// Pins the price-book entry that the quote uses for an item; an earlier pin of the item is replaced.
Edit pinPrice(std::string item, Price price);
Edit unpinPrice(Id<PinnedPrice> price);

/// The price-book entry of an item, for pinPrices().
struct ItemPrice {
    std::string item; ///< id of a part, of one length of it, or of a cost line
    Price price;
};
/// The same for several items in one step; fails, changing nothing, where one has no amount.
Edit pinPrices(std::vector<ItemPrice> prices);

/// What a person says of a price that they type.
struct PriceStatement {
    std::string reason;     ///< why this price and no other
    std::string person;     ///< who says so
    std::string document;   ///< the offer, contract or mail that it stands in
    std::string date;       ///< ISO 8601: of the statement
    std::string validUntil; ///< ISO 8601; empty: open
};
/// A price as a person states it, without a spread: firm until it expires. `basis` is the unit ("each", "metre").
Price statedPrice(PriceRate rate, std::string basis, const PriceStatement& statement);
/// Whether the statement holds what a firm price needs: a date that there is and no end before it.
Done checkStatement(const PriceStatement& statement);

/// Adds a dated rate of the quote; one of the same currencies and date is replaced.
Edit putExchangeRate(ExchangeRate rate);
Edit removeExchangeRate(const ExchangeRate& rate);

} // namespace rackwright::edits
