// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ForeignCords: elements that devices of another rack are plugged into by hand. A look-up of Context, used by the loads
// of elements, so that what leaves one rack arrives in the other.

#include "solvers/engine/context.h"

#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

class ForeignCords {
public:
    static constexpr std::array<std::string_view, 3> kReads = {"rack_contents", "power_elements", "cord_overrides"};

    explicit ForeignCords(const Context& context);

    /// Racks other than its own whose devices have a cord on it; none for most.
    const std::vector<Id<Rack>>& racksOn(Id<PowerElement> element) const;

private:
    std::unordered_map<Id<PowerElement>, std::vector<Id<Rack>>> m_racks;
};

} // namespace rackwright
