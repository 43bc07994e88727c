// SPDX-License-Identifier: GPL-3.0-or-later
// The building on the floor plan: ground, grid, aisles, keep-outs, walls, columns, doors, references and north.
#include "ui/paint/plan_layers.h"

#include "model/design/occupancy.h"
#include "model/parts/part_family.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace rackwright::plan {

namespace {

template <class Shape>
void forEachObject(const Design& design, const Room& room,
                   const std::function<void(const RoomObject&, const Shape&)>& visit) {
    for (const RoomObject& object : design.roomObjects)
        if (object.room == room.id)
            if (const auto* shape = std::get_if<Shape>(&object.shape))
                visit(object, *shape);
}

template <class Shape>
void forEachObject(const PlanInput& input, const std::function<void(const RoomObject&, const Shape&)>& visit) {
    forEachObject<Shape>(input.design, input.room, visit);
}

struct AisleInk {
    Ink ground, text;
    const char* id;
    const char* containedId;
};

AisleInk aisleInk(AisleKind kind) {
    switch (kind) {
    case AisleKind::Cold:
        return {Ink::ColdAisle, Ink::ColdText, "plan.cold-aisle", "plan.cold-aisle-contained"};
    case AisleKind::Hot:
        return {Ink::HotAisle, Ink::HotText, "plan.hot-aisle", "plan.hot-aisle-contained"};
    case AisleKind::Circulation:
        break;
    }
    return {Ink::PlainAisle, Ink::Subdued, "plan.aisle", "plan.aisle"};
}

bool isUprightBox(const QRectF& box) { return box.height() > box.width(); }

/// Where the name of an aisle stands, and how long it may be.
struct LabelPlace {
    QPointF centre;
    double length = 0;
};

// Of an aisle that others cross, the middle of the stretch between two of them that is nearest to its own middle: there
// no label of theirs stands. It may reach a little into them, whose names stand in their middle.
LabelPlace labelPlace(const QRectF& box, const std::vector<QRectF>& aisles) {
    const bool isUpright = isUprightBox(box);
    const auto from = [&](const QRectF& b) { return isUpright ? b.top() : b.left(); };
    const auto to = [&](const QRectF& b) { return isUpright ? b.bottom() : b.right(); };
    std::vector<std::pair<double, double>> crossed = {{to(box), to(box)}};
    for (const QRectF& other : aisles)
        if (other.intersects(box) && isUprightBox(other) != isUpright)
            crossed.emplace_back(from(other), to(other));
    std::ranges::sort(crossed);
    const double middle = (from(box) + to(box)) / 2;
    std::optional<double> best;
    double free = from(box), length = to(box) - from(box);
    for (const auto& [begin, end] : crossed) {
        const double centre = (free + begin) / 2;
        if (begin > free && (!best || std::abs(centre - middle) < std::abs(*best - middle))) {
            best = centre;
            length = crossed.size() > 1 ? (begin - free) * 1.5 : begin - free;
        }
        free = std::max(free, end);
    }
    const double along = best.value_or(middle);
    return {isUpright ? QPointF(box.center().x(), along) : QPointF(along, box.center().y()), length};
}

// The widest wording that fits along the aisle's longer side.
void addAisleLabel(Sketch& sketch, const PlanInput& input, const Aisle& aisle, const QRectF& box,
                   const LabelPlace& place) {
    const AisleInk ink = aisleInk(aisle.kind);
    const bool isUpright = isUprightBox(box);
    const double breadth = isUpright ? box.width() : box.height();
    Lettering lettering{2.12, Weight::Regular, TextAlign::Centre, ink.text, isUpright ? -90.0 : 0.0};
    if (sketch.paper(breadth) < lettering.size * 1.4)
        return;
    const QString name = input.words.text(aisle.isContained ? ink.containedId : ink.id);
    Message full("plan.aisle-width");
    full.with("aisle", name.toStdString());
    if (input.words.texts().units().system == UnitSystem::Metric)
        full.with("width", UnitNumber{breadth, "mm"});
    else
        full.with("width", planLength(input, breadth).toStdString()); // as the dimensions beside it
    for (const QString& text : {input.words.text(full), name}) {
        const double width = sketch.widthOf(text, lettering);
        if (width > place.length * 0.96)
            continue;
        const QSizeF back = isUpright ? QSizeF(sketch.world(3), width + sketch.world(2))
                                      : QSizeF(width + sketch.world(2), sketch.world(3));
        sketch.rectangle({place.centre - QPointF(back.width() / 2, back.height() / 2), back}, ink.ground, {});
        sketch.text(place.centre, text, lettering);
        return;
    }
}

double thickestWall(const PlanInput& input) {
    double thickest = 0;
    forEachObject<Wall>(input, [&](const RoomObject&, const Wall& wall) {
        thickest = std::max(thickest, wall.thickness.inMillimetres());
    });
    return thickest;
}

// A leaf at right angles to the opening and the quarter circle that it sweeps.
void addLeaf(Sketch& sketch, QPointF hinge, QPointF strike, bool swingsLeft, const PaperPen& pen) {
    const QPointF way = strike - hinge;
    const double width = std::hypot(way.x(), way.y());
    const double along = std::atan2(way.y(), way.x()) * 180 / std::numbers::pi;
    const double sweep = swingsLeft ? -90 : 90; // left of the way is anticlockwise where y points down
    const double open = (along + sweep) * std::numbers::pi / 180;
    sketch.line(hinge, hinge + width * QPointF(std::cos(open), std::sin(open)), {pen.ink, 0.3, pen.dash});
    sketch.arc({hinge, width, along, sweep}, {pen.ink, 0.15, pen.dash});
}

void addDoor(Sketch& sketch, const PlanInput& input, const RoomObject& object, const Door& door) {
    const QPointF from = inMm(door.from);
    const QPointF to = inMm(door.to);
    sketch.enter(Layer::Building, object.id.value);
    sketch.line(from, to, {Ink::Paper, std::max(1.1, sketch.paper(thickestWall(input)) + 0.2)});
    const PaperPen pen = penFor(object.scope, Ink::Wall, 0.2);
    if (door.isDouble) {
        addLeaf(sketch, from, (from + to) / 2, door.swingsLeft, pen);
        addLeaf(sketch, to, (from + to) / 2, !door.swingsLeft, pen);
    } else {
        addLeaf(sketch, from, to, door.swingsLeft, pen);
    }
    if (!door.isDeliveryPath)
        return;
    const Lettering lettering{2.12, Weight::Regular, TextAlign::Centre, Ink::Subdued};
    const QString text = input.words.text("plan.delivery-path");
    const QPointF middle = (from + to) / 2;
    const QPointF way = to - from;
    const double width = std::hypot(way.x(), way.y());
    if (width <= 0 || sketch.widthOf(text, lettering) >= 2.2 * width)
        return;
    // Straight in front of the door, inside of the room and clear of leaves that open into it.
    const QPointF open = QPointF(way.y(), -way.x()) / width * (door.swingsLeft ? 1 : -1);
    const bool opensInward = QPointF::dotProduct(open, boxOf(inMm(input.room.outline)).center() - middle) > 0;
    const double leaf = opensInward ? width * (door.isDouble ? 0.5 : 1) : 0;
    sketch.text(middle + (opensInward ? open : -open) * (leaf + sketch.world(2.2)), text, lettering);
}

QString letters(int index) {
    QString text;
    for (int i = index; i >= 0; i = i / 26 - 1)
        text.prepend(QLatin1Char(static_cast<char>('A' + i % 26)));
    return text;
}

} // namespace

