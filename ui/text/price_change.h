// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why a price moved by more than what was placed: the lines of the bill that came and went, with their amounts.

#include "ui/text/texts.h"

#include <string>

namespace rackwright {

class Context;

/// "In the bill: Rack PDU (8 x, 12,000 USD). No longer: Rack PDUs, allowance (28,000 USD)."; empty when no line came or
/// went, or the currency is another.
std::string priceChangeText(const Context& before, const Context& after, const Texts& texts);

} // namespace rackwright
