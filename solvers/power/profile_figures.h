// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures of power over time: how long batteries bridge, what a year takes, how synchronous jobs swing, and which cap
// meets the site's limit.

#include "solvers/engine/figure.h"

#include <vector>

namespace rackwright {

void addProfileFigures(std::vector<FigureDefinition>& figures);

} // namespace rackwright
