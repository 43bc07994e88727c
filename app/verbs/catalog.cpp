// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/catalog.h"

#include "app/echo.h"
#include "app/json_writer.h"
#include "app/part_comparison.h"
#include "app/part_text.h"
#include "app/progress_line.h"
#include "app/text_file.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "app/verbs/tasks.h"
#include "catalog/coverage.h"
#include "catalog/device_type_import.h"
#include "catalog/node_configuration.h"
#include "catalog/part_import.h"
#include "catalog/part_library.h"
#include "catalog/storage_scale.h"
#include "model/base/nearest.h"
#include "model/parts/part_title.h"
#include "model/units/number_text.h"
#include "solvers/cost/cloud_prices.h"
#include "solvers/sizing/said_measures.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>

namespace rackwright {

namespace {

using Count = PositionalSpec::Count;

constexpr std::size_t kPartsAStep = 250; ///< of progress

const ArgumentSpec kListSpec{{}, {{"--category", "NAME"}, {"--search", "TEXT"}, kJsonOption}};
const ArgumentSpec kShowSpec{{{"PART"}}, {kJsonOption}};
const ArgumentSpec kImportSpec{{{"FILE"}},
                               {{"--dry-run", {}},
                                {"--map", "HEADER=COLUMN", "option.catalog.map", Occurrence::Many},
                                {"--category", "NAME", "option.catalog.category"}}};
const ArgumentSpec kScaleSpec{{{"PART"}, {"COUNT"}}, {kJsonOption}};
const ArgumentSpec kConfigureSpec{{{"PART"}},
                                  {{"--cpu", "PART", "option.configure.cpu"},
                                   {"--cpus", "COUNT", "option.configure.cpus"},
                                   {"--memory", "COUNTxGB", "option.configure.memory"},
                                   {"--nic", "ROLE=COUNTxPART", "option.configure.nic", Occurrence::Many},
                                   {"--drives", "COUNTxTB", "option.configure.drives"},
                                   {"--supplies", "COUNT", "option.configure.supplies"},
                                   {"--support", "YEARS", "option.configure.support"},
                                   {"--rails", "YES|NO", "option.configure.rails"},
                                   {"--save", "ID", "option.configure.save"},
                                   kJsonOption}};
const ArgumentSpec kCompareSpec{{{"PART"}, {"PART"}, {"PART", Count::AnyNumber}}, {kJsonOption}};
const ArgumentSpec kCloudSpec{{{"ACCELERATOR", Count::Optional}}, {kJsonOption}};
const ArgumentSpec kValidateSpec{{{"FILE", Count::Optional}},
                                 {{"--map", "HEADER=COLUMN", "option.catalog.map", Occurrence::Many},
                                  {"--category", "NAME", "option.catalog.category"},
                                  kJsonOption}};

Result<PartCategory> categoryNamed(const std::string& name) {
    if (const auto category = enumFromName<PartCategory>(name))
        return *category;
    std::vector<std::string> names;
    for (const std::string_view known : EnumNames<PartCategory>::names)
        names.emplace_back(known);
    const std::vector<std::string> near = nearestWords(name, names);
    return usageError(
        Message("catalog.no-category").with("category", name).with("nearest", WordList{near.empty() ? names : near}));
}

Result<std::vector<PartSummary>> listed(const Arguments& arguments, const CatalogAccess& access) {
    Result<std::vector<PartSummary>> parts = access.library->parts();
    if (const auto text = arguments.option("--search"))
        parts = access.library->search(*text);
    if (!parts)
        return parts.error();
    if (const auto name = arguments.option("--category")) {
        const auto category = categoryNamed(*name);
        if (!category)
            return category.error();
        std::erase_if(*parts, [&](const PartSummary& part) { return part.category != *category; });
    }
    return parts;
}

int list(const Arguments& arguments, const CatalogAccess& access, Streams& streams, const Session& session) {
    const auto parts = listed(arguments, access);
    if (!parts)
        return refused(parts.error(), streams, session);
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginObject().member("schema", std::int64_t{1}).key("parts").beginArray();
        for (const PartSummary& part : *parts)
            json.beginObject()
                .member("id", part.id)
                .member("category", enumName(part.category))
                .member("vendor", part.vendor)
                .member("model", part.model)
                .member("planningClass", part.isPlanningClass)
                .endObject();
        streams.out << json.endArray().endObject().take();
        return kExitDone;
    }
    TextTable table({Align::Left, Align::Left, Align::Left});
    for (const PartSummary& part : *parts)
        table.add({part.id, std::string(enumName(part.category)), partTitle(part)});
    streams.out << table.text();
    const std::string text = arguments.option("--search").value_or("");
    if (parts->empty() && !text.empty()) {
        std::vector<std::string> near = access.catalog.nearestSearchWords(text);
        streams.err
            << "rackwright: "
            << session.texts().sentence(
                   Message("catalog.nothing-found").with("text", text).with("nearest", WordList{std::move(near)}))
            << '\n';
        return kExitWrong;
    }
    return kExitDone;
}

int show(const Arguments& arguments, const CatalogAccess& access, Streams& streams, const Session& session) {
    auto part = access.library->part(arguments.positional(0));
    if (!part) { // a name in place of an id: what a search finds, where it is one
        auto found = access.library->search(arguments.positional(0));
        if (!found)
            return refused(part.error(), streams, session);
        const std::vector<std::string> words = nameWords(arguments.positional(0));
        // The beginning of a word may be that of another thing: "h20" is no H200.
        std::erase_if(*found, [&words](const PartSummary& one) {
            const std::vector<std::string> names = nameWords(one.id + " " + one.vendor + " " + one.model);
            return !std::ranges::all_of(
                words, [&names](const std::string& word) { return std::ranges::find(names, word) != names.end(); });
        });
        if (found->empty())
            return refused(part.error(), streams, session);
        std::vector<PartSummary> named = *found;
        std::erase_if(named, [&words](const PartSummary& one) {
            return nameWords(one.model) != words && nameWords(one.vendor + " " + one.model) != words;
        });
        if (named.size() != 1)
            named = *found;
        if (named.size() > 1) {
            constexpr std::size_t kMostNamed = 12;
            WordList ids;
            for (const PartSummary& one : named)
                if (ids.words.size() < kMostNamed)
                    ids.words.push_back(one.id);
            return refused(usageError(Message("catalog.show-many")
                                          .with("text", arguments.positional(0))
                                          .with("count", named.size())
                                          .with("ids", std::move(ids))),
                           streams, session);
        }
        part = access.library->part(named.front().id);
        if (!part)
            return refused(part.error(), streams, session);
    }
    if (!arguments.has("--json")) {
        streams.out << partText(**part, access.catalog.attributeKeys(), session.texts());
        return kExitDone;
    }
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("part");
    writePart(json, **part, access.catalog.attributeKeys());
    streams.out << json.endObject().take();
    return kExitDone;
}

int compare(const Arguments& arguments, const CatalogAccess& access, Streams& streams, const Session& session) {
    std::vector<PartPtr> parts;
    for (const std::string& id : arguments.positionals()) {
        auto part = access.library->part(id);
        if (!part)
            return refused(part.error(), streams, session);
        parts.push_back(std::move(*part));
    }
    if (!arguments.has("--json")) {
        streams.out << comparisonText(parts, access.catalog.attributeKeys(), session.texts());
        return kExitDone;
    }
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1});
    writeComparison(json, parts, access.catalog.attributeKeys());
    streams.out << json.endObject().take();
    return kExitDone;
}

