// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The limits that a number has by its unit, where nothing narrower is said beside its name: far beyond what is built
// anywhere, and so small that no sum or product of a design leaves the range of numbers.

#include "model/base/fields.h"
#include "model/base/message.h"
#include "model/units/units.h"

#include <string_view>

namespace rackwright {

/// Absolute temperatures in kelvin: -100 to 300 C.
inline constexpr Limits kTemperatureLimits{173.15, 573.15};
/// Of what has no unit and no limits of its own.
inline constexpr Limits kNumberLimits{-1e30, 1e30};

/// In SI. Pure numbers are counts: not negative.
Limits limitsOf(RuntimeDimension dimension);
/// In SI, of numbers entered in this unit.
Limits limitsOf(const Unit& unit);
/// In SI; those of a count where the table has no such unit (a currency).
Limits limitsOfUnit(std::string_view symbol);

/// A number in SI as a message shows it, in the unit that the trade reads it in; `symbol` is the unit it is entered in.
UnitNumber shownIn(double si, std::string_view symbol);

} // namespace rackwright
