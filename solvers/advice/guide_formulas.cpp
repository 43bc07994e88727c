// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/guide_formulas.h"

#include "solvers/advice/formulas.h"
#include "solvers/cooling/formulas.h"
#include "solvers/cost/formulas.h"
#include "solvers/families/formulas.h"
#include "solvers/inference/formulas.h"
#include "solvers/parallelism/formulas.h"
#include "solvers/power/formulas.h"
#include "solvers/storage/formulas.h"

namespace rackwright {

FormulaRegistry guideFormulas() {
    FormulaRegistry registry;
    for (auto* const add : {addTrainingFormulas, addInferenceFormulas, addStorageFormulas, addPowerFormulas,
                            addCostFormulas, addFabricFormulas, addCoolingFormulas, addAdviceFormulas})
        add(registry);
    return registry;
}

} // namespace rackwright
