// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Published speeds against their forecasts: the errors per class of rows, with the factors of all rows and with those
// that leave the judged case out. Shared by the calibrating program and the test that holds the targets.

#include "solvers/parallelism/calibration.h"

namespace rackwright {

/// The rows of a file of published speeds that a forecast answers.
Result<std::vector<MeasuredSpeed>> measuredSpeeds(std::string_view csv);
/// The same with those of a second file, which count for their tables and frameworks and not for runs of no table.
Result<std::vector<MeasuredSpeed>> measuredSpeeds(std::string_view csv, std::string_view ofFrameworks);

struct SpeedErrors {
    std::vector<double> errors;  ///< |forecast/measured - 1|, calibrated with all rows
    std::vector<double> unaided; ///< the same with the factors of all other cases
};
/// By class of rows, and of all rows under "".
std::map<std::string, SpeedErrors> speedErrors(std::span<const MeasuredSpeed> measurements);

/// One run as somebody asks whose run is of no table: without its source, by factor and band of all other tables.
struct StrangersError {
    std::string rows; ///< the table that was left out
    std::string caseId;
    SpeedClass speedClass;
    double ratio = 0;      ///< measured over computed speed, before any factor
    double factor = 1;     ///< of the other tables
    double band = 0;       ///< that is printed with it
    double error = 0;      ///< |forecast/measured - 1|
    bool isInside = false; ///< the published value lies within the band
};
std::vector<StrangersError> strangersErrors(std::string_view csv);

double medianOf(std::vector<double> values);
double shareWithin(std::span<const double> errors, double limit);

/// A table in Markdown for the README.
std::string accuracyTable(const std::map<std::string, SpeedErrors>& errors);
/// The same of runs whose whole table is left out, with the share that lies inside the printed band.
std::string strangersTable(std::span<const StrangersError> errors);

} // namespace rackwright
