// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas of all domains, in one registry or by domain: each domain adds its own table, this adds the domains.

#include "model/figures/formula_registry.h"

namespace rackwright {

FormulaRegistry formulasOfAllDomains();

/// The formulas of one domain, for lists that people look through.
struct FormulaGroup {
    std::string_view name; ///< "training"
    FormulaRegistry formulas;
};
std::vector<FormulaGroup> formulaGroups();

} // namespace rackwright
