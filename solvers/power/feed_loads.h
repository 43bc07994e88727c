// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FeedLoads: the plain loads of all power elements of a snapshot, worked out once from the circuits' ends upwards. A
// look-up of Context; traced loads are worked out one by one in loads.h.

#include "solvers/power/loads.h"

#include <array>
#include <map>
#include <unordered_map>

namespace rackwright {

class FeedLoads {
public:
    static constexpr std::array<std::string_view, 3> kReads = {"rack_contents", "power_elements", "power_links"};

    explicit FeedLoads(const Context& context);

    const Value& load(Id<PowerElement> element, LoadKind kind) const;
    /// With the other side lost that hurts most; null where the rack has no other side.
    const Value* otherLost(Id<PowerElement> element) const;

private:
    /// From the devices of the element's own rack; nothing hangs on most elements outside racks.
    struct Own {
        std::optional<Value> nameplate, peak, otherLost;
    };
    /// Links to the ends of the circuits below count as one; `isCut` where the chain is longer than is followed.
    struct Load {
        Value value;
        int height = 0;
        bool isCut = false;
    };
    using Memo = std::unordered_map<Id<PowerElement>, Load>;

    void addOwn(const Context& context);
    Load followed(const Context& context, const PowerElement& element, LoadKind kind, int depth, Memo& memo) const;

    std::unordered_map<Id<PowerElement>, Own> m_own;
    Memo m_nameplate, m_peak;
};

} // namespace rackwright
