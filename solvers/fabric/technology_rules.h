// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules of what a link technology can do: reduction in its switches. The fabric domain registers them beside its other
// rules.

#include "solvers/engine/rules.h"

#include <vector>

namespace rackwright {

/// NET-14.
std::vector<Rule> technologyRules();

} // namespace rackwright