std::string problemText(const ImportProblem& problem, const Texts& texts) {
    if (problem.column.empty()) // of the table as a whole
        return texts.sentence(withShortEchoes(problem.reason));
    return texts.sentence(withShortEchoes(Message("catalog.import-place")
                                              .with("line", problem.line)
                                              .with("column", problem.column)
                                              .with("reason", texts.sentence(withShortEchoes(problem.reason)))));
}

Result<PartImportPlan> planOf(const Arguments& arguments, const CatalogAccess& access, const Session& session) {
    const std::string& file = arguments.positional(0);
    const auto text = readTextFile(file, kLargestPartTable);
    if (!text)
        return text.error();
    PartImportContext context{access.catalog.attributeKeys(), {}, session.places().today};
    for (const PartSummary& part : access.catalog.parts())
        context.catalogueIds.push_back(part.id);
    for (const std::string& word : arguments.all("--map")) {
        auto pair = keyValue(word);
        if (!pair)
            return pair.error();
        context.columns[pair->key] = pair->value;
    }
    std::optional<PartCategory> category;
    if (const auto name = arguments.option("--category")) {
        const auto named = categoryNamed(*name);
        if (!named)
            return named.error();
        category = *named;
    }
    if (isDeviceTypes(*text))
        return planDeviceTypeImport(*text, context, category, std::filesystem::path(file).filename().string());
    return planPartImport(*text, context);
}

