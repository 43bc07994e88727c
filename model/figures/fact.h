// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fact<Q>: what is known of one property: known, a range, or unknown, with its grade and its source. Unknown is never 0.

#include "model/figures/grade.h"
#include "model/figures/source.h"

#include <optional>
#include <utility>
#include <variant>

namespace rackwright {

struct Unknown {
    bool operator==(const Unknown&) const = default;
};

template <class Q>
struct Known {
    Q value;
    bool operator==(const Known&) const = default;
};

template <class Q>
struct Range {
    Q low;
    Q typical;
    Q high;
    bool operator==(const Range&) const = default;
};

/// What is known of a property of type Q (a quantity, Length, Money, ...). A default Fact is unknown.
template <class Q>
struct Fact {
    std::variant<Unknown, Known<Q>, Range<Q>> state;
    Grade grade = Grade::Measured;
    std::optional<Source> source;

    static Fact unknown() { return {}; }
    static Fact known(Q value, Grade grade, std::optional<Source> source = {}) {
        return {Known<Q>{std::move(value)}, grade, std::move(source)};
    }
    static Fact range(Q low, Q typical, Q high, Grade grade, std::optional<Source> source = {}) {
        return {Range<Q>{std::move(low), std::move(typical), std::move(high)}, grade, std::move(source)};
    }

    bool isUnknown() const { return std::holds_alternative<Unknown>(state); }
    /// The known or typical value.
    std::optional<Q> typical() const {
        if (const auto* k = std::get_if<Known<Q>>(&state))
            return k->value;
        if (const auto* r = std::get_if<Range<Q>>(&state))
            return r->typical;
        return std::nullopt;
    }
    /// The low end of a range, else the known value; nothing when unknown. So is high().
    std::optional<Q> low() const {
        const auto* r = std::get_if<Range<Q>>(&state);
        return r ? std::optional<Q>(r->low) : typical();
    }
    std::optional<Q> high() const {
        const auto* r = std::get_if<Range<Q>>(&state);
        return r ? std::optional<Q>(r->high) : typical();
    }
    bool operator==(const Fact&) const = default;
};

} // namespace rackwright
