// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/record_edits.h"

#include "model/base/nearest.h"
#include "model/edits/combined.h"
#include "model/file/design_hash.h"
#include "model/file/issued_design.h"
#include "model/project/site_fields.h"
#include "model/text/date.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <cmath>

namespace rackwright::edits {

namespace {

bool isOneOf(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        const auto bar = words.find('|');
        if (words.substr(0, bar) == word)
            return true;
        words = bar == std::string_view::npos ? std::string_view() : words.substr(bar + 1);
    }
    return false;
}

WordList wordsOf(std::string_view words) {
    WordList list;
    while (!words.empty()) {
        const auto bar = words.find('|');
        list.words.emplace_back(words.substr(0, bar));
        words = bar == std::string_view::npos ? std::string_view() : words.substr(bar + 1);
    }
    return list;
}

// A date that stands there already, in whatever form, does not stop another change of its row.
bool hasDate(const Project& project, const SiteField& field) {
    return field.givenBy.date.empty() || isDate(field.givenBy.date) ||
           std::ranges::any_of(project.site, [&field](const SiteField& other) {
               return other.key == field.key && other.givenBy.date == field.givenBy.date;
           });
}

Done checkSiteField(const Project& project, const SiteField& field) {
    const SiteFieldDefinition* definition = findSiteFieldDefinition(field.key);
    if (!definition) {
        std::vector<std::string> known;
        for (const SiteFieldDefinition& each : kSiteFields)
            known.emplace_back(each.key);
        return inputError(Message("edit.no-site-field")
                              .with("field", field.key)
                              .with("nearest", WordList{nearestWords(field.key, known)}));
    }
    if (!hasDate(project, field))
        return inputError(Message("edit.no-date").with("text", field.givenBy.date));
    if (field.knowledge == Knowledge::Unknown)
        return done();
    if (definition->kind == SiteFieldKind::Number && !plainNumber(field.value))
        return inputError(Message("edit.site-number").with("field", field.key).with("value", field.value));
    if (definition->kind == SiteFieldKind::Word && !isOneOf(definition->words, field.value))
        return inputError(Message("edit.site-word")
                              .with("field", field.key)
                              .with("value", field.value)
                              .with("words", wordsOf(definition->words)));
    return done();
}

Done checkAssumption(const Project&, const Assumption& assumption) {
    if (assumption.key.empty() && assumption.statement.empty())
        return badValue("edit.assumption-empty");
    for (const auto& value : {assumption.low, assumption.typical, assumption.high})
        if (value && !std::isfinite(*value))
            return badValue("edit.assumption-order");
    const double typical = assumption.typical.value_or(0);
    const bool isOrdered = assumption.low.value_or(typical) <= typical && typical <= assumption.high.value_or(typical);
    if ((assumption.low || assumption.high) && (!assumption.typical || !isOrdered))
        return badValue("edit.assumption-order");
    return done();
}

template <class Row>
std::int64_t nextNumber(const Table<Row>& table) {
    std::int64_t highest = 0;
    for (const Row& row : table)
        highest = std::max(highest, row.number);
    return highest + 1;
}

/// Puts a row in the place of an earlier one that `same` finds, with the next free number when it has none.
template <class Row, class Check, class Same>
Edit putInPlace(Message text, Table<Row> Project::*table, Row row, Check check, Same same, std::string mergeKey = {}) {
    auto apply = [table, row = std::move(row), check, same](const Project& project,
                                                            IdSource& ids) -> Result<ProjectPtr> {
        if (Done checked = check(project, row); !checked)
            return checked.error();
        Row put = row;
        for (const Row& other : project.*table)
            if (!put.id && same(other, put)) {
                put.id = other.id;
                if constexpr (requires { put.number; })
                    put.number = put.number ? put.number : other.number;
            }
        if (!put.id)
            put.id = ids.take<Row>();
        if constexpr (requires { put.number; })
            put.number = put.number ? put.number : nextNumber(project.*table);
        auto next = std::make_shared<Project>(project);
        (*next).*table = (project.*table).with(std::move(put));
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), std::move(mergeKey), std::move(apply)};
}

constexpr auto kNever = [](const auto&, const auto&) { return false; };

} // namespace

