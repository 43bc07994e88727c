// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Room that the nodes of a job have for states that leave the accelerators: their memory and drives for each
// accelerator, the least over its systems. What a plan needs there is the business of memory.h.

#include "solvers/jobs/training_job.h"

namespace rackwright {

inline constexpr auto kNodeRoomReference = "reference.node-room";

/// `attribute` (system memory, local storage) of a node over its accelerators, as far as states may take it.
template <class N, class Attribute>
Quantity<dim::Data, N> nodeRoom(const Context& context, const Attribute& attribute) {
    std::optional<N> least;
    for (const PartCount& group : jobGroups(context)) {
        const N one = partNumber<N>(context, group.part, attribute).si() /
                      partNumber<N>(context, group.part, attribute::acceleratorCount).si();
        least = least ? minimum(*least, one) : one;
    }
    if (!least)
        least = N(Numbers<N>::given(Value::unknown(), {"nodes of the job", "GB", 1e9}, {}));
    return Quantity<dim::Data, N>(*least * setting<N>(context, setting_of::nodeShare).si());
}

/// Of what an accelerator's share of its node's memory, or drives, holds.
template <class N>
Ratio<N> nodeMemoryShare(const Context& context, const Workload& workload) {
    return Ratio<N>(ofJob<N>(context, workload, "states in the node's memory", "GB", kNodeRoomReference,
                             [](const PlannedJob& job) { return job.worst.outside.host; }) /
                    nodeRoom<N>(context, attribute::systemMemory).si());
}

/// The same of its drives.
template <class N>
Ratio<N> nodeDriveShare(const Context& context, const Workload& workload) {
    return Ratio<N>(ofJob<N>(context, workload, "states on the node's drives", "GB", kNodeRoomReference,
                             [](const PlannedJob& job) { return job.worst.outside.drives; }) /
                    nodeRoom<N>(context, attribute::localStorage).si());
}

/// Room for one accelerator, without end where it is not known.
OutsideMemory knownNodeRoom(const Context& context);

/// "part:<id>:<key>" of the first system of the job that does not say; empty when all do.
std::string missingNodeRoom(const Context& context, std::string_view key);

} // namespace rackwright
