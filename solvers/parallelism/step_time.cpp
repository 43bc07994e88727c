// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/step_time.h"

#include "model/base/numbers.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace rackwright {

namespace {

struct EfficiencyKnot {
    double size, share;
};

// Of the accelerator that the efficiencies were measured on, and what its largest products sustain of it.
constexpr double kReferencePeak = 312e12, kReferenceShare = 0.859;
constexpr std::array<EfficiencyKnot, 4> kProductKnots = {{{0.1e9 / kReferencePeak, 0.1},
                                                          {1e9 / kReferencePeak, 0.6},
                                                          {16e9 / kReferencePeak, 0.9},
                                                          {128e9 / kReferencePeak, 0.95}}};
constexpr std::array<EfficiencyKnot, 4> kMemoryKnots = {{{1e5, 0.3}, {1e6, 0.6}, {1e7, 0.75}, {1e8, 0.9}}};

double betweenKnots(std::span<const EfficiencyKnot> knots, double size) {
    if (size <= knots.front().size)
        return knots.front().share;
    for (std::size_t i = 1; i < knots.size(); ++i)
        if (size <= knots[i].size) {
            const double along = std::log(size / knots[i - 1].size) / std::log(knots[i].size / knots[i - 1].size);
            return knots[i - 1].share + along * (knots[i].share - knots[i - 1].share);
        }
    return knots.back().share;
}

// Own choices, each a named assumption of the forecast.
constexpr double kFusedAttentionShare = 0.45; // of the 16-bit peak
constexpr double kPlainAttentionShare =
    0.25;                                // by kernels that know nothing of matrix units after A100's (Shah et al. 2024)
constexpr double kPlainPeak = 350e12;    // FLOP/s: up to here they do
constexpr double kFusedBackward = 2.5;   // of forward: the scores are worked out again (Dao 2022)
constexpr double kLaunch = 4e-6;         // s that one kernel costs beyond its work
constexpr double kKernelsPerLayer = 12;  // forward
constexpr double kUnfusedKernels = 2;    // as many again where they are not fused
constexpr double kUnfusedElements = 1.5; // of what fused ones pass through memory: norms, rotary positions, casts
constexpr double kExpandedShare = 0.3;   // of the memory's bandwidth, while weights of four bits are expanded
constexpr double kLinkShare = 0.75;      // of a link's rate that a large collective reaches
constexpr double kHostShare = 0.6;       // of the host link again: accelerators share switches and sockets
constexpr double kSlowest = 0.004;       // of compute, per doubling of nodes: each step waits for the slowest
constexpr double kLinkLatency = 10e-6;   // s per collective within the scale-up domain
constexpr double kNetworkLatency = 20e-6; // s per collective over the network
constexpr double kTensorExposed = 0.55;   // of tensor-parallel collectives, the rest overlaps
constexpr double kExpertExposed = 0.6;    // of all-to-all
constexpr double kPipelineExposed = 0.2;  // of handing activations on; the rest hides behind other micro-batches
constexpr double kExpertShare = 0.6;      // of a product's speed that an expert's reaches: uneven rows, grouped kernels
constexpr double kDataOverlap = 0.85;     // of the backward pass that hides gradient traffic
constexpr double kGradientBytes = 3;      // between 16 bit and FP32, as frameworks differ
constexpr double kOptimizerBytes = 30;    // read and written per parameter: states, gradient, new weight

/// Of the 16-bit peak, that fused attention reaches.
double attentionShare(const TrainingRun& run) {
    const bool isKnown = run.fusedKernels || run.part.peak.at(MatrixPrecision::Bf16) <= kPlainPeak;
    return isKnown ? kFusedAttentionShare : kPlainAttentionShare;
}

class LayerTimes {
public:
    explicit LayerTimes(const TrainingRun& run) : m_run(run), m_tokens(run.sequence * run.microBatch / run.context) {}

