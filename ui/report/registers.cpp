// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/registers.h"

#include "solvers/engine/reader.h"
#include "solvers/requirements/requirements.h"
#include "ui/report/edition.h"
#include "ui/report/subject_text.h"
#include "ui/text/short_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace rackwright {

namespace {

ScheduleColumn text(std::string header) { return {std::move(header), ColumnKind::Text, {}, 4}; }

ScheduleCell word(std::string_view prefix, std::string_view name) {
    return Message(std::string(prefix) + std::string(name));
}

std::string givenByText(const GivenBy& given, const Texts& texts) {
    const bool isNamed = !given.person.empty() || (given.date.empty() && given.document.empty());
    std::string all = isNamed ? std::string() : texts.text("record.nobody-named");
    for (const std::string* part : {&given.person, &given.date, &given.document})
        if (!part->empty())
            all += (all.empty() ? "" : ", ") + *part;
    return all;
}

/// Number in the unit in which it was entered.
std::string enteredNumber(double si, const std::string& unit, const Texts& texts) {
    return texts.figure(Value(si), unit, siPerUnit(unit), {4});
}

std::string assumptionValue(const Assumption& assumption, const Texts& texts) {
    if (assumption.typical)
        return enteredNumber(*assumption.typical, assumption.unit, texts);
    return {};
}

std::string assumptionRange(const Assumption& assumption, const Texts& texts) {
    if (!assumption.low || !assumption.high || !(*assumption.low < *assumption.high))
        return {};
    const double middle = assumption.typical.value_or((*assumption.low + *assumption.high) / 2);
    return texts.figure(Value::range(*assumption.low, middle, *assumption.high, assumption.grade), assumption.unit,
                        siPerUnit(assumption.unit), {4});
}

/// Things of one kind that the same parties supply and install.
struct ResponsibilityKey {
    std::string item; ///< message id
    Party suppliedBy, installedBy;
    Status status;
    auto operator<=>(const ResponsibilityKey&) const = default;
};

/// Pieces; of pathways what the bill counts: runs of busway, metres of the others.
struct ResponsibilityAmount {
    std::int64_t count = 0;
    std::set<std::uint64_t> runs;
    std::optional<double> metres;
};

double drawnMetres(const Design& design, const PathSegment& segment) {
    const PathNode* from = design.pathNodes.find(segment.from);
    const PathNode* to = design.pathNodes.find(segment.to);
    if (!from || !to)
        return 0;
    return std::hypot(distance(from->place, to->place).inMetres(), (to->height - from->height).inMetres());
}

std::map<ResponsibilityKey, ResponsibilityAmount> responsibilities(const Context& context) {
    std::map<ResponsibilityKey, ResponsibilityAmount> amounts;
    const auto amountFor = [&amounts](std::string item, const Scope& scope) -> ResponsibilityAmount& {
        return amounts[{std::move(item), scope.suppliedBy, scope.installedBy, scope.status}];
    };
    const auto add = [&](std::string item, const Scope& scope) { ++amountFor(std::move(item), scope).count; };
    const Design& design = context.design();
    for (const Rack& rack : design.racks)
        add("report.item.racks", rack.scope);
    for (const Device& device : design.devices) {
        const Part* part = context.part(device.part);
        add("report.item.device." + std::string(enumName(part ? part->category : PartCategory::Other)), device.scope);
    }
    for (const PowerElement& element : design.powerElements)
        add("report.item.power." + std::string(enumName(element.kind)), element.scope);
    for (const CoolingUnit& unit : design.coolingUnits)
        add("report.item.cooling." + std::string(enumName(unit.kind)), unit.scope);
    for (const PathSegment& segment : design.pathSegments) {
        ResponsibilityAmount& amount =
            amountFor("report.item.pathway." + std::string(enumName(segment.kind)), segment.scope);
        if (segment.kind == PathwayKind::Busway)
            amount.runs.insert(segment.busway ? segment.busway.value : segment.id.value);
        else
            amount.metres = amount.metres.value_or(0) + drawnMetres(design, segment);
    }
    return amounts;
}

/// Where the scope of an item ends, by its trade; only what is in the house already has none of ours.
std::string boundaryOf(const ResponsibilityKey& key) {
    if (key.status == Status::Existing)
        return "report.boundary.existing";
    if (key.status == Status::Removed)
        return "report.boundary.removed";
    for (const char* trade : {"power", "cooling", "pathway", "racks"})
        if (key.item.starts_with(std::string("report.item.") + trade))
            return std::string("report.boundary.") + trade;
    return "report.boundary.device";
}

} // namespace

