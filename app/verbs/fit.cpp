// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/fit.h"

#include "app/json_writer.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "model/file/design_file.h"
#include "ui/sizing/fit_text.h"

#include <ostream>

namespace rackwright {

namespace {

using FitCount = PositionalSpec::Count;

const ArgumentSpec kFitSpec{{{"FILE|KEY=VALUE", FitCount::AnyNumber}},
                            {{"--json", {}, "option.json"},
                             {"--list", {}, "option.fit-keys"},
                             kOptionOption,
                             {"--output", "FILE"},
                             kForceOption}};

/// What was asked: a file or none, and keys with their words.
struct FitAsked {
    std::optional<std::string> file;
    std::vector<Parameter> words;
};

Result<FitAsked> fitAsked(const Arguments& arguments) {
    FitAsked asked;
    for (const std::string& word : arguments.positionals()) {
        const bool isKey = word.find('=') != std::string::npos;
        if (!isKey && !asked.file) {
            asked.file = word;
            continue;
        }
        Result<KeyValue> pair = keyValue(word);
        if (!pair)
            return pair.error();
        asked.words.push_back({std::move(pair->key), std::move(pair->value)});
    }
    return asked;
}

std::string fitJson(const RoomLayout& layout, const std::vector<std::string>& said) {
    JsonWriter json;
    json.beginObject()
        .member("schema", std::int64_t{1})
        .member("racks", layout.fit.places.size())
        .member("rows", layout.fit.rows.size())
        .member("rows_along", layout.fit.isAlongY ? "y" : "x")
        .member("by_room", layout.byRoom)
        .member("limit", enumName(layout.limit))
        .member("added", layout.added)
        .member("moved", layout.moved)
        .member("kept", layout.kept)
        .member("unplaced", layout.unplaced)
        .member("left_out", layout.leftOut);
    for (const auto& [key, count] : {std::pair("by_power", layout.byPower), std::pair("by_cooling", layout.byCooling)})
        if (count)
            json.member(key, *count);
    json.key("places").beginArray();
    for (const FitPlace& place : layout.fit.places)
        json.beginObject()
            .member("x_mm", place.centre.x.inMillimetres())
            .member("y_mm", place.centre.y.inMillimetres())
            .member("rotation", place.rotation.inDegrees())
            .member("row", place.row)
            .endObject();
    json.endArray().key("said").beginArray();
    for (const std::string& sentence : said)
        json.text(sentence);
    return json.endArray().endObject().take();
}

// How big a room must be, where no design is given.
int answerSize(const FitWords& words, bool isJson, const RecipeSource& source, Streams& streams, Session& session) {
    if (words.request.count <= 0 && !(words.width && words.depth))
        return refused(usageError(Message("fit.size-of-what")), streams, session);
    const Result<RoomFitRequest> asked = fitRequestOfEmptyRoom(words.request, source);
    if (!asked)
        return refused(asked.error(), streams, session);
    if (words.width && words.depth) {
        RoomFitRequest room = *asked;
        room.room = {{}, {*words.width, {}}, {*words.width, *words.depth}, {{}, *words.depth}};
        room.count = 0;
        const RoomFit fit = fitRoom(room);
        std::vector<std::string> said = {
            session.texts().sentence(Message("fit.empty-room")
                                         .with("count", fit.most)
                                         .with("rows", fit.rows.size())
                                         .with("width", UnitNumber{words.width->inMetres(), "m"})
                                         .with("depth", UnitNumber{words.depth->inMetres(), "m"}))};
        for (const FitShortage& shortage : shortagesOf(room, fit))
            said.push_back(session.texts().sentence(messageOf(shortage)));
        if (isJson) {
            RoomLayout layout;
            layout.fit = fit;
            layout.byRoom = fit.most;
            streams.out << fitJson(layout, said);
        } else {
            for (const std::string& sentence : said)
                streams.out << sentence << '\n';
        }
        return words.request.count > fit.most ? kExitFindings : kExitDone;
    }
    const std::optional<Point> size = roomFor(*asked, words.width, words.depth);
    if (!size) {
        streams.out << session.texts().sentence(Message("fit.no-size").with("count", words.request.count)) << '\n';
        return kExitFindings;
    }
    if (isJson) {
        JsonWriter json;
        json.beginObject()
            .member("schema", std::int64_t{1})
            .member("racks", words.request.count)
            .member("width_m", size->x.inMetres())
            .member("depth_m", size->y.inMetres());
        streams.out << json.endObject().take();
    } else {
        streams.out << session.texts().sentence(Message("fit.size")
                                                    .with("count", words.request.count)
                                                    .with("width", UnitNumber{size->x.inMetres(), "m"})
                                                    .with("depth", UnitNumber{size->y.inMetres(), "m"})
                                                    .with("cold", UnitNumber{asked->coldAisle.inMillimetres(), "mm"})
                                                    .with("hot", UnitNumber{asked->hotAisle.inMillimetres(), "mm"})
                                                    .with("ends", UnitNumber{asked->rowEnds.inMillimetres(), "mm"}))
                    << '\n';
    }
    return kExitDone;
}

int runFitRequest(const Arguments& arguments, Streams& streams, Session& session) {
    const std::optional<std::string> output = arguments.option("--output");
    const auto asked = fitAsked(arguments);
    if (!asked)
        return refused(asked.error(), streams, session);
    if (output) {
        if (!asked->file)
            return refused(usageError(Message("fit.output-of-what")), streams, session);
        if (Done known = checkDesignName(*output); !known)
            return refused(known.error(), streams, session);
        if (Done replacing = checkReplacing(arguments, *output, *asked->file); !replacing)
            return refused(replacing.error(), streams, session);
    }
    const Result<FitWords> words = readFitWords(asked->words);
    if (!words)
        return refused(words.error(), streams, session);
    const Result<RecipeSource> source = session.recipeSource();
    if (!source)
        return refused(source.error(), streams, session);
    if (!asked->file)
        return answerSize(*words, arguments.has("--json"), *source, streams, session);
    const Result<OpenDesign> open = session.open(*asked->file, arguments.option("--option"));
    if (!open)
        return refused(open.error(), streams, session);
    const Result<RoomLayoutRequest> request = fitRequestIn(*words, *open->option().design);
    if (!request)
        return refused(request.error(), streams, session);
    IdSource ids(open->document.nextId);
    const Result<RoomLayout> layout =
        layOutRoom(*open->document.project, open->option().id, ids, *request, *source, session.domains());
    if (!layout)
        return refused(layout.error(), streams, session);
    const std::vector<std::string> said = fitSentences(*layout, *request, session.texts());
    if (arguments.has("--json"))
        streams.out << fitJson(*layout, said);
    else
        for (const std::string& sentence : said)
            streams.out << sentence << '\n';
    if (output) {
        if (const Done written = writeDesign(*output, Document{layout->project, ids.next()}, Links::Refuse); !written)
            return refused(written.error(), streams, session);
        if (!arguments.has("--json"))
            streams.out << session.texts().sentence(Message("new.done").with("file", *output)) << '\n';
    }
    return request->count > static_cast<std::int64_t>(layout->fit.places.size()) ? kExitFindings : kExitDone;
}

int printFitKeys(Streams& streams, const Texts& texts) {
    TextTable table({Align::Left, Align::Left, Align::Left});
    for (const std::string_view key : fitKeys())
        table.add({std::string(key), fitDefault(key), texts.text("fit.key." + std::string(key))});
    streams.out << table.text();
    return kExitDone;
}

} // namespace

int runFit(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kFitSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    if (arguments->has("--list"))
        return printFitKeys(streams, session.texts());
    return runFitRequest(*arguments, streams, session);
}

} // namespace rackwright
