// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Products of decimal numbers rounded in decimal arithmetic, for amounts of money that a binary product would round
// wrongly. Not for totals of a quote: those are Money.

#include <optional>

namespace rackwright {

/// a * b in cents, ties to even; a and b stand for their shortest decimal digits. Nothing when it is too large.
std::optional<double> productInCentsHalfEven(double a, double b);

} // namespace rackwright
