// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/readiness/readiness_domain.h"

#include "solvers/engine/schedule_parts.h"
#include "solvers/readiness/readiness.h"

#include <algorithm>

namespace rackwright {

namespace {

Message stateWord(ReadinessState state) { return Message("readiness.state." + std::string(enumName(state))); }

std::string_view rowName(const ReadinessRow& row) {
    return std::string_view(row.key).substr(std::string_view("readiness.").size());
}

ScheduleRow statementRow(const StackStatement& statement) {
    const ReadinessSignature by = signatureOf(statement.source);
    return {statement.key,
            RowRole::Line,
            std::nullopt,
            {wordCell("readiness.area.", areaOf(statement)), Message("setting." + statement.key),
             Message(statement.value.empty() ? "readiness.not-stated" : "readiness.stated"), std::monostate{},
             textCell(statement.value), textCell(by.owner), textCell(by.date), textCell(by.evidence)}};
}

// SITE-01: each row of the checklist by itself, as its state stands. What other rules judge too is told once somebody
// has begun the list, and so is what is open; before that the list itself shows them. Rows that are advised are never
// findings.
std::vector<Verdict> checklist(const Context& context, const FigureTable& figures) {
    const bool isBegun = isReadinessBegun(context);
    const std::vector<ReadinessRow> rows =
        readinessRows(context, figures, isBegun ? ReadinessRows::All : ReadinessRows::OwnAlone);
    const auto open = std::ranges::count(rows, ReadinessState::Unknown, &ReadinessRow::state);
    // Of one input, so that all that is open is one finding: the list itself shows each.
    const auto firstOpen = std::ranges::find(rows, ReadinessState::Unknown, &ReadinessRow::state);
    std::vector<Verdict> verdicts;
    for (const ReadinessRow& row : rows) {
        Verdict verdict;
        verdict.state = RuleState::NotApplicable;
        if (row.state == ReadinessState::Pass && isBegun) {
            verdict.state = RuleState::Passed;
        } else if (row.state == ReadinessState::Fail && !row.isAdvised && (isBegun || row.isOwn)) {
            verdict.state = RuleState::Failed;
            verdict.severity = Severity::Note;
            verdict.isRuleOfThumb = true;
            verdict.cause = row.key;
            verdict.message = row.by ? Message("rule.SITE-01.answered")
                                           .with("row", rowName(row))
                                           .with("owner", row.by->owner)
                                           .with("date", row.by->date)
                                           .with("evidence", row.by->evidence)
                                     : row.evidence;
        } else if (row.state == ReadinessState::Unknown && isBegun) {
            verdict.state = RuleState::NotChecked;
            verdict.message = Message("rule.SITE-01.open").with("open", open).with("all", rows.size());
            verdict.missing = firstOpen->key;
        }
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

} // namespace

std::vector<Rule> readinessRules() {
    Rule rule;
    rule.id = "SITE-01";
    rule.title = "rule.SITE-01.title";
    rule.advice = "rule.SITE-01.advice";
    rule.reference = "reference.readiness";
    rule.subject = SubjectKind::Design;
    rule.checkFigures = checklist;
    return {rule};
}

Schedule readinessSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule = emptySchedule(
        "readiness", {textColumn("Area"), textColumn("Row"), textColumn("State"), textColumn("Computed"),
                      textColumn("Evidence"), textColumn("Owner"), textColumn("Date"), textColumn("Document")});
    const std::vector<StackStatement> statements = stackStatements(context);
    std::optional<ReadinessArea> area;
    for (const ReadinessRow& row : readinessRows(context, figures)) {
        if (row.area != area) {
            area = row.area;
            for (const StackStatement& each : statements)
                if (areaOf(each) == row.area)
                    schedule.rows.push_back(statementRow(each));
        }
        const ReadinessSignature by = row.by.value_or(ReadinessSignature());
        const bool isComputed = !row.evidence.id.empty();
        schedule.rows.push_back({row.key, RowRole::Line, std::nullopt,
                                 {wordCell("readiness.area.", row.area),
                                  Message("readiness.row." + std::string(rowName(row))), stateWord(row.state),
                                  isComputed ? ScheduleCell(stateWord(row.computed)) : ScheduleCell(std::monostate{}),
                                  isComputed ? ScheduleCell(row.evidence) : ScheduleCell(std::monostate{}),
                                  textCell(by.owner), textCell(by.date), textCell(by.evidence)}});
    }
    schedule.notes = {Message("schedule.readiness.note"), Message("schedule.readiness.counsel")};
    return schedule;
}

Domain readinessDomain() {
    Domain domain;
    domain.name = "readiness";
    domain.rules = readinessRules();
    domain.settings = readinessSettings();
    domain.schedules = {
        {"acceptance-tests", 91, [](const ScheduleInput& in) { return acceptanceTestSchedule(in.context, in.figures); },
         false},
        {"readiness", 93, [](const ScheduleInput& in) { return readinessSchedule(in.context, in.figures); }, false}};
    return domain;
}

} // namespace rackwright
