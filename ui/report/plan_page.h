// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A floor plan on a sheet of paper: the one scale at which it is printed, exported and copied.

#include "ui/paint/floor_plan.h"
#include "ui/report/document.h"

namespace rackwright {

/// What a sheet leaves for a drawing below its heading, in mm.
QSizeF planRoom(const PageFormat& sheet);

/// The plan at the largest usual scale at which it fits, with its margins, its legend and the doors that stand open.
Drawing planOnPaper(const Project& project, const Design& design, const Room& room, const Overlay& overlay,
                    const Texts& texts, QSizeF paper, FloorPlanOptions options = {});

} // namespace rackwright
