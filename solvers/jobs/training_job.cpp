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

double entered(const Workload& workload, std::string_view name) {
    const std::optional<Value> value = parameterValue(workload.parameters, name, "");
    return value && value->isKnown() ? std::max(0.0, std::floor(value->typical())) : 0;
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
    plan.isBatchSaid = entered(workload, "batch") > 0;
    if (const double tokens = entered(workload, "tokens"); tokens > 0)
        plan.mostBatch = std::min(kMostBatchTokens, tokens / kLeastSteps);
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

} // namespace rackwright
