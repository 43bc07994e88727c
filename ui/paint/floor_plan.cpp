// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/floor_plan.h"

#include "ui/paint/crop_far.h"
#include "ui/paint/plan_layers.h"
#include "ui/paint/plan_sheet.h"

#include <algorithm>

namespace rackwright {

namespace {

QString planTitle(const Room& room, const Words& words) {
    const QRectF box = boxOf(inMm(room.outline));
    return words.text(Message("plan.title")
                          .with("room", room.name)
                          .with("width", UnitNumber{box.width() / 1000, "m"})
                          .with("depth", UnitNumber{box.height() / 1000, "m"}));
}

double sheetScale(QSizeF world, QSizeF paper, const FloorPlanOptions& options) {
    const plan::SheetMargins margins = plan::sheetMargins(options);
    const QSizeF taken(margins.left + margins.right,
                       margins.top + margins.bottom + (options.showLegend ? plan::kLegendMargin : 0));
    // Paper that is smaller than the margins still shows something.
    constexpr double kLeastPaper = 10;
    const QSizeF left = paper - taken;
    return usualScale(world, {std::max(kLeastPaper, left.width()), std::max(kLeastPaper, left.height())});
}

} // namespace

Drawing floorPlanDrawing(const Project& project, const Design& design, const Room& room, const Overlay& overlay,
                         const Texts& texts, const FloorPlanOptions& options) {
    const Words words(texts);
    Sketch sketch(planTitle(room, words), options.scale);
    const plan::PlanInput input{project, design, room, overlay, words, options};
    plan::Shown shown;
    plan::addGround(sketch, input);
    plan::addUnderlays(sketch, input);
    plan::addGrid(sketch, input);
    plan::addField(sketch, input);
    plan::addAisles(sketch, input, shown);
    plan::addKeepOuts(sketch, input, shown);
    plan::addBuilding(sketch, input, shown);
    plan::addPathways(sketch, input, shown);
    plan::addAisleLabels(sketch, input);
    plan::addFloorUnits(sketch, input, shown);
    plan::addRacks(sketch, input, shown);
    plan::addClouds(sketch, input, shown);
    plan::addReferences(sketch, input);
    plan::addDimensions(sketch, input);
    plan::addNorthArrow(sketch, input);
    QRectF bounds = boxOf(inMm(room.outline));
    constexpr double kFar = 2e6; // world mm beyond the room: further away nobody looks for what belongs to it
    const auto widen = [&](double left, double top, double right, double bottom) {
        bounds.adjust(-sketch.world(left), -sketch.world(top), sketch.world(right), sketch.world(bottom));
    };
    const plan::SheetMargins margins = plan::sheetMargins(options);
    const QMarginsF doors = plan::planReach(project, design, room);
    bounds.adjust(-doors.left(), -doors.top(), doors.right(), doors.bottom());
    widen(margins.left, margins.top, margins.right, margins.bottom);
    if (options.showLegend)
        bounds.setBottom(bounds.bottom() + plan::addLegend(sketch, input, shown, bounds.bottom() + sketch.world(1.5)));
    sketch.setBounds(bounds);
    Drawing drawing = std::move(sketch).take();
    cropFar(drawing, bounds.adjusted(-kFar, -kFar, kFar, kFar));
    return drawing;
}

double floorPlanScale(const Room& room, QSizeF paper, const FloorPlanOptions& options) {
    return sheetScale(boxOf(inMm(room.outline)).size(), paper, options);
}

double floorPlanScale(const Project& project, const Design& design, const Room& room, QSizeF paper,
                      const FloorPlanOptions& options) {
    const QMarginsF reach = plan::planReach(project, design, room);
    const QSizeF box = boxOf(inMm(room.outline)).size();
    return sheetScale(box + QSizeF(reach.left() + reach.right(), reach.top() + reach.bottom()), paper, options);
}

} // namespace rackwright