std::string amountOf(const Context& context, const std::optional<Value>& value, const std::string& unit,
                     const Texts& texts) {
    if (!value)
        return {};
    return texts.figure(*value, unitText(context, unit), siPerUnit(unit), {3});
}

std::string placesOf(const Context& context, const std::vector<Subject>& subjects, const Texts& texts) {
    constexpr std::size_t kShown = 4;
    std::string places;
    for (std::size_t i = 0; i < std::min(subjects.size(), kShown); ++i) {
        const std::string name = subjectText(context.design(), subjects[i], texts);
        if (!name.empty())
            places += (places.empty() ? "" : ", ") + name;
    }
    if (subjects.size() <= kShown)
        return places;
    return texts.sentence(Message("report.and-more").with("list", places).with("count", subjects.size() - kShown));
}

std::string targetText(const Requirement& requirement, const Texts& texts) {
    if (requirement.figure.empty())
        return {};
    // In the unit of the figure that stands beside it.
    Message target("report.target." + std::string(enumName(requirement.comparison)));
    if (isMoneyUnit(requirement.unit))
        target.with("target", UnitNumber{requirement.target, requirement.unit});
    else
        target.with("target", shortTarget(requirement.target, requirement.unit, siPerUnit(requirement.unit), texts));
    return texts.sentence(target);
}

// What an open question leads to is over once it is answered by what stands elsewhere in the design basis; of one that
// is answered in part the rest is named.
std::string effectText(const Project& project, const Rfi& rfi, const Texts& texts) {
    if (statusOf(project, rfi) != rfi.status)
        return {};
    const std::vector<std::string_view> open = openPartsOf(project, rfi);
    if (rfi.status != RfiStatus::Open || open.empty() || open.size() == kRequirementParts)
        return rfi.effect;
    std::string parts;
    for (const std::string_view part : open)
        parts += (parts.empty() ? "" : ", ") + texts.text("report.rfi-part." + std::string(part));
    return texts.sentence(Message("report.rfi-open-parts").with("parts", parts));
}

std::string verdictText(const RequirementAnswer& answer, const Texts& texts) {
    if (answer.gap == ComplianceGap::NotJudged)
        return texts.text("report.compliance.open");
    if (answer.gap == ComplianceGap::RangeReaches)
        return texts.text("report.compliance.range");
    const std::string word = texts.text("report.compliance." + std::string(enumName(answer.compliance)));
    if (!answer.judged)
        return word;
    return texts.sentence(Message("report.compliance.judged")
                              .with("verdict", word)
                              .with("person", answer.judged->givenBy.person)
                              .with("date", answer.judged->givenBy.date));
}

Ink verdictInk(Compliance compliance) {
    switch (compliance) {
    case Compliance::Met:
        return Ink::Good;
    case Compliance::NotMet:
        return Ink::Bad;
    case Compliance::Unknown:
        break;
    }
    return Ink::Warning;
}

