// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/swing.h"

namespace rackwright {

std::vector<PartCount> acceleratedGroups(const Context& context) {
    std::vector<PartCount> systems;
    for (const PartCount& group : context.groups())
        if (plainPartNumber(context, group.part, attribute::acceleratorCount.key).typical() > 0)
            systems.push_back(group);
    return systems;
}

} // namespace rackwright
