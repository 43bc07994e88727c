// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a pool holds and what its workloads want of it: raw, usable and filled capacity, summed demands and the nodes
// that they need. Rates come from pool_path.h, demands of one job from checkpoint.h.

#include "solvers/storage/checkpoint.h"

namespace rackwright {

/// Workloads that a pool serves, in the order of ids.
std::vector<const Workload*> workloadsOf(const Context& context, const StoragePool& pool);

template <class N>
Quantity<dim::Data, N> rawCapacityOf(const Context& context, const StoragePool& pool) {
    Sum<dim::Data, N> sum;
    for (const PartCount& group : memberGroups(context, pool))
        sum.add(times(group.count, partName<N>(context, group.part),
                      partNumber<N>(context, group.part, attribute::rawCapacity)));
    return sum.total();
}

/// After the erasure code, or as the vendor states it; before the fill limit, without compression.
template <class N>
Quantity<dim::Data, N> usableCapacityOf(const Context& context, const StoragePool& pool) {
    Sum<dim::Data, N> sum;
    for (const PartCount& group : memberGroups(context, pool)) {
        const bool isStated = !plainPartNumber(context, group.part, attribute::usableCapacity.key).isUnknown();
        const auto each = isStated ? partNumber<N>(context, group.part, attribute::usableCapacity)
                                   : partNumber<N>(context, group.part, attribute::rawCapacity) *
                                         codeShare<N>(context, pool);
        sum.add(times(group.count, partName<N>(context, group.part), each));
    }
    return sum.total();
}

template <class N>
N fillLimit(const Context& context) {
    return constant<N>(1) - setting<N>(context, setting_of::freeShare).si();
}

/// Data set and checkpoints: hot ones on the job's own pool, warm and cold ones on the archive.
template <class N>
Quantity<dim::Data, N> capacityDemand(const Context& context, const StoragePool& pool) {
    Sum<dim::Data, N> sum;
    for (const Workload& workload : context.design().workloads) {
        if (poolOf(context, workload) == &pool) {
            if (isTraining(workload))
                sum.add(named(datasetSize<N>(workload), "data set of " + workload.name, "TB"));
            else
                sum.add(Quantity<dim::Data, N>(modelParameters<N>(workload).si() * constant<N>(2)));
        }
        if (!isTraining(workload))
            continue;
        if (poolOf(context, workload) == &pool)
            sum.add(retention<N>(context, workload, RetentionTier::Hot));
        if (archiveOf(context, workload) == &pool) {
            sum.add(retention<N>(context, workload, RetentionTier::Warm));
            sum.add(retention<N>(context, workload, RetentionTier::Cold));
        }
    }
    return sum.total();
}

/// Of all workloads at a time.
template <class N>
Quantity<dim::DataRate, N> poolDemand(const Context& context, const StoragePool& pool, Direction direction) {
    Sum<dim::DataRate, N> sum;
    for (const Workload* workload : workloadsOf(context, pool))
        sum.add(named(direction == Direction::Read ? readDemand<N>(context, *workload)
                                                   : writeDemand<N>(context, *workload),
                      workload->name, "GB/s"));
    return sum.total();
}

/// Data as a share of the usable capacity, with all nodes or after the loss of the mean one.
template <class N>
Ratio<N> fillOf(const Context& context, const StoragePool& pool, std::int64_t lost) {
    const double count = static_cast<double>(memberCount(context, pool));
    const N usable = usableCapacityOf<N>(context, pool).si();
    const N left = lost > 0 ? usable * constant<N>(1 - static_cast<double>(lost) / count) : usable;
    return Ratio<N>(capacityDemand<N>(context, pool).si() / left);
}

/// "spare" nodes of the pool.
template <class N>
N spareNodes(const StoragePool& pool) {
    const auto given = givenParameter<N>(pool.parameters, pool.name, "spare", "");
    return given ? *given : constant<N>(0);
}

/// Nodes like those of the pool that its workloads need: the largest of read, write, capacity and the code, and spares.
template <class N>
Ratio<N> nodesNeeded(const Context& context, const StoragePool& pool) {
    const N members = counted<N>(memberCount(context, pool), "nodes of " + pool.name);
    const auto count = [&](const N& demand, const N& all) { return ceiling(demand * members / all); };
    N needed = count(poolDemand<N>(context, pool, Direction::Read).si(),
                     nodeRate<N>(context, pool, Direction::Read).si());
    needed = maximum(needed, count(poolDemand<N>(context, pool, Direction::Write).si(),
                                   nodeRate<N>(context, pool, Direction::Write).si()));
    needed = maximum(needed, count(capacityDemand<N>(context, pool).si() / fillLimit<N>(context),
                                   usableCapacityOf<N>(context, pool).si()));
    if (isCodedOverNodes(pool))
        needed = maximum(needed, codeData<N>(context, pool) + codeParity<N>(context, pool));
    return Ratio<N>(needed + spareNodes<N>(pool));
}

} // namespace rackwright