void printPlan(const PartImportPlan& plan, Streams& streams, const Texts& texts) {
    for (const ImportProblem& problem : plan.problems)
        streams.err << problemText(problem, texts) << '\n';
    for (const ImportProblem& doubt : plan.doubts) // each about the part of its line
        streams.out << texts.sentence(
                           withShortEchoes(Message("catalog.import-line")
                                               .with("line", doubt.line)
                                               .with("reason", texts.sentence(withShortEchoes(doubt.reason)))))
                    << '\n';
}

Result<ComponentShelf> shelfOf(const CatalogAccess& access) {
    ComponentShelf shelf;
    for (const PartSummary& summary : access.library->parts()) {
        const bool isProcessor = summary.category == PartCategory::Processor;
        if (!isProcessor && summary.category != PartCategory::Nic)
            continue;
        auto part = access.library->part(summary.id);
        if (!part)
            return part.error();
        (isProcessor ? shelf.processors : shelf.cards).push_back(std::move(*part));
    }
    return shelf;
}

Error noConfiguration(const char* option, const std::string& word) {
    return usageError(Message(std::string("node-config.option.") + option).with("text", word));
}

/// "32x128": a count and what follows the x.
std::optional<std::pair<std::int64_t, std::string>> countedIn(const std::string& word) {
    const std::size_t x = word.find('x');
    const auto count = x == std::string::npos ? std::nullopt : plainNumber(word.substr(0, x));
    if (!count || *count < 0 || *count > 4096 || *count != static_cast<double>(static_cast<std::int64_t>(*count)))
        return std::nullopt;
    return std::pair(static_cast<std::int64_t>(*count), word.substr(x + 1));
}

Result<NodeConfiguration> configurationIn(const Arguments& arguments) {
    NodeConfiguration wanted;
    wanted.processor = arguments.option("--cpu");
    const auto wholeNumber = [&](const char* option, std::optional<std::int64_t>& into) -> Done {
        const auto word = arguments.option(std::string("--") + option);
        if (!word)
            return done();
        const auto number = plainNumber(*word);
        if (!number || *number < 0 || *number > 4096 ||
            *number != static_cast<double>(static_cast<std::int64_t>(*number)))
            return noConfiguration("count", *word);
        into = static_cast<std::int64_t>(*number);
        return done();
    };
    for (const Done& read : {wholeNumber("cpus", wanted.processors), wholeNumber("supplies", wanted.supplies),
                             wholeNumber("support", wanted.supportYears)})
        if (!read)
            return read.error();
    const auto sized = [&](const char* option, std::optional<std::int64_t>& count, std::optional<double>& bytes,
                           double unitBytes) -> Done {
        const auto word = arguments.option(std::string("--") + option);
        if (!word)
            return done();
        const auto counted = countedIn(*word);
        const auto size = counted ? plainNumber(counted->second) : std::nullopt;
        if (!size || *size <= 0)
            return noConfiguration("sized", *word);
        count = counted->first;
        bytes = *size * unitBytes;
        return done();
    };
    for (const Done& read : {sized("memory", wanted.modules, wanted.moduleBytes, 1e9),
                             sized("drives", wanted.drives, wanted.driveBytes, 1e12)})
        if (!read)
            return read.error();
    for (const std::string& word : arguments.all("--nic")) {
        const auto pair = keyValue(word);
        const auto role = pair ? enumFromName<PortRole>(pair->key) : std::nullopt;
        const auto counted = pair ? countedIn(pair->value) : std::nullopt;
        if (!role || !counted)
            return noConfiguration("nic", word);
        wanted.cards.push_back({counted->second, counted->first, *role});
    }
    if (const auto rails = arguments.option("--rails")) {
        if (*rails != "yes" && *rails != "no")
            return noConfiguration("rails", *rails);
        wanted.hasRails = *rails == "yes";
    }
    return wanted;
}

