// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/finding_text.h"

#include "app/echo.h"
#include "app/figure_text.h"
#include "ui/report/edition.h"
#include "ui/report/finding_counts.h"
#include "ui/report/subject_text.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr std::size_t kSubjectsShown = 6;

// What nobody named has no label that tells a person which it is. A cable is known by what it joins; of several between
// the same devices the number tells which.
std::string labelOf(const Context& context, Subject subject, const Finding& finding, const Texts& texts) {
    if (subject.kind == SubjectKind::Cable) {
        const std::string name = subjectName(context, subject);
        const bool isAlone = std::ranges::count_if(finding.subjects, [&](Subject other) {
                                 return other.kind == SubjectKind::Cable && subjectName(context, other) == name;
                             }) == 1;
        const std::string label = std::string(enumName(subject.kind)) + ":" + name;
        return isAlone ? label : label + " (" + std::to_string(subject.id) + ")";
    }
    const bool isUnnamed = subjectName(context, subject) == std::to_string(subject.id);
    return isUnnamed ? subjectText(context.design(), subject, texts) : subjectLabel(context, subject);
}

// "rack:A01, rack:A02 and 12 more"; empty for the design itself.
std::string subjectsText(const Context& context, const Finding& finding, const Texts& texts) {
    std::string text;
    for (std::size_t i = 0; i < std::min(finding.subjects.size(), kSubjectsShown); ++i) {
        const std::string label = labelOf(context, finding.subjects[i], finding, texts);
        text += (text.empty() || label.empty() ? "" : ", ") + label;
    }
    if (finding.subjects.size() <= kSubjectsShown)
        return text;
    return texts.sentence(
        Message("check.more-subjects").with("shown", text).with("more", finding.subjects.size() - kSubjectsShown));
}

// "ERROR" for what failed, else the state.
std::string headWord(const Finding& finding, const Texts& texts) {
    if (finding.state == RuleState::Failed)
        return texts.text("severity." + std::string(enumName(finding.severity)));
    return texts.text("state." + std::string(enumName(finding.state)));
}

void writeBound(JsonWriter& json, const Context& context, const char* name, const std::optional<Value>& value,
                const std::string& unit) {
    json.key(name);
    if (!value) {
        json.null();
        return;
    }
    json.beginObject();
    writeValue(json, context, *value, unit);
    json.endObject();
}

void writeFinding(JsonWriter& json, const Context& context, const Finding& finding, const Texts& texts,
                  Edition edition) {
    json.beginObject()
        .member("rule", finding.rule->id)
        .member("state", enumName(finding.state))
        .member("severity", enumName(finding.severity))
        .member("key", finding.key)
        .member("title", texts.text(finding.rule->title))
        .member("message", texts.sentence(findingMessage(finding, context.project(), texts)));
    json.key("subjects").beginArray();
    for (const Subject subject : finding.subjects)
        json.text(subjectLabel(context, subject));
    json.endArray();
    writeBound(json, context, "measured", finding.measured, finding.unit);
    writeBound(json, context, "limit", finding.limit, finding.unit);
    json.member("advice", texts.text(adviceOf(finding, texts)))
        .member("reference", referenceOfEdition(texts.text(finding.rule->reference), edition))
        .member("ruleOfThumb", finding.isRuleOfThumb)
        .member("missing", finding.missing);
    if (finding.acceptance && finding.state == RuleState::Accepted)
        json.key("accepted")
            .beginObject()
            .member("by", finding.acceptance->person)
            .member("on", finding.acceptance->date)
            .member("reason", finding.acceptance->reason)
            .endObject();
    json.endObject();
}

} // namespace

std::string findingText(const Context& context, const Finding& finding, const Texts& texts) {
    const Message message = findingMessage(finding, context.project(), texts);
    const bool isInputNamed = message.id != finding.message.id;
    std::string out =
        headWord(finding, texts) + "  " + finding.rule->id + "  " + onOneLine(texts.sentence(message)) + '\n';
    const auto line = [&out](const std::string& text) { out += "    " + onOneLine(text) + '\n'; };
    if (const std::string subjects = subjectsText(context, finding, texts); !subjects.empty())
        line(subjects);
    if (finding.measured && finding.limit)
        line(texts.sentence(Message("check.found")
                                .with("measured", amountText(context, *finding.measured, finding.unit, texts))
                                .with("limit", amountText(context, *finding.limit, finding.unit, texts))));
    if (finding.isRuleOfThumb)
        line(texts.text("check.rule-of-thumb"));
    if (finding.state == RuleState::Accepted && finding.acceptance)
        line(texts.sentence(Message("check.accepted")
                                .with("person", finding.acceptance->person)
                                .with("date", finding.acceptance->date)
                                .with("reason", finding.acceptance->reason)));
    else if (finding.state == RuleState::NotChecked && isInputNamed)
        return out;
    else if (finding.state == RuleState::NotChecked && !finding.missing.empty())
        line(
            texts.sentence(Message("check.missing").with("key", inputText(finding.missing, context.project(), texts))));
    else if (!adviceOf(finding, texts).empty())
        line(texts.text(adviceOf(finding, texts)));
    return out;
}