Edit putSetting(std::string key, std::string value, std::string source) {
    Message text = Message("undo.setting.put").with("setting", key);
    std::string merge = "setting:" + key;
    auto apply = [key = std::move(key), value = std::move(value),
                  source = std::move(source)](const Project& project, IdSource& ids) -> Result<ProjectPtr> {
        if (key.empty())
            return badValue("edit.name-empty");
        const auto old = idsWhere(project.settings, [&key](const Setting& setting) { return setting.key == key; });
        auto next = std::make_shared<Project>(project);
        if (value.empty()) {
            next->settings = project.settings.with({}, old);
            return ProjectPtr(std::move(next));
        }
        const Id<Setting> id = old.empty() ? ids.take<Setting>() : old.front();
        next->settings = project.settings.with(Setting{id, key, value, source});
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), std::move(merge), std::move(apply)};
}

Edit putSiteField(SiteField field) {
    Message text = Message("undo.site.put").with("field", field.key);
    std::string merge = "site:" + field.key;
    return putInPlace(
        std::move(text), &Project::site, std::move(field), checkSiteField,
        [](const SiteField& other, const SiteField& put) { return other.key == put.key; }, std::move(merge));
}

Edit putRequirement(Requirement requirement) {
    Message text(requirement.id ? "undo.requirement.change" : "undo.requirement.add");
    return putInPlace(
        std::move(text), &Project::requirements, std::move(requirement),
        [](const Project&, const Requirement& row) -> Done {
            if (row.text.empty())
                return badValue("edit.name-empty");
            return std::isfinite(row.target) ? done() : Done(badValue("edit.requirement-target"));
        },
        kNever);
}

namespace {

void dropJudgement(Project& project, Id<Requirement> requirement) {
    const std::string key = judgementKey(requirement);
    project.assumptions = project.assumptions.with(
        {}, idsWhere(project.assumptions, [&key](const Assumption& row) { return row.key == key; }));
}

} // namespace

Edit removeRequirement(Id<Requirement> requirement) {
    Edit taken = takeShared(Message("undo.requirement.remove"), &Project::requirements, requirement, "requirement");
    auto apply = [requirement, take = std::move(taken.apply)](const Project& project,
                                                              IdSource& ids) -> Result<ProjectPtr> {
        const Result<ProjectPtr> without = take(project, ids);
        if (!without)
            return without.error();
        auto next = std::make_shared<Project>(**without);
        dropJudgement(*next, requirement);
        return ProjectPtr(std::move(next));
    };
    return {std::move(taken.text), std::move(taken.mergeKey), std::move(apply)};
}

Edit judgeRequirement(Id<Requirement> requirement, Judgement judgement, GivenBy by) {
    auto apply = [requirement, judgement, by = std::move(by)](const Project& project,
                                                              IdSource& ids) -> Result<ProjectPtr> {
        const Requirement* judged = project.requirements.find(requirement);
        if (!judged)
            return missingRow("requirement");
        auto next = std::make_shared<Project>(project);
        dropJudgement(*next, requirement);
        if (judgement == Judgement::Open)
            return ProjectPtr(std::move(next));
        if (by.person.empty() || by.date.empty())
            return badValue("edit.judgement-parts");
        Assumption said;
        said.id = ids.take<Assumption>();
        said.key = judgementKey(requirement);
        said.statement = judged->text;
        said.typical = judgement == Judgement::Met ? 1 : 0;
        said.givenBy = by;
        next->assumptions = next->assumptions.with(std::move(said));
        return ProjectPtr(std::move(next));
    };
    return {Message("undo.requirement.judge"), {}, std::move(apply)};
}

Edit putAssumption(Assumption assumption) {
    Message text = Message("undo.assumption.put").with("key", assumption.key);
    return putInPlace(
        std::move(text), &Project::assumptions, std::move(assumption), checkAssumption,
        [](const Assumption& other, const Assumption& put) { return !put.key.empty() && other.key == put.key; });
}

Edit removeAssumption(Id<Assumption> assumption) {
    return takeShared(Message("undo.assumption.remove"), &Project::assumptions, assumption, "assumption");
}

Edit putRfi(Rfi rfi) {
    return putInPlace(
        Message(rfi.id ? "undo.rfi.change" : "undo.rfi.add"), &Project::rfis, std::move(rfi),
        [](const Project&, const Rfi& row) -> Done {
            return row.question.empty() ? Done(badValue("edit.rfi-empty")) : done();
        },
        kNever);
}

