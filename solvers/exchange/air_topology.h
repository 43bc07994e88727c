// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A network as NVIDIA Air takes it, to be simulated before it is built: nodes with their system, links between their
// interfaces, as JSON and as DOT. Air runs Ethernet: of an InfiniBand network it shows the cabling alone.

#include "solvers/engine/context.h"

#include <string>

namespace rackwright {

struct AirTopology {
    std::string json, dot; ///< empty where no cable of the network has both ends
};
/// Switches run Cumulus Linux, other things Ubuntu; ports of switches are "swp1" and, of twin-port cages and after a
/// breakout, "swp1s0", those of other things "eth1" in the order of their ports. Source: NVIDIA Air user guide, Custom
/// Topology.
AirTopology airTopology(const Context& context, Id<Network> network);

} // namespace rackwright
