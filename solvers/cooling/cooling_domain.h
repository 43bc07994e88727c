// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The cooling domain: heat to air and to liquid, the flows that carry it, capacities, and its rules. No temperatures of
// aisles are worked out here.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain coolingDomain();

std::vector<Rule> coolingRules();

/// A row a rack: how its heat is taken away, flows and temperatures.
Schedule coolingSchedule(const Context& context, const FigureTable& figures);

} // namespace rackwright
