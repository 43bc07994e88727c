// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/formula_domains.h"

#include "solvers/advice/formulas.h"
#include "solvers/cooling/formulas.h"
#include "solvers/cost/formulas.h"
#include "solvers/fabric/formulas.h"
#include "solvers/inference/formulas.h"
#include "solvers/power/formulas.h"
#include "solvers/space/formulas.h"
#include "solvers/storage/formulas.h"
#include "solvers/training/formulas.h"

namespace rackwright {

FormulaRegistry formulasOfAllDomains() {
    FormulaRegistry registry;
    addSpaceFormulas(registry);
    addPowerFormulas(registry);
    addCoolingFormulas(registry);
    addFabricFormulas(registry);
    addStorageFormulas(registry);
    addTrainingFormulas(registry);
    addInferenceFormulas(registry);
    addCostFormulas(registry);
    addAdviceFormulas(registry);
    registry.addRemark("output"); // which of its outputs a table of cases means
    return registry;
}

} // namespace rackwright