QMarginsF buildingReach(const Design& design, const Room& row) {
    const QRectF room = boxOf(inMm(row.outline));
    QRectF reached = room;
    forEachObject<Door>(design, row, [&](const RoomObject&, const Door& door) {
        const QPointF from = inMm(door.from);
        const QPointF way = inMm(door.to) - from;
        // Left of the way is anticlockwise where y points down; a leaf is as long as its opening.
        const QPointF out = QPointF(way.y(), -way.x()) * (door.swingsLeft ? 1 : -1) * (door.isDouble ? 0.5 : 1);
        reached |= boxOf({from, from + way, from + out, from + way + out});
    });
    forEachObject<Wall>(design, row, [&](const RoomObject&, const Wall& wall) {
        const double half = wall.thickness.inMillimetres() / 2;
        reached |= boxOf({inMm(wall.from), inMm(wall.to)}).adjusted(-half, -half, half, half);
    });
    constexpr double kAlways = 3000, kShare = 0.25; // world mm, and of the room's longer side
    const double most = std::max(kAlways, kShare * std::max(room.width(), room.height()));
    const auto near = [most](double reach) { return std::min(reach, most); };
    return {near(room.left() - reached.left()), near(room.top() - reached.top()), near(reached.right() - room.right()),
            near(reached.bottom() - room.bottom())};
}

