// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// WrongSides: elements whose stated side contradicts their circuits. A look-up of Context, used by sideOf() and
// POWER-09.

#include "solvers/engine/context.h"

#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// An element that says that it is of one side and hangs on another one alone, or whose circuits all lead to another.
struct WrongSide {
    Id<PowerElement> element;
    Id<PowerElement> by; ///< what it hangs on; or, where nothing of a side feeds it, the first that it feeds
    FeedSide found = FeedSide::None; ///< of `by`
    bool isByBelow = false;          ///< `by` is what it feeds
    bool isLabel = false;            ///< all else there says that the circuits are right
};

class WrongSides {
public:
    static constexpr std::array<std::string_view, 2> kReads = {"power_elements", "power_links"};

    explicit WrongSides(const Context& context);

    /// In the order of elements.
    const std::vector<WrongSide>& all() const { return m_wrong; }
    /// That of its circuits where the label of an element is wrong; None: it is as it says.
    FeedSide rightSide(Id<PowerElement> element) const {
        const auto side = m_sides.find(element);
        return side == m_sides.end() ? FeedSide::None : side->second;
    }
    /// Any label is wrong.
    bool isAnyLabel() const { return !m_sides.empty(); }

private:
    std::unordered_map<Id<PowerElement>, FeedSide> m_sides;
    std::vector<WrongSide> m_wrong;
};

} // namespace rackwright
