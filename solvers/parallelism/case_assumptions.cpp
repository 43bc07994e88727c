// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/case_assumptions.h"

#include "model/base/numbers.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/calibration.h"
#include "solvers/parallelism/case_machine.h"
#include "solvers/parallelism/forecast.h"
#include "solvers/parallelism/memory_question.h"
#include "solvers/parallelism/offline_throughput.h"
#include "solvers/parallelism/training_quantities.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rackwright {

namespace {

constexpr std::size_t kNamedRows = 3; // of those that a factor comes from

/// A cell that nobody filled, what the answer takes for it, and another text that tells whether it matters.
struct EmptyCell {
    std::string_view column;
    std::string value;
    std::string alternative;
    bool isAlways = false; ///< a person asks for it first, whether it matters here or not
};
using EmptyCells = std::vector<EmptyCell>;

std::string cellText(double value) { return shortestDigits(value); }
std::string cellText(std::int64_t value) { return std::to_string(value); }

template <class Number>
EmptyCell numberCell(std::string_view column, Number value, bool isAlways = false) {
    return {column, cellText(value), value == Number{2} ? "1" : "2", isAlways};
}

/// Dimensions of a model that nobody knows by name, where they were guessed.
void addOwnModel(EmptyCells& cells, const TrainingCase& input) {
    const Result<ModelArchitecture> model = input.model();
    if (!model || !input.describesOwnModel() || model->moe)
        return;
    cells.push_back({"gated_mlp", model->hasGate() ? "yes" : "no", model->hasGate() ? "no" : "yes"});
    cells.push_back(numberCell("ffn", model->ffn));
    cells.push_back({"tied_embeddings", model->tiedEmbeddings ? "yes" : "no", model->tiedEmbeddings ? "no" : "yes"});
}

void addPrecision(EmptyCells& cells, const TrainingCase& input) {
    const Result<CaseMachine> machine = machineOf(input);
    if (machine)
        cells.push_back({"precision", std::string(nameOf(machine->precision)),
                         machine->precision == MatrixPrecision::Bf16 ? "fp8" : "bf16"});
}

EmptyCells cellsOfRun(const TrainingRun& run, const TrainingCase& input) {
    EmptyCells cells{
        numberCell("seq_len", run.sequence, true),
        numberCell("tp", run.tensor, true),
        numberCell("pp", run.pipeline, true),
        numberCell("vp", run.interleave, run.interleave > 1),
        numberCell("cp", run.context, run.context > 1),
        numberCell("ep", run.expert, run.expert > 1),
        numberCell("micro_batch", run.microBatch, true),
        numberCell("global_batch_seqs", run.globalBatch(), true),
        {"recompute", std::string(enumName(run.recompute)),
         std::string(enumName(run.recompute == Recompute::Full ? Recompute::None : Recompute::Full)), true},
        numberCell("etp", run.expertTensor),
        numberCell("network_gbps", run.part.network / 1.25e8),
        numberCell("gpus_per_node", std::max(8.0, run.part.scaleUpDomain <= 16 ? run.part.scaleUpDomain : 0))};
    if (!input.has("sharding"))
        cells.push_back({"zero_stage", std::to_string(run.zeroStage), run.zeroStage == 3 ? "1" : "3"});
    addOwnModel(cells, input);
    addPrecision(cells, input);
    return cells;
}

EmptyCells cellsOfHours(const TrainingCase& input) {
    EmptyCells cells;
    if (const Result<ModelArchitecture> model = input.model())
        cells.push_back(numberCell("seq_len", usualSequence(*model)));
    addPrecision(cells, input);
    return cells;
}

EmptyCells cellsOfPlan(const TrainingCase& input) {
    const Result<ModelArchitecture> model = input.model();
    const bool isPeak = input.text("quantity") == "peak_memory_per_gpu";
    StateBytes usual;
    if (isPeak)
        if (const Result<StateBytes> expected = expectedStateBytes(input))
            usual = *expected;
    if (const Result<std::string> task = taskOf(input); isPeak && task && *task == "inference") {
        EmptyCells cells{numberCell("tp", 1.0), numberCell("pp", 1.0), numberCell("batch", 1.0),
                         {"precision", "bf16", "fp8"}};
        if (const Result<double> bits = input.has("precision") ? usualCacheBits(input) : Result<double>(16.0))
            cells.push_back(numberCell("kv_bits", *bits));
        if (!input.has("seq_len")) {
            cells.push_back(numberCell("isl", kUsualPrompt));
            cells.push_back(numberCell("osl", kUsualAnswer));
        }
        return cells;
    }
    EmptyCells cells{numberCell("weight_bytes", usual.weight), numberCell("grad_bytes", usual.gradient),
                     numberCell("optim_bytes", usual.optimizer)};
    addOwnModel(cells, input);
    if (isPeak && model)
        cells.push_back(numberCell("seq_len", usualSequence(*model), true));
    if (const Result<double> bits = usualCacheBits(input); bits && input.text("note").empty())
        cells.push_back(numberCell("kv_bits", *bits));
    if (!input.has("batch"))
        cells.push_back(numberCell("micro_batch", 1.0, isPeak));
    const Result<ParallelPlan> plan = !model ? model.error() : isPeak ? planOfPeak(input) : input.plan(*model);
    if (!plan)
        return cells;
    const bool splits = isPeak && plan->tensor > 1;
    for (const EmptyCell& cell :
         {numberCell("tp", plan->tensor, isPeak), numberCell("pp", plan->pipeline, isPeak),
          numberCell("vp", plan->interleave), numberCell("cp", plan->context), numberCell("ep", plan->expert),
          numberCell("dp", plan->data), EmptyCell{"num_microbatches", cellText(plan->microBatches), "64"},
          EmptyCell{"recompute", std::string(enumName(plan->recompute)),
                    plan->recompute == Recompute::Full ? "none" : "full", isPeak},
          EmptyCell{"zero_stage", std::to_string(plan->zeroStage), plan->zeroStage == 3 ? "1" : "3"},
          EmptyCell{"seq_parallel", splits ? "yes" : "no", splits ? "no" : "yes"}})
        cells.push_back(cell);
    return cells;
}

/// Those of the empty cells that change the answer.
std::vector<CaseAssumption> thatMatter(const EmptyCells& cells, std::string_view quantity, const TrainingCase& input,
                                       const TrainingCase& base, double answered) {
    std::vector<CaseAssumption> found;
    for (const EmptyCell& cell : cells) {
        if (input.has(cell.column))
            continue;
        const Result<TrainingAnswer> other =
            cell.isAlways ? Result<TrainingAnswer>(Error{})
                          : answer(quantity, base.with(std::string(cell.column), cell.alternative));
        if (cell.isAlways || (other && other->value != answered))
            found.push_back({std::string(cell.column), cell.value, {}});
    }
    return found;
}

// Each is a part of the answer: no need to ask whether it matters, and another one need not fit.
std::vector<CaseAssumption> ofGeneration(const GenerationRun& run, const TrainingCase& input) {
    EmptyCells cells{numberCell("tp", run.tensor), numberCell("batch", usersServed(input).value_or(run.requests)),
                     numberCell("kv_bits", 8 * run.cacheBytes), numberCell("isl", run.prompt),
                     numberCell("osl", run.output)};
    addPrecision(cells, input);
    std::vector<CaseAssumption> found;
    for (const EmptyCell& cell : cells)
        if (!input.has(cell.column))
            found.push_back({std::string(cell.column), cell.value, {}});
    return found;
}

/// Other texts for a cell, of which one changes every answer that reads it.
std::vector<std::string> othersFor(const std::string& column, const std::string& text) {
    struct Words {
        std::string_view column;
        std::array<std::string_view, 2> others;
    };
    constexpr auto kWords = std::to_array<Words>({{"recompute", {"none", "full"}},
                                                  {"loss", {"usual", "tiled"}},
                                                  {"task", {"pretrain", "LoRA"}},
                                                  {"precision", {"bf16", "fp8"}},
                                                  {"gpu", {"A100-80GB", "B200"}},
                                                  {"sharding", {"NO_SHARD", "FULL_SHARD"}},
                                                  {"offload", {"none", "cpu"}},
                                                  {"offload_weights", {"none", "cpu"}},
                                                  {"offload_activations", {"none", "cpu"}},
                                                  {"seq_parallel", {"yes", "no"}},
                                                  {"gated_mlp", {"yes", "no"}},
                                                  {"tied_embeddings", {"yes", "no"}},
                                                  {"dp_attention", {"yes", "no"}},
                                                  {"framework", {"fsdp", "megatron-core"}},
                                                  {"attention", {"full", "causal"}}});
    if (const auto known = std::ranges::find(kWords, column, &Words::column); known != kWords.end())
        return {std::string(known->others[0]), std::string(known->others[1])};
    if (const auto number = plainNumber(text))
        return {cellText(*number > 0 ? 2 * *number : 1), cellText(*number > 1 ? std::ceil(*number / 2) : 4)};
    return {};
}

} // namespace

