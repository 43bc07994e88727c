// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Money of a sizing question in other currencies than US dollars: by the rate that was said, else by a planning rate
// with its range, which is an assumption and asked for.

#include "solvers/sizing/question.h"

#include <optional>
#include <string>

namespace rackwright {

/// US dollars of one unit of a currency.
struct SaidRate {
    std::string currency; ///< "EUR"
    double low = 0, typical = 0, high = 0;
    bool isAssumed = true; ///< a planning rate: nobody said one
};

/// The currency that words name, by code, sign or name; nothing for US dollars and where none is named.
std::optional<std::string> currencySaid(std::string_view words);
/// The rate of the words of a budget; `said`: the words of the key "exchange rate", empty where there are none
/// ("1.17", "1 EUR = 1.17 USD"). Nothing for US dollars; an Error where the words name no rate, or no planning rate of
/// the currency is known.
Result<std::optional<SaidRate>> rateOf(std::string_view budget, std::string_view said);
/// The same of a question that was read.
std::optional<SaidRate> budgetRateOf(const SizingQuestion& question);

/// A count that is asked for as it is, no limit: "exactly 512 accelerators" under the key of the most accelerators.
inline constexpr std::string_view kExactly = "exactly";
bool isExactCount(const SizingQuestion& question);

} // namespace rackwright
