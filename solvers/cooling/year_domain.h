// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the year of the plant brings to the cooling domain: its figures, settings and schedule.

#include "solvers/cooling/year.h"
#include "solvers/engine/domain.h"

namespace rackwright {

void addYear(Domain& domain);

/// A row for each degree of the year: hours, PUE, water and what cools, by the low, typical and high settings.
Schedule yearSchedule(const Context& context, const YearBasis& basis);
/// A row for each month: hours, PUE, energy, water and what cools. Without rows, and with a note that says why, where
/// the year or its months are not known.
Schedule monthSchedule(const Context& context, const YearBasis& basis);
/// Of a month, from 0: what the site takes in it at average IT load.
Quantity<dim::Energy, Value> energyOfMonth(const Context& context, const YearBasis& basis, std::size_t month);

} // namespace rackwright
