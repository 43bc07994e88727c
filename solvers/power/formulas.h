// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas of power: devices, conversion losses, currents and breakers, redundancy, ride-through, power caps.

#include "model/figures/formula_registry.h"

namespace rackwright {

void addPowerFormulas(FormulaRegistry& registry);

} // namespace rackwright
