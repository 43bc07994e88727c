// SPDX-License-Identifier: GPL-3.0-or-later
// FLOOR-09: what is drawn in a room lies in it. Racks and units are looked at by FLOOR-01; this is for walls, columns,
// doors, areas and what hangs overhead, which a slip of the pen or of a unit puts far away, where no drawing shows it.
#include "solvers/space/outside_rules.h"

#include "solvers/engine/judging.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace rackwright {

namespace {

/// Outlines run along the inner face of walls; what is drawn in and around them is no slip.
constexpr double kWithinWalls = 1.0; // m

double distanceTo(Point from, Point to, Point point) {
    const double ax = from.x.inMetres(), ay = from.y.inMetres();
    const double dx = to.x.inMetres() - ax, dy = to.y.inMetres() - ay;
    const double px = point.x.inMetres() - ax, py = point.y.inMetres() - ay;
    const double square = dx * dx + dy * dy;
    const double along = square > 0 ? std::clamp((px * dx + py * dy) / square, 0.0, 1.0) : 0;
    return std::hypot(px - along * dx, py - along * dy);
}

/// How far the farthest of some points lies beyond the outline of a room, in metres; 0 for those inside.
double beyond(const std::vector<Point>& points, const Room& room) {
    const Box box = boundingBox(room.outline);
    double farthest = 0;
    for (const Point point : points) {
        const bool isInBox =
            point.x >= box.low.x && point.x <= box.high.x && point.y >= box.low.y && point.y <= box.high.y;
        if (isInBox && contains(room.outline, point))
            continue;
        std::optional<double> nearest;
        for (std::size_t i = 0; i < room.outline.size(); ++i) {
            const double edge = distanceTo(room.outline[i], room.outline[(i + 1) % room.outline.size()], point);
            nearest = nearest ? std::min(*nearest, edge) : edge;
        }
        farthest = std::max(farthest, nearest.value_or(0));
    }
    return farthest;
}

struct PointsOf {
    // A site plan shows what lies around, a dimension stands beside what it measures.
    std::vector<Point> operator()(const Underlay&) const { return {}; }
    std::vector<Point> operator()(const DimensionLine&) const { return {}; }
    template <class Shape>
    std::vector<Point> operator()(const Shape& shape) const {
        if constexpr (requires { shape.outline; })
            return shape.outline;
        else
            return {shape.from, shape.to};
    }
};

/// "wall 214", or the name that it was given.
std::string nameOf(const std::string& given, std::string_view kind, std::uint64_t id) {
    return given.empty() ? std::string(kind) + " " + std::to_string(id) : given;
}

Verdict outside(const Room& room, const std::string& name, std::uint64_t id, double metres) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Warning;
    verdict.subject = {SubjectKind::Room, room.id.value};
    verdict.message = Message("rule.FLOOR-09.outside")
                          .with("subject", name)
                          .with("room", room.name)
                          .with("distance", UnitNumber{metres, "m"});
    verdict.cause = "outside:" + std::to_string(id);
    return verdict;
}

std::vector<Verdict> drawnInTheirRooms(const Context& context) {
    const Design& design = context.design();
    std::vector<Verdict> verdicts;
    std::set<Id<Room>> judged; // with a verdict of their own
    const auto judge = [&](Id<Room> id, const std::vector<Point>& points, const std::string& given,
                           std::string_view kind, std::uint64_t row) {
        const Room* room = design.rooms.find(id);
        if (!room)
            return;
        if (room->outline.size() < 3) {
            if (judged.insert(id).second)
                verdicts.push_back(notChecked({SubjectKind::Room, id.value}, "room.outline",
                                              Message("rule.not-checked").with("subject", room->name)));
            return;
        }
        const double metres = beyond(points, *room);
        if (metres <= kWithinWalls)
            return;
        verdicts.push_back(outside(*room, nameOf(given, kind, row), row, metres));
        judged.insert(id);
    };
    for (const RoomObject& object : design.roomObjects)
        if (object.scope.isPresent())
            judge(object.room, std::visit(PointsOf{}, object.shape), object.name,
                  VariantKinds<RoomObjectShape>::names[object.shape.index()], object.id.value);
    for (const PathSegment& segment : design.pathSegments) {
        const PathNode* from = design.pathNodes.find(segment.from);
        const PathNode* to = design.pathNodes.find(segment.to);
        if (from && to && from->room == to->room && segment.scope.isPresent())
            judge(from->room, {from->place, to->place}, segment.name, enumName(segment.kind), segment.id.value);
    }
    for (const Room& room : design.rooms)
        if (room.scope.isPresent() && !judged.contains(room.id))
            verdicts.push_back(passed({SubjectKind::Room, room.id.value}));
    return verdicts;
}

} // namespace

std::vector<Rule> outsideRules() {
    return {makeRule("FLOOR-09", PowerBasis::None, "geometry", drawnInTheirRooms,
                     Reads::only({"rooms", "room_objects", "path_nodes", "path_segments"}))};
}

} // namespace rackwright
