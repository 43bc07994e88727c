// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/fabric.h"

#include "app/arguments.h"
#include "app/echo.h"
#include "app/json_writer.h"
#include "app/progress_line.h"
#include "app/text_file.h"
#include "app/text_table.h"
#include "app/verbs/batch.h"
#include "model/base/nearest.h"
#include "model/units/number_text.h"
#include "solvers/families/fabric_quantities.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{
    {{"KEY=VALUE", PositionalSpec::Count::AnyNumber}},
    {{"--batch", "CSV", "option.batch"}, {"--json", {}, "option.json"}, {"--list", {}, "option.list-families"}}};

using Params = std::map<std::string, std::string, std::less<>>;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// "key=value" or a bare flag.
Done addParam(Params& params, std::string_view part) {
    const std::size_t equals = part.find('=');
    const std::string key(trimmed(part.substr(0, equals)));
    if (key.empty())
        return usageError(Message("calc.empty-key").with("part", part));
    const std::string_view value = equals == std::string_view::npos ? std::string_view{} : part.substr(equals + 1);
    if (!params.emplace(key, trimmed(value)).second)
        return usageError(Message("calc.key-twice").with("key", key));
    return done();
}

Result<Params> splitParams(std::string_view text) {
    Params params;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(';', at), text.size());
        const std::string_view part = trimmed(text.substr(at, end - at));
        if (!part.empty())
            if (Done added = addParam(params, part); !added)
                return added.error();
        at = end + 1;
    }
    return params;
}

Result<FabricQuantities> answersOfFile(const std::filesystem::path& path, Streams& streams, const Texts& texts) {
    const Result<std::string> text = readTextFile(path);
    if (!text)
        return text.error();
    ProgressLine progress(streams, texts);
    Result<FabricQuantities> answers = quantitiesOfGraph(*text, [&progress](GraphStage stage, std::int64_t switches) {
        const char* id = stage == GraphStage::Bisection ? "fabric.progress.bisection" : "fabric.progress.traffic";
        progress.show(Message(id).with("count", switches));
    });
    return answers ? std::move(answers) : Result<FabricQuantities>(inFile(path.string(), answers.error(), texts));
}

/// A file that a table names lies in the folder of the table or below it.
Result<std::filesystem::path> insideFolder(const std::filesystem::path& folder, const std::string& name) {
    const std::filesystem::path given(name);
    if (given.is_absolute() || std::ranges::find(given, std::filesystem::path("..")) != given.end())
        return inputError(Message("fabric.file-outside").with("file", name));
    return folder / given;
}

struct SpeedColumn {
    const char* name;
    std::optional<double> FamilyRequest::*member;
};
constexpr SpeedColumn kSpeedColumns[] = {{"endpoint_link_gbps", &FamilyRequest::endpointGbps},
                                         {"leaf_spine_link_gbps", &FamilyRequest::leafSpineGbps},
                                         {"spine_core_link_gbps", &FamilyRequest::spineCoreGbps}};

Done setSpeed(FamilyRequest& request, const SpeedColumn& column, std::string_view text) {
    if (text.empty())
        return done();
    request.*column.member = plainNumber(text);
    if (!(request.*column.member))
        return inputError(Message("fabric.no-link-speed").with("key", column.name).with("text", text));
    return done();
}

Result<FabricQuantities> answersOfRow(const CsvTable& table, std::size_t row, const std::filesystem::path& folder,
                                      Streams& streams, const Texts& texts) {
    if (const std::string file(trimmed(table.cell(row, "graph_file"))); !file.empty()) {
        const auto path = insideFolder(folder, file);
        return path ? answersOfFile(*path, streams, texts) : Result<FabricQuantities>(path.error());
    }
    FamilyRequest request;
    request.family = trimmed(table.cell(row, "family"));
    if (request.family.empty())
        return usageError(Message("fabric.nothing-named"));
    if (!table.hasColumn("params"))
        return inputError(Message("fabric.no-params"));
    auto params = splitParams(table.cell(row, "params"));
    if (!params)
        return params.error();
    request.params = std::move(*params);
    for (const SpeedColumn& column : kSpeedColumns)
        if (Done set = setSpeed(request, column, trimmed(table.cell(row, column.name))); !set)
            return set.error();
    return quantitiesOfFamily(request);
}

std::string lineOf(const std::string& id, const FabricQuantity& answer, const Texts& texts) {
    return batchLine({id, answer.quantity, answer.value ? shortestDigits(*answer.value) : std::string(), answer.unit,
                      answer.value ? std::string() : texts.sentence(withShortEchoes(answer.reason))});
}

/// What was written instead of a family or a graph file is named.
Error nothingNamed(const Params& params) {
    if (params.empty())
        return usageError(Message("fabric.nothing-named"));
    return usageError(Message("fabric.nothing-named-but").with("word", params.begin()->first));
}

BatchKeys batchKeys() {
    BatchKeys keys{{"id", "graph_file", "family", "params"}, {"graph_file", "family", "params"}};
    for (const SpeedColumn& column : kSpeedColumns) {
        keys.read.emplace_back(column.name);
        keys.guarded.emplace_back(column.name);
    }
    return keys;
}

