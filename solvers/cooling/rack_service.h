// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What takes the heat of a rack away, as the design says.

#include "solvers/engine/context.h"
#include "solvers/engine/finding.h"
#include "solvers/engine/schedule.h"

#include <string>

namespace rackwright {

/// The units that serve a rack, by the kind of heat; null where none does. The loop is that of its cold plates, else of
/// its rear door.
struct RackService {
    const CoolingUnit* air = nullptr;
    const CoolingUnit* liquid = nullptr;
    const CoolingLoop* loop = nullptr;
    std::string units; ///< names of the liquid units and doors
};

RackService rackService(const Context& context, const Rack& rack);

/// Liquid through a rack: of its cold plates and of its rear doors.
ScheduleCell liquidFlowCell(const FigureTable& figures, const Rack& rack);
/// Blank without a loop.
ScheduleCell returnCell(const FigureTable& figures, const CoolingLoop* loop);

} // namespace rackwright
