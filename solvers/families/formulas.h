// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The closed formulas of the fabric: rates, tree sizes, bisection. Graphs are solved elsewhere.

#include "model/figures/formula_registry.h"

namespace rackwright {

void addFabricFormulas(FormulaRegistry& registry);

} // namespace rackwright
