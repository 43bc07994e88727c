// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/peak_memory.h"

#include "model/base/numbers.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>

namespace rackwright {

namespace {

/// What frameworks choose, in bytes unless it says share.
struct Choices {
    double gradient;  ///< of a parameter: 16-bit gradients are reduced as they are, or in FP32
    double logit;     ///< 0: the loss in tiles; 4: 16-bit logits and their gradient; 10: FP32 beside both
    double tiledFrom; ///< tokens of an accelerator from which the loss is in tiles in any case
    double temporary; ///< of an updated parameter: the update and its divisor in FP32, unless the kernel is fused
    double activationsShare; ///< kernels that join norm and product keep less
    double copies;           ///< of a weight beside it, in FP8
    double fragmentation;    ///< share of all: what the allocator holds beyond what is in use
    double context;          ///< driver and libraries
    double buffers;          ///< of the collectives, where there are any
};

// Own choices, but for the extremes of gradients (Megatron-LM's README: FP32; NVIDIA NeMo's recipes of speed: 16 bit)
// and of logits (Korthikanti et al. 2022: FP32; Liger-Kernel: tiles). The middle is what most reports come near to.
constexpr double kGiB = 1 << 30;
constexpr Choices kLean = {2, 0, 0, 0, 0.9, 0, 0, 0, 0};
constexpr Choices kMiddle = {kExpectedGradient, 4, 65536, 8, 1, 0, 0.05, 2 * kGiB, 0.5e9};
constexpr Choices kFull = {4, 10, 131072, 12, 1, 2, 0.15, 3 * kGiB, 2e9};

class StagePeak {
public:
    StagePeak(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question,
              std::int64_t stage)
        : m_model(model), m_plan(plan), m_question(question), m_stage(stage),
          m_parameters(stageParameters(model, plan, stage)) {}

    double of(const Choices& choices) const {
        StateBytes bytes = m_question.bytes;
        if (!m_question.knowsGradients && !m_question.adaptersOnly)
            bytes.gradient = choices.gradient;
        if (m_question.isEightBit && !isGathered())
            bytes.weight += choices.copies;
        const double states = modelStates(m_parameters, m_plan, bytes).total();
        const double kept = choices.activationsShare * layersInFlight(m_model, m_plan, m_stage) * keptOfLayer();
        const double layer = layerAtWork(bytes), loss = output(choices);
        const double working = isPlain() ? layer + loss : std::max(layer, loss);
        const double all = states + std::max(kept + working, choices.temporary * updatedHere());
        return all * (1 + choices.fragmentation) + choices.context + (m_plan.copies() > 1 ? choices.buffers : 0);
    }

private:
    bool isGathered() const { return (m_plan.zeroStage >= 3 && m_plan.copies() > 1) || leaves(m_plan.weightHome); }
    // Stacks of today keep no scores (Dao et al. 2022).
    static Recompute fused(Recompute recompute) {
        return recompute == Recompute::None ? Recompute::Selective : recompute;
    }
    double keptOfLayer() const {
        return m_question.onlyProducts ? everyOtherProductBytesPerLayer(m_model, m_plan)
                                       : activationBytesPerLayer(m_model, m_plan, fused(m_plan.recompute));
    }
    double perLayer() const {
        const ParameterParts parts = parameterParts(m_model);
        const double embedding = real(parts.embedding) / real(m_plan.tensor);
        const double layers = std::max(1.0, real(m_model.layers) / real(m_plan.pipeline));
        return (lastStageParameters(m_model, m_plan).total() - embedding) / layers;
    }
    /// Two layers gathered, one of them ahead, and the gradient of one; what one layer works out again.
    double layerAtWork(const StateBytes& bytes) const {
        double held = 0;
        if (m_plan.recompute == Recompute::Full || m_question.onlyProducts)
            held = activationBytesPerLayer(m_model, m_plan, Recompute::Selective);
        const double gradient = m_question.adaptersOnly ? 0 : bytes.gradient;
        if (isGathered() && m_plan.pipeline > 1 && !leaves(m_plan.weightHome))
            held += (2 + gradient) * m_parameters.total(); // a stage stays gathered over its micro-batches
        else if (isGathered())
            held += (2 * 2 + gradient) * perLayer();
        return held + 2 * m_question.quantised * perLayer();
    }
    // Stacks that keep their weights in FP32 (PyTorch's FSDP) work out the loss in FP32, whole, and their allocator
    // keeps what it took.
    bool isPlain() const { return m_question.bytes.weight >= 4; }
    double output(const Choices& choices) const {
        if (m_stage != m_plan.pipeline - 1)
            return 0;
        const double tokens = real(m_plan.sequence) / real(m_plan.context) * real(m_plan.microBatch);
        const bool isWhole = isPlain() && choices.logit > 0;
        const double perLogit = isWhole ? kFull.logit : choices.logit;
        const double counted = tokens > choices.tiledFrom && !isWhole ? choices.tiledFrom / 4 : tokens;
        const double vocabulary = real(m_model.vocabulary) / real(m_plan.tensor);
        const double gathered = isGathered() ? 2 * real(parameterParts(m_model).embedding) / real(m_plan.tensor) : 0;
        return 2 * tokens * real(m_model.hidden) / real(m_plan.tensor) + perLogit * counted * vocabulary + gathered;
    }
    double updatedHere() const {
        if (m_question.adaptersOnly || leaves(m_plan.optimizerHome))
            return 0;
        return m_parameters.total() / (m_plan.zeroStage >= 1 ? real(m_plan.shards()) : 1);
    }

    const ModelArchitecture& m_model;
    const ParallelPlan& m_plan;
    const MemoryQuestion& m_question;
    std::int64_t m_stage;
    StageParameters m_parameters;
};

} // namespace

MemoryRange peakMemory(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question) {
    MemoryRange worst;
    for (const std::int64_t stage : {std::int64_t{0}, plan.pipeline - 1}) {
        const StagePeak peak(model, plan, question, stage);
        worst.low = std::max(worst.low, peak.of(kLean));
        worst.expected = std::max(worst.expected, peak.of(kMiddle));
        worst.high = std::max(worst.high, peak.of(kFull));
    }
    return worst;
}

} // namespace rackwright
