// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads what a person types into a field: numbers with units and arithmetic ("3*4 kW", "(2+3) m", "20 C", "12,5 kW"
// with a decimal comma), grouped as the program prints them ("1,024"), counts and money in thousands and millions
// ("30 M USD"). A plain number takes the field's unit; nothing is guessed: every doubt is an Error.

#include "model/base/result.h"
#include "model/units/length.h"
#include "model/units/money.h"
#include "model/units/quantity.h"
#include "model/units/units.h"

#include <string_view>

namespace rackwright {

/// The character between whole number and fraction.
enum class DecimalMark : char { Point = '.', Comma = ',' };

/// The value of `text` in SI. A plain number counts in `field`, whose dimension the text must have.
Result<double> parseSi(std::string_view text, const Unit& field, DecimalMark mark = DecimalMark::Point);

/// `fieldUnit` is a symbol of the table; a wrong one is a defect of the caller.
const Unit& fieldUnit(std::string_view symbol, RuntimeDimension dimension);

/// parseQuantity<Power>("3*4 kW", "kW").
template <class Q>
Result<Q> parseQuantity(std::string_view text, std::string_view unit, DecimalMark mark = DecimalMark::Point) {
    const Unit& field = fieldUnit(unit, runtimeDimension<typename Q::DimensionType>());
    const Result<double> si = parseSi(text, field, mark);
    if (!si)
        return si.error();
    return Q(*si);
}

/// To the nearest micrometre.
Result<Length> parseLength(std::string_view text, std::string_view unit, DecimalMark mark = DecimalMark::Point);

/// "20 C", "68 F", "293.15 K", "20 C + 5 K"; not below absolute zero. `unit` is C, F or K.
Result<Temperature> parseTemperature(std::string_view text, std::string_view unit = "C",
                                     DecimalMark mark = DecimalMark::Point);

/// "12.50", "12.50 USD", "EUR 3.40", "30 M USD", "1.5 M€", "30,000,000"; exact: no finer than the minor unit.
Result<Money> parseMoney(std::string_view text, Currency field, DecimalMark mark = DecimalMark::Point);

/// As parseMoney, with up to nine digits after the mark.
Result<PriceRate> parsePriceRate(std::string_view text, Currency field, DecimalMark mark = DecimalMark::Point);

} // namespace rackwright
