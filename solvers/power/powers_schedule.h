// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What each kind of device draws idle, typically, at its peaks and in the mean of a year, and what all of them do.

#include "solvers/engine/schedule.h"

namespace rackwright {

class Context;

Schedule powersSchedule(const Context& context);

} // namespace rackwright
