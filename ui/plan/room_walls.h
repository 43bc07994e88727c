// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A room takes another outline, and the walls and doors that stand along the old one go with it. What a person drew
// elsewhere stays where it is.

#include "model/edits/target.h"

namespace rackwright {

/// Replaces the room; of sides that are as they were nothing moves. Where sides come or go, a side is walled as the
/// nearest old one was. One step.
Edit putOutlineWithWalls(const edits::Target& target, Room room);

} // namespace rackwright
