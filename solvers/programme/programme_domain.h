// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The domain of the programme: when the build is ready for service, its durations as settings, the programme and what
// falls due by phase as schedules.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain programmeDomain();

/// Activities in their order with weeks from the order and, where `order` is a day, days.
Schedule programmeSchedule(const Context& context, const std::string& order);
/// What falls due at the order, at deliveries and at acceptance, by phase.
Schedule paymentSchedule(const Context& context, const std::string& order);

/// What an activity is called ("Delivery: compute", "Installation, wave 2 of racks").
Message activityName(const struct Activity& activity);

} // namespace rackwright
