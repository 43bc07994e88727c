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
    double adapterLogit; ///< where adapters are trained: stacks differ most there
    double plainLogit; ///< where PyTorch's own operators work out the loss, step by step in FP32
    double partLogit;  ///< where they do so for a part of the tokens at a time
    double tiledFrom; ///< tokens of an accelerator from which the loss is in tiles in any case
    double temporary; ///< of an updated parameter: the update and its divisor in FP32, unless the kernel is fused
    double fusedTemporary;
    double activationsShare; ///< kernels that join norm and product keep less
    double copies;           ///< of a weight beside it, in FP8
    double fragmentation;    ///< share of all: what the allocator holds beyond what is in use
    double context;          ///< driver and libraries
    double buffers;          ///< of the collectives, where there are any
};

// Own choices, but for the extremes of gradients (Megatron-LM's README: FP32; NVIDIA NeMo's recipes of speed: 16 bit)
// and of logits (Korthikanti et al. 2022: FP32; Liger-Kernel: tiles). PyTorch's own operators keep 16-bit logits, their
// copy, softmax and gradient in FP32 (2 + 3 x 4), and another copy where the labels are shifted (Hugging Face
// Transformers until 2024). The middle is what most reports come near to.
constexpr double kGiB = 1 << 30;
constexpr Choices kLean = {2, 0, 0, 0, 0, 0, 0, 0, 0.9, 0, 0, 0, 0};
constexpr Choices kMiddle = {kExpectedGradient, 4, 7, 14, 2, 65536, 8, 0, 1, 1, 0.05, 2 * kGiB, 0.5e9};
constexpr Choices kFull = {4, 10, 18, 18, 4, 131072, 12, 4, 1, 2, 0.15, 3 * kGiB, 2e9};

// Of a layer of one micro-batch: what it keeps until the backward pass, and all of it while it is worked out again.
// Stacks of today keep no scores (Dao et al. 2022).
struct LayerBytes {
    double kept = 0, whole = 0;
};
LayerBytes layerBytes(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question) {
    const Recompute fused = plan.recompute == Recompute::None ? Recompute::Selective : plan.recompute;
    LayerBytes bytes;
    bytes.whole = activationBytesPerLayer(model, plan, Recompute::Selective);
    bytes.kept = question.onlyProducts ? everyOtherProductBytesPerLayer(model, plan)
                                       : activationBytesPerLayer(model, plan, fused);
    return bytes;
}

class StagePeak {
public:
    StagePeak(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question,
              std::int64_t stage, const StageParameters& parameters, const LayerBytes& layer)
        : m_model(model), m_plan(plan), m_question(question), m_stage(stage), m_parameters(parameters), m_layer(layer) {
    }

