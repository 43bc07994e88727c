// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/terms.h"

#include "model/base/check.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

/// How near a class is to a line: its section weighs more than its type. Negative: it is no class of the line.
int nearness(const ClassTerms& terms, QuoteSection section, LineType type) {
    if ((terms.section && *terms.section != section) || (terms.type && *terms.type != type))
        return -1;
    return (terms.section ? 2 : 0) + (terms.type ? 1 : 0);
}

} // namespace

LineTerms termsOf(const QuoteHeader& quote, QuoteSection section, LineType type, const LineTerms& own, bool isNet) {
    LineTerms terms = own;
    if (isNet)
        return terms;
    int discountFrom = -1, marginFrom = -1;
    for (const ClassTerms& each : quote.terms) {
        const int near = nearness(each, section, type);
        if (own.discount.ppb == 0 && each.discount.ppb != 0 && near > discountFrom) {
            terms.discount = each.discount;
            discountFrom = near;
        }
        if (own.margin.ppb == 0 && each.margin.ppb != 0 && near > marginFrom) {
            terms.margin = each.margin;
            terms.marginKind = each.marginKind;
            marginFrom = near;
        }
    }
    return terms;
}

std::optional<Uplift> upliftOf(const LineTerms& terms) {
    const bool isMargin = terms.marginKind == MarginKind::Margin;
    if (terms.margin < Share{} || terms.margin > (isMargin ? kLargestMargin : kLargestMarkup))
        return std::nullopt;
    if (terms.margin == Share{})
        return Uplift{};
    return isMargin ? Uplift::ofMargin(terms.margin) : Uplift::ofMarkup(terms.margin);
}

Share effectiveDiscount(const LineTerms& terms) {
    const std::optional<Uplift> uplift = upliftOf(terms);
    if (!uplift || *uplift == Uplift{})
        return terms.discount;
    const double paid = (1 - terms.discount.fraction()) * uplift->factor();
    return Share{std::max<std::int64_t>(0, std::llround((1 - paid) * 1e9))};
}

std::int64_t QuotedCounts::of(QuantityRule rule) const {
    switch (rule) {
    case QuantityRule::Fixed:
    case QuantityRule::Percent:
        return 1;
    case QuantityRule::PerNode:
        return nodes;
    case QuantityRule::PerRack:
        return racks;
    case QuantityRule::PerAccelerator:
        return accelerators;
    }
    RW_CHECK(false, "every rule counts something");
}

} // namespace rackwright
