// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The price book database. No other file holds SQL of it.

#include "catalog/price_book.h"

namespace rackwright {

inline constexpr std::int64_t kPriceBookApplicationId = 0x52575042; // "RWPB"
inline constexpr std::int64_t kPriceBookVersion = 3;                ///< 1 had no books, 2 no checksum

/// Makes the tables in an empty file and brings an older version up to date; fails on a file of another kind, of a
/// newer version, or that does not hold what was written.
Done preparePriceBook(const SqlConnection& connection);
Result<std::vector<PriceBookRevision>> readRevisions(const SqlConnection& connection);
Result<std::vector<PriceEntry>> readEntries(const SqlConnection& connection, const PartTables& tables);
Done appendRevision(const SqlConnection& connection, const PriceBookRevision& revision);
Done appendEntry(PartWriter& writer, const PriceEntry& entry);

/// A row of the tables of notes (books, codes, layouts) with the revision that wrote it.
struct PriceBookNote {
    std::int64_t revision = 0;
    std::string key;
    std::string value;
};
/// What the notes are about.
enum class PriceBookTopic : std::uint8_t { BookOrder, Code, Layout };
template <>
struct EnumNames<PriceBookTopic> {
    static constexpr std::array<std::string_view, 3> names = {"book-order", "code", "layout"};
};
Result<std::vector<PriceBookNote>> readNotes(const SqlConnection& connection, PriceBookTopic topic);
Done appendNote(const SqlConnection& connection, PriceBookTopic topic, const PriceBookNote& note);

} // namespace rackwright
