// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// When what is offered can stand on the customer's floor: of the lines of a bill that are ours to supply the longest
// lead time, by section and in all, counted from a day on which it is ordered. Installation is not in it.

#include "solvers/cost/bill.h"
#include "solvers/programme/days.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Lead times of the lines of one section.
struct SectionReadiness {
    QuoteSection section = QuoteSection::Compute;
    std::optional<TimeSpan> longest; ///< none is known
    std::string item;                ///< what takes longest, as the bill calls it
    std::int64_t unknown = 0;        ///< lines of hardware without a lead time
    std::string delivery;            ///< ISO 8601; empty: not known
};
struct Readiness {
    std::string order; ///< ISO 8601: the day from which weeks count
    std::vector<SectionReadiness> sections;
    std::optional<TimeSpan> longest;
    std::string longestItem;
    std::int64_t unknown = 0; ///< lines of hardware without a lead time, those of planning too
    std::string dearestItem;  ///< of those the one of the highest amount; empty: none, or no amounts
    double dearestShare = 0;  ///< of it, 0..1 of the price of all lines
    /// Whether what is not known is so large a part that no date can be given.
    bool isDateOpen() const { return dearestShare >= 0.1; }
    std::string lastDelivery; ///< ISO 8601; with unknown lines a bound from below; empty: not known
};

/// Ordered on the day of the quote, else on `today`.
Readiness readinessOf(const Context& context, const std::string& today);

} // namespace rackwright
