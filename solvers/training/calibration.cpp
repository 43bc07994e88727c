// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/training/calibration.h"

#include "model/base/check.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace embedded {
extern const std::string_view calibrationTable;
} // namespace embedded

namespace {

constexpr std::size_t kFewestRows = 2;
constexpr int kDigits = 4;

struct ClassRatios {
    std::vector<double> ratios;
    std::vector<std::string> from;
};

double median(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::array<SpeedClass, 4> fromFineToCoarse(const SpeedClass& speedClass) {
    return {speedClass, speedClass.ofAccelerator(), speedClass.ofRows(), SpeedClass{}};
}

} // namespace

std::vector<CalibrationFactor> calibrate(std::span<const MeasuredSpeed> measurements) {
    std::map<SpeedClass, ClassRatios> classes;
    for (const MeasuredSpeed& measured : measurements)
        for (const SpeedClass& one : fromFineToCoarse(measured.forecast.speedClass)) {
            ClassRatios& ratios = classes[one];
            ratios.ratios.push_back(measured.ratio());
            if (ratios.from.empty() || ratios.from.back() != measured.caseId)
                ratios.from.push_back(measured.caseId);
        }
    std::vector<CalibrationFactor> table;
    for (auto& [speedClass, ratios] : classes)
        if (speedClass.precision.empty() || ratios.ratios.size() >= kFewestRows)
            table.push_back({speedClass, median(ratios.ratios), std::move(ratios.from)});
    return table;
}

const CalibrationFactor& factorFor(std::span<const CalibrationFactor> table, const SpeedClass& speedClass) {
    static const CalibrationFactor none;
    for (const SpeedClass& one : fromFineToCoarse(speedClass)) {
        const auto it = std::ranges::find(table, one, &CalibrationFactor::speedClass);
        if (it != table.end())
            return *it;
    }
    return none;
}

double calibrated(const Forecast& forecast, const CalibrationFactor& factor) {
    return forecast.isTime ? forecast.value / factor.factor : forecast.value * factor.factor;
}

Result<std::vector<CalibrationFactor>> readCalibration(std::string_view csv) {
    const Result<CsvTable> table = CsvTable::read(csv);
    if (!table)
        return table.error();
    std::vector<CalibrationFactor> factors;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const auto cell = [&](std::string_view column) { return table->cell(row, column); };
        const auto factor = plainNumber(cell("factor"));
        if (!factor || !(*factor > 0))
            return inputError(Message("training.bad-calibration").with("line", table->line(row)));
        CalibrationFactor one{
            {cell("rows"), cell("accelerator"), cell("precision"), cell("kind"), cell("task")}, *factor, {}};
        const std::string from = cell("from");
        for (std::size_t at = 0; at < from.size();) {
            const std::size_t end = std::min(from.find(' ', at), from.size());
            one.from.push_back(from.substr(at, end - at));
            at = end + 1;
        }
        factors.push_back(std::move(one));
    }
    return factors;
}

std::string calibrationText(std::span<const CalibrationFactor> table) {
    std::string text = "rows,accelerator,precision,kind,task,factor,count,from\n";
    for (const CalibrationFactor& one : table) {
        const SpeedClass& of = one.speedClass;
        for (const std::string* name : {&of.rows, &of.accelerator, &of.precision, &of.kind, &of.task})
            text.append(csvCell(*name)).append(",");
        text.append(roundedDigits(one.factor, kDigits)).append(",").append(std::to_string(one.from.size())).append(",");
        // The coarsest classes hold what the finer ones name.
        const bool isNamed = !of.accelerator.empty();
        for (std::size_t i = 0; isNamed && i < one.from.size(); ++i)
            text.append(i > 0 ? " " : "").append(one.from[i]);
        text.append("\n");
    }
    return text;
}

std::span<const CalibrationFactor> publishedCalibration() {
    static const std::vector<CalibrationFactor> table = [] {
        Result<std::vector<CalibrationFactor>> read = readCalibration(embedded::calibrationTable);
        RW_CHECK(read.has_value(), "the calibration is read by a test at each build");
        return std::move(*read);
    }();
    return table;
}

} // namespace rackwright
