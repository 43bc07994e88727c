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
constexpr double kComputeShare = 0.7;
constexpr double kAttentionShare = 0.5;  // of the 16-bit peak, fused
constexpr double kReduceLatency = 30e-6; // s per all-reduce of a step, with waiting for the slowest
constexpr double kLinkShare = 0.6;
constexpr double kHostStep = 1e-3;   // s that the scheduler adds to a step
constexpr double kHostToken = 12e-6; // s per generated token: sampling, text, answering

double cachePerToken(const GenerationRun& run) {
    const double heads = real(run.model.keyValueHeads);
    const double copies = run.model.latent ? 1 : std::ceil(heads / run.tensor) * run.tensor / heads;
    return real(keyValueElementsPerToken(run.model)) * run.cacheBytes * copies;
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

double reduceTime(const GenerationRun& run, double tokens) {
    if (run.tensor <= 1)
        return 0;
    const double bytes = 2 * tokens * real(run.model.hidden);
    const double link = run.part.scaleUp > 0 ? run.part.scaleUp : run.part.network;
    return 2 * real(run.model.layers) *
           (2 * (run.tensor - 1) / run.tensor * bytes / (link * kLinkShare) + kReduceLatency);
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
    const double active = real(activeMatrixWeights(run.model));
    const double rate = run.tensor * run.peak * kComputeShare;
    const double moved =
        weightsTouched(run, batch) * run.bytesPerWeight + batch * cachePerToken(run) * meanContext(run);
    const double decode =
        std::max(moved / (run.tensor * run.part.memoryBandwidth * kBandwidthShare), 2 * batch * active / rate) +
        reduceTime(run, batch) + kHostStep + kHostToken * batch;
    // Each of the batch's requests passes its prompt once in `output` steps.
    const double widths = 2 * real(run.model.headDim);
    const double scores = real(run.model.layers * run.model.heads) * widths * run.prompt;
    const double sixteenBit = std::min(run.peak, run.part.peak.at(MatrixPrecision::Bf16));
    const double prefill = run.prompt * (2 * active / rate + scores / (run.tensor * sixteenBit * kAttentionShare)) +
                           reduceTime(run, run.prompt);
    return batch / (decode + batch * prefill / run.output);
}

} // namespace rackwright
