// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules about what is drawn in a room and lies out of it.

#include "solvers/engine/rules.h"

#include <vector>

namespace rackwright {

std::vector<Rule> outsideRules();

} // namespace rackwright