QMarginsF planReach(const Project& project, const Design& design, const Room& row) {
    const QRectF room = boxOf(inMm(row.outline));
    QRectF reached = room;
    const auto addStanding = [&](const auto& table) {
        for (const auto& thing : table) {
            const auto* place = std::get_if<OnFloor>(&thing.placement);
            const Part* part = place && place->room == row.id ? findPart(project, thing.part) : nullptr;
            if (const auto standing =
                    part && mayStandOutdoors(part->category) ? footprintOf(*part, *place) : std::nullopt)
                reached |= boxOf(inMm(corners(*standing)));
        }
    };
    addStanding(design.powerElements);
    addStanding(design.coolingUnits);
    constexpr double kMost = 200'000; // world mm; what a slip of a unit puts further away makes no drawing a speck
    const auto near = [kMost](double reach) { return std::min(reach, kMost); };
    const QMarginsF building = buildingReach(design, row);
    return {std::max(building.left(), near(room.left() - reached.left())),
            std::max(building.top(), near(room.top() - reached.top())),
            std::max(building.right(), near(reached.right() - room.right())),
            std::max(building.bottom(), near(reached.bottom() - room.bottom()))};
}

void addGround(Sketch& sketch, const PlanInput& input) {
    sketch.enter(Layer::Ground, input.room.id.value);
    sketch.polygon(inMm(input.room.outline), Ink::Paper, {});
}

void addGrid(Sketch& sketch, const PlanInput& input) {
    const double pitch = input.room.gridPitch.inMillimetres();
    if (!input.options.showGrid || sketch.paper(pitch) < 2)
        return;
    const std::vector<QPointF> outline = inMm(input.room.outline);
    const QRectF box = boxOf(outline);
    std::vector<std::vector<QPointF>> lines;
    for (double x = box.left() + pitch; x < box.right() - 1; x += pitch)
        lines.push_back({QPointF(x, box.top()), QPointF(x, box.bottom())});
    for (double y = box.top() + pitch; y < box.bottom() - 1; y += pitch)
        lines.push_back({QPointF(box.left(), y), QPointF(box.right(), y)});
    sketch.enter(Layer::Grid);
    if (outline.size() == 4)
        sketch.lines(std::move(lines), {Ink::Grid, 0.12});
}

void addAisles(Sketch& sketch, const PlanInput& input, Shown& shown) {
    forEachObject<RaisedFloor>(input, [&](const RoomObject& object, const RaisedFloor& floor) {
        sketch.enter(Layer::Aisles, object.id.value);
        sketch.polygon(inMm(floor.outline), {}, PaperPen{Ink::RaisedFloor, 0.2, Dash::DashDotted});
    });
    forEachObject<Aisle>(input, [&](const RoomObject& object, const Aisle& aisle) {
        sketch.enter(Layer::Aisles, object.id.value);
        const std::vector<QPointF> outline = inMm(aisle.outline);
        std::optional<PaperPen> pen;
        if (aisle.isContained)
            pen = PaperPen{aisleInk(aisle.kind).text, 0.3, Dash::Dashed};
        shown.hasContainment |= aisle.isContained;
        const bool isOverField = input.overlay.field.columns > 0;
        sketch.polygon(outline, isOverField ? std::nullopt : std::optional(aisleInk(aisle.kind).ground), pen);
    });
    forEachObject<FloorTile>(input, [&](const RoomObject& object, const FloorTile& tile) {
        sketch.enter(Layer::Aisles, object.id.value);
        const std::vector<QPointF> outline = inMm(tile.outline);
        sketch.polygon(outline, {}, PaperPen{Ink::RaisedFloor, 0.15});
        if (tile.kind != FloorTileKind::CutOut)
            sketch.lines(hatchOf(outline, sketch.world(tile.kind == FloorTileKind::Grate ? 0.8 : 1.4)),
                         {Ink::RaisedFloor, 0.1});
    });
}

