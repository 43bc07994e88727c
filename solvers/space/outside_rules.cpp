// SPDX-License-Identifier: GPL-3.0-or-later
// FLOOR-09: what is drawn in a room lies in it. Racks and units are looked at by FLOOR-01; this is for walls, columns,
// doors, areas and what hangs overhead, which a slip of the pen or of a unit puts far away, where no drawing shows it.
#include "solvers/space/outside_rules.h"

#include "model/design/outline.h"
#include "model/project/site_fields.h"
#include "solvers/engine/judging.h"
#include "solvers/engine/reader.h"
#include "solvers/engine/subject_name.h"
#include "solvers/space/floor_ways.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace rackwright {

namespace {

/// Outlines run along the inner face of walls; what is drawn in and around them is no slip.
constexpr double kWithinWalls = 1.0; // m

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
            const double edge = metresToEdge(room.outline[i], room.outline[(i + 1) % room.outline.size()], point);
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

/// Something drawn in a room.
struct Drawn {
    std::string name;
    std::string_view kind; ///< "wall", "cable-tray"
    std::vector<Point> points;
    Subject subject;
};

// By its name; what nobody named is told by what it is and where.
Message outsideMessage(const Room& room, const Drawn& drawn, double metres) {
    const UnitNumber distance{metres, "m"};
    if (!drawn.name.empty())
        return Message("rule.FLOOR-09.outside")
            .with("subject", drawn.name)
            .with("room", room.name)
            .with("distance", distance);
    const Box box = boundingBox(drawn.points);
    return Message("rule.FLOOR-09." + std::string(drawn.kind))
        .with("x", UnitNumber{((box.low.x + box.high.x) / 2).inMetres(), "m"})
        .with("y", UnitNumber{((box.low.y + box.high.y) / 2).inMetres(), "m"})
        .with("room", room.name)
        .with("distance", distance);
}

Verdict outside(const Room& room, const Drawn& drawn, double metres) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Warning;
    verdict.subject = drawn.subject;
    verdict.others = {Subject(room.id)};
    verdict.message = outsideMessage(room, drawn, metres);
    verdict.cause = "outside:" + std::to_string(drawn.subject.id);
    return verdict;
}

// A floor that stands on feet, drawn or stated for the site: what lies below the other ones lies in the slab.
bool isRaised(const Context& context, Id<Room> room) {
    const bool isDrawn = std::ranges::any_of(context.design().roomObjects, [room](const RoomObject& object) {
        return object.room == room && object.scope.isPresent() && std::holds_alternative<RaisedFloor>(object.shape);
    });
    const Value stated = siteQuantity<Value, dim::Length>(context, site::plenumHeight).si();
    return isDrawn || (stated.isKnown() && stated.typical() > 0);
}

// By its name, else by what it is and where its middle lies.
Message slabMessage(const Context& context, const Room& room, const PathSegment& segment) {
    const PathNode* from = context.design().pathNodes.find(segment.from);
    const PathNode* to = context.design().pathNodes.find(segment.to);
    if (!segment.name.empty() || !from || !to)
        return Message("rule.FLOOR-09.slab").with("room", room.name).with("subject", segment.name);
    return Message("rule.FLOOR-09.slab-" + std::string(enumName(segment.kind)))
        .with("room", room.name)
        .with("x", UnitNumber{((from->place.x + to->place.x) / 2).inMetres(), "m"})
        .with("y", UnitNumber{((from->place.y + to->place.y) / 2).inMetres(), "m"});
}

Verdict inSlab(const Context& context, const Room& room, const PathSegment& segment) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Warning;
    verdict.subject = Subject(segment.id);
    verdict.others = {Subject(room.id)};
    verdict.message = slabMessage(context, room, segment);
    verdict.cause = "slab:" + std::to_string(segment.id.value);
    return verdict;
}

// A door leads through a wall or the edge of the room; elsewhere it opens nothing, which no drawing shows.
Verdict inNoWall(const Room& room, const RoomObject& object, const Door& door) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Warning;
    verdict.subject = Subject(object.id);
    verdict.others = {Subject(room.id)};
    verdict.message = Message(object.name.empty() ? "rule.FLOOR-09.door-no-wall" : "rule.FLOOR-09.door-no-wall-named")
                          .with("subject", object.name)
                          .with("room", room.name)
                          .with("x", UnitNumber{((door.from.x + door.to.x) / 2).inMetres(), "m"})
                          .with("y", UnitNumber{((door.from.y + door.to.y) / 2).inMetres(), "m"});
    verdict.cause = "no-wall:" + std::to_string(object.id.value);
    return verdict;
}

