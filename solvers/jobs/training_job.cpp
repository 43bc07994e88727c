// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/jobs/training_job.h"

#include "model/base/numbers.h"
#include "solvers/jobs/rollouts.h"
#include "solvers/node/host_link.h"
#include "solvers/power/loads.h"
#include "solvers/power/power_cap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

constexpr double kFits = 0.9;             // of the memory, for a plan that the program chooses
constexpr double kLargestTensorSplit = 8; // accelerators that share one layer

double entered(const Workload& workload, std::string_view name) {
    const std::optional<Value> value = parameterValue(workload.parameters, name, "");
    return value && value->isKnown() ? std::max(0.0, std::floor(value->typical())) : 0;
}

ParallelPlan planOf(const TrainingRun& run) {
    ParallelPlan plan;
    const auto whole = [](double degree) { return std::max<std::int64_t>(1, std::llround(degree)); };
    plan.tensor = whole(run.tensor);
    plan.pipeline = whole(run.pipeline);
    plan.interleave = whole(run.interleave);
    plan.context = whole(run.context);
    plan.expert = whole(run.expert);
    plan.expertTensor = whole(run.expertTensor);
    plan.data = std::max<std::int64_t>(1, static_cast<std::int64_t>(run.data));
    plan.sequence = whole(run.sequence);
    plan.microBatch = whole(run.microBatch);
    plan.microBatches = whole(std::ceil(run.microBatches));
    plan.zeroStage = run.zeroStage;
    plan.shardGroup = std::llround(run.shardGroup);
    plan.optimizerHome = run.optimizerHome;
    plan.weightHome = run.weightHome;
    plan.activationHome = run.activationHome;
    plan.sequenceParallel = run.sequenceParallel;
    plan.recompute = run.recompute;
    return plan;
}

// The first stage keeps most micro-batches, the last has the output layer.
StageMemory worstStage(const TrainingRun& run, const RecipeNumbers& recipe, const MemoryQuestion& question) {
    const ParallelPlan plan = planOf(run);
    const auto memoryOf = [&](std::int64_t stage) {
        StageMemory memory = stageMemory(run.model, plan, question, stage);
        if (recipe.generates)
            memory.rollouts = rolloutMemory(run, memory.needed.activations + memory.needed.recomputeWorkingSet);
        return memory;
    };
    const StageMemory first = memoryOf(0);
    if (plan.pipeline == 1)
        return first;
    const StageMemory last = memoryOf(plan.pipeline - 1);
    return last.total() > first.total() ? last : first;
}

TrainingRun runOn(const ModelArchitecture& model, const JobNumbers& numbers) {
    const auto fact = [&](JobFact one) { return numbers.fact[static_cast<std::size_t>(one)]; };
    TrainingRun run;
    run.model = model;
    run.part.peak[MatrixPrecision::Bf16] = fact(JobFact::Compute);
    run.peak = numbers.recipePeak > 0 ? numbers.recipePeak : fact(JobFact::Compute);
    run.part.memory = fact(JobFact::Memory);
    run.part.memoryBandwidth = fact(JobFact::MemoryBandwidth);
    run.part.scaleUp = fact(JobFact::ScaleUp);
    run.part.scaleUpDomain = fact(JobFact::ScaleUpDomain);
    run.part.network = fact(JobFact::Network);
    if (fact(JobFact::Sustained) > 0)
        run.sustained = run.part.sustained[MatrixPrecision::Bf16] = fact(JobFact::Sustained);
    if (fact(JobFact::NodeSize) > 0)
        run.nodeSize = fact(JobFact::NodeSize);
    if (fact(JobFact::HostLink) > 0)
        run.part.hostLink = fact(JobFact::HostLink);
    run.accelerators = std::max(1.0, fact(JobFact::Accelerators));
    run.sequence = std::max(1.0, numbers.sequence);
    run.outside = numbers.outside;
    run.reducedShare = numbers.reducedShare;
    return run;
}

