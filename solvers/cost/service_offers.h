// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which service offers stand beside the total of a bill, and whether a customer reads the comparison with the market.

namespace rackwright::setting_key {

/// A word: "none", "turnkey", "managed", "rental" or "all".
inline constexpr auto kServiceOffersKey = "cost.service-offers";

/// A word: "internal", or "customer" where documents for customers hold the prices of clouds and published costs too.
inline constexpr auto kMarketComparisonKey = "cost.market-comparison";

} // namespace rackwright::setting_key
