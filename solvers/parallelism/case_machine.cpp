// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/case_machine.h"

#include "model/units/number_text.h"
#include "solvers/parallelism/framework.h"
#include "solvers/power/power_cap.h"

#include <cctype>
#include <cmath>

namespace rackwright {

namespace {

Result<MatrixPrecision> precisionOf(const TrainingCase& input, const AcceleratorSpec& part,
                                    std::optional<MatrixPrecision> otherwise) {
    if (input.has("precision"))
        return matrixPrecision(input.text("precision"));
    // Tables of vendors that state no precision are of their fastest; somebody who says none trains in BF16.
    const bool isOfTable = !tableOfSource(input.text("source")).empty();
    const bool isEightBit = isOfTable && part.peak.contains(MatrixPrecision::Fp8);
    return otherwise.value_or(isEightBit ? MatrixPrecision::Fp8 : MatrixPrecision::Bf16);
}

/// Watts that the words of an accelerator end on ("H100 500W"), which it is capped at.
std::optional<double> wattsIn(std::string_view text) {
    for (std::size_t end = text.size(); end-- > 1;) {
        if (text[end] != 'W' || (end + 1 < text.size() && std::isalnum(static_cast<unsigned char>(text[end + 1]))))
            continue;
        std::size_t last = end;
        while (last > 0 && text[last - 1] == ' ')
            --last;
        std::size_t first = last;
        while (first > 0 && std::isdigit(static_cast<unsigned char>(text[first - 1])))
            --first;
        if (first < last)
            return plainNumber(text.substr(first, last - first));
    }
    return std::nullopt;
}

// Source document 002, for the H100 SXM; another part as an estimate. Below the table nobody knows.
Done applyCap(AcceleratorSpec& part, std::string_view words) {
    const std::optional<double> watts = wattsIn(words);
    if (!watts || part.power <= 0 || *watts >= part.power)
        return done();
    const std::optional<CapKnot> knot = capKnotAt(*watts / part.power);
    if (!knot)
        return inputError(
            Message("training.cap-too-low")
                .with("watts", *watts)
                .with("gpu", part.names.back())
                .with("least", std::ceil(part.power * kH100CapKnots.front().watts / kH100CapKnots.back().watts)));
    for (const auto& [precision, peak] : std::map(part.peak))
        part.sustained[precision] = part.sustainedShare(precision) * (1 - knot->mid / 100);
    return done();
}

} // namespace

double bytesOfOperand(MatrixPrecision precision) {
    return precision == MatrixPrecision::Bf16 ? 2 : precision == MatrixPrecision::Fp8 ? 1 : 0.5625;
}

Result<CaseMachine> machineOf(const TrainingCase& input, std::optional<MatrixPrecision> otherwise) {
    const Result<ModelArchitecture> model = input.model();
    if (!model)
        return model.error();
    if (!input.has("gpu"))
        return inputError(Message("training.missing").with("column", "gpu"));
    const Result<AcceleratorSpec> part = acceleratorIn(input.text("gpu"));
    if (!part)
        return part.error();
    const Result<MatrixPrecision> precision = precisionOf(input, *part, otherwise);
    if (!precision)
        return precision.error();
    const Result<double> peak = peakOf(*part, *precision);
    const Result<double> network = input.numberOr("network_gbps", 0);
    for (const Result<double>* one : {&peak, &network})
        if (!*one)
            return one->error();
    CaseMachine machine{*model, *part, *precision, *peak, bytesOfOperand(*precision)};
    if (const Done capped = applyCap(machine.part, input.text("gpu")); !capped)
        return capped.error();
    constexpr double kGigabit = 1.25e8;
    if (input.has("network_gbps")) {
        if (!(*network > 0))
            return inputError(Message("training.no-number").with("column", "network_gbps").with("text", "0"));
        machine.part.network = *network * kGigabit;
    }
    return machine;
}

} // namespace rackwright
