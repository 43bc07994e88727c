// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/jobs/rollouts.h"

#include "solvers/parallelism/offline_throughput.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr double kCacheBytes = 2;     // BF16, as the policy
constexpr double kUsedOfMemory = 0.9; // by states and cache together

double cacheOfSequence(const TrainingRun& run) {
    return kCacheBytes * static_cast<double>(keyValueElementsPerToken(run.model)) *
           cachedTokens(run.model, run.sequence) / (run.tensor * run.pipeline);
}

} // namespace

// Each stage works on the tokens of another group of sequences, so that a pipeline of p stages writes p times as fast
// as one group passes all of them. The ranks of a context-parallel group are copies of their own meanwhile.
double rolloutTime(const TrainingRun& run, double share, double resident) {
    const double tokens = share * run.globalBatch() * run.sequence, groups = run.copies() * run.pipeline;
    if (tokens <= 0)
        return 0;
    GenerationRun generation{
        run.model, run.part, run.peak, run.bytesPerValue, run.tensor, (1 - share) * run.sequence, share * run.sequence};
    generation.cacheBytes = kCacheBytes;
    generation.requests = std::min(generation.requests, run.globalBatch() / groups);
    generation.room = std::max(0.0, kUsedOfMemory * run.part.memory - resident) * run.tensor;
    return tokens / (groups * offlineTokensPerSecond(generation));
}

double rolloutMemory(const TrainingRun& run, double activations) {
    return std::max(0.0, cacheOfSequence(run) - activations);
}

} // namespace rackwright
