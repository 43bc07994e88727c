// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Inputs that several files of cooling formulas share, and what each of them adds. Nobody outside of them includes it.

#include "model/figures/formula_registry.h"

namespace rackwright {

/// Temperatures of the air in a room: recirculation, mixing, ducts.
void addRoomAirFormulas(FormulaRegistry& registry);
/// Over time: ride-through, a year of weather, water.
void addSeasonFormulas(FormulaRegistry& registry);

namespace cooling_input {

inline const Allowed kPositive = Allowed::positive(), kNotNegative = Allowed::notNegative(), kShare = Allowed::share();
// Above absolute zero, and no hotter than any medium here could be.
inline const Allowed kCelsius = [] {
    Allowed allowed = Allowed::within(-273.15, 1000);
    allowed.lowIncluded = false;
    return allowed;
}();

inline FormulaInput heatKw() { return number("heat_kw", "kW", "heat carried away", kNotNegative); }
inline FormulaInput heatKwNotZero() { return number("heat_kw", "kW", "heat of the load", kPositive); }
inline FormulaInput density() { return number("rho", "kg/m3", "density of the medium", kPositive); }
inline FormulaInput specificHeat() { return number("cp", "J/(kg K)", "specific heat of the medium", kPositive); }

} // namespace cooling_input
} // namespace rackwright
