// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/memory.h"

#include "model/base/numbers.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

double layersOfStage(const ModelArchitecture& model, const ParallelPlan& plan) {
    return std::ceil(real(model.layers) / real(plan.pipeline));
}

// Dense and expert layers spread evenly: a stage holds the share n_s/L of each part. Norms, router and positions are
// copies on every accelerator of a tensor-parallel group.
StageParameters layerParameters(const ModelArchitecture& model, const ParallelPlan& plan) {
    const ParameterParts parts = parameterParts(model);
    const double t = real(plan.tensor), share = layersOfStage(model, plan) / real(model.layers);
    double dense = real(model.layers) * (real(parts.attention) / t + real(parts.norms)) +
                   real(model.denseLayers()) * real(parts.mlp) / t;
    double routed = 0;
    if (model.moe) {
        const double expertLayers = real(model.expertLayers());
        dense +=
            expertLayers * (real(model.moe->shared * parts.expert) / t + real(parts.router) + real(parts.routerBias));
        routed = expertLayers * real(model.moe->experts * parts.expert) / real(plan.expertGroup());
    }
    return {share * dense, share * routed};
}

} // namespace

StageParameters firstStageParameters(const ModelArchitecture& model, const ParallelPlan& plan) {
    const ParameterParts parts = parameterParts(model);
    StageParameters stage = layerParameters(model, plan);
    const double embedding = real(parts.embedding) / real(plan.tensor);
    stage.dense += embedding + real(parts.positions);
    if (plan.pipeline == 1)
        stage.dense += real(parts.finalNorm) + (model.tiedEmbeddings ? 0 : embedding);
    return stage;
}

StageParameters lastStageParameters(const ModelArchitecture& model, const ParallelPlan& plan) {
    if (plan.pipeline == 1)
        return firstStageParameters(model, plan);
    const ParameterParts parts = parameterParts(model);
    StageParameters stage = layerParameters(model, plan);
    stage.dense += real(parts.embedding) / real(plan.tensor) + real(parts.finalNorm);
    return stage;
}

StageParameters stageParameters(const ModelArchitecture& model, const ParallelPlan& plan, std::int64_t stage) {
    if (stage == 0)
        return firstStageParameters(model, plan);
    return stage == plan.pipeline - 1 ? lastStageParameters(model, plan) : layerParameters(model, plan);
}

namespace {

/// Of each parameter one of these is an accelerator's own when states are sharded.
double shardedParameters(const StageParameters& parameters, const ParallelPlan& plan) {
    const double ranks = real(plan.shards());
    return parameters.dense / ranks +
           parameters.expert / std::max(1.0, ranks * real(plan.tensor) / real(plan.expertGroup()));
}

} // namespace

// Sharded gradients leave with the states that they update, as soon as they are reduced; so do those of a single copy.
ModelStates modelStates(const StageParameters& parameters, const ParallelPlan& plan, const StateBytes& bytes) {
    const double sharded = shardedParameters(parameters, plan);
    const auto held = [&](int shardedFrom) { return plan.zeroStage >= shardedFrom ? sharded : parameters.total(); };
    ModelStates states{bytes.weight * held(3), bytes.gradient * held(2), bytes.optimizer * held(1)};
    if (leaves(plan.optimizerHome)) {
        states.optimizer = 0;
        if (plan.zeroStage >= 2 || plan.copies() == 1)
            states.gradients = 0;
    }
    if (leaves(plan.weightHome))
        states.weights = 0;
    return states;
}

// DeepSpeed's estimate of the host: everything that left and half of it again in pinned buffers (stage3.py). Gradients
// wait there for the update in any case.
OutsideMemory outsideMemory(const StageParameters& parameters, const ParallelPlan& plan, const StateBytes& bytes) {
    constexpr double kBuffers = 1.5;
    OutsideMemory outside;
    if (!leaves(plan.optimizerHome))
        return outside;
    const double own = plan.zeroStage >= 1 ? shardedParameters(parameters, plan) : parameters.total();
    outside.host = kBuffers * bytes.gradient * own;
    const auto add = [&](StateHome home, double size) {
        if (home == StateHome::Host)
            outside.host += kBuffers * size;
        else if (home == StateHome::Drives)
            outside.drives += size;
    };
    add(plan.optimizerHome, bytes.optimizer * own);
    add(plan.weightHome, bytes.weight * own);
    return outside;
}

