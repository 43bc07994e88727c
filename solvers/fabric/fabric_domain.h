// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Domain "fabric": figures and rules of the networks of a design: endpoints, bisection with its bounds,
// oversubscription, loads and what one fault leaves. The report of a network works them out.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain fabricDomain();
std::vector<Rule> fabricRules();

} // namespace rackwright
