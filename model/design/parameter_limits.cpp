// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/parameter_limits.h"

#include "model/base/check.h"
#include "model/parts/part.h"
#include "model/units/limits.h"
#include "model/units/parse.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr Limits kShare{0, 1};
constexpr Limits kFlag{0, 1};
constexpr Limits kDegree{1, 1e6}; ///< of parallelism, and sequences of a micro-batch
constexpr Limits kTokens{1, 1e9}; ///< of one sequence
constexpr Limits kWidth{0, 1e7};  ///< of a layer of a model
constexpr Limits kRatio{0.001, 1000};
constexpr Limits kPlanned{1, 1e9}; ///< what a recipe counted when it drew a network

/// How the networks of recipes are kept. Other families keep "nodes" too: the words of their groups.
constexpr auto kRecipeFamilies = std::to_array<std::string_view>({"single-switch", "clos-2", "clos-3", "tree"});
constexpr auto kRecipeCounts = std::to_array<ParameterLimits>({
    {"ends", "", {0, 1e9}},
    {"nodes", "", kPlanned},
    {"pairs", "", kPlanned},
    {"pods", "", kPlanned},
    {"radix", "", {1, kMostPorts}},
    {"rails", "", {1, kMostPorts}},
    {"units", "", kPlanned},
});

} // namespace

std::span<const ParameterLimits> parameterLimits() {
    static const auto table = std::to_array<ParameterLimits>({
        {"accelerator-mttf", "h", {1, 1e12}},
        {"batch", "", {1, 1e9}},
        {"changed-share", "%", kShare},
        {"checkpoint-bytes", "B", {0, 1e6}},
        {"checkpoint-interval", "min", {1, 1e9}},
        {"checkpoint-steps", "", {1, 1e9}},
        {"checkpoint-window", "s", {1e-3, 1e9}},
        {"concurrency", "", {1, 1e9}},
        {"cp", "", kDegree},
        {"data", "", {1, 1000}},
        {"dataset-size", "TB", limitsOfUnit("TB")},
        {"devices-per-unit", "", {0, 100'000}},
        {"dp", "", kDegree},
        {"e2e-target", "s", {1e-6, 1e6}},
        {"ep", "", kDegree},
        {"etp", "", kDegree},
        {"group-links", "", {0, 100'000}},
        {"kept-cold", "", {0, 1e6}},
        {"kept-hot", "", {0, 1e6}},
        {"kept-warm", "", {0, 1e6}},
        {"leaf-spine-links", "", {1, 1000}},
        {"load-time", "s", {1e-3, 1e9}},
        {"memory-share", "%", kShare},
        {"mfu", "%", kShare},
        {"micro-batch", "", kDegree},
        {"model-biases", "", kFlag},
        {"model-dense-layers", "", {0, 100'000}},
        {"model-expert-ffn", "", kWidth},
        {"model-experts", "", {0, 100'000}},
        {"model-ffn", "", kWidth},
        {"model-gpt", "", kFlag},
        {"model-head-dim", "", kWidth},
        {"model-heads", "", kWidth},
        {"model-hidden", "", kWidth},
        {"model-kv-heads", "", kWidth},
        {"model-kv-rank", "", kWidth},
        {"model-layers", "", {0, 10'000}},
        {"model-nope-dim", "", kWidth},
        {"model-plain-mlp", "", kFlag},
        {"model-q-rank", "", kWidth},
        {"model-qk-norm", "", kFlag},
        {"model-qkv-bias", "", kFlag},
        {"model-rope-dim", "", kWidth},
        {"model-router-bias", "", kFlag},
        {"model-shared-experts", "", {0, 100'000}},
        {"model-sinks", "", kFlag},
        {"model-tied", "", kFlag},
        {"model-top-k", "", {0, 100'000}},
        {"model-v-dim", "", kWidth},
        {"model-vocabulary", "", {0, 1e9}},
        {"model-window", "", {0, 1e9}},
        {"output-tokens", "", kTokens},
        {"oversubscription", "", kRatio},
        {"parameters", "", {1, 1e18}},
        {"parity", "", {0, 1000}},
        {"pipeline-parallel", "", kDegree},
        {"planes", "", {0, 64}},
        {"ports-per-device", "", {0, 4096}},
        {"pp", "", kDegree},
        {"prefill-chunk", "", kTokens},
        {"prefill-share", "%", kShare},
        {"prefix-share", "%", kShare},
        {"prompt-tokens", "", kTokens},
        {"rate-target", "1/s", {0, 1e12}},
        {"restart-time", "min", {0, 1e9}},
        {"sample-rate", "Hz", limitsOfUnit("Hz")},
        {"sample-size", "B", {1, 1e18}},
        {"samples-per-file", "", {1, 1e12}},
        {"sequence", "", kTokens},
        {"shard", "", kDegree},
        {"snapshot-rate", "GB/s", limitsOfUnit("GB/s")},
        {"spare", "", {0, 1e6}},
        {"speculation", "", {1, 16}},
        {"spine-oversubscription", "", kRatio},
        {"spines", "", {0, 100'000}},
        {"tensor-parallel", "", kDegree},
        {"token-bytes", "B", {0, 1e6}},
        {"tokens", "", {1, 1e18}},
        {"tp", "", kDegree},
        {"tpot-target", "ms", {1e-6, 1e6}},
        {"trunk", "", {1, 1000}},
        {"trunk-speed", "Gb/s", {0, 1.25e14}}, // 1,000,000 Gb/s
        {"ttft-target", "ms", {1e-6, 1e6}},
        {"uplinks", "", {0, 4096}},
        {"vp", "", kDegree},
    });
    return table;
}

const ParameterLimits* findParameterLimits(std::string_view name) {
    const auto table = parameterLimits();
    const auto it = std::ranges::lower_bound(table, name, {}, &ParameterLimits::name);
    return it != table.end() && it->name == name ? &*it : nullptr;
}

const ParameterLimits* findGeneratorLimits(std::string_view family, std::string_view name) {
    const auto* count = std::ranges::find(kRecipeCounts, name, &ParameterLimits::name);
    const bool isRecipe = std::ranges::find(kRecipeFamilies, family) != kRecipeFamilies.end();
    return isRecipe && count != kRecipeCounts.end() ? count : findParameterLimits(name);
}

std::optional<double> parameterNumber(const std::string& text, std::string_view unit) {
    const Unit* field = findUnit(unit);
    RW_CHECK(field, "parameters are entered in units of the table");
    const Result<double> si = parseSi(text, *field);
    return si ? std::optional(*si) : std::nullopt;
}

} // namespace rackwright
