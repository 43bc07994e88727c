// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A fact of a part as a figure: its range with its grade; unknown stays unknown.

#include "model/figures/value.h"
#include "model/parts/part.h"

namespace rackwright {

inline Value valueOf(const Fact<double>& fact) {
    if (fact.isUnknown())
        return Value::unknown(fact.grade);
    return Value::range(*fact.low(), *fact.typical(), *fact.high(), fact.grade);
}

/// In SI.
template <class D>
Value valueOf(const Fact<Quantity<D>>& fact) {
    if (fact.isUnknown())
        return Value::unknown(fact.grade);
    return Value::range(fact.low()->si(), fact.typical()->si(), fact.high()->si(), fact.grade);
}

/// In a unit.
template <class D>
Value valueOf(const Fact<Quantity<D>>& fact, const Quantity<D>& unit) {
    if (fact.isUnknown())
        return Value::unknown(fact.grade);
    return Value::range(fact.low()->in(unit), fact.typical()->in(unit), fact.high()->in(unit), fact.grade);
}

} // namespace rackwright