// "+1,200 W", "open" where nobody knows.
std::string changeText(const std::optional<double>& change, const char* unit, const Texts& texts) {
    if (!change)
        return texts.text("node-config.open");
    return (*change > 0 ? "+" : "") + texts.figure(Value(*change), unit, 1, {.significantDigits = 4});
}

int configure(const Arguments& arguments, CatalogAccess& access, Streams& streams, const Session& session) {
    const Texts& texts = session.texts();
    const auto part = access.library->part(arguments.positional(0));
    if (!part)
        return refused(part.error(), streams, session);
    const auto wanted = configurationIn(arguments);
    if (!wanted)
        return refused(wanted.error(), streams, session);
    const auto shelf = shelfOf(access);
    if (!shelf)
        return refused(shelf.error(), streams, session);
    const auto saved = arguments.option("--save");
    auto made = configuredNode(**part, *wanted, *shelf, saved.value_or((*part)->id + "-configured"));
    if (!made)
        return refused(made.error(), streams, session);
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginObject().member("schema", std::int64_t{1}).key("part");
        writePart(json, made->part, access.catalog.attributeKeys());
        json.key("changes").beginArray();
        for (const ConfigurationLine& line : made->lines) {
            json.beginObject().member("what", line.what);
            for (const auto& [name, change] : {std::pair("watts", line.watts), std::pair("kilograms", line.kilograms),
                                               std::pair("dollars", line.dollars)}) {
                if (change)
                    json.member(name, *change);
                else
                    json.key(name).null();
            }
            json.endObject();
        }
        json.endArray().key("notes").beginArray();
        for (const Message& note : made->notes)
            json.text(texts.sentence(note));
        streams.out << json.endArray().endObject().take();
    } else {
        TextTable table({Align::Left, Align::Right, Align::Right, Align::Right});
        for (const ConfigurationLine& line : made->lines)
            table.add({line.what, changeText(line.watts, "W", texts), changeText(line.kilograms, "kg", texts),
                       changeText(line.dollars, "USD", texts)});
        streams.out << table.text();
        for (const Message& note : made->notes)
            streams.out << texts.sentence(note) << '\n';
        streams.out << '\n' << partText(made->part, access.catalog.attributeKeys(), texts);
    }
    if (!saved)
        return kExitDone;
    const bool isTaken =
        std::ranges::any_of(access.catalog.parts(), [&](const PartSummary& other) { return other.id == *saved; });
    if (isTaken)
        return refused(usageError(Message("part-editor.id-taken").with("id", *saved)), streams, session);
    const Done kept = access.overlay->putParts({PartListing{std::move(made->part), {}, {}}},
                                               {session.places().today, {}, "configuration of " + (*part)->id});
    if (!kept)
        return refused(kept.error(), streams, session);
    streams.err << texts.sentence(Message("node-config.saved").with("id", *saved)) << '\n';
    return kExitDone;
}

struct ScaledFigure {
    const char* name;
    Fact<double> ScaledStorage::*fact;
    const char* unit;
    double factor;
};
constexpr ScaledFigure kScaledFigures[] = {{"read", &ScaledStorage::read, "GB/s", 1e9},
                                           {"write", &ScaledStorage::write, "GB/s", 1e9},
                                           {"read-operations", &ScaledStorage::operations, "1/s", 1},
                                           {"raw-capacity", &ScaledStorage::raw, "TB", 1e12},
                                           {"usable-capacity", &ScaledStorage::usable, "TB", 1e12},
                                           {"typical-power", &ScaledStorage::typicalPower, "kW", 1e3},
                                           {"most-power", &ScaledStorage::mostPower, "kW", 1e3},
                                           {"weight", &ScaledStorage::weight, "kg", 1},
                                           {"rack-units", &ScaledStorage::rackUnits, "U", 1}};

