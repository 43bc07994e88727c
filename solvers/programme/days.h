// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Days of the calendar as ISO 8601 texts, for schedules that count weeks from an order.

#include "model/units/quantity.h"

#include <string>

namespace rackwright {

/// A day some weeks later, the last begun day counted whole; empty where the day is none.
std::string dayAfter(const std::string& day, TimeSpan span);

} // namespace rackwright