namespace {

double tokensOfMicroBatch(const ParallelPlan& plan) {
    return real(plan.sequence) / real(plan.context) * real(plan.microBatch);
}

double gptBytesPerLayer(const ModelArchitecture& model, const ParallelPlan& plan, Recompute recompute) {
    const double h = real(model.hidden), t = real(plan.tensor), sbh = tokensOfMicroBatch(plan) * h;
    const double scores = recompute == Recompute::None ? 5 * real(model.heads * plan.sequence) / h : 0;
    return plan.sequenceParallel ? sbh * (34 + scores) / t : sbh * (10 + 24 / t + scores / t);
}

double attentionBytesPerToken(const ModelArchitecture& model) {
    const double a = real(model.heads), d = real(model.headDim);
    if (!model.latent)
        return 2 * (a + 2 * real(model.keyValueHeads)) * d + 2 * a * d + 4 * a;
    const LatentAttention& mla = *model.latent;
    return 4 * real(mla.queryRank) + 4 * real(mla.keyValueRank) + 2 * real(mla.ropeDim) +
           4 * a * real(mla.nopeDim + mla.ropeDim) + 4 * a * real(mla.valueDim) + 4 * a;
}

// Of the mean layer: dense layers 6f, expert layers the routed and shared experts and the router's scores.
double mlpBytesPerToken(const ModelArchitecture& model) {
    const double dense = (model.hasGate() ? 6 : 4) * real(model.ffn); // gate, up and product, or up and what it becomes
    if (!model.moe)
        return dense;
    const ExpertLayers& moe = *model.moe;
    const double expert = real(moe.topK) * (6 * real(moe.ffn) + 4 * real(model.hidden)) +
                          6 * real(moe.shared * moe.ffn) + 4 * real(moe.experts);
    return (real(model.denseLayers()) * dense + real(model.expertLayers()) * expert) / real(model.layers);
}

double llamaBytesPerLayer(const ModelArchitecture& model, const ParallelPlan& plan) {
    const double norms = 8 * real(model.hidden);
    const double divided = attentionBytesPerToken(model) + mlpBytesPerToken(model);
    const double t = real(plan.tensor);
    return tokensOfMicroBatch(plan) * ((plan.sequenceParallel ? norms / t : norms) + divided / t);
}

} // namespace

double activationBytesPerLayer(const ModelArchitecture& model, const ParallelPlan& plan, Recompute recompute) {
    if (recompute == Recompute::Full)
        return 2 * tokensOfMicroBatch(plan) * real(model.hidden) / (plan.sequenceParallel ? real(plan.tensor) : 1);
    return model.isGpt() ? gptBytesPerLayer(model, plan, recompute) : llamaBytesPerLayer(model, plan);
}

// Products in the order of a layer: query, key, value, output, gate, up, down; or, plain, query-key-value, output, up,
// down. The first, third and so on are kept. Latent attention keeps what its down- and up-projections give in turn.
double everyOtherProductBytesPerLayer(const ModelArchitecture& model, const ParallelPlan& plan) {
    const double h = real(model.hidden), query = 2 * real(model.heads * model.headDim);
    const double value = 2 * real(model.keyValueHeads * model.headDim);
    double products = model.isGpt() ? query + 2 * value : query + value;
    double attended = query;
    if (const auto& latent = model.latent) {
        const double heads = real(model.heads);
        products = 2 * real(latent->queryRank + latent->keyValueRank + latent->ropeDim);
        attended = 2 * heads * real(latent->valueDim);
    }
    const double down = model.hasGate() ? 2 * h : 0; // an odd product where there is a gate
    double mlp = 2 * real(model.ffn) + down;
    if (model.moe) {
        const double routed = real(model.moe->topK + model.moe->shared) * (2 * real(model.moe->ffn) + down);
        mlp = (real(model.denseLayers()) * mlp + real(model.expertLayers()) * routed) / real(model.layers);
    }
    const double divided = products + attended + 4 * real(model.heads) + mlp, t = real(plan.tensor);
    return tokensOfMicroBatch(plan) * (2 * h / (plan.sequenceParallel ? t : 1) + divided / t);
}

