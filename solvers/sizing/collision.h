// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why nothing fits: a smallest set of limits that no system keeps together, and the nearest value of each.

#include "solvers/sizing/contender.h"

#include <memory>
#include <vector>

namespace rackwright {

using SizingContenders = std::vector<std::unique_ptr<SizingContender>>;

/// Of a question that no contender has an answer for. Empty where the run was stopped.
std::vector<SizingCollision> collisionsOf(const SizingQuestion& question, const SizingContenders& contenders,
                                          const SizingRun& run);

} // namespace rackwright
