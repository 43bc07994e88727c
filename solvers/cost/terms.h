// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which discount and which margin a line of the bill is quoted with, and what a quantity rule counts. The nearest word
// wins, of discount and of margin apart: the line's, its section and type's, its section's, its type's, the quote's.

#include "solvers/cost/bill.h"

namespace rackwright {

struct LineTerms {
    Share discount; ///< off the list price, to us
    Share margin;
    MarginKind marginKind = MarginKind::Margin;
    bool operator==(const LineTerms&) const = default;
};

/// Of a line of this section and type whose own terms are `own`; a net line has no others.
LineTerms termsOf(const QuoteHeader& quote, QuoteSection section, LineType type, const LineTerms& own, bool isNet);

/// Nothing where the margin leaves no price (kLargestMargin, kLargestMarkup).
std::optional<Uplift> upliftOf(const LineTerms& terms);

/// What is off the list price once discount and margin have worked together; 0 where the margin eats the discount.
/// Never for a customer where there is a margin: with the discount it tells what we earn.
Share effectiveDiscount(const LineTerms& terms);

/// How many nodes, racks and accelerators of the design the bill sells.
struct QuotedCounts {
    std::int64_t nodes = 0, racks = 0, accelerators = 0;
    /// Of one rule; 1 where the quantity is fixed.
    std::int64_t of(QuantityRule rule) const;
};

} // namespace rackwright
