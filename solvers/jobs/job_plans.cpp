// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/jobs/job_plans.h"

#include "solvers/jobs/rollouts.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::int64_t kOdd = 16; // the odd factor of a count that divides well is less
constexpr std::int64_t kBatchStep = 32;

/// The largest k*2^m with k < 16 that is no more than `count`.
std::int64_t dividesWell(std::int64_t count) {
    std::int64_t power = 1;
    while (count / power >= kOdd)
        power *= 2;
    return std::max<std::int64_t>(1, count / power * power);
}

std::int64_t oddPart(std::int64_t count) {
    while (count % 2 == 0)
        count /= 2;
    return count;
}

} // namespace

JobQuestion questionOf(const ModelArchitecture& model, const EnteredPlan& entered, const JobNumbers& numbers,
                       const MemoryRoom& room) {
    JobQuestion job;
    const auto fact = [&](JobFact one) { return numbers.fact[static_cast<std::size_t>(one)]; };
    job.accelerators = std::max<std::int64_t>(1, std::llround(fact(JobFact::Accelerators)));
    job.recipePasses = entered.recipe.passes;
    job.speed = numbers.speed / job.recipePasses;
    job.rolloutShare = entered.recipe.generates ? numbers.rolloutShare : 0;
    PlanQuestion& question = job.question;
    const TrainingRun run = plannedJob(model, entered, numbers).run;
    question.model = model;
    question.part = run.part;
    question.peak = run.peak;
    question.sustained = run.sustained;
    question.bytesPerValue = run.bytesPerValue;
    question.adaptersOnly = run.adaptersOnly;
    question.memory = entered.memory();
    question.nodeSize = run.nodeSize;
    question.activationHome = entered.activationHome;
    question.accelerators = dividesWell(job.accelerators);
    question.sequence = std::llround(run.sequence);
    question.outside = run.outside;
    if (entered.shardGroup > 0)
        question.shardGroups.push_back(std::llround(entered.shardGroup));
    if (const StatePlacement placement{entered.optimizerHome, entered.weightHome}; placement != StatePlacement{})
        question.placements.push_back(placement);
    question.memoryLimit = room.accelerator;
    question.nodeRoom = room.node;
    // Copies of the model share the batch evenly, so it takes over the odd factor of the accelerators.
    const double sequences =
        std::max(1.0, entered.isBatchSaid ? numbers.batchTokens / run.sequence : run.globalBatch());
    std::int64_t step = oddPart(question.accelerators);
    while (static_cast<double>(step * 2) <= sequences / 4 && step < oddPart(question.accelerators) * kBatchStep)
        step *= 2;
    question.globalBatch = std::max<std::int64_t>(1, std::llround(sequences / static_cast<double>(step))) * step;
    for (const std::int64_t share : {1, 2, 4})
        if (question.accelerators % share == 0)
            job.sizes.push_back(question.accelerators / share);
    return job;
}

double JobQuestion::tokensPerSecond(const SearchedPlan& plan) const {
    if (rolloutShare <= 0)
        return plan.tokensPerSecond() * speed;
    const StageMemory memory = stageMemory(question.model, plan.plan, question.memory, 0);
    const double training = plan.time.total() / speed, measured = speed * recipePasses;
    const double generation =
        rolloutTime(runOf(question, plan.plan), rolloutShare, memory.needed.states.total() + memory.runtime.context) /
        measured;
    return static_cast<double>(plan.plan.globalBatch() * plan.plan.sequence) / (training + generation);
}

std::vector<Parameter> parametersOf(const SearchedPlan& plan) {
    std::vector<Parameter> parameters = parametersOf(plan.plan);
    parameters.push_back({"overlap", plan.overlapTensor && plan.overlapData ? "" : "no"});
    parameters.push_back({"batch", std::to_string(plan.plan.globalBatch() * plan.plan.sequence)});
    return parameters;
}

} // namespace rackwright
