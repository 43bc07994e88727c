// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parts/part_title.h"
#include "solvers/jobs/cheapest_fit.h"
#include "solvers/jobs/node_room.h"
#include "solvers/training/causes.h"
#include "solvers/training/run_length.h"
#include "solvers/training/training_domain.h"
#include "solvers/workload/workload_rules.h"

#include <cmath>

namespace rackwright {

namespace {

constexpr double kFastNetwork = 400 * 1.25e8; // B/s per accelerator, source document 000
constexpr double kGoodput = 0.90;
constexpr double kManyNodes = 64;

Verdict open(const Workload& workload, std::string missing) {
    return openVerdict(subjectOf(workload), workload.name, std::move(missing));
}

Verdict failedJob(const Workload& workload, Severity severity, Message message) {
    return failedVerdict(subjectOf(workload), severity, std::move(message), workload.name);
}

/// The first fact of the job's systems that is not known.
std::string missingFact(const Context& context, const Workload& workload) {
    if (!modelOf(workload))
        return inputOf(workload, "model");
    for (const PartCount& group : jobGroups(context)) {
        const Id<PartRow> accelerator = acceleratorPart(context, group.part);
        if (!shareUnderCap(context, group).isKnown())
            return partKey(context, group.part, "power-cap");
        std::vector<std::string_view> keys{attribute::memory.key, attribute::memoryBandwidth.key};
        if (!lacksScaleUp(context, accelerator))
            keys.insert(keys.end(), {attribute::scaleUpBandwidth.key, attribute::scaleUpDomain.key});
        for (const std::string_view key : keys)
            if (!plainPartNumber(context, accelerator, key).isKnown())
                return partKey(context, accelerator, key);
    }
    return inputOf(workload, "accelerators");
}

// The cheapest change that fits: recompute, then split more, then another part or more of them.
std::string_view cheapestFit(const ModelArchitecture& model, EnteredPlan entered, const JobNumbers& numbers,
                             const MemoryRoom& room) {
    const auto fits = [&](const EnteredPlan& plan) { return room.holds(plannedJob(model, plan, numbers)); };
    entered.recompute = Recompute::Full;
    if (fits(entered))
        return cause_of::fitsWithRecompute;
    EnteredPlan freely;
    freely.recipe = entered.recipe;
    if (fits(freely))
        return cause_of::fitsWithSplit;
    freely.optimizerHome = StateHome::Host;
    if (fits(freely))
        return cause_of::fitsWithOptimizerOutside;
    freely.recompute = Recompute::Full;
    for (const StateHome home : {StateHome::Host, StateHome::Drives}) {
        freely.optimizerHome = freely.weightHome = home;
        if (fits(freely))
            return home == StateHome::Host ? cause_of::fitsWithOffload : cause_of::fitsWithDrives;
    }
    return "rule.TRAIN-01.more";
}

// Of states that their node has no room for: keep them on the accelerators, then in the node's other place.
std::string_view cheapestRoom(const ModelArchitecture& model, const EnteredPlan& entered, const JobNumbers& numbers,
                              const MemoryRoom& room, bool isHost) {
    EnteredPlan changed = entered;
    changed.optimizerHome = changed.weightHome = StateHome::Accelerator;
    if (room.holds(plannedJob(model, changed, numbers)))
        return isHost ? cause_of::hostFullKeep : cause_of::drivesFullKeep;
    const StateHome other = isHost ? StateHome::Drives : StateHome::Host;
    changed.optimizerHome = other;
    changed.weightHome = entered.weightHome == StateHome::Accelerator ? entered.weightHome : other;
    if (room.holds(plannedJob(model, changed, numbers)))
        return isHost ? cause_of::hostFullToDrives : cause_of::drivesFullToHost;
    return isHost ? "rule.TRAIN-01.host.more" : "rule.TRAIN-01.drives.more";
}

/// Of TRAIN-01: what leaves an accelerator against its share of its node's memory, or drives.
Verdict nodeHolds(const Context& context, const Workload& workload, const ModelArchitecture& model,
                  const JobNumbers& numbers, const MemoryRoom& room, bool isHost) {
    const auto& attribute = isHost ? attribute::systemMemory : attribute::localStorage;
    const EnteredPlan entered = enteredPlan(workload);
    const OutsideMemory outside = plannedJob(model, entered, numbers).worst.outside;
    const double needed = isHost ? outside.host : outside.drives;
    if (needed <= 0)
        return passed(subjectOf(workload));
    Judged comparison;
    comparison.subject = subjectOf(workload);
    comparison.name = workload.name;
    comparison.measured = Value(needed);
    comparison.limit = nodeRoom<Value>(context, attribute).si();
    comparison.unit = "GB";
    if (!holds(comparison.measured, comparison.limit))
        comparison.failure = cheapestRoom(model, entered, numbers, room, isHost);
    comparison.missing = missingNodeRoom(context, attribute.key);
    comparison.cause = workload.name;
    return judged(std::move(comparison));
}

// TRAIN-01: the worst accelerator against what it can use.
Verdict memoryFits(const Context& context, const Workload& workload) {
    const Value usable = usableJobMemory<Value>(context).si();
    const std::optional<JobNumbers> numbers = jobNumbers(context, workload);
    const WorkloadModel preset = modelOf(workload);
    if (!numbers || !preset || !usable.isKnown())
        return open(workload, missingFact(context, workload));
    Judged comparison;
    comparison.subject = subjectOf(workload);
    comparison.name = workload.name;
    comparison.measured = jobMemory<Value>(context, workload).si();
    comparison.limit = usable;
    comparison.unit = "GB";
    // The leanest frameworks run it: nobody can say that it does not fit.
    if (comparison.measured.isKnown() && comparison.measured.low() <= usable.typical())
        comparison.severity = Severity::Warning;
    const MemoryRoom room{usable.typical(), knownNodeRoom(context)};
    comparison.failure = cheapestFit(preset->architecture, enteredPlan(workload), *numbers, room);
    comparison.missing = missingFact(context, workload);
    comparison.cause = workload.name;
    Verdict verdict = judged(std::move(comparison));
    for (const bool isHost : {true, false})
        if (verdict.state == RuleState::Passed && offloads(workload))
            verdict = nodeHolds(context, workload, preset->architecture, *numbers, room, isHost);
    return verdict;
}

/// Of TRAIN-02: accelerators whose rates are known, but none in the precision that the recipe multiplies at.
std::optional<Verdict> lackingPrecision(const Context& context, const Workload& workload, Precision asked) {
    for (const PartCount& group : jobGroups(context)) {
        const Id<PartRow> accelerator = acceleratorPart(context, group.part);
        WordList has;
        for (std::size_t i = 0; i < EnumNames<Precision>::names.size(); ++i)
            if (productRate<Value>(context, accelerator, static_cast<Precision>(i)).isKnown())
                has.words.emplace_back(EnumNames<Precision>::names[i]);
        if (has.words.empty() || productRate<Value>(context, accelerator, asked).isKnown())
            continue;
        const Part* part = context.part(accelerator);
        return failedJob(workload, Severity::Error,
                         Message("workload.no-precision")
                             .with("gpu", part ? partTitle(*part) : workload.name)
                             .with("precision", enumName(asked))
                             .with("has", std::move(has)));
    }
    return std::nullopt;
}

// TRAIN-02: an entered plan that does not divide what it splits.
Verdict planDivides(const Context& context, const Workload& workload) {
    const EnteredPlan entered = enteredPlan(workload);
    if (std::optional<Verdict> lacking = lackingPrecision(context, workload, entered.recipe.products))
        return *lacking;
    if (entered.tensor == 0 && entered.pipeline == 0 && entered.context == 0 && entered.expert == 0 &&
        entered.shardGroup == 0 && !offloads(workload))
        return notApplicable(subjectOf(workload));
    const WorkloadModel preset = modelOf(workload);
    const Value accelerators = jobAccelerators<Value>(context, workload).si();
    if (!preset || !accelerators.isKnown())
        return open(workload, missingFact(context, workload));
    const auto degree = [](double value) { return std::max<std::int64_t>(1, std::llround(value)); };
    ParallelPlan plan;
    plan.tensor = degree(entered.tensor);
    plan.pipeline = degree(entered.pipeline);
    plan.context = degree(entered.context);
    plan.expert = degree(entered.expert);
    plan.expertTensor = degree(entered.expertTensor);
    plan.sequence = plan.context; // the length of a sequence is judged nowhere: it is padded
    if (const Done legal = checkPlan(preset->architecture, plan); !legal)
        return failedJob(workload, Severity::Error, legal.error().message);
    if (const auto data = dataParallelism(plan, inWholeNodes(context, accelerators.typical())); !data)
        return failedJob(workload, Severity::Error, data.error().message);
    if (const std::optional<JobNumbers> numbers = jobNumbers(context, workload))
        if (const Done legal = checkSharding(plannedJob(preset->architecture, entered, *numbers).plan()); !legal)
            return failedJob(workload, Severity::Error, legal.error().message);
    return passed(subjectOf(workload));
}

// TRAIN-03: a layer split over more accelerators than one scale-up domain joins, over a slow network.
Verdict tensorStaysInside(const Context& context, const Workload& workload) {
    const double tensor = enteredPlan(workload).tensor;
    if (tensor == 0)
        return notApplicable(subjectOf(workload));
    const Value domain = leastOver<Value>(context, JobFact::ScaleUpDomain),
                network = leastOver<Value>(context, JobFact::Network);
    if (!domain.isKnown() || !network.isKnown())
        return open(workload, missingFact(context, workload));
    if (tensor <= domain.typical() || network.typical() >= kFastNetwork)
        return passed(subjectOf(workload));
    return failedJob(workload, Severity::Warning,
                     Message("rule.TRAIN-03.outside")
                         .with("subject", workload.name)
                         .with("tp", tensor)
                         .with("domain", domain.typical())
                         .with("found", inUnit(network.typical(), "Gb/s")));
}

/// Whether one scale-up domain holds the whole job, so that it asks for no network.
bool isWithinDomain(const Context& context, const Workload& workload) {
    const Value accelerators = jobAccelerators<Value>(context, workload).si(),
                domain = leastOver<Value>(context, JobFact::ScaleUpDomain);
    return accelerators.isKnown() && domain.isKnown() && accelerators.typical() <= domain.typical();
}

/// Of TRAIN-04: nodes that no compute cable reaches.
std::optional<Verdict> cutOff(const Context& context, const Workload& workload) {
    const CutOffNodes nodes = cutOffNodes(context);
    if (nodes.count == 0 || isWithinDomain(context, workload))
        return std::nullopt;
    return failedJob(workload, Severity::Error,
                     Message(nodes.count == 1 ? "rule.TRAIN-04.cut-off" : "rule.TRAIN-04.cut-off-many")
                         .with("subject", workload.name)
                         .with("node", nodes.first)
                         .with("nodes", nodes.count));
}

/// Of TRAIN-04: a node with less network than others, by its ports or because cables are missing.
Verdict portsAreAlike(const Context& context, const Workload& workload) {
    if (isWithinDomain(context, workload))
        return passed(subjectOf(workload));
    std::optional<double> slowest, fastest;
    std::string node;
    for (const PartCount& group : jobGroups(context)) {
        const Value ports = networkPerAccelerator(context, group.part);
        if (!ports.isKnown())
            continue; // TRAIN-01 asks for it
        const CabledShare cabled = cabledShare(context, group.part);
        const double least = ports.typical() * cabled.share;
        if (!slowest || least < *slowest) {
            slowest = least;
            const Part* part = context.part(group.part);
            node = cabled.share < 1 || !part ? cabled.node : part->model;
        }
        const double most = ports.typical() * cabled.mostShare;
        fastest = std::max(fastest.value_or(most), most);
    }
    if (!slowest || *slowest >= *fastest * (1 - 1e-9))
        return passed(subjectOf(workload));
    return failedJob(workload, Severity::Warning,
                     Message("rule.TRAIN-04.ports")
                         .with("subject", workload.name)
                         .with("node", node)
                         .with("found", inUnit(*slowest, "Gb/s"))
                         .with("limit", inUnit(*fastest, "Gb/s")));
}

// TRAIN-04: systems of several speeds in one job wait for the slowest.
Verdict systemsAreAlike(const Context& context, const Workload& workload) {
    if (std::optional<Verdict> cut = cutOff(context, workload))
        return *cut;
    std::optional<double> slowest, fastest;
    for (const PartCount& group : jobGroups(context)) {
        const ReadFact rate = readRate(context, acceleratorPart(context, group.part), Precision::Bf16);
        const Value value = Quantity<dim::OperationRate, Value>(numberOf<Value>(rate)).si();
        if (!value.isKnown())
            return open(workload, missingFact(context, workload));
        slowest = std::min(slowest.value_or(value.typical()), value.typical());
        fastest = std::max(fastest.value_or(value.typical()), value.typical());
    }
    if (!slowest)
        return notApplicable(subjectOf(workload));
    if (*slowest >= *fastest * (1 - 1e-9))
        return portsAreAlike(context, workload);
    return failedJob(workload, Severity::Warning,
                     Message("rule.TRAIN-04.mixed")
                         .with("subject", workload.name)
                         .with("found", inUnit(*slowest, "TFLOP/s"))
                         .with("limit", inUnit(*fastest, "TFLOP/s")));
}

// TRAIN-05: what interruptions leave of the time.
Verdict goodputIsHigh(const Context& context, const Workload& workload) {
    Judged comparison;
    comparison.subject = subjectOf(workload);
    comparison.name = workload.name;
    comparison.measured = goodput<Value>(context, workload).si();
    comparison.limit = Value(kGoodput);
    comparison.bound = Bound::AtLeast;
    comparison.unit = "%";
    comparison.failure = "rule.TRAIN-05.goodput";
    comparison.severity = Severity::Warning;
    comparison.missing = missingFact(context, workload);
    comparison.cause = workload.name;
    comparison.isRuleOfThumb = true;
    Verdict verdict = judged(std::move(comparison));
    if (verdict.state != RuleState::Passed)
        return verdict;
    const Value nodes = jobNodes<Value>(context, workload).si();
    if (nodes.isKnown() && nodes.typical() >= kManyNodes && spareGroups(context).empty())
        return failedJob(workload, Severity::Warning,
                         Message("rule.TRAIN-05.spare")
                             .with("subject", workload.name)
                             .with("nodes", static_cast<std::int64_t>(nodes.typical())));
    return verdict;
}

// TRAIN-06: states that leave the accelerators, and checkpoints that are copied before they are written, want as much
// memory in the node as on its accelerators.
Verdict hostHoldsWhatAcceleratorsHold(const Context& context, const Workload& workload) {
    for (const PartCount& group : jobGroups(context)) {
        const Id<PartRow> accelerator = acceleratorPart(context, group.part);
        const Value host = plainPartNumber(context, group.part, attribute::systemMemory.key);
        const Value count = plainPartNumber(context, group.part, attribute::acceleratorCount.key);
        const Value memory = plainPartNumber(context, accelerator, attribute::memory.key);
        if (!host.isKnown())
            return open(workload, partKey(context, group.part, attribute::systemMemory.key));
        if (!count.isKnown())
            return open(workload, partKey(context, group.part, attribute::acceleratorCount.key));
        if (!memory.isKnown())
            return open(workload, partKey(context, accelerator, attribute::memory.key));
        const double limit = count.typical() * memory.typical();
        if (host.high() < limit) {
            const PartRow* row = context.project().parts.find(group.part);
            return failedJob(workload, Severity::Note,
                             Message("rule.TRAIN-06.less")
                                 .with("subject", workload.name)
                                 .with("node", row && row->part ? partTitle(*row->part) : std::string())
                                 .with("found", UnitNumber{host.typical() / 1e9, "GB"})
                                 .with("limit", UnitNumber{limit / 1e9, "GB"}));
        }
    }
    return jobGroups(context).empty() ? open(workload, inputOf(workload, "accelerators")) : passed(subjectOf(workload));
}

Rule jobRule(std::string id, std::string reference, Verdict (*check)(const Context&, const Workload&)) {
    return makeWorkloadRule(std::move(id), std::move(reference), jobReads(), isTraining,
                            [check](const Context& context, const Workload& workload, std::vector<Verdict>& verdicts) {
                                verdicts.push_back(check(context, workload));
                            });
}

} // namespace

std::vector<Rule> trainingRules() {
    return {jobRule("TRAIN-01", "reference.training-memory", memoryFits),
            jobRule("TRAIN-02", "reference.narayanan-2021", planDivides),
            jobRule("TRAIN-03", "reference.source-document-000", tensorStaysInside),
            jobRule("TRAIN-04", "reference.source-document-003", systemsAreAlike),
            jobRule("TRAIN-05", "reference.goodput-target", goodputIsHigh),
            jobRule("TRAIN-06", "reference.source-document-001", hostHoldsWhatAcceleratorsHold)};
}

} // namespace rackwright
