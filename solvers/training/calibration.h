// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What published measurements say about the forecasts: one factor per class of rows and accelerator, finer ones where
// two rows or more exist, each the median of measured over computed speed with the names of its rows. The table of this
// build (resources/workload/calibration.csv) is made by tests/support/calibrate_speed.

#include "solvers/training/forecast.h"

namespace rackwright {

/// A forecast holds within this share either way: so do four of five published runs whose factor was made without them
/// (calibrate_speed --accuracy).
inline constexpr double kForecastBand = 0.20;

struct MeasuredSpeed {
    std::string caseId;
    Forecast forecast;
    double measured = 0;
    /// Measured over computed speed; a time counts inversely.
    double ratio() const { return forecast.isTime ? forecast.value / measured : measured / forecast.value; }
};

struct CalibrationFactor {
    SpeedClass speedClass; ///< empty fields hold for all
    double factor = 1;     ///< on speed
    std::vector<std::string> from;
};

/// Factors of all classes that the measurements have, sorted; a class of five names needs two rows.
std::vector<CalibrationFactor> calibrate(std::span<const MeasuredSpeed> measurements);

/// The factor of the finest class that holds: all five names, rows and accelerator, rows, everything.
const CalibrationFactor& factorFor(std::span<const CalibrationFactor> table, const SpeedClass& speedClass);

double calibrated(const Forecast& forecast, const CalibrationFactor& factor);

Result<std::vector<CalibrationFactor>> readCalibration(std::string_view csv);
std::string calibrationText(std::span<const CalibrationFactor> table);

/// The table of this build.
std::span<const CalibrationFactor> publishedCalibration();

} // namespace rackwright
