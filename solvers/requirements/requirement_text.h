// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads what people write as requirements: a target ("<= 30 M USD", "1.2 MW"), a figure with its subject, or a whole
// sentence ("trained in 45 days"). What is not certain stays a sentence that a person judges.

#include "model/units/parse.h"
#include "solvers/engine/domain.h"

#include <optional>

namespace rackwright {

/// A target as a person wrote it.
struct TargetReading {
    std::optional<Comparison> comparison; ///< where the text says one
    double target = 0;                    ///< in `unit`
    std::string unit;                     ///< the figure's own, or the currency that is named ("EUR", "EUR/h")
};

/// A target for a figure; money without a currency is in the quote's.
Result<TargetReading> readTarget(std::string_view text, const Context& context, const FigureDefinition& figure,
                                 DecimalMark mark = DecimalMark::Point);

struct PromiseReading {
    const FigureDefinition* definition = nullptr;
    std::string figure; ///< label
    TargetReading target;
    std::string amount{}; ///< as it stands in the sentence
};

/// Figure, comparison and target of a sentence; empty unless it names one of each beyond doubt.
std::optional<PromiseReading> readPromise(std::string_view sentence, const Context& context, const Domains& domains,
                                          DecimalMark mark = DecimalMark::Point);

/// The same by the figures that were worked out, for a sentence that is judged: it was typed when the design may have
/// had no job or network yet that it speaks of.
std::optional<PromiseReading> readPromise(std::string_view sentence, const Context& context, const FigureTable& figures,
                                          DecimalMark mark = DecimalMark::Point);

/// What an amount alone most likely promises, as a proposal: money the total price, power that of the utility, time the
/// training of the only workload or else the delivery, each at most. Empty where the text is more than an amount.
std::optional<PromiseReading> proposedPromise(std::string_view amount, const Context& context, const Domains& domains,
                                              DecimalMark mark = DecimalMark::Point);

} // namespace rackwright
