// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every legal way to lay a training job over its accelerators, and the fastest that fits into memory: memory is judged
// first, then plans are taken in the order of a lower bound of their time until none can win (branch and bound). It
// finds the same plan as trying all of them; a test does both.

#include "solvers/parallelism/peak_memory.h"
#include "solvers/parallelism/step_time.h"

#include <limits>
#include <stop_token>

namespace rackwright {

/// Where the optimiser's states and the weights lie.
struct StatePlacement {
    StateHome optimizer = StateHome::Accelerator, weights = StateHome::Accelerator;
    bool operator==(const StatePlacement&) const = default;
};

/// What is to be trained, and on what.
struct PlanQuestion {
    ModelArchitecture model;
    AcceleratorSpec part;
    double peak = 0;         ///< FLOP/s, dense, of the precision
    double sustained = 0.78; ///< as of TrainingRun
    double bytesPerValue = 2;
    MemoryQuestion memory; ///< what is said of it; the expected peak is searched by
    std::int64_t accelerators = 1;
    double nodeSize = 8;          ///< accelerators of a node
    std::int64_t sequence = 1;    ///< tokens
    std::int64_t globalBatch = 1; ///< sequences
    double memoryLimit = 0;       ///< bytes of one accelerator
    OutsideMemory nodeRoom{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    StateHome activationHome = StateHome::Accelerator;
    bool adaptersOnly = false;                   ///< LoRA: no gradients of the weights
    std::vector<std::int64_t> shardGroups = {0}; ///< that a plan may choose from; 0: all copies
    std::vector<StatePlacement> placements = {{}};
    OutsideRates outside;
};

/// The same with every way to keep states outside the accelerators.
PlanQuestion withStatesOutside(PlanQuestion question);

/// A plan with its memory and time by first principles; JobQuestion scales it to what is measured.
struct SearchedPlan {
    ParallelPlan plan;
    bool overlapTensor = true, overlapData = true;
    double memory = 0; ///< bytes of the worst stage, as peakMemory().expected
    StepTime time;
    /// By first principles.
    double tokensPerSecond() const { return static_cast<double>(plan.globalBatch() * plan.sequence) / time.total(); }
};

/// Whether a plan may stand in the search: it divides accelerators, heads, experts, layers and batch.
bool isLegal(const PlanQuestion& question, const ParallelPlan& plan);

/// Memory and time of one legal plan, without any of the search's short cuts.
SearchedPlan evaluatedPlan(const PlanQuestion& question, const ParallelPlan& plan, bool overlapTensor,
                           bool overlapData);

/// The run that a plan of the question stands for.
TrainingRun runOf(const PlanQuestion& question, const ParallelPlan& plan);

struct PlanSearchResult {
    std::optional<SearchedPlan> best;
    std::optional<SearchedPlan> runnerUp; ///< the best plan with another split over the accelerators
    std::optional<SearchedPlan> leanest;  ///< where nothing fits: the plan that needs least memory
    std::int64_t points = 0;              ///< legal plans of the space
    std::int64_t evaluated = 0;           ///< of which timed
    bool wasCancelled = false;
};
PlanSearchResult searchPlans(const PlanQuestion& question, std::stop_token stop = {});

/// Plans that no other beats in memory, tokens per second and accelerators together, over several sizes of the job.
struct PlanFront {
    std::vector<SearchedPlan> plans; ///< fewest accelerators first, then fastest first
    bool wasCancelled = false;
};
PlanFront paretoFront(const PlanQuestion& question, std::span<const std::int64_t> accelerators,
                      std::stop_token stop = {});

/// The part of the step in which a plan loses most against a faster one, as a message with both times.
Message whyItLost(const SearchedPlan& best, const SearchedPlan& other);

} // namespace rackwright
