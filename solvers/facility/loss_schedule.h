// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The schedule of single losses: one line for things whose loss takes as much.

#include "solvers/engine/schedule.h"
#include "solvers/facility/losses.h"

#include <vector>

namespace rackwright {

Schedule lossSchedule(const std::vector<HallLoss>& losses);

} // namespace rackwright
