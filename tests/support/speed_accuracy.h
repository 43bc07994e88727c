// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Published speeds against their forecasts: the errors per class of rows, with the factors of all rows and with those
// that leave the judged case out. Shared by the calibrating program and the test that holds the targets.

#include "solvers/parallelism/calibration.h"

namespace rackwright {

/// The rows of a file of published speeds that a forecast answers.
Result<std::vector<MeasuredSpeed>> measuredSpeeds(std::string_view csv);

struct SpeedErrors {
    std::vector<double> errors;  ///< |forecast/measured - 1|, calibrated with all rows
    std::vector<double> unaided; ///< the same with the factors of all other cases
};
/// By class of rows, and of all rows under "".
std::map<std::string, SpeedErrors> speedErrors(std::span<const MeasuredSpeed> measurements);

/// As somebody asks whose run is of no table: without the source, by the factor of all other tables. Both errors of the
/// answer are that one.
SpeedErrors strangersErrors(std::string_view csv);

double medianOf(std::vector<double> values);
double shareWithin(std::span<const double> errors, double limit);

/// A table in Markdown for the README.
std::string accuracyTable(const std::map<std::string, SpeedErrors>& errors);

} // namespace rackwright