std::string ruleLines(const std::vector<RuleCounts>& rules, const Texts& texts) {
    std::string out;
    for (const RuleCounts& counts : rules) {
        const bool isNotApplicable = counts.state() == RuleState::NotApplicable;
        const char* id = counts.isBroken ? "check.rule.broken" : isNotApplicable ? "check.rule.none" : "check.rule";
        out += texts.sentence(Message(id)
                                  .with("rule", counts.rule->id)
                                  .with("title", texts.text(counts.rule->title))
                                  .with("passed", counts.passed)
                                  .with("failed", counts.failed)
                                  .with("accepted", counts.accepted)
                                  .with("not-applicable", counts.notApplicable)
                                  .with("not-checked", counts.notChecked)) +
               '\n';
    }
    return out;
}

std::string countsLines(const CheckReport& report, const Texts& texts) {
    return texts.sentence(message(findingCounts(report))) + '\n' +
           texts.sentence(Message("check.counts")
                              .with("passed", report.passed)
                              .with("failed", report.failed)
                              .with("accepted", report.accepted)
                              .with("not-applicable", report.notApplicable)
                              .with("not-checked", report.notChecked));
}

void writeRequirements(JsonWriter& json, const Context& context, const FigureTable& figures, Edition edition) {
    json.key("requirements").beginArray();
    for (const RequirementAnswer& answer : requirementAnswers(context, figures)) {
        const Requirement& requirement = *answer.requirement;
        json.beginObject()
            .member("number", requirement.number)
            .member("text", requirement.text)
            .member("need", enumName(requirement.need))
            .member("compliance", enumName(answer.compliance))
            .member("gap", enumName(answer.gap))
            .member("figure", requirement.figure);
        if (!requirement.figure.empty())
            json.member("comparison", enumName(requirement.comparison));
        const bool hasTarget =
            answer.figure && (answer.gap == ComplianceGap::None || answer.gap == ComplianceGap::UnknownValue ||
                              answer.gap == ComplianceGap::RangeReaches);
        std::optional<Value> value;
        if (answer.figure)
            value = valueOfEdition(requirement.figure, answer.figure->value, edition);
        writeBound(json, context, "value", value, answer.unit);
        writeBound(json, context, "target", hasTarget ? std::optional(answer.target) : std::nullopt, answer.unit);
        if (answer.judged)
            json.member("judgedBy", answer.judged->givenBy.person).member("judgedOn", answer.judged->givenBy.date);
        json.endObject();
    }
    json.endArray();
}

void writeReport(JsonWriter& json, const Context& context, const CheckReport& report, const Texts& texts,
                 Edition edition) {
    json.key("findings").beginArray();
    for (const Finding& finding : report.findings)
        writeFinding(json, context, finding, texts, edition);
    json.endArray();
    const FindingCounts counted = findingCounts(report);
    json.key("findingCounts")
        .beginObject()
        .member("errors", counted.errors)
        .member("warnings", counted.warnings)
        .member("notes", counted.notes)
        .member("notChecked", counted.notChecked)
        .member("accepted", counted.accepted)
        .endObject();
    json.key("counts")
        .beginObject()
        .member("passed", report.passed)
        .member("failed", report.failed)
        .member("accepted", report.accepted)
        .member("notApplicable", report.notApplicable)
        .member("notChecked", report.notChecked)
        .endObject();
    json.key("internalErrors").beginArray();
    for (const Error& error : report.internalErrors)
        json.text(texts.sentence(error.message));
    json.endArray();
}

void writeRules(JsonWriter& json, const std::vector<RuleCounts>& rules, const Texts& texts) {
    json.key("rules").beginArray();
    for (const RuleCounts& counts : rules)
        json.beginObject()
            .member("rule", counts.rule->id)
            .member("title", texts.text(counts.rule->title))
            .member("state", counts.isBroken ? std::string_view("internal-error") : enumName(counts.state()))
            .member("passed", counts.passed)
            .member("failed", counts.failed)
            .member("accepted", counts.accepted)
            .member("notApplicable", counts.notApplicable)
            .member("notChecked", counts.notChecked)
            .endObject();
    json.endArray();
}

} // namespace rackwright