    Passes layer() const {
        const double products = attentionProducts() + mlpProducts() + expansion();
        const double scores = attentionScores(), elements = elementTime() * (m_run.fusedKernels ? 1 : kUnfusedElements);
        const double launches = kKernelsPerLayer * kLaunch * (m_run.fusedKernels ? 1 : kUnfusedKernels);
        const CastTimes casts = castTimes();
        Passes passes;
        passes.forward = products + scores + elements + launches + casts.forward;
        passes.backward = (m_run.adaptersOnly ? 1 : 2) * products +
                          (m_run.fusedAttention ? kFusedBackward : 2.0) * scores + 2 * elements + 1.5 * launches +
                          casts.backward;
        if (m_run.recompute == Recompute::Full)
            passes.recompute = passes.forward;
        else if (m_run.recompute == Recompute::Selective && !m_run.fusedAttention)
            passes.recompute = scores;
        return passes;
    }

    Passes outputLayer() const {
        const double vocabulary = real(m_run.model.vocabulary) / m_run.tensor;
        const double product = this->product(m_tokens, vocabulary, real(m_run.model.hidden), bf16Peak());
        const double loss = 10 * m_tokens * vocabulary / m_run.part.memoryBandwidth;
        return {product + loss, 2 * product, 0};
    }

    double tokens() const { return m_tokens; }

    /// Those that the times above are summed from, by name; an expert stands for all.
    std::vector<MatrixProduct> products() const {
        const ModelArchitecture& model = m_run.model;
        const double h = real(model.hidden), t = m_run.tensor, query = real(model.heads * model.headDim) / t;
        std::vector<MatrixProduct> list;
        if (!model.latent) {
            const double key = real(model.keyValueHeads * model.headDim) / t;
            list.push_back(judged("query-key-value", m_tokens, query + 2 * key, h, m_run.peak));
            list.push_back(judged("attention-output", m_tokens, h, query, m_run.peak));
        } else {
            list.push_back(judged("query-key-value", m_tokens, real(parameterParts(model).attentionMatrices) / h / t, h,
                                  m_run.peak));
        }
        double rows = m_tokens, width = real(model.ffn) / t;
        if (model.moe) {
            rows = rowsOfExpert(*model.moe);
            width = real(model.moe->ffn) / m_run.expertTensor;
        }
        list.push_back(judged("mlp-up", rows, (model.hasGate() ? 2 : 1) * width, h, m_run.peak));
        list.push_back(judged("mlp-down", rows, h, width, m_run.peak));
        list.push_back(judged("logits", m_tokens, real(model.vocabulary) / t, h, bf16Peak()));
        return list;
    }

private:
    double sustainedShare(double peak) const {
        return peak < m_run.peak ? m_run.part.sustainedShare(MatrixPrecision::Bf16) : m_run.sustained;
    }
    double bf16Peak() const { return std::min(m_run.peak, m_run.part.peak.at(MatrixPrecision::Bf16)); }

    double product(double rows, double columns, double depth, double peak) const {
        return columns > 0 && rows > 0 ? judged("", rows, columns, depth, peak).seconds : 0;
    }
    MatrixProduct judged(const char* name, double rows, double columns, double depth, double peak) const {
        const double flop = 2 * rows * columns * depth, ideal = flop / peak;
        const double bytes = (rows * depth + depth * columns) * m_run.bytesPerValue + 2 * rows * columns;
        const double share = productEfficiency(ideal) * sustainedShare(peak) / kReferenceShare;
        return {name, flop, bytes,
                std::max(ideal / share, bytes / (m_run.part.memoryBandwidth * memoryEfficiency(bytes)))};
    }
    double product(double rows, double columns, double depth) const {
        return product(rows, columns, depth, m_run.peak);
    }

    double attentionProducts() const {
        const ModelArchitecture& model = m_run.model;
        const double h = real(model.hidden), t = m_run.tensor;
        if (model.latent)
            return product(m_tokens, real(parameterParts(model).attentionMatrices) / h / t, h);
        const double query = real(model.heads * model.headDim) / t;
        const double key = real(model.keyValueHeads * model.headDim) / t;
        return product(m_tokens, query + 2 * key, h) + product(m_tokens, h, query);
    }

    double plainMlp(double width) const {
        const double h = real(m_run.model.hidden), w = width / m_run.tensor;
        return product(m_tokens, (m_run.model.hasGate() ? 2 : 1) * w, h) + product(m_tokens, h, w);
    }