int scale(const Arguments& arguments, const CatalogAccess& access, Streams& streams, const Session& session) {
    const Texts& texts = session.texts();
    const auto part = access.library->part(arguments.positional(0));
    if (!part)
        return refused(part.error(), streams, session);
    const auto count = plainNumber(arguments.positional(1));
    if (!count || *count != static_cast<double>(static_cast<std::int64_t>(*count)))
        return refused(noConfiguration("count", arguments.positional(1)), streams, session);
    const auto scaled = scaledStorage(**part, static_cast<std::int64_t>(*count));
    if (!scaled)
        return refused(scaled.error(), streams, session);
    const auto valueOf = [](const Fact<double>& fact, double factor) {
        return fact.isUnknown()
                   ? Value::unknown(fact.grade)
                   : Value::range(*fact.low() / factor, *fact.typical() / factor, *fact.high() / factor, fact.grade);
    };
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginObject().member("schema", std::int64_t{1}).member("part", (*part)->id).member("units", scaled->units);
        json.member("unit", scaled->unit);
        for (const ScaledFigure& figure : kScaledFigures) {
            const Value value = valueOf((*scaled).*figure.fact, figure.factor);
            json.key(figure.name).beginObject();
            if (value.isUnknown())
                json.key("value").null();
            else
                json.member("value", value.typical()).member("low", value.low()).member("high", value.high());
            json.member("unit", figure.unit).endObject();
        }
        json.key("ports").beginArray();
        for (const ScaledPorts& ports : scaled->ports)
            json.beginObject().member("role", enumName(ports.role)).member("count", ports.count).endObject();
        json.endArray().key("notes").beginArray();
        for (const Message& note : scaled->notes)
            json.text(texts.sentence(note));
        streams.out << json.endArray().endObject().take();
        return kExitDone;
    }
    streams.out << scaled->units << " x " << partTitle(**part) << '\n';
    TextTable table({Align::Left, Align::Right, Align::Left});
    for (const ScaledFigure& figure : kScaledFigures) {
        const Value value = valueOf((*scaled).*figure.fact, figure.factor);
        table.add({figure.name, texts.figure(value, figure.unit, 1, {.significantDigits = 4}),
                   value.isUnknown() ? "" : texts.grade(value.grade())});
    }
    for (const ScaledPorts& ports : scaled->ports)
        table.add({"ports " + std::string(enumName(ports.role)),
                   std::to_string(ports.count) + " x " +
                       texts.figure(valueOf(ports.speed.isUnknown()
                                                ? Fact<double>::unknown()
                                                : Fact<double>::known(ports.speed.typical()->in(unit::gigabitPerSecond),
                                                                      ports.speed.grade),
                                            1),
                                    "Gb/s", 1),
                   ""});
    streams.out << table.text();
    for (const Message& note : scaled->notes)
        streams.out << texts.sentence(note) << '\n';
    return kExitDone;
}

int import(const Arguments& arguments, CatalogAccess& access, Streams& streams, const Session& session) {
    auto plan = planOf(arguments, access, session);
    if (!plan)
        return refused(plan.error(), streams, session);
    printPlan(*plan, streams, session.texts());
    if (!plan->isSound())
        return refused(inputError(Message("catalog.import-refused").with("file", arguments.positional(0))), streams,
                       session);
    const std::size_t count = plan->parts.size();
    if (arguments.has("--dry-run")) {
        streams.out << session.texts().sentence(Message("catalog.import-dry").with("count", count)) << '\n';
        return kExitDone;
    }
    const ChangeNote note{session.places().today, {}, "import of " + arguments.positional(0)};
    const Done imported = [&] {
        ProgressLine progress(streams, session.texts());
        return importParts(*access.overlay, std::move(*plan), note, [&](std::size_t done) {
            if (done % kPartsAStep == 0)
                progress.show(Message("catalog.import-progress").with("done", done).with("total", count));
        });
    }();
    if (!imported)
        return refused(imported.error(), streams, session);
    streams.out << session.texts().sentence(Message("catalog.import-done").with("count", count)) << '\n';
    return kExitDone;
}

// All parts of the library, complete.
Result<std::vector<PartPtr>> allParts(const CatalogAccess& access) {
    std::vector<PartPtr> parts;
    for (const PartSummary& summary : access.library->parts()) {
        auto part = access.library->part(summary.id);
        if (!part)
            return part.error();
        parts.push_back(std::move(*part));
    }
    return parts;
}