Schedule ruleCheckSchedule(const ReportInput& input, const Texts& texts) {
    Schedule made{"findings", Message("report.rule-check"), Edition::Customer, {}, {}, {}};
    made.columns = {text("ID"),          text("Severity"),    text("Rule + text ref"), text("Object"),
                    text("Place"),       text("Found"),       text("Limit"),           text("Suggested fix"),
                    text("Accepted by"), text("Accepted on"), text("Reason")};
    const Context& context = *input.context;
    for (const Finding& finding : input.checks.findings) {
        const std::string title = texts.text(finding.rule->title);
        const std::string reference = referenceOfEdition(texts.text(finding.rule->reference), input.edition);
        ScheduleRow row;
        row.key = finding.key;
        if (!finding.subjects.empty())
            row.subject = finding.subjects.front();
        const bool isOpen = finding.state == RuleState::NotChecked;
        row.cells = {GivenText{finding.rule->id},
                     isOpen ? word("report.state.", "not-checked")
                            : word("report.severity.", enumName(finding.severity)),
                     GivenText{reference.empty() ? title : title + " (" + reference + ")"},
                     findingMessage(finding, context.project(), texts),
                     textCell(placesOf(context, finding.subjects, texts)),
                     textCell(amountOf(context, finding.measured, finding.unit, texts)),
                     textCell(amountOf(context, finding.limit, finding.unit, texts)),
                     Message(adviceOf(finding, texts))};
        if (finding.acceptance) {
            row.cells.insert(row.cells.end(), {textCell(finding.acceptance->person), textCell(finding.acceptance->date),
                                               textCell(finding.acceptance->reason)});
        }
        made.rows.push_back(std::move(row));
    }
    return made;
}

Schedule assumptionSchedule(const ReportInput& input, const Texts& texts) {
    Schedule made{"assumptions", Message("report.assumptions"), Edition::Customer, {}, {}, {}};
    made.columns = {text("No."),   text("Statement"), text("Value used"),       text("Range"),
                    text("Owner"), text("Needed by"), text("Effect on result"), text("Status")};
    const Project& project = input.context->project();
    for (const Assumption& assumption : project.assumptions) {
        if (isJudgement(assumption))
            continue;
        made.rows.push_back(
            {"assumption-" + std::to_string(assumption.id.value),
             RowRole::Line,
             {},
             {GivenText{"A" + std::to_string(assumption.number)},
              textCell(assumption.statement.empty() ? assumption.key : assumption.statement),
              textCell(assumptionValue(assumption, texts)), textCell(assumptionRange(assumption, texts)),
              textCell(assumption.owner), textCell(assumption.neededBy), std::monostate{},
              Message("grade." + std::string(gradeName(assumption.grade)))}});
    }
    for (const Rfi& rfi : project.rfis) {
        const RfiStatus status = statusOf(project, rfi);
        made.rows.push_back({"rfi-" + std::to_string(rfi.id.value),
                             RowRole::Line,
                             {},
                             {GivenText{"RFI " + std::to_string(rfi.number)}, textCell(rfi.question),
                              textCell(rfi.answer), std::monostate{}, textCell(rfi.owner), textCell(rfi.neededBy),
                              textCell(effectText(project, rfi, texts)), word("report.rfi.", enumName(status))}});
    }
    return made;
}

Schedule figureSchedule(const ReportInput& input, const Texts& texts) {
    const auto number = [](const char* header) { return ScheduleColumn{header, ColumnKind::Number, {}, 6}; };
    Schedule made{"figures", Message("report.figures"), Edition::Customer, {}, {}, {}};
    made.columns = {number("Figure no."), text("Figure"), text("As printed"),      number("Low"), number("Typical"),
                    number("High"),       text("Unit"),   number("Unknown terms"), text("Grade"), text("Definition")};
    for (const ReportFigure& figure : input.figures) {
        const auto inUnit = [&figure](double si) -> ScheduleCell {
            if (figure.value.isUnknown())
                return std::monostate{};
            // Money ends at the cent, as the totals of the bill do.
            return Value(isMoneyUnit(figure.unit) ? std::round(si * 100) / 100 : si / figure.unitFactor);
        };
        const Value& value = figure.value;
        made.rows.push_back({"figure-" + figure.label,
                             RowRole::Line,
                             {},
                             {static_cast<std::int64_t>(figure.number), textCell(figure.label),
                              textCell(printedFigure(figure, texts).toStdString()), inUnit(value.low()),
                              inUnit(value.typical()), inUnit(value.high()), textCell(figure.unit),
                              value.unknownTerms(), textCell(texts.grade(value.grade())), Message(figure.definition)}});
    }
    return made;
}

