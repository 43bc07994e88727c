// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a design says to the guides: nodes, accelerators, fabric, models, data, power of racks, country, in the guides'
// own keys. What it does not say stays empty, so that a guide asks or assumes it openly.

#include "solvers/advice/advise.h"
#include "solvers/engine/context.h"
#include "solvers/engine/finding.h"

namespace rackwright {

/// By key ("nodes", "kw_per_rack"); the keys mean the same in every guide.
GivenInputs designInputs(const Context& context, const FigureTable& figures);

/// Those of `given` that a guide takes and can read.
GivenInputs inputsFor(const Guide& guide, const GivenInputs& given);

struct DesignAdvice {
    Advice advice;
};
/// The answers of all guides that the design decides by at least one thing that it says.
std::vector<DesignAdvice> designAdvice(const GuideBook& book, const Context& context, const FigureTable& figures,
                                       const FormulaRegistry& formulas, std::span<const MarketOffer> offers = {});

} // namespace rackwright
