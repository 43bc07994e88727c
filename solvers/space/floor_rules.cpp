// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/space_domain.h"

namespace rackwright {

std::vector<Rule> floorRules() { return {}; }

} // namespace rackwright
