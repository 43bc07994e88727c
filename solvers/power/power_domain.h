// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The power domain: figures of electrical load, its rules and settings. Circuits, phases and failures are not its part.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain powerDomain();

std::vector<Rule> powerRules();

} // namespace rackwright
