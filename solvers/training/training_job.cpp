// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/training/training_job.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

double real(std::int64_t count) { return static_cast<double>(count); }

constexpr double kFits = 0.9;             // of the memory, for a plan that the program chooses
constexpr double kLargestTensorSplit = 8; // accelerators that share one layer
constexpr double kAdapterShare = 0.01;    // of the weights that LoRA trains, rank 16 to 64

double entered(const Workload& workload, std::string_view name) {
    const std::optional<Value> value = parameterValue(workload.parameters, name, "");
    return value && value->isKnown() ? std::max(0.0, std::floor(value->typical())) : 0;
}

StateBytes bytesOf(const EnteredPlan& plan) {
    const StateBytes usual;
    if (!plan.adaptersOnly)
        return usual;
    return {usual.weight, kAdapterShare * usual.gradient, kAdapterShare * usual.optimizer};
}

double memoryOf(const TrainingRun& run, const StateBytes& bytes) {
    ParallelPlan plan;
    const auto whole = [](double degree) { return std::max<std::int64_t>(1, std::llround(degree)); };
    plan.tensor = whole(run.tensor);
    plan.pipeline = whole(run.pipeline);
    plan.context = whole(run.context);
    plan.expert = whole(run.expert);
    plan.data = std::max<std::int64_t>(1, static_cast<std::int64_t>(run.data));
    plan.sequence = whole(run.sequence);
    plan.microBatch = whole(run.microBatch);
    plan.microBatches = whole(std::ceil(run.microBatches));
    plan.zeroStage = run.zeroStage;
    plan.sequenceParallel = run.sequenceParallel;
    plan.recompute = run.recompute;
    const TrainingMemory memory = trainingMemory(run.model, plan, bytes);
    return memory.total() + runtimeMemory(run.model, plan, memory).total();
}

TrainingRun runOn(const ModelArchitecture& model, const JobNumbers& numbers) {
    const auto fact = [&](JobFact one) { return numbers.fact[static_cast<std::size_t>(one)]; };
    TrainingRun run;
    run.model = model;
    run.part.peak[MatrixPrecision::Bf16] = run.peak = fact(JobFact::Compute);
    run.part.memory = fact(JobFact::Memory);
    run.part.memoryBandwidth = fact(JobFact::MemoryBandwidth);
    run.part.scaleUp = fact(JobFact::ScaleUp);
    run.part.scaleUpDomain = fact(JobFact::ScaleUpDomain);
    run.part.network = fact(JobFact::Network);
    run.accelerators = std::max(1.0, fact(JobFact::Accelerators));
    run.sequence = std::max(1.0, numbers.sequence);
    return run;
}

void split(TrainingRun& run, double tensor, double pipeline, double batchTokens) {
    run.tensor = tensor;
    run.pipeline = pipeline;
    run.sequenceParallel = tensor > 1;
    // A partly used copy trains nothing.
    run.data = std::max(1.0, std::floor(run.accelerators / (tensor * pipeline * run.context)));
    run.zeroStage = run.data * run.context > 1 ? 1 : 0;
    run.microBatches = std::max(1.0, std::round(batchTokens / (run.sequence * run.microBatch * run.data)));
}

/// Degrees of pipeline parallelism that divide the layers, with or without embedding and output as layers.
std::vector<double> stageCounts(const ModelArchitecture& model, double most) {
    std::vector<double> counts;
    for (std::int64_t p = 1; p <= model.layers && real(p) <= most; ++p)
        if (model.layers % p == 0 || (model.layers + 2) % p == 0)
            counts.push_back(real(p));
    return counts;
}

} // namespace

EnteredPlan enteredPlan(const Workload& workload) {
    EnteredPlan plan;
    plan.tensor = entered(workload, "tp");
    plan.pipeline = entered(workload, "pp");
    plan.context = entered(workload, "cp");
    plan.expert = entered(workload, "ep");
    plan.microBatch = entered(workload, "micro-batch");
    const std::string_view recompute = parameterWord(workload.parameters, "recompute", "");
    if (recompute == "none")
        plan.recompute = Recompute::None;
    else if (recompute == "selective")
        plan.recompute = Recompute::Selective;
    else if (recompute == "full")
        plan.recompute = Recompute::Full;
    const bool tunes = workload.kind == WorkloadKind::FineTuning;
    plan.adaptersOnly = parameterWord(workload.parameters, "method", tunes ? "lora" : "full") == "lora";
    return plan;
}

PlannedJob plannedJob(const ModelArchitecture& model, const EnteredPlan& entered, const JobNumbers& numbers) {
    TrainingRun run = runOn(model, numbers);
    run.adaptersOnly = entered.adaptersOnly;
    run.context = std::max(1.0, entered.context);
    run.microBatch = std::max(1.0, entered.microBatch);
    const StateBytes bytes = bytesOf(entered);
    const double largest = std::min(kLargestTensorSplit, std::max(1.0, run.part.scaleUpDomain));
    PlannedJob leanest;
    std::optional<PlannedJob> fastest;
    for (double shared = 1; shared <= std::min(run.accelerators, real(model.layers) * largest); shared *= 2)
        for (const double stages : stageCounts(model, std::max(1.0, run.accelerators / shared))) {
            const double tensor = entered.tensor > 0 ? entered.tensor : shared;
            const double pipeline = entered.pipeline > 0 ? entered.pipeline : stages;
            if (tensor > std::max(largest, entered.tensor))
                continue;
            split(run, tensor, pipeline, numbers.batchTokens);
            // Experts spread over the copies of the model until each accelerator holds few.
            run.expert = entered.expert > 0 ? entered.expert : 1;
            if (model.moe && entered.expert == 0)
                while (run.expert * 2 <= std::min(run.data * tensor, real(model.moe->experts)) &&
                       model.moe->experts % static_cast<std::int64_t>(run.expert * 2) == 0)
                    run.expert *= 2;
            for (const Recompute recompute : {Recompute::None, Recompute::Full}) {
                run.recompute = entered.recompute.value_or(recompute);
                const PlannedJob job{run, memoryOf(run, bytes), numbers.speed};
                if (leanest.memory == 0 || job.memory < leanest.memory)
                    leanest = job;
                if (entered.tensor > 0 && entered.pipeline > 0 && entered.recompute)
                    return job;
                if (job.memory <= kFits * run.part.memory &&
                    (!fastest || job.tokensPerSecond() > fastest->tokensPerSecond()))
                    fastest = job;
            }
        }
    return fastest.value_or(leanest);
}

// LoRA works out no gradients of the weights: two thirds of the whole.
double PlannedJob::utilisation() const {
    const double flop = trainingFlopPerToken(run.model, run.sequence, AttentionFlop::CausalHalf);
    return tokensPerSecond() * flop * (run.adaptersOnly ? 2.0 / 3 : 1) / (run.accelerators * run.peak);
}

Value networkPerAccelerator(const Context& context, Id<PartRow> system) {
    const Part* part = context.part(system);
    const Value count = plainPartNumber(context, system, attribute::acceleratorCount.key);
    if (!part || !count.isKnown())
        return Value::unknown();
    return portRate(*part, PortRole::Compute) / count;
}

} // namespace rackwright