    // Each of an accelerator's experts gets its share of the tokens of the whole expert-parallel group.
    double rowsOfExpert(const ExpertLayers& moe) const {
        return m_tokens / m_run.tensor * real(moe.topK) * m_run.expert * m_run.expertTensor / real(moe.experts);
    }
    double expertMlp(const ExpertLayers& moe) const {
        const double h = real(m_run.model.hidden), local = real(moe.experts) / m_run.expert;
        const double rows = rowsOfExpert(moe), width = real(moe.ffn) / m_run.expertTensor;
        const double routed = local * (product(rows, 2 * width, h) + product(rows, h, width)) / kExpertShare;
        return routed + (moe.shared > 0 ? plainMlp(real(moe.shared * moe.ffn)) : 0);
    }

    double mlpProducts() const {
        const ModelArchitecture& model = m_run.model;
        if (!model.moe)
            return plainMlp(real(model.ffn));
        const double dense = real(model.denseLayers()) / real(model.layers);
        return dense * plainMlp(real(model.ffn)) + (1 - dense) * expertMlp(*model.moe);
    }

    double attentionScores() const {
        const ModelArchitecture& model = m_run.model;
        const double a = real(model.heads) / m_run.tensor;
        const double widths = model.latent
                                  ? real(model.latent->nopeDim + model.latent->ropeDim + model.latent->valueDim)
                                  : 2 * real(model.headDim);
        const double flop = 2 * m_tokens * m_run.sequence * a * widths;
        if (m_run.fusedAttention)
            return flop * seenShare() / 2 / (bf16Peak() * attentionShare(m_run));
        // Scores, softmax, dropout and mask each pass through memory at 16 bit.
        const double bytes = 10 * m_tokens * m_run.sequence * a;
        return flop / (bf16Peak() * 0.7) + bytes / (m_run.part.memoryBandwidth * memoryEfficiency(bytes));
    }

    /// Of causal attention without windows.
    double seenShare() const {
        const double window = std::min(real(m_run.model.window), m_run.sequence) / m_run.sequence;
        const double windowed = real(m_run.model.windowedLayers()) / real(m_run.model.layers);
        return 1 - windowed * (1 - window * (2 - window));
    }

    double moved(double bytes) const {
        return bytes > 0 ? bytes / (m_run.part.memoryBandwidth * memoryEfficiency(bytes)) : 0;
    }

    /// Weights of four bits, read and written as sixteen.
    double expansion() const {
        if (!m_run.isQuantised)
            return 0;
        const ModelArchitecture& model = m_run.model;
        const ParameterParts parts = parameterParts(model);
        const double layer =
            real(parts.attentionMatrices) + real(model.denseLayers() * parts.mlpMatrices) / real(model.layers);
        return 2.5 * layer / m_run.tensor / (m_run.part.memoryBandwidth * kExpandedShare);
    }

    /// Products below 16 bit: what goes into each is read, scaled and written twice, once for the other direction
    /// (Transformer Engine); backward the gradients of what came out.
    struct CastTimes {
        double forward = 0, backward = 0;
    };
    CastTimes castTimes() const {
        const ModelArchitecture& model = m_run.model;
        if (m_run.peak <= m_run.part.peak.at(MatrixPrecision::Bf16))
            return {};
        const double h = real(model.hidden), heads = real(model.heads * model.headDim);
        double width = real(model.ffn), entered = h;
        if (model.moe) {
            const double routed = real(model.expertLayers()) / real(model.layers);
            width = (1 - routed) * width + routed * real((model.moe->topK + model.moe->shared) * model.moe->ffn);
            entered += routed * real(model.moe->topK - 1) * h;
        }
        const double each = 4 * m_tokens / m_run.tensor; // two bytes read, two of one byte written
        const double keys = 2 * real(model.keyValueHeads * model.headDim);
        return {moved(each * (h + heads + entered + width)),
                moved(each * (heads + keys + h + (model.hasGate() ? 2 : 1) * width + entered))};
    }

