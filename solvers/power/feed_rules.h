// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// POWER-09: whatever draws or hands on power hangs on something, and what stands above busways carries what hangs on it
// (source_rules.h). One row of powerRules().

#include "solvers/engine/finding.h"

namespace rackwright {

Rule feedRule();
/// POWER-16: racks hang on busways of their room.
Rule whipRule();

} // namespace rackwright