int runBatch(const std::string& file, Streams& streams, const Session& session) {
    const Result<CsvTable> table = readBatch(file, streams.in, session.texts());
    if (!table)
        return refused(table.error(), streams, session);
    if (!table->hasColumn("id") || !(table->hasColumn("graph_file") || table->hasColumn("family")))
        return refused(inputError(Message("fabric.no-columns").with("file", file)), streams, session);
    if (Done checked = checkColumns(*table, batchKeys(), file, streams, session.texts()); !checked)
        return refused(checked.error(), streams, session);
    const std::filesystem::path folder =
        file == "-" ? std::filesystem::path(".") : std::filesystem::path(file).parent_path();
    streams.out << kBatchHeader;
    std::size_t failed = 0;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const std::string& id = table->cell(row, "id");
        const Result<FabricQuantities> answers = answersOfRow(*table, row, folder, streams, session.texts());
        if (!answers) {
            ++failed;
            streams.out << lineOf(id, {{}, std::nullopt, {}, answers.error().message}, session.texts());
            continue;
        }
        for (const FabricQuantity& answer : answers->rows)
            streams.out << lineOf(id, answer, session.texts());
        failed +=
            std::ranges::any_of(answers->rows, [](const FabricQuantity& answer) { return !!answer.value; }) ? 0 : 1;
    }
    return batchExit(table->size(), failed, streams, session.texts());
}

/// How the two bounds of the bisection are proven and how it is counted.
std::vector<std::pair<std::string, std::string>> proofRows(const FabricQuantities& answers, const Texts& texts) {
    std::vector<std::pair<std::string, std::string>> rows;
    if (!answers.bisection)
        return rows;
    const Bisection& bisection = *answers.bisection;
    rows.emplace_back(texts.text("fabric.label.level"), texts.text(messageOf(answers.level)));
    rows.emplace_back(texts.text("fabric.label.halves"),
                      texts.sentence(Message("fabric.halves").with("a", bisection.onA).with("b", bisection.onB)));
    rows.emplace_back(texts.text("fabric.label.lower"), texts.text(messageOf(bisection.lowerProof)));
    rows.emplace_back(texts.text("fabric.label.upper"),
                      texts.sentence(Message(messageOf(bisection.upperProof)).with("cables", bisection.cutCables)));
    if (bisection.injection > 0) {
        constexpr double kPercent = 100;
        const double share = static_cast<double>(bisection.lower) / static_cast<double>(bisection.injection);
        rows.emplace_back(texts.text("fabric.label.injection"), roundedDigits(share * kPercent, 4) + " %");
    }
    return rows;
}

std::string asText(const FabricQuantities& answers, const Texts& texts) {
    TextTable table({Align::Left, Align::Right, Align::Left});
    for (const FabricQuantity& row : answers.rows)
        table.add({row.quantity, row.value ? roundedDigits(*row.value, 10) : "-",
                   row.value ? row.unit : texts.sentence(row.reason)});
    TextTable proofs({Align::Left, Align::Left}, 2);
    for (const auto& [label, text] : proofRows(answers, texts))
        proofs.add({label, text});
    return table.text() + proofs.text();
}

std::string asJson(const FabricQuantities& answers, const Texts& texts) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("quantities").beginArray();
    for (const FabricQuantity& row : answers.rows) {
        json.beginObject().member("quantity", row.quantity).key("value");
        if (row.value)
            json.number(*row.value);
        else
            json.null();
        json.member("unit", row.unit)
            .member("error", row.value ? std::string() : texts.sentence(row.reason))
            .endObject();
    }
    json.endArray().key("bisection").beginArray();
    for (const auto& [label, text] : proofRows(answers, texts))
        json.beginObject().member("what", label).member("is", text).endObject();
    return json.endArray().endObject().take();
}

/// With a graph file the graph is solved; a family and its params beside it only describe the graph and are not read.
Done demandGraphWords(const FamilyRequest& request) {
    if (request.params.empty() || !request.family.empty())
        return done();
    std::vector<std::string> words = {"family"};
    for (const SpeedColumn& column : kSpeedColumns)
        words.emplace_back(column.name);
    WordList keys;
    for (const auto& [key, value] : request.params)
        keys.words.push_back(key);
    const std::vector<std::string> nearest = nearestWords(keys.words.front(), words);
    return usageError(
        Message("fabric.stray-keys").with("keys", keys).with("nearest", WordList{nearest.empty() ? words : nearest}));
}

std::string plainWord(std::string_view text) {
    std::string word;
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '+')
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return word;
}

