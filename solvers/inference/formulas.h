// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas of inference: weights and KV cache, throughput bounds, queries.

#include "model/figures/formula_registry.h"

namespace rackwright {

void addInferenceFormulas(FormulaRegistry& registry);

} // namespace rackwright