// "95 (40)": per cent known, and in brackets at grade estimate; a dash where the field is asked of no part.
std::string shareText(const FieldCoverage& field) {
    if (field.asked == 0)
        return "-";
    const auto share = [&field](std::int64_t count) {
        return std::to_string((200 * count + field.asked) / (2 * field.asked));
    };
    return share(field.known) + (field.estimated > 0 ? " (" + share(field.estimated) + ")" : "");
}

void printCoverage(const std::vector<CategoryCoverage>& coverage, Streams& streams, const Texts& texts) {
    std::vector<Align> columns(2 + EnumNames<CoverageField>::names.size(), Align::Right);
    columns.front() = Align::Left;
    TextTable table(std::move(columns));
    std::vector<std::string> head = {"", texts.text("catalog.coverage.parts")};
    for (const std::string_view name : EnumNames<CoverageField>::names)
        head.emplace_back(name);
    table.add(std::move(head));
    for (const CategoryCoverage& row : coverage) {
        std::vector<std::string> cells = {std::string(enumName(row.category)), std::to_string(row.parts)};
        for (const FieldCoverage& field : row.fields)
            cells.push_back(shareText(field));
        table.add(std::move(cells));
    }
    streams.out << texts.text("catalog.coverage") << '\n' << table.text();
}

void writeCoverage(JsonWriter& json, const std::vector<CategoryCoverage>& coverage) {
    json.key("coverage").beginArray();
    for (const CategoryCoverage& row : coverage) {
        json.beginObject().member("category", enumName(row.category)).member("parts", row.parts);
        json.key("fields").beginArray();
        for (std::size_t f = 0; f < row.fields.size(); ++f)
            json.beginObject()
                .member("name", EnumNames<CoverageField>::names[f])
                .member("asked", row.fields[f].asked)
                .member("known", row.fields[f].known)
                .member("estimated", row.fields[f].estimated)
                .endObject();
        json.endArray().endObject();
    }
    json.endArray();
}

int validate(const Arguments& arguments, const CatalogAccess& access, Streams& streams, const Session& session) {
    if (!arguments.positionals().empty()) {
        const auto plan = planOf(arguments, access, session);
        if (!plan)
            return refused(plan.error(), streams, session);
        printPlan(*plan, streams, session.texts());
        if (!plan->isSound())
            return refused(inputError(Message("catalog.import-refused").with("file", arguments.positional(0))), streams,
                           session);
        streams.out << session.texts().sentence(Message("catalog.import-dry").with("count", plan->parts.size()))
                    << '\n';
        return kExitDone;
    }
    const auto rows = access.catalog.loadReport();
    if (!rows)
        return refused(rows.error(), streams, session);
    const auto violations = access.catalog.explainedViolations();
    if (!violations)
        return refused(violations.error(), streams, session);
    std::int64_t values = 0, recalled = 0, estimates = 0;
    for (const LoadRow& row : *rows) {
        values += row.values;
        recalled += row.recalled;
        estimates += row.estimates;
    }
    const auto parts = allParts(access);
    if (!parts)
        return refused(parts.error(), streams, session);
    const std::vector<CategoryCoverage> coverage = coverageOf(*parts);
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginObject()
            .member("schema", std::int64_t{1})
            .member("values", values)
            .member("recalled", recalled)
            .member("estimated", estimates);
        writeCoverage(json, coverage);
        streams.out << json.endObject().take();
        return kExitDone;
    }
    printCoverage(coverage, streams, session.texts());
    for (const ExplainedViolation& violation : *violations)
        streams.out << violation.check << "  " << violation.subject << "\n    " << violation.reason << '\n';
    streams.out << session.texts().sentence(Message("catalog.validated")
                                                .with("parts", access.catalog.parts().size())
                                                .with("rows", rows->size())
                                                .with("values", values)
                                                .with("recalled", recalled)
                                                .with("estimates", estimates)
                                                .with("violations", violations->size()))
                << '\n';
    return kExitDone;
}

