// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The domains of this build, in the order in which their figures and findings print. A new domain is one line here; its
// figures, rules and settings stand in its own folder.

#include "solvers/engine/domain.h"

#include <vector>

namespace rackwright {

std::vector<Domain> programDomains();

} // namespace rackwright
