// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas of space and weight.

#include "model/figures/formula_registry.h"

namespace rackwright {

void addSpaceFormulas(FormulaRegistry& registry);

} // namespace rackwright
