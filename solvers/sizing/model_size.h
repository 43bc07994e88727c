// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A model named by its size alone ("70B", "a 405B model", "1T parameters"): people say it before they know which one.

#include "solvers/workload/model_presets.h"

#include <optional>
#include <string_view>

namespace rackwright {

/// The dense preset whose parameters are nearest by their ratio to the size that the words name; null where they name
/// no size, say more than one, or no preset lies within a third of it.
const ModelPreset* presetOfSize(std::string_view words);

/// Parameters of a model that words name by its size alone: "30B", "a 30B model"; nothing where they name another one.
std::optional<double> sizeSaid(std::string_view words);
/// Dimensions of a usual dense transformer of so many parameters, by the names of an own model.
std::vector<Parameter> dimensionsOfSize(double parameters);

} // namespace rackwright
