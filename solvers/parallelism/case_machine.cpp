// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/case_machine.h"

namespace rackwright {

namespace {

Result<MatrixPrecision> precisionOf(const TrainingCase& input, const AcceleratorSpec& part,
                                    std::optional<MatrixPrecision> otherwise) {
    if (input.has("precision"))
        return matrixPrecision(input.text("precision"));
    return otherwise.value_or(part.peak.contains(MatrixPrecision::Fp8) ? MatrixPrecision::Fp8 : MatrixPrecision::Bf16);
}

double bytesOf(MatrixPrecision precision) {
    return precision == MatrixPrecision::Bf16 ? 2 : precision == MatrixPrecision::Fp8 ? 1 : 0.5625;
}

} // namespace

Result<CaseMachine> machineOf(const TrainingCase& input, std::optional<MatrixPrecision> otherwise) {
    const Result<ModelArchitecture> model = input.model();
    if (!model)
        return model.error();
    const Result<AcceleratorSpec> part = acceleratorIn(input.text("gpu"));
    if (!part)
        return part.error();
    const Result<MatrixPrecision> precision = precisionOf(input, *part, otherwise);
    if (!precision)
        return precision.error();
    const Result<double> peak = peakOf(*part, *precision);
    if (!peak)
        return peak.error();
    return CaseMachine{*model, *part, *precision, *peak, bytesOf(*precision)};
}

} // namespace rackwright
