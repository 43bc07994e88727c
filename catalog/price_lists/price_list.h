// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PriceList: the lines of a vendor's list as an import takes them: what goes in, what gives no price and what a person
// must decide, each with the line, the column and the reason. Reading changes nothing; price_list_import.h stores it.

#include "catalog/price_lists/cell_readings.h"
#include "catalog/price_lists/list_columns.h"
#include "catalog/price_lists/part_matcher.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

enum class LineOutcome : std::uint8_t { Taken, LeftOut, NeedsDecision };
template <>
struct EnumNames<LineOutcome> {
    static constexpr std::array<std::string_view, 3> names = {"taken", "left out", "needs a decision"};
};

/// One line of a list.
struct PriceListLine {
    std::string sheet; ///< empty in text files
    std::size_t line = 1;
    LineOutcome outcome = LineOutcome::LeftOut;
    bool isLayout = false; ///< title, header, heading, total or footer: no line of goods
    std::string column;    ///< title of the column that the reason is about, empty for the whole line
    Message reason;        ///< without id: nothing to say
    std::string code;      ///< as printed
    std::string model;
    std::string description;
    std::string manufacturer;
    std::vector<std::string> parts;                ///< ids that the code names; more than one need a decision
    std::vector<std::string> candidates;           ///< what a person may mean, where no part or several match
    std::string currency;                          ///< ISO 4217
    std::optional<std::int64_t> listNano, netNano; ///< 1e-9 of the currency, for `per` units
    std::string unit = "each";                     ///< each, m, ft, year, month
    std::int64_t per = 1;
    std::string validFrom, validUntil; ///< ISO 8601; empty: not said
    std::optional<std::int64_t> termMonths;
    std::string quantity, parent, lifecycle, discountClass, region;
    std::optional<double> discountPercent; ///< off the list price, where it made the net price
    std::optional<double> leadTimeWeeks;
    std::string leadTime; ///< as printed, where it is no number of days, weeks or months ("on request")
};

/// What a person says of a list beside what stands in it.
struct PriceListOptions {
    ColumnMap map;
    std::string currency;                           ///< where the list names none
    std::string validFrom, validUntil;              ///< likewise
    ListDecimal decimalMark = ListDecimal::Unknown; ///< where the list does not show it
    DateOrder dateOrder = DateOrder::Unknown;       ///< likewise
    /// What was remembered of a layout, by layoutKey().
    std::map<std::string, ColumnMap> remembered;
};

struct PriceListTable {
    std::string sheet;
    std::size_t headerLine = 0;
    ListHeader header;
    std::vector<std::string> unread; ///< titles (letters where there is none) of columns with cells that nothing reads
};

struct PriceList {
    std::vector<PriceListTable> tables;
    std::vector<PriceListLine> lines;             ///< of all sheets in their order
    std::size_t count(LineOutcome outcome) const; ///< lines of goods
    /// Of all tables, each once, in their order: what the person is told that the import leaves behind.
    std::vector<std::string> unreadColumns() const;
};

/// Fails whole where no sheet has a column of prices.
Result<PriceList> readPriceList(const ListFile& file, const PartMatcher& matcher, const PriceListOptions& options = {});

/// An amount of 1e-9 with at least two decimals and a point: "31676.70".
std::string plainAmount(std::int64_t nano);

} // namespace rackwright
