// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Taking things out of a design together with what hangs on them, so that no row names one that is gone. Used by the
// edits of racks, devices, power and cooling.

#include "model/edits/target.h"

namespace rackwright::edits {

/// Devices, what is inside them, their modules, cables with details, cords, and their places in storage pools.
void takeDevices(Design& design, std::vector<Id<Device>> devices);

/// Power elements, their circuits and the cords that were plugged into them; busways on the plan lose their element.
void takePowerElements(Design& design, const std::vector<Id<PowerElement>>& elements);

/// Cooling units and what they serve.
void takeCoolingUnits(Design& design, const std::vector<Id<CoolingUnit>>& units);

/// A point of a run: the two stretches that meet there become one, and a last stretch goes with it. An error where more
/// meet.
Done takePathNode(Design& design, Id<PathNode> node);

/// Racks with everything in them, their cooling services, tap-offs that feed nothing else and the taps of busways that
/// are drawn over them.
void takeRacks(Design& design, const std::vector<Id<Rack>>& racks);

void takeCables(Design& design, const std::vector<Id<Cable>>& cables);

} // namespace rackwright::edits
