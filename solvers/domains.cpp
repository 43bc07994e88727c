// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/domains.h"

#include "solvers/advice/advice_domain.h"
#include "solvers/airflow/airflow_domain.h"
#include "solvers/cabling/cabling_domain.h"
#include "solvers/changes/changes_domain.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/fabric/fabric_domain.h"
#include "solvers/facility/facility_domain.h"
#include "solvers/inference/inference_domain.h"
#include "solvers/jobfiles/jobfiles_domain.h"
#include "solvers/power/power_domain.h"
#include "solvers/programme/programme_domain.h"
#include "solvers/readiness/readiness_domain.h"
#include "solvers/requirements/requirements_domain.h"
#include "solvers/space/space_domain.h"
#include "solvers/storage/storage_domain.h"
#include "solvers/training/training_domain.h"

namespace rackwright {

std::vector<Domain> programDomains() {
    return {spaceDomain(),        powerDomain(),   coolingDomain(),  airflowDomain(),   facilityDomain(),
            fabricDomain(),       storageDomain(), trainingDomain(), inferenceDomain(), costDomain(),
            requirementsDomain(), cablingDomain(), adviceDomain(),   readinessDomain(), jobfilesDomain(),
            programmeDomain(),    changesDomain()};
}

FormulaRegistry formulasOfAllDomains() {
    FormulaRegistry registry;
    for (const Domain& domain : programDomains())
        if (domain.formulas)
            domain.formulas(registry);
    registry.addRemark("output"); // which of its outputs a table of cases means
    return registry;
}

std::vector<FormulaGroup> formulaGroups() {
    std::vector<FormulaGroup> groups;
    for (const Domain& domain : programDomains()) {
        if (!domain.formulas)
            continue;
        groups.push_back({domain.name, {}});
        domain.formulas(groups.back().formulas);
    }
    return groups;
}

} // namespace rackwright
