// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What published measurements say about the forecasts: one factor per class of rows and accelerator, finer ones where
// two rows or more exist, each the median of measured over computed speed with the names of its rows. The table of this
// build (resources/workload/calibration.csv) is made by tests/support/calibrate_speed.

#include "solvers/parallelism/forecast.h"

namespace rackwright {

struct MeasuredSpeed {
    std::string caseId;
    Forecast forecast;
    double measured = 0;
    bool isOfAll = true; ///< counts for runs that name no table; else for those of its table and framework alone
    /// Measured over computed speed; a time counts inversely.
    double ratio() const { return forecast.isTime ? forecast.value / measured : measured / forecast.value; }
};

/// Measured over computed speed of a class of runs, their median.
struct CalibrationFactor {
    SpeedClass speedClass; ///< empty fields hold for all
    double factor = 1;     ///< on speed
    std::vector<std::string> from;
    /// Four of five runs of the class lie within this share of their forecast, either way, when the class' factor is
    /// made without them (that of all runs without their whole table); of the next coarser class where the class has
    /// too few runs to say.
    double band = 1;
    std::size_t runs = 0; ///< of the class; `from` names them where it names an accelerator
};

/// Factors and bands of all classes that the measurements have, sorted; a class of five names needs two rows.
enum class WithBands : std::uint8_t { No, Yes };
std::vector<CalibrationFactor> calibrate(std::span<const MeasuredSpeed> measurements, WithBands bands = WithBands::Yes);

/// The factor of the finest class that holds: all five names, rows and accelerator, rows, everything.
const CalibrationFactor& factorFor(std::span<const CalibrationFactor> table, const SpeedClass& speedClass);

/// Its band; half as wide again where no run of the table is of the accelerator, in training or serving as it is.
double bandFor(std::span<const CalibrationFactor> table, const SpeedClass& speedClass);

/// The forecast times (a time: over) the factor, held within the forecast's bound.
double calibrated(const Forecast& forecast, const CalibrationFactor& factor);

Result<std::vector<CalibrationFactor>> readCalibration(std::string_view csv);
std::string calibrationText(std::span<const CalibrationFactor> table);

/// Published runs of an accelerator, training and serving, in the table of this build.
std::size_t publishedRunsOf(std::string_view acceleratorPart);

/// The table of this build.
std::span<const CalibrationFactor> publishedCalibration();

} // namespace rackwright