/// What clouds take for an hour of an accelerator, or of all of the table.
int cloud(const Arguments& arguments, const CatalogAccess&, Streams& streams, const Session& session) {
    std::string only;
    if (!arguments.positionals().empty()) {
        only = cloudPricePart(arguments.positional(0));
        if (only.empty())
            return refused(inputError(Message("catalog.no-cloud-price")
                                          .with("part", arguments.positional(0))
                                          .with("nearest", WordList{cloudPriceParts()})),
                           streams, session);
    }
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("prices").beginArray();
    TextTable table({Align::Left, Align::Left, Align::Right, Align::Left, Align::Left, Align::Left}, 2);
    for (const CloudPriceRow& row : cloudPriceRows()) {
        if (!only.empty() && row.part != only)
            continue;
        json.beginObject()
            .member("part", row.part)
            .member("tier", enumName(row.tier))
            .member("low", row.low)
            .member("high", row.high)
            .member("atLeast", row.isAtLeast)
            .member("unit", "USD/h")
            .member("provider", row.provider)
            .member("date", row.date)
            .endObject();
        table.add({row.part, std::string(enumName(row.tier)), cloudPriceText(&row), "USD/h", row.date, row.provider});
    }
    if (arguments.has("--json"))
        streams.out << json.endArray().endObject().take();
    else
        streams.out << table.text() << session.texts().text("schedule.cloud-prices.note") << '\n';
    return kExitDone;
}

struct CatalogTask {
    std::string_view name;
    const ArgumentSpec* spec;
    int (*run)(const Arguments&, CatalogAccess&, Streams&, const Session&);
};

const std::array kTasks = {CatalogTask{"list", &kListSpec,
                                       [](const Arguments& a, CatalogAccess& c, Streams& s, const Session& session) {
                                           return list(a, c, s, session);
                                       }},
                           CatalogTask{"show", &kShowSpec,
                                       [](const Arguments& a, CatalogAccess& c, Streams& s, const Session& session) {
                                           return show(a, c, s, session);
                                       }},
                           CatalogTask{"compare", &kCompareSpec,
                                       [](const Arguments& a, CatalogAccess& c, Streams& s, const Session& session) {
                                           return compare(a, c, s, session);
                                       }},
                           CatalogTask{"scale", &kScaleSpec,
                                       [](const Arguments& a, CatalogAccess& c, Streams& s, const Session& session) {
                                           return scale(a, c, s, session);
                                       }},
                           CatalogTask{"configure", &kConfigureSpec, configure},
                           CatalogTask{"cloud", &kCloudSpec,
                                       [](const Arguments& a, CatalogAccess& c, Streams& s, const Session& session) {
                                           return cloud(a, c, s, session);
                                       }},
                           CatalogTask{"import", &kImportSpec, import},
                           CatalogTask{"validate", &kValidateSpec,
                                       [](const Arguments& a, CatalogAccess& c, Streams& s, const Session& session) {
                                           return validate(a, c, s, session);
                                       }}};

Error noTask(const std::string& word) {
    std::vector<std::string> names;
    for (const CatalogTask& task : kTasks)
        names.emplace_back(task.name);
    const std::vector<std::string> near = nearestWords(word, names);
    return usageError(
        Message("catalog.no-task").with("word", word).with("nearest", WordList{near.empty() ? names : near}));
}

} // namespace

std::vector<std::string> catalogTasks() {
    std::vector<std::string> lines;
    for (const CatalogTask& task : kTasks)
        lines.push_back(std::string(task.name) + ' ' + usageLine(*task.spec));
    return lines;
}

int runCatalog(std::span<const std::string> words, Streams& streams, Session& session) {
    const std::string first = words.empty() ? std::string() : words.front();
    const auto task = std::ranges::find(kTasks, first, &CatalogTask::name);
    if (task == kTasks.end())
        return refused(noTask(first), streams, session);
    const auto arguments = Arguments::parse(*task->spec, words.subspan(1));
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const bool makesFile =
        (first == "import" && !arguments->has("--dry-run")) || (first == "configure" && arguments->has("--save"));
    auto access = session.catalog(makesFile ? Session::OwnParts::MakeTheFile : Session::OwnParts::IfThereAreSome);
    if (!access)
        return refused(access.error(), streams, session);
    return task->run(*arguments, **access, streams, session);
}

} // namespace rackwright
