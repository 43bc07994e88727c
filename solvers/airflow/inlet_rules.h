// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// COOL-03: estimated inlet temperatures of racks against the limits of their devices.

#include "solvers/airflow/room_air.h"
#include "solvers/engine/rules.h"

#include <vector>

namespace rackwright {

/// The lowest limit of the devices of a rack, C; of a device without one that of its class.
Value inletLimit(const Context& context, Id<Rack> rack);

/// What the answer for a rack rests on beside its own rows: the air of its room.
Reads readsAir();

std::vector<Rule> inletRules();

} // namespace rackwright
