// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Counts of transceivers, fibres and copper cables: of the drawn cables where there are some, else of the ports of what
// is drawn. A plain rule of network and speed, for allowances; no routing, no reach check, no choice of part.

#include "solvers/engine/context.h"

#include <cstdint>
#include <map>

namespace rackwright {

/// Speed class in Gb/s: 100, 400, 800 or 1600.
using SpeedClass = std::int64_t;

struct CableCount {
    std::int64_t count = 0;
    double metres = 0; ///< of those whose length is known
    std::int64_t measured = 0;
};

struct CableTakeoff {
    std::map<SpeedClass, std::int64_t> transceivers; ///< by cage speed; a twin-port module is one
    std::map<SpeedClass, CableCount> fibres;         ///< by link speed
    std::map<SpeedClass, CableCount> directAttach;   ///< copper within one rack, by link speed
    CableCount copper;                               ///< RJ45
};

/// Only cables and ports of new things supplied by us. Cables whose part a person pinned are left out.
CableTakeoff cableTakeoff(const Context& context);

/// The smallest class that carries a speed.
SpeedClass speedClass(double gigabitsPerSecond);

} // namespace rackwright
