// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas by which accelerators are compared: price per performance and per memory, ratios.

#include "model/figures/formula_registry.h"

namespace rackwright {

void addAdviceFormulas(FormulaRegistry& registry);

} // namespace rackwright