void split(TrainingRun& run, const EnteredPlan& entered, double tensor, double pipeline, double batchTokens) {
    run.tensor = tensor;
    run.pipeline = pipeline;
    run.interleave = pipeline > 1 ? std::max(1.0, entered.interleave) : 1;
    run.sequenceParallel = tensor > 1;
    // A partly used copy trains nothing.
    run.data = std::max(1.0, std::floor(run.accelerators / (tensor * pipeline * run.context)));
    if (entered.data > 0)
        run.data = std::min(run.data, entered.data);
    const int usualStage = entered.weightHome == StateHome::Accelerator ? 1 : 3;
    run.zeroStage = run.copies() > 1 ? entered.zeroStage.value_or(usualStage) : 0;
    run.shardGroup = std::min(entered.shardGroup, run.copies());
    run.optimizerHome = entered.optimizerHome;
    run.weightHome = entered.weightHome;
    run.activationHome = entered.activationHome;
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
    plan.interleave = entered(workload, "vp");
    plan.data = entered(workload, "dp");
    plan.context = entered(workload, "cp");
    plan.expert = entered(workload, "ep");
    plan.microBatch = entered(workload, "micro-batch");
    if (findParameter(workload.parameters, "zero"))
        plan.zeroStage = static_cast<int>(std::min(3.0, entered(workload, "zero")));
    plan.shardGroup = entered(workload, "shard");
    plan.expertTensor = entered(workload, "etp");
    plan.loss = enumFromName<OutputLoss>(parameterWord(workload.parameters, "loss", "")).value_or(OutputLoss::Usual);
    const auto home = [&](std::string_view parameter) {
        return enumFromName<StateHome>(parameterWord(workload.parameters, parameter, ""))
            .value_or(StateHome::Accelerator);
    };
    plan.optimizerHome = home("offload");
    plan.weightHome = home("offload-weights");
    plan.activationHome = home("offload-activations");
    const std::string_view recompute = parameterWord(workload.parameters, "recompute", "");
    if (recompute == "none")
        plan.recompute = Recompute::None;
    else if (recompute == "selective")
        plan.recompute = Recompute::Selective;
    else if (recompute == "full")
        plan.recompute = Recompute::Full;
    plan.overlaps = parameterWord(workload.parameters, "overlap", "yes") != "no";
    plan.recipe = numbersOf(recipeOf(workload));
    return plan;
}

MemoryQuestion EnteredPlan::memory() const {
    MemoryQuestion question = memoryQuestionOf(recipe);
    question.loss = loss;
    return question;
}

bool offloads(const Workload& workload) {
    const EnteredPlan plan = enteredPlan(workload);
    return leaves(plan.optimizerHome) || leaves(plan.weightHome) || leaves(plan.activationHome);
}

namespace {

constexpr double kGigabyteOfLink = 1e9;

} // namespace

Value shareUnderCap(const Context& context, const PartCount& group) {
    if (!group.powerCap)
        return Value(1.0);
    const Id<PartRow> accelerator = acceleratorPart(context, group.part);
    const Part* part = context.part(accelerator);
    const Value node = devicePower<Value>(context, {group.part, 1, std::nullopt}, LoadKind::Peak).si(),
                own = plainPartNumber(context, accelerator, attribute::tdp.key),
                count = plainPartNumber(context, group.part, attribute::acceleratorCount.key);
    if (!part || !node.isKnown() || !own.isKnown() || !count.isKnown() || own.typical() <= 0)
        return Value::unknown(Grade::SourceDocument);
    // What the node may not draw its accelerators go without.
    const double less = std::max(0.0, node.typical() - group.powerCap->si()) / count.typical();
    const std::optional<CapKnot> knot = capKnotAt(1 - less / own.typical());
    if (!knot)
        return Value::unknown(Grade::SourceDocument);
    return Value::range(1 - knot->high / 100, 1 - knot->mid / 100, 1 - knot->low / 100,
                        isOfCapTable(*part) ? Grade::SourceDocument : Grade::Estimate);
}

