// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/jobs/cheapest_fit.h"

#include <algorithm>

namespace rackwright {

namespace {

// States that stay need no word.
std::string wordOf(StateHome home) {
    return home == StateHome::Accelerator ? std::string() : std::string(enumName(home));
}

/// Tries changes of one plan and keeps those that are legal and fit.
class FitSearch {
public:
    FitSearch(const ModelArchitecture& model, const JobNumbers& numbers, const MemoryRoom& room)
        : m_model(model), m_numbers(numbers), m_room(room) {}

    void attempt(Message text, EnteredPlan plan, std::vector<Parameter> settings) {
        const PlannedJob job = plannedJob(m_model, plan, m_numbers);
        const auto accelerators = m_numbers.fact[static_cast<std::size_t>(JobFact::Accelerators)];
        if (static_cast<double>(job.plan().accelerators()) > accelerators)
            return; // degrees that the job has no accelerators for
        if (!m_room.holds(job) || !checkPlan(m_model, job.plan()) || !checkSharding(job.plan()))
            return;
        found.push_back({std::move(text), std::move(settings), job.memory(), job.tokensPerSecond()});
    }

    std::vector<PlanChange> found;

private:
    const ModelArchitecture& m_model;
    const JobNumbers& m_numbers;
    MemoryRoom m_room;
};

} // namespace

std::vector<Parameter> parametersOf(const ParallelPlan& plan) {
    return {{"tp", std::to_string(plan.tensor)},
            {"pp", std::to_string(plan.pipeline)},
            {"vp", std::to_string(plan.interleave)},
            {"dp", std::to_string(plan.data)},
            {"cp", std::to_string(plan.context)},
            {"ep", std::to_string(plan.expert)},
            {"etp", plan.expertTensor > 1 ? std::to_string(plan.expertTensor) : std::string()},
            {"micro-batch", std::to_string(plan.microBatch)},
            {"zero", std::to_string(plan.zeroStage)},
            {"shard", plan.shardGroup > 0 ? std::to_string(plan.shardGroup) : std::string()},
            {"offload", wordOf(plan.optimizerHome)},
            {"offload-weights", wordOf(plan.weightHome)},
            {"offload-activations", wordOf(plan.activationHome)},
            {"recompute", std::string(enumName(plan.recompute))}};
}

std::vector<PlanChange> changesThatFit(const ModelArchitecture& model, const EnteredPlan& entered,
                                       const JobNumbers& numbers, const MemoryRoom& room) {
    const PlannedJob now = plannedJob(model, entered, numbers);
    const ParallelPlan plan = now.plan();
    FitSearch search(model, numbers, room);
    if (plan.recompute != Recompute::Full) {
        EnteredPlan changed = entered;
        changed.recompute = Recompute::Full;
        search.attempt(Message("training.fit.recompute"), changed, {{"recompute", "full"}});
    }
    if (plan.microBatch > 1) {
        EnteredPlan changed = entered;
        changed.microBatch = 1;
        search.attempt(Message("training.fit.micro-batch"), changed, {{"micro-batch", "1"}});
    }
    for (int stage = plan.zeroStage + 1; stage <= 3 && plan.data * plan.context > 1; ++stage) {
        EnteredPlan changed = entered;
        changed.zeroStage = stage;
        search.attempt(Message("training.fit.zero").with("stage", stage), changed, {{"zero", std::to_string(stage)}});
    }
    if (leaves(plan.optimizerHome)) {
        EnteredPlan changed = entered;
        changed.optimizerHome = changed.weightHome = StateHome::Accelerator;
        search.attempt(Message("training.fit.keep"), changed, {{"offload", ""}, {"offload-weights", ""}});
    }
    for (const StateHome other : {StateHome::Host, StateHome::Drives}) {
        const bool isElsewhere = (leaves(plan.optimizerHome) && plan.optimizerHome != other) ||
                                 (leaves(plan.weightHome) && plan.weightHome != other);
        if (!isElsewhere)
            continue;
        EnteredPlan changed = entered;
        for (StateHome* home : {&changed.optimizerHome, &changed.weightHome})
            *home = leaves(*home) ? other : *home;
        search.attempt(Message(other == StateHome::Host ? "training.fit.to-host" : "training.fit.to-drives"), changed,
                       {{"offload", wordOf(changed.optimizerHome)}, {"offload-weights", wordOf(changed.weightHome)}});
    }
    for (const StateHome weights : {StateHome::Accelerator, StateHome::Host}) {
        if (leaves(plan.optimizerHome))
            break;
        EnteredPlan changed = entered;
        changed.optimizerHome = StateHome::Host;
        changed.weightHome = weights;
        changed.zeroStage = std::max(plan.zeroStage, weights == StateHome::Host ? 3 : 2);
        search.attempt(
            Message(weights == StateHome::Host ? "training.fit.offload-weights" : "training.fit.offload"), changed,
            {{"offload", "cpu"}, {"offload-weights", wordOf(weights)}, {"zero", std::to_string(*changed.zeroStage)}});
    }
    struct Degree {
        const char* parameter;
        const char* text;
        double EnteredPlan::*entered;
        std::int64_t now;
    };
    for (const Degree& degree : {Degree{"tp", "training.fit.tensor", &EnteredPlan::tensor, plan.tensor},
                                 Degree{"pp", "training.fit.pipeline", &EnteredPlan::pipeline, plan.pipeline},
                                 Degree{"cp", "training.fit.context", &EnteredPlan::context, plan.context}})
        for (std::int64_t value = degree.now * 2; value <= degree.now * 8; value *= 2) {
            EnteredPlan changed = entered;
            changed.*degree.entered = static_cast<double>(value);
            changed.data = 0;
            const std::size_t before = search.found.size();
            search.attempt(Message(degree.text).with("degree", value), changed,
                           {{degree.parameter, std::to_string(value)}, {"dp", ""}});
            if (search.found.size() > before)
                break;
        }
    // The program's own split, on the accelerators and with the optimizer's states beside them.
    const auto split = [&](const char* text, StateHome optimizer, StateHome weights) {
        EnteredPlan freely;
        freely.recipe = entered.recipe;
        freely.loss = entered.loss;
        freely.optimizerHome = optimizer;
        freely.weightHome = weights;
        search.attempt(Message(text), freely,
                       {{"tp", ""},
                        {"pp", ""},
                        {"vp", ""},
                        {"dp", ""},
                        {"cp", ""},
                        {"ep", ""},
                        {"etp", ""},
                        {"micro-batch", ""},
                        {"zero", ""},
                        {"shard", ""},
                        {"offload", wordOf(optimizer)},
                        {"offload-weights", wordOf(weights)},
                        {"offload-activations", ""},
                        {"recompute", ""}});
    };
    split("training.fit.split", StateHome::Accelerator, StateHome::Accelerator);
    split("training.fit.split-offload", StateHome::Host, StateHome::Accelerator);
    std::ranges::stable_sort(search.found, std::greater{}, &PlanChange::tokensPerSecond);
    return search.found;
}

} // namespace rackwright
