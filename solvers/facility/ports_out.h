// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What leaves racks towards the network, for schedules of racks.

#include "solvers/engine/context.h"
#include "solvers/engine/schedule.h"

#include <cstdint>
#include <unordered_map>

namespace rackwright {

/// Cables that leave a rack, by what they are made of.
struct PortsOut {
    std::int64_t fibre = 0;
    std::int64_t copper = 0;
};

std::unordered_map<Id<Rack>, PortsOut> portsOut(const Context& context);

/// Blank where no cable leaves the rack.
ScheduleCell portsCell(const PortsOut& ports);

} // namespace rackwright
