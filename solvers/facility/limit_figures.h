// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of what limits rooms.

#include "solvers/engine/figure.h"

#include <vector>

namespace rackwright {

std::vector<FigureDefinition> limitFigures();

} // namespace rackwright
