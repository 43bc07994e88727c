// SPDX-License-Identifier: GPL-3.0-or-later
// QUOTE-01: what the plan implies stands on the bill in full: cables, fibres, transceivers, trays, PDUs, containment.
#include "solvers/cabling/cabling_domain.h"

#include "solvers/cabling/cable_plan.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/engine/rules.h"

namespace rackwright {

namespace {

bool isImplied(const BillLine& line) {
    return line.origin != LineOrigin::Quote && !line.share && line.counts() &&
           (line.section == QuoteSection::CablesAndOptics || line.section == QuoteSection::PowerEquipment ||
            line.section == QuoteSection::CoolingEquipment);
}

std::vector<Verdict> counts(const Context& context) {
    std::vector<Verdict> verdicts;
    const CablePlan& plan = context.lookUp<CablePlan>();
    for (const BillLine& line : billIn(context).lines) {
        if (!isImplied(line) || (line.designQuantityMilli == 0 && !line.isChanged))
            continue;
        Verdict verdict;
        verdict.measured = Value(static_cast<double>(line.quantityMilli) / 1000);
        verdict.limit = Value(static_cast<double>(line.designQuantityMilli) / 1000);
        if (line.quantityMilli < line.designQuantityMilli) {
            verdict.state = RuleState::Failed;
            verdict.cause = line.key;
            verdict.message = Message("rule.QUOTE-01.short")
                                  .with("line", line.key)
                                  .with("found", verdict.measured->typical())
                                  .with("needed", verdict.limit->typical());
        }
        verdicts.push_back(std::move(verdict));
    }
    if (const std::int64_t open = plan.unknown + plan.without; open > 0) {
        Verdict verdict = notChecked({}, "cabling.ends", Message("rule.QUOTE-01.open").with("count", open));
        verdict.cause = "open";
        verdicts.push_back(std::move(verdict));
    }
    if (verdicts.empty())
        verdicts.push_back(notApplicable({}));
    return verdicts;
}

} // namespace

Rule countRule() {
    Rule rule;
    rule.id = "QUOTE-01";
    rule.title = "rule.QUOTE-01.title";
    rule.advice = "rule.QUOTE-01.advice";
    rule.reference = "take-off of the drawn cables and of what the plan implies";
    rule.check = counts;
    return rule;
}

} // namespace rackwright
