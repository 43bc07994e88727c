// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/storage/pool_capacity.h"
#include "solvers/storage/storage_domain.h"
#include "solvers/workload/workload_rules.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr double kManySamples = 100'000; ///< a second, one a file

Reads storageReads() {
    return Reads::only({"workloads", "storage_pools", "devices", "networks", "cables", "cable_details",
                        "power_elements", "cooling_units"});
}

std::string inputOf(const StoragePool& pool, std::string_view parameter) {
    return "pool:" + pool.name + ":" + std::string(parameter);
}

/// The fact of a pool's members or network that keeps its rate unknown.
std::string missingOf(const Context& context, const StoragePool& pool, Direction direction) {
    const auto& groups = memberGroups(context, pool);
    if (groups.empty())
        return inputOf(pool, "members");
    const auto& key = direction == Direction::Read ? attribute::readBandwidth : attribute::writeBandwidth;
    if (std::string missing = missingNumber(context, groups, key.key); !missing.empty())
        return missing;
    return inputOf(pool, "cables");
}

/// The input of its workloads that keeps a demand unknown.
std::string missingDemand(const Context& context, const StoragePool& pool, Direction direction) {
    for (const Workload* workload : workloadsOf(context, pool)) {
        const Value demand = direction == Direction::Read ? readDemand<Value>(context, *workload).si()
                                                          : writeDemand<Value>(context, *workload).si();
        if (!demand.isKnown())
            return inputOf(*workload, modelOf(*workload) ? "sample-rate" : "model");
    }
    return inputOf(pool, "members");
}

// STOR-01: the slowest hop against what the workloads ask for at once, reading and writing.
void readPath(const Context& context, const StoragePool& pool, Direction direction, std::vector<Verdict>& verdicts) {
    if (workloadsOf(context, pool).empty()) {
        verdicts.push_back(notApplicable(subjectOf(pool)));
        return;
    }
    const Value supply = poolRate<Value>(context, pool, direction).si();
    const Value demand = poolDemand<Value>(context, pool, direction).si();
    if (!supply.isKnown() || !networkOf(context, pool).isDrawn()) {
        verdicts.push_back(openVerdict(subjectOf(pool), pool.name, missingOf(context, pool, direction)));
        return;
    }
    const StorageHop hop = slowestHop(context, pool, direction).value_or(StorageHop::Node);
    const std::string word(enumName(direction));
    verdicts.push_back(judged({subjectOf(pool), pool.name, demand, supply, Bound::AtMost, "GB/s",
                               "rule.STOR-01." + word + "." + std::string(enumName(hop)), Severity::Error,
                               missingDemand(context, pool, direction), word + ":" + pool.name}));
}

std::vector<Verdict> paths(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const StoragePool& pool : context.design().storagePools)
        for (const Direction direction : {Direction::Read, Direction::Write})
            readPath(context, pool, direction, verdicts);
    return verdicts;
}

std::string missingCheckpoint(const Context& context, const Workload& workload) {
    if (!checkpointSize<Value>(context, workload).si().isKnown())
        return inputOf(workload, "model");
    const StoragePool* pool = poolOf(context, workload);
    return pool ? missingOf(context, *pool, Direction::Write) : inputOf(workload, "pool");
}

// STOR-02: a checkpoint that holds the job up for too long, or is not written before the next one begins.
Verdict checkpointTimes(const Context& context, const Workload& workload) {
    const CheckpointMode mode = checkpointModeOf(workload);
    Judged comparison;
    comparison.subject = subjectOf(workload);
    comparison.name = workload.name;
    comparison.missing = missingCheckpoint(context, workload);
    comparison.cause = workload.name;
    if (isBlocking(mode)) {
        comparison.measured = stallFraction<Value>(context, workload).si();
        comparison.limit = plainSetting(context, settingFact(setting_of::stallShare));
        if (comparison.limit.isUnknown())
            comparison.missing = setting_of::stallShare.key;
        comparison.unit = "%";
        comparison.failure = "rule.STOR-02.stall";
        comparison.severity = Severity::Warning;
        comparison.isRuleOfThumb = true;
    } else {
        comparison.measured = writeTime<Value>(context, workload, mode).si();
        comparison.limit = checkpointInterval<Value>(context, workload).si();
        comparison.unit = "s";
        comparison.failure = "rule.STOR-02.late";
    }
    return judged(std::move(comparison));
}

