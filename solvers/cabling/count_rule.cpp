// SPDX-License-Identifier: GPL-3.0-or-later
// QUOTE-01: what the plan implies stands on the bill in full: cables, fibres, transceivers, trays, PDUs, containment.
#include "solvers/cabling/cabling_domain.h"

#include "solvers/cables/piece_recount.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/engine/rules.h"

#include <array>
#include <optional>

namespace rackwright {

namespace {

bool isImplied(const BillLine& line) {
    return line.origin != LineOrigin::Quote && !line.share && line.counts() &&
           (line.section == QuoteSection::CablesAndOptics || line.section == QuoteSection::PowerEquipment ||
            line.section == QuoteSection::CoolingEquipment);
}

/// What a line of the drawn cables holds; nothing for all else.
std::optional<CableForm> formOf(const BillLine& line) {
    if (line.section != QuoteSection::CablesAndOptics || line.origin == LineOrigin::Quote || line.share)
        return std::nullopt;
    if (line.key.starts_with("cable:") || line.rule.id == "bill.rule.cable-class")
        return CableForm::Direct;
    if (line.key.starts_with("fibre:") || line.rule.id == "bill.rule.fibre-class")
        return CableForm::Fibre;
    if (line.key.starts_with("optic:") || line.rule.id == "bill.rule.optic-class")
        return CableForm::Transceiver;
    return std::nullopt;
}

/// The take-off of the bill against a second count from cages and cables.
void recount(const Context& context, std::vector<Verdict>& verdicts) {
    struct Named {
        CableForm form;
        std::string_view word;
    };
    const PieceRecount& needed = context.lookUp<DrawnPieces>();
    std::array<std::int64_t, 3> billed{};
    for (const BillLine& line : billIn(context).lines)
        if (const std::optional<CableForm> form = formOf(line))
            billed[static_cast<std::size_t>(*form)] += line.designQuantityMilli;
    for (const Named& named : {Named{CableForm::Direct, "cables"}, Named{CableForm::Transceiver, "transceivers"},
                               Named{CableForm::Fibre, "fibres"}}) {
        const std::int64_t found = billed[static_cast<std::size_t>(named.form)], wanted = needed.of(named.form) * 1000;
        if (found == 0 && wanted == 0)
            continue;
        Verdict verdict;
        verdict.measured = Value(static_cast<double>(found) / 1000);
        verdict.limit = Value(static_cast<double>(wanted) / 1000);
        if (found != wanted) {
            verdict.state = RuleState::Failed;
            verdict.cause = std::string("count:").append(named.word);
            verdict.message = Message(std::string("rule.QUOTE-01.").append(named.word))
                                  .with("found", verdict.measured->typical())
                                  .with("needed", verdict.limit->typical());
        }
        verdicts.push_back(std::move(verdict));
    }
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
        // More of what plant or racks need is a choice; cables and optics equal what is drawn, spares are lines of
        // their own.
        const bool isShort = line.quantityMilli < line.designQuantityMilli;
        if (isShort || (line.quantityMilli > line.designQuantityMilli && formOf(line))) {
            verdict.state = RuleState::Failed;
            verdict.cause = line.key;
            verdict.message = Message(isShort ? "rule.QUOTE-01.short" : "rule.QUOTE-01.surplus")
                                  .with("line", line.number)
                                  .with("found", verdict.measured->typical())
                                  .with("needed", verdict.limit->typical());
        }
        verdicts.push_back(std::move(verdict));
    }
    recount(context, verdicts);
    if (plan.unknown > 0) {
        Verdict verdict = notChecked({}, "cabling.ends", Message("rule.QUOTE-01.open").with("count", plan.unknown));
        verdict.cause = "open";
        verdicts.push_back(std::move(verdict));
    }
    if (plan.without > 0) {
        Verdict verdict =
            notChecked({}, "cabling.part", Message("rule.QUOTE-01.without-part").with("count", plan.without));
        verdict.cause = "without-part";
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
    rule.reference = "reference.take-off";
    rule.check = counts;
    return rule;
}

} // namespace rackwright
