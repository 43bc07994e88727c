// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/domains.h"

#include "solvers/cabling/cabling_domain.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/fabric/fabric_domain.h"
#include "solvers/inference/inference_domain.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "solvers/storage/storage_domain.h"
#include "solvers/training/training_domain.h"

namespace rackwright {

std::vector<Domain> programDomains() {
    return {spaceDomain(),    powerDomain(),     coolingDomain(), fabricDomain(), storageDomain(),
            trainingDomain(), inferenceDomain(), costDomain(),    cablingDomain()};
}

} // namespace rackwright