    // Norms, residuals, rotary positions and the activation, each read and written.
    double elementTime() const {
        const ModelArchitecture& model = m_run.model;
        double width = real(model.ffn);
        if (model.moe)
            width = real(model.moe->topK * (model.moe->ffn + model.hidden) + model.moe->shared * model.moe->ffn);
        const double perToken =
            24 * real(model.hidden) / (m_run.sequenceParallel ? m_run.tensor : 1) +
            (6 * width + 4 * real((model.heads + 2 * model.keyValueHeads) * model.headDim)) / m_run.tensor;
        return moved(m_tokens * perToken);
    }

    const TrainingRun& m_run;
    double m_tokens;
};

/// Whether the scale-up link joins so many neighbours.
bool isLinked(const TrainingRun& run, double ranks) { return ranks <= run.part.scaleUpDomain && run.part.scaleUp > 0; }

/// What neighbours exchange over, and how many are neighbours: the scale-up link, or the host link of one node where
/// the link joins pairs or nothing.
struct Neighbours {
    double rate = 0, count = 1;
};
Neighbours neighboursOf(const TrainingRun& run) {
    if (run.part.scaleUp > 0 && run.part.scaleUpDomain > 2)
        return {run.part.scaleUp * kLinkShare, run.part.scaleUpDomain};
    return {run.part.hostLink * kHostShare * kLinkShare, std::max(1.0, run.nodeSize)};
}

/// Rate at which `ranks` accelerators exchange of which neighbours lie together.
double exchangeRate(const TrainingRun& run, double ranks) {
    if (isLinked(run, ranks))
        return run.part.scaleUp * kLinkShare;
    const Neighbours neighbours = neighboursOf(run);
    return ranks <= neighbours.count ? neighbours.rate : run.part.network * kLinkShare;
}

double exchangeLatency(const TrainingRun& run, double ranks) {
    return isLinked(run, ranks) ? kLinkLatency : kNetworkLatency;
}

// Per layer two all-reduces forward and two backward of 2 bytes a value (Shoeybi et al. 2019), one set more when the
// layer is worked out again.
double tensorExchange(const TrainingRun& run, double tokens) {
    if (run.tensor <= 1)
        return 0;
    const double bytes = 2 * tokens * real(run.model.hidden);
    const double one =
        2 * (run.tensor - 1) / run.tensor * bytes / exchangeRate(run, run.tensor) + exchangeLatency(run, run.tensor);
    return (run.recompute == Recompute::Full ? 6 : 4) * one;
}

// Dispatch and combine, forward and backward, over the accelerators that share the experts.
double expertExchange(const TrainingRun& run, double tokens) {
    if (!run.model.moe || run.expert * run.expertTensor <= 1)
        return 0;
    const double bytes = real(run.model.moe->topK) * tokens / run.tensor * real(run.model.hidden) * 2;
    // Those that share an expert gather each other's tokens and add up what they give.
    const double shared = run.expertTensor > 1 ? (run.expertTensor - 1) * bytes / exchangeRate(run, run.expertTensor) +
                                                     exchangeLatency(run, run.expertTensor)
                                               : 0;
    const Neighbours neighbours = neighboursOf(run);
    const double ranks = run.expert, domain = std::max(1.0, neighbours.count / run.expertTensor);
    const double outside = ranks > domain ? 1 - domain / ranks : 0;
    const double inside = (ranks - 1) / ranks - outside;
    // A token crosses the network once for all experts of a domain and is passed on within it (DeepEP, 2025).
    const double domains = std::max(1.0, ranks / domain), chosen = real(run.model.moe->topK);
    const double crossings = domains * (1 - std::pow(1 - 1 / domains, chosen)) / chosen;
    const double one = inside * bytes / neighbours.rate +
                       (outside > 0 ? crossings * outside * bytes / (run.part.network * kLinkShare) : 0) +
                       (ranks > 1 ? exchangeLatency(run, ranks) : 0) + shared;
    return 4 * one * real(run.model.expertLayers()) / real(run.model.layers);
}

struct ContextExchange {
    double whole = 0, exposed = 0;
};

// Keys and values pass around the ring while attention runs; what attention does not hide is exposed.
ContextExchange contextExchange(const TrainingRun& run, double tokens) {
    if (run.context <= 1)
        return {};
    const double bytes = 2 * 2 * tokens * real(run.model.keyValueHeads * run.model.headDim) / run.tensor;
    const double ring = bytes * (run.context - 1) / exchangeRate(run, run.tensor * run.context);
    const double widths = 2 * real(run.model.headDim);
    const double attention = tokens * run.sequence * real(run.model.heads) / run.tensor * widths /
                             (run.part.peak.at(MatrixPrecision::Bf16) * attentionShare(run));
    return {2 * ring, 2 * std::max(0.0, ring - attention)};
}

// Each micro-batch passes from stage to stage, forward and backward, once for each virtual stage (Narayanan et al.
// 2021).
double pipelineExchange(const TrainingRun& run) {
    if (run.pipeline <= 1)
        return 0;
    const double tokens = run.sequence * run.microBatch / run.context;
    const double bytes = 2 * tokens * real(run.model.hidden) / (run.sequenceParallel ? run.tensor : 1);
    const double ranks = run.tensor * run.context * run.pipeline;
    const double one = bytes / exchangeRate(run, ranks) + exchangeLatency(run, ranks);
    return 2 * run.interleave * one * (run.overlapTensor ? kPipelineExposed : 1);
}

// A tenth of what could hide does not.
double exposedOf(double time, double window) { return std::max(0.0, time - window) + 0.1 * time; }

/// Of one accelerator.
ModelSize localSize(const TrainingRun& run, const ModelSize& size) {
    return {size.dense / (run.tensor * run.pipeline), size.routed / (run.expert * run.expertTensor * run.pipeline)};
}

/// Accelerators with the same part of the model that are neighbours; those that share a sequence are among them.
double copiesInside(const TrainingRun& run) {
    return std::max(1.0, neighboursOf(run).count / std::max(1.0, run.tensor));
}

/// Ring of `bytes` (reduce-scatter and all-gather are half of an all-reduce each) among `ranks`, of which the
/// neighbours in a node do their part over the link, so that each port carries only its share of what is `sent`.
double ringTime(const TrainingRun& run, double bytes, double sent, double ranks, double inside) {
    if (ranks <= 1)
        return 0;
    const double link = bytes / neighboursOf(run).rate;
    if (ranks <= inside)
        return link;
    return link + sent / inside / (run.part.network * kLinkShare);
}

/// All-reduce of gradients among the groups that shard their states on their own (HSDP, Zhao et al. 2023): each
/// accelerator reduces its shard with its peers of the other groups, and sends it once where switches reduce.
double groupExchange(const TrainingRun& run, const ModelSize& local, double ranks, double expertRanks) {
    const double groups = run.copies() / ranks;
    if (groups <= 1)
        return 0;
    const double inside = std::max(1.0, copiesInside(run) / ranks);
    const double bytes = kGradientBytes * (local.dense / ranks + local.routed / expertRanks);
    const double twice = 2 * (groups - 1) / groups, sent = std::min(twice, 2 * run.reducedShare);
    return ringTime(run, twice * bytes, sent * bytes, groups, inside);
}

double dataExchange(const TrainingRun& run, const Passes& microBatch, const ModelSize& local) {
    const double ranks = run.shards(), neighbours = copiesInside(run);
    const double expertRanks = std::max(1.0, ranks * run.tensor / (run.expert * run.expertTensor));
    const double amongGroups = groupExchange(run, local, ranks, expertRanks);
    // What is scattered or gathered: each has its own part already.
    const auto once = [&](double bytesEach, double sentShare) {
        const auto ring = [&](double parameters, double among) {
            const double bytes = bytesEach * parameters * (among - 1) / std::max(1.0, among);
            return ringTime(run, bytes, sentShare * bytes, among, neighbours);
        };
        return ring(local.dense, ranks) + ring(local.routed, expertRanks);
    };
    const double perParameter = run.adaptersOnly ? 0.1 : 1; // adapters are few
    if (run.zeroStage >= 3) {
        // All-gather of 16-bit weights for forward and for backward, reduce-scatter of gradients, every micro-batch.
        const double each = (run.adaptersOnly ? 2 : 4) * once(2, 1);
        if (!run.overlapData)
            return each * run.microBatches + perParameter * amongGroups;
        const double exposed = std::max(0.0, each - kDataOverlap * microBatch.total()) + 0.05 * each;
        return exposed * run.microBatches + perParameter * exposedOf(amongGroups, kDataOverlap * microBatch.backward);
    }
    if (run.zeroStage == 0) {
        // One all-reduce, which switches can take.
        const double twice = 2 * (ranks - 1) / std::max(1.0, ranks);
        const double share = twice > 0 ? std::min(1.0, 2 * run.reducedShare / twice) : 1;
        const double all = perParameter * (once(2 * kGradientBytes, share) + amongGroups);
        return run.overlapData ? exposedOf(all, kDataOverlap * microBatch.backward) : all;
    }
    // Gradients are scattered behind the last backward pass, weights gathered behind the next forward one; switches do
    // not shorten either.
    const double scattered = perParameter * (once(kGradientBytes, 1) + amongGroups),
                 gathered = perParameter * once(2, 1);
    if (!run.overlapData)
        return scattered + gathered;
    return exposedOf(scattered, kDataOverlap * microBatch.backward) +
           exposedOf(gathered, kDataOverlap * microBatch.forward);
}

/// What is fetched, worked out and written back where states lie outside the accelerator.
struct OutsideTimes {
    double transfers = 0, update = 0; ///< s of a step
};

// Gradients leave during each backward pass and new weights come back once; the processor updates the states, those
// on drives while they pass by (Ren et al. 2021; Rajbhandari et al. 2021). Weights are fetched for each forward and
// backward pass.
OutsideTimes outsideTimes(const TrainingRun& run, const Passes& microBatch, const ModelSize& local) {
    OutsideTimes times;
    if (leaves(run.activationHome)) {
        // What layers are worked out again from leaves while others run, and comes back the same way.
        const double kept = 2 * run.sequence * run.microBatch / run.context * real(run.model.hidden) *
                            real(run.model.layers) / (run.pipeline * (run.sequenceParallel ? run.tensor : 1));
        const double rate =
            run.activationHome == StateHome::Host ? run.outside.link : std::min(run.outside.link, run.outside.drives);
        const double whole = 2 * kept / rate;
        times.transfers = run.microBatches * (run.overlapData ? exposedOf(whole, microBatch.total()) : whole);
    }
    if (run.optimizerHome == StateHome::Accelerator)
        return times;
    constexpr double kStateBytes = 12; // FP32 master weights and two moments
    const double all = local.dense + local.routed, shard = all / (run.zeroStage >= 1 ? run.shards() : 1);
    const double updated = shard * (run.adaptersOnly ? 0.01 : 1);
    const auto exposed = [&](double time, double window) { return run.overlapData ? exposedOf(time, window) : time; };
    times.update = kOptimizerBytes * updated / run.outside.hostMemory;
    if (run.optimizerHome == StateHome::Drives)
        times.update = std::max(times.update, 2 * kStateBytes * updated / run.outside.drives);
    const double hidesGradients = kDataOverlap * microBatch.backward;
    times.transfers += run.microBatches * exposed(2 * updated / run.outside.link, hidesGradients);
    if (run.weightHome == StateHome::Accelerator) {
        times.transfers += 2 * updated / run.outside.link;
        return times;
    }
    const double rate =
        run.weightHome == StateHome::Host ? run.outside.link : std::min(run.outside.link, run.outside.drives);
    times.transfers += run.microBatches * exposed(2 * 2 * shard / rate, kDataOverlap * microBatch.total());
    return times;
}

/// The stage that sets the pace.
struct SlowestStage {
    double layers = 0;
    bool hasOutput = true;
};

// Layers that do not divide into stages: with embedding and output counted as a layer each where that divides
// (Megatron-LM), else as many as divide upwards, and the last stage what is left.
SlowestStage slowestStage(const TrainingRun& run, const LayerCosts& costs) {
    const std::int64_t layers = run.model.layers, stages = std::llround(run.pipeline);
    const double even = real(layers) / run.pipeline;
    if (stages <= 1 || layers % stages == 0 || real(stages) != run.pipeline)
        return {even, true};
    const bool endsCount = (layers + 2) % stages == 0;
    const double most = endsCount ? real((layers + 2) / stages) : std::ceil(even);
    const double last = endsCount ? most - 1 : std::max(0.0, real(layers) - most * real(stages - 1));
    const bool lastIsSlower = last * costs.layer.total() + costs.output.total() > most * costs.layer.total();
    return lastIsSlower ? SlowestStage{last, true} : SlowestStage{most, false};
}

} // namespace