Schedule complianceSchedule(const ReportInput& input, const Texts& texts) {
    Schedule made{"compliance", Message("report.compliance"), Edition::Customer, {}, {}, {}};
    made.columns = {text("Requirement"), text("Given by"), text("Target"), text("Value (figure no.)"),
                    text("Met / not met / unknown")};
    for (const RequirementAnswer& answer : input.requirements) {
        const Requirement& requirement = *answer.requirement;
        const ReportFigure* figure = input.find(requirement.figure);
        std::string value = figure ? printedFigure(*figure, texts).toStdString() : std::string();
        // Its number leads to how it is worked out, where the edition says so.
        if (figure && isDerivedIn(input.edition, figure->label))
            value =
                texts.sentence(Message("report.value-with-number").with("value", value).with("number", figure->number));
        made.rows.push_back(
            {"requirement-" + std::to_string(requirement.id.value),
             RowRole::Line,
             {},
             {textCell(requirement.text), textCell(givenByText(requirement.givenBy, texts)),
              textCell(targetText(requirement, texts)), textCell(value), textCell(verdictText(answer, texts))}});
    }
    return made;
}

Schedule responsibilitySchedule(const ReportInput& input, const Texts& texts) {
    Schedule made{"responsibility", Message("report.responsibility"), Edition::Customer, {}, {}, {}};
    made.columns = {text("Item"),     text("Supplied by"), text("Installed by"), text("Commissioned by"),
                    text("Boundary"), text("Notes")};
    std::int64_t number = 0;
    for (const auto& [key, amount] : responsibilities(*input.context)) {
        const std::string status = texts.text("report.status." + std::string(enumName(key.status)));
        const std::int64_t count = amount.runs.empty() ? amount.count : static_cast<std::int64_t>(amount.runs.size());
        const std::string note =
            amount.metres
                ? texts.sentence(Message("report.length-of-status")
                                     .with("length", texts.figure(Value(*amount.metres), "m", 1, {3}))
                                     .with("status", status))
                : texts.sentence(Message("report.count-of-status").with("count", count).with("status", status));
        made.rows.push_back(
            {"item-" + std::to_string(++number),
             RowRole::Line,
             {},
             {Message(key.item), word("report.party.", enumName(key.suppliedBy)),
              word("report.party.", enumName(key.installedBy)), word("report.party.", enumName(key.installedBy)),
              Message(boundaryOf(key)), textCell(note)}});
    }
    if (!made.rows.empty())
        made.notes.push_back(Message("report.responsibility-note"));
    return made;
}

std::vector<Schedule> registersOf(const ReportInput& input, const Texts& texts) {
    using Make = Schedule (*)(const ReportInput&, const Texts&);
    constexpr std::array<std::pair<const char*, Make>, 5> registers = {{{"figures", figureSchedule},
                                                                        {"findings", ruleCheckSchedule},
                                                                        {"assumptions", assumptionSchedule},
                                                                        {"compliance", complianceSchedule},
                                                                        {"responsibility", responsibilitySchedule}}};
    std::vector<Schedule> made;
    for (const auto& [id, make] : registers)
        if (!input.schedule(id))
            made.push_back(make(input, texts));
    return made;
}

void addRegisters(ReportInput& input, const Texts& texts) {
    for (Schedule& made : registersOf(input, texts))
        input.schedules.push_back(std::move(made));
}

} // namespace rackwright
