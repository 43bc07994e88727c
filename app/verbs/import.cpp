// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/import.h"

#include "app/echo.h"
#include "app/text_file.h"
#include "app/verbs/design_argument.h"
#include "model/file/design_file.h"
#include "model/file/disk.h"
#include "model/units/number_text.h"
#include "solvers/exchange/netbox_set.h"
#include "ui/exchange/cable_list.h"
#include "ui/exchange/known_parts.h"
#include "ui/plan/underlay_edits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <ostream>

namespace rackwright {

namespace {

constexpr OptionSpec kDryImport{"--dry-run", {}};
constexpr OptionSpec kImportOutput{"--output", "FILE"};

const ArgumentSpec kCablesSpec{{{"FILE"}, {"LIST"}},
                               {{"--remove-missing", {}}, kDryImport, kImportOutput, kForceOption, kOptionOption}};
const ArgumentSpec kUnderlaySpec{{{"FILE"}, {"DRAWING"}},
                                 {{"--room", "NAME"},
                                  {"--scale", "1:N"},
                                  {"--units", "mm|cm|m|in|ft"},
                                  {"--page", "N"},
                                  {"--walls", "LAYER,..."},
                                  {"--columns", "LAYER,..."},
                                  {"--leave-out", "LAYER,..."},
                                  {"--at", "X,Y"},
                                  kDryImport,
                                  kImportOutput,
                                  kForceOption,
                                  kOptionOption}};
const ArgumentSpec kNetboxSpec{{{"DIR"}}, {kDryImport, kImportOutput, kForceOption}};

void sayImported(Streams& streams, const Session& session, const Message& message) {
    streams.out << session.texts().sentence(withShortEchoes(message)) << '\n';
}

/// Where a new or changed design goes, checked before any work.
Done checkImportOutput(const Arguments& arguments, const std::string& output, const std::string& source = {}) {
    if (Done known = checkDesignName(output); !known)
        return known;
    return checkReplacing(arguments, output, source);
}

Result<std::vector<ExchangeFile>> netboxFiles(const std::filesystem::path& folder) {
    std::error_code ignored;
    const std::vector<std::string> names = netboxFileNames();
    if (!std::filesystem::is_directory(folder, ignored))
        return inputError(
            Message("import.netbox.no-folder").with("folder", shownPath(folder)).with("file", names.front()));
    std::vector<ExchangeFile> files;
    for (const std::string& name : names) {
        const bool isNumbered = std::filesystem::exists(folder / name, ignored);
        const std::filesystem::path path = folder / (isNumbered ? name : netboxPlainName(name));
        if (!std::filesystem::exists(path, ignored))
            continue;
        constexpr std::uintmax_t kMost = std::uintmax_t{512} << 20;
        Result<std::string> text = readTextFile(path, kMost);
        if (!text)
            return text.error();
        files.push_back({name, std::move(*text)});
    }
    return files;
}

Done importNetbox(const Arguments& arguments, Streams& streams, Session& session) {
    const std::filesystem::path folder = arguments.positional(0);
    const auto output = arguments.option("--output");
    if (!output && !arguments.has("--dry-run"))
        return usageError(Message("arguments.option-missing").with("option", "--output").with("value", "FILE"));
    if (output)
        if (const Done free = checkImportOutput(arguments, *output); !free)
            return free;
    const auto files = netboxFiles(folder);
    if (!files)
        return files.error();
    const auto catalog = session.catalog();
    if (!catalog)
        return catalog.error();
    NetboxReading reading;
    reading.source = shownPath(folder.filename().empty() ? folder : folder.filename());
    reading.partOf = partsBySlug(*(*catalog)->library);
    std::string file;
    const auto read = readNetboxSet(*files, reading, file);
    if (!read)
        return file.empty() ? read.error() : inFile(shownPath(folder / file), read.error(), session.texts());
    for (const Message& left : read->leftOut)
        streams.err << session.texts().sentence(left) << '\n';
    const bool isDry = arguments.has("--dry-run");
    if (!isDry)
        if (const Done written = writeDesign(*output, read->document, Links::Refuse); !written)
            return written;
    sayImported(streams, session,
                Message(isDry ? "import.netbox.dry" : "import.netbox.done")
                    .with("file", output.value_or(""))
                    .with("folder", shownPath(folder))
                    .with("racks", read->racks)
                    .with("devices", read->devices)
                    .with("cables", read->cables)
                    .with("parts", read->parts)
                    .with("known", read->known));
    return done();
}

/// The design with an edit, written to where it goes: to --output, else over itself.
Done writeImported(const Arguments& arguments, const OpenDesign& design, const Edit& edit) {
    History history(design.document);
    if (const Done committed = history.commit(edit); !committed)
        return committed;
    return writeDesign(arguments.option("--output").value_or(arguments.positional(0)), history.document(),
                       Links::Refuse);
}
Done checkEditedOutput(const Arguments& arguments) {
    const auto output = arguments.option("--output");
    return output ? checkImportOutput(arguments, *output, arguments.positional(0)) : done();
}

void printChange(const CableListChange& change, Streams& streams, const Session& session) {
    const char* id = change.kind == CableListChange::Kind::Added     ? "import.cables.added"
                     : change.kind == CableListChange::Kind::Removed ? "import.cables.removed"
                     : change.kind == CableListChange::Kind::Changed ? "import.cables.changed"
                                                                     : "import.cables.ignored";
    const Message said = Message(id)
                             .with("line", std::to_string(change.line))
                             .with("cable", change.cable)
                             .with("column", change.column)
                             .with("before", change.before)
                             .with("after", change.after);
    (change.kind == CableListChange::Kind::Ignored ? streams.err : streams.out)
        << session.texts().sentence(withShortEchoes(said)) << '\n';
}

Done importCables(const Arguments& arguments, Streams& streams, Session& session) {
    if (const Done free = checkEditedOutput(arguments); !free)
        return free;
    const auto design = openDesign(arguments, session);
    if (!design)
        return design.error();
    const std::string& file = arguments.positional(1);
    constexpr std::uintmax_t kMostList = std::uintmax_t{512} << 20;
    const auto list = readTextFile(file, kMostList);
    if (!list)
        return list.error();
    const auto found =
        cableListDifference(Context(design->snapshot), session.texts(), *list, {arguments.has("--remove-missing")});
    if (!found)
        return inFile(file, found.error(), session.texts());
    for (const CableListChange& change : found->changes)
        printChange(change, streams, session);
    if (found->missing > 0 && !arguments.has("--remove-missing"))
        streams.err << session.texts().sentence(Message("import.cables.missing").with("count", found->missing)) << '\n';
    if (found->isEmpty()) {
        sayImported(streams, session, Message("import.cables.none"));
        return done();
    }
    const bool isDry = arguments.has("--dry-run");
    if (!isDry)
        if (const Done written = writeImported(arguments, *design, found->edit); !written)
            return written;
    sayImported(streams, session,
                Message(isDry ? "import.cables.dry" : "import.cables.done")
                    .with("added", found->added)
                    .with("changed", found->changed)
                    .with("removed", found->removed)
                    .with("unchanged", found->unchanged)
                    .with("file", arguments.option("--output").value_or(arguments.positional(0))));
    return done();
}

Result<const Room*> roomNamed(const Design& design, const std::optional<std::string>& name) {
    std::vector<std::string> names;
    const Room* only = nullptr;
    for (const Room& room : design.rooms) {
        if (room.outline.size() < 3)
            continue;
        if (name && room.name == *name)
            return &room;
        names.push_back(room.name);
        only = &room;
    }
    if (!name && names.size() == 1)
        return only;
    return usageError(
        Message("import.underlay.no-room").with("room", name.value_or("")).with("known", WordList{std::move(names)}));
}

/// "100" of "1:100"; a number alone is taken as well.
Result<std::optional<double>> scaleOption(const Arguments& arguments) {
    const auto text = arguments.option("--scale");
    if (!text)
        return std::optional<double>();
    const auto number = plainNumber(text->starts_with("1:") ? text->substr(2) : *text);
    if (!number || *number <= 0 || *number > 100'000)
        return usageError(Message("import.underlay.no-scale").with("text", *text));
    return number;
}

Result<double> unitOption(const Arguments& arguments, const DxfDrawing& drawing) {
    constexpr std::array<std::pair<std::string_view, double>, 5> kUnits = {
        {{"mm", 1}, {"cm", 10}, {"m", 1000}, {"in", 25.4}, {"ft", 304.8}}};
    const auto word = arguments.option("--units");
    if (!word)
        return usualUnit(drawing);
    std::vector<std::string> names;
    for (const auto& [name, millimetres] : kUnits) {
        if (*word == name)
            return millimetres;
        names.emplace_back(name);
    }
    return usageError(
        Message("arguments.bad-word").with("option", "--units").with("word", *word).with("known", WordList{names}));
}

Result<std::optional<Point>> placeOption(const Arguments& arguments) {
    const auto text = arguments.option("--at");
    if (!text)
        return std::optional<Point>();
    const std::size_t comma = text->find(',');
    const auto x = plainNumber(text->substr(0, comma));
    const auto y = comma == std::string::npos ? std::nullopt : plainNumber(text->substr(comma + 1));
    constexpr double kMost = 1e7; // mm
    if (!x || !y || std::abs(*x) > kMost || std::abs(*y) > kMost)
        return usageError(Message("import.underlay.no-place").with("text", *text));
    return std::optional(Point{Length::nearest(*x / 1000), Length::nearest(*y / 1000)});
}

Result<Edit> drawingEdit(const Arguments& arguments, const DxfDrawing& drawing, const edits::Target& target,
                         const Room& room, Streams& streams, const Session& session) {
    DrawingPlan plan;
    const Result<double> unit = unitOption(arguments, drawing);
    if (!unit)
        return unit.error();
    plan.unit = *unit;
    const auto at = placeOption(arguments);
    if (!at)
        return at.error();
    plan.at = *at;
    plan.uses.assign(drawing.layers.size(), LayerUse::Below);
    for (const auto& [option, use] :
         {std::pair("--walls", LayerUse::Walls), {"--columns", LayerUse::Columns}, {"--leave-out", LayerUse::LeaveOut}})
        for (const std::string& name : listOf(arguments.option(option).value_or(""))) {
            const auto layer = std::ranges::find(drawing.layers, name);
            if (layer == drawing.layers.end())
                return usageError(Message("arguments.bad-word")
                                      .with("option", option)
                                      .with("word", name)
                                      .with("known", WordList{drawing.layers}));
            plan.uses[static_cast<std::size_t>(layer - drawing.layers.begin())] = use;
        }
    for (std::uint32_t i = 0; i < drawing.layers.size(); ++i) {
        const auto count = std::ranges::count(drawing.lines, i, &DxfLine::layer);
        const bool isDrawn = plan.uses[i] == LayerUse::Walls || plan.uses[i] == LayerUse::Columns;
        sayImported(streams, session,
                    Message(isDrawn ? "import.underlay.layer-objects" : "import.underlay.layer")
                        .with("layer", drawing.layers[i])
                        .with("lines", count)
                        .with("objects", isDrawn ? objectsOf(drawing, i, plan.uses[i]) : 0));
    }
    for (const auto& [kind, count] : drawing.leftOut)
        streams.err << session.texts().sentence(
                           Message("import.underlay.left-out").with("kind", kind).with("count", count))
                    << '\n';
    const auto [width, depth] = sizeOf(drawing, plan);
    sayImported(streams, session,
                Message("import.underlay.size")
                    .with("width", UnitNumber{width.inMetres(), "m"})
                    .with("depth", UnitNumber{depth.inMetres(), "m"}));
    return insertDrawing(target, std::filesystem::path(arguments.positional(1)).filename().string(), drawing, plan,
                         room);
}

Done importUnderlay(const Arguments& arguments, Streams& streams, Session& session) {
    if (const Done free = checkEditedOutput(arguments); !free)
        return free;
    const auto design = openDesign(arguments, session);
    if (!design)
        return design.error();
    const auto room = roomNamed(*design->snapshot.design, arguments.option("--room"));
    if (!room)
        return room.error();
    const auto scale = scaleOption(arguments);
    if (!scale)
        return scale.error();
    const auto page = plainNumber(arguments.option("--page").value_or("1"));
    if (!page || *page < 1 || *page > 100'000)
        return usageError(Message("import.underlay.no-page").with("text", *arguments.option("--page")));
    const std::string& file = arguments.positional(1);
    const QString path = QString::fromStdString(file);
    const edits::Target target{*design->snapshot.project, design->snapshot.option};
    Result<Edit> edit = Edit{};
    if (path.endsWith(QLatin1String(".dxf"), Qt::CaseInsensitive)) {
        const auto drawing = planDrawing(path);
        if (!drawing)
            return inFile(file, drawing.error(), session.texts());
        edit = drawingEdit(arguments, *drawing, target, **room, streams, session);
    } else {
        edit = insertUnderlay(target, path, **room, static_cast<int>(*page), *scale);
    }
    if (!edit)
        return edit.error();
    const bool isDry = arguments.has("--dry-run");
    if (!isDry)
        if (const Done written = writeImported(arguments, *design, *edit); !written)
            return written;
    sayImported(streams, session,
                Message(isDry ? "import.underlay.dry" : "import.underlay.done")
                    .with("drawing", file)
                    .with("room", (*room)->name)
                    .with("file", arguments.option("--output").value_or(arguments.positional(0))));
    return done();
}

struct ImportTask {
    std::string_view name;
    const ArgumentSpec* spec;
    Done (*run)(const Arguments& arguments, Streams& streams, Session& session);
};
constexpr std::array kImportTasks = {ImportTask{"netbox", &kNetboxSpec, importNetbox},
                                     ImportTask{"cables", &kCablesSpec, importCables},
                                     ImportTask{"underlay", &kUnderlaySpec, importUnderlay}};

} // namespace

int runImport(std::span<const std::string> words, Streams& streams, Session& session) {
    const std::string first = words.empty() ? std::string() : words.front();
    const auto task = std::ranges::find(kImportTasks, first, &ImportTask::name);
    if (task == kImportTasks.end()) {
        std::vector<std::string> names;
        for (const ImportTask& each : kImportTasks)
            names.emplace_back(each.name);
        return refused(usageError(Message("import.no-task").with("task", first).with("known", WordList{names})),
                       streams, session);
    }
    const auto arguments = Arguments::parse(*task->spec, words.subspan(1));
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const Done done = task->run(*arguments, streams, session);
    return done ? kExitDone : refused(done.error(), streams, session);
}

} // namespace rackwright
