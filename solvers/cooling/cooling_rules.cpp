// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/heat.h"

namespace rackwright {

std::vector<Rule> coolingRules() { return {}; }

} // namespace rackwright
