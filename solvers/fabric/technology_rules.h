// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules of what a link technology can do: reduction in its switches, topologies that it is used in. The fabric domain
// registers them beside its other rules; the dialog of the generators asks for the topologies before one is drawn.

#include "model/parts/part.h"
#include "solvers/engine/rules.h"
#include "solvers/generation/network_request.h"
#include "solvers/network/network_report.h"

#include <vector>

namespace rackwright {

/// How a family joins its switches.
TopologyKind topologyOf(NetworkFamily family);
/// Whether tables of AI networks list the topology for a technology; what they say nothing of is listed. It hinders
/// nobody: other shapes work with routing that fits, and are drawn all the same.
bool isListed(FabricProtocol protocol, TopologyKind topology);

/// NET-14 and NET-15.
std::vector<Rule> technologyRules();

} // namespace rackwright
