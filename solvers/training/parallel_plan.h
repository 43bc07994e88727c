// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How one training job is laid over its accelerators: the degrees of parallelism, the batch and what is recomputed or
// sharded. It says whether a plan is legal; what it needs and how fast it is are the business of memory.h and
// step_time.h.

#include "model/base/result.h"
#include "solvers/workload/model_architecture.h"

namespace rackwright {

enum class Recompute : std::uint8_t { None, Selective, Full };

struct ParallelPlan {
    std::int64_t tensor = 1;
    std::int64_t pipeline = 1;
    std::int64_t interleave = 1; ///< virtual stages of a pipeline stage
    std::int64_t data = 1;
    std::int64_t context = 1;
    std::int64_t expert = 1;
    std::int64_t sequence = 1;     ///< tokens
    std::int64_t microBatch = 1;   ///< sequences
    std::int64_t microBatches = 1; ///< of a step and replica
    int zeroStage = 0;             ///< 1: optimiser states are sharded, 2: gradients too, 3: weights too
    bool sequenceParallel = false;
    Recompute recompute = Recompute::None;
    bool operator==(const ParallelPlan&) const = default;

    /// Accelerators of one copy of the model.
    std::int64_t replica() const { return tensor * pipeline * context; }
    std::int64_t accelerators() const { return replica() * data; }
    std::int64_t globalBatch() const { return data * microBatch * microBatches; }
};

/// Which factor does not divide what, with the nearest values that do. Layers need not divide into stages: a stage
/// holds ceil(L/p) of them.
Done checkPlan(const ModelArchitecture& model, const ParallelPlan& plan);

/// Data parallelism that uses all of `accelerators`, or which product does not divide them.
Result<std::int64_t> dataParallelism(const ParallelPlan& plan, std::int64_t accelerators);

/// The divisors of `number` next to `wanted`, below and above.
std::vector<std::int64_t> nearestDivisors(std::int64_t number, std::int64_t wanted);

} // namespace rackwright
