// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the year of the plant brings to the cooling domain: its figures, settings and schedule.

#include "solvers/cooling/year.h"
#include "solvers/engine/domain.h"

namespace rackwright {

void addYear(Domain& domain);

/// A row for each degree of the year: hours, PUE, water and what cools, by the low, typical and high settings.
Schedule yearSchedule(const Context& context, const YearBasis& basis);

} // namespace rackwright