double layersInFlight(const ModelArchitecture& model, const ParallelPlan& plan, std::int64_t stage) {
    const double p = real(plan.pipeline), v = real(plan.interleave), r = real(stage);
    if (plan.interleave > 1) // chunks of L/(pv) layers: (v-1)p, and two for each stage that follows, and one
        return real(model.layers) * (v * p + p - 1 - 2 * r) / (p * v);
    return layersOfStage(model, plan) * real(std::min(plan.microBatches, plan.pipeline - stage));
}

double logitBytes(const ModelArchitecture& model, const ParallelPlan& plan) {
    return 4 * tokensOfMicroBatch(plan) * real(model.hidden + model.vocabulary) / real(plan.tensor);
}

double recomputeWorkingSet(const ModelArchitecture& model, const ParallelPlan& plan) {
    if (plan.recompute == Recompute::Full)
        return activationBytesPerLayer(model, plan, Recompute::None);
    if (plan.recompute == Recompute::Selective && model.isGpt())
        return 5 * real(model.heads) * real(plan.sequence) * real(plan.sequence) * real(plan.microBatch) /
               real(plan.tensor * plan.context);
    return 0;
}

TrainingMemory trainingMemory(const ModelArchitecture& model, const ParallelPlan& plan, const StateBytes& bytes,
                              std::int64_t stage) {
    TrainingMemory memory;
    memory.states = modelStates(stageParameters(model, plan, stage), plan, bytes);
    memory.activations = layersInFlight(model, plan, stage) * activationBytesPerLayer(model, plan, plan.recompute) +
                         (stage == plan.pipeline - 1 ? logitBytes(model, plan) : 0);
    memory.recomputeWorkingSet = recomputeWorkingSet(model, plan);
    return memory;
}

RuntimeMemory runtimeMemory(const ModelArchitecture& model, const ParallelPlan& plan, const TrainingMemory& memory) {
    // Own choice: driver and libraries; 5 % of the activations lost to fragmentation.
    constexpr double kContext = 3.0 * (1 << 30), kFragmentation = 0.05;
    // DeepSpeed's all-gather bucket of 5e8 values of 2 bytes, never more than the model (EleutherAI/cookbook).
    constexpr double kBucket = 5e8 * 2;
    RuntimeMemory runtime;
    runtime.context = kContext + kFragmentation * memory.activations;
    const double ranks = real(plan.copies());
    if (ranks > 1)
        runtime.communication = std::min(kBucket, 2 * firstStageParameters(model, plan).total());
    const bool isGathered = (plan.zeroStage >= 3 && ranks > 1) || leaves(plan.weightHome);
    if (isGathered && plan.pipeline > 1 && !leaves(plan.weightHome)) {
        // A stage stays gathered over its micro-batches, and so do its fp32 gradients.
        runtime.gatheredUnits = (2 + 4) * firstStageParameters(model, plan).total();
    } else if (isGathered) {
        // Two layers (one prefetched) and the embedding as 16-bit copies.
        const double perLayer = layerParameters(model, plan).total() / layersOfStage(model, plan);
        runtime.gatheredUnits = 2 * 2 * perLayer + 4 * real(parameterParts(model).embedding) / real(plan.tensor);
    }
    if (plan.pipeline == 1)
        runtime.logitCopies = 6 * tokensOfMicroBatch(plan) * real(model.vocabulary) / real(plan.tensor);
    return runtime;
}

double percentOfTensorParallelBaseline(const ModelArchitecture& model, const ParallelPlan& plan,
                                       ActivationScheme scheme) {
    const double t = real(plan.tensor), scores = 5 * real(model.heads * plan.sequence) / real(model.hidden);
    const auto share = [&](double bytes) { return 100 * bytes / (10 + 24 / t + scores / t); };
    switch (scheme) {
    case ActivationScheme::SelectiveOnly:
        return share(10 + 24 / t);
    case ActivationScheme::SequenceParallelOnly:
        return share((34 + scores) / t);
    case ActivationScheme::SequenceParallelAndSelective:
        return share(34 / t);
    case ActivationScheme::Full:
        return share(2);
    }
    return 0;
}

} // namespace rackwright
