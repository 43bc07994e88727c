// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The layers of the floor plan, one function each, called in painting order by floorPlanDrawing and by nobody else.

#include "ui/paint/floor_plan.h"
#include "ui/paint/sketch.h"
#include "ui/paint/words.h"

#include <QLineF>
#include <QMarginsF>

#include <set>
#include <vector>

namespace rackwright::plan {

/// What all layers read.
struct PlanInput {
    const Project& project;
    const Design& design;
    const Room& room;
    const Overlay& overlay;
    const Words& words;
    const FloorPlanOptions& options;
};

/// What was drawn, so that the legend explains that and no more.
struct Shown {
    std::set<PathwayKind> pathways;
    std::set<FeedSide> busways; ///< sides of the drawn ones
    bool hasTap = false;
    bool hasDrop = false;
    std::set<Status> statuses;
    std::set<LoadBand> bands;
    bool hasUnknownLoad = false; ///< racks with contents and no limit that is known
    bool hasReturnPipe = false;
    bool hasSupplyPipe = false;
    bool hasKeepOut = false;
    bool hasContainment = false;
    bool hasCloud = false;
    bool hasBareFigures = false;   ///< figures printed without their unit
    std::vector<QLineF> overRacks; ///< pathways that hang over racks, world mm
};

/// A length as plans are dimensioned: in whole millimetres without their unit, or in feet and whole inches.
QString planLength(const PlanInput& input, double mm);

void addGround(Sketch& sketch, const PlanInput& input);
void addUnderlays(Sketch& sketch, const PlanInput& input);
void addGrid(Sketch& sketch, const PlanInput& input);
/// The colours of the overlay between what stands on the floor.
void addField(Sketch& sketch, const PlanInput& input);
/// Over a field their outlines alone.
void addAisles(Sketch& sketch, const PlanInput& input, Shown& shown);
void addKeepOuts(Sketch& sketch, const PlanInput& input, Shown& shown);
void addBuilding(Sketch& sketch, const PlanInput& input, Shown& shown);
void addPathways(Sketch& sketch, const PlanInput& input, Shown& shown);
/// How far walls and open doors reach beyond the box of the room, world mm. What is drawn much farther away is cut off
/// at the edge of the sheet: it would leave nothing of the room.
QMarginsF buildingReach(const Design& design, const Room& room);
/// The same with the plant that stands in the yard around it.
QMarginsF planReach(const Project& project, const Design& design, const Room& room);
/// After the pathways, which may run along an aisle.
void addAisleLabels(Sketch& sketch, const PlanInput& input);
void addFloorUnits(Sketch& sketch, const PlanInput& input, Shown& shown);
void addRacks(Sketch& sketch, const PlanInput& input, Shown& shown);
/// Busways that hang over racks, which would hide them; between the racks and what is written on them.
void addPathwaysOverRacks(Sketch& sketch, const PlanInput& input, Shown& shown);

/// Around what changed since the last issue, over all that is drawn of it.
void addClouds(Sketch& sketch, const PlanInput& input, Shown& shown);

void addReferences(Sketch& sketch, const PlanInput& input);
void addDimensions(Sketch& sketch, const PlanInput& input);
void addNorthArrow(Sketch& sketch, const PlanInput& input);
/// Legend and scale bar below the room; returns the height taken in world mm.
double addLegend(Sketch& sketch, const PlanInput& input, const Shown& shown, double top);

/// Margins around the room, in paper mm.
struct SheetMargins {
    double left = 2, top = 6, right = 2, bottom = 4;
};
inline SheetMargins sheetMargins(const FloorPlanOptions& options) {
    SheetMargins margins;
    if (options.showReferences)
        margins.left = 6;
    if (options.showDimensions)
        margins.right = margins.bottom = 14;
    return margins;
}
inline constexpr double kLegendMargin = 14;

/// Outline and pens of a thing by its status.
PaperPen penFor(const Scope& scope, Ink ink, double width = 0.2);
PaperPen pathwayPen(PathwayKind kind);
/// A busway in the colour of its feed.
Ink buswayInk(FeedSide side);
/// A cross over a removed thing.
void addRemovalCross(Sketch& sketch, const std::vector<QPointF>& corners);

} // namespace rackwright::plan
