// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Counts of transceivers, fibres and copper cables for ports of what is drawn that no cable is drawn to yet: a plain
// rule of connector and speed, for allowances. Drawn cables are planned one by one in solvers/cabling.

#include "solvers/engine/context.h"

#include <cstdint>
#include <map>

namespace rackwright {

/// Speed class in Gb/s: 25, 100, 200, 400, 800 or 1600.
using SpeedClass = std::int64_t;

struct CableTakeoff {
    std::map<SpeedClass, std::int64_t> transceivers; ///< by cage speed; a twin-port module is one
    std::map<SpeedClass, std::int64_t> fibres;       ///< by link speed
    std::int64_t copper = 0;                         ///< RJ45
};

enum class TakeoffOf : std::uint8_t { SuppliedByUs, InstalledByUs };

/// Only ports of new things that we supply or put in, of networks that are not drawn or leave the node out.
CableTakeoff undrawnCables(const Context& context, TakeoffOf of);

/// The smallest class that carries a speed.
SpeedClass speedClass(double gigabitsPerSecond);

} // namespace rackwright