double productEfficiency(double idealSeconds) { return betweenKnots(kProductKnots, idealSeconds); }

double memoryEfficiency(double bytes) { return betweenKnots(kMemoryKnots, bytes); }

ModelSize modelSize(const ModelArchitecture& model) {
    const double all = real(totalParameters(model));
    if (!model.moe)
        return {all, 0};
    const double routed = real(model.expertLayers() * model.moe->experts * parameterParts(model).expert);
    return {all - routed, routed};
}

std::vector<double> usualExpertDegrees(const TrainingRun& run) {
    if (!run.model.moe)
        return {1};
    const double ranks = run.tensor * run.copies() / run.expertTensor,
                 near = neighboursOf(run).count / run.expertTensor;
    double all = 1, node = 1;
    while (all * 2 <= ranks && run.model.moe->experts % static_cast<std::int64_t>(all * 2) == 0) {
        all *= 2;
        node = all <= near ? all : node;
    }
    return node < all ? std::vector<double>{node, all} : std::vector<double>{all};
}

std::vector<MatrixProduct> matrixProducts(const TrainingRun& run) { return LayerTimes(run).products(); }

LayerCosts layerCosts(const TrainingRun& run) {
    const LayerTimes times(run);
    const double tokens = times.tokens();
    const ContextExchange ring = contextExchange(run, tokens);
    return {times.layer(), times.outputLayer(), tensorExchange(run, tokens), expertExchange(run, tokens),
            ring.whole,    ring.exposed};
}

