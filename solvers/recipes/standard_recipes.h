// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The recipes of the program: cluster, nvl72, existing-hall, typical-llm-cluster, single-node. Each turns its
// parameters into a ClusterSpec and adds what is its own.

#include "solvers/recipes/recipe.h"

namespace rackwright {

std::vector<Recipe> standardRecipes();

} // namespace rackwright
