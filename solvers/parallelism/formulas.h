// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas of training: model state, memory, time, utilisation, checkpoint sizes and intervals.

#include "model/figures/formula_registry.h"

namespace rackwright {

void addTrainingFormulas(FormulaRegistry& registry);

} // namespace rackwright
