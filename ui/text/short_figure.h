// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A figure in few letters, for cards, meters and labels: the typical value in the unit that reads best, and apart from
// it what a careful reader adds (range, unknown terms). The long form is Texts::figure.

#include "model/figures/value.h"
#include "ui/text/texts.h"

#include <string>
#include <string_view>

namespace rackwright {

/// The unit in which a figure reads best: megawatts from 1,000 kW on, words for units in the plural.
struct ReadableUnit {
    std::string symbol;
    double factor = 1; ///< SI per unit
};
/// `unitFactor`: SI per `unit`.
ReadableUnit readableUnit(const Value& value, std::string_view unit, double unitFactor, const Texts& texts);

/// A figure in two pieces, for narrow places.
struct ShortFigure {
    std::string amount; ///< "1.46 MW", "from 92.0 M USD", "unknown"
    std::string spread; ///< "1.46–1.48 MW, 5 of 251 unknown"; empty when the amount says all
};

/// `unit` may be a currency code; `unitFactor` is SI per `unit`.
ShortFigure shortFigure(const Value& value, std::string_view unit, double unitFactor, const Texts& texts);

/// The same for a figure by its name: heat in the reader's unit of heat.
ShortFigure shortFigureOf(std::string_view figure, const Value& value, std::string_view unit, double unitFactor,
                          const Texts& texts);

/// A target as it was set, in the unit in which figures of its size are shown; `target` counts in `unit`.
std::string shortTarget(double target, std::string_view unit, double unitFactor, const Texts& texts);

/// A unit as the reader has it, with SI per unit; for numbers that stand apart from their unit.
ReadableUnit inReadersUnit(std::string_view unit, double unitFactor, const Texts& texts);

} // namespace rackwright
