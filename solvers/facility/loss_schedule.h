// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The schedule of single losses: one line for things whose loss takes as much.

#include "solvers/engine/schedule.h"
#include "solvers/facility/losses.h"

#include <vector>

namespace rackwright {

/// How many cooling units are lost with what feeds them.
struct FedCooling {
    std::int64_t fed = 0, all = 0;
};
FedCooling fedCooling(const Context& context);

Schedule lossSchedule(const std::vector<HallLoss>& losses, FedCooling cooling = {});

} // namespace rackwright
