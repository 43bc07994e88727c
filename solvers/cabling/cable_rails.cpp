// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cabling/cable_rails.h"

#include "solvers/node/leaf_rails.h"

#include <map>

namespace rackwright {

CableRails::CableRails(const Context& context) {
    const CableEnds& ends = context.lookUp<CableEnds>();
    ofDevice.assign(ends.devices.size(), 0);
    const auto isSwitch = [&](std::uint32_t device) {
        const CabledDevice& at = ends.devices[device];
        return at.kinds > 0 && ends.ports[at.firstKind].isSwitch;
    };
    std::map<Id<Network>, std::vector<LeafCable>> toLeaves;
    std::size_t index = 0;
    for (const Cable& cable : context.design().cables) {
        const CableLine& line = ends.cables[index++];
        if (!line.isPlugged())
            continue;
        const bool isSwitchA = isSwitch(line.a.device);
        if (isSwitchA == isSwitch(line.b.device))
            continue;
        const CableEnd& device = isSwitchA ? line.b : line.a;
        toLeaves[cable.network].push_back({isSwitchA ? line.a.device : line.b.device, ends.portsOf(device).part,
                                           isSwitchA ? cable.b.port : cable.a.port});
    }
    for (const auto& [network, cables] : toLeaves) {
        const LeafRails rails = railsOfLeaves(ends.devices.size(), cables);
        for (std::size_t device = 0; device < ofDevice.size(); ++device)
            if (rails.ofLeaf[device] >= 0)
                ofDevice[device] = rails.ofLeaf[device] + 1;
    }
}

int CableRails::of(const CableLine& line) const {
    for (const std::uint32_t device : {line.a.device, line.b.device})
        if (device < ofDevice.size() && ofDevice[device] > 0)
            return ofDevice[device];
    return 0;
}

} // namespace rackwright
