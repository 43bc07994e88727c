// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rules of the floor by subject; floorRules() of space_domain.h puts them in their order.

#include "solvers/engine/finding.h"
#include "solvers/space/floor_map.h"

#include <vector>

namespace rackwright {

/// The thing itself: of a wall, column, keep-out or door what is drawn, of a service space the unit it belongs to.
Subject subjectOf(const Solid& solid);

/// FLOOR-01.
Rule overlapRule();
/// FLOOR-02 to FLOOR-05.
std::vector<Rule> aisleRules();

/// In metres: of the room, else of the site.
Value clearHeightOf(const Context& context, const Room* room);

} // namespace rackwright