void addAisleLabels(Sketch& sketch, const PlanInput& input) {
    std::vector<QRectF> others;
    forEachObject<Aisle>(input, [&](const RoomObject&, const Aisle& aisle) {
        if (aisle.kind != AisleKind::Circulation)
            others.push_back(boxOf(inMm(aisle.outline)));
    });
    forEachObject<Aisle>(input, [&](const RoomObject& object, const Aisle& aisle) {
        sketch.enter(Layer::Labels, object.id.value);
        const QRectF box = boxOf(inMm(aisle.outline));
        // Rows have their names in the middle; routes make way for them.
        const bool givesWay = aisle.kind == AisleKind::Circulation;
        addAisleLabel(sketch, input, aisle, box, labelPlace(box, givesWay ? others : std::vector<QRectF>()));
    });
}

// Neighbours of one colour are one rectangle.
void addField(Sketch& sketch, const PlanInput& input) {
    const OverlayField& field = input.overlay.field;
    if (field.columns == 0)
        return;
    sketch.enter(Layer::Aisles);
    const QRectF room = boxOf(inMm(input.room.outline));
    const double seam = sketch.world(0.08); // over the edge of the next, where else paper would shine through
    const std::size_t rows = field.inks.size() / field.columns;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t from = 0, to = 0; from < field.columns; from = to) {
            const std::optional<Ink>& ink = field.inks[row * field.columns + from];
            for (to = from + 1; to < field.columns && field.inks[row * field.columns + to] == ink;)
                ++to;
            const QRectF tiles(field.left + static_cast<double>(from) * field.tile,
                               field.top + static_cast<double>(row) * field.tile,
                               static_cast<double>(to - from) * field.tile, field.tile);
            if (ink)
                sketch.rectangle(tiles.adjusted(0, 0, seam, seam).intersected(room), *ink, std::nullopt);
        }
}

void addKeepOuts(Sketch& sketch, const PlanInput& input, Shown& shown) {
    forEachObject<KeepOut>(input, [&](const RoomObject& object, const KeepOut& keepOut) {
        sketch.enter(Layer::KeepOuts, object.id.value);
        const std::vector<QPointF> outline = inMm(keepOut.outline);
        sketch.lines(hatchOf(outline, sketch.world(1.5)), {Ink::KeepOut, 0.12});
        sketch.polygon(outline, {}, PaperPen{Ink::KeepOut, 0.2, Dash::Dashed});
        shown.hasKeepOut = true;
        const QString reason = QString::fromStdString(keepOut.reason.empty() ? object.name : keepOut.reason);
        const QRectF box = boxOf(outline);
        const Lettering lettering{2.12, Weight::Regular, TextAlign::Centre, Ink::Text,
                                  box.height() > box.width() ? -90.0 : 0};
        const double length = std::max(box.width(), box.height());
        const double width = sketch.widthOf(reason, lettering);
        if (reason.isEmpty() || width > length * 0.95 || sketch.paper(std::min(box.width(), box.height())) < 2.6)
            return;
        const QSizeF back = lettering.turn == 0 ? QSizeF(width + sketch.world(1), sketch.world(2.8))
                                                : QSizeF(sketch.world(2.8), width + sketch.world(1));
        sketch.rectangle({box.center() - QPointF(back.width() / 2, back.height() / 2), back}, Ink::Paper, {});
        sketch.text(box.center(), reason, lettering);
    });
}

