// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an answer about a training case takes for granted: the cells that nobody filled, as far as another value would
// change the answer, and the factor of calibration of a forecast with where it comes from.

#include "solvers/parallelism/training_case.h"

namespace rackwright {

/// One thing that an answer takes for granted.
struct CaseAssumption {
    std::string column; ///< "tp"; "calibration" for the factor
    std::string value;
    std::string from; ///< of a factor: whose measurements; else empty
};

/// Empty when the case cannot be answered.
std::vector<CaseAssumption> assumptionsOf(std::string_view quantity, const TrainingCase& input);

/// Keys that a case gives and that change nothing of an answer, whatever they say; inputs by their own names.
std::vector<std::string> keysWithoutEffect(std::string_view quantity, const TrainingCase& input);

} // namespace rackwright
