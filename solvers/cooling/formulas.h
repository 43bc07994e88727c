// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas of cooling: air and liquid flow, heat exchangers, inlet temperatures, ride-through, PUE, water, free
// hours.

#include "model/figures/formula_registry.h"

namespace rackwright {

void addCoolingFormulas(FormulaRegistry& registry);

} // namespace rackwright
