// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The price book database. No other file holds SQL of it.

#include "catalog/price_book.h"

namespace rackwright {

inline constexpr std::int64_t kPriceBookApplicationId = 0x52575042; // "RWPB"
inline constexpr std::int64_t kPriceBookVersion = 1;

Done preparePriceBook(const SqlConnection& connection);
Result<std::vector<PriceBookRevision>> readRevisions(const SqlConnection& connection);
Result<std::vector<PriceEntry>> readEntries(const SqlConnection& connection, const PartTables& tables);
Done appendRevision(const SqlConnection& connection, const PriceBookRevision& revision);
Done appendEntry(PartWriter& writer, const PriceEntry& entry);

} // namespace rackwright
