// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The floor plan of a room as a drawing, true to scale, for screen and documents. It reads a design and an overlay and
// works nothing out.

#include "ui/paint/drawing.h"
#include "ui/paint/overlay.h"
#include "ui/paint/picture_cache.h"
#include "ui/text/texts.h"

#include "model/project/project.h"

namespace rackwright {

enum class PlanColouring : std::uint8_t { Plain, Load };

/// What a plan shows, and at what scale.
struct FloorPlanOptions {
    double scale = 0.01;       ///< paper mm per world mm
    double legibleSize = 1.55; ///< smallest font size in paper mm; smaller labels are left out
    /// Also where it hides the names of racks: on a screen one can go nearer to read them.
    bool drawsPathwaysOverRacks = false;
    PlanColouring colouring = PlanColouring::Load;
    bool showGrid = true;
    bool showReferences = true;
    bool showNorth = true;
    bool showPathways = true;
    bool showOverhead = true;   ///< pathways above the floor
    bool showUnderfloor = true; ///< pathways below it
    bool showUnderlay = true;
    bool showClouds = true;                 ///< around what changed since the last issue
    std::shared_ptr<PictureCache> pictures; ///< of a view that draws the plan again and again; null: decoded each time
    bool showDimensions = true;
    bool showLegend = true;
};

/// Reads nothing but its arguments; may run on any thread.
Drawing floorPlanDrawing(const Project& project, const Design& design, const Room& room, const Overlay& overlay,
                         const Texts& texts, const FloorPlanOptions& options);

/// The scale at which the plan with all its margins fits on paper of this size (mm).
double floorPlanScale(const Room& room, QSizeF paper, const FloorPlanOptions& options = {});

} // namespace rackwright
