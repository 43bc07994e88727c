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
#include "solvers/sizing/said_measures.h"
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

// Numbers that formulas take by their own names, in the columns input_1 to input_3.
constexpr auto kNamedInputs =
    std::to_array<std::string_view>({"tokens", "tokens/s/gpu", "iteration_time", "tflops", "mfu", "mtbf", "restart",
                                     "checkpoint_stall", "microbatches", "samples_at_stop(median)"});
constexpr std::array<std::string_view, 3> kInputColumns = {"input_1", "input_2", "input_3"};

// Columns that hold words, or several numbers.
constexpr auto kWordColumns = std::to_array<std::string_view>({"quantity",
                                                               "id",
                                                               "case_id",
                                                               "model",
                                                               "gated_mlp",
                                                               "tied_embeddings",
                                                               "framework",
                                                               "gpu",
                                                               "precision",
                                                               "seq_parallel",
                                                               "sharding",
                                                               "offload",
                                                               "offload_weights",
                                                               "offload_activations",
                                                               "loss",
                                                               "recompute",
                                                               "task",
                                                               "dp_attention",
                                                               "attention",
                                                               "input_1",
                                                               "input_2",
                                                               "input_3",
                                                               "unit",
                                                               "source",
                                                               "note",
                                                               "kind",
                                                               "use",
                                                               "mla_q_rank/kv_rank/nope/rope/v"});

/// "8k", "1,024", "405B" and "400 GB/s" as the number that the column counts in; other texts as they are, for the
/// reading of the column to refuse.
std::string plainlySaid(std::string_view column, const std::string& text) {
    if (plainNumber(text) || std::ranges::find(kWordColumns, column) != kWordColumns.end())
        return text;
    const std::optional<NumberIn> number = numberIn(text);
    if (!number || number->start != 0)
        return text;
    std::string_view rest = number->rest;
    double value = number->value;
    const bool isLength = column == "seq_len" || column == "isl" || column == "osl" || column == "prefill_chunk";
    if (rest == "k" || rest == "K" || rest == "K tokens" || rest == "k tokens")
        return shortestDigits(value * (isLength ? 1024 : 1000)); // lengths of sequences are said in powers of two
    if (column == "network_gbps") {
        if (rest == "GB/s" || rest == "GBps")
            value *= 8;
        else if (!rest.empty() && rest != "Gb/s" && rest != "Gbps" && rest != "gbps" && rest != "Gbit/s")
            return text;
        return shortestDigits(value);
    }
    constexpr auto kUnits =
        std::to_array<std::pair<std::string_view, std::string_view>>({{"ttft_ms", "ms"},
                                                                      {"tpot_ms", "ms"},
                                                                      {"e2e_s", "s"},
                                                                      {"gpu_hour", "USD"},
                                                                      {"kv_bits", "bit"},
                                                                      {"kv_bits", "bits"},
                                                                      {"seq_len", "tokens"},
                                                                      {"isl", "tokens"},
                                                                      {"osl", "tokens"},
                                                                      {"num_gpus", "GPUs"},
                                                                      {"num_gpus", "gpus"},
                                                                      {"peak_dense_tflops_used", "TFLOPS"}});
    const bool isUnit =
        std::ranges::any_of(kUnits, [&](const auto& each) { return each.first == column && each.second == rest; });
    const double factor = multiplier(rest);
    if (!rest.empty() && !isUnit && (factor == 1 || rest.size() > 1))
        return text;
    return shortestDigits(value * (isUnit ? 1 : factor));
}

/// "tokens=2T": to the next free of the columns that take numbers by name.
Done addNamedInput(CaseCells& cells, const KeyValue& pair) {
    const std::optional<NumberIn> number = numberIn(pair.value);
    const bool isCount = pair.key == "tokens" || pair.key.starts_with("samples");
    const std::string value =
        number && number->start == 0 && isCount ? shortestDigits(number->value * multiplier(number->rest)) : pair.value;
    for (const std::string_view column : kInputColumns)
        if (cells.emplace(column, pair.key + "=" + value).second)
            return done();
    return usageError(Message("calc.key-twice").with("key", pair.key));
}

