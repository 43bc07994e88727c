// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures and tables of what a build costs over its years, for the domain of cost.

#include "solvers/engine/domain.h"

namespace rackwright {

void addOwningFigures(std::vector<FigureDefinition>& figures);

/// Year by year from the purchase: capital, running cost, what has been spent, book value, the cloud beside it.
Schedule cashFlow(const Context& context);

/// What clouds take for an hour of each accelerator of the price table, those of the design marked.
Schedule cloudPriceSchedule(const Context& context);

/// What moves the cost of a used accelerator-hour, the strongest first: the hour at each end of each input's range.
struct Swing {
    std::string name;         ///< message id of the input
    double low = 0, high = 0; ///< of the input, in its unit
    std::string unit;
    double hourAtLow = 0, hourAtHigh = 0; ///< units of the quote's currency
    double width() const;
};
/// Empty while an input is not known.
std::vector<Swing> swingsOfHour(const Context& context);
Schedule tornado(const Context& context);

} // namespace rackwright
