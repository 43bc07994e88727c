// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The air of rooms: inlet temperatures of racks by a potential flow that conserves mass and energy, capture, indices of
// the room, and the rule that judges the inlets.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain airflowDomain();

} // namespace rackwright
