// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/framework.h"

#include "model/base/letter_case.h"
#include "model/base/nearest.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace rackwright {

namespace {

using Named = std::pair<std::string_view, std::string_view>;

// A name that people write, and the framework that it is of.
constexpr auto kFrameworkWords = std::to_array<Named>({{"megatron-core", "megatron-core"},
                                                       {"megatron-lm", "megatron-core"},
                                                       {"megatron", "megatron-core"},
                                                       {"mcore", "megatron-core"},
                                                       {"nemo", "nemo"},
                                                       {"megatron-bridge", "nemo"},
                                                       {"fsdp", "fsdp"},
                                                       {"fsdp2", "fsdp"},
                                                       {"pytorch", "fsdp"},
                                                       {"llm-foundry", "fsdp"},
                                                       {"torchtitan", "torchtitan"},
                                                       {"deepspeed", "deepspeed"},
                                                       {"megatron-deepspeed", "deepspeed"},
                                                       {"maxtext", "maxtext"},
                                                       {"jax", "maxtext"},
                                                       {"peft", "peft"},
                                                       {"trl", "peft"},
                                                       {"transformers", "peft"},
                                                       {"litgpt", "peft"},
                                                       {"torchtune", "peft"},
                                                       {"axolotl", "peft"},
                                                       {"llama-factory", "peft"},
                                                       {"ms-swift", "peft"},
                                                       {"unsloth", "peft"},
                                                       {"composer", "fsdp"},
                                                       {"tensorrt-llm", "tensorrt-llm"},
                                                       {"trt-llm", "tensorrt-llm"},
                                                       {"vllm", "vllm"},
                                                       {"sglang", "sglang"}});

// Tables whose runs are all of one framework. MLPerf's and the cards of models are of several.
constexpr auto kFrameworkRows = std::to_array<Named>({{"megatron-core", "megatron-core"},
                                                      {"megatron-2021", "megatron-core"},
                                                      {"megatron-2022", "megatron-core"},
                                                      {"megatron-bridge", "nemo"},
                                                      {"nemo", "nemo"},
                                                      {"llm-foundry", "fsdp"},
                                                      {"torchtitan", "torchtitan"},
                                                      {"tensorrt-llm", "tensorrt-llm"},
                                                      {"maxtext", "maxtext"},
                                                      {"deepspeed", "deepspeed"},
                                                      {"peft", "peft"}});

// Which table a row stands in, by words of its source. A run of another source is of no table: what all runs say is
// nearer to it than what two of them do.
constexpr auto kTableWords = std::to_array<Named>({{"Narayanan", "megatron-2021"},
                                                   {"Megatron-LM@9ec547c", "megatron-2021"},
                                                   {"Korthikanti", "megatron-2022"},
                                                   {"mlsys.org/virtual/2023", "megatron-2022"},
                                                   {"Megatron-LM@d98e8a6", "megatron-core"},
                                                   {"Megatron-Bridge", "megatron-bridge"},
                                                   {"NVIDIA/NeMo", "nemo"},
                                                   {"llm-foundry", "llm-foundry"},
                                                   {"torchtitan", "torchtitan"},
                                                   {"mlcommons", "mlperf"},
                                                   {"MLPerf", "mlperf"},
                                                   {"TensorRT-LLM", "tensorrt-llm"},
                                                   {"dgxc-benchmarking@143b90d:maxtext", "maxtext"},
                                                   {"dgxc-benchmarking@143b90d:paxml", "maxtext"},
                                                   {"bigscience", "deepspeed"},
                                                   {"QwenLM/Qwen", "peft"},
                                                   {"2402.15627", "production"},
                                                   {"Llama 3 herd", "production"}});

} // namespace

std::string_view tableOfSource(std::string_view source) {
    for (const Named& each : kTableWords)
        if (source.find(each.first) != std::string_view::npos)
            return each.second;
    return {};
}

namespace {

std::string plainWords(std::string_view words) {
    std::string lower = lowerCase(words);
    std::ranges::replace(lower, ' ', '-');
    std::ranges::replace(lower, '_', '-');
    return lower;
}

} // namespace

bool shardsAll(std::string_view framework) {
    return framework == "fsdp" || framework == "torchtitan" || framework == "maxtext";
}

bool isPyTorchSharding(std::string_view word) {
    constexpr auto kWords =
        std::to_array<std::string_view>({"FSDP", "FULL_SHARD", "HYBRID_SHARD", "HSDP", "SHARD_GRAD_OP", "NO_SHARD"});
    return std::ranges::find(kWords, word) != kWords.end();
}

bool sumsLossInParts(std::string_view words) {
    const std::string plain = plainWords(words);
    return plain == "litgpt" || plain == "torchtune" || plain == "unsloth";
}

bool sumsLossInSteps(std::string_view words) {
    constexpr auto kStacks =
        std::to_array<std::string_view>({"transformers", "peft", "trl", "axolotl", "llama-factory", "ms-swift"});
    return std::ranges::any_of(kStacks, [plain = plainWords(words)](std::string_view one) { return one == plain; });
}

Result<std::string> frameworkNamed(std::string_view words) {
    const std::string lower = plainWords(words);
    const auto known = std::ranges::find(kFrameworkWords, std::string_view(lower), &Named::first);
    if (known != kFrameworkWords.end())
        return std::string(known->second);
    std::vector<std::string> all, nearest;
    for (const Named& each : kFrameworkWords)
        all.emplace_back(each.first);
    nearest = nearestWords(lower, all);
    if (nearest.empty())
        for (const Named& each : kFrameworkWords)
            if (each.first == each.second)
                nearest.emplace_back(each.second);
    return inputError(
        Message("training.unknown-framework").with("text", words).with("nearest", WordList{std::move(nearest)}));
}

std::optional<std::string> frameworkOfRows(std::string_view rows) {
    const auto known = std::ranges::find(kFrameworkRows, rows, &Named::first);
    return known == kFrameworkRows.end() ? std::nullopt : std::optional(std::string(known->second));
}

} // namespace rackwright
