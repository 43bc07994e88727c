// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/formula_domains.h"

#include "solvers/advice/formulas.h"
#include "solvers/cooling/formulas.h"
#include "solvers/cost/formulas.h"
#include "solvers/families/formulas.h"
#include "solvers/inference/formulas.h"
#include "solvers/parallelism/formulas.h"
#include "solvers/power/formulas.h"
#include "solvers/space/formulas.h"
#include "solvers/storage/formulas.h"

namespace rackwright {

namespace {

struct DomainFormulas {
    std::string_view name;
    void (*add)(FormulaRegistry&);
};
constexpr DomainFormulas kDomainFormulas[] = {
    {"space", addSpaceFormulas},         {"power", addPowerFormulas},     {"cooling", addCoolingFormulas},
    {"fabric", addFabricFormulas},       {"storage", addStorageFormulas}, {"training", addTrainingFormulas},
    {"inference", addInferenceFormulas}, {"cost", addCostFormulas},       {"advice", addAdviceFormulas}};

} // namespace

FormulaRegistry formulasOfAllDomains() {
    FormulaRegistry registry;
    for (const DomainFormulas& domain : kDomainFormulas)
        domain.add(registry);
    registry.addRemark("output"); // which of its outputs a table of cases means
    return registry;
}

std::vector<FormulaGroup> formulaGroups() {
    std::vector<FormulaGroup> groups;
    for (const DomainFormulas& domain : kDomainFormulas) {
        groups.push_back({domain.name, {}});
        domain.add(groups.back().formulas);
    }
    return groups;
}

} // namespace rackwright