/// The family that people call by a word ("fat tree"); the word itself where none is meant.
std::string familyCalled(const std::string& said) {
    constexpr auto kWords = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"fattree", "k-ary 3-tier fat-tree"},
         {"karyfattree", "k-ary 3-tier fat-tree"},
         {"leafspine", "2-tier Clos (leaf-spine)"},
         {"spineleaf", "2-tier Clos (leaf-spine)"},
         {"clos", "2-tier Clos (leaf-spine)"},
         {"2tierclos", "2-tier Clos (leaf-spine)"},
         {"twotierclos", "2-tier Clos (leaf-spine)"},
         {"3tierclos", "3-tier Clos, plane-wise core"},
         {"threetier", "3-tier Clos, plane-wise core"},
         {"singleswitch", "single switch"},
         {"railonly", "rail-only, one switch per rail"},
         {"railoptimized", "rail-optimised 2-tier Clos"},
         {"railoptimised", "rail-optimised 2-tier Clos"},
         {"railoptimized2tierclos", "rail-optimised 2-tier Clos"},
         {"railoptimized3tierclos", "rail-optimised 3-tier Clos"},
         {"hyperx", "HyperX / Hamming"},
         {"hamming", "HyperX / Hamming"},
         {"flattenedbutterfly", "HyperX / Hamming / flattened butterfly"}});
    const std::string plain = plainWord(said);
    for (const FamilyExample& example : familyExamples())
        if (plain == plainWord(example.family))
            return std::string(example.family);
    const auto known =
        std::ranges::find(kWords, std::string_view(plain), &std::pair<std::string_view, std::string_view>::first);
    return known == kWords.end() ? said : std::string(known->second);
}

/// A k-ary fat-tree is told by its switches' ports, or by endpoints that it has to reach: k^3/4 of them.
void readFatTreeWords(FamilyRequest& request) {
    if (request.family != "k-ary 3-tier fat-tree" || request.params.contains("k"))
        return;
    for (const char* word : {"radix", "ports", "ports_per_switch"})
        if (const auto said = request.params.find(word); said != request.params.end()) {
            request.params.emplace("k", said->second);
            request.params.erase(said);
            return;
        }
    for (const char* word : {"endpoints", "hosts", "gpus"})
        if (const auto said = request.params.find(word); said != request.params.end())
            if (const auto count = plainNumber(said->second); count && *count >= 1 && *count < 1e9) {
                const double ports = std::ceil(std::cbrt(4 * *count) / 2 - 1e-9) * 2;
                request.params.emplace("k", shortestDigits(std::max(2.0, ports)));
                request.params.erase(said);
                return;
            }
}

/// All that a family takes, behind an error about one of its keys.
void tellKeys(const std::string& family, Streams& streams, const Texts& texts) {
    for (const FamilyExample& example : familyExamples())
        if (example.family == family) {
            std::string params(example.params);
            std::ranges::replace(params, ';', ' ');
            streams.err << texts.sentence(Message(example.options.empty() ? "fabric.keys" : "fabric.keys-also")
                                              .with("family", family)
                                              .with("keys", params)
                                              .with("options", example.options))
                        << '\n';
        }
}

int runSingle(const std::vector<std::string>& words, bool isJson, Streams& streams, const Session& session) {
    FamilyRequest request;
    for (const std::string& word : words)
        if (Done added = addParam(request.params, word); !added)
            return refused(added.error(), streams, session);
    const auto taken = [&](std::string_view key) {
        const auto found = request.params.find(key);
        if (found == request.params.end())
            return std::string();
        std::string value = std::move(found->second);
        request.params.erase(found);
        return value;
    };
    const std::string file = taken("graph_file");
    request.family = familyCalled(taken("family"));
    readFatTreeWords(request);
    for (const SpeedColumn& column : kSpeedColumns)
        if (Done set = setSpeed(request, column, taken(column.name)); !set)
            return refused(set.error(), streams, session);
    if (file.empty() && request.family.empty())
        return refused(nothingNamed(request.params), streams, session);
    if (Done read = file.empty() ? done() : demandGraphWords(request); !read)
        return refused(read.error(), streams, session);
    const Result<FabricQuantities> answers =
        file.empty() ? quantitiesOfFamily(request) : answersOfFile(file, streams, session.texts());
    if (!answers) {
        const int code = refused(answers.error(), streams, session);
        if (file.empty())
            tellKeys(request.family, streams, session.texts());
        return code;
    }
    streams.out << (isJson ? asJson(*answers, session.texts()) : asText(*answers, session.texts()));
    return kExitDone;
}

} // namespace

int runFabric(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    if (arguments->has("--list")) {
        for (const FamilyExample& example : familyExamples()) {
            std::string params(example.params);
            std::ranges::replace(params, ';', ' ');
            streams.out << "rackwright fabric \"family=" << example.family << "\" " << params;
            // A comment of the shell, so that the line can be run as it stands.
            if (!example.options.empty())
                streams.out << " # " << session.texts().text("fabric.also") << ' ' << example.options;
            streams.out << '\n';
        }
        return kExitDone;
    }
    const std::vector<std::string>& positionals = arguments->positionals();
    if (const auto file = arguments->option("--batch")) {
        if (!positionals.empty())
            return refused(usageError(Message("calc.batch-alone").with("word", positionals.front())), streams, session);
        return runBatch(*file, streams, session);
    }
    return runSingle(positionals, arguments->has("--json"), streams, session);
}

} // namespace rackwright