std::vector<Verdict> drawnInTheirRooms(const Context& context) {
    const Design& design = context.design();
    std::vector<Verdict> verdicts;
    std::set<Id<Room>> judged; // with a verdict of their own
    std::set<std::uint64_t> outsiders;
    const auto judge = [&](Id<Room> id, const Drawn& drawn) {
        const Room* room = design.rooms.find(id);
        if (!room)
            return;
        if (room->outline.size() < 3) {
            if (judged.insert(id).second)
                verdicts.push_back(
                    notChecked(Subject(id), "room.outline", Message("rule.not-checked").with("subject", room->name)));
            return;
        }
        const double metres = beyond(drawn.points, *room);
        if (metres <= kWithinWalls)
            return;
        outsiders.insert(drawn.subject.id);
        verdicts.push_back(outside(*room, drawn, metres));
        judged.insert(id);
    };
    for (const RoomObject& object : design.roomObjects)
        if (object.scope.isPresent())
            judge(object.room, {object.name, VariantKinds<RoomObjectShape>::names[object.shape.index()],
                                std::visit(PointsOf{}, object.shape), Subject(object.id)});
    for (const RoomObject& object : design.roomObjects) {
        const auto* door = std::get_if<Door>(&object.shape);
        const Room* room = door && object.scope.isPresent() ? design.rooms.find(object.room) : nullptr;
        if (!room || room->outline.size() < 3 || outsiders.contains(object.id.value) ||
            hangs(design, object.room, *door))
            continue;
        verdicts.push_back(inNoWall(*room, object, *door));
        judged.insert(room->id);
    }
    for (const PathSegment& segment : design.pathSegments) {
        const PathNode* from = design.pathNodes.find(segment.from);
        const PathNode* to = design.pathNodes.find(segment.to);
        if (from && to && from->room == to->room && segment.scope.isPresent())
            judge(from->room, {segment.name, enumName(segment.kind), {from->place, to->place}, Subject(segment.id)});
        // Each room once, the one where the way begins first.
        if (from && to && segment.scope.isPresent())
            for (const PathNode* end : {from, to}) {
                const Room* room = end->height < Length() ? design.rooms.find(end->room) : nullptr;
                const bool isSaid = end == to && from->height < Length() && from->room == to->room;
                if (!room || isSaid || isRaised(context, room->id))
                    continue;
                verdicts.push_back(inSlab(context, *room, segment));
                judged.insert(room->id);
            }
    }
    for (const Room& room : design.rooms)
        if (room.scope.isPresent() && !judged.contains(room.id))
            verdicts.push_back(passed(Subject(room.id)));
    return verdicts;
}

// FLOOR-10: an outline that a person can walk around. The window draws no other; a file may hold any.
std::vector<Verdict> outlines(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const Room& room : context.design().rooms) {
        if (!room.scope.isPresent())
            continue;
        const Subject subject(room.id);
        if (room.outline.empty()) {
            verdicts.push_back(
                notChecked(subject, "room.outline", Message("rule.not-checked").with("subject", room.name)));
            continue;
        }
        Verdict verdict;
        verdict.state = RuleState::Failed;
        verdict.severity = Severity::Error;
        verdict.subject = subject;
        verdict.cause = "outline";
        if (const std::optional<Point> crossing = crossingOf(room.outline))
            verdict.message = Message("rule.FLOOR-10.crosses")
                                  .with("room", room.name)
                                  .with("x", UnitNumber{crossing->x.inMetres(), "m"})
                                  .with("y", UnitNumber{crossing->y.inMetres(), "m"});
        else if (room.outline.size() < 3 || area(room.outline).si() <= 0)
            verdict.message = Message("rule.FLOOR-10.no-area").with("room", room.name);
        else
            verdict = passed(subject);
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

} // namespace

std::vector<Rule> outsideRules() {
    return {makeRule("FLOOR-09", PowerBasis::None, "reference.geometry", drawnInTheirRooms,
                     Reads::only({"rooms", "room_objects", "path_nodes", "path_segments"})),
            makeRule("FLOOR-10", PowerBasis::None, "reference.geometry", outlines, Reads::only({"rooms"}))};
}

} // namespace rackwright
