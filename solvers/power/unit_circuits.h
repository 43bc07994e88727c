// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Circuits of cooling units, whose fans, pumps and compressors need power as racks do. Parts of POWER-01 and POWER-09.

#include "solvers/engine/context.h"
#include "solvers/engine/finding.h"

#include <vector>

namespace rackwright {

/// POWER-01: the breakers of circuits to cooling units against what these draw at most.
std::vector<Verdict> judgeUnitCircuits(const Context& context);
/// POWER-09: a present cooling unit that draws power hangs on a circuit. Where no unit of the design does, their
/// circuits are not drawn, which is no fault.
void judgeUnitFeed(const Context& context, const CoolingUnit& unit, std::vector<Verdict>& verdicts);

/// A present element other than a battery feeds it.
bool hangsOnCircuit(const Context& context, Id<CoolingUnit> unit);

} // namespace rackwright
