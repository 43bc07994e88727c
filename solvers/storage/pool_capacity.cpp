// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/storage/pool_capacity.h"

namespace rackwright {

std::vector<const Workload*> workloadsOf(const Context& context, const StoragePool& pool) {
    std::vector<const Workload*> served;
    for (const Workload& workload : context.design().workloads)
        if (poolOf(context, workload) == &pool)
            served.push_back(&workload);
    return served;
}

} // namespace rackwright
