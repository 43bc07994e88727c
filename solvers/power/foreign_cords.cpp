// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/foreign_cords.h"

#include <algorithm>

namespace rackwright {

ForeignCords::ForeignCords(const Context& context) {
    const Design& design = context.design();
    for (const CordOverride& cord : design.cordOverrides) {
        const Device* device = design.devices.find(cord.device);
        const PowerElement* element = design.powerElements.find(cord.element);
        if (!device || !element)
            continue;
        const Id<Rack> rack = context.rackHolding(*device);
        if (!rack || rack == rackOf(element->placement))
            continue;
        std::vector<Id<Rack>>& racks = m_racks[element->id];
        if (!std::ranges::count(racks, rack))
            racks.push_back(rack);
    }
}

const std::vector<Id<Rack>>& ForeignCords::racksOn(Id<PowerElement> element) const {
    static const std::vector<Id<Rack>> none;
    const auto it = m_racks.find(element);
    return it == m_racks.end() ? none : it->second;
}

} // namespace rackwright
