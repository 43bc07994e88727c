// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/calibration.h"

#include "model/base/check.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/framework.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace rackwright {

namespace embedded {
extern const std::string_view calibrationTable;
} // namespace embedded

namespace {

constexpr std::size_t kFewestRows = 2;
constexpr std::size_t kFewestCases = 5; // that a band is read from
constexpr double kBandShare = 0.8;
constexpr double kLeastBand = 0.05; // own choice: the same run elsewhere differs by as much
constexpr int kDigits = 4;

struct ClassRatios {
    std::vector<double> ratios;
    std::vector<std::string> cases; ///< of each ratio: what is left out together with it
    std::vector<std::string> from;
};

double median(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double factorWithout(const ClassRatios& all, const std::string& caseId) {
    std::vector<double> others;
    for (std::size_t i = 0; i < all.ratios.size(); ++i)
        if (all.cases[i] != caseId)
            others.push_back(all.ratios[i]);
    return median(std::move(others));
}

/// Unset where a class has too few cases. Each case counts once, however many runs it has: who asks has a run of none
/// of the tables, and the next one is as likely to be like a small table as like a large one.
std::optional<double> bandOf(const ClassRatios& all) {
    std::map<std::string, double> runs;
    for (const std::string& each : all.cases)
        runs[each] += 1;
    if (runs.size() < kFewestCases)
        return std::nullopt;
    std::vector<std::pair<double, double>> errors; // with its weight
    for (std::size_t i = 0; i < all.ratios.size(); ++i)
        errors.emplace_back(std::abs(all.ratios[i] / factorWithout(all, all.cases[i]) - 1), 1 / runs[all.cases[i]]);
    std::ranges::sort(errors);
    double inside = 0;
    for (const auto& [error, weight] : errors) {
        inside += weight;
        if (inside >= kBandShare * static_cast<double>(runs.size()) * (1 - 1e-12))
            return std::max(error, kLeastBand);
    }
    return std::max(errors.back().first, kLeastBand);
}

std::vector<SpeedClass> fromFineToCoarse(const SpeedClass& speedClass) {
    std::vector<SpeedClass> classes{speedClass, speedClass.ofAccelerator(), speedClass.ofRows(),
                                    speedClass.ofPrecision(), speedClass.ofService()};
    std::erase(classes, SpeedClass{});
    classes.emplace_back();
    return classes;
}

} // namespace

std::vector<CalibrationFactor> calibrate(std::span<const MeasuredSpeed> measurements, WithBands bands) {
    std::map<SpeedClass, ClassRatios> classes;
    for (const MeasuredSpeed& measured : measurements) {
        const std::string& table = measured.forecast.speedClass.rows;
        const auto add = [&](const SpeedClass& one, const std::string& leftOutWith) {
            ClassRatios& ratios = classes[one];
            ratios.ratios.push_back(measured.ratio());
            ratios.cases.push_back(leftOutWith);
            if (ratios.from.empty() || ratios.from.back() != measured.caseId)
                ratios.from.push_back(measured.caseId);
        };
        for (const SpeedClass& one : fromFineToCoarse(measured.forecast.speedClass))
            if (measured.isOfAll || !one.rows.empty()) // what holds for runs of no table is judged without whole tables
                add(one, one.rows.empty() && !table.empty() ? table : measured.caseId);
        if (const std::optional<std::string> framework = frameworkOfRows(table)) {
            SpeedClass of = measured.forecast.speedClass;
            of.rows = std::string(kFrameworkClass).append(*framework);
            for (const SpeedClass& one : {of, of.ofAccelerator(), of.ofRows()})
                add(one, measured.caseId);
        }
    }
    const auto band = [&](const SpeedClass& of) {
        for (const SpeedClass& one : fromFineToCoarse(of))
            if (const std::optional<double> found = bandOf(classes.at(one)))
                return *found;
        return CalibrationFactor{}.band; // a handful of runs says nothing of the next
    };
    std::vector<CalibrationFactor> table;
    for (const auto& [speedClass, ratios] : classes)
        if (speedClass.precision.empty() || ratios.ratios.size() >= kFewestRows)
            table.push_back({speedClass, median(ratios.ratios), ratios.from,
                             bands == WithBands::Yes ? band(speedClass) : CalibrationFactor{}.band,
                             ratios.from.size()});
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

double bandFor(std::span<const CalibrationFactor> table, const SpeedClass& speedClass) {
    constexpr double kUnseen = 1.5; // own choice
    const bool isSeen = std::ranges::any_of(
        table, [&](const CalibrationFactor& one) { return one.speedClass.accelerator == speedClass.accelerator; });
    return factorFor(table, speedClass).band * (isSeen ? 1 : kUnseen);
}

double calibrated(const Forecast& forecast, const CalibrationFactor& factor) {
    const double value = forecast.isTime ? forecast.value / factor.factor : forecast.value * factor.factor;
    if (!forecast.bound)
        return value;
    return forecast.isTime ? std::max(value, *forecast.bound) : std::min(value, *forecast.bound);
}

Result<std::vector<CalibrationFactor>> readCalibration(std::string_view csv) {
    const Result<CsvTable> table = CsvTable::read(csv);
    if (!table)
        return table.error();
    std::vector<CalibrationFactor> factors;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const auto cell = [&](std::string_view column) { return table->cell(row, column); };
        const auto factor = plainNumber(cell("factor")), band = plainNumber(cell("band"));
        const auto count = plainNumber(cell("count"));
        if (!factor || !(*factor > 0) || !band || !(*band >= 0) || !count || !(*count >= 1 && *count < 1e9))
            return inputError(Message("training.bad-calibration").with("line", table->line(row)));
        CalibrationFactor one{{cell("rows"), cell("accelerator"), cell("precision"), cell("kind"), cell("task")},
                              *factor,
                              {},
                              *band,
                              static_cast<std::size_t>(*count)};
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
    std::string text = "rows,accelerator,precision,kind,task,factor,band,count,from\n";
    for (const CalibrationFactor& one : table) {
        const SpeedClass& of = one.speedClass;
        for (const std::string* name : {&of.rows, &of.accelerator, &of.precision, &of.kind, &of.task})
            text.append(csvCell(*name)).append(",");
        text.append(roundedDigits(one.factor, kDigits)).append(",").append(roundedDigits(one.band, 2)).append(",");
        text.append(std::to_string(one.runs)).append(",");
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

std::size_t publishedRunsOf(std::string_view acceleratorPart) {
    std::size_t runs = 0;
    for (const CalibrationFactor& one : publishedCalibration())
        if (one.speedClass == one.speedClass.ofAccelerator() && one.speedClass.accelerator == acceleratorPart)
            runs += one.runs;
    return runs;
}

} // namespace rackwright
