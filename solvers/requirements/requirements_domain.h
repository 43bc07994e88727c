// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The requirements domain: what a customer asked for, judged by the figures.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain requirementsDomain();

std::vector<Rule> requirementRules();

} // namespace rackwright
