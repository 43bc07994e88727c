// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tokens per second of one instance that always has requests waiting: the largest batch whose cache fits, each step the
// longer of moving weights and of multiplying, the cache read beside, prompts mixed in. From first principles;
// calibration.h fits it to published measurements.

#include "solvers/workload/accelerators.h"
#include "solvers/workload/model_architecture.h"

#include <optional>

namespace rackwright {

/// One instance that serves.
struct GenerationRun {
    ModelArchitecture model;
    AcceleratorSpec part;
    double peak = 0;              ///< FLOP/s, dense
    double bytesPerWeight = 2;    ///< with scales
    double tensor = 1;            ///< accelerators of the instance
    double prompt = 0;            ///< tokens
    double output = 0;            ///< tokens
    double cacheBytes = 1;        ///< per value
    double requests = 2048;       ///< that a scheduler takes together (the benchmarks' setting), or that are served
    std::optional<double> room{}; ///< bytes of the instance for the cache; unset: what the weights leave
    double sustained = 0.73;      ///< of the peak, by large products alone
};

/// Requests that run together; at least one, at most what a scheduler takes.
double largestBatch(const GenerationRun& run);
/// Generated tokens of the whole instance.
double offlineTokensPerSecond(const GenerationRun& run);

} // namespace rackwright
