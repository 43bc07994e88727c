// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FeedSides: the sides of a supply whose elements state none. Ways that nothing but the mains joins upstream are feeds
// of their own: where racks hang on several of them, each is a side as if it had been entered. A look-up of Context.

#include "solvers/engine/context.h"

#include <array>
#include <string_view>
#include <unordered_map>

namespace rackwright {

class FeedSides {
public:
    static constexpr std::array<std::string_view, 2> kReads = {"power_elements", "power_links"};

    explicit FeedSides(const Context& context);

    /// None where a design states any side, and of what hangs on no feed of its own.
    FeedSide of(Id<PowerElement> element) const;
    /// Any element has a side that nobody entered.
    bool isAny() const { return !m_sides.empty(); }

private:
    std::unordered_map<Id<PowerElement>, FeedSide> m_sides;
};

/// The side that an element states, else the one that its circuits make it.
FeedSide sideOf(const Context& context, const PowerElement& element);

} // namespace rackwright
