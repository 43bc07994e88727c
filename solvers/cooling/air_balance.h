// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Air that units supply and that racks draw, both as they are at the site's height.

#include "solvers/cooling/heat.h"

#include <string>
#include <vector>

namespace rackwright {

/// Whether a unit's air goes into the room, and not through the door of one rack.
bool suppliesRoomAir(CoolingUnitKind kind);

/// Share of the mass that fans rated at sea level move at the site's height.
Value thinAirFactor(const Context& context);

/// What a unit is rated to supply, m3/s; unknown where neither it nor its part says so.
Value suppliedAir(const Context& context, const CoolingUnit& unit);

/// What racks draw, m3/s. What fans are rated for moves less heat where the air is thin, as that of a rack does whose
/// flow its vendor states; a flow that is reckoned from heat is that of the thin air already.
Value drawnAir(const Context& context, const std::vector<Id<Rack>>& racks);

/// The key of the first device whose air is not known: neither its flow nor the heat by which it could be reckoned;
/// empty where all are.
std::string missingAir(const Context& context, const std::vector<Id<Rack>>& racks);

} // namespace rackwright
