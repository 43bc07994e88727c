// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The two halves of a ring all-reduce, which sharded data parallelism uses alone: all-gather of weights and
// reduce-scatter of gradients.

#include "solvers/fabric/figures.h"
#include "solvers/network/collectives.h"

namespace rackwright {

/// Seconds of one all-gather or reduce-scatter of the message by a ring: ranks - 1 steps, and (n-1)/n of the message
/// through a node. An all-reduce by a ring is one after the other.
template <class N>
N halfRingTime(const Context& context, const CollectiveJob<N>& job) {
    const N between = job.nodes - N(1);
    const N latency = setting<N>(context, setting_of::ringBase).si() +
                      (job.ranks - N(1) - between) * setting<N>(context, setting_of::ringInside).si() +
                      between * setting<N>(context, setting_of::ringBetween).si();
    return latency + job.message * job.factor() / N(2) / job.bandwidth(job.ringShare);
}

} // namespace rackwright
