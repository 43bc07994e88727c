// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures of single losses, for the facility domain.

#include "solvers/engine/figure.h"

#include <vector>

namespace rackwright {

std::vector<FigureDefinition> lossFigures();

} // namespace rackwright
