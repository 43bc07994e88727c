// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a solution writes on a plan or elevation: power and load of racks and devices. Documents and the studio's views
// make their overlays here; drawings know no solution.

#include "solvers/engine/solution.h"
#include "ui/paint/overlay.h"
#include "ui/text/texts.h"

namespace rackwright {

/// Readings of all racks and of devices whose power is known.
Overlay overlayOf(const Solution& solution, const Texts& texts);
/// The same for some racks and what stands in them.
Overlay overlayOf(const Solution& solution, const Texts& texts, const std::vector<Id<Rack>>& racks);

} // namespace rackwright
