// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/formulas.h"

namespace rackwright {

namespace {

const Allowed kPositive = Allowed::positive(), kNotNegative = Allowed::notNegative();

} // namespace

void addAdviceFormulas(FormulaRegistry& registry) {
    registry.add(formula("usd_per_pflops", "USD/PFLOPS", "usd/pflops",
                         {remark("item", "what is compared"), number("usd", "USD", "price", kNotNegative),
                          number("pflops", "PFLOP/s", "peak, dense, all on one precision", kPositive)},
                         "calc-reference.usd-per-pflops",
                         []<class N>(const Inputs<N>& in) { return in("usd") / in("pflops"); }));
    registry.add(formula("usd_per_gb_hbm_h", "USD/GB/h", "usd_per_h/hbm_gb",
                         {remark("gpu", "name of the accelerator"),
                          number("hbm_gb", "GB", "memory of the accelerator", kPositive),
                          number("usd_per_h", "USD/h", "price by the hour", kNotNegative)},
                         "calc-reference.usd-per-gb-hbm-h",
                         []<class N>(const Inputs<N>& in) { return in("usd_per_h") / in("hbm_gb"); }));
    registry.add(formula("fp8_ratio", "x", "b200_tflops/h100_tflops",
                         {number("b200_tflops", "TFLOP/s", "FP8 peak of the B200", kNotNegative),
                          number("h100_tflops", "TFLOP/s", "FP8 peak of the H100 on the same basis", kPositive)},
                         "calc-reference.fp8-ratio",
                         []<class N>(const Inputs<N>& in) { return in("b200_tflops") / in("h100_tflops"); }));
    registry.add(formula("chip_pod_tflops", "TFLOPS", "chip_tflops*chips",
                         {number("chip_tflops", "TFLOP/s", "peak of a chip", kNotNegative),
                          number("chips", "", "chips of a pod", kNotNegative)},
                         "calc-reference.chip-pod-tflops",
                         []<class N>(const Inputs<N>& in) { return in("chip_tflops") * in("chips"); }));
}

} // namespace rackwright
