// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/judging.h"
#include "solvers/fabric/network_rules.h"
#include "solvers/fabric/node_ladder.h"

namespace rackwright {

namespace {

// A module of a base board sits in no slot of its node. What does not say what it is may be a card.
bool isModule(const Part& accelerator) {
    const auto form = textFact(accelerator, "form-factor").typical();
    return form && !form->starts_with("PCIe");
}

// NET-16: slots are no slower than the cards in them. One verdict a kind of node, about all of them.
std::vector<Verdict> slots(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const NodeKind& kind : context.lookUp<NodeKinds>().all()) {
        const Part* accelerator = context.part(kind.accelerator);
        const std::optional<HostLink> link = hostLinkOf(context, kind);
        const Value slot = plainPartNumber(context, kind.system, attribute::slotGeneration.key);
        if (!accelerator || !link || !link->isPcie() || (!slot.isKnown() && isModule(*accelerator))) {
            verdicts.push_back(notApplicable(kind.subject()));
            continue;
        }
        Judged slots{kind.subject(),
                     context.part(kind.system)->model,
                     slot,
                     Value(link->generation, textFact(*accelerator, "host-interface").grade),
                     Bound::AtLeast,
                     "",
                     "rule.NET-16.slower",
                     Severity::Warning,
                     partKey(context, kind.system, attribute::slotGeneration.key),
                     context.part(kind.system)->id};
        Verdict verdict = judged(std::move(slots));
        if (verdict.state == RuleState::Failed)
            verdict.message.with("accelerator", accelerator->model);
        for (std::size_t i = 1; i < kind.devices.size(); ++i)
            verdict.others.push_back(Subject(kind.devices[i]));
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

} // namespace

std::vector<Rule> nodeRules() {
    return {makeRule("NET-16", PowerBasis::None, "reference.slot-generation", slots, Reads::only({"devices"}))};
}

} // namespace rackwright
