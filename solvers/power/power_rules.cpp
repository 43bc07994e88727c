// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/loads.h"
#include "solvers/power/power_domain.h"

namespace rackwright {

std::vector<Rule> powerRules() { return {}; }

} // namespace rackwright
