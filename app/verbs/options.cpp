// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/options.h"

#include "app/schedule_text.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "model/base/nearest.h"
#include "model/edits/option_changes.h"
#include "model/edits/option_edits.h"
#include "model/file/design_file.h"
#include "model/project/history.h"
#include "model/units/number_text.h"
#include "ui/report/option_table.h"
#include "ui/report/schedule_files.h"

#include <array>
#include <cmath>
#include <ostream>

namespace rackwright {

namespace {

constexpr OptionSpec kCsvOption{"--csv", {}};
const ArgumentSpec kOptionsSpec{
    {{"FILE"}, {"ACTION", PositionalSpec::Count::Optional}, {"NAME", PositionalSpec::Count::Optional}},
    {kOptionOption,
     {"--position", "N"},
     {"--from-file", "FILE"},
     {"--from-option", "NAME"},
     {"--recipe", "NAME"},
     {"--set", "KEY=VALUE", {}, Occurrence::Many},
     {"--base", "NAME"},
     {"--output", "FILE"},
     kForceOption,
     kJsonOption,
     kCsvOption}};

/// What an action works with.
struct OptionsWork {
    const Arguments& arguments;
    Session& session;
    const OpenDesign& design;
    std::string name; ///< the third word; may be empty

    const Project& project() const { return *design.document.project; }
};

struct OptionsAction {
    std::string_view name;
    Result<Edit> (*edit)(const OptionsWork&); ///< null: it changes nothing
};

Result<const Option*> optionNamed(const Project& project, const std::string& name) {
    const Result<Snapshot> found = snapshotOfOption(std::make_shared<const Project>(project), name);
    if (!found)
        return found.error();
    return findOption(project, std::string_view(name));
}

Result<std::string> wantedName(const OptionsWork& work) {
    if (work.name.empty())
        return usageError(Message("arguments.missing").with("name", "NAME"));
    return work.name;
}

Result<Edit> copyEdit(const OptionsWork& work) {
    return edits::copyOption(work.project(), work.design.option().id, work.name);
}

Result<Edit> renameEdit(const OptionsWork& work) {
    const auto name = wantedName(work);
    if (!name)
        return name.error();
    return edits::renameOption(work.project(), work.design.option().id, *name, work.design.option().description);
}

Result<Edit> describeEdit(const OptionsWork& work) {
    return edits::renameOption(work.project(), work.design.option().id, work.design.option().name, work.name);
}

Result<Edit> moveEdit(const OptionsWork& work) {
    const auto position = work.arguments.option("--position");
    const auto number = position ? plainNumber(*position) : std::nullopt;
    const auto most = static_cast<double>(work.project().options.size());
    if (!number || *number < 1 || *number > most || std::floor(*number) < *number)
        return usageError(Message("options.position").with("most", work.project().options.size()));
    return edits::moveOption(work.project(), work.design.option().id, static_cast<std::size_t>(*number) - 1);
}

Result<Edit> removeEdit(const OptionsWork& work) {
    return edits::removeOption(work.project(), work.design.option().id);
}

Result<Edit> activateEdit(const OptionsWork& work) {
    return edits::activateOption(work.project(), work.design.option().id);
}

Result<Document> addedDocument(const OptionsWork& work) {
    if (const auto recipe = work.arguments.option("--recipe")) {
        std::vector<Parameter> parameters;
        for (const std::string& word : work.arguments.all("--set")) {
            auto pair = keyValue(word);
            if (!pair)
                return pair.error();
            parameters.push_back({std::move(pair->key), std::move(pair->value)});
        }
        const auto source = work.session.recipeSource();
        if (!source)
            return source.error();
        return makeFromRecipe(*recipe, parameters, *source);
    }
    const auto file = work.arguments.option("--from-file");
    if (!file)
        return usageError(Message("options.add-what"));
    auto read = work.session.open(*file, std::nullopt);
    if (!read)
        return read.error();
    return read->document;
}

Result<Edit> addEdit(const OptionsWork& work) {
    const Result<Document> added = addedDocument(work);
    if (!added)
        return added.error();
    std::uint64_t option = added->project->activeOption;
    if (const auto name = work.arguments.option("--from-option")) {
        const Result<const Option*> found = optionNamed(*added->project, *name);
        if (!found)
            return found.error();
        option = (*found)->id;
    }
    return edits::addOption(*added, option, work.name);
}

/// The three options of `take`: held against, taken from, taken over into.
struct TakeOptions {
    const Option* base = nullptr;
    const Option* from = nullptr;
    const Option* onto = nullptr;
};

Result<TakeOptions> takeOptions(const OptionsWork& work) {
    const auto from = wantedName(work);
    if (!from)
        return from.error();
    const Result<const Option*> source = optionNamed(work.project(), *from);
    if (!source)
        return source.error();
    const Option* onto = findOption(work.project(), work.design.snapshot.option);
    const Option* base = onto;
    if (const auto name = work.arguments.option("--base")) {
        const Result<const Option*> found = optionNamed(work.project(), *name);
        if (!found)
            return found.error();
        base = *found;
    }
    return TakeOptions{base, *source, onto};
}

Result<Edit> takeEdit(const OptionsWork& work) {
    const Result<TakeOptions> three = takeOptions(work);
    if (!three)
        return three.error();
    return edits::takeChanges(work.project(), three->base->id, three->from->id, three->onto->id, {});
}

constexpr std::array kActions = {OptionsAction{"list", nullptr},          OptionsAction{"compare", nullptr},
                                 OptionsAction{"copy", copyEdit},         OptionsAction{"rename", renameEdit},
                                 OptionsAction{"describe", describeEdit}, OptionsAction{"move", moveEdit},
                                 OptionsAction{"remove", removeEdit},     OptionsAction{"activate", activateEdit},
                                 OptionsAction{"add", addEdit},           OptionsAction{"take", takeEdit}};

std::string listText(const Project& project, const Texts& texts) {
    TextTable table({Align::Right, Align::Left, Align::Left, Align::Left});
    std::int64_t number = 0;
    for (const Option& option : project.options)
        table.add({printed(++number, texts.numbers()), option.name,
                   option.id == project.activeOption ? texts.text("options.active") : std::string(),
                   option.description});
    return table.text();
}

std::string listJson(const Project& project) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("options").beginArray();
    for (const Option& option : project.options)
        json.beginObject()
            .member("id", static_cast<std::int64_t>(option.id))
            .member("name", option.name)
            .member("description", option.description)
            .member("active", option.id == project.activeOption)
            .endObject();
    return json.endArray().endObject().take();
}

void compare(const OptionsWork& work, Streams& streams) {
    const Texts& texts = work.session.texts();
    const Schedule schedule = optionSchedule(solvedOptions(work.design.document.project, work.session.domains()));
    if (work.arguments.has("--csv")) {
        streams.out << csvOf(schedule, texts).toStdString();
    } else if (work.arguments.has("--json")) {
        JsonWriter json;
        json.beginObject().member("schema", std::int64_t{1}).key("criteria");
        writeSchedule(json, schedule, texts);
        streams.out << json.endObject().take();
    } else {
        streams.out << scheduleText(schedule, texts);
    }
}

// What of the changes did not apply, each with its reason.
void sayRefused(const OptionsWork& work, Streams& streams) {
    const Result<TakeOptions> three = takeOptions(work);
    if (!three)
        return;
    const edits::TakenChanges taken =
        edits::takenChanges(*three->base->design, *three->from->design, *three->onto->design, {});
    const Texts& texts = work.session.texts();
    streams.out << texts.sentence(Message("options.taken").with("count", taken.taken.size())) << '\n';
    for (const edits::RefusedChange& each : taken.refused)
        streams.out << texts.sentence(Message("options.refused." + std::string(enumName(each.why)))
                                          .with("kind", texts.text("change.kind." + std::string(each.row.table)))
                                          .with("name", each.name.empty() ? std::to_string(each.row.id) : each.name))
                    << '\n';
}

Result<std::string> writeEdited(const OptionsWork& work, const Edit& edit) {
    const auto output = work.arguments.option("--output");
    if (!output)
        return usageError(Message("arguments.option-missing").with("option", "--output").with("value", "FILE"));
    if (Done free = checkOutput(work.arguments, *output, work.arguments.positional(0)); !free)
        return free.error();
    History history(work.design.document);
    if (Done committed = history.commit(edit); !committed)
        return committed.error();
    if (Done written = writeDesign(*output, history.document(), Links::Refuse); !written)
        return written.error();
    return *output;
}

} // namespace

int runOptions(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kOptionsSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto& given = arguments->positionals();
    const auto action = actionNamed(kActions, given.size() > 1 ? given[1] : "list");
    if (!action)
        return refused(action.error(), streams, session);
    const auto design = openDesign(*arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    const OptionsWork work{*arguments, session, *design, given.size() > 2 ? given[2] : std::string()};
    if ((*action)->edit) {
        const Result<Edit> edit = (*action)->edit(work);
        if (!edit)
            return refused(edit.error(), streams, session);
        const Result<std::string> file = writeEdited(work, *edit);
        if (!file)
            return refused(file.error(), streams, session);
        if ((*action)->edit == takeEdit)
            sayRefused(work, streams);
        streams.out << session.texts().sentence(Message("options.written").with("file", *file)) << '\n';
    } else if ((*action)->name == "compare") {
        compare(work, streams);
    } else {
        streams.out << (arguments->has("--json") ? listJson(work.project())
                                                 : listText(work.project(), session.texts()));
    }
    return kExitDone;
}

} // namespace rackwright
