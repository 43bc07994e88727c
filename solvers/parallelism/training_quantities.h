// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The quantities that can be asked of a training or inference run, by name, each with its unit and definition. A
// quantity that is not here is refused: no other tool's sum or roofline is guessed. Used by the verb `train`.

#include "solvers/parallelism/training_case.h"

namespace rackwright {

/// One quantity that `train` answers.
struct TrainingQuantity {
    std::string_view name;
    std::string_view unit;
    std::string_view definition; ///< with its reference
    Result<double> (*value)(const TrainingCase&);
};

std::span<const TrainingQuantity> trainingQuantities();

/// Bits of a cached value where a case does not say them: by its precision, 8 without one.
Result<double> usualCacheBits(const TrainingCase& input);

/// `value` is in the quantity's unit.
struct TrainingAnswer {
    const TrainingQuantity* quantity = nullptr;
    double value = 0;
};
/// The quantity of that name for a case, or why not: unknown name (with the nearest), a missing or wrong cell, a plan
/// that does not divide.
Result<TrainingAnswer> answer(std::string_view quantity, const TrainingCase& input);

} // namespace rackwright
