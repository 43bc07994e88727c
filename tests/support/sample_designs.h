// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sample designs of resources/samples as they are made: a recipe with its parameters and the hand edits that a
// person would make. The sample writer writes them, a test compares the files with them.

#include "catalog/catalog.h"
#include "solvers/recipes/recipe.h"

#include <string>
#include <vector>

namespace rackwright {

struct SampleDesign {
    std::string name; ///< file name without .rkw.json
    std::function<Result<Document>(const RecipeSource&)> make;
};

const std::vector<SampleDesign>& sampleDesigns();

/// Parts and cost lines of a catalogue. The catalogue must live as long as the source.
RecipeSource recipeSource(const Catalog& catalog);

} // namespace rackwright
