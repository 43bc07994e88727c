// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of cooling: loops, units, and which unit serves which rack's air or liquid heat.

#include "model/edits/target.h"

namespace rackwright::edits {

/// Whether what a new loop says of itself can be.
Done checkLoop(const CoolingLoop& loop);
Edit putCoolingLoop(const Target& target, CoolingLoop loop);
/// Removes a loop that no unit and no pipe uses.
Edit removeCoolingLoop(const Target& target, Id<CoolingLoop> loop);

/// Adds a unit (id 0) or replaces one; `part` null leaves the part as the row has it.
Edit putCoolingUnit(const Target& target, CoolingUnit unit, PartPtr part = {});
/// Hangs a rear-door exchanger on the rack of its placement, which it serves from then on: the rack's air heat goes
/// into it and into no other unit. Without a primary loop of its own it takes the facility water, if there is one.
Edit hangRearDoor(const Target& target, CoolingUnit unit, PartPtr part);
/// The same of a door whose part is in the project already.
Done hangDoor(const Project& project, Design& design, IdSource& ids, CoolingUnit door);
Edit moveCoolingUnit(const Target& target, Id<CoolingUnit> unit, Placement placement);
/// Removes units with what they serve.
Edit removeCoolingUnits(const Target& target, std::vector<Id<CoolingUnit>> units);

/// A unit serves the racks' air or liquid heat; racks that it serves already stay as they are.
Edit serveRacks(const Target& target, Id<CoolingUnit> unit, std::vector<Id<Rack>> racks, HeatKind heat);
Edit removeServices(const Target& target, std::vector<Id<CoolingService>> services);

} // namespace rackwright::edits
