// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which column of a price list holds what: found by the words of its header, or as a person mapped them. It reads no
// prices; used by price_list.cpp and by the dialog in which columns are mapped.

#include "catalog/price_lists/list_file.h"
#include "model/base/fields.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// What a column may hold.
enum class ListRole : std::uint8_t {
    Code,
    Model,
    Description,
    Manufacturer,
    ListPrice,
    NetPrice,
    Discount,
    Currency,
    Unit,
    PriceUnit,
    PackSize, ///< of a price for a pack
    Quantity,
    Term,
    ValidFrom,
    ValidUntil,
    Parent,
    Position,
    Lifecycle,
    DiscountClass,
    Region,
    LeadTime
};
template <>
struct EnumNames<ListRole> {
    static constexpr std::array<std::string_view, 21> names = {
        "code",        "model",  "description", "manufacturer", "list-price",     "net-price", "discount",
        "currency",    "unit",   "price-unit",  "pack-size",    "quantity",       "term",      "valid-from",
        "valid-until", "parent", "position",    "lifecycle",    "discount-class", "region",    "lead-time"};
};

/// What a person said of a layout: the title of the column (or its letter, "F") by what it holds. An empty title: the
/// list has none.
using ColumnMap = std::map<ListRole, std::string>;

/// "code=Article,list-price=F": as a command line and the price book write it.
Result<ColumnMap> parseColumnMap(std::string_view text);
std::string columnMapText(const ColumnMap& map);

/// "A" for the first column, as spreadsheets call them.
std::string columnLetters(std::size_t column);

/// Where the table of a sheet begins and what its columns hold.
struct ListHeader {
    std::size_t firstRow = 0, lastRow = 0; ///< indices of ListSheet::rows
    std::vector<std::string> titles;       ///< of all columns
    std::map<ListRole, std::size_t> columns;
    std::vector<std::size_t> otherCodes; ///< further columns that hold a code of the line, the better one first
    bool hasPrice() const { return columns.contains(ListRole::ListPrice) || columns.contains(ListRole::NetPrice); }
    std::optional<std::size_t> column(ListRole role) const;
};

/// The titles as one text, by which a layout is known again.
std::string layoutKey(const ListHeader& header);

/// The header with most columns that are understood; nothing when no row has a price and something to know a line by.
std::optional<ListHeader> findHeader(const ListSheet& sheet, const ColumnMap& map);
/// The row with most titles of any kind: what a person is shown who maps the columns.
std::optional<ListHeader> likeliestHeader(const ListSheet& sheet);
/// The header that a later row of the same sheet is: a repeated one or that of another table.
std::optional<ListHeader> headerAt(const ListSheet& sheet, std::size_t row, const ColumnMap& map);

} // namespace rackwright
