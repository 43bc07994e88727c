// SPDX-License-Identifier: GPL-3.0-or-later
// QUOTE-02: parts that should not be offered as they are, and the note on export control.
#include "model/parts/part_title.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/cost/cost_kernels.h"

#include "model/project/site_fields.h"

#include <algorithm>

namespace rackwright {

namespace {

template <class Q>
bool isRecalled(const Fact<Q>& fact) {
    return !fact.isUnknown() && fact.grade == Grade::Recalled;
}

/// A fact without a source that somebody remembered, anywhere in the part.
bool hasRecalledFact(const Part& part) {
    return std::ranges::any_of(part.attributes,
                               [](const Attribute& a) { return isRecalled(a.number) || isRecalled(a.text); }) ||
           std::ranges::any_of(part.powerModes, [](const PowerMode& mode) { return isRecalled(mode.power); }) ||
           std::ranges::any_of(part.rates, [](const ComputeRate& rate) { return isRecalled(rate.rate); }) ||
           std::ranges::any_of(part.portGroups, [](const PortGroup& group) { return isRecalled(group.speed); }) ||
           std::ranges::any_of(part.prices, [](const Price& price) { return isRecalled(price.rate); });
}

/// A thing of the line that a click can go to.
Subject subjectOf(const Context& context, const BillLine& line) {
    for (const Device& device : context.design().devices)
        if (device.part == line.part)
            return Subject(device.id);
    if (!line.racks.empty())
        return Subject(line.racks.front());
    return {};
}

Verdict failedPart(const Context& context, const BillLine& line, const Part& part, std::string id) {
    Verdict failed;
    failed.state = RuleState::Failed;
    failed.severity = Severity::Warning;
    failed.subject = subjectOf(context, line);
    failed.cause = id;
    failed.message = Message(std::move(id)).with("part", partTitle(part));
    return failed;
}

void checkPart(const Context& context, const BillLine& line, const Part& part, std::vector<Verdict>& verdicts) {
    const std::size_t before = verdicts.size();
    if (part.procurement == Procurement::CloudOnly || part.category == PartCategory::CloudInstance)
        verdicts.push_back(failedPart(context, line, part, "rule.quote-02.cloud-only"));
    if (part.lifecycle == Lifecycle::Discontinued || part.lifecycle == Lifecycle::Withdrawn)
        verdicts.push_back(failedPart(context, line, part, "rule.quote-02.discontinued"));
    if (hasRecalledFact(part))
        verdicts.push_back(failedPart(context, line, part, "rule.quote-02.unverified"));
    if (verdicts.size() > before)
        return;
    Verdict answer;
    answer.subject = subjectOf(context, line);
    answer.severity = Severity::Warning;
    if (part.lifecycle == Lifecycle::Unknown || part.procurement == Procurement::Unknown) {
        answer.state = RuleState::NotChecked;
        answer.message = Message("rule.quote-02.unknown-state").with("part", partTitle(part));
        answer.missing = "part:" + part.id + ":lifecycle";
        answer.cause = "rule.quote-02.unknown-state";
    }
    verdicts.push_back(std::move(answer));
}

std::string destination(const Context& context) {
    const std::string& country = context.project().quote.destinationCountry;
    return country.empty() ? siteText(context.project(), site::country) : country;
}

/// A note to have the licence checked, never a verdict on it.
Verdict exportNote(const Context& context) {
    Verdict answer;
    answer.severity = Severity::Note;
    answer.cause = "rule.quote-02.export";
    const double accelerators = boughtAccelerators<Value>(context).typical();
    if (accelerators <= 0) {
        answer.state = RuleState::NotApplicable;
        return answer;
    }
    const std::string country = destination(context);
    if (country.empty()) {
        answer.state = RuleState::NotChecked;
        answer.message = Message("rule.quote-02.no-country");
        answer.missing = site::country;
        return answer;
    }
    if (country == "US")
        return answer;
    answer.state = RuleState::Failed;
    answer.message = Message("rule.quote-02.export")
                         .with("accelerators", static_cast<std::int64_t>(accelerators))
                         .with("country", country);
    return answer;
}

std::vector<Verdict> checkParts(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const BillLine& line : billIn(context).lines)
        if (const Part* part = context.part(line.part); part && line.counts())
            checkPart(context, line, *part, verdicts);
    verdicts.push_back(exportNote(context));
    return verdicts;
}

} // namespace

std::vector<Rule> quoteRules() {
    Rule rule;
    rule.id = "QUOTE-02";
    rule.title = "rule.quote-02.title";
    rule.advice = "rule.quote-02.advice";
    rule.reference = "reference.part-state";
    rule.check = checkParts;
    return {rule};
}

} // namespace rackwright
