// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far the prices of a bill can be relied on: which lines rest on estimates, undated, expired or unverified prices
// or on none. Read by the figures and rules of price quality.

#include "solvers/cost/bill.h"

namespace rackwright {

struct LineQuality {
    bool isUnpriced = false;
    bool isUnrated = false;   ///< unpriced for want of an exchange rate
    bool isEstimated = false; ///< allowance, estimate, assumption
    bool isRecalled = false;
    bool isUndated = false;
    bool isExpired = false; ///< on the quote's date
    bool isPlanning() const { return isEstimated || isRecalled || isUndated || isExpired; }
};
/// The price of a line that a person typed: neither an offer nor a planning price of ours.
bool hasTypedPrice(const BillLine& line);
/// A bundled line of price 0 needs no date.
LineQuality qualityOf(const BillLine& line, const std::string& quoteDate);

struct PriceQuality {
    std::int64_t lines = 0; ///< that count
    std::int64_t unpriced = 0;
    std::int64_t unrated = 0;  ///< of the unpriced: for want of an exchange rate
    std::int64_t planning = 0; ///< priced, but not by an offer that stands
    std::int64_t typed = 0;    ///< priced by a person
    std::int64_t firm = 0;     ///< with an amount by an offer that stands or by a person
    Money planningValue;       ///< typical
    Money value;               ///< typical, of all priced lines
    double planningShare() const;
};
PriceQuality priceQuality(const Bill& bill, const QuoteHeader& quote);

/// The line that is waited for longest; null when no line that counts has a lead time.
const BillLine* longestLead(const Bill& bill);

} // namespace rackwright
