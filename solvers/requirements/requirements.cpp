// SPDX-License-Identifier: GPL-3.0-or-later
// REQ-01: a requirement missed; a must is an error, a wish a warning.
#include "solvers/requirements/requirements.h"

#include "model/project/site_fields.h"
#include "model/units/units.h"
#include "solvers/cooling/figures.h"
#include "solvers/cost/figures.h"
#include "solvers/cost/price.h"
#include "solvers/power/figures.h"
#include "solvers/requirements/requirement_text.h"
#include "solvers/requirements/requirements_domain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {

constexpr std::string_view kAboutRequirements = "requirements";

bool isDecimal(char c) { return c >= '0' && c <= '9'; }

/// A sentence with a year of this century, such as "in service by 2027-06-30" or "Q3 2027".
bool namesDate(std::string_view text) {
    for (std::size_t at = text.find("20"); at != std::string_view::npos; at = text.find("20", at + 1)) {
        const bool isApart = at == 0 || !isDecimal(text[at - 1]);
        const bool isYear = at + 4 <= text.size() && isDecimal(text[at + 2]) && isDecimal(text[at + 3]) &&
                            (at + 4 == text.size() || !isDecimal(text[at + 4]));
        if (isApart && isYear)
            return true;
    }
    return false;
}

// Targets are typed in decimals, figures come from sums of doubles.
constexpr double kTolerance = 1e-9;

bool isMoney(std::string_view unit) { return unit.find(kMoneyUnit) != std::string_view::npos; }

/// "USD/h" -> "USD", "/h".
std::pair<std::string_view, std::string_view> splitMoney(std::string_view unit) {
    const std::size_t end = std::min<std::size_t>(3, unit.size());
    return {unit.substr(0, end), unit.substr(end)};
}

/// Target in the base of the figure's unit, or why not.
struct Target {
    std::optional<double> value;
    ComplianceGap gap = ComplianceGap::None;
};

Target moneyTarget(const Context& context, const Requirement& requirement, std::string_view figureUnit) {
    const QuoteHeader& quote = context.project().quote;
    const std::string own = unitText(context, figureUnit);
    if (requirement.unit.empty() || requirement.unit == own)
        return {requirement.target};
    const auto [code, rest] = splitMoney(requirement.unit);
    const Result<Currency> currency = Currency::parse(code);
    if (!currency || rest != splitMoney(own).second)
        return {std::nullopt, ComplianceGap::OtherUnit};
    const ExchangeRate* rate = exchangeFrom(quote, *currency);
    if (!rate)
        return {std::nullopt, ComplianceGap::NoExchangeRate};
    return {requirement.target * static_cast<double>(rate->nanoRate) / 1e9};
}

Target targetOf(const Context& context, const Requirement& requirement, std::string_view figureUnit) {
    if (isMoney(figureUnit))
        return moneyTarget(context, requirement, figureUnit);
    // Counts and rack units are plain numbers; a requirement may leave their unit out.
    if (requirement.unit == figureUnit && (figureUnit.empty() || figureUnit == "U"))
        return {requirement.target};
    const std::string_view asked = requirement.unit.empty() ? figureUnit : std::string_view(requirement.unit);
    const Unit* unit = findUnit(asked);
    const Unit* own = findUnit(figureUnit);
    if (!unit || !own || !(unit->dimension == own->dimension) || unit->isAbsolute() != own->isAbsolute())
        return {std::nullopt, ComplianceGap::OtherUnit};
    return {unit->toSi(requirement.target)};
}

} // namespace

Compliance complianceOf(const Value& value, Comparison comparison, double target) {
    const double slack = std::abs(target) * kTolerance;
    const bool isAtLeast = value.typical() >= target - slack;
    const bool isAtMost = value.typical() <= target + slack;
    if (value.isUnknown())
        return Compliance::Unknown;
    const bool isBound = !value.isKnown();
    const bool isWhollyAtLeast = value.low() >= target - slack, isWhollyAtMost = value.high() <= target + slack;
    switch (comparison) {
    case Comparison::AtLeast:
        if (isAtLeast)
            return isWhollyAtLeast ? Compliance::Met : Compliance::Unknown;
        return isBound ? Compliance::Unknown : Compliance::NotMet;
    case Comparison::AtMost:
        if (!isAtMost)
            return Compliance::NotMet;
        return isBound || !isWhollyAtMost ? Compliance::Unknown : Compliance::Met;
    case Comparison::Equal:
        if (isBound)
            return isAtMost ? Compliance::Unknown : Compliance::NotMet;
        return isAtLeast && isAtMost ? Compliance::Met : Compliance::NotMet;
    }
    RW_CHECK(false, "every comparison is judged above");
}

