// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/speed_accuracy.h"

#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace rackwright {

namespace {

// What a forecast may not see: the measured value, remarks, and inputs that are a measurement of the same run.
CaseCells blindCells(const CsvTable& table, std::size_t row) {
    CaseCells cells;
    for (const std::string& column : table.header())
        cells.emplace(column, table.cell(row, column));
    for (const char* column : {"value", "note", "case_id"})
        cells.erase(column);
    return cells;
}

double errorOf(const MeasuredSpeed& measured, std::span<const CalibrationFactor> table) {
    const double value = calibrated(measured.forecast, factorFor(table, measured.forecast.speedClass));
    return std::abs(value / measured.measured - 1);
}

std::string percent(double share) { return roundedDigits(std::round(1000 * share) / 10, 3) + " %"; }

} // namespace

Result<std::vector<MeasuredSpeed>> measuredSpeeds(std::string_view csv) {
    const Result<CsvTable> table = CsvTable::read(csv);
    if (!table)
        return table.error();
    std::vector<MeasuredSpeed> measured;
    for (std::size_t row = 0; row < table->size(); ++row) {
        if (table->cell(row, "use") != "predict")
            continue;
        const auto value = plainNumber(table->cell(row, "value"));
        const Result<Forecast> one = forecast(table->cell(row, "quantity"), TrainingCase(blindCells(*table, row)));
        if (value && one)
            measured.push_back({table->cell(row, "case_id"), *one, *value});
    }
    return measured;
}

Result<std::vector<MeasuredSpeed>> measuredSpeeds(std::string_view csv, std::string_view ofFrameworks) {
    Result<std::vector<MeasuredSpeed>> all = measuredSpeeds(csv);
    Result<std::vector<MeasuredSpeed>> more = measuredSpeeds(ofFrameworks);
    if (!all || !more)
        return all ? std::move(more) : std::move(all);
    for (MeasuredSpeed& one : *more) {
        one.isOfAll = false;
        all->push_back(std::move(one));
    }
    return all;
}

std::map<std::string, SpeedErrors> speedErrors(std::span<const MeasuredSpeed> measurements) {
    const std::vector<CalibrationFactor> all = calibrate(measurements, WithBands::No);
    std::map<std::string, SpeedErrors> errors;
    for (const MeasuredSpeed& judged : measurements) {
        std::vector<MeasuredSpeed> others;
        std::ranges::copy_if(measurements, std::back_inserter(others),
                             [&](const MeasuredSpeed& one) { return one.caseId != judged.caseId; });
        const double error = errorOf(judged, all), unaided = errorOf(judged, calibrate(others, WithBands::No));
        for (const std::string& rows : {judged.forecast.speedClass.rows, std::string()}) {
            errors[rows].errors.push_back(error);
            errors[rows].unaided.push_back(unaided);
        }
    }
    return errors;
}

std::vector<StrangersError> strangersErrors(std::string_view csv) {
    const Result<std::vector<MeasuredSpeed>> named = measuredSpeeds(csv);
    const Result<CsvTable> table = CsvTable::read(csv);
    std::vector<StrangersError> errors;
    if (!named || !table)
        return errors;
    std::map<std::string, std::vector<CalibrationFactor>> without;
    for (const MeasuredSpeed& one : *named) {
        const std::string& rows = one.forecast.speedClass.rows;
        if (without.contains(rows))
            continue;
        std::vector<MeasuredSpeed> others;
        std::ranges::copy_if(*named, std::back_inserter(others),
                             [&rows](const MeasuredSpeed& other) { return other.forecast.speedClass.rows != rows; });
        without[rows] = calibrate(others);
    }
    for (std::size_t row = 0; row < table->size(); ++row) {
        const std::string quantity = table->cell(row, "quantity");
        const auto value = plainNumber(table->cell(row, "value"));
        const TrainingCase known(blindCells(*table, row));
        // A table that says no precision is of vendors' fastest; a stranger says which.
        const Result<Forecast> of = forecast(quantity, known);
        if (!of || table->cell(row, "use") != "predict" || !value)
            continue;
        const Result<Forecast> one =
            forecast(quantity, known.with("source", "").with("precision", of->speedClass.precision));
        // Hours of whole runs are a table of their own.
        if (!one || !one->speedClass.rows.empty())
            continue;
        const std::vector<CalibrationFactor>& others = without.at(of->speedClass.rows);
        const CalibrationFactor& factor = factorFor(others, one->speedClass);
        const MeasuredSpeed measured{table->cell(row, "case_id"), *one, *value};
        const double answered = calibrated(*one, factor), band = bandFor(others, one->speedClass);
        StrangersError error{of->speedClass.rows, measured.caseId, one->speedClass,
                             measured.ratio(),    factor.factor,   band};
        error.error = std::abs(answered / *value - 1);
        error.isInside = *value >= answered * std::max(0.0, 1 - band) && *value <= answered * (1 + band);
        errors.push_back(std::move(error));
    }
    return errors;
}

double medianOf(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double shareWithin(std::span<const double> errors, double limit) {
    const auto within = std::ranges::count_if(errors, [&](double error) { return error <= limit; });
    return static_cast<double>(within) / static_cast<double>(errors.size());
}

std::string accuracyTable(const std::map<std::string, SpeedErrors>& errors) {
    std::string text = "| rows | count | median error | within 20 % | median, case left out | within 20 % |\n"
                       "|---|---|---|---|---|---|\n";
    const auto line = [&](const std::string& name, const SpeedErrors& one) {
        text.append("| ").append(name).append(" | ").append(std::to_string(one.errors.size()));
        for (const std::vector<double>* values : {&one.errors, &one.unaided})
            text.append(" | ")
                .append(percent(medianOf(*values)))
                .append(" | ")
                .append(percent(shareWithin(*values, 0.2)));
        text.append(" |\n");
    };
    for (const auto& [rows, one] : errors)
        if (!rows.empty())
            line(rows, one);
    line("**all**", errors.at({}));
    return text;
}

std::string strangersTable(std::span<const StrangersError> errors) {
    std::string text =
        "| table left out | count | median error | within 20 % | inside the band |\n|---|---|---|---|---|\n";
    const auto line = [&](const std::string& name, const std::string& rows) {
        std::vector<double> values;
        double inside = 0;
        for (const StrangersError& one : errors)
            if (rows.empty() || one.rows == rows) {
                values.push_back(one.error);
                inside += one.isInside ? 1 : 0;
            }
        text.append("| ").append(name).append(" | ").append(std::to_string(values.size()));
        text.append(" | ").append(percent(medianOf(values))).append(" | ").append(percent(shareWithin(values, 0.2)));
        text.append(" | ").append(percent(inside / static_cast<double>(values.size()))).append(" |\n");
    };
    std::set<std::string> tables;
    for (const StrangersError& one : errors)
        tables.insert(one.rows);
    for (const std::string& rows : tables)
        line(rows, rows);
    line("**all**", {});
    return text;
}

} // namespace rackwright
