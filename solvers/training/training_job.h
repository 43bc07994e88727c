// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A training workload of a design on the accelerators drawn for it: its plan, memory, step and speed. The slowest
// system sets the pace. What its storage costs it is the business of the storage solver.

#include "solvers/storage/checkpoint.h"
#include "solvers/training/memory.h"
#include "solvers/training/settings.h"
#include "solvers/training/step_time.h"

namespace rackwright {

/// What a job can use of its accelerators: each the least over its systems, in SI.
enum class JobFact : std::uint8_t { Accelerators, Compute, Memory, MemoryBandwidth, ScaleUp, ScaleUpDomain, Network };
inline constexpr std::size_t kJobFacts = 7;

/// What a person entered of the plan; 0: not entered.
struct EnteredPlan {
    double tensor = 0, pipeline = 0, context = 0, expert = 0, microBatch = 0;
    std::optional<Recompute> recompute;
    bool adaptersOnly = false; ///< "method" = "lora", or a fine-tuning job that names none
};
EnteredPlan enteredPlan(const Workload& workload);

/// Inputs of a job as numbers, in the order of JobFact, then tokens of a sequence and of a step, and the speed factor.
struct JobNumbers {
    double fact[kJobFacts] = {};
    double sequence = 0, batchTokens = 0;
    double speed = 1; ///< measured over computed
};

/// The run with the plan entered, else the fastest split over accelerators that fits (ZeRO 1, split sequences).
struct PlannedJob {
    TrainingRun run;
    double memory = 0; ///< bytes of one accelerator, with what a framework adds
    double speed = 1;

    double step() const { return stepTime(run).total() / speed; }
    double tokensPerSecond() const { return run.globalBatch() * run.sequence / step(); }
    double utilisation() const;
};
PlannedJob plannedJob(const ModelArchitecture& model, const EnteredPlan& entered, const JobNumbers& numbers);

/// Speed of the ports of its compute network per accelerator, bytes/s one way.
Value networkPerAccelerator(const Context& context, Id<PartRow> system);

template <class N>
N leastOver(const Context& context, JobFact fact) {
    std::optional<N> least;
    for (const PartCount& group : jobGroups(context)) {
        const Id<PartRow> accelerator = acceleratorPart(context, group.part);
        const N one = [&]() -> N {
            switch (fact) {
            case JobFact::Compute:
                return Quantity<dim::OperationRate, N>(numberOf<N>(readRate(context, accelerator, Precision::Bf16)))
                    .si();
            case JobFact::Memory:
                return partNumber<N>(context, accelerator, attribute::memory).si();
            case JobFact::MemoryBandwidth:
                return partNumber<N>(context, accelerator, attribute::memoryBandwidth).si();
            case JobFact::ScaleUp:
                return partNumber<N>(context, accelerator, attribute::scaleUpBandwidth).si() / constant<N>(2);
            case JobFact::ScaleUpDomain:
                return partNumber<N>(context, accelerator, attribute::scaleUpDomain).si();
            case JobFact::Network:
                return Numbers<N>::given(
                    networkPerAccelerator(context, group.part),
                    {"compute ports per accelerator of " + partName<N>(context, group.part), "Gb/s", 1.25e8}, {});
            case JobFact::Accelerators:
                break;
            }
            RW_CHECK(false, "the count of accelerators is a sum, not a least");
        }();
        least = least ? minimum(*least, one) : one;
    }
    return least ? *least : N(Numbers<N>::given(Value::unknown(), {"accelerators of the job", "", 1}, {}));
}

/// A figure of the planned job, from everything that it rests on.
template <class N>
N ofJob(const Context& context, const Workload& workload, std::string label, std::string unit, std::string reference,
        double (*pick)(const PlannedJob&)) {
    const ModelPreset* preset = modelOf(workload);
    if (!preset)
        return Numbers<N>::given(Value::unknown(), {"model of " + workload.name, unit, siPerUnit(unit)}, {});
    std::vector<N> inputs{jobAccelerators<N>(context, workload).si()};
    for (std::size_t i = 1; i < kJobFacts; ++i)
        inputs.push_back(leastOver<N>(context, static_cast<JobFact>(i)));
    inputs.push_back(parameterOr<N>(context, workload, "sequence", setting_of::trainingSequence).si());
    inputs.push_back(parameterOr<N>(context, workload, "batch", setting_of::trainingBatch).si());
    inputs.push_back(setting<N>(context, setting_of::trainingSpeed).si());
    const EnteredPlan entered = enteredPlan(workload);
    return worked<N>(std::move(label), std::move(unit), std::move(reference), std::move(inputs),
                     [&model = preset->architecture, entered, pick](const std::vector<double>& in) {
                         JobNumbers numbers;
                         std::copy(in.begin(), in.begin() + kJobFacts, numbers.fact);
                         numbers.sequence = in[kJobFacts];
                         numbers.batchTokens = in[kJobFacts + 1];
                         numbers.speed = in[kJobFacts + 2];
                         return pick(plannedJob(model, entered, numbers));
                     });
}

template <class N>
Quantity<dim::Data, N> jobMemory(const Context& context, const Workload& workload) {
    return Quantity<dim::Data, N>(ofJob<N>(context, workload, "memory of an accelerator", "GB",
                                           "Korthikanti et al. 2022; Rajbhandari et al. 2020",
                                           [](const PlannedJob& job) { return job.memory; }));
}

template <class N>
Quantity<dim::Data, N> usableJobMemory(const Context& context) {
    return Quantity<dim::Data, N>(leastOver<N>(context, JobFact::Memory) *
                                  setting<N>(context, setting_of::trainingMemoryShare).si());
}

template <class N>
Quantity<dim::Time, N> jobStep(const Context& context, const Workload& workload) {
    return Quantity<dim::Time, N>(ofJob<N>(context, workload, "step", "s",
                                           "roofline of each product, bubble, collectives; by the speed factor",
                                           [](const PlannedJob& job) { return job.step(); }));
}

/// One function of all inputs, so that the range of an input counts once.
template <class N>
Quantity<dim::Rate, N> jobTokenRate(const Context& context, const Workload& workload) {
    return Quantity<dim::Rate, N>(ofJob<N>(context, workload, "tokens a second", "1/s",
                                           "copies x micro-batches x sequence / step",
                                           [](const PlannedJob& job) { return job.tokensPerSecond(); }));
}

template <class N>
Ratio<N> jobUtilisationOf(const Context& context, const Workload& workload) {
    return Ratio<N>(ofJob<N>(context, workload, "utilisation", "%",
                             "tokens/s x FLOP of a token / (accelerators x dense peak)",
                             [](const PlannedJob& job) { return job.utilisation(); }));
}

/// Tokens of the whole run ("tokens") over the rate and the useful share of the time.
template <class N>
Quantity<dim::Time, N> jobDuration(const Context& context, const Workload& workload) {
    const auto tokens = givenParameter<N>(workload.parameters, workload.name, "tokens", "");
    const N all = tokens ? *tokens : N(Numbers<N>::given(Value::unknown(), {"tokens, " + workload.name, "", 1}, {}));
    return Quantity<dim::Time, N>(all / (jobTokenRate<N>(context, workload).si() * goodput<N>(context, workload).si()));
}

} // namespace rackwright
