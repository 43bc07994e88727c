// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// POWER-09, its upstream part: whatever draws or hands on power hangs on something. One row of powerRules().

#include "solvers/engine/finding.h"

namespace rackwright {

Rule feedRule();
/// POWER-16: racks hang on busways of their room.
Rule whipRule();

} // namespace rackwright
