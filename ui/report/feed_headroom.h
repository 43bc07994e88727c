// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What elements of the power chain can still carry, one number for lists, drawings and the inspector.

#include "solvers/engine/solution.h"

#include <optional>

namespace rackwright {

/// Rating less the larger of the expected peak and of what the element carries after the loss that the site's
/// redundancy promises to bear, W; below 0: what is too much. Sides that share the supply shed load after a loss: of
/// them the peak counts alone, as for the limits of a room. Unset while a part of it is not known.
std::optional<double> feedHeadroom(const Solution& solution, const Project& project, const PowerElement& element);

} // namespace rackwright
