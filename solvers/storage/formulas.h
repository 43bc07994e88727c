// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas of storage: bandwidth, capacity, checkpoints on it, caches and node counts.

#include "model/figures/formula_registry.h"

namespace rackwright {

void addStorageFormulas(FormulaRegistry& registry);

} // namespace rackwright