namespace {

RequirementAnswer answerOfPerson(const Context& context, const Requirement& requirement) {
    RequirementAnswer answer;
    answer.requirement = &requirement;
    answer.judged = judgementOf(context.project(), requirement);
    switch (judgementIn(answer.judged)) {
    case Judgement::Met:
        answer.compliance = Compliance::Met;
        break;
    case Judgement::NotMet:
        answer.compliance = Compliance::NotMet;
        break;
    case Judgement::Open:
        answer.gap = ComplianceGap::NotJudged;
        break;
    }
    return answer;
}

RequirementAnswer answerOf(const Context& context, const Requirement& requirement, const FigureTable& figures) {
    if (requirement.figure.empty()) {
        RequirementAnswer byPerson = answerOfPerson(context, requirement);
        const auto promise = byPerson.judged ? std::nullopt : readPromise(requirement.text, context, figures);
        if (!promise)
            return byPerson;
        auto read = std::make_shared<Requirement>(requirement);
        read->figure = promise->figure;
        read->comparison = promise->target.comparison.value_or(Comparison::AtMost);
        read->target = promise->target.target;
        read->unit = promise->target.unit;
        RequirementAnswer answer = answerOf(context, *read, figures);
        answer.read = std::move(read);
        return answer;
    }
    RequirementAnswer answer;
    answer.requirement = &requirement;
    answer.unit = requirement.unit;
    answer.figure = figures.find(requirement.figure);
    if (!answer.figure || answer.figure->error) {
        answer.gap = ComplianceGap::NoFigure;
        return answer;
    }
    const std::string& figureUnit = answer.figure->definition->unit;
    // Value and target are in the quote's currency, whatever the customer named.
    if (answer.unit.empty() || isMoney(figureUnit))
        answer.unit = unitText(context, figureUnit);
    const Target target = targetOf(context, requirement, figureUnit);
    if (!target.value) {
        answer.gap = target.gap;
        return answer;
    }
    answer.target = Value(*target.value, Grade::CustomerStatement);
    answer.compliance = complianceOf(answer.figure->value, requirement.comparison, *target.value);
    if (answer.compliance == Compliance::Unknown)
        answer.gap = answer.figure->value.isKnown() ? ComplianceGap::RangeReaches : ComplianceGap::UnknownValue;
    return answer;
}

std::string_view gapMessage(ComplianceGap gap) {
    switch (gap) {
    case ComplianceGap::None:
    case ComplianceGap::UnknownValue:
        return "rule.req-01.unknown";
    case ComplianceGap::NoFigure:
        return "rule.req-01.no-figure";
    case ComplianceGap::OtherUnit:
        return "rule.req-01.other-unit";
    case ComplianceGap::NoExchangeRate:
        return "rule.req-01.no-exchange-rate";
    case ComplianceGap::NotJudged:
        return "rule.req-01.not-judged";
    case ComplianceGap::RangeReaches:
        return "rule.req-01.range-reaches";
    }
    RW_CHECK(false, "every gap has its message");
}

Verdict verdictOf(const RequirementAnswer& answer) {
    const Requirement& requirement = *answer.requirement;
    Verdict verdict;
    verdict.severity = requirement.need == Need::Must ? Severity::Error : Severity::Warning;
    verdict.cause = "requirement:" + std::to_string(requirement.id.value);
    verdict.unit = answer.unit;
    if (answer.figure) {
        verdict.subject = answer.figure->subject;
        verdict.measured = answer.figure->value;
    }
    if ((answer.gap == ComplianceGap::None || answer.gap == ComplianceGap::RangeReaches) && answer.figure)
        verdict.limit = answer.target;
    switch (answer.compliance) {
    case Compliance::Met:
        verdict.state = RuleState::Passed;
        return verdict;
    case Compliance::NotMet:
        verdict.state = RuleState::Failed;
        verdict.message = Message(answer.judged ? "rule.req-01.failed-by-person" : "rule.req-01.failed");
        break;
    case Compliance::Unknown:
        verdict.state = RuleState::NotChecked;
        verdict.message = Message(std::string(gapMessage(answer.gap)));
        verdict.missing = answer.gap == ComplianceGap::UnknownValue || answer.gap == ComplianceGap::RangeReaches
                              ? "figure:" + requirement.figure
                              : "requirement:" + std::to_string(requirement.number);
        break;
    }
    verdict.message.with("number", requirement.number)
        .with("text", requirement.text)
        .with("figure", requirement.figure)
        .with("unit", requirement.unit)
        .with("person", answer.judged ? answer.judged->givenBy.person : std::string())
        .with("date", answer.judged ? answer.judged->givenBy.date : std::string());
    return verdict;
}

std::vector<Verdict> checkRequirements(const Context& context, const FigureTable& figures) {
    std::vector<Verdict> verdicts;
    for (const RequirementAnswer& answer : requirementAnswers(context, figures))
        verdicts.push_back(verdictOf(answer));
    return verdicts;
}

} // namespace

