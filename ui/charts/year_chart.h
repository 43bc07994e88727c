// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The year of a plant as a chart: a bar for each five degrees outdoors with its hours and how many of them need
// chillers, bad where the plant does not hold its set point.

#include "solvers/cooling/year.h"
#include "ui/charts/chart.h"
#include "ui/text/texts.h"

namespace rackwright {

/// Of a year that is known.
Chart yearChart(const YearBasis& basis, const Texts& texts);
/// A bar for each month with its energy and PUE, bad where the plant does not hold its set point; without bars where
/// the climate is not known by month.
Chart monthChart(const Context& context, const YearBasis& basis, const Texts& texts);

} // namespace rackwright
