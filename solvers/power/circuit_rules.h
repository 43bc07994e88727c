// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules of circuits: breakers, cords, balance of phases, and what fits to what (voltages, phases, plugs, outlets). Rows
// of powerRules().

#include "solvers/engine/context.h"
#include "solvers/engine/finding.h"

namespace rackwright {

/// POWER-01: the current of a circuit against its breaker.
Rule circuitRule();
/// POWER-04: cords of a device on both sides.
Rule cordRule();
/// POWER-07: balance of the lines of panels, busways and UPS.
Rule balanceRule();
/// POWER-08: voltages, phases, plugs, outlets and what cords carry.
Rule fitRule();

/// Whether an element is for another voltage than what feeds it delivers: what it carries then follows from neither,
/// and POWER-08 names it.
bool isOfOtherVoltage(const Context& context, const PowerElement& element);

/// Whether POWER-01 finds something at the circuits into an element.
bool isOverBreaker(const Context& context, const PowerElement& element);

} // namespace rackwright
