// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/plan_fixes.h"

#include "model/edits/workload_edits.h"
#include "solvers/training/causes.h"
#include "solvers/workload/own_model.h"
#include "solvers/workload/row_parameters.h"

#include <algorithm>

namespace rackwright {

namespace {

struct PlanFix {
    const char* message; ///< of the finding
    const char* text;
    std::vector<Parameter> settings; ///< of the workload; an empty value takes one away
    bool movesOn = false;            ///< only what has left the accelerators
};

std::vector<PlanFix> planFixes() {
    std::vector<Parameter> freely;
    for (const char* parameter : {"tp", "pp", "vp", "dp", "cp", "ep", "etp", "micro-batch", "zero", "shard", "offload",
                                  "offload-weights", "offload-activations", "recompute"})
        freely.push_back({parameter, {}});
    std::vector<Parameter> offload = freely;
    for (const Parameter& each : {Parameter{"offload", "cpu"}, {"offload-weights", "cpu"}, {"recompute", "full"}})
        setParameter(offload, each.name, each.value);
    std::vector<Parameter> optimizer = freely, drives = freely;
    setParameter(optimizer, "offload", "cpu");
    for (const Parameter& each : {Parameter{"offload", "nvme"}, {"offload-weights", "nvme"}, {"recompute", "full"}})
        setParameter(drives, each.name, each.value);
    const std::vector<Parameter> keep = {{"offload", {}}, {"offload-weights", {}}};
    return {
        {cause_of::fitsWithRecompute, "fix.plan.recompute", {{"recompute", "full"}}},
        {cause_of::fitsWithSplit, "fix.plan.split", freely},
        {cause_of::fitsWithOptimizerOutside, "fix.plan.offload-optimizer", optimizer},
        {cause_of::fitsWithOffload, "fix.plan.offload", offload},
        {cause_of::fitsWithDrives, "fix.plan.offload-drives", drives},
        {cause_of::hostFullKeep, "fix.plan.keep", keep},
        {cause_of::drivesFullKeep, "fix.plan.keep", keep},
        {cause_of::hostFullToDrives, "fix.plan.to-drives", {{"offload", "nvme"}, {"offload-weights", "nvme"}}, true},
        {cause_of::drivesFullToHost, "fix.plan.to-host", {{"offload", "cpu"}, {"offload-weights", "cpu"}}, true}};
}

// TRAIN-01: the change of plan that the finding names.
std::optional<QuickFix> changePlan(const FixCase& c) {
    const std::vector<PlanFix> fixes = planFixes();
    const auto fix = std::ranges::find(fixes, c.finding.message.id, [](const PlanFix& each) { return each.message; });
    if (fix == fixes.end())
        return std::nullopt;
    for (const Subject subject : c.finding.subjects) {
        const Workload* found = subject.kind == SubjectKind::Workload ? c.design.workloads.find({subject.id}) : nullptr;
        if (!found)
            continue;
        Workload workload = *found;
        for (const Parameter& each : fix->settings)
            // Weights that lie on the accelerators stay there while the others move on.
            if (!fix->movesOn || !parameterWord(workload.parameters, each.name, "").empty())
                setParameter(workload.parameters, each.name, each.value);
        const Message label = Message(fix->text).with("name", workload.name);
        Edit edit = edits::putWorkload(c.target, std::move(workload));
        edit.text = label;
        return QuickFix{label, std::move(edit)};
    }
    return std::nullopt;
}

} // namespace

std::vector<QuickFixRow> planFixesOfTraining() { return {{"TRAIN-01", changePlan}}; }

} // namespace rackwright
