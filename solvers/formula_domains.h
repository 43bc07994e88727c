// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas of all domains in one registry: each domain adds its own table, this adds the domains.

#include "model/figures/formula_registry.h"

namespace rackwright {

FormulaRegistry formulasOfAllDomains();

} // namespace rackwright
