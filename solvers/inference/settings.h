// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the inference figures with their defaults and sources; a workload may enter its own value under the name
// in the comment.

#include "solvers/engine/reader.h"

namespace rackwright::setting_of {

/// "prompt-tokens"
inline constexpr SettingKey<dim::None> promptTokens{
    "inference.prompt-tokens", "", 2048, Grade::Assumption, "Rackwright", "Tokens of a prompt", ""};
/// "output-tokens"
inline constexpr SettingKey<dim::None> outputTokens{
    "inference.output-tokens", "", 512, Grade::Assumption, "Rackwright", "Tokens of an answer", ""};
/// "memory-share": what the server may take of an accelerator's memory.
inline constexpr SettingKey<dim::None> memoryShare{"inference.memory-share",
                                                   "%",
                                                   0.90,
                                                   Grade::Recalled,
                                                   "vLLM, TensorRT-LLM",
                                                   "Share of the memory that a server takes",
                                                   "default of both"};
inline constexpr SettingKey<dim::Data> runtimeMemory{"inference.runtime-memory",
                                                     "GB",
                                                     4e9,
                                                     Grade::Assumption,
                                                     "Rackwright",
                                                     "Activations at their peak, libraries and graphs on an accelerator",
                                                     "",
                                                     2e9,
                                                     8e9};
/// Of the compute peak while a prompt is read.
inline constexpr SettingKey<dim::None> prefillEfficiency{"inference.prefill-efficiency",
                                                         "%",
                                                         0.50,
                                                         Grade::Assumption,
                                                         "Rackwright",
                                                         "Share of the dense peak that prefill reaches",
                                                         "large matrices, fused attention",
                                                         0.35,
                                                         0.70};
/// "prefill-share" of the accelerators when prefill and decode run apart.
inline constexpr SettingKey<dim::None> prefillShare{"inference.prefill-share",
                                                    "%",
                                                    0.25,
                                                    Grade::Assumption,
                                                    "Rackwright",
                                                    "Accelerators that read prompts when serving is disaggregated",
                                                    ""};
/// Its default follows the tensor parallelism: see decodeEfficiency().
inline constexpr std::string_view decodeEfficiency = "inference.decode-efficiency";

} // namespace rackwright::setting_of