Result<CaseCells> cellsOf(const std::vector<std::string>& words) {
    CaseCells cells;
    for (const std::string& word : words) {
        Result<KeyValue> pair = keyValue(word);
        if (!pair)
            return pair.error();
        if (pair->value.find_first_not_of(" \t") == std::string::npos)
            return usageError(Message("train.no-value").with("key", pair->key));
        if (std::ranges::find(kNamedInputs, pair->key) != kNamedInputs.end()) {
            if (Done added = addNamedInput(cells, *pair); !added)
                return added.error();
            continue;
        }
        const std::string_view column = TrainingCase::columnOf(pair->key);
        if (std::ranges::find(TrainingCase::columns(), column) == TrainingCase::columns().end())
            return usageError(
                Message("train.unknown-key").with("key", pair->key).with("nearest", nearestKeys(pair->key)));
        if (!cells.emplace(column, plainlySaid(column, pair->value)).second)
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

/// What a person is told of one answer beside it.
struct AnswerNotes {
    std::optional<Message> tooLarge; ///< it does not fit into the accelerator
    std::optional<Message> idle;     ///< accelerators that no instance takes
    std::vector<std::string> unused; ///< keys that were given and change nothing
};

/// That what is asked does not fit into the accelerator's memory.
std::optional<Message> tooLargeOf(const TrainingCase& input) {
    if (!input.has("gpu"))
        return std::nullopt;
    const Result<AcceleratorSpec> part = acceleratorIn(input.text("gpu"));
    const Result<MemoryRange> range = part ? peakMemoryOf(input) : Result<MemoryRange>(part.error());
    if (!range || range->expected <= part->memory)
        return std::nullopt;
    return Message(range->low <= part->memory ? "train.hardly-fits" : "train.too-large")
        .with("needed", UnitNumber{std::round(range->expected / 1e9), "GB"})
        .with("low", UnitNumber{std::round(range->low / 1e9), "GB"})
        .with("limit", UnitNumber{std::round(part->memory / 1e9), "GB"});
}

AnswerNotes notesOf(const std::string& quantity, const TrainingCase& input) {
    AnswerNotes notes;
    const Result<Forecast> made = forecast(quantity, input);
    const bool isServed = made && made->speedClass.task == "inference";
    if (quantity == "peak_memory_per_gpu" || (made && !isServed && quantity != "gpu_hours"))
        notes.tooLarge = tooLargeOf(input);
    if (isServed || quantity == "users_served" || quantity == "cost_per_million_tokens")
        if (const Result<double> all = input.number("num_gpus"); all)
            if (const Result<double> used = servingAccelerators(input); used && *used < *all)
                notes.idle = Message("train.idle")
                                 .with("idle", static_cast<std::int64_t>(*all - *used))
                                 .with("used", static_cast<std::int64_t>(*used));
    notes.unused = keysWithoutEffect(quantity, input);
    return notes;
}

void printNotes(const AnswerNotes& notes, Streams& streams, const Texts& texts) {
    for (const std::optional<Message>& note : {notes.tooLarge, notes.idle})
        if (note)
            streams.out << texts.sentence(*note) << '\n';
    std::string keys;
    for (const std::string& key : notes.unused)
        keys.append(keys.empty() ? "" : ", ").append(key);
    if (!keys.empty())
        streams.out << texts.sentence(Message("train.unused").with("keys", keys)) << '\n';
}

void printJson(const std::vector<BatchAnswer>& rows, Streams& streams,
               const std::vector<CaseAssumption>* assumptions = nullptr,
               const std::optional<AnswerRange>& range = std::nullopt, const AnswerNotes* notes = nullptr,
               const Texts* texts = nullptr) {
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
    if (notes) {
        json.key("notes").beginArray();
        for (const std::optional<Message>& note : {notes->tooLarge, notes->idle})
            if (note)
                json.text(texts->sentence(*note));
        json.endArray().key("notUsed").beginArray();
        for (const std::string& key : notes->unused)
            json.text(key);
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

/// Large numbers of bytes and counts in the units that people say them in.
UnitNumber readable(double value, const std::string& unit) {
    if (unit == "bytes" && value >= 1e8)
        return {value / 1e9, "GB"};
    if (unit == "bytes" && value >= 1e5)
        return {value / 1e6, "MB"};
    if ((unit == "parameters" || unit == "FLOP/token") && value >= 1e8)
        return {value / 1e9, unit == "parameters" ? "billion" : "GFLOP/token"};
    if (unit == "fraction")
        return {100 * value, "%"};
    return {value, unit};
}

/// Everything that a case answers, in readable units with the range of each; what it rests on, and what lacks.
void printAll(const std::vector<BatchAnswer>& rows, const TrainingCase& input, Streams& streams, const Texts& texts) {
    TextTable table({Align::Left, Align::Right, Align::Left, Align::Left});
    std::string open;
    std::vector<CaseAssumption> assumptions;
    for (const BatchAnswer& row : rows) {
        const auto value = plainNumber(row.value);
        if (!value) {
            open.append(open.empty() ? "" : ", ").append(row.quantity);
            continue;
        }
        const UnitNumber shown = readable(*value, row.unit);
        std::string range;
        if (const auto band = rangeOfAnswer(row.quantity, input, *value))
            range = texts.sentence(Message("train.all.range")
                                       .with("low", roundedDigits(readable(band->low, row.unit).value, 3))
                                       .with("high", roundedDigits(readable(band->high, row.unit).value, 3)));
        table.add({row.quantity, roundedDigits(shown.value, 4), std::string(shown.unit), std::move(range)});
        if (row.quantity == "tokens_per_sec_per_gpu" || row.quantity == "peak_memory_per_gpu" ||
            row.quantity == "output_tokens_per_sec_total")
            for (CaseAssumption& each : assumptionsOf(row.quantity, input))
                if (std::ranges::find(assumptions, each.column, &CaseAssumption::column) == assumptions.end())
                    assumptions.push_back(std::move(each));
    }
    streams.out << table.text();
    printAssumptions(assumptions, streams, texts);
    if (const auto note = tooLargeOf(input))
        streams.out << texts.sentence(*note) << '\n';
    if (!open.empty())
        streams.out << texts.sentence(Message("train.all.open").with("quantities", open)) << '\n';
}

int runOne(const TrainingCase& input, TrainOutput output, Streams& streams, const Session& session) {
    const std::string& quantity = input.text("quantity");
    const Result<TrainingAnswer> answered = answer(quantity, input);
    if (!answered)
        return refused(answered.error(), streams, session);
    const BatchAnswer row = answerOf({}, quantity, input, session.texts());
    const std::vector<CaseAssumption> assumptions = assumptionsOf(quantity, input);
    const AnswerNotes notes = notesOf(quantity, input);
    if (output == TrainOutput::Json) {
        printJson({row}, streams, &assumptions, rangeOfAnswer(quantity, input, answered->value), &notes,
                  &session.texts());
    } else {
        printText({row}, streams);
        printAssumptions(assumptions, streams, session.texts());
        if (quantity == "peak_memory_per_gpu")
            streams.out << session.texts().sentence(rangeOf(*peakMemoryOf(input))) << '\n';
        else if (const Result<Forecast> made = forecast(quantity, input))
            streams.out << session.texts().sentence(bandOf(*made, answered->value, row.unit)) << '\n';
        else if (quantity == "cost_per_million_tokens")
            streams.out << session.texts().sentence(bandsOfProviders(answered->value, session.texts())) << '\n';
        printNotes(notes, streams, session.texts());
    }
    return kExitDone;
}

// Whether an error is about words that stand there, and not about what nobody said.
bool isOfWords(const Error& error, const TrainingCase& input) {
    constexpr auto kOfColumn = std::to_array<std::string_view>(
        {"training.no-number", "training.zero", "training.count", "training.unknown-home"});
    constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kOfWords = {
        {{"training.other-total", "params_total"},
         {"training.unknown-recompute", "recompute"},
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
    if (output == TrainOutput::Json)
        printJson(rows, streams);
    else
        printAll(rows, input, streams, session.texts());
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
