// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/jobs/node_room.h"

#include "solvers/engine/judging.h"

#include <limits>

namespace rackwright {

OutsideMemory knownNodeRoom(const Context& context) {
    const auto orEndless = [](const Value& room) {
        return room.isKnown() ? room.typical() : std::numeric_limits<double>::infinity();
    };
    return {orEndless(nodeRoom<Value>(context, attribute::systemMemory).si()),
            orEndless(nodeRoom<Value>(context, attribute::localStorage).si())};
}

std::string missingNodeRoom(const Context& context, std::string_view key) {
    for (const PartCount& group : jobGroups(context))
        for (const std::string_view each : {key, std::string_view(attribute::acceleratorCount.key)})
            if (!plainPartNumber(context, group.part, each).isKnown())
                return partKey(context, group.part, each);
    return {};
}

} // namespace rackwright
