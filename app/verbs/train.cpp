// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/train.h"

#include "app/arguments.h"
#include "app/echo.h"
#include "app/json_writer.h"
#include "app/text_file.h"
#include "app/text_table.h"
#include "app/verbs/batch.h"
#include "app/verbs/train_search.h"
#include "model/base/nearest.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/calibration.h"
#include "solvers/parallelism/case_assumptions.h"
#include "solvers/parallelism/memory_question.h"
#include "solvers/parallelism/training_quantities.h"
#include "solvers/workload/accelerators.h"
#include "solvers/workload/model_config.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <utility>

namespace rackwright {

namespace {

using Count = PositionalSpec::Count;

const ArgumentSpec kSpec{{{"KEY=VALUE", Count::AnyNumber}},
                         {{"--batch", "CSV", "option.batch"},
                          {"--config", "FILE", "option.model-config"},
                          {"--curve", {}, "option.serving-curve"},
                          {"--json", {}, "option.json"},
                          {"--list", {}, "option.list"},
                          {"--search", {}, "option.plan-search"}}};

constexpr int kForecastDigits = 6;

WordList nearestKeys(const std::string& key) {
    const std::vector<std::string> known(TrainingCase::columns().begin(), TrainingCase::columns().end());
    return WordList{nearestWords(key, known)};
}

Result<CaseCells> cellsOf(const std::vector<std::string>& words) {
    CaseCells cells;
    for (const std::string& word : words) {
        Result<KeyValue> pair = keyValue(word);
        if (!pair)
            return pair.error();
        const std::string_view column = TrainingCase::columnOf(pair->key);
        if (std::ranges::find(TrainingCase::columns(), column) == TrainingCase::columns().end())
            return usageError(
                Message("train.unknown-key").with("key", pair->key).with("nearest", nearestKeys(pair->key)));
        if (!cells.emplace(column, pair->value).second)
            return usageError(Message("calc.key-twice").with("key", pair->key));
    }
    return cells;
}

Result<std::optional<ModelArchitecture>> configOf(const std::optional<std::string>& file, const Texts& texts) {
    if (!file)
        return std::optional<ModelArchitecture>();
    const Result<std::string> text = readTextFile(*file, std::uintmax_t{1} << 20);
    if (!text)
        return text.error();
    Result<ModelArchitecture> model = readModelConfig(*text);
    return model ? Result<std::optional<ModelArchitecture>>(std::move(*model)) : inFile(*file, model.error(), texts);
}

BatchAnswer answerOf(const std::string& id, const std::string& quantity, const TrainingCase& input,
                     const Texts& texts) {
    BatchAnswer row{id, quantity, {}, {}, {}};
    if (quantity.empty()) {
        row.error = texts.text("calc.row-without-quantity");
        return row;
    }
    const Result<TrainingAnswer> answered = answer(quantity, input);
    if (!answered) {
        row.error = texts.sentence(withShortEchoes(answered.error().message));
        return row;
    }
    row.value = shortestDigits(answered->value);
    row.unit = answered->quantity->unit;
    return row;
}

/// Between which values an answer is expected; unset where it is a closed form.
struct AnswerRange {
    double low = 0, high = 0;
};

std::optional<AnswerRange> rangeOfAnswer(const std::string& quantity, const TrainingCase& input, double value) {
    if (quantity == "peak_memory_per_gpu") {
        const Result<MemoryRange> range = peakMemoryOf(input);
        return range ? std::optional(AnswerRange{range->low, range->high}) : std::nullopt;
    }
    const Result<Forecast> made = forecast(quantity, input);
    if (!made)
        return std::nullopt;
    const double band = bandFor(publishedCalibration(), made->speedClass);
    return AnswerRange{value * std::max(0.0, 1 - band), value * (1 + band)};
}

void printJson(const std::vector<BatchAnswer>& rows, Streams& streams,
               const std::vector<CaseAssumption>* assumptions = nullptr,
               const std::optional<AnswerRange>& range = std::nullopt) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("quantities").beginArray();
    for (const BatchAnswer& row : rows) {
        json.beginObject().member("quantity", row.quantity);
        if (const auto value = plainNumber(row.value))
            json.member("value", *value).member("unit", row.unit);
        if (range && plainNumber(row.value))
            json.member("low", range->low).member("high", range->high);
        if (!plainNumber(row.value))
            json.member("error", row.error);
        json.endObject();
    }
    json.endArray();
    if (assumptions) {
        json.key("assumptions").beginArray();
        for (const CaseAssumption& each : *assumptions)
            json.beginObject()
                .member("input", each.column)
                .member("value", each.value)
                .member("from", each.from)
                .endObject();
        json.endArray();
    }
    streams.out << json.endObject().take();
}

// What nobody said and the answer rests on.
void printAssumptions(const std::vector<CaseAssumption>& assumptions, Streams& streams, const Texts& texts) {
    if (assumptions.empty())
        return;
    TextTable table({Align::Left, Align::Right, Align::Left}, 2);
    for (const CaseAssumption& each : assumptions)
        table.add({each.column, each.value, each.from});
    streams.out << texts.text("train.assumptions") << '\n' << table.text();
}

enum class TrainOutput { Text, Json };

// By the runs of the class that the forecast's factor comes from.
Message bandOf(const Forecast& made, double value, const std::string& unit) {
    const double band = bandFor(publishedCalibration(), made.speedClass);
    const double low = std::max(0.0, 1 - band);
    return Message("train.band")
        .with("low", roundedDigits(value * low, 3))
        .with("high", roundedDigits(value * (1 + band), 3))
        .with("unit", unit)
        .with("band", UnitNumber{std::round(100 * band), "%"});
}

// Frameworks differ in what nobody states: the leanest allocations, and everything that can come on top.
Message rangeOf(const MemoryRange& range) {
    return Message("train.memory-range")
        .with("low", roundedDigits(range.low, 3))
        .with("high", roundedDigits(range.high, 3))
        .with("unit", "bytes");
}

// Where a price of tokens lies among those that providers ask (source document 002, costs of deployment models).
Message bandsOfProviders(double cost, const Texts& texts) {
    const auto place = [&](double low, double high) {
        return texts.text(cost < low ? "train.place.below" : cost > high ? "train.place.above" : "train.place.within");
    };
    return Message("train.providers")
        .with("own", place(0.10, 0.50))
        .with("cloud", place(0.20, 1.00))
        .with("api", place(0.15, 15.00));
}

int runCurve(const TrainingCase& input, TrainOutput output, Streams& streams, const Session& session) {
    const Result<ServingCurve> curve = servingCurve(input);
    if (!curve)
        return refused(curve.error(), streams, session);
    const auto add = [](JsonWriter& json, const ServingPoint& point) {
        json.beginObject()
            .member("requests", point.batch)
            .member("tokens_per_sec", point.tokensPerSecond)
            .member("tokens_per_sec_per_user", 1 / point.eachToken)
            .member("ttft_ms", 1e3 * point.firstToken)
            .member("tpot_ms", 1e3 * point.eachToken)
            .member("tpot_generation_ms", 1e3 * point.generation)
            .member("e2e_s", point.answer)
            .endObject();
    };
    if (output == TrainOutput::Json) {
        JsonWriter json;
        json.beginObject().member("schema", std::int64_t{1}).member("instances", curve->instances);
        json.key("points").beginArray();
        for (const ServingPoint& point : curve->points)
            add(json, point);
        json.endArray();
        if (curve->crossing) {
            json.key("crossing");
            add(json, *curve->crossing);
        }
        streams.out << json.endObject().take();
        return kExitDone;
    }
    const Texts& texts = session.texts();
    TextTable table(std::vector<Align>(7, Align::Right));
    std::vector<std::string> header;
    for (const char* id : {"train.curve.requests", "train.curve.tokens", "train.curve.user", "train.curve.ttft",
                           "train.curve.tpot", "train.curve.generation", "train.curve.e2e"})
        header.push_back(texts.text(id));
    table.add(std::move(header));
    for (const ServingPoint& point : curve->points)
        table.add({roundedDigits(point.batch, kForecastDigits), roundedDigits(point.tokensPerSecond, 4),
                   roundedDigits(1 / point.eachToken, 4), roundedDigits(1e3 * point.firstToken, 4),
                   roundedDigits(1e3 * point.eachToken, 4), roundedDigits(1e3 * point.generation, 4),
                   roundedDigits(point.answer, 4)});
    streams.out << table.text();
    if (curve->crossing)
        streams.out << texts.sentence(Message("train.curve.crossing")
                                          .with("requests", curve->crossing->batch)
                                          .with("rate", roundedDigits(curve->crossing->tokensPerSecond, 4)))
                    << '\n';
    else if (curve->targets.areAny())
        streams.out << texts.text("train.curve.no-crossing") << '\n';
    return kExitDone;
}

void printText(const std::vector<BatchAnswer>& rows, Streams& streams) {
    TextTable table({Align::Left, Align::Right, Align::Left});
    for (const BatchAnswer& row : rows) {
        const auto value = plainNumber(row.value);
        table.add({row.quantity, value ? roundedDigits(*value, kForecastDigits) : "-", value ? row.unit : row.error});
    }
    streams.out << table.text();
}

void print(const std::vector<BatchAnswer>& rows, TrainOutput output, Streams& streams) {
    output == TrainOutput::Json ? printJson(rows, streams) : printText(rows, streams);
}

int runOne(const TrainingCase& input, TrainOutput output, Streams& streams, const Session& session) {
    const std::string& quantity = input.text("quantity");
    const Result<TrainingAnswer> answered = answer(quantity, input);
    if (!answered)
        return refused(answered.error(), streams, session);
    const BatchAnswer row = answerOf({}, quantity, input, session.texts());
    const std::vector<CaseAssumption> assumptions = assumptionsOf(quantity, input);
    if (output == TrainOutput::Json) {
        printJson({row}, streams, &assumptions, rangeOfAnswer(quantity, input, answered->value));
    } else {
        printText({row}, streams);
        printAssumptions(assumptions, streams, session.texts());
        if (quantity == "peak_memory_per_gpu")
            streams.out << session.texts().sentence(rangeOf(*peakMemoryOf(input))) << '\n';
        else if (const Result<Forecast> made = forecast(quantity, input))
            streams.out << session.texts().sentence(bandOf(*made, answered->value, row.unit)) << '\n';
        else if (quantity == "cost_per_million_tokens")
            streams.out << session.texts().sentence(bandsOfProviders(answered->value, session.texts())) << '\n';
    }
    return kExitDone;
}

// Whether an error is about words that stand there, and not about what nobody said.
bool isOfWords(const Error& error, const TrainingCase& input) {
    constexpr auto kOfColumn = std::to_array<std::string_view>(
        {"training.no-number", "training.zero", "training.count", "training.unknown-home"});
    constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kOfWords = {
        {{"training.unknown-recompute", "recompute"},
         {"training.unknown-framework", "framework"},
         {"training.unknown-loss", "loss"},
         {"training.cap-too-low", "gpu"},
         {"training.does-not-divide", "etp"},
         {"training.does-not-divide", "tp"},
         {"training.does-not-divide", "pp"},
         {"training.does-not-divide", "ep"},
         {"training.does-not-divide", "cp"},
         {"training.no-experts", "ep"},
         {"training.wrong-product", "dp"},
         {"workload.unknown-accelerator", "gpu"},
         {"workload.unknown-precision", "precision"},
         {"workload.no-precision", "precision"}}};
    const Message& said = error.message;
    if (std::ranges::find(kOfColumn, said.id) != kOfColumn.end())
        return std::ranges::any_of(said.arguments, [&](const auto& argument) {
            const auto* column = std::get_if<std::string>(&argument.value);
            return argument.name == "column" && column && input.has(*column);
        });
    return std::ranges::any_of(kOfWords,
                               [&](const auto& each) { return each.first == said.id && input.has(each.second); });
}

// Quantities that lack an input of theirs stand with the reason; a case that yields none is wrong, and so is one with a
// word that cannot be what it says.
int runAll(const TrainingCase& input, TrainOutput output, Streams& streams, const Session& session) {
    // Asked first: without the count of accelerators no quantity comes as far as their name.
    if (input.has("gpu"))
        if (const Result<AcceleratorSpec> named = acceleratorIn(input.text("gpu")); !named)
            return refused(named.error(), streams, session);
    std::vector<BatchAnswer> rows;
    bool any = false;
    for (const TrainingQuantity& quantity : trainingQuantities()) {
        if (const Result<TrainingAnswer> answered = answer(quantity.name, input);
            !answered && isOfWords(answered.error(), input))
            return refused(answered.error(), streams, session);
        rows.push_back(answerOf({}, std::string(quantity.name), input, session.texts()));
        any = any || rows.back().error.empty();
    }
    if (!any) {
        const Result<ModelArchitecture> model = input.model();
        return refused(model ? usageError(Message("train.nothing-asked")) : model.error(), streams, session);
    }
    print(rows, output, streams);
    return kExitDone;
}

// Columns of published cases that go with their answer and are not read.
constexpr auto kColumnsBeside = std::to_array<std::string_view>({"unit", "kind", "use", "tolerance_pct", "value"});
// What tells rows apart or describes them; a table may have the like under another name.
constexpr auto kColumnsOfWords = std::to_array<std::string_view>({"id", "case_id", "source", "note"});

BatchKeys batchKeys() {
    BatchKeys keys;
    for (const std::string_view column : TrainingCase::columns()) {
        if (std::ranges::find(kColumnsBeside, column) != kColumnsBeside.end())
            continue;
        keys.read.push_back(column);
        if (std::ranges::find(kColumnsOfWords, column) == kColumnsOfWords.end())
            keys.guarded.push_back(column);
    }
    return keys;
}

int runBatchOf(const std::string& file, Streams& streams, const Session& session) {
    const Result<CsvTable> table = readBatch(file, streams.in, session.texts());
    if (!table)
        return refused(table.error(), streams, session);
    const std::string_view idColumn = table->hasColumn("case_id") ? "case_id" : "id";
    if (!table->hasColumn(idColumn) || !table->hasColumn("quantity"))
        return refused(inputError(Message("train.no-columns").with("file", file)), streams, session);
    if (Done checked = checkColumns(*table, batchKeys(), file, streams, session.texts()); !checked)
        return refused(checked.error(), streams, session);
    streams.out << kBatchHeader;
    std::size_t failed = 0;
    for (std::size_t row = 0; row < table->size(); ++row) {
        CaseCells cells;
        for (const std::string& column : table->header())
            cells.emplace(column, table->cell(row, column));
        const TrainingCase input(std::move(cells));
        const BatchAnswer answer = answerOf(table->cell(row, idColumn), input.text("quantity"), input, session.texts());
        failed += answer.error.empty() ? 0 : 1;
        streams.out << batchLine(answer);
    }
    return batchExit(table->size(), failed, streams, session.texts());
}

int runListOf(TrainOutput output, Streams& streams) {
    TextTable table({Align::Left, Align::Left, Align::Left});
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("quantities").beginArray();
    for (const TrainingQuantity& quantity : trainingQuantities()) {
        table.add({std::string(quantity.name), std::string(quantity.unit), std::string(quantity.definition)});
        json.beginObject()
            .member("quantity", quantity.name)
            .member("unit", quantity.unit)
            .member("definition", quantity.definition)
            .endObject();
    }
    streams.out << (output == TrainOutput::Json ? json.endArray().endObject().take() : table.text());
    return kExitDone;
}

} // namespace

int runTrain(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const TrainOutput output = arguments->has("--json") ? TrainOutput::Json : TrainOutput::Text;
    if (const auto file = arguments->option("--batch")) {
        if (!arguments->positionals().empty())
            return refused(usageError(Message("calc.batch-alone").with("word", arguments->positionals().front())),
                           streams, session);
        return runBatchOf(*file, streams, session);
    }
    if (arguments->has("--list"))
        return runListOf(output, streams);
    Result<CaseCells> cells = cellsOf(arguments->positionals());
    if (!cells)
        return refused(cells.error(), streams, session);
    Result<std::optional<ModelArchitecture>> config = configOf(arguments->option("--config"), session.texts());
    if (!config)
        return refused(config.error(), streams, session);
    const TrainingCase input(std::move(*cells), std::move(*config));
    if (arguments->has("--curve"))
        return runCurve(input, output, streams, session);
    if (arguments->has("--search"))
        return runPlanSearch(input, streams, session);
    return input.has("quantity") ? runOne(input, output, streams, session) : runAll(input, output, streams, session);
}

} // namespace rackwright
