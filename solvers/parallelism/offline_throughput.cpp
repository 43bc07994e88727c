// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/offline_throughput.h"

#include "model/base/numbers.h"
#include "solvers/parallelism/step_time.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

// Own choices, each a named assumption of the forecast.
constexpr double kCacheShare = 0.9; // of the memory that weights leave (TensorRT-LLM's default)
constexpr double kBandwidthShare = 0.8;
constexpr double kComputeShare = 0.9;    // of what large products sustain
constexpr double kExpertSpeed = 0.6;     // of that again: an expert's rows are few
constexpr double kPass = 8192;           // tokens of prompts that go through the model together
constexpr double kAttentionShare = 0.5;  // of the 16-bit peak, fused
constexpr double kReduceLatency = 30e-6; // s per all-reduce of a step, with waiting for the slowest
constexpr double kReduceLinkShare = 0.6;
constexpr double kHostStep = 1e-3;  // s that the scheduler adds to a step
constexpr double kHostToken = 6e-6; // s per generated token: sampling, text, answering

// Heads that do not divide are copied; servers of experts keep each request's cache on one accelerator.
double cachePerToken(const GenerationRun& run) {
    const double heads = real(run.model.keyValueHeads);
    const bool isWhole = run.model.latent || run.model.moe;
    const double copies = isWhole ? 1 : std::ceil(heads / run.tensor) * run.tensor / heads;
    return real(keyValueElementsPerToken(run.model)) * run.cacheBytes * copies;
}

/// FLOP of a token's products, an expert's counted as much longer as they take.
double productWork(const GenerationRun& run) {
    const double active = real(activeMatrixWeights(run.model));
    if (!run.model.moe)
        return 2 * active;
    const double routed = real(run.model.expertLayers() * run.model.moe->topK * parameterParts(run.model).expert);
    return 2 * (active - routed + routed / kExpertSpeed);
}

/// Bytes that norms, activations, routing and the change of precision move for a token, at 16 bit.
double elementBytes(const ModelArchitecture& model) {
    const double h = real(model.hidden);
    const double plain = 6 * real(model.ffn);
    const double layers = real(model.layers);
    if (!model.moe)
        return layers * (12 * h + plain);
    const ExpertLayers& moe = *model.moe;
    const double routed = real(moe.topK) * (6 * real(moe.ffn) + 8 * h) + 6 * real(moe.shared * moe.ffn);
    return layers * 12 * h + real(model.denseLayers()) * plain + real(model.expertLayers()) * routed;
}

// A batch touches more experts the larger it is.
double weightsTouched(const GenerationRun& run, double batch) {
    const double all = real(totalParameters(run.model));
    if (!run.model.moe)
        return all;
    const ExpertLayers& moe = *run.model.moe;
    const double routed = real(run.model.expertLayers() * moe.experts * parameterParts(run.model).expert);
    const double untouched = std::pow(1 - real(moe.topK) / real(moe.experts), batch);
    return all - routed * untouched;
}

/// Of one token beside others; `passes` of the model come to it.
double reduceTime(const GenerationRun& run, double tokens, double passes) {
    if (run.tensor <= 1)
        return 0;
    const double bytes = 2 * tokens * real(run.model.hidden);
    const double link = run.part.scaleUp > 0 ? run.part.scaleUp : run.part.network;
    return 2 * real(run.model.layers) *
           (2 * (run.tensor - 1) / run.tensor * bytes / (link * kReduceLinkShare) + passes * kReduceLatency);
}

double meanContext(const GenerationRun& run) { return cachedTokens(run.model, run.prompt + run.output / 2); }

} // namespace

double largestBatch(const GenerationRun& run) {
    const double weights = real(totalParameters(run.model)) * run.bytesPerWeight;
    const double room = run.room.value_or(kCacheShare * (run.part.memory * run.tensor - weights));
    const double batch = std::floor(room / (cachePerToken(run) * cachedTokens(run.model, run.prompt + run.output)));
    return std::clamp(batch, 1.0, std::max(1.0, run.requests));
}

double offlineTokensPerSecond(const GenerationRun& run) {
    const double batch = largestBatch(run);
    const double rate = run.tensor * run.peak * run.sustained * kComputeShare;
    const double memory = run.tensor * run.part.memoryBandwidth * kBandwidthShare;
    const double perToken = productWork(run) / rate, elements = elementBytes(run.model) / memory;
    // Attention reads the cache while no product reads weights.
    const double decode = std::max(weightsTouched(run, batch) * run.bytesPerWeight / memory, batch * perToken) +
                          batch * (cachePerToken(run) * meanContext(run) / memory + elements) +
                          reduceTime(run, batch, 1) + kHostStep + kHostToken * batch;
    // Each of the batch's requests passes its prompt once in `output` steps, together with others.
    const double widths = 2 * real(run.model.headDim);
    const double scores = real(run.model.layers * run.model.heads) * widths * run.prompt;
    const double sixteenBit = std::min(run.peak, run.part.peak.at(MatrixPrecision::Bf16));
    const double prefill = run.prompt * (perToken + elements + scores / (run.tensor * sixteenBit * kAttentionShare)) +
                           reduceTime(run, run.prompt, std::min(1.0, std::max(run.prompt / kPass, 1 / batch)));
    return batch / (decode + batch * prefill / run.output);
}

} // namespace rackwright
