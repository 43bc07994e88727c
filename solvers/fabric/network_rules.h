// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules of how networks are meant to be used: rails, networks kept apart, management of everything, lossless Ethernet,
// and of how accelerators sit in their nodes. The fabric domain registers them beside its rules of ports and
// capacities.

#include "solvers/engine/rules.h"

#include <vector>

namespace rackwright {

/// NET-09, NET-10, NET-11 and NET-13.
std::vector<Rule> networkRules();
/// NET-16.
std::vector<Rule> nodeRules();
/// NET-17.
std::vector<Rule> singleLossRules();

/// Of a network that a device of unknown ports is on.
Verdict unknownPorts(const Context& context, const Network& network, const Device& device);

} // namespace rackwright
