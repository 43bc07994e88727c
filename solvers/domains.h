// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The domains of the program: the one list of what it works out. Figures, rules, settings, formulas and schedules are
// those of the domains in it.

#include "model/figures/formula_registry.h"
#include "solvers/engine/domain.h"

namespace rackwright {

/// In the order in which their figures and rules print.
std::vector<Domain> programDomains();

/// For `calc` and what else asks for formulas by name alone.
FormulaRegistry formulasOfAllDomains();

/// The formulas of one domain, for lists that people look through.
struct FormulaGroup {
    std::string name; ///< of the domain
    FormulaRegistry formulas;
};
std::vector<FormulaGroup> formulaGroups();

} // namespace rackwright
