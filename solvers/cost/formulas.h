// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas of cost: prices, energy, capital, depreciation, uncertainty, carbon.

#include "model/figures/formula_registry.h"

namespace rackwright {

void addCostFormulas(FormulaRegistry& registry);

} // namespace rackwright
