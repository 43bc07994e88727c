// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The cabling domain: how many cables there are, how long, of which medium and at what price, and the rules of cages,
// breakouts, reach, media and module power.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain cablingDomain();

std::vector<Rule> cablingRules();
/// QUOTE-01.
Rule countRule();
/// NET-18.
Rule trayFillRule();

} // namespace rackwright
