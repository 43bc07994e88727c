// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules on what single losses leave to the rest. Rows of the facility domain.

#include "solvers/engine/finding.h"

#include <vector>

namespace rackwright {

/// POWER-03.
std::vector<Rule> lossRules();

} // namespace rackwright
