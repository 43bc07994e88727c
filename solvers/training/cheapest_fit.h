// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Changes of a training job that make it fit into memory, each alone, the one that costs least speed first. It proposes
// parameters of the workload and changes nothing.

#include "solvers/training/training_job.h"

namespace rackwright {

struct PlanChange {
    Message text;                    ///< "Recompute all activations"
    std::vector<Parameter> settings; ///< of the workload
    double memory = 0;               ///< bytes of an accelerator afterwards
    double tokensPerSecond = 0;
};

/// Empty when no single change fits.
std::vector<PlanChange> changesThatFit(const ModelArchitecture& model, const EnteredPlan& entered,
                                       const JobNumbers& numbers, double limit);

/// The parameters that a plan is entered by.
std::vector<Parameter> parametersOf(const ParallelPlan& plan);

} // namespace rackwright
