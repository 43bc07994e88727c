// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The models that the program knows by name (resources/workload/models.csv), each with the source of its dimensions.
// Other models come from their config.json (model_config.h). Used wherever a workload names a model.

#include "model/base/result.h"
#include "solvers/workload/model_architecture.h"

#include <span>
#include <string_view>
#include <vector>

namespace rackwright {

/// A model by name, with where its dimensions are published.
struct ModelPreset {
    ModelArchitecture architecture;
    std::vector<std::string> aliases;
    std::string source;
};

/// Reads a table of presets; names the line of a row that is no model.
Result<std::vector<ModelPreset>> readModelPresets(std::string_view csv);

/// The presets of this build, in the order of their table.
std::span<const ModelPreset> modelPresets();

/// The preset of a name or alias, or null. Case counts.
const ModelPreset* findModelPreset(std::string_view name);

/// The names nearest to one that is no preset's; all where none is near.
WordList nearestPresets(std::string_view name);

/// The preset of a name or alias, with the nearest names as the error.
Result<ModelArchitecture> modelOfName(std::string_view name);

} // namespace rackwright
