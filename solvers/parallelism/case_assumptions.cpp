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
#include <cstdint>

namespace rackwright {

namespace {

constexpr std::size_t kNamedRows = 3; // of those that a factor comes from

/// A cell that nobody filled, what the answer takes for it, and another text that tells whether it matters.
struct EmptyCell {
    std::string_view column;
    std::string value;
    std::string alternative;
};
using EmptyCells = std::vector<EmptyCell>;

std::string cellText(double value) { return shortestDigits(value); }
std::string cellText(std::int64_t value) { return std::to_string(value); }

template <class Number>
EmptyCell numberCell(std::string_view column, Number value) {
    return {column, cellText(value), value == Number{2} ? "1" : "2"};
}

void addPrecision(EmptyCells& cells, const TrainingCase& input) {
    const Result<CaseMachine> machine = machineOf(input);
    if (machine)
        cells.push_back({"precision", std::string(nameOf(machine->precision)),
                         machine->precision == MatrixPrecision::Bf16 ? "fp8" : "bf16"});
}

EmptyCells cellsOfRun(const TrainingRun& run, const TrainingCase& input) {
    EmptyCells cells{
        numberCell("seq_len", run.sequence),
        numberCell("tp", run.tensor),
        numberCell("pp", run.pipeline),
        numberCell("vp", run.interleave),
        numberCell("cp", run.context),
        numberCell("ep", run.expert),
        numberCell("micro_batch", run.microBatch),
        numberCell("global_batch_seqs", run.globalBatch()),
        {"recompute", std::string(enumName(run.recompute)),
         std::string(enumName(run.recompute == Recompute::Full ? Recompute::None : Recompute::Full))},
        numberCell("etp", run.expertTensor),
        numberCell("network_gbps", run.part.network / 1.25e8),
        numberCell("gpus_per_node", std::max(8.0, run.part.scaleUpDomain <= 16 ? run.part.scaleUpDomain : 0))};
    if (run.zeroStage >= 3)
        cells.push_back({"sharding", "FULL_SHARD", "NO_SHARD"});
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
    if (isPeak && model)
        cells.push_back(numberCell("seq_len", usualSequence(*model)));
    if (const Result<double> bits = usualCacheBits(input); bits && input.text("note").empty())
        cells.push_back(numberCell("kv_bits", *bits));
    if (!input.has("batch"))
        cells.push_back(numberCell("micro_batch", 1.0));
    const Result<ParallelPlan> plan = !model ? model.error() : isPeak ? planOfPeak(input) : input.plan(*model);
    if (!plan)
        return cells;
    const bool splits = isPeak && plan->tensor > 1;
    for (const EmptyCell& cell :
         {numberCell("tp", plan->tensor), numberCell("pp", plan->pipeline), numberCell("vp", plan->interleave),
          numberCell("cp", plan->context), numberCell("ep", plan->expert), numberCell("dp", plan->data),
          EmptyCell{"num_microbatches", cellText(plan->microBatches), "64"},
          EmptyCell{"recompute", std::string(enumName(plan->recompute)), "full"},
          EmptyCell{"zero_stage", std::to_string(plan->zeroStage), plan->zeroStage == 3 ? "1" : "3"},
          EmptyCell{"seq_parallel", splits ? "yes" : "no", splits ? "no" : "yes"}})
        cells.push_back(cell);
    return cells;
}

/// Those of the empty cells that change the answer.
std::vector<CaseAssumption> thatMatter(const EmptyCells& cells, std::string_view quantity, const TrainingCase& input,
                                       double answered) {
    std::vector<CaseAssumption> found;
    for (const EmptyCell& cell : cells) {
        if (input.has(cell.column))
            continue;
        const Result<TrainingAnswer> other = answer(quantity, input.with(std::string(cell.column), cell.alternative));
        if (other && other->value != answered)
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

} // namespace

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
    else
        found = thatMatter(!forecasted               ? cellsOfPlan(input)
                           : quantity == "gpu_hours" ? cellsOfHours(input)
                           : run                     ? cellsOfRun(*run, input)
                                                     : EmptyCells{},
                           quantity, input, answered->value);
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
