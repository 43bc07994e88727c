// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ports of a part revision as named places, expanded from its port groups in faceplate order. Ports are not rows:
// a cable end is {device, port number here, lane}.

#include "model/parts/part.h"

#include <string>
#include <vector>

namespace rackwright {

/// One port of a part's faceplate, as PortRef counts them.
struct Port {
    std::int64_t number = 0; ///< from 0, through all groups of the part
    std::string name;
    std::size_t group = 0;   ///< index into Part::portGroups
    std::int64_t cage = 0;   ///< from 0 within the group
    std::int64_t inCage = 0; ///< place in the cage from 0 (twin-port modules have 0 and 1)
};

/// In the order of numbers, which is that of the groups.
std::vector<Port> portList(const Part& part);

/// Of all groups; 0 for a part whose ports are not known.
std::int64_t portCount(const Part& part);

/// The group that holds a port number, or null when there is no such port.
const PortGroup* portGroupOf(const Part& part, std::int64_t number);

/// Numbers of all ports of a role, in faceplate order.
std::vector<std::int64_t> portsOfRole(const Part& part, PortRole role);

} // namespace rackwright
