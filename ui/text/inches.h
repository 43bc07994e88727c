// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lengths as a reader of inches writes them: 23 5/8", 1' 11 5/8", 6'. Where no sixteenth is meant, inches with a point.

#include "ui/text/number_format.h"

#include <optional>
#include <string>
#include <string_view>

namespace rackwright {

/// `metres` in inches, from `feetFrom` inches on in feet and inches. Sixteenths where the length is one to 0.02 mm.
inline constexpr double kFeetFrom = 120, kFeetFirst = 12;
std::string inchText(double metres, double feetFrom = kFeetFrom);
/// The same to read, not to type again: whole feet from a thousand feet on.
std::string readInchText(double metres, const NumberFormat& numbers);
/// Metres of a text with a mark of feet or inches; nothing where it has neither or says something else too. 9'6 and
/// 9'-6" are nine feet and six inches.
std::optional<double> readInches(std::string_view text);

} // namespace rackwright