Value hostLinkOfPart(const Context& context, Id<PartRow> accelerator) {
    const Part* part = context.part(accelerator);
    const Fact<std::string> words = part ? textFact(*part, "host-interface") : Fact<std::string>();
    const auto said = words.typical();
    const std::optional<HostLink> link = said ? hostLinkIn(*said) : std::nullopt;
    if (!link)
        return Value::unknown();
    const std::optional<double> lane = link->isPcie() ? pcieLaneRate(link->generation) : std::nullopt;
    const double rate = link->isPcie() ? lane.value_or(0) * real(link->lanes) : link->bothDirections / 2;
    return rate >= kGigabyteOfLink ? Value(rate, words.grade) : Value::unknown();
}

bool lacksScaleUp(const Context& context, Id<PartRow> accelerator) {
    return !plainPartNumber(context, accelerator, attribute::scaleUpBandwidth.key).isKnown() &&
           hostLinkOfPart(context, accelerator).isKnown();
}

Value sustainedOfPart(const Context& context, Id<PartRow> accelerator, Precision precision) {
    const Part* part = context.part(accelerator);
    const MatrixPrecision asked = precision == Precision::Fp8   ? MatrixPrecision::Fp8
                                  : precision == Precision::Fp4 ? MatrixPrecision::Fp4
                                                                : MatrixPrecision::Bf16;
    const auto known = std::ranges::find_if(
        accelerators(), [part](const AcceleratorSpec& one) { return part && one.part == part->id; });
    const bool isMeasured = known != accelerators().end() && known->sustained.contains(asked);
    return Value((isMeasured ? *known : AcceleratorSpec{}).sustainedShare(asked),
                 isMeasured ? Grade::ThirdParty : Grade::Estimate);
}

bool JobNumbers::isCutOff() const {
    const auto of = [this](JobFact one) { return fact[static_cast<std::size_t>(one)]; };
    return of(JobFact::Network) <= 0 && of(JobFact::Accelerators) > of(JobFact::ScaleUpDomain);
}

JobNumbers jobNumbersFrom(const std::vector<double>& inputs, const Workload& workload) {
    JobNumbers numbers;
    auto next = std::copy_n(inputs.begin(), kJobFacts, numbers.fact) - numbers.fact + inputs.begin();
    numbers.sequence = *next++;
    numbers.batchTokens = *next++;
    numbers.speed = *next++;
    if (offloads(workload)) {
        numbers.outside.link = *next++;
        numbers.outside.hostMemory = *next++;
        numbers.outside.drives = *next++;
    }
    if (numbersOf(recipeOf(workload)).generates)
        numbers.rolloutShare = *next++;
    if (numbersOf(recipeOf(workload)).products != Precision::Bf16)
        numbers.recipePeak = *next++;
    if (next != inputs.end())
        numbers.reducedShare = *next;
    return numbers;
}

std::optional<JobNumbers> jobNumbers(const Context& context, const Workload& workload) {
    std::vector<double> typical;
    for (const Value& value : jobInputs<Value>(context, workload)) {
        if (!value.isKnown())
            return std::nullopt;
        typical.push_back(value.typical());
    }
    return jobNumbersFrom(typical, workload);
}

std::int64_t inWholeNodes(const Context& context, double accelerators) {
    const std::vector<PartCount>& groups = jobGroups(context);
    const Value node = groups.size() == 1
                           ? plainPartNumber(context, groups.front().part, attribute::acceleratorCount.key)
                           : Value::unknown();
    const double size = node.isKnown() && node.typical() <= accelerators ? std::max(1.0, node.typical()) : 1;
    return std::llround(std::floor(accelerators / size) * size);
}

StageMemory stageMemory(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question,
                        std::int64_t stage) {
    StageMemory memory;
    const PeakParts parts = peakParts(model, plan, question, stage);
    memory.needed = parts.needed;
    memory.runtime = parts.runtime;
    memory.outside = outsideMemory(stageParameters(model, plan, stage), plan, question.bytes);
    if (leaves(plan.activationHome)) {
        const double kept = layersInFlight(model, plan, stage) * activationBytesPerLayer(model, plan, plan.recompute);
        (plan.activationHome == StateHome::Host ? memory.outside.host : memory.outside.drives) += kept;
    }
    return memory;
}

