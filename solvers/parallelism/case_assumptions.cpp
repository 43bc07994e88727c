// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/case_assumptions.h"

#include "model/units/number_text.h"
#include "solvers/parallelism/calibration.h"
#include "solvers/parallelism/forecast.h"
#include "solvers/parallelism/training_quantities.h"

#include <array>

namespace rackwright {

namespace {

constexpr std::size_t kNamedRows = 3; // of those that a factor comes from

struct CellDefault {
    std::string_view column;
    std::string_view value;                        ///< that the definitions give to an empty cell
    std::string_view alternative;                  ///< tells whether the cell matters
    double (*ofRun)(const TrainingRun&) = nullptr; ///< what a forecast chooses
};

constexpr auto kDefaults = std::to_array<CellDefault>({
    {"seq_len", "", "1024", [](const TrainingRun& run) { return run.sequence; }},
    {"tp", "1", "2", [](const TrainingRun& run) { return run.tensor; }},
    {"pp", "1", "2", [](const TrainingRun& run) { return run.pipeline; }},
    {"vp", "1", "2", [](const TrainingRun& run) { return run.interleave; }},
    {"cp", "1", "2", [](const TrainingRun& run) { return run.context; }},
    {"ep", "1", "2", [](const TrainingRun& run) { return run.expert; }},
    {"dp", "1", "2", [](const TrainingRun& run) { return run.data; }},
    {"micro_batch", "1", "2", [](const TrainingRun& run) { return run.microBatch; }},
    {"num_microbatches", "", "64", [](const TrainingRun& run) { return run.microBatches; }},
    {"recompute", "none", "full"},
    {"weight_bytes", "2", "4"},
    {"grad_bytes", "4", "2"},
    {"optim_bytes", "12", "8"},
});

} // namespace

std::vector<CaseAssumption> assumptionsOf(std::string_view quantity, const TrainingCase& input) {
    std::vector<CaseAssumption> found;
    const Result<TrainingAnswer> answered = answer(quantity, input);
    if (!answered)
        return found;
    const Result<Forecast> forecasted = forecast(quantity, input);
    const Result<TrainingRun> run = trainingRun(input);
    for (const CellDefault& cell : kDefaults) {
        if (input.has(cell.column))
            continue;
        const Result<TrainingAnswer> other =
            answer(quantity, input.with(std::string(cell.column), std::string(cell.alternative)));
        if (!other || other->value == answered->value)
            continue;
        std::string value(cell.value);
        if (forecasted && run && cell.ofRun)
            value = roundedDigits(cell.ofRun(*run), 6);
        else if (forecasted && run && cell.column == "recompute")
            value = enumName(run->recompute);
        if (!value.empty())
            found.push_back({std::string(cell.column), std::move(value), {}});
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
