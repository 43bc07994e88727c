// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A formula worked out from what a person typed, and the answer as text: with its derivation, its inputs, and those that
// nobody gave as assumptions. It shows nothing itself.

#include "model/figures/formula_registry.h"
#include "ui/text/texts.h"

#include <QString>

namespace rackwright {

/// Typed texts by the key of the formula's inputs. One that stands for several keys is typed as a list: "0.9, 0.95" for
/// numbered keys, "ups=0.9, pdu=0.95" for named ones.
GivenInputs givenInputs(const Formula& formula, const std::map<std::string, std::string>& typed);

/// "988 GB", a word as it is.
QString answerText(const Solved<Traced>& solved, const Texts& texts);

struct CalculationText {
    QString derivation;  ///< formula, numbers put in, steps
    QString assumptions; ///< inputs that nobody gave, with their defaults; empty: none
    QString whole;       ///< everything, for the clipboard
};
CalculationText calculationText(const Solved<Traced>& solved, const GivenInputs& given, const Texts& texts);

/// "Checkpoint size" for "checkpoint_size_tb".
QString nameInWords(const std::string& name);

/// The unit as a person reads it: "-" marks a pure number in the source tables.
QString formulaUnit(const std::string& unit);

} // namespace rackwright
