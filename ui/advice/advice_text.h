// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An answer of a guide as lines for people: the same in the terminal, on the page and in documents.

#include "solvers/advice/advise.h"
#include "ui/text/texts.h"

namespace rackwright {

/// "70 kW", "Turkey", "training".
std::string adviceInputText(const AdviceInput& input);
/// "InfiniBand: 2 (lossless by itself; default above 16 nodes)".
std::string advicePointsText(const AdvicePoints& points);
/// "Days with the accelerators asked for: 9.61 days (training_days)", of a ranking its order.
std::string adviceSumText(const AdviceSum& sum, const Texts& texts);
/// "Finding (high): 70B over TCP: accelerators wait (Source document 001)".
std::string adviceLineText(const AdviceLine& line, const Texts& texts);
/// All of an answer, for the clipboard.
std::string adviceText(const Advice& advice, const Texts& texts);

} // namespace rackwright