StepTime stepTime(const TrainingRun& run, const LayerCosts& costs, const ModelSize& size) {
    const SlowestStage slowest = slowestStage(run, costs);
    const double layers = slowest.layers, output = slowest.hasOutput ? 1 : 0, passed = run.microBatches * layers;
    const Passes stage{layers * costs.layer.forward + output * costs.output.forward,
                       layers * costs.layer.backward + output * costs.output.backward, layers * costs.layer.recompute};
    StepTime step;
    const double used = run.tensor * run.pipeline * run.context * run.data; // a job may have more than its plan takes
    const double nodes = std::max(1.0, used / std::max(1.0, run.nodeSize));
    step.compute = run.microBatches * stage.total() * (1 + kSlowest * std::log2(nodes));
    step.tensorParallel = passed * (run.overlapTensor ? kTensorExposed : 1) * costs.tensorExchange;
    step.expertParallel = passed * (run.overlapTensor ? kExpertExposed : 1) * costs.expertExchange;
    step.contextParallel = passed * (run.overlapTensor ? costs.contextExposed : costs.contextExchange);
    const double busy = step.compute + step.tensorParallel + step.expertParallel + step.contextParallel;
    step.bubble = busy * (run.pipeline - 1) / (run.interleave * run.microBatches);
    step.pipelineParallel = run.microBatches * pipelineExchange(run);
    const ModelSize local = localSize(run, size);
    step.dataParallel = dataExchange(run, stage, local);
    const OutsideTimes outside = outsideTimes(run, stage, local);
    step.offload = outside.transfers;
    const double shards = run.zeroStage >= 1 ? run.shards() : 1;
    if (run.optimizerHome != StateHome::Accelerator)
        step.optimizer = outside.update;
    else if (!run.adaptersOnly)
        step.optimizer = kOptimizerBytes * (local.dense + local.routed) / shards / (run.part.memoryBandwidth * 0.8);
    return step;
}

StepTime stepTime(const TrainingRun& run) { return stepTime(run, layerCosts(run), modelSize(run.model)); }

} // namespace rackwright