std::vector<std::string> keysWithoutEffect(std::string_view quantity, const TrainingCase& input) {
    constexpr auto kBeside = std::to_array<std::string_view>({"quantity", "id", "case_id", "model", "heads", "kv_heads",
                                                              "head_dim", "hidden", "layers", "unit", "source", "note",
                                                              "kind", "use", "tolerance_pct", "value"});
    const Result<TrainingAnswer> answered = answer(quantity, input);
    std::vector<std::string> unused;
    if (!answered)
        return unused;
    const auto changes = [&](const std::string& column, const std::string& text) {
        const Result<TrainingAnswer> other = answer(quantity, input.with(column, text));
        return !other || other->value != answered->value;
    };
    for (const auto& [column, text] : input.cells()) {
        if (column == "gpu" && quantity == "peak_memory_per_gpu") // whose memory it is held against
            continue;
        if (!input.has(column) || std::ranges::find(kBeside, column) != kBeside.end() || changes(column, ""))
            continue;
        const std::vector<std::string> others = othersFor(column, text);
        const bool isInput = column.starts_with("input_"); // whose formula refuses to work without
        if ((others.empty() && !isInput) ||
            std::ranges::any_of(others, [&](const std::string& other) { return changes(column, other); }))
            continue;
        unused.push_back(isInput ? text.substr(0, text.find('=')) : column);
    }
    return unused;
}

