// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A worked-out figure for the verbs: in its own unit, as words for people and as members of JSON for machines. It knows
// no figure by name.

#include "app/json_writer.h"
#include "solvers/engine/figure.h"
#include "ui/text/texts.h"

#include <string>

namespace rackwright {

/// A fact in SI as a number of its unit; temperatures of facts are in kelvin.
Value inUnit(const Value& si, std::string_view unit);

/// "41.2 kW", "unknown", or the sentence of the error that stands for the value.
std::string figureText(const Context& context, const FigureResult& result, const Texts& texts);

/// "41.2 kW" of a figure of SI that is printed in `unit`; temperatures of figures and findings are in degrees Celsius.
std::string amountText(const Context& context, const Value& si, std::string_view unit, const Texts& texts);

/// Members value, unit, low, high, grade, unknown and terms of the object that is open.
void writeValue(JsonWriter& json, const Context& context, const Value& si, std::string_view unit);

} // namespace rackwright
