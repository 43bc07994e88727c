// SPDX-License-Identifier: GPL-3.0-or-later
// NET-18: the cables that lie in a tray, duct or conduit against the share of its cross-section that may be filled.
#include "solvers/cables/cable_plan.h"
#include "solvers/cabling/cabling_domain.h"
#include "solvers/engine/judging.h"
#include "solvers/engine/subject_name.h"

#include <algorithm>

namespace rackwright {

namespace {

bool holdsCables(const PathSegment& segment) {
    switch (segment.kind) {
    case PathwayKind::CableTray:
    case PathwayKind::FibreDuct:
    case PathwayKind::Conduit:
        return segment.carries == Carries::Any || segment.carries == Carries::Copper ||
               segment.carries == Carries::Fibre;
    case PathwayKind::Busway:
    case PathwayKind::PipeMain:
        return false;
    }
    RW_CHECK(false, "every kind of pathway holds cables or not");
}

void judgeFill(const Context& context, const PathSegment& segment, std::vector<Verdict>& verdicts) {
    const CablePlan& plan = context.lookUp<CablePlan>();
    const Subject subject{SubjectKind::Pathway, segment.id.value};
    if (segment.width <= Length() || segment.height <= Length()) {
        verdicts.push_back(notChecked(subject, "pathway-size",
                                      Message("rule.NET-18.no-size").with("subject", subjectName(context, subject))));
        return;
    }
    const auto fill = std::ranges::lower_bound(plan.fill, segment.id, {}, &PathwayFill::segment);
    if (fill == plan.fill.end() || fill->segment != segment.id) {
        verdicts.push_back(passed(subject));
        return;
    }
    Judged comparison;
    comparison.subject = subject;
    comparison.name = subjectName(context, subject);
    comparison.measured = Value(fill->used, Grade::Assumption);
    comparison.limit = Value(fill->limit, Grade::Assumption);
    comparison.unit = "%";
    comparison.failure = "rule.NET-18.over";
    // More than there is room for cannot be laid; below that the limit is practice.
    comparison.severity = fill->used > 1 ? Severity::Error : Severity::Warning;
    comparison.isRuleOfThumb = fill->used <= 1;
    verdicts.push_back(judged(std::move(comparison)));
}

std::vector<Verdict> trayFills(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const PathSegment& segment : context.design().pathSegments)
        if (segment.scope.isPresent() && holdsCables(segment))
            judgeFill(context, segment, verdicts);
    if (verdicts.empty())
        return {notApplicable({})};
    // A cable without ends or speed lies somewhere too.
    if (const std::int64_t open = context.lookUp<CablePlan>().unknown; open > 0)
        verdicts.push_back(notChecked({}, "cabling.ends", Message("rule.NET-18.open").with("count", open)));
    return verdicts;
}

} // namespace

Rule trayFillRule() {
    return makeRule("NET-18", PowerBasis::None, "reference.tray-fill", trayFills,
                    Reads::only({CablePlan::kReads.begin(), CablePlan::kReads.end()}));
}

} // namespace rackwright
