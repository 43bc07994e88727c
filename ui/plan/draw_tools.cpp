// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/draw_tools.h"

#include "model/edits/pathway_edits.h"
#include "model/edits/room_edits.h"
#include "ui/plan/room_walls.h"

#include <array>
#include <cmath>
#include <numbers>

namespace rackwright {

namespace {

Edit putShape(const edits::Target& target, Id<Room> room, RoomObjectShape shape) {
    RoomObject object;
    object.room = room;
    object.shape = std::move(shape);
    return edits::putRoomObject(target, std::move(object));
}

Edit wall(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    return putShape(target, room, Wall{points.front(), points.back(), Length::millimetres(150)});
}
Edit column(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    return putShape(target, room, Column{points});
}
Edit door(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    Door made;
    made.from = points.front();
    made.to = points.back();
    return putShape(target, room, made);
}
Edit doubleDoor(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    Door made;
    made.from = points.front();
    made.to = points.back();
    made.isDouble = made.isDeliveryPath = true;
    return putShape(target, room, made);
}
Edit keepOut(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    return putShape(target, room, KeepOut{points, {}});
}
template <AisleKind kind, bool isContained>
Edit aisle(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    return putShape(target, room, Aisle{points, kind, isContained});
}
Edit raisedFloor(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    RaisedFloor made;
    made.outline = points;
    return putShape(target, room, made);
}
template <FloorTileKind kind>
Edit tile(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    return putShape(target, room, FloorTile{points, kind, {}});
}
Edit dimension(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    return putShape(target, room, DimensionLine{points.front(), points.back(), Length::millimetres(400)});
}

struct PathwayDefaults {
    PathwayKind kind;
    Carries carries;
    std::int64_t height, width, depth; ///< mm: above the floor (negative: below it), cross section
    double fillLimit;
    bool isReturn;
};
constexpr PathwayDefaults kTray{PathwayKind::CableTray, Carries::Any, 2600, 300, 100, 0.4, false};
constexpr PathwayDefaults kUnderfloorTray{PathwayKind::CableTray, Carries::Any, -300, 300, 100, 0.4, false};
constexpr PathwayDefaults kFibreDuct{PathwayKind::FibreDuct, Carries::Fibre, 2800, 300, 100, 0.4, false};
constexpr PathwayDefaults kBusway{PathwayKind::Busway, Carries::Electricity, 2400, 120, 160, 1, false};
constexpr PathwayDefaults kSupply{PathwayKind::PipeMain, Carries::Liquid, -450, 110, 110, 1, false};
constexpr PathwayDefaults kReturn{PathwayKind::PipeMain, Carries::Liquid, -450, 110, 110, 1, true};

template <const PathwayDefaults& defaults>
Edit pathway(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    PathSegment pattern;
    pattern.kind = defaults.kind;
    pattern.carries = defaults.carries;
    pattern.width = Length::millimetres(defaults.width);
    pattern.height = Length::millimetres(defaults.depth);
    pattern.fillLimit = defaults.fillLimit;
    pattern.isReturn = defaults.isReturn;
    return edits::addPathway(target, room, points, Length::millimetres(defaults.height), std::move(pattern));
}

Edit tap(const edits::Target& target, Id<Room> room, const std::vector<Point>& points) {
    return edits::addPathTap(target, room, points.front(), Length::millimetres(400));
}

// The room that is shown, with another outline.
Edit outline(const edits::Target& target, Id<Room> id, const std::vector<Point>& points) {
    const Room* found = target.design() ? target.design()->rooms.find(id) : nullptr;
    Room room = found ? *found : Room();
    room.outline = points;
    return putOutlineWithWalls(target, std::move(room));
}

using enum DrawGesture;
constexpr const char *kWalls = "walls", *kFloor = "floor", *kRuns = "runs";
constexpr std::array kTools = {
    DrawTool{"insert.room-outline", Outline, outline},
    DrawTool{"insert.wall", Line, wall, false, kWalls},
    DrawTool{"insert.column", Rectangle, column, false, kWalls},
    DrawTool{"insert.door", Line, door, false, kWalls},
    DrawTool{"insert.double-door", Line, doubleDoor, false, kWalls},
    DrawTool{"insert.keep-out", Rectangle, keepOut, false, kWalls},
    DrawTool{"insert.cold-aisle", Rectangle, aisle<AisleKind::Cold, false>, false, kFloor},
    DrawTool{"insert.cold-aisle-contained", Rectangle, aisle<AisleKind::Cold, true>, false, kFloor},
    DrawTool{"insert.hot-aisle", Rectangle, aisle<AisleKind::Hot, false>, false, kFloor},
    DrawTool{"insert.hot-aisle-contained", Rectangle, aisle<AisleKind::Hot, true>, false, kFloor},
    DrawTool{"insert.route", Rectangle, aisle<AisleKind::Circulation, false>, false, kFloor},
    DrawTool{"insert.raised-floor", Rectangle, raisedFloor, true, kFloor},
    DrawTool{"insert.perforated-tile", Rectangle, tile<FloorTileKind::Perforated>, false, kFloor},
    DrawTool{"insert.grate", Rectangle, tile<FloorTileKind::Grate>, false, kFloor},
    DrawTool{"insert.cut-out", Rectangle, tile<FloorTileKind::CutOut>, false, kFloor},
    DrawTool{"insert.tray", Polyline, pathway<kTray>, false, kRuns},
    DrawTool{"insert.tray-underfloor", Polyline, pathway<kUnderfloorTray>, false, kRuns},
    DrawTool{"insert.fibre-duct", Polyline, pathway<kFibreDuct>, false, kRuns},
    DrawTool{"insert.busway", Polyline, pathway<kBusway>, false, kRuns},
    DrawTool{"insert.pipe-supply", Polyline, pathway<kSupply>, false, kRuns},
    DrawTool{"insert.pipe-return", Polyline, pathway<kReturn>, false, kRuns},
    DrawTool{"insert.tap", Place, tap, false, kRuns},
    DrawTool{"insert.dimension", Line, dimension, true},
};

} // namespace

std::span<const DrawTool> drawTools() { return kTools; }

std::vector<Point> gesturePoints(DrawGesture gesture, Point from, Point to) {
    if (gesture != DrawGesture::Rectangle)
        return {from, to};
    const Point low{std::min(from.x, to.x), std::min(from.y, to.y)};
    const Point high{std::max(from.x, to.x), std::max(from.y, to.y)};
    return {low, {high.x, low.y}, high, {low.x, high.y}};
}

Point straightened(Point from, Point to) {
    const double dx = (to.x - from.x).inMillimetres(), dy = (to.y - from.y).inMillimetres();
    const double eighth = std::numbers::pi / 4;
    const double turn = std::round(std::atan2(dy, dx) / eighth) * eighth;
    const double along = dx * std::cos(turn) + dy * std::sin(turn);
    return {from.x + Length::nearest(along * std::cos(turn) / 1000), from.y + Length::nearest(along * std::sin(turn) / 1000)};
}

} // namespace rackwright
