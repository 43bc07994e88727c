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

} // namespace rackwright
