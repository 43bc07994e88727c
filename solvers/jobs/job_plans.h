// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The plan search asked for a job of a design: its accelerators and batch as numbers that divide well, and the way back
// from a plan that was found to what the workload enters.

#include "solvers/jobs/cheapest_fit.h"
#include "solvers/parallelism/plan_search.h"

namespace rackwright {

/// The question, with what leads from its answer to what would be measured.
struct JobQuestion {
    PlanQuestion question;           ///< of all accelerators that divide well
    std::vector<std::int64_t> sizes; ///< of the job, for the front: all, a half, a quarter
    std::int64_t accelerators = 0;   ///< that the job has; the question may use a few less
    double speed = 1;                ///< measured over computed
    double recipePasses = 1;         ///< that `speed` is divided by
    double rolloutShare = 0;         ///< of the tokens, generated in each step

    /// As it would be measured.
    double tokensPerSecond(const SearchedPlan& plan) const;
};
/// What the plan search is asked for the job: free in all degrees of parallelism, with the shard group and the homes of
/// states that were entered among its choices.
JobQuestion questionOf(const ModelArchitecture& model, const EnteredPlan& entered, const JobNumbers& numbers,
                       const MemoryRoom& room);

/// What the workload enters to run a plan: its degrees, overlap and batch in tokens.
std::vector<Parameter> parametersOf(const SearchedPlan& plan);

} // namespace rackwright