// STOR-03: an interval that was entered, against the optimum.
Verdict checkpointIntervals(const Context& context, const Workload& workload) {
    const auto entered = enteredInterval<Value>(context, workload);
    if (!entered)
        return notApplicable(subjectOf(workload));
    const Value optimum = optimumTime<Value>(context, workload, checkpointModeOf(workload)).si();
    if (!optimum.isKnown() || !entered->isKnown())
        return openVerdict(subjectOf(workload), workload.name,
                           entered->isKnown()
                               ? missingCheckpoint(context, workload)
                               : inputOf(workload, findParameter(workload.parameters, "checkpoint-interval")
                                                       ? "checkpoint-interval"
                                                       : "checkpoint-steps"));
    Judged comparison;
    comparison.subject = subjectOf(workload);
    comparison.name = workload.name;
    comparison.measured = *entered;
    comparison.unit = "min";
    comparison.severity = Severity::Note;
    comparison.cause = workload.name;
    comparison.isRuleOfThumb = true;
    const bool isLong = entered->typical() > optimum.typical();
    comparison.limit = optimum * Value(isLong ? 2.0 : 0.5);
    comparison.bound = isLong ? Bound::AtMost : Bound::AtLeast;
    comparison.failure = isLong ? "rule.STOR-03.long" : "rule.STOR-03.short";
    return judged(std::move(comparison));
}

/// The data set that keeps a pool's demand unknown.
std::string missingCapacity(const Context& context, const StoragePool& pool) {
    for (const Workload* workload : workloadsOf(context, pool)) {
        if (!modelParameters<Value>(*workload).si().isKnown())
            return inputOf(*workload, "model");
        if (isTraining(*workload) && !datasetSize<Value>(*workload).si().isKnown())
            return inputOf(*workload, "dataset-size");
    }
    const auto& groups = memberGroups(context, pool);
    return groups.empty() ? inputOf(pool, "members") : missingNumber(context, groups, attribute::rawCapacity.key);
}

bool isUsed(const Context& context, const StoragePool& pool) {
    return std::ranges::any_of(context.design().workloads, [&](const Workload& workload) {
        return poolOf(context, workload) == &pool || archiveOf(context, workload) == &pool;
    });
}

Judged fillComparison(const Context& context, const StoragePool& pool) {
    Judged comparison;
    comparison.subject = subjectOf(pool);
    comparison.name = pool.name;
    comparison.measured = capacityDemand<Value>(context, pool).si();
    comparison.unit = "TB";
    comparison.missing = missingCapacity(context, pool);
    comparison.cause = pool.name;
    return comparison;
}

// STOR-04: data sets and checkpoints with room to spare.
Verdict capacity(const Context& context, const StoragePool& pool) {
    if (!isUsed(context, pool))
        return notApplicable(subjectOf(pool));
    Judged comparison = fillComparison(context, pool);
    comparison.limit = usableCapacityOf<Value>(context, pool).si() * fillLimit<Value>(context);
    comparison.failure = "rule.STOR-04.full";
    return judged(std::move(comparison));
}

// STOR-05: the code and the product want so many nodes, and what is stored must survive the loss of one.
void scaleUnits(const Context& context, const StoragePool& pool, std::vector<Verdict>& verdicts) {
    const auto& groups = memberGroups(context, pool);
    if (groups.empty()) {
        verdicts.push_back(openVerdict(subjectOf(pool), pool.name, inputOf(pool, "members")));
        return;
    }
    const double count = static_cast<double>(memberCount(context, pool));
    const auto judgeCount = [&](const Value& limit, Bound bound, const char* failure) {
        verdicts.push_back(judged({subjectOf(pool), pool.name, Value(count), limit, bound, "", failure, Severity::Error,
                                   inputOf(pool, "data"), pool.name}));
    };
    if (isCodedOverNodes(pool))
        judgeCount(codeData<Value>(context, pool) + codeParity<Value>(context, pool), Bound::AtLeast,
                   "rule.STOR-05.code");
    for (const PartCount& group : groups) {
        const Value least = plainPartNumber(context, group.part, "min-units");
        const Value most = plainPartNumber(context, group.part, "max-units");
        if (least.isKnown())
            judgeCount(least, Bound::AtLeast, "rule.STOR-05.few");
        if (most.isKnown())
            judgeCount(most, Bound::AtMost, "rule.STOR-05.many");
    }
    if (count < 2 || !isUsed(context, pool))
        return;
    Judged comparison = fillComparison(context, pool);
    comparison.limit = usableCapacityOf<Value>(context, pool).si() * Value(1 - 1 / count);
    comparison.failure = "rule.STOR-05.node-lost";
    verdicts.push_back(judged(std::move(comparison)));
}

// STOR-06: a vendor that gives reading alone.
void writeFigures(const Context& context, const StoragePool& pool, std::vector<Verdict>& verdicts) {
    const auto& groups = memberGroups(context, pool);
    if (groups.empty())
        verdicts.push_back(openVerdict(subjectOf(pool), pool.name, inputOf(pool, "members")));
    for (const PartCount& group : groups) {
        const Part* part = context.part(group.part);
        const bool isKnown = plainPartNumber(context, group.part, attribute::writeBandwidth.key).isKnown();
        verdicts.push_back(isKnown ? passed(subjectOf(pool))
                                   : failedVerdict(subjectOf(pool), Severity::Warning,
                                                   Message("rule.STOR-06.unknown")
                                                       .with("subject", pool.name)
                                                       .with("part", part ? part->model : std::string()),
                                                   partKey(context, group.part, attribute::writeBandwidth.key)));
    }
}

