// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/cloud_kernels.h"

#include <algorithm>
#include <map>

namespace rackwright {

Id<PartRow> commonAccelerator(const Context& context, const std::vector<PartCount>& groups) {
    std::map<Id<PartRow>, double> counts;
    for (const PartCount& group : groups)
        if (const Id<PartRow> accelerator = acceleratorPart(context, group.part)) {
            const Value each = plainPartNumber(context, group.part, attribute::acceleratorCount.key);
            counts[accelerator] += static_cast<double>(group.count) * std::max(1.0, each.typical());
        }
    // Cards that were chosen for servers which name none.
    for (const Module& module : context.design().modules) {
        const Part* part = context.part(module.part);
        const Device* device = context.design().devices.find(module.device);
        if (part && part->category == PartCategory::Accelerator && device && !acceleratorPart(context, device->part))
            counts[module.part] += static_cast<double>(module.count);
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    return most == counts.end() ? Id<PartRow>{} : most->first;
}

} // namespace rackwright
