// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A model's own configuration in the form that model hubs publish (config.json of Hugging Face transformers) as an
// architecture. It knows the model types whose parts are counted here and refuses the others; it never guesses a
// dimension. The text comes from strangers: its size is limited before it is read.

#include "model/base/result.h"
#include "solvers/workload/model_architecture.h"

#include <string_view>

namespace rackwright {

/// Fails on a text that is too long or no JSON, on a model type that is not counted, and on a dimension that is missing
/// or cannot be; of a model that also sees, its language part.
Result<ModelArchitecture> readModelConfig(std::string_view json);

/// Query heads share the heads of keys and values evenly: `keyValueHeads` divide `heads`, both at least 1.
bool headsShareEvenly(std::int64_t heads, std::int64_t keyValueHeads);
/// "{factor} = {value} does not divide {whole} = {number}", by the names that the source of a model has for them.
Error unevenHeads(std::string_view factor, std::int64_t value, std::string_view whole, std::int64_t number);

} // namespace rackwright
