// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas that sums of the guides may name: those of the domains below advice.

#include "model/figures/formula_registry.h"

namespace rackwright {

FormulaRegistry guideFormulas();

} // namespace rackwright
