// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far a batch grows that nobody said: it is doubled until the run is within a tenth of the fastest one, as those of
// large runs are, since pipelines want micro-batches.

#include <cmath>

namespace rackwright {

/// Share of the fastest speed that is fast enough.
inline constexpr double kNearFastest = 0.9;
/// Tokens of a step, the most of a published run (DeepSeek-V3: 15,360 sequences of 4,096).
inline constexpr double kMostBatchTokens = 64.5e6;
/// Steps that a run has at least: of fewer nobody chooses a larger batch.
inline constexpr double kLeastSteps = 1000;

/// Sequences that a batch of any plan begins with, near so many tokens: a power of two, in whole multiples of what the
/// accelerators have in common with it, so that the copies of many plans divide it.
inline double usualSequences(double tokens, double sequence, double accelerators) {
    const double batch = std::exp2(std::round(std::log2(std::fmax(1.0, tokens / sequence))));
    double unit = accelerators;
    while (unit > batch / 4 && std::fmod(unit, 2) == 0)
        unit /= 2;
    return std::ceil(batch / unit) * unit;
}

} // namespace rackwright