void addBuilding(Sketch& sketch, const PlanInput& input, Shown& shown) {
    sketch.enter(Layer::Building, input.room.id.value);
    sketch.polygon(inMm(input.room.outline), {}, PaperPen{Ink::Wall, 0.7});
    forEachObject<Wall>(input, [&](const RoomObject& object, const Wall& wall) {
        sketch.enter(Layer::Building, object.id.value);
        shown.statuses.insert(object.scope.status);
        const double paperThickness = std::max(0.5, sketch.paper(wall.thickness.inMillimetres()));
        sketch.line(inMm(wall.from), inMm(wall.to), {Ink::Wall, paperThickness});
    });
    forEachObject<Column>(input, [&](const RoomObject& object, const Column& column) {
        sketch.enter(Layer::Building, object.id.value);
        sketch.polygon(inMm(column.outline), Ink::Column, PaperPen{Ink::Wall, 0.25});
    });
    forEachObject<Opening>(input, [&](const RoomObject& object, const Opening& opening) {
        sketch.enter(Layer::Building, object.id.value);
        sketch.line(inMm(opening.from), inMm(opening.to), {Ink::Paper, 1.1});
        sketch.line(inMm(opening.from), inMm(opening.to), {Ink::Wall, 0.2, Dash::Dotted});
    });
    forEachObject<Door>(input,
                        [&](const RoomObject& object, const Door& door) { addDoor(sketch, input, object, door); });
}

void addReferences(Sketch& sketch, const PlanInput& input) {
    if (!input.options.showReferences)
        return;
    const QRectF box = boxOf(inMm(input.room.outline));
    // By the room alone: "B3" is the same place at every zoom and on every sheet.
    constexpr double tilesOfABay = 5, mostBays = 12, leastPaper = 5;
    double bay = input.room.gridPitch.inMillimetres() * tilesOfABay;
    if (!(bay > 0))
        return;
    while (std::max(box.width(), box.height()) > mostBays * bay)
        bay *= 2;
    if (sketch.paper(bay) < leastPaper)
        return;
    sketch.enter(Layer::Dimensions);
    const Lettering lettering{2.3, Weight::Regular, TextAlign::Centre, Ink::Subdued};
    const QMarginsF doors = planReach(input.project, input.design, input.room);
    const double above = sketch.world(3.2) + doors.top();
    const double beside = sketch.world(3.2) + doors.left();
    const double tick = sketch.world(2);
    std::vector<std::vector<QPointF>> ticks;
    const auto columns = static_cast<int>(std::ceil(box.width() / bay - 1e-6));
    for (int i = 0; i < columns; ++i) {
        const double left = box.left() + i * bay;
        const double right = std::min(left + bay, box.right());
        sketch.text({(left + right) / 2, box.top() - above}, QString::number(i + 1), lettering);
        ticks.push_back({QPointF(right, box.top() - above + tick), QPointF(right, box.top() - above - tick / 2)});
    }
    const auto rows = static_cast<int>(std::ceil(box.height() / bay - 1e-6));
    for (int i = 0; i < rows; ++i) {
        const double top = box.top() + i * bay;
        const double bottom = std::min(top + bay, box.bottom());
        sketch.text({box.left() - beside, (top + bottom) / 2}, letters(i), lettering);
        ticks.push_back({QPointF(box.left() - beside + tick, bottom), QPointF(box.left() - beside - tick / 2, bottom)});
    }
    sketch.lines(std::move(ticks), {Ink::Rule, 0.15});
}

void addNorthArrow(Sketch& sketch, const PlanInput& input) {
    if (!input.options.showNorth)
        return;
    const QRectF box = boxOf(inMm(input.room.outline));
    sketch.enter(Layer::Legend);
    const double size = sketch.world(2.3);
    const QMarginsF doors = planReach(input.project, input.design, input.room);
    const QPointF centre(box.right() + doors.right() + sketch.world(sheetMargins(input.options).right - 3),
                         box.top() - doors.top() - sketch.world(3.4));
    const double angle = input.room.north.inDegrees() * std::numbers::pi / 180;
    const QPointF up(std::sin(angle), -std::cos(angle));
    const QPointF right(-up.y(), up.x());
    sketch.polygon({centre + up * size, centre - up * size * 0.7 + right * size * 0.55, centre - up * size * 0.3,
                    centre - up * size * 0.7 - right * size * 0.55},
                   Ink::Wall, {});
    sketch.text(centre - QPointF(sketch.world(3.2), 0), input.words.text("plan.north"),
                {2.3, Weight::Medium, TextAlign::Centre, Ink::Subdued});
}

} // namespace rackwright::plan
