// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scale of a floor plan on a sheet of paper.

#include "ui/paint/floor_plan.h"

namespace rackwright {

/// The scale at which the plan with all its margins, and what walls, doors and plant of the yard reach beyond the room,
/// fits on paper of this size (mm).
double floorPlanScale(const Project& project, const Design& design, const Room& room, QSizeF paper,
                      const FloorPlanOptions& options = {});

} // namespace rackwright
