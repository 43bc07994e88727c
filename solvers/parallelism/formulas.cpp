// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/formulas.h"

#include <array>
#include <string>

namespace rackwright {

namespace {

const Allowed kPositive = Allowed::positive(), kNotNegative = Allowed::notNegative();

FormulaInput billionParameters(const Allowed& allowed = kNotNegative) {
    return number("params_b", "1e9", "parameters in billions", allowed);
}
FormulaInput billionTokens() { return number("tokens_b", "1e9", "tokens in billions", kNotNegative); }
FormulaInput bytesPerParameter() { return number("bytes_per_param", "B", "bytes per parameter", kNotNegative); }
FormulaInput gpus() { return number("gpus", "", "accelerators", kPositive); }
FormulaInput days() { return number("days", "d", "days of the run", kPositive); }
FormulaInput peak() {
    return number("peak_tflops", "TFLOP/s", "dense peak of an accelerator in the precision used", kPositive);
}
FormulaInput mfu() { return number("mfu", "-", "model FLOP utilisation", Allowed::efficiency()); }

// FLOP of a run: 6 per parameter and token (Kaplan et al. 2020), attention left out.
template <class N>
N runFlop(const Inputs<N>& in) {
    return N(6) * in("params_b") * in("tokens_b") * N(1e18);
}

template <class N>
N fleetRate(const Inputs<N>& in) {
    return in("gpus") * in("peak_tflops") * N(1e12);
}

template <class N>
N tokensPerSecond(const Inputs<N>& in) {
    return fleetRate(in) * in("mfu") / (N(6) * in("params_b") * N(1e9));
}

template <class N>
N shardedMemory(const Inputs<N>& in) {
    const double stage = in.plain("zero");
    const auto part = [&](const char* key, int shardedFrom) {
        return stage >= shardedFrom ? in(key) / in("gpus") : in(key);
    };
    return in("params_b") * (part("w", 3) + part("g", 2) + part("o", 1)) + in("act_gb");
}

template <class N>
Outcome<N> fewestGpus(const Inputs<N>& in) {
    const N room = in("hbm_gb") * (N(1) - in("reserve")) - in("act_gb");
    if (plainNumberOf(room) <= 0)
        return in.outOfDomain("act_gb", "< hbm_gb*(1-reserve)");
    return maximum(N(1), ceiling(in("params_b") * in("bytes_per_param") / room));
}

struct Knot {
    double gpus, percent;
};
// Source document 002, table of scaling efficiency.
constexpr std::array<Knot, 5> kScalingKnots = {{{8, 95}, {64, 85}, {512, 75}, {4096, 60}, {16384, 45}}};

template <class N>
N scalingEfficiency(const Inputs<N>& in) {
    const auto at = [](const Knot& knot) {
        return tabulated<N>(knot.percent, {"efficiency at " + std::to_string(static_cast<int>(knot.gpus)), "%"}, {});
    };
    const double count = in.plain("gpus");
    if (count <= kScalingKnots.front().gpus)
        return at(kScalingKnots.front());
    for (std::size_t i = 1; i < kScalingKnots.size(); ++i) {
        const Knot &below = kScalingKnots[i - 1], &above = kScalingKnots[i];
        if (count <= above.gpus)
            return at(below) + (at(above) - at(below)) * naturalLog(in("gpus") / N(below.gpus)) /
                                   naturalLog(N(above.gpus / below.gpus));
    }
    return at(kScalingKnots.back());
}

void addMemory(FormulaRegistry& registry) {
    registry.add(formula("checkpoint_size", "GB", "params_b*bytes_per_param",
                         {billionParameters(), bytesPerParameter()}, "calc-reference.checkpoint-size",
                         []<class N>(const Inputs<N>& in) { return in("params_b") * in("bytes_per_param"); }));
    registry.add(formula(
        "checkpoint_per_day", "TB/day", "params_b*bytes_per_param*1440/interval_min/1000",
        {billionParameters(), bytesPerParameter(), number("interval_min", "min", "between two checkpoints", kPositive)},
        "calc-reference.daily-volume", []<class N>(const Inputs<N>& in) {
            return in("params_b") * in("bytes_per_param") * N(1440) / in("interval_min") / N(1000);
        }));
    registry.add(formula("train_model_state", "GB", "params_b*bytes_per_param",
                         {billionParameters(), bytesPerParameter()}, "calc-reference.train-model-state",
                         []<class N>(const Inputs<N>& in) { return in("params_b") * in("bytes_per_param"); }));
    registry.add(formula("train_memory", "GB",
                         "params_b*(w/(gpus if zero>=3 else 1)+g/(gpus if zero>=2 else 1)+o/(gpus if zero>=1 else "
                         "1))+act_gb",
                         {billionParameters(), number("w", "B", "bytes of weights per parameter", kNotNegative),
                          number("g", "B", "bytes of gradients per parameter", kNotNegative),
                          number("o", "B", "bytes of optimiser state per parameter", kNotNegative),
                          number("act_gb", "GB", "activations of a rank, not sharded", kNotNegative), gpus(),
                          number("zero", "", "stage of ZeRO sharding", Allowed::oneOf({0, 1, 2, 3}))},
                         "calc-reference.train-memory",
                         []<class N>(const Inputs<N>& in) { return shardedMemory(in); }));
    registry.add(formula(
        "min_gpus", "GPU", "smallest n with params_b*bytes_per_param/n+act_gb <= hbm_gb*(1-reserve)",
        {billionParameters(), bytesPerParameter(), number("act_gb", "GB", "activations of a rank", kNotNegative),
         number("hbm_gb", "GB", "memory of an accelerator", kPositive),
         number("reserve", "-", "share kept free", Allowed::shareBelowOne()), remark("zero", "stage of ZeRO sharding")},
        "calc-reference.min-gpus", []<class N>(const Inputs<N>& in) { return fewestGpus(in); }));
    registry.add(formula("dpo_memory", "GB", "params_b*(train_bytes+reference_bytes)",
                         {billionParameters(), number("train_bytes", "B", "bytes per trained parameter", kNotNegative),
                          number("reference_bytes", "B", "bytes per parameter of the reference model", kNotNegative)},
                         "calc-reference.dpo-memory", []<class N>(const Inputs<N>& in) {
                             return in("params_b") * (in("train_bytes") + in("reference_bytes"));
                         }));
}

void addTime(FormulaRegistry& registry) {
    registry.add(
        formula("training_days", "days", "6*params_b*tokens_b*1e18/(gpus*peak_tflops*1e12*mfu)/86400",
                {billionParameters(), billionTokens(), gpus(), peak(), mfu()}, "calc-reference.six-flop",
                []<class N>(const Inputs<N>& in) { return runFlop(in) / (fleetRate(in) * in("mfu")) / N(86400); }));
    registry.add(formula("training_days", "days", "gpu_hours/gpus/24",
                         {number("gpu_hours", "GPU-h", "accelerator hours of the run", kNotNegative), gpus()},
                         "calc-reference.training-days",
                         []<class N>(const Inputs<N>& in) { return in("gpu_hours") / in("gpus") / N(24); }));
    registry.add(formula("training_gpu_hours", "GPU-h", "flops/(peak_tflops*1e12*mfu)/3600",
                         {number("flops", "FLOP", "work of the whole run", kNotNegative), peak(), mfu()},
                         "calc-reference.training-gpu-hours", []<class N>(const Inputs<N>& in) {
                             return in("flops") / (in("peak_tflops") * N(1e12) * in("mfu")) / N(3600);
                         }));
    registry.add(formula(
        "implied_tokens", "1e9", "days*86400*gpus*peak_tflops*1e12*mfu/(6*params_b*1e9)/1e9",
        {number("days", "d", "days of the run", kNotNegative), gpus(), peak(), mfu(), billionParameters(kPositive)},
        "calc-reference.inverse-of-days", []<class N>(const Inputs<N>& in) {
            return in("days") * N(86400) * fleetRate(in) * in("mfu") / (N(6) * in("params_b") * N(1e9)) / N(1e9);
        }));
    registry.add(formula(
        "implied_mfu", "%", "100*6*params_b*tokens_b*1e18/(gpus*days*86400*peak_tflops*1e12)",
        {billionParameters(), billionTokens(), gpus(), days(), peak()}, "calc-reference.inverse-of-days",
        []<class N>(const Inputs<N>& in) { return N(100) * runFlop(in) / (fleetRate(in) * in("days") * N(86400)); }));
    registry.add(
        formula("mfu", "%", "100*k*params_b*1e9*tokens_per_s/(gpus*peak_tflops*1e12)",
                {number("k", "", "FLOP per parameter and token: 6 in training, 2 forward only", kNotNegative),
                 billionParameters(), number("tokens_per_s", "1/s", "tokens per second", kNotNegative), gpus(), peak()},
                "calc-reference.mfu", []<class N>(const Inputs<N>& in) {
                    return N(100) * in("k") * in("params_b") * N(1e9) * in("tokens_per_s") / fleetRate(in);
                }));
    registry.add(formula("training_tokens_per_s", "tokens/s", "gpus*peak_tflops*1e12*mfu/(6*params_b*1e9)",
                         {gpus(), peak(), mfu(), billionParameters(kPositive)}, "calc-reference.six-flop",
                         []<class N>(const Inputs<N>& in) { return tokensPerSecond(in); }));
    registry.add(formula("token_read_rate", "MB/s", "training_tokens_per_s*bytes_per_token/1e6",
                         {gpus(), peak(), mfu(), billionParameters(kPositive),
                          number("bytes_per_token", "B", "bytes of a stored token", kNotNegative)},
                         "calc-reference.tokenised-text", []<class N>(const Inputs<N>& in) {
                             return tokensPerSecond(in) * in("bytes_per_token") / N(1e6);
                         }));
    registry.add(formula(
        "gpu_hours", "GPU-h", "gpus*days*24",
        {number("gpus", "", "accelerators", kNotNegative), number("days", "d", "days of the run", kNotNegative)},
        "calc-reference.gpu-hours", []<class N>(const Inputs<N>& in) { return in("gpus") * in("days") * N(24); }));
    registry.add(formula("training_energy_mwh", "MWh", "gpu_hours*avg_w/1e6",
                         {number("gpu_hours", "GPU-h", "accelerator hours of the run", kNotNegative),
                          number("avg_w", "W", "mean power of an accelerator", kNotNegative)},
                         "calc-reference.llama-model-card",
                         []<class N>(const Inputs<N>& in) { return in("gpu_hours") * in("avg_w") / N(1e6); }));
    registry.add(formula("scaling_efficiency", "%",
                         "knots 8:95, 64:85, 512:75, 4096:60, 16384:45; linear in log2(gpus), clamped",
                         {gpus(), remark("method", "log2-linear")}, "calc-reference.scaling-efficiency",
                         []<class N>(const Inputs<N>& in) { return scalingEfficiency(in); }));
    registry.add(formula("sbatch_ranks", "", "nodes*gpus_per_node",
                         {number("nodes", "", "nodes", Allowed::count()),
                          number("gpus_per_node", "", "accelerators of a node", Allowed::count())},
                         "calc-reference.sbatch-ranks",
                         []<class N>(const Inputs<N>& in) { return in("nodes") * in("gpus_per_node"); }));
}

} // namespace

void addTrainingFormulas(FormulaRegistry& registry) {
    addMemory(registry);
    addTime(registry);
}

} // namespace rackwright