// STOR-07: one sample a file, and very many of them.
Verdict smallFiles(const Context& context, const Workload& workload) {
    if (modalityOf(workload) == Modality::Tokens)
        return notApplicable(subjectOf(workload));
    const auto perFile = parameterValue(workload.parameters, "samples-per-file", "");
    if (perFile && perFile->isKnown() && perFile->typical() > 1)
        return passed(subjectOf(workload));
    Judged comparison;
    comparison.subject = subjectOf(workload);
    comparison.name = workload.name;
    comparison.measured = sampleRate<Value>(context, workload).si();
    comparison.limit = Value(kManySamples, Grade::Assumption);
    comparison.unit = "samples/s";
    comparison.failure = "rule.STOR-07.files";
    comparison.severity = Severity::Warning;
    comparison.missing = inputOf(workload, "sample-rate");
    comparison.cause = workload.name;
    comparison.isRuleOfThumb = true;
    return judged(std::move(comparison));
}

// STOR-08: a checkpoint that a lost node takes along.
Verdict newestCheckpoint(const Context& context, const Workload& workload) {
    const std::string_view target = parameterWord(workload.parameters, "checkpoint-target", "");
    if (target == "local")
        return failedVerdict(subjectOf(workload), Severity::Warning,
                             Message("rule.STOR-08.local").with("subject", workload.name), workload.name);
    if (target.empty() && !poolOf(context, workload))
        return openVerdict(subjectOf(workload), workload.name, inputOf(workload, "pool"));
    return passed(subjectOf(workload));
}

// STOR-09: a head of NFS or a block array as the only store of a job on several nodes.
Verdict soleHead(const Context& context, const Workload& workload) {
    if (jobNodes<Value>(context, workload).si().typical() <= 1)
        return notApplicable(subjectOf(workload));
    const StoragePool* pool = poolOf(context, workload);
    if (!pool || memberGroups(context, *pool).empty())
        return openVerdict(subjectOf(workload), workload.name,
                           pool ? inputOf(*pool, "members") : inputOf(workload, "pool"));
    for (const PartCount& group : memberGroups(context, *pool)) {
        const Part* part = context.part(group.part);
        const std::string kind = part ? textFact(*part, "storage-kind").typical().value_or("") : std::string();
        // A server runs whatever file system it is given; a system is what its vendor made it.
        if (kind.empty() && (!part || part->category == PartCategory::StorageSystem))
            return openVerdict(subjectOf(workload), workload.name, partKey(context, group.part, "storage-kind"));
        if (kind != "nas" && kind != "nas-san" && !kind.starts_with("block-"))
            return passed(subjectOf(workload));
    }
    return failedVerdict(subjectOf(workload), Severity::Warning,
                         Message("rule.STOR-09.head").with("subject", workload.name).with("pool", pool->name),
                         pool->name);
}

template <class Check>
std::vector<Verdict> ofPools(const Context& context, Check check) {
    std::vector<Verdict> verdicts;
    for (const StoragePool& pool : context.design().storagePools)
        check(pool, verdicts);
    return verdicts;
}

Rule rule(std::string id, std::string reference, std::function<std::vector<Verdict>(const Context&)> check) {
    return makeRule(std::move(id), PowerBasis::None, std::move(reference), std::move(check), storageReads());
}

Rule trainingRule(std::string id, std::string reference, Verdict (*check)(const Context&, const Workload&)) {
    return makeWorkloadRule(std::move(id), std::move(reference), storageReads(), isTraining,
                            [check](const Context& context, const Workload& workload, std::vector<Verdict>& verdicts) {
                                verdicts.push_back(check(context, workload));
                            });
}

Rule poolRule(std::string id, std::string reference,
              void (*check)(const Context&, const StoragePool&, std::vector<Verdict>&)) {
    return rule(std::move(id), std::move(reference), [check](const Context& context) {
        return ofPools(
            context, [&](const StoragePool& pool, std::vector<Verdict>& verdicts) { check(context, pool, verdicts); });
    });
}

} // namespace

std::vector<Rule> storageRules() {
    return {rule("STOR-01", "reference.least-hop", paths),
            trainingRule("STOR-02", "reference.source-document-003", checkpointTimes),
            trainingRule("STOR-03", "reference.young-daly", checkpointIntervals),
            poolRule("STOR-04", "reference.pool-contents",
                     [](const Context& context, const StoragePool& pool, std::vector<Verdict>& verdicts) {
                         verdicts.push_back(capacity(context, pool));
                     }),
            poolRule("STOR-05", "reference.scale-units", scaleUnits),
            poolRule("STOR-06", "reference.vendor-sheets", writeFigures),
            trainingRule("STOR-07", "reference.small-files", smallFiles),
            trainingRule("STOR-08", "reference.source-document-003", newestCheckpoint),
            trainingRule("STOR-09", "reference.source-documents-000-003", soleHead)};
}

} // namespace rackwright
