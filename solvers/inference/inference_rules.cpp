// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/inference/inference_domain.h"
#include "solvers/inference/serving.h"
#include "solvers/workload/workload_rules.h"

namespace rackwright {

namespace {

std::string missingOf(const Context& context, const Workload& workload) {
    if (!modelParameters<Value>(workload).si().isKnown())
        return inputOf(workload, "model");
    if (!weightFormatOf(workload))
        return inputOf(workload, "precision");
    return partKey(context, servingPart(context), attribute::memory.key);
}

Judged comparisonOf(const Context& context, const Workload& workload) {
    Judged comparison;
    comparison.subject = subjectOf(workload);
    comparison.name = workload.name;
    comparison.missing = missingOf(context, workload);
    comparison.cause = workload.name;
    return comparison;
}

// INFER-01: the sequences asked for, or one, in the memory of an instance.
Verdict memory(const Context& context, const Workload& workload) {
    Judged comparison = comparisonOf(context, workload);
    comparison.measured = memoryNeeded<Value>(context, workload).si();
    comparison.limit = instanceMemory<Value>(context, workload).si();
    comparison.unit = "GB";
    comparison.failure = "rule.INFER-01.over";
    return judged(std::move(comparison));
}

// INFER-03: what fits with hardly anything left stops fitting with the next version of the server or a longer prompt.
Verdict headroom(const Context& context, const Workload& workload) {
    constexpr double kLeft = 0.05;
    const Value needed = memoryNeeded<Value>(context, workload).si(),
                there = instanceMemory<Value>(context, workload).si();
    // What does not fit at all is INFER-01's.
    if (needed.isKnown() && there.isKnown() && needed.typical() > there.typical())
        return notApplicable(subjectOf(workload));
    Judged comparison = comparisonOf(context, workload);
    comparison.measured = needed;
    comparison.limit = there * Value(1 - kLeft);
    comparison.unit = "GB";
    comparison.failure = "rule.INFER-03.tight";
    comparison.severity = Severity::Warning;
    return judged(std::move(comparison));
}

// INFER-02: times and rate that were asked for.
void targets(const Context& context, const Workload& workload, std::vector<Verdict>& verdicts) {
    const std::size_t before = verdicts.size();
    const auto judge = [&](std::string_view parameter, std::string_view unit, auto measured, const char* failure,
                           bool isTarget) {
        const auto asked = parameterValue(workload.parameters, parameter, unit);
        if (!asked)
            return;
        Judged comparison = comparisonOf(context, workload);
        comparison.measured = isTarget ? measured() : *asked;
        comparison.limit = isTarget ? *asked : measured();
        comparison.unit = isTarget ? unit : std::string_view("tokens/s");
        comparison.failure = failure;
        comparison.severity = Severity::Warning;
        comparison.cause = std::string(parameter) + ":" + workload.name;
        if (!asked->isKnown())
            comparison.missing = "workload:" + workload.name + ":" + std::string(parameter);
        verdicts.push_back(judged(std::move(comparison)));
    };
    judge(
        "ttft-target", "ms", [&] { return firstTokenTime<Value>(context, workload).si(); }, "rule.INFER-02.ttft", true);
    judge(
        "tpot-target", "ms", [&] { return tokenTime<Value>(context, workload).si(); }, "rule.INFER-02.tpot", true);
    judge(
        "e2e-target", "s", [&] { return answerTime<Value>(context, workload).si(); }, "rule.INFER-02.e2e", true);
    judge(
        "rate-target", "1/s", [&] { return rateBound<Value>(context, workload).si(); }, "rule.INFER-02.bound", false);
    if (verdicts.size() == before)
        verdicts.push_back(notApplicable(subjectOf(workload)));
}

Rule servingRule(std::string id, std::string reference,
                 void (*check)(const Context&, const Workload&, std::vector<Verdict>&)) {
    return makeWorkloadRule(
        std::move(id), std::move(reference),
        Reads::only({"workloads", "devices", "networks", "cables", "cable_details", "rack_contents", "power_elements",
                     "cooling_units", "cooling_services", "cooling_loops"}),
        [](const Workload& workload) { return !isTraining(workload); }, check);
}

} // namespace

std::vector<Rule> inferenceRules() {
    return {servingRule("INFER-01", "reference.serving-memory",
                        [](const Context& context, const Workload& workload, std::vector<Verdict>& verdicts) {
                            verdicts.push_back(memory(context, workload));
                        }),
            servingRule("INFER-02", "reference.plain-roofline", targets),
            servingRule("INFER-03", "reference.serving-memory",
                        [](const Context& context, const Workload& workload, std::vector<Verdict>& verdicts) {
                            verdicts.push_back(headroom(context, workload));
                        })};
}

} // namespace rackwright
