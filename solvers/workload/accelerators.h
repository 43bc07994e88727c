// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the speed of a run needs to know of an accelerator (resources/workload/accelerators.csv): dense peaks, memory,
// bandwidths. The parts of a design come from the catalogue; this table serves questions that name a part in words.

#include "model/base/result.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Number format of matrix products.
enum class MatrixPrecision : std::uint8_t { Bf16, Fp8, Fp4 };
/// As command lines and files write it.
std::string_view nameOf(MatrixPrecision precision);

/// One accelerator by data sheet.
struct AcceleratorSpec {
    std::string part; ///< id of the catalogue
    std::vector<std::string> names;
    std::map<MatrixPrecision, double> peak; ///< dense FLOP/s
    /// Of the dense peak that the best product of large matrices was measured at (resources/workload/README.md).
    std::map<MatrixPrecision, double> sustained;
    double memory = 0;          ///< bytes that programs see
    double memoryBandwidth = 0; ///< bytes/s
    double scaleUp = 0;         ///< bytes/s one way; 0: none
    double scaleUpDomain = 1;   ///< accelerators that it joins
    double hostLink = 32e9;     ///< bytes/s one way to the host, before line coding
    double network = 0;         ///< bytes/s one way of its own port
    double power = 0;           ///< W; 0: unknown

    /// 0..1 of the dense peak.
    double sustainedShare(MatrixPrecision precision) const;
};

Result<std::vector<AcceleratorSpec>> readAccelerators(std::string_view csv);
/// The table of this build, in its order.
std::span<const AcceleratorSpec> accelerators();

/// The first accelerator of which `text` holds a name, or an error with those that are known.
Result<AcceleratorSpec> acceleratorIn(std::string_view text);

/// The precision that a text such as "MXFP8" or "amp_bf16" means.
Result<MatrixPrecision> matrixPrecision(std::string_view text);

/// Its dense peak, or an error that names what the part has.
Result<double> peakOf(const AcceleratorSpec& part, MatrixPrecision precision);

} // namespace rackwright
