// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/node_ladder.h"

#include "solvers/network/network_report.h"

#include <algorithm>

namespace rackwright {

std::optional<HostLink> hostLinkOf(const Context& context, const NodeKind& kind) {
    const Part* accelerator = context.part(kind.accelerator);
    const auto words = accelerator ? textFact(*accelerator, "host-interface").typical() : std::nullopt;
    return words ? hostLinkIn(*words) : std::nullopt;
}

const StoragePool* ladderPool(const Context& context) {
    for (const Workload& workload : context.design().workloads)
        if (const StoragePool* pool = poolOf(context, workload))
            return pool;
    for (const StoragePool& pool : context.design().storagePools)
        if (!isArchive(pool))
            return &pool;
    return nullptr;
}

StorageCables storageCables(const Context& context, const NodeKind& kind) {
    StorageCables found;
    for (const Network& network : context.design().networks) {
        const NetworkReport* report =
            network.role == NetworkRole::Storage ? context.lookUp<NetworkReports>().find(network.id) : nullptr;
        if (!report)
            continue;
        for (const EndDevices& ends : report->ends) {
            found.isDrawn = found.isDrawn || isAcceleratorSystem(context.part(ends.part));
            if (ends.part != kind.system)
                continue;
            found.gbps += ends.count < kind.count() ? 0 : ends.leastGbps;
            found.least = ends.least;
            found.grade = weakest(found.grade, report->grade);
        }
    }
    return found;
}

} // namespace rackwright
