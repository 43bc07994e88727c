// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the elements of the single line carry, from a solution. The window and the documents ask here.

#include "solvers/engine/solution.h"
#include "ui/paint/single_line.h"

namespace rackwright {

/// Of every element: load, rating and what is left, or which of them is not known; of batteries what they hold, of
/// cooling units what they draw. Of a load that is known in part a
/// share stands only where that is too much already.
SingleLineReadings singleLineReadingsOf(const Solution& solution, const Texts& texts);

} // namespace rackwright
