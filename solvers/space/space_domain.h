// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The space domain: what a design holds, rack units, areas and weights, and the rules of rack and floor.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain spaceDomain();

std::vector<Rule> rackRules();
std::vector<Rule> floorRules();
std::vector<Rule> partRules();

} // namespace rackwright
