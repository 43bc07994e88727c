// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of networks and cables drawn by hand: connect, disconnect, pin what a person decides. Fabrics as a whole are
// drawn by generators in solvers/fabric.

#include "model/edits/target.h"

namespace rackwright::edits {

/// Adds a network (id 0) or replaces one.
Edit putNetwork(const Target& target, Network network);
/// Removes a network with its cables and generators.
Edit removeNetwork(const Target& target, Id<Network> network);

/// Whether ports of two groups have a speed in common: each runs at its own or, broken out, at an equal share of it.
/// What is not known is no mismatch.
bool shareSpeed(const PortGroup& a, const PortGroup& b);

/// Whether a cable may join two ports: both exist, are free, differ, share a speed and a protocol.
Done canConnect(const Project& project, const Design& design, const PortRef& a, const PortRef& b);
/// Draws a cable by hand; fails as canConnect() does.
Edit connectPorts(const Target& target, PortRef a, PortRef b, Id<Network> network);
Edit removeCables(const Target& target, std::vector<Id<Cable>> cables);

/// Puts what a person decided for cables (label, colour, part, length, route) in place of what was decided before; one
/// that says nothing leaves the cable to the cabler again.
Edit pinCables(const Target& target, std::vector<CableDetail> details);

/// Name of a device and of one of its ports, for messages ("A01-n1 compute3").
std::string portLabel(const Project& project, const Design& design, const PortRef& port);

} // namespace rackwright::edits
