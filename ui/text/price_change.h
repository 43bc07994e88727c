// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why a price moved by more than what was placed: the lines of the bill that came and went, with their amounts.

#include "ui/text/texts.h"

#include <cstdint>
#include <string>

namespace rackwright {

class Context;

/// Whether lines that stayed and changed are told too.
enum class PriceChangeLines : std::uint8_t { CameAndWent, All };

/// "New in the bill: Rack PDU (12,000 USD). No longer in the bill: Rack PDUs (28,000 USD)." and, of all, the lines
/// whose amount changed most ("Changed: Support (+2,400 USD)."). Empty when there is none, or the currency is another.
std::string priceChangeText(const Context& before, const Context& after, const Texts& texts, PriceChangeLines which);

} // namespace rackwright
