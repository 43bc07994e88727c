// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/rules.h"

#include "model/units/number_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace rackwright {

namespace {

std::string textOf(const Value& value) {
    if (value.isUnknown())
        return "unknown";
    std::string text = shortestDigits(value.low());
    if (value.isRange())
        text += "/" + shortestDigits(value.typical()) + "/" + shortestDigits(value.high());
    if (!value.isKnown())
        text += "+" + std::to_string(value.unknownTerms()) + "?";
    return text;
}

std::string textOf(const std::optional<Value>& value) { return value ? textOf(*value) : std::string("-"); }

Severity severityOf(const Verdict& verdict) {
    return verdict.isRuleOfThumb ? std::min(verdict.severity, Severity::Warning) : verdict.severity;
}

// What makes two verdicts of one rule one finding. It holds ids and numbers, never names.
std::string causeOf(const Verdict& verdict) {
    // A value that is missing is asked for once; what is to be drawn, in each room.
    if (verdict.state == RuleState::NotChecked)
        return "missing:" + verdict.missing +
               (verdict.missing.starts_with("room.") && !verdict.cause.empty() ? ":" + verdict.cause : "");
    const std::string severity(enumName(severityOf(verdict)));
    if (!verdict.cause.empty())
        return severity + ":" + verdict.cause;
    return severity + ":" + verdict.message.id + ":" + textOf(verdict.limit);
}

// How far a measured figure is from its limit, as a share of the limit.
double excess(const Verdict& verdict) {
    if (!verdict.measured || !verdict.limit || verdict.measured->isUnknown() || verdict.limit->isUnknown())
        return 0;
    const double limit = verdict.limit->typical();
    const double difference = std::abs(verdict.measured->typical() - limit);
    return limit == 0 ? difference : difference / std::abs(limit);
}

std::string figuresOf(const Finding& finding, std::size_t count) {
    return "measured=" + textOf(finding.measured) + ";limit=" + textOf(finding.limit) +
           ";count=" + std::to_string(count);
}

Finding findingOf(const Rule& rule, const std::string& cause, std::vector<const Verdict*> verdicts) {
    const auto subjectOf = [](const Verdict* verdict) { return verdict->subject; };
    if (!std::ranges::is_sorted(verdicts, {}, subjectOf))
        std::ranges::stable_sort(verdicts, {}, subjectOf);
    const Verdict& worst = **std::ranges::max_element(
        verdicts, [](const Verdict* a, const Verdict* b) { return excess(*a) < excess(*b); });
    Finding finding;
    finding.rule = &rule;
    finding.state = worst.state;
    finding.severity = severityOf(worst);
    finding.key = rule.id + ":" + cause;
    finding.message = worst.message;
    finding.measured = worst.measured;
    finding.limit = worst.limit;
    finding.unit = worst.unit;
    finding.missing = worst.missing;
    finding.isRuleOfThumb = worst.isRuleOfThumb;
    for (const Verdict* verdict : verdicts) {
        finding.subjects.push_back(verdict->subject);
        finding.subjects.insert(finding.subjects.end(), verdict->others.begin(), verdict->others.end());
    }
    if (!std::ranges::is_sorted(finding.subjects))
        std::ranges::sort(finding.subjects);
    const auto repeated = std::ranges::unique(finding.subjects);
    finding.subjects.erase(repeated.begin(), repeated.end());
    finding.figures = figuresOf(finding, verdicts.size());
    return finding;
}

void accept(Finding& finding, const Table<AcceptedFinding>& accepted) {
    if (finding.state != RuleState::Failed)
        return;
    for (const AcceptedFinding& row : accepted) {
        if (row.key != finding.key)
            continue;
        finding.acceptance = row;
        if (row.figures == finding.figures) {
            finding.state = RuleState::Accepted;
            return;
        }
    }
}

// Failed first, then accepted, then not checked.
int stateOrder(RuleState state) {
    switch (state) {
    case RuleState::Failed:
        return 0;
    case RuleState::Accepted:
        return 1;
    case RuleState::NotChecked:
        return 2;
    case RuleState::Passed:
    case RuleState::NotApplicable:
        return 3;
    }
    RW_CHECK(false, "every state of a rule has its place");
}

void addFindings(const RuleSummary& summary, const Table<AcceptedFinding>& accepted, CheckReport& report) {
    report.passed += summary.passed;
    report.notApplicable += summary.notApplicable;
    for (const auto& [unaccepted, verdicts] : summary.causes) {
        Finding finding = unaccepted;
        accept(finding, accepted);
        if (finding.state == RuleState::NotChecked)
            report.notChecked += verdicts;
        else if (finding.state == RuleState::Accepted)
            report.accepted += verdicts;
        else
            report.failed += verdicts;
        report.findings.push_back(std::move(finding));
    }
}

} // namespace

