// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/rule_counts.h"

#include "model/base/check.h"
#include "solvers/engine/rules.h"

namespace rackwright {

namespace {

std::vector<Verdict> verdictsIn(const Solution& solution, const Rule& rule) {
    return rule.checkFigures ? rule.checkFigures(solution.context(), solution) : verdictsOf(rule, solution.context());
}

} // namespace

RuleState RuleCounts::state() const {
    return failed > 0       ? RuleState::Failed
           : notChecked > 0 ? RuleState::NotChecked
           : accepted > 0   ? RuleState::Accepted
           : passed > 0     ? RuleState::Passed
                            : RuleState::NotApplicable;
}

RuleCounts ruleCounts(const Solution& solution, const Rule& rule) {
    RuleCounts counts;
    counts.rule = &rule;
    // What could not be worked out stands among the internal errors of the report.
    const Done judged = guarded(rule.id, [&] {
        const std::vector<Verdict> verdicts = verdictsIn(solution, rule);
        VerdictSorter sorter;
        for (const Verdict& verdict : verdicts)
            sorter.add(verdict);
        const RuleSummary summary = sorter.summary(rule);
        const CheckReport alone = reportOf({{&rule, &summary, {}}}, solution.context().project().acceptedFindings);
        counts.passed = alone.passed;
        counts.failed = alone.failed;
        counts.accepted = alone.accepted;
        counts.notApplicable = alone.notApplicable;
        counts.notChecked = alone.notChecked;
    });
    counts.isBroken = !judged;
    return counts;
}

std::vector<RuleCounts> ruleCounts(const Solution& solution) {
    std::vector<RuleCounts> all;
    for (const Rule* rule : solution.domains().rules())
        all.push_back(ruleCounts(solution, *rule));
    return all;
}

} // namespace rackwright
