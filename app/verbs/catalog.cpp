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
#include "catalog/coverage.h"
#include "catalog/part_import.h"
#include "catalog/part_library.h"
#include "model/base/nearest.h"
#include "model/parts/part_title.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace rackwright {

namespace {

using Count = PositionalSpec::Count;

constexpr std::size_t kPartsAStep = 250; ///< of progress

const ArgumentSpec kListSpec{{}, {{"--category", "NAME"}, {"--search", "TEXT"}, kJsonOption}};
const ArgumentSpec kShowSpec{{{"PART"}}, {kJsonOption}};
const ArgumentSpec kImportSpec{{{"CSV"}}, {{"--dry-run", {}}}};
const ArgumentSpec kCompareSpec{{{"PART"}, {"PART"}, {"PART", Count::AnyNumber}}, {kJsonOption}};
const ArgumentSpec kValidateSpec{{{"CSV", Count::Optional}}, {kJsonOption}};

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
    const auto part = access.library->part(arguments.positional(0));
    if (!part)
        return refused(part.error(), streams, session);
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

Result<PartImportPlan> planOf(const std::string& file, const CatalogAccess& access, const Session& session) {
    const auto csv = readTextFile(file, kLargestPartTable);
    if (!csv)
        return csv.error();
    std::vector<std::string> ids;
    for (const PartSummary& part : access.catalog.parts())
        ids.push_back(part.id);
    return planPartImport(*csv, {access.catalog.attributeKeys(), std::move(ids), session.places().today});
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

int import(const Arguments& arguments, CatalogAccess& access, Streams& streams, const Session& session) {
    auto plan = planOf(arguments.positional(0), access, session);
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
        const auto plan = planOf(arguments.positional(0), access, session);
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

int runCatalog(std::span<const std::string> words, Streams& streams, Session& session) {
    const std::string first = words.empty() ? std::string() : words.front();
    const auto task = std::ranges::find(kTasks, first, &CatalogTask::name);
    if (task == kTasks.end())
        return refused(noTask(first), streams, session);
    const auto arguments = Arguments::parse(*task->spec, words.subspan(1));
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const bool makesFile = first == "import" && !arguments->has("--dry-run");
    auto access = session.catalog(makesFile ? Session::OwnParts::MakeTheFile : Session::OwnParts::IfThereAreSome);
    if (!access)
        return refused(access.error(), streams, session);
    return task->run(*arguments, **access, streams, session);
}

} // namespace rackwright
