// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How sure a forecast is, as a sentence: for who reads a number and not its range.

#include "model/base/message.h"
#include "model/figures/value.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

/// By how far the range reaches from the likely value: within a tenth, a quarter, a half, or further. A number without
/// a range says that it has none.
inline Message surenessOf(const Value& forecast) {
    const double likely = forecast.typical();
    if (forecast.isUnknown() || !(likely > 0))
        return Message("sureness.unknown");
    const double less = 1 - forecast.low() / likely, more = forecast.high() / likely - 1;
    const double reach = std::max(less, more);
    constexpr double kNothing = 1e-6, kTenth = 0.1, kQuarter = 0.25, kHalf = 0.5, kPercent = 100;
    if (reach < kNothing)
        return Message("sureness.no-range");
    const char* id = reach <= kTenth     ? "sureness.close"
                     : reach <= kQuarter ? "sureness.fair"
                     : reach <= kHalf    ? "sureness.rough"
                                         : "sureness.order";
    return Message(id)
        .with("less", static_cast<std::int64_t>(std::llround(less * kPercent)))
        .with("more", static_cast<std::int64_t>(std::llround(more * kPercent)));
}

} // namespace rackwright
