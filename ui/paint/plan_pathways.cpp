// SPDX-License-Identifier: GPL-3.0-or-later
// Trays, ducts, busways and pipes on the floor plan, with their taps, drops and valves, and the picture to trace below all.
#include "ui/paint/plan_layers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace rackwright::plan {

namespace {

/// Higher than any rack: what hangs there is drawn over the racks.
constexpr Length kOverRacks = Length::millimetres(2000);

struct Stretch {
    const PathSegment& segment;
    const PathNode& from;
    const PathNode& to;
};

void forEachStretch(const Subject& subject, const std::function<void(const Stretch&)>& visit) {
    if (!subject.options.showPathways)
        return;
    for (const PathSegment& segment : subject.design.pathSegments) {
        // Most of a large design lies in other rooms.
        const PathNode* from = subject.design.pathNodes.find(segment.from);
        if (!from || from->room != subject.room.id)
            continue;
        const PathNode* to = subject.design.pathNodes.find(segment.to);
        if (!to || to->room != subject.room.id || from->place == to->place)
            continue;
        const bool isBelow = from->height < Length() && to->height < Length();
        if (isBelow ? subject.options.showUnderfloor : subject.options.showOverhead)
            visit({segment, *from, *to});
    }
}

// On a small printed plan a line over a rack would hide its name; it then shows between the racks alone. On a screen,
// where one can go nearer to read a name, and where it is read by its colour, it is seen whole at every size.
bool isDrawnOverRacks(const Sketch& sketch, const Subject& subject, const Stretch& stretch) {
    constexpr double rackDepth = 1200, leastPaper = 7;
    if (stretch.from.height < kOverRacks || stretch.to.height < kOverRacks)
        return false;
    return subject.options.drawsPathwaysOverRacks || subject.overlay.pathways.contains(stretch.segment.id.value) ||
           sketch.paper(rackDepth) >= leastPaper;
}

FeedSide sideOf(const Subject& subject, const PathSegment& segment) {
    const PowerElement* element = subject.design.powerElements.find(segment.busway);
    return element ? element->side : FeedSide::None;
}

Ink inkOf(const Subject& subject, const PathSegment& segment) {
    switch (segment.kind) {
    case PathwayKind::CableTray:
        return Ink::Tray;
    case PathwayKind::FibreDuct:
        return Ink::FibreDuct;
    case PathwayKind::Busway:
        return buswayInk(sideOf(subject, segment));
    case PathwayKind::PipeMain:
        return segment.isReturn ? Ink::PipeReturn : Ink::PipeSupply;
    case PathwayKind::Conduit:
        return Ink::Conduit;
    }
    return Ink::Tray;
}

// Under the floor: fainter and dotted, whatever it is.
PaperPen penOf(const Subject& subject, const Stretch& stretch) {
    PaperPen pen = pathwayPen(stretch.segment.kind);
    pen.ink = inkOf(subject, stretch.segment);
    if (const auto own = subject.overlay.pathways.find(stretch.segment.id.value);
        own != subject.overlay.pathways.end()) {
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
        sketch.polygon({at - along * r * 1.5 - across * r, at - along * r * 1.5 + across * r, at + along * r * 1.5 - across * r,
                        at + along * r * 1.5 + across * r},
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
void addStretches(Sketch& sketch, const Subject& subject, Shown& shown, Accept accept) {
    // Points are drawn after all stretches, each once.
    std::map<std::uint64_t, std::pair<const PathNode*, std::pair<Ink, QPointF>>> points;
    forEachStretch(subject, [&](const Stretch& stretch) {
        if (!accept(stretch))
            return;
        const PathSegment& segment = stretch.segment;
        const PaperPen pen = penOf(subject, stretch);
        sketch.enter(Layer::Pathways, segment.id.value);
        sketch.line(inMm(stretch.from.place), inMm(stretch.to.place), pen);
        for (const PathNode* node : {&stretch.from, &stretch.to})
            points[node->id.value] = {node, {pen.ink, directionOf(stretch)}};
        if (segment.kind == PathwayKind::Busway)
            shown.busways.insert(sideOf(subject, segment));
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

void addPathways(Sketch& sketch, const Subject& subject, Shown& shown) {
    addStretches(sketch, subject, shown,
                 [&](const Stretch& stretch) { return !isDrawnOverRacks(sketch, subject, stretch); });
}

void addPathwaysOverRacks(Sketch& sketch, const Subject& subject, Shown& shown) {
    addStretches(sketch, subject, shown,
                 [&](const Stretch& stretch) { return isDrawnOverRacks(sketch, subject, stretch); });
    forEachStretch(subject, [&](const Stretch& stretch) {
        if (isDrawnOverRacks(sketch, subject, stretch))
            shown.overRacks.emplace_back(inMm(stretch.from.place), inMm(stretch.to.place));
    });
}

void addUnderlays(Sketch& sketch, const Subject& subject) {
    if (!subject.options.showUnderlay)
        return;
    for (const RoomObject& object : subject.design.roomObjects) {
        const auto* underlay = std::get_if<Underlay>(&object.shape);
        if (!underlay || object.room != subject.room.id)
            continue;
        DecodedPicture decoded = subject.options.pictures
                                     ? subject.options.pictures->picture(subject.project, underlay->sha256)
                                     : decodedPicture(subject.project, underlay->sha256);
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