    PeakParts parts(const Choices& choices) const {
        StateBytes bytes = m_question.bytes;
        if (!m_question.knowsGradients && !m_question.adaptersOnly)
            bytes.gradient *= choices.gradient / StateBytes{}.gradient;
        if (m_question.isEightBit && !isGathered())
            bytes.weight += choices.copies;
        PeakParts parts;
        parts.needed.states = modelStates(m_parameters, m_plan, bytes);
        parts.needed.states.weights += wholeEmbeddings(bytes.weight);
        parts.needed.activations = choices.activationsShare * keptHere();
        const bool worksAgain = m_plan.recompute == Recompute::Full || m_question.onlyProducts;
        const double gathered = gatheredHere(bytes) + expanded();
        const double layer = gathered + (worksAgain ? m_layer.whole : 0), loss = output(choices);
        if (isPlain() || layer >= loss) {
            parts.needed.recomputeWorkingSet = worksAgain ? m_layer.whole : 0;
            parts.runtime.gatheredUnits = gathered;
        }
        if (isPlain() || layer < loss)
            parts.runtime.logitCopies = loss;
        // The update of the weights comes when the activations have gone: what it needs beyond them.
        const double before = parts.total() - parts.needed.states.total();
        const double temporary = m_question.fusedUpdate ? choices.fusedTemporary : choices.temporary;
        const double update = std::max(0.0, temporary * updatedHere() - before);
        parts.runtime.context = choices.context + update + choices.fragmentation * (parts.total() + update);
        parts.runtime.communication = m_plan.copies() > 1 ? choices.buffers : 0;
        return parts;
    }
    double of(const Choices& choices) const { return parts(choices).total(); }

private:
    bool isGathered() const { return (m_plan.zeroStage >= 3 && m_plan.copies() > 1) || leaves(m_plan.weightHome); }
    // What left waits for the backward pass elsewhere; two layers are on their way.
    double keptHere() const {
        const double layers = layersInFlight(m_model, m_plan, m_stage);
        return (leaves(m_plan.activationHome) ? std::min(2.0, layers) : layers) * m_layer.kept;
    }
    double perLayer() const {
        const double embedding = real(parameterParts(m_model).embedding) / real(m_plan.tensor);
        const double layers = std::max(1.0, real(m_model.layers) / real(m_plan.pipeline));
        const double ends = m_plan.pipeline == 1 && !m_model.tiedEmbeddings ? 2 : 1; // of this stage
        const bool isEnd = m_stage == 0 || m_stage == m_plan.pipeline - 1;
        return std::max(0.0, m_parameters.total() - (isEnd ? ends * embedding : 0)) / layers;
    }
    // Four bits are for the layers: embedding and output layer stay at sixteen (Dettmers et al. 2023).
    double wholeEmbeddings(double weight) const {
        if (m_question.quantised <= 0 || leaves(m_plan.weightHome))
            return 0;
        const double ends = m_plan.pipeline == 1 && !m_model.tiedEmbeddings ? 2 : 1;
        const bool isEnd = m_stage == 0 || m_stage == m_plan.pipeline - 1;
        const double embedding = real(parameterParts(m_model).embedding) / real(m_plan.tensor);
        const double shared = m_plan.zeroStage >= 3 ? real(m_plan.shards()) : 1;
        return isEnd ? m_question.quantised * (2 - weight) * ends * embedding / shared : 0;
    }
    /// The largest weight of a layer at 16 bit: those of four bits are expanded one after another.
    double expanded() const {
        if (m_question.quantised <= 0)
            return 0;
        const std::int64_t width = m_model.moe ? m_model.moe->ffn : m_model.ffn;
        const double largest = real(m_model.hidden * std::max(width, m_model.heads * m_model.headDim));
        return 2 * m_question.quantised * largest / real(m_plan.tensor);
    }
    /// Two layers gathered, one of them ahead, and the gradient of one; weights of four bits travel as they are.
    double gatheredHere(const StateBytes& bytes) const {
        if (!isGathered())
            return 0;
        const double gradient = m_question.adaptersOnly ? 0 : bytes.gradient;
        const double weight = m_question.quantised > 0 ? bytes.weight : 2;
        if (m_plan.pipeline > 1 && !leaves(m_plan.weightHome))
            return (weight + gradient) * m_parameters.total(); // a stage stays gathered over its micro-batches
        return (2 * weight + gradient) * perLayer();
    }
    // Stacks that keep their weights in FP32 (PyTorch's FSDP) work out the loss in FP32, whole, and their allocator
    // keeps what it took.
    bool isPlain() const { return m_question.bytes.weight >= 4 && m_question.loss != OutputLoss::Tiled; }
    double output(const Choices& choices) const {
        if (m_stage != m_plan.pipeline - 1)
            return 0;
        const double tokens = real(m_plan.sequence) / real(m_plan.context) * real(m_plan.microBatch);
        const bool isWhole = isPlain() && choices.logit > 0;
        const double usual = m_question.adaptersOnly ? choices.adapterLogit : choices.logit;
        const double perLogit = m_question.loss == OutputLoss::Tiled           ? 0
                                : m_question.sumsLossInParts                   ? choices.partLogit
                                : isWhole || m_question.sumsLossInSteps ? choices.plainLogit
                                                                        : usual;
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
    LayerBytes m_layer;
};

} // namespace

MemoryQuestion memoryQuestionOf(const RecipeNumbers& recipe) {
    MemoryQuestion question;
    question.bytes = recipe.bytes;
    question.adaptersOnly = recipe.adaptersOnly;
    question.knowsGradients = recipe.knowsGradients;
    question.quantised = recipe.bytes.weight < 1 ? 1 : 0;
    question.isEightBit = recipe.bytesPerValue <= 1;
    if (question.isEightBit)
        question.bytes.weight -= 1; // the copy is a choice of the framework
    return question;
}

PeakParts peakParts(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question,
                    std::int64_t stage) {
    return StagePeak(model, plan, question, stage, stageParameters(model, plan, stage),
                     layerBytes(model, plan, question))
        .parts(kMiddle);
}

MemoryRange peakMemory(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question) {
    MemoryRange worst;
    const LayerBytes layer = layerBytes(model, plan, question);
    for (const std::int64_t stage : {std::int64_t{0}, plan.pipeline - 1}) {
        const StagePeak peak(model, plan, question, stage, stageParameters(model, plan, stage), layer);
        worst.low = std::max(worst.low, peak.of(kLean));
        worst.expected = std::max(worst.expected, peak.of(kMiddle));
        worst.high = std::max(worst.high, peak.of(kFull));
    }
    return worst;
}

PeakOfPlans::PeakOfPlans(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question)
    : m_model(model), m_question(question), m_first(firstStageParameters(model, plan)),
      m_last(lastStageParameters(model, plan)) {
    const LayerBytes layer = layerBytes(model, plan, question);
    m_kept = layer.kept;
    m_layer = layer.whole;
}

double PeakOfPlans::expected(const ParallelPlan& plan) const {
    const LayerBytes layer{m_kept, m_layer};
    const double first = StagePeak(m_model, plan, m_question, 0, m_first, layer).of(kMiddle);
    if (plan.pipeline == 1)
        return first;
    return std::max(first, StagePeak(m_model, plan, m_question, plan.pipeline - 1, m_last, layer).of(kMiddle));
}

} // namespace rackwright
