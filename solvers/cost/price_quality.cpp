// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/price_quality.h"

namespace rackwright {

bool hasTypedPrice(const BillLine& line) {
    if (!line.price || line.price->grade != Grade::CustomerStatement)
        return false;
    return line.price->origin == PriceOrigin::Pinned || line.price->origin == PriceOrigin::QuoteLine;
}

LineQuality qualityOf(const BillLine& line, const std::string& quoteDate) {
    LineQuality quality;
    quality.isUnpriced = !line.amount;
    quality.isUnrated = quality.isUnpriced && line.gap == PriceGap::NoExchangeRate;
    if (quality.isUnpriced)
        return quality;
    const Grade grade = line.grade();
    const bool isFree = line.amount->high.minorUnits() == 0;
    quality.isRecalled = grade == Grade::Recalled;
    quality.isEstimated = !isFree && (grade == Grade::Estimate || grade == Grade::Assumption);
    quality.isUndated = !isFree && (!line.price || line.price->date.empty());
    // ISO dates compare as text.
    quality.isExpired =
        line.price && !line.price->validUntil.empty() && !quoteDate.empty() && line.price->validUntil < quoteDate;
    return quality;
}

double PriceQuality::planningShare() const {
    return value.minorUnits() == 0
               ? 0
               : static_cast<double>(planningValue.minorUnits()) / static_cast<double>(value.minorUnits());
}

PriceQuality priceQuality(const Bill& bill, const QuoteHeader& quote) {
    PriceQuality sum;
    std::int64_t value = 0, planning = 0;
    for (const BillLine& line : bill.lines) {
        if (!line.counts())
            continue;
        const LineQuality quality = qualityOf(line, quote.date);
        ++sum.lines;
        sum.unpriced += quality.isUnpriced ? 1 : 0;
        sum.unrated += quality.isUnrated ? 1 : 0;
        sum.planning += quality.isPlanning() ? 1 : 0;
        sum.firm += line.amount && line.amount->high.minorUnits() > 0 && !quality.isPlanning() ? 1 : 0;
        sum.typed += (!quality.isUnpriced || quality.isUnrated) && hasTypedPrice(line) ? 1 : 0;
        const std::int64_t amount = line.amount ? line.amount->typical.minorUnits() : 0;
        value += amount;
        planning += quality.isPlanning() ? amount : 0;
    }
    sum.value = Money(value, bill.currency);
    sum.planningValue = Money(planning, bill.currency);
    return sum;
}

const BillLine* longestLead(const Bill& bill) {
    const BillLine* longest = nullptr;
    for (const BillLine& line : bill.lines)
        if (line.counts() && line.leadTime && (!longest || *longest->leadTime < *line.leadTime))
            longest = &line;
    return longest;
}

} // namespace rackwright