std::vector<CaseAssumption> assumptionsOf(std::string_view quantity, const TrainingCase& asked) {
    const TrainingCase input = asked.with("quantity", std::string(quantity));
    const Result<TrainingAnswer> answered = answer(quantity, input);
    if (!answered)
        return {};
    const Result<Forecast> forecasted = forecast(quantity, input);
    const Result<TrainingRun> run = trainingRun(input);
    const Result<GenerationRun> served = generationRun(input);
    std::vector<CaseAssumption> found;
    const bool isServed = forecasted && forecasted->speedClass.task == "inference";
    if ((isServed || quantity == "users_served" || quantity == "cost_per_million_tokens") && served)
        found = ofGeneration(*served, input);
    else {
        const bool isOfRun = forecasted && quantity != "gpu_hours" && run;
        const EmptyCells cells = !forecasted               ? cellsOfPlan(input)
                                 : quantity == "gpu_hours" ? cellsOfHours(input)
                                 : run                     ? cellsOfRun(*run, input)
                                                           : EmptyCells{};
        // Another plan would be chosen beside another word: whether a word matters is asked of the plan that is.
        TrainingCase base = input;
        for (const EmptyCell& cell : cells)
            if (isOfRun && !input.has(cell.column))
                base = base.with(std::string(cell.column), cell.value);
        found = thatMatter(cells, quantity, input, base, answered->value);
    }
    if (!forecasted)
        return found;
    const CalibrationFactor& factor = factorFor(publishedCalibration(), forecasted->speedClass);
    std::string from;
    for (std::size_t i = 0; i < factor.from.size() && i < kNamedRows; ++i) {
        if (i > 0)
            from.append(", ");
        from.append(factor.from[i]);
    }
    if (factor.from.size() > kNamedRows)
        from.append(", ...");
    found.push_back({"calibration", roundedDigits(factor.factor, 4), std::move(from)});
    return found;
}

} // namespace rackwright