Edit addRfis(std::vector<Rfi> rfis) {
    Message text = Message("undo.rfi.add-all").with("count", rfis.size());
    std::vector<Edit> parts;
    for (Rfi& rfi : rfis)
        parts.push_back(putRfi(std::move(rfi)));
    return combined(std::move(text), std::move(parts));
}

Edit removeRfi(Id<Rfi> rfi) { return takeShared(Message("undo.rfi.remove"), &Project::rfis, rfi, "rfi"); }

Edit acceptFinding(AcceptedFinding finding) {
    Message text = Message("undo.finding.accept").with("rule", finding.key.substr(0, finding.key.find(':')));
    return putInPlace(
        std::move(text), &Project::acceptedFindings, std::move(finding),
        [](const Project&, const AcceptedFinding& row) -> Done {
            const bool isWhole = !row.key.empty() && !row.person.empty() && !row.date.empty() && !row.reason.empty();
            return isWhole ? done() : Done(badValue("edit.acceptance-parts"));
        },
        [](const AcceptedFinding& other, const AcceptedFinding& put) { return other.key == put.key; });
}

Edit withdrawAcceptance(Id<AcceptedFinding> finding) {
    return takeShared(Message("undo.finding.withdraw"), &Project::acceptedFindings, finding, "acceptance");
}

Done checkIssueDate(const std::string& date) {
    if (date.empty())
        return badValue("edit.revision-parts");
    return isDate(date) ? done() : Done(inputError(Message("edit.no-date").with("text", date)));
}

namespace {

/// By length, then by letters: Z comes before AA.
bool isLater(const std::string& letter, const std::string& than) {
    return letter.size() != than.size() ? letter.size() > than.size() : letter > than;
}

bool isLetters(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return 'A' <= c && c <= 'Z'; });
}

std::string letterAfter(std::string letter) {
    for (auto at = letter.rbegin(); at != letter.rend(); ++at) {
        if (*at != 'Z') {
            ++*at;
            return letter;
        }
        *at = 'A';
    }
    return "A" + letter;
}

Done checkIssue(const Project& project, const IssuedRevision& revision) {
    if (revision.id)
        return inputError(Message("edit.revision-frozen").with("revision", revision.revision));
    if (Done dated = checkIssueDate(revision.date); !dated)
        return dated;
    const std::string next = nextRevision(project);
    if (revision.revision.empty() || revision.revision == next)
        return done();
    if (std::ranges::any_of(project.revisions,
                            [&](const IssuedRevision& other) { return other.revision == revision.revision; }))
        return inputError(Message("edit.revision-issued").with("revision", revision.revision).with("next", next));
    return inputError(Message("edit.revision-order").with("revision", revision.revision).with("next", next));
}

} // namespace

std::string nextRevision(const Project& project) {
    std::string last;
    for (const IssuedRevision& each : project.revisions)
        if (isLetters(each.revision) && isLater(each.revision, last))
            last = each.revision;
    const std::string& worked = project.quote.revision;
    if (isLetters(worked) && isLater(worked, last))
        return worked;
    return last.empty() ? "A" : letterAfter(last);
}

const IssuedRevision* lastIssue(const Project& project, std::string_view option) {
    const IssuedRevision* last = nullptr;
    for (const IssuedRevision& each : project.revisions) {
        const bool isKept = !each.content.empty() || !last || last->content.empty();
        if (isKept && (option.empty() || each.option == option))
            last = &each;
    }
    return last;
}

Edit issueRevision(const Project& project, std::uint64_t option, IssuedRevision revision) {
    Message text = Message("undo.revision.issue").with("revision", nextRevision(project));
    auto apply = [option, revision = std::move(revision)](const Project& before, IdSource& ids) -> Result<ProjectPtr> {
        const Option* issued = findOption(before, option);
        if (!issued)
            return inputError(Message("edit.no-option").with("option", option));
        if (Done checked = checkIssue(before, revision); !checked)
            return checked.error();
        IssuedRevision row = revision;
        row.id = ids.take<IssuedRevision>();
        row.revision = nextRevision(before);
        row.option = issued->name;
        auto next = std::make_shared<Project>(before);
        next->quote.revision = row.revision;
        row.designHash = designHash(*next, *issued);
        row.content = keptDesign(*next, *issued, ids.next());
        // What is worked on from now on is the next one.
        next->quote.revision = letterAfter(row.revision);
        next->revisions = before.revisions.with(std::move(row));
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), {}, std::move(apply)};
}

} // namespace rackwright::edits