std::vector<std::string_view> openPartsOf(const Project& project, const Rfi& rfi) {
    if (rfi.about != kAboutRequirements)
        return {};
    bool hasAccelerators = false, hasBudget = false, hasPue = false, hasDates = false;
    for (const Requirement& requirement : project.requirements) {
        const std::string_view figure = requirement.figure;
        const bool isTime = figure.starts_with(figure_of::costLeadTimeLongest.name);
        hasAccelerators |= figure.find(".accelerators") != std::string_view::npos;
        hasBudget |= figure.starts_with("cost.") && !isTime;
        hasPue |= figure.starts_with(figure_of::powerPue.name) || figure.starts_with(figure_of::coolingYearPue.name);
        hasDates |= isTime || (figure.empty() && namesDate(requirement.text));
    }
    std::vector<std::string_view> open;
    const std::array<std::pair<bool, std::string_view>, kRequirementParts> parts = {
        {{hasAccelerators, "accelerators"}, {hasBudget, "budget"}, {hasPue, "pue"}, {hasDates, "dates"}}};
    for (const auto& [isStated, part] : parts)
        if (!isStated)
            open.push_back(part);
    return open;
}

// What is asked about a field of the site record is answered once the field is known.
RfiStatus statusOf(const Project& project, const Rfi& rfi) {
    const SiteField* field = findSiteField(project, rfi.about);
    const bool isStated = rfi.about == kAboutRequirements ? openPartsOf(project, rfi).empty()
                                                          : field && field->knowledge == Knowledge::Known;
    const bool isAnswered = rfi.status == RfiStatus::Open && isStated;
    return isAnswered ? RfiStatus::Answered : rfi.status;
}

std::vector<RequirementAnswer> requirementAnswers(const Context& context, const FigureTable& figures) {
    std::vector<RequirementAnswer> answers;
    for (const Requirement& requirement : context.project().requirements)
        answers.push_back(answerOf(context, requirement, figures));
    std::ranges::stable_sort(answers, {}, [](const RequirementAnswer& a) { return a.requirement->number; });
    return answers;
}

const RequirementAnswer* worstAnswer(std::span<const RequirementAnswer> answers, std::string_view figure) {
    const auto rank = [](Compliance compliance) {
        return compliance == Compliance::NotMet ? 2 : compliance == Compliance::Unknown ? 1 : 0;
    };
    const RequirementAnswer* worst = nullptr;
    for (const RequirementAnswer& answer : answers)
        if (answer.requirement->figure == figure && (!worst || rank(answer.compliance) > rank(worst->compliance)))
            worst = &answer;
    return worst;
}

std::vector<Rule> requirementRules() {
    Rule rule;
    rule.id = "REQ-01";
    rule.title = "rule.req-01.title";
    rule.advice = "rule.req-01.advice";
    rule.reference = "reference.requirements";
    rule.checkFigures = checkRequirements;
    return {rule};
}

} // namespace rackwright
