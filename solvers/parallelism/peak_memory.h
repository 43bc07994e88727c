// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an accelerator of a running job really holds at its fullest moment, as a range: closed forms (memory.h) plus
// what frameworks do differently and nobody states. Answers questions; the search and designs plan with sums of
// memory.h.

#include "solvers/parallelism/state_recipe.h"

namespace rackwright {

/// Bytes of a parameter's gradient that are expected where nothing is said: between 16 bit and FP32.
inline constexpr double kExpectedGradient = 3;

/// What of a job's memory is said rather than taken.
struct MemoryQuestion {
    StateBytes bytes;
    bool knowsGradients = false; ///< else two to four bytes of each, as frameworks differ
    bool adaptersOnly = false;   ///< the optimiser works on adapters alone
    double quantised = 0;        ///< share of a layer that is expanded to 16 bit while it runs
    bool onlyProducts = false;   ///< recomputation of "selective(op)": every second product is kept
    bool isEightBit = false;     ///< products in FP8: weights may have a copy of a byte and its transpose
};

/// Bytes of one accelerator.
struct MemoryRange {
    double low = 0;      ///< allocations alone, with the leanest choices
    double expected = 0; ///< as a run reports
    double high = 0;     ///< with context, buffers, fragmentation and the choices that take most
};

/// Of the stage that needs most. Of three moments the fullest counts: a layer at work, the output layer with its
/// logits, and the update of the weights, when the activations have gone.
MemoryRange peakMemory(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question);

} // namespace rackwright
