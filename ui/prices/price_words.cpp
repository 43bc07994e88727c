// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/prices/price_words.h"

#include "model/units/number_text.h"
#include "ui/text/to_text.h"

#include <cmath>

namespace rackwright {

QString priceText(const PriceRate& price, const Texts& texts) {
    const double units = price.inUnits();
    if (units != 0 && std::abs(units) < 1)
        return rateText(price.nanoUnits(), texts) + QLatin1Char(' ') + toText(price.currency().code());
    const double minor = units * std::pow(10.0, price.currency().minorDigits());
    return toText(texts.money(Money(std::llround(minor), price.currency())));
}

QString rateText(std::int64_t nano, const Texts& texts) {
    QString digits = toText(shortestDigits(static_cast<double>(nano) / 1e9));
    return digits.replace(QLatin1Char('.'), toText(std::string(texts.numbers().decimalMark)));
}

DecimalMark typedMark(const Texts& texts) {
    return texts.numbers().decimalMark == "," ? DecimalMark::Comma : DecimalMark::Point;
}

} // namespace rackwright
