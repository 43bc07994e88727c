// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Frameworks of training by the names that people have for them, and which tables of published runs are of which. What
// a framework makes of a step is the business of calibration.h.

#include "model/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace rackwright {

/// Of "Megatron-LM", "FSDP2" or "NeMo" the name that its runs are kept by ("megatron-core", "fsdp", "nemo"); an Error
/// that names the nearest known for any other word.
Result<std::string> frameworkNamed(std::string_view words);

/// The table of published runs that the words of a source name; empty: none.
std::string_view tableOfSource(std::string_view source);

/// The framework that a table of published runs was measured with; unset where its runs are of several.
std::optional<std::string> frameworkOfRows(std::string_view rows);

/// Whether a framework, by the name that its runs are kept by, shards all states unless a plan says otherwise.
bool shardsAll(std::string_view framework);
/// "FSDP", "HYBRID_SHARD", "DDP" and the like: words of PyTorch's own sharding.
bool isPyTorchSharding(std::string_view word);
/// Whether whoever names a framework so works out the loss of a few tokens at a time (LitGPT, torchtune).
bool sumsLossInParts(std::string_view words);
/// Whether each step of the loss is kept in FP32 instead (stacks upon Hugging Face Transformers).
bool sumsLossInSteps(std::string_view words);

/// What marks a class of runs as those of a framework, before its name.
inline constexpr std::string_view kFrameworkClass = "framework ";

} // namespace rackwright