PlannedJob plannedJob(const ModelArchitecture& model, const EnteredPlan& entered, const JobNumbers& numbers) {
    TrainingRun run = runOn(model, numbers);
    run.adaptersOnly = entered.recipe.adaptersOnly;
    run.bytesPerValue = entered.recipe.bytesPerValue;
    run.overlapTensor = run.overlapData = entered.overlaps;
    run.context = std::max(1.0, entered.context);
    run.microBatch = std::max(1.0, entered.microBatch);
    run.expertTensor = std::max(1.0, entered.expertTensor);
    const MemoryQuestion question = entered.memory();
    const double largest = std::min(kLargestTensorSplit, std::max(1.0, run.part.scaleUpDomain));
    std::optional<PlannedJob> leanest, fastest;
    for (double shared = 1; shared <= std::min(run.accelerators, real(model.layers) * largest); shared *= 2)
        // Stages share what the entered degrees leave of the accelerators.
        for (const double stages :
             stageCounts(model, std::max(1.0, run.accelerators / ((entered.tensor > 0 ? entered.tensor : shared) *
                                                                  std::max(1.0, entered.context))))) {
            const double tensor = entered.tensor > 0 ? entered.tensor : shared;
            const double pipeline = entered.pipeline > 0 ? entered.pipeline : stages;
            if (tensor > std::max(largest, entered.tensor))
                continue;
            split(run, entered, tensor, pipeline, numbers.batchTokens);
            // Experts spread over the copies of the model until each accelerator holds few.
            run.expert = entered.expert > 0 ? entered.expert : 1;
            if (model.moe && entered.expert == 0)
                while (run.expert * run.expertTensor * 2 <= run.data * tensor &&
                       run.expert * 2 <= real(model.moe->experts) &&
                       model.moe->experts % static_cast<std::int64_t>(run.expert * 2) == 0)
                    run.expert *= 2;
            for (const Recompute recompute : {Recompute::None, Recompute::Full}) {
                run.recompute = entered.recompute.value_or(recompute);
                const PlannedJob job{run,           entered.recipe,
                                     question,      worstStage(run, entered.recipe, question),
                                     numbers.speed, numbers.rolloutShare};
                if (!leanest || job.memory() < leanest->memory())
                    leanest = job;
                if (entered.tensor > 0 && entered.pipeline > 0 && entered.recompute)
                    return job;
                if (job.memory() <= kFits * run.part.memory &&
                    (!fastest || job.tokensPerSecond() > fastest->tokensPerSecond()))
                    fastest = job;
            }
        }
    return fastest ? *fastest : *leanest;
}

ParallelPlan PlannedJob::plan() const { return planOf(run); }

double PlannedJob::memoryAt(double frameworks) const {
    const MemoryRange range = peakMemory(run.model, plan(), question);
    const double other = frameworks < 1 ? range.low : range.high;
    return worst.total() + (other - range.expected) * std::abs(frameworks - 1);
}

// Further passes repeat products and exchanges; gradients are exchanged and weights updated once.
StepTime PlannedJob::parts() const {
    StepTime time = stepTime(run);
    for (double StepTime::*part : {&StepTime::compute, &StepTime::bubble, &StepTime::tensorParallel,
                                   &StepTime::expertParallel, &StepTime::contextParallel, &StepTime::pipelineParallel})
        time.*part *= recipe.passes / speed;
    time.dataParallel /= speed;
    time.offload /= speed;
    if (recipe.generates)
        time.generation = rolloutTime(run, rolloutShare, worst.needed.states.total() + worst.runtime.context) / speed;
    time.optimizer /= speed;
    return time;
}

double PlannedJob::step() const {
    const double total = parts().total();
    return std::isfinite(total) ? total : std::numeric_limits<double>::infinity();
}

// LoRA works out no gradients of the weights: two thirds of the whole.
double PlannedJob::utilisation() const {
    const double flop = trainingFlopPerToken(run.model, run.sequence, AttentionFlop::CausalHalf) * recipe.passes;
    return tokensPerSecond() * flop * (run.adaptersOnly ? 2.0 / 3 : 1) / (run.accelerators * run.peak);
}

} // namespace rackwright
