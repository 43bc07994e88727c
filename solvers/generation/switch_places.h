// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Finds rack units for new switches: beside the switches of the same network first, then in racks for networks, then in
// any rack with room, those of accelerators last and from the ends of rows. A rack takes no more than its units and the
// power that is known to be its limit; cooling and what nobody knows are the checker's.

#include "solvers/generation/network_request.h"

#include <vector>

namespace rackwright {

/// Places `switches` (rows that are not placed yet) in their order; who finds no place stays unplaced. `beside` are the
/// switches that are there already.
void placeSwitches(const Project& project, const Design& design, SwitchPlacing placing,
                   const std::vector<Id<Device>>& beside, std::vector<Device>& switches);

} // namespace rackwright
