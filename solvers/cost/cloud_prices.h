// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What clouds take for an hour of an accelerator, each of its own row of the dated price table of the catalogue
// (resources/catalog/cloud_prices.csv). Prices in US dollars; figures, schedules and calculators read them.

#include "model/base/result.h"
#include "model/figures/source.h"
#include "model/figures/value.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Kinds of providers as the table has them; spot may be taken back at any time.
enum class CloudTier : std::uint8_t { Cheapest, Mid, Hyperscaler, Spot };
template <>
struct EnumNames<CloudTier> {
    static constexpr std::array<std::string_view, 4> names = {"cheapest", "mid", "hyperscaler", "spot"};
};

/// One price, or a range, of one accelerator at one kind of provider.
struct CloudPriceRow {
    std::string part; ///< id of the catalogue
    std::string name; ///< as people say it, for designs that do not embed the part
    CloudTier tier = CloudTier::Mid;
    double low = 0, high = 0; ///< USD for an hour of one accelerator
    bool isAtLeast = false;   ///< "5+": its upper end is not published
    std::string provider;     ///< empty: several
    std::string date;         ///< ISO 8601
    std::string title;        ///< of the table
};

Result<std::vector<CloudPriceRow>> readCloudPriceRows(std::string_view csv);
/// The table of this build, in its order.
std::span<const CloudPriceRow> cloudPriceRows();

/// Which providers a comparison means.
enum class CloudUse : std::uint8_t {
    Any,      ///< from the cheapest to hyperscalers, mid-range ones in the middle; spot is left out
    OnDemand, ///< mid-range providers up to hyperscalers
    Reserved, ///< the lowest list price, as a reservation for a term comes to
    Spot
};

/// The price of an hour with the row that it comes from.
struct CloudHour {
    Value value;            ///< USD; unknown where the table has the accelerator and not this use
    bool isAtLeast = false; ///< the upper end is not published and may be higher
    Source source;
};
/// Nothing for an accelerator that the table does not have.
std::optional<CloudHour> cloudHour(std::string_view part, CloudUse use);

/// "2.89–3.29", "5+"; empty for no row.
std::string cloudPriceText(const CloudPriceRow* row);
/// Null where the table has none.
const CloudPriceRow* cloudPriceRow(std::string_view part, CloudTier tier);
/// The accelerators of the table in its order.
std::vector<std::string> cloudPriceParts();
/// The first accelerator of the table whose id holds the word: "H200", "mi300x"; empty for none.
std::string cloudPricePart(std::string_view word);

} // namespace rackwright
