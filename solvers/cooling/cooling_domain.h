// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The cooling domain: heat to air and to liquid, the flows that carry it, capacities, and its rules. No temperatures of
// aisles are worked out here.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain coolingDomain();

/// Racks against their methods, ratings and liquid.
std::vector<Rule> coolingRules();
/// CDUs after a loss, temperatures from the water to the chip, dew point, pipes.
std::vector<Rule> loopRules();
/// Air that is supplied against air that is taken.
std::vector<Rule> airRules();
/// Redundancy of the plant, ride-through, and what special units leave open.
std::vector<Rule> plantRules();

/// A row a rack: how its heat is taken away, flows and temperatures.
Schedule coolingSchedule(const Context& context, const FigureTable& figures);
/// A row a loop: who keeps it and whose heat it takes, temperatures, flows and pumps.
Schedule loopSchedule(const Context& context, const FigureTable& figures);

} // namespace rackwright
