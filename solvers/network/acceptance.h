// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The steps at which an all-reduce over a compute network is measured before it is taken over, and what the model of
// collectives expects at each. It measures nothing; the acceptance schedule prints it.

#include "solvers/engine/context.h"
#include "solvers/network/collectives.h"

#include <cstdint>
#include <vector>

namespace rackwright {

/// One measurement with what is expected of it; algbw and busbw as nccl-tests prints them.
struct AcceptanceStep {
    CollectiveNodes nodes; ///< the part with the most nodes first
    Value accelerators;
    Value message; ///< bytes
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Ring;
    Value time, algbw, busbw; ///< s and B/s; unknown where a data sheet says too little
};

/// One node where it has several accelerators, then 2, 4, 8 and so on, and all nodes; none for networks that join no
/// accelerators. Steps that fit there are on one leaf, else in one pod; steps of fewer nodes than a scale-up domain
/// holds are within one.
std::vector<AcceptanceStep> acceptanceSteps(const Context& context, const Network& network);

} // namespace rackwright