void VerdictSorter::add(const Verdict& verdict) {
    if (verdict.state == RuleState::Passed)
        ++m_passed;
    else if (verdict.state == RuleState::NotApplicable)
        ++m_notApplicable;
    else
        m_open.push_back(&verdict);
}

void VerdictSorter::add(std::size_t passed, std::size_t notApplicable, const std::vector<Verdict>& others) {
    m_passed += passed;
    m_notApplicable += notApplicable;
    for (const Verdict& verdict : others)
        m_open.push_back(&verdict);
}

RuleSummary VerdictSorter::summary(const Rule& rule) const {
    RuleSummary summary;
    summary.passed = m_passed;
    summary.notApplicable = m_notApplicable;
    std::map<std::string, std::vector<const Verdict*>> causes;
    for (const Verdict* verdict : m_open)
        causes[causeOf(*verdict)].push_back(verdict);
    for (auto& [cause, verdicts] : causes)
        summary.causes.push_back({findingOf(rule, cause, verdicts), verdicts.size()});
    return summary;
}

CheckReport reportOf(const std::vector<RuleResult>& results, const Table<AcceptedFinding>& accepted) {
    CheckReport report;
    for (const RuleResult& result : results) {
        if (result.error)
            report.internalErrors.push_back(*result.error);
        if (result.summary)
            addFindings(*result.summary, accepted, report);
    }
    std::ranges::stable_sort(report.findings, [](const Finding& a, const Finding& b) {
        return std::pair(stateOrder(a.state), -static_cast<int>(a.severity)) <
               std::pair(stateOrder(b.state), -static_cast<int>(b.severity));
    });
    return report;
}

std::vector<Verdict> verdictsOf(const Rule& rule, const Context& context) {
    RW_CHECK(!rule.checkFigures, "a rule on figures is judged in a solve");
    std::vector<Verdict> verdicts;
    if (rule.checkEach)
        for (const Subject subject : subjectsOf(context, rule.subject))
            rule.checkEach(context, subject, verdicts);
    if (rule.check)
        for (Verdict& verdict : rule.check(context))
            verdicts.push_back(std::move(verdict));
    return verdicts;
}

AcceptedFinding acceptanceOf(const Finding& finding, Id<AcceptedFinding> id, std::string person, std::string date,
                             std::string reason) {
    return {id, finding.key, finding.figures, std::move(person), std::move(date), std::move(reason)};
}

Verdict passed(Subject subject) {
    Verdict verdict;
    verdict.subject = subject;
    return verdict;
}

Verdict notApplicable(Subject subject) {
    Verdict verdict;
    verdict.state = RuleState::NotApplicable;
    verdict.subject = subject;
    return verdict;
}

Verdict notChecked(Subject subject, std::string missing, Message message) {
    Verdict verdict;
    verdict.state = RuleState::NotChecked;
    verdict.subject = subject;
    verdict.missing = std::move(missing);
    verdict.message = std::move(message);
    return verdict;
}

} // namespace rackwright
