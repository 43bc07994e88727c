// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/revisions.h"

#include "app/schedule_text.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "model/edits/record_edits.h"
#include "model/file/design_file.h"
#include "model/file/issued_design.h"
#include "model/project/history.h"
#include "solvers/changes/change_log.h"
#include "ui/report/schedule_files.h"

#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kRevisionsSpec{
    {{"FILE"}, {"ACTION", PositionalSpec::Count::Optional}, {"LETTER", PositionalSpec::Count::Optional}},
    {kOptionOption,
     {"--to", "LETTER"},
     {"--purpose", "TEXT"},
     {"--date", "DATE"},
     {"--prepared-by", "NAME"},
     {"--checked-by", "NAME"},
     {"--approved-by", "NAME"},
     {"--note", "TEXT"},
     {"--output", "FILE"},
     kForceOption,
     kJsonOption,
     {"--csv", {}}}};

struct RevisionsWork {
    const Arguments& arguments;
    Session& session;
    const OpenDesign& design;
    std::string letter; ///< the third word; may be empty

    const Project& project() const { return *design.document.project; }
};

std::string revisionsText(const Project& project) {
    TextTable table({Align::Left, Align::Left, Align::Left, Align::Left, Align::Left, Align::Left, Align::Left});
    for (const IssuedRevision& each : project.revisions)
        table.add(
            {each.revision, each.option, each.date, each.purpose, each.preparedBy, each.checkedBy, each.approvedBy});
    return table.text();
}

std::string revisionsJson(const Project& project) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("revisions").beginArray();
    for (const IssuedRevision& each : project.revisions)
        json.beginObject()
            .member("revision", each.revision)
            .member("option", each.option)
            .member("date", each.date)
            .member("purpose", each.purpose)
            .member("prepared_by", each.preparedBy)
            .member("checked_by", each.checkedBy)
            .member("approved_by", each.approvedBy)
            .member("note", each.note)
            .member("hash", each.designHash)
            .endObject();
    return json.endArray().member("next", edits::nextRevision(project)).endObject().take();
}

int runList(const RevisionsWork& work, Streams& streams) {
    const Texts& texts = work.session.texts();
    if (work.arguments.has("--json")) {
        streams.out << revisionsJson(work.project());
        return kExitDone;
    }
    if (work.project().revisions.isEmpty())
        streams.out << texts.text("revisions.nothing-issued") << '\n';
    else
        streams.out << revisionsText(work.project());
    return kExitDone;
}

/// Where a verb writes, checked before anything is worked out.
Result<std::string> outputOf(const RevisionsWork& work, const std::string& source) {
    const auto output = work.arguments.option("--output");
    if (!output)
        return usageError(Message("arguments.option-missing").with("option", "--output").with("value", "FILE"));
    if (Done free = checkOutput(work.arguments, *output, source); !free)
        return free.error();
    return *output;
}

int runIssue(const RevisionsWork& work, Streams& streams) {
    const Result<std::string> output = outputOf(work, work.arguments.positional(0));
    if (!output)
        return refused(output.error(), streams, work.session);
    const auto said = [&work](const char* option) { return work.arguments.option(option).value_or(std::string()); };
    IssuedRevision revision;
    revision.revision = work.letter;
    revision.date = work.arguments.option("--date").value_or(work.session.places().today);
    revision.purpose = said("--purpose");
    revision.preparedBy = said("--prepared-by");
    revision.checkedBy = said("--checked-by");
    revision.approvedBy = said("--approved-by");
    revision.note = said("--note");
    History history(work.design.document);
    const std::string letter = edits::nextRevision(work.project());
    const Done issued = history.commit(edits::issueRevision(work.project(), work.design.snapshot.option, revision));
    if (!issued)
        return refused(issued.error(), streams, work.session);
    if (Done written = writeDesign(*output, history.document(), Links::Refuse); !written)
        return refused(written.error(), streams, work.session);
    streams.out << work.session.texts().sentence(
                       Message("revisions.issued").with("revision", letter).with("file", *output))
                << '\n';
    return kExitDone;
}

int runChanges(const RevisionsWork& work, Streams& streams) {
    const Texts& texts = work.session.texts();
    const Result<Snapshot> before = issuedSnapshot(work.project(), work.design.option(), work.letter);
    if (!before)
        return refused(before.error(), streams, work.session);
    Snapshot after = work.design.snapshot;
    if (const auto to = work.arguments.option("--to")) {
        const Result<Snapshot> issued = issuedSnapshot(work.project(), work.design.option(), *to);
        if (!issued)
            return refused(issued.error(), streams, work.session);
        after = *issued;
    }
    const Schedule schedule = changeSchedule(Context(*before), Context(after));
    if (work.arguments.has("--csv")) {
        streams.out << csvOf(schedule, texts).toStdString();
    } else if (work.arguments.has("--json")) {
        JsonWriter json;
        json.beginObject().member("schema", std::int64_t{1}).key("changes");
        writeSchedule(json, schedule, texts);
        streams.out << json.endObject().take();
    } else {
        streams.out << (schedule.rows.empty() ? texts.text("revisions.unchanged") + '\n'
                                              : scheduleText(schedule, texts));
    }
    return kExitDone;
}

int runExtract(const RevisionsWork& work, Streams& streams) {
    const Result<std::string> output = outputOf(work, {});
    if (!output)
        return refused(output.error(), streams, work.session);
    const IssuedRevision* revision = nullptr;
    for (const IssuedRevision& each : work.project().revisions)
        if (work.letter.empty() || each.revision == work.letter)
            revision = &each;
    // The sentence that names the letters there are is that of issuedSnapshot().
    if (!revision)
        return refused(issuedSnapshot(work.project(), work.design.option(), work.letter).error(), streams,
                       work.session);
    const Result<Document> issued = issuedDesign(work.project(), *revision);
    if (!issued)
        return refused(issued.error(), streams, work.session);
    if (Done written = writeDesign(*output, *issued, Links::Refuse); !written)
        return refused(written.error(), streams, work.session);
    streams.out << work.session.texts().sentence(
                       Message("revisions.extracted").with("revision", revision->revision).with("file", *output))
                << '\n';
    return kExitDone;
}

struct RevisionsAction {
    std::string_view name;
    int (*run)(const RevisionsWork&, Streams&);
};
constexpr std::array kRevisionsActions = {RevisionsAction{"list", runList}, RevisionsAction{"issue", runIssue},
                                          RevisionsAction{"changes", runChanges},
                                          RevisionsAction{"extract", runExtract}};

} // namespace

int runRevisions(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kRevisionsSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto& given = arguments->positionals();
    const auto action = actionNamed(kRevisionsActions, given.size() > 1 ? given[1] : "list");
    if (!action)
        return refused(action.error(), streams, session);
    const auto design = openDesign(*arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    return (*action)->run({*arguments, session, *design, given.size() > 2 ? given[2] : std::string()}, streams);
}

} // namespace rackwright
