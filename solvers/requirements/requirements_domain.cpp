// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/requirements/requirements_domain.h"

namespace rackwright {

Domain requirementsDomain() {
    Domain domain;
    domain.name = "requirements";
    domain.rules = requirementRules();
    return domain;
}

} // namespace rackwright
