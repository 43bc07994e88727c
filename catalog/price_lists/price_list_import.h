// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an import makes of the lines that a list gives: entries of a price book, with what they change, and the prices
// of the book that a design's parts could take. Nothing here changes a store or a design.

#include "catalog/price_book.h"
#include "catalog/price_lists/price_list.h"
#include "model/project/project.h"

#include <span>

namespace rackwright {

/// What a person says of all lines of an import.
struct PriceListTerms {
    std::string book = std::string(kDefaultPriceBook);
    std::string region; ///< ISO 3166-1 alpha-2; empty: everywhere
    std::string supplier;
    std::string fileName;                 ///< title of the source
    std::string today;                    ///< ISO 8601: of lines that bear no date
    PriceKind listKind = PriceKind::List; ///< what the list price is
    PriceKind netKind = PriceKind::Cost;  ///< what the net price is
};

/// The price of one unit; fails where it is beyond any price.
Result<PriceRate> ratePerUnit(std::int64_t nano, std::int64_t per, Currency currency);

/// The entries of a line that is taken: its list price, its net price, or both; none for other lines.
std::vector<PriceEntry> entriesOf(const PriceListLine& line, const PriceListTerms& terms);
std::vector<PriceEntry> entriesOf(const PriceList& list, const PriceListTerms& terms);

/// What a line changes.
struct PriceListChange {
    std::size_t line = 0; ///< index of PriceList::lines
    PriceEntry entry;
    std::optional<Price> before; ///< what stood in the book for the same goods, basis and currency
    /// Share of the change against before (0.05 is dearer by 5 %), where there is one.
    std::optional<double> change() const;
};
std::vector<PriceListChange> changesOf(const PriceList& list, const PriceListTerms& terms, const PriceBookStore& book);

/// What was remembered, for readPriceList() and PartMatcher.
std::map<std::string, ColumnMap> rememberedLayouts(const PriceBookStore& book);
std::map<std::string, std::string> rememberedCodes(const PriceBookStore& book);

/// A price of the book for a part of a design, beside what the quote has pinned.
struct PriceOffer {
    std::string partId;
    std::string item;             ///< what it is pinned under: the part, or one length of it
    std::optional<double> metres; ///< of the length, where the part stands for several
    PriceEntry entry;
    std::optional<Price> pinned;
    bool isTyped = false; ///< a person typed the pinned price: it stays unless told otherwise
};
/// For every part that the project embeds and the book has a price of. A part that stands for several lengths has an
/// offer for each of them that the book has a price of, and none for all.
std::vector<PriceOffer> priceOffers(const Project& project, const PriceBookStore& book, const PriceQuestion& question);

} // namespace rackwright
