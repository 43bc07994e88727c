// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Prices, rates and marks as the dialogs of prices show and read them.

#include "model/units/money.h"
#include "model/units/parse.h"
#include "ui/text/texts.h"

#include <QString>

namespace rackwright {

/// Where the preferences keep the person's name.
inline constexpr auto kPricePerson = "person/name";

/// To the minor unit of the currency; prices below one unit with all their digits.
QString priceText(const PriceRate& price, const Texts& texts);
/// An exchange rate with all its digits.
QString rateText(std::int64_t nano, const Texts& texts);
/// The decimal mark that a person types.
DecimalMark typedMark(const Texts& texts);

} // namespace rackwright
