// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How one training job is laid over its accelerators: the degrees of parallelism, the batch and what is recomputed or
// sharded. It says whether a plan is legal; what it needs and how fast it is are the business of memory.h and
// step_time.h.

#include "model/base/fields.h"
#include "model/base/result.h"
#include "solvers/workload/model_architecture.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <string_view>

namespace rackwright {

/// Which activations are worked out again in the backward pass (Korthikanti et al. 2022).
enum class Recompute : std::uint8_t { None, Selective, Full };
template <>
struct EnumNames<Recompute> {
    static constexpr std::array<std::string_view, 3> names = {"none", "selective", "full"};
};

/// Where states lie while they are not needed: on the accelerator, in its node's memory (ZeRO-Offload, Ren et al. 2021)
/// or on its node's drives (ZeRO-Infinity, Rajbhandari et al. 2021).
enum class StateHome : std::uint8_t { Accelerator, Host, Drives };
template <>
struct EnumNames<StateHome> {
    static constexpr std::array<std::string_view, 3> names = {"none", "cpu", "nvme"};
};
/// Whether states lie outside the accelerator.
constexpr bool leaves(StateHome home) { return home != StateHome::Accelerator; }

/// The product of degrees, or the largest number where it is beyond: degrees that people type may be of any size.
constexpr std::int64_t degreesMultiplied(std::initializer_list<std::int64_t> degrees) {
    std::int64_t product = 1;
    for (const std::int64_t degree : degrees)
        if (__builtin_mul_overflow(product, degree, &product))
            return std::numeric_limits<std::int64_t>::max();
    return product;
}

/// Degrees of parallelism, batch and sharding of one job; accelerators() says how many it takes.
struct ParallelPlan {
    std::int64_t tensor = 1;
    std::int64_t pipeline = 1;
    std::int64_t interleave = 1; ///< virtual stages of a pipeline stage
    std::int64_t data = 1;
    std::int64_t context = 1;
    std::int64_t expert = 1;
    std::int64_t expertTensor = 1; ///< accelerators that share one expert
    std::int64_t sequence = 1;     ///< tokens
    std::int64_t microBatch = 1;   ///< sequences
    std::int64_t microBatches = 1; ///< of a step and replica
    int zeroStage = 0;             ///< 1: optimiser states are sharded, 2: gradients too, 3: weights too
    bool sequenceParallel = false;
    Recompute recompute = Recompute::None;
    std::int64_t shardGroup = 0; ///< HSDP: accelerators that states are sharded over; 0: all copies
    StateHome optimizerHome = StateHome::Accelerator, weightHome = StateHome::Accelerator;
    StateHome activationHome = StateHome::Accelerator; ///< of what layers keep for the backward pass
    bool operator==(const ParallelPlan&) const = default;

    /// Accelerators of one copy of the model.
    std::int64_t replica() const { return degreesMultiplied({tensor, pipeline, context}); }
    /// Replica x data.
    std::int64_t accelerators() const { return degreesMultiplied({replica(), data}); }
    /// Accelerators that hold the same part of the model, and how many of them share its states.
    std::int64_t copies() const { return degreesMultiplied({data, context}); }
    std::int64_t shards() const { return shardGroup > 0 ? std::min(shardGroup, copies()) : copies(); }
    /// Accelerators that share the routed experts of a layer.
    std::int64_t expertGroup() const { return degreesMultiplied({expert, expertTensor}); }
    /// Sequences of one step.
    std::int64_t globalBatch() const { return degreesMultiplied({data, microBatch, microBatches}); }
};

/// Which factor does not divide what, with the nearest values that do. Layers need not divide into stages: a stage
/// holds ceil(L/p) of them.
Done checkPlan(const ModelArchitecture& model, const ParallelPlan& plan);

/// Whether states can be sharded and kept elsewhere as planned, of a plan whose data parallelism is known.
Done checkSharding(const ParallelPlan& plan);

/// Data parallelism that uses all of `accelerators`, or which product does not divide them.
Result<std::int64_t> dataParallelism(const ParallelPlan& plan, std::int64_t accelerators);

/// The divisors of `number` next to `wanted`, below and above.
std::vector<std::int64_t> nearestDivisors(std::int64_t number, std::int64_t wanted);

} // namespace rackwright
