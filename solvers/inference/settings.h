// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the inference figures with their defaults and sources; a workload may enter its own value under the name
// in the comment.

#include "solvers/engine/reader.h"
#include "solvers/parallelism/offline_throughput.h"

namespace rackwright::setting_of {

/// "prompt-tokens"
inline constexpr SettingKey<dim::None> promptTokens{
    "inference.prompt-tokens", "", kUsualPrompt, Grade::Assumption, "Rackwright", "Tokens of a prompt", ""};
/// "output-tokens"
inline constexpr SettingKey<dim::None> outputTokens{
    "inference.output-tokens", "", kUsualAnswer, Grade::Assumption, "Rackwright", "Tokens of an answer", ""};
/// "memory-share": what the server takes of the memory that weights leave.
inline constexpr SettingKey<dim::None> memoryShare{"inference.memory-share",
                                                   "%",
                                                   0.90,
                                                   Grade::Recalled,
                                                   "vLLM, TensorRT-LLM",
                                                   "Share of the memory that weights leave, for the cache",
                                                   "default of both"};
inline constexpr SettingKey<dim::Data> runtimeMemory{"inference.runtime-memory",
                                                     "GB",
                                                     0,
                                                     Grade::Assumption,
                                                     "Rackwright",
                                                     "Kept free on an accelerator beyond the share that a server leaves",
                                                     ""};
/// "prefill-share" of the accelerators when prefill and decode run apart.
inline constexpr SettingKey<dim::None> prefillShare{"inference.prefill-share",
                                                    "%",
                                                    0.25,
                                                    Grade::Assumption,
                                                    "Rackwright",
                                                    "Accelerators that read prompts when serving is disaggregated",
                                                    ""};
/// Its default follows the accelerator and the precision: see readServingSpeed().
inline constexpr std::string_view servingSpeed = "inference.speed-factor";

} // namespace rackwright::setting_of
