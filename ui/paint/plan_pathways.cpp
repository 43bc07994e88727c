// SPDX-License-Identifier: GPL-3.0-or-later
// Trays, ducts, busways and pipes on the floor plan, with their taps, drops and valves, and the picture to trace below
// all.
#include "ui/paint/line_drawing.h"
#include "ui/paint/plan_layers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

namespace rackwright::plan {

namespace {

/// Higher than any rack: what hangs there is drawn over the racks.
constexpr Length kOverRacks = Length::millimetres(2000);

struct Stretch {
    const PathSegment& segment;
    const PathNode& from;
    const PathNode& to;
};

void forEachStretch(const PlanInput& input, const std::function<void(const Stretch&)>& visit) {
    if (!input.options.showPathways)
        return;
    for (const PathSegment& segment : input.design.pathSegments) {
        // Most of a large design lies in other rooms.
        const PathNode* from = input.design.pathNodes.find(segment.from);
        if (!from || from->room != input.room.id)
            continue;
        const PathNode* to = input.design.pathNodes.find(segment.to);
        if (!to || to->room != input.room.id || from->place == to->place)
            continue;
        const bool isBelow = from->height < Length() && to->height < Length();
        if (isBelow ? input.options.showUnderfloor : input.options.showOverhead)
            visit({segment, *from, *to});
    }
}

// On a small printed plan a line over a rack would hide its name; it then shows between the racks alone. On a screen,
// where one can go nearer to read a name, and where it is read by its colour, it is seen whole at every size.
bool isDrawnOverRacks(const Sketch& sketch, const PlanInput& input, const Stretch& stretch) {
    constexpr double rackDepth = 1200, leastPaper = 7;
    if (stretch.from.height < kOverRacks || stretch.to.height < kOverRacks)
        return false;
    return input.options.drawsPathwaysOverRacks || input.overlay.pathways.contains(stretch.segment.id.value) ||
           sketch.paper(rackDepth) >= leastPaper;
}

FeedSide sideOf(const PlanInput& input, const PathSegment& segment) {
    const PowerElement* element = input.design.powerElements.find(segment.busway);
    return element ? element->side : FeedSide::None;
}

Ink inkOf(const PlanInput& input, const PathSegment& segment) {
    switch (segment.kind) {
    case PathwayKind::CableTray:
        return Ink::Tray;
    case PathwayKind::FibreDuct:
        return Ink::FibreDuct;
    case PathwayKind::Busway:
        return buswayInk(sideOf(input, segment));
    case PathwayKind::PipeMain:
        return segment.isReturn ? Ink::PipeReturn : Ink::PipeSupply;
    case PathwayKind::Conduit:
        return Ink::Conduit;
    }
    return Ink::Tray;
}

// Under the floor: fainter and dotted, whatever it is.
PaperPen penOf(const PlanInput& input, const Stretch& stretch) {
    PaperPen pen = pathwayPen(stretch.segment.kind);
    pen.ink = inkOf(input, stretch.segment);
    if (const auto own = input.overlay.pathways.find(stretch.segment.id.value); own != input.overlay.pathways.end()) {
        constexpr double kRead = 0.9; // a line that is read has to be seen
        pen = {own->second, kRead, Dash::Solid};
    }
    if (stretch.from.height < Length() && stretch.to.height < Length())
        pen.dash = Dash::Dotted;
    return pen;
}

// A tap is a square on its busway, one with a valve the bow tie of pipe drawings, a drop a ring.
void addPoint(Sketch& sketch, const PathNode& node, Ink ink, QPointF along, Shown& shown) {
    const QPointF at = inMm(node.place);
    const double r = std::min(sketch.world(0.75), 130.0);
    if (sketch.paper(r) < 0.3)
        return;
    sketch.enter(Layer::Pathways, node.id.value);
    if (node.hasValve) {
        const QPointF across(-along.y(), along.x());
        sketch.polygon({at - along * r * 1.5 - across * r, at - along * r * 1.5 + across * r,
                        at + along * r * 1.5 - across * r, at + along * r * 1.5 + across * r},
                       Ink::Paper, PaperPen{ink, 0.2});
        shown.hasTap = true;
    } else if (node.kind == PathNodeKind::Tap) {
        sketch.rectangle({at - QPointF(r, r), QSizeF(2 * r, 2 * r)}, Ink::Paper, PaperPen{ink, 0.25});
        shown.hasTap = true;
    } else if (node.kind == PathNodeKind::Drop || node.kind == PathNodeKind::Riser) {
        sketch.rectangle({at - QPointF(r, r) * 0.8, QSizeF(1.6 * r, 1.6 * r)}, Ink::Paper, PaperPen{ink, 0.2},
                         sketch.paper(0.8 * r));
        shown.hasDrop = true;
    }
}

QPointF directionOf(const Stretch& stretch) {
    const QPointF way = inMm(stretch.to.place) - inMm(stretch.from.place);
    return way / std::hypot(way.x(), way.y());
}

template <class Accept>
void addStretches(Sketch& sketch, const PlanInput& input, Shown& shown, Accept accept) {
    // Points are drawn after all stretches, each once.
    std::map<std::uint64_t, std::pair<const PathNode*, std::pair<Ink, QPointF>>> points;
    forEachStretch(input, [&](const Stretch& stretch) {
        if (!accept(stretch))
            return;
        const PathSegment& segment = stretch.segment;
        const PaperPen pen = penOf(input, stretch);
        sketch.enter(Layer::Pathways, segment.id.value);
        sketch.line(inMm(stretch.from.place), inMm(stretch.to.place), pen);
        for (const PathNode* node : {&stretch.from, &stretch.to})
            points[node->id.value] = {node, {pen.ink, directionOf(stretch)}};
        if (segment.kind == PathwayKind::Busway)
            shown.busways.insert(sideOf(input, segment));
        if (segment.kind != PathwayKind::PipeMain)
            shown.pathways.insert(segment.kind);
        shown.hasReturnPipe |= segment.kind == PathwayKind::PipeMain && segment.isReturn;
        shown.hasSupplyPipe |= segment.kind == PathwayKind::PipeMain && !segment.isReturn;
    });
    for (const auto& [id, point] : points)
        addPoint(sketch, *point.first, point.second.first, point.second.second, shown);
}

} // namespace

Ink buswayInk(FeedSide side) {
    return side == FeedSide::A ? Ink::FeedA : side == FeedSide::B ? Ink::FeedB : Ink::Busway;
}

PaperPen pathwayPen(PathwayKind kind) {
    switch (kind) {
    case PathwayKind::CableTray:
        return {Ink::Tray, 0.35, Dash::DashDotted};
    case PathwayKind::FibreDuct:
        return {Ink::FibreDuct, 0.45, Dash::Solid};
    case PathwayKind::Busway:
        return {Ink::Busway, 0.6, Dash::Dashed};
    case PathwayKind::PipeMain:
        return {Ink::PipeSupply, 0.5, Dash::Solid};
    case PathwayKind::Conduit:
        return {Ink::Conduit, 0.25, Dash::Dotted};
    }
    return {Ink::Tray, 0.35, Dash::Solid};
}

void addPathways(Sketch& sketch, const PlanInput& input, Shown& shown) {
    addStretches(sketch, input, shown,
                 [&](const Stretch& stretch) { return !isDrawnOverRacks(sketch, input, stretch); });
}

void addPathwaysOverRacks(Sketch& sketch, const PlanInput& input, Shown& shown) {
    addStretches(sketch, input, shown,
                 [&](const Stretch& stretch) { return isDrawnOverRacks(sketch, input, stretch); });
    forEachStretch(input, [&](const Stretch& stretch) {
        if (isDrawnOverRacks(sketch, input, stretch))
            shown.overRacks.emplace_back(inMm(stretch.from.place), inMm(stretch.to.place));
    });
}

namespace {

/// The lines of a drawing where its underlay lies, as pale as that is to be.
void addLineDrawing(Sketch& sketch, const RoomObject& object, const Underlay& underlay, const LineDrawing& drawing) {
    constexpr double pale = 0.34, strong = 0.67, unseen = 0.02;
    if (underlay.opacity < unseen)
        return;
    const Ink ink = underlay.opacity < pale ? Ink::Rule : underlay.opacity < strong ? Ink::Faint : Ink::Subdued;
    const double factorX = underlay.place.width.inMillimetres() / drawing.width,
                 factorY = underlay.place.depth.inMillimetres() / drawing.height;
    const double turn = underlay.place.rotation.inDegrees() * std::numbers::pi / 180;
    const double cosine = std::cos(turn), sine = std::sin(turn);
    const QPointF centre = inMm(underlay.place.centre);
    std::vector<std::vector<QPointF>> lines;
    lines.reserve(drawing.lines.size());
    for (const LineDrawing::Line& line : drawing.lines) {
        std::vector<QPointF> placed;
        placed.reserve(line.points.size() + 1);
        for (const QPointF& point : line.points) {
            const double x = (point.x() - drawing.width / 2) * factorX, y = (point.y() - drawing.height / 2) * factorY;
            placed.emplace_back(centre.x() + cosine * x - sine * y, centre.y() + sine * x + cosine * y);
        }
        if (line.isClosed)
            placed.push_back(placed.front());
        lines.push_back(std::move(placed));
    }
    sketch.enter(Layer::Underlay, object.id.value);
    sketch.lines(std::move(lines), PaperPen{ink, 0.13});
}

} // namespace

void addUnderlays(Sketch& sketch, const PlanInput& input) {
    if (!input.options.showUnderlay)
        return;
    for (const RoomObject& object : input.design.roomObjects) {
        const auto* underlay = std::get_if<Underlay>(&object.shape);
        if (!underlay || object.room != input.room.id)
            continue;
        if (const auto lines = keptLineDrawing(input.project, underlay->sha256)) {
            addLineDrawing(sketch, object, *underlay, *lines);
            continue;
        }
        DecodedPicture decoded = input.options.pictures
                                     ? input.options.pictures->picture(input.project, underlay->sha256)
                                     : decodedPicture(input.project, underlay->sha256);
        if (decoded.pixels.isNull())
            continue;
        PictureShape shape;
        shape.centre = inMm(underlay->place.centre);
        shape.size = {underlay->place.width.inMillimetres(), underlay->place.depth.inMillimetres()};
        shape.turn = underlay->place.rotation.inDegrees();
        shape.opacity = std::clamp(underlay->opacity, 0.0, 1.0);
        shape.picture = std::move(decoded.picture);
        shape.pixels = std::move(decoded.pixels);
        sketch.enter(Layer::Underlay, object.id.value);
        sketch.picture(std::move(shape));
    }
}

} // namespace rackwright::plan
