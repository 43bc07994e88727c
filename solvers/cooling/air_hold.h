// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How long the air of a room holds when nothing cools it: the room's air and the mass of its racks as two nodes, and
// the water of its coils where fans and pumps run on. Used by COOL-10; what a single loss leaves is worked out
// elsewhere.

#include "model/figures/value.h"
#include "solvers/engine/context.h"

#include <optional>
#include <string>

namespace rackwright {

/// Of a room whose racks give all their heat to air that units of the room cool.
struct AirHold {
    Value seconds = Value::unknown(); ///< to the lowest inlet limit; the low end is the earlier one
    double limit = 0;                 ///< K, of the inlets
    std::string missing;              ///< key of what is missing where it is unknown
};

/// Two nodes: air (J/K) that takes `watts`, and a mass (J/K) that follows it with the time constant `follow` (s).
/// Seconds until the air is `rise` K warmer. Khankari, ASHRAE Trans. 117(1), 2011; `ridethrough_rise_k` of the
/// formulas.
double secondsToRise(double watts, double air, double mass, double follow, double rise);

/// Nothing for a room without racks, with a rack that gives heat to liquid, or without units that cool its air.
std::optional<AirHold> airHoldOf(const Context& context, const Room& room);

} // namespace rackwright
