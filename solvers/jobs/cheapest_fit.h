// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Changes of a training job that make it fit into memory, each alone, the one that costs least speed first. It proposes
// parameters of the workload and changes nothing.

#include "solvers/jobs/training_job.h"

#include <limits>

namespace rackwright {

/// One change of the workload that makes it fit.
struct PlanChange {
    Message text;                    ///< "Recompute all activations"
    std::vector<Parameter> settings; ///< of the workload
    double memory = 0;               ///< bytes of an accelerator afterwards
    double tokensPerSecond = 0;
};

/// What a plan may take, bytes for each accelerator: of itself, of its node.
struct MemoryRoom {
    double accelerator = 0;
    OutsideMemory node{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

    /// Whether the stage that needs most finds room, on the accelerator and in its node.
    bool holds(const PlannedJob& job) const { return job.memory() <= accelerator && job.worst.outside.fits(node); }
};

/// Empty when no single change fits.
std::vector<PlanChange> changesThatFit(const ModelArchitecture& model, const EnteredPlan& entered,
                                       const JobNumbers& numbers, const MemoryRoom& room);

/// The parameters that a plan is entered by.
std::vector<Parameter> parametersOf(const ParallelPlan& plan);

} // namespace rackwright
