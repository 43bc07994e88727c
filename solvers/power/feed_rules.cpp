// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/feed_rules.h"

#include "solvers/engine/judging.h"
#include "solvers/power/loads.h"
#include "solvers/power/upstream.h"

namespace rackwright {

namespace {

Verdict unfed(Subject subject, Severity severity, Message message, std::string cause) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = severity;
    verdict.subject = subject;
    verdict.message = std::move(message);
    verdict.cause = std::move(cause);
    return verdict;
}

// Devices of a rack hang on its PDUs or shelves.
void judgeRack(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const Subject subject{SubjectKind::Rack, rack.id.value};
    if (!lacksPdu(context, rack)) {
        verdicts.push_back(context.contents(rack.id).groups.empty() ? notApplicable(subject) : passed(subject));
        return;
    }
    if (!context.lookUp<Upstream>().hasElements()) {
        verdicts.push_back(
            notChecked(subject, "rack-pdus", Message("rule.POWER-09.not-drawn").with("subject", rack.name)));
        return;
    }
    const Value load = rackPower<Value>(context, rack.id, LoadKind::Peak).si();
    Message message(load.isUnknown() ? "rule.POWER-09.no-pdu" : "rule.POWER-09.no-pdu-of");
    message.with("subject", rack.name);
    if (!load.isUnknown())
        message.with("found", inUnit(load.typical(), "kW"));
    verdicts.push_back(unfed(subject, Severity::Warning, std::move(message), "no-pdu"));
}

void judgeElement(const Context& context, const PowerElement& element, std::vector<Verdict>& verdicts) {
    const Subject subject{SubjectKind::PowerElement, element.id.value};
    if (hasFeed(context, element)) {
        verdicts.push_back(passed(subject));
        return;
    }
    if (!context.lookUp<Upstream>().isUnfed(element)) {
        verdicts.push_back(
            notChecked(subject, "power-links", Message("rule.POWER-09.not-drawn").with("subject", element.name)));
        return;
    }
    verdicts.push_back(unfed(subject, Severity::Error, Message("rule.POWER-09.no-feed").with("subject", element.name),
                             "no-feed:" + std::string(enumName(element.kind))));
}

std::vector<Verdict> judgeOthers(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const PowerElement& element : context.design().powerElements)
        if (element.scope.isPresent() && needsFeed(element.kind))
            judgeElement(context, element, verdicts);
    for (const Device& device : context.design().devices)
        if (isLooseOnFloor(context, device))
            verdicts.push_back(notChecked({SubjectKind::Device, device.id.value}, "power-links",
                                          Message("rule.POWER-09.not-drawn").with("subject", device.name)));
    return verdicts;
}

} // namespace

Rule feedRule() {
    return makeRackRule("POWER-09", PowerBasis::ExpectedPeak, "topology of the design", judgeRack,
                        Reads::rackOnly({"power_elements", "power_links"}), judgeOthers);
}

} // namespace rackwright
