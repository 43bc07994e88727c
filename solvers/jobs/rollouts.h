// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The phase of reinforcement learning (PPO) in which the model writes the sequences that it then trains on, on the
// split that it trains with: a decode roofline over each copy, its cache in the memory that activations leave
// meanwhile.

#include "solvers/parallelism/step_time.h"

namespace rackwright {

/// Seconds to write `share` of the step's tokens, while `resident` bytes of each accelerator hold states and context.
double rolloutTime(const TrainingRun& run, double share, double resident);

/// Bytes of an accelerator that the cache of one sequence needs beyond those of `activations`, which are not held while
/// sequences are written.
double rolloutMemory(const TrainingRun& run, double activations);

} // namespace rackwright
