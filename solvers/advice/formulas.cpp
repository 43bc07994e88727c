// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/formulas.h"

namespace rackwright {

namespace {

const Allowed kPositive = Allowed::positive(), kNotNegative = Allowed::notNegative();

/// The smallest power of two that is not below `n`: ranks of tensor parallelism and of collectives come in those.
template <class N>
N powerOfTwo(const N& n) {
    N power = N(1);
    while (plainNumberOf(power) < plainNumberOf(n))
        power = power * N(2);
    return power;
}

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
    registry.add(formula("activations_guide_gb", "GB", "min(30, 30*params_b/70)",
                         {number("params_b", "1e9", "parameters in billions", kPositive)},
                         "calc-reference.activations-guide-gb", []<class N>(const Inputs<N>& in) {
                             return minimum(N(30), N(30) * in("params_b") / N(70));
                         }));
    registry.add(formula("power_of_two_gpus", "GPU", "2^ceil(log2(gpus))",
                         {number("gpus", "GPU", "accelerators that are needed at least", Allowed::within(1, 1e9))},
                         "calc-reference.power-of-two-gpus",
                         []<class N>(const Inputs<N>& in) { return powerOfTwo(in("gpus")); }));
    registry.add(formula("break_even_hours", "h", "purchase_usd/(cloud_usd_per_h-opex_usd_per_h)",
                         {number("purchase_usd", "USD", "price of buying", kNotNegative),
                          number("cloud_usd_per_h", "USD/h", "price of the cloud by the hour", kPositive),
                          number("opex_usd_per_h", "USD/h", "running cost of the own one by the hour", kNotNegative)
                              .orElse("0")},
                         "calc-reference.break-even-hours", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("opex_usd_per_h") >= in.plain("cloud_usd_per_h"))
                                 return in.outOfDomain("opex_usd_per_h", "< cloud_usd_per_h");
                             return in("purchase_usd") / (in("cloud_usd_per_h") - in("opex_usd_per_h"));
                         }));
}

} // namespace rackwright
