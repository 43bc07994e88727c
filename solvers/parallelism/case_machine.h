// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a case of training or serving runs: the model, the accelerator and the precision of its matrix products.
// Forecasts and the plan search read it in one way.

#include "solvers/parallelism/training_case.h"
#include "solvers/workload/accelerators.h"

#include <optional>

namespace rackwright {

struct CaseMachine {
    ModelArchitecture model;
    AcceleratorSpec part;
    MatrixPrecision precision = MatrixPrecision::Bf16;
    double peak = 0;          ///< dense FLOP/s at that precision
    double bytesPerValue = 2; ///< of an operand; FP4 with its scale of a byte for 16 values
};

/// Of an operand in memory, FP4 with its scales.
double bytesOfOperand(MatrixPrecision precision);

/// Without a precision: `otherwise`; without that BF16, of a table of published runs FP8 where the part has it. A
/// precision that the part lacks is an Error. A given network_gbps is the part's.
Result<CaseMachine> machineOf(const TrainingCase& input, std::optional<MatrixPrecision> otherwise = std::nullopt);

} // namespace rackwright
