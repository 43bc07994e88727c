// SPDX-License-Identifier: GPL-3.0-or-later
// FLOOR-01: what stands or runs into something else.
#include "model/design/floor_space.h"
#include "model/design/occupancy.h"
#include "model/design/outline.h"
#include "model/parts/part_family.h"
#include "solvers/engine/judging.h"
#include "solvers/engine/subject_name.h"
#include "solvers/space/causes.h"
#include "solvers/space/floor_rules.h"
#include "solvers/space/floor_ways.h"
#include "solvers/space/inventory.h"
#include "solvers/space/space_domain.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace rackwright {

Subject subjectOf(const Solid& solid) {
    switch (solid.kind) {
    case SolidKind::Rack:
        return {SubjectKind::Rack, solid.id};
    case SolidKind::Device:
        return {SubjectKind::Device, solid.id};
    case SolidKind::PowerElement:
        return {SubjectKind::PowerElement, solid.id};
    case SolidKind::CoolingUnit:
        return {SubjectKind::CoolingUnit, solid.id};
    case SolidKind::Wall:
    case SolidKind::Column:
    case SolidKind::KeepOut:
    case SolidKind::DoorSwing:
        return {SubjectKind::RoomObject, solid.id};
    case SolidKind::ServiceSpace:
        return {solid.owner == SolidKind::CoolingUnit    ? SubjectKind::CoolingUnit
                : solid.owner == SolidKind::PowerElement ? SubjectKind::PowerElement
                                                         : SubjectKind::Device,
                solid.id};
    }
    RW_CHECK(false, "every kind of solid is a subject");
}

namespace {

Message openOverlap(const std::string& name) { return Message("rule.not-checked").with("subject", name); }

bool isEquipment(const Solid& solid) { return solid.kind <= SolidKind::CoolingUnit; }

// Plant that stands in the yard as well as in the hall.
bool isYardPlant(const Context& context, const Solid& solid) {
    const auto rowPart = [&solid]<class Row>(const Table<Row>& table) {
        const Row* row = table.find(Id<Row>{solid.id});
        return row ? row->part : Id<PartRow>{};
    };
    Id<PartRow> id;
    if (solid.kind == SolidKind::PowerElement)
        id = rowPart(context.design().powerElements);
    else if (solid.kind == SolidKind::CoolingUnit)
        id = rowPart(context.design().coolingUnits);
    const Part* part = context.part(id);
    return part && mayStandOutdoors(part->category);
}

// The building may have no names: it is named by the room that it stands in.
std::string placeName(const Context& context, const Solid& solid) {
    return subjectName(context, isEquipment(solid) ? subjectOf(solid) : Subject(solid.room));
}

// Rows of the building have names or none: "column C3", "a column".
std::string nameOfObject(const Context& context, const Solid& solid) {
    const RoomObject* object = context.design().roomObjects.find({solid.id});
    return object ? object->name : std::string();
}

// What two things overlap as; the building is named by what stands there, not by its room.
Message overlapMessage(const Context& context, const Solid& thing, const Solid& other) {
    const std::string subject = subjectName(context, subjectOf(thing));
    if (isEquipment(other))
        return Message("rule.FLOOR-01.overlap")
            .with("subject", subject)
            .with("other", subjectName(context, subjectOf(other)));
    const char* what = other.kind == SolidKind::Wall      ? "wall"
                       : other.kind == SolidKind::Column  ? "column"
                       : other.kind == SolidKind::KeepOut ? "keep-out"
                                                          : "door";
    const std::string name = nameOfObject(context, other);
    return Message("rule.FLOOR-01." + std::string(what) + (name.empty() ? "" : "-named"))
        .with("subject", subject)
        .with("name", name)
        .with("room", placeName(context, other));
}

Verdict overlapping(const Context& context, const Solid& a, const Solid& b) {
    const bool isFirst = isEquipment(a);
    const Solid& thing = isFirst ? a : b;
    const Solid& other = isFirst ? b : a;
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.subject = subjectOf(thing);
    verdict.others = {subjectOf(other)};
    verdict.message = overlapMessage(context, thing, other);
    verdict.cause = "overlap:" + std::to_string(thing.id) + ":" + std::to_string(other.id);
    return verdict;
}

// A service space may lie over other service spaces, keep-outs, door swings and the unit it belongs to; nothing else
// may stand in it.
bool isServiceBlocked(const Solid& space, const Solid& other) {
    const bool isOwn = other.kind == space.owner && other.id == space.id;
    const bool isSolid = isEquipment(other) || other.kind == SolidKind::Column || other.kind == SolidKind::Wall;
    return isSolid && !isOwn && overlap(space.outline, other.outline);
}

Verdict withoutService(const Context& context, const Solid& space, const Solid& other) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.subject = subjectOf(space);
    verdict.others = {subjectOf(other)};
    verdict.message = Message(other.kind == SolidKind::Wall     ? "rule.FLOOR-01.service-wall"
                              : other.kind == SolidKind::Column ? "rule.FLOOR-01.service-column"
                                                                : "rule.FLOOR-01.service")
                          .with("subject", subjectName(context, verdict.subject))
                          .with("other", placeName(context, other));
    verdict.cause = "service:" + std::to_string(space.id) + ":" + std::to_string(other.id);
    return verdict;
}

Verdict throughColumn(const Context& context, Subject thing, const RoomObject& column, Severity severity) {
    const Room* room = context.design().rooms.find(column.room);
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = severity;
    verdict.subject = thing;
    verdict.others = {Subject(column.id)};
    verdict.message = Message(severity == Severity::Warning ? "rule.FLOOR-01.wall-column" : "rule.FLOOR-01.door-column")
                          .with("room", room ? room->name : std::string());
    verdict.cause = "column:" + std::to_string(thing.id) + ":" + std::to_string(column.id.value);
    return verdict;
}

/// The middle of what is drawn, where a sentence says that it stands.
struct Middle {
    UnitNumber x, y;
};

Middle middleOf(const std::vector<Point>& points) {
    const Box box = boundingBox(points);
    return {{((box.low.x + box.high.x) / 2).inMetres(), "m"}, {((box.low.y + box.high.y) / 2).inMetres(), "m"}};
}

// Columns mostly have no names: the place tells which one it is.
Verdict pathThroughColumn(const Context& context, const PathSegment& segment, const RoomObject& object,
                          const Column& column) {
    Verdict verdict = throughColumn(context, {SubjectKind::Pathway, segment.id.value}, object, Severity::Error);
    const Middle middle = middleOf(column.outline);
    verdict.message =
        Message(segment.name.empty() ? "rule.FLOOR-01.pathway-column" : "rule.FLOOR-01.pathway-column-named")
            .with("subject", segment.name)
            .with("room", subjectName(context, Subject(object.room)))
            .with("x", middle.x)
            .with("y", middle.y);
    return verdict;
}

Verdict drawnOver(const RoomObject& first, const RoomObject& second, Severity severity, Message message) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = severity;
    verdict.subject = Subject(first.id);
    verdict.others = {Subject(second.id)};
    verdict.message = std::move(message);
    verdict.cause = "over:" + std::to_string(first.id.value) + ":" + std::to_string(second.id.value);
    return verdict;
}

bool areNamed(const RoomObject& first, const RoomObject& second) { return !first.name.empty() && !second.name.empty(); }

// One stands in the other, or it is drawn twice: the walls and racks around one of them are wrong.
std::optional<Verdict> columnInColumn(const Context& context, const Solid& a, const Solid& b) {
    const RoomObject* first = context.design().roomObjects.find({std::min(a.id, b.id)});
    const RoomObject* second = context.design().roomObjects.find({std::max(a.id, b.id)});
    if (!first || !second || first == second || !overlap(a.outline, b.outline))
        return std::nullopt;
    const Middle middle = middleOf(a.id < b.id ? a.outline : b.outline);
    return drawnOver(*first, *second, Severity::Warning,
                     Message(areNamed(*first, *second) ? "rule.FLOOR-01.columns-named" : "rule.FLOOR-01.columns")
                         .with("subject", first->name)
                         .with("other", second->name)
                         .with("room", subjectName(context, Subject(first->room)))
                         .with("x", middle.x)
                         .with("y", middle.y));
}

/// Whether two doors take the same piece of a wall: side by side in it, each has its own.
bool shareWall(const Door& a, const Door& b) {
    constexpr double kSameWall = 0.3, kTouching = 0.001; // m
    const double dx = (a.to.x - a.from.x).inMetres(), dy = (a.to.y - a.from.y).inMetres();
    const double width = std::hypot(dx, dy);
    if (width <= 0)
        return false;
    const auto along = [&](Point at) {
        return ((at.x - a.from.x).inMetres() * dx + (at.y - a.from.y).inMetres() * dy) / width;
    };
    const auto aside = [&](Point at) {
        return std::abs((at.y - a.from.y).inMetres() * dx - (at.x - a.from.x).inMetres() * dy) / width;
    };
    const auto [low, high] = std::minmax({along(b.from), along(b.to)});
    return aside(b.from) < kSameWall && aside(b.to) < kSameWall &&
           std::min(high, width) - std::max(low, 0.0) > kTouching;
}

Verdict doorInDoor(const Context& context, const RoomObject& first, const RoomObject& second, const Door& door) {
    const Middle middle = middleOf({door.from, door.to});
    return drawnOver(first, second, Severity::Error,
                     Message(areNamed(first, second) ? "rule.FLOOR-01.doors-named" : "rule.FLOOR-01.doors")
                         .with("subject", first.name)
                         .with("other", second.name)
                         .with("room", subjectName(context, Subject(first.room)))
                         .with("x", middle.x)
                         .with("y", middle.y));
}

void doorsInDoors(const Context& context, std::vector<Verdict>& verdicts) {
    std::map<Id<Room>, std::vector<const RoomObject*>> doorsOf;
    for (const RoomObject& object : context.design().roomObjects)
        if (std::holds_alternative<Door>(object.shape) && object.scope.isPresent())
            doorsOf[object.room].push_back(&object);
    for (const auto& [room, doors] : doorsOf)
        for (std::size_t i = 0; i < doors.size(); ++i)
            for (std::size_t j = i + 1; j < doors.size(); ++j) {
                const Door& door = std::get<Door>(doors[i]->shape);
                if (shareWall(door, std::get<Door>(doors[j]->shape)))
                    verdicts.push_back(doorInDoor(context, *doors[i], *doors[j], door));
            }
}

// Whether what is built along a line, as wide as it is, runs into a column.
bool takesOf(Point from, Point to, Length width, const Column& column) {
    const double dx = (to.x - from.x).inMetres(), dy = (to.y - from.y).inMetres();
    const double length = std::hypot(dx, dy);
    if (length <= 0)
        return false;
    const double half = width.inMetres() / 2 / length;
    const Point aside{Length::nearest(-dy * half), Length::nearest(dx * half)};
    return crosses(from, to, column.outline) || overlap({{from.x + aside.x, from.y + aside.y},
                                                         {to.x + aside.x, to.y + aside.y},
                                                         {to.x - aside.x, to.y - aside.y},
                                                         {from.x - aside.x, from.y - aside.y}},
                                                        column.outline);
}

// In the leaves' way, or in the doorway itself.
bool blocks(const Column& column, const Door& door) {
    if (crosses(door.from, door.to, column.outline))
        return true;
    const auto swings = doorSwings(door);
    return std::ranges::any_of(swings, [&](const std::vector<Point>& leaf) { return overlap(leaf, column.outline); });
}

// A door hangs in the wall along which it lies, but not in one that ends with its frame. A wall that meets the frame by
// its middle line is not in its way.
bool isAcross(const Wall& wall, const Door& door) {
    if (isAlong(wall, door))
        return fillsDoorway(wall, door);
    const auto swings = doorSwings(door);
    return std::ranges::any_of(swings,
                               [&](const std::vector<Point>& leaf) { return crosses(wall.from, wall.to, leaf); });
}

// The way out of a door, as wide as it is, on both of its sides.
std::vector<std::vector<Point>> waysOut(const Door& door, Length depth) {
    const double dx = (door.to.x - door.from.x).inMetres(), dy = (door.to.y - door.from.y).inMetres();
    const double width = std::hypot(dx, dy);
    if (width <= 0)
        return {};
    std::vector<std::vector<Point>> ways;
    for (const double side : {1.0, -1.0}) {
        const double far = side * depth.inMetres() / width;
        const Point out{Length::nearest(-dy * far), Length::nearest(dx * far)};
        ways.push_back(
            {door.from, door.to, {door.to.x + out.x, door.to.y + out.y}, {door.from.x + out.x, door.from.y + out.y}});
    }
    return ways;
}

bool isBefore(const Wall& wall, const Door& door, Length depth) {
    const auto ways = waysOut(door, depth);
    return !isAlong(wall, door) &&
           std::ranges::any_of(ways, [&](const std::vector<Point>& way) { return crosses(wall.from, wall.to, way); });
}

// The clear way before doors is judged by a setting: one that nobody can read leaves it open.
void openWaysOut(const Context& context, std::vector<Verdict>& verdicts) {
    std::string setting = unreadableSetting(context, setting_of::accessibleLeast);
    const auto isDoor = [](const RoomObject& object) {
        return std::holds_alternative<Door>(object.shape) && object.scope.isPresent();
    };
    const auto door = std::ranges::find_if(context.design().roomObjects, isDoor);
    if (setting.empty() || door == context.design().roomObjects.end())
        return;
    const std::string name = door->name.empty() ? subjectName(context, Subject(door->room)) : door->name;
    verdicts.push_back(
        notChecked(Subject(door->id), std::move(setting), Message("rule.not-checked").with("subject", name)));
}

// In a doorway, in the swing of its leaves, or in the way out that an accessible route keeps clear before every door.
void wallsAtDoors(const Context& context, std::vector<Verdict>& verdicts) {
    const Length wayOut = Length::nearest(plainSetting(context, settingFact(setting_of::accessibleLeast)).typical());
    for (const RoomObject& object : context.design().roomObjects) {
        const auto* door = std::get_if<Door>(&object.shape);
        if (!door || !object.scope.isPresent())
            continue;
        for (const RoomObject& other : context.design().roomObjects) {
            const auto* wall = std::get_if<Wall>(&other.shape);
            if (!wall || other.room != object.room || !other.scope.isPresent())
                continue;
            const bool isBarred = isAcross(*wall, *door);
            if (!isBarred && !isBefore(*wall, *door, wayOut))
                continue;
            const std::string room = subjectName(context, Subject(object.room));
            Verdict verdict;
            verdict.state = RuleState::Failed;
            verdict.severity = isBarred ? Severity::Error : Severity::Warning;
            verdict.subject = Subject(object.id);
            verdict.others = {Subject(other.id)};
            verdict.message = isBarred ? Message("rule.FLOOR-01.wall-door").with("room", room)
                                       : Message("rule.FLOOR-01.door-front-wall")
                                             .with("room", room)
                                             .with("limit", UnitNumber{wayOut.inMetres() * 1000, "mm"});
            verdict.cause = "wall:" + std::to_string(object.id.value) + ":" + std::to_string(other.id.value);
            verdicts.push_back(std::move(verdict));
        }
    }
}

// People leave through every door: before it lies an accessible route's clear width.
std::optional<Verdict> columnBefore(const Context& context, const RoomObject& object, const Door& door,
                                    const RoomObject& columnObject, const Column& column) {
    const Value limit = plainSetting(context, settingFact(setting_of::accessibleLeast));
    if (limit.isUnknown())
        return std::nullopt;
    const auto ways = waysOut(door, Length::nearest(limit.typical()));
    if (std::ranges::none_of(ways, [&](const std::vector<Point>& way) { return overlap(way, column.outline); }))
        return std::nullopt;
    Verdict verdict = throughColumn(context, Subject(object.id), columnObject, Severity::Warning);
    verdict.message = Message("rule.FLOOR-01.door-front")
                          .with("room", subjectName(context, Subject(object.room)))
                          .with("limit", UnitNumber{limit.typical() * 1000, "mm"});
    return verdict;
}

Verdict standsBefore(const Context& context, const RoomObject& door, const Solid& thing, Length limit) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Warning;
    verdict.subject = subjectOf(thing);
    verdict.others = {Subject(door.id)};
    verdict.message = Message(door.name.empty() ? cause_of::beforeDoor : cause_of::beforeDoorNamed)
                          .with("subject", subjectName(context, verdict.subject))
                          .with("name", door.name)
                          .with("room", subjectName(context, Subject(door.room)))
                          .with("limit", UnitNumber{limit.inMetres() * 1000, "mm"});
    verdict.cause = "door-front:" + std::to_string(door.id.value) + ":" + std::to_string(thing.id);
    return verdict;
}

// Racks and units in the way out of a door; in the swing of its leaves they overlap with it.
std::vector<Verdict> thingsBeforeDoors(const Context& context) {
    const Length wayOut = Length::nearest(plainSetting(context, settingFact(setting_of::accessibleLeast)).typical());
    std::vector<Verdict> verdicts;
    for (const RoomObject& object : context.design().roomObjects) {
        const auto* door = std::get_if<Door>(&object.shape);
        if (!door || !object.scope.isPresent())
            continue;
        const auto ways = waysOut(*door, wayOut), swings = doorSwings(*door);
        const auto isIn = [](const Solid& thing, const std::vector<std::vector<Point>>& outlines) {
            return std::ranges::any_of(outlines, [&](const auto& each) { return overlap(each, thing.outline); });
        };
        for (const Solid& thing : context.lookUp<FloorMap>().solids())
            if (isEquipment(thing) && thing.room == object.room && isIn(thing, ways) && !isIn(thing, swings))
                verdicts.push_back(standsBefore(context, object, thing, wayOut));
    }
    return verdicts;
}

// What is built along a line and runs into a column. A wall may be meant to enclose it; a door, tray or busway cannot.
void runsThroughColumns(const Context& context, std::vector<Verdict>& verdicts) {
    const Design& design = context.design();
    for (const RoomObject& object : design.roomObjects) {
        const auto* column = std::get_if<Column>(&object.shape);
        if (!column || !object.scope.isPresent() || column->outline.size() < 3)
            continue;
        for (const RoomObject& other : design.roomObjects) {
            if (other.room != object.room || !other.scope.isPresent())
                continue;
            const Subject subject(other.id);
            const auto* wall = std::get_if<Wall>(&other.shape);
            const auto* door = std::get_if<Door>(&other.shape);
            if (wall && takesOf(wall->from, wall->to, wall->thickness, *column))
                verdicts.push_back(throughColumn(context, subject, object, Severity::Warning));
            else if (door && blocks(*column, *door))
                verdicts.push_back(throughColumn(context, subject, object, Severity::Error));
            else if (door)
                if (auto before = columnBefore(context, other, *door, object, *column))
                    verdicts.push_back(std::move(*before));
        }
        for (const PathSegment& segment : design.pathSegments) {
            const PathNode* from = design.pathNodes.find(segment.from);
            const PathNode* to = design.pathNodes.find(segment.to);
            if (from && to && from->room == object.room && to->room == object.room && segment.scope.isPresent() &&
                takesOf(from->place, to->place, segment.width, *column))
                verdicts.push_back(pathThroughColumn(context, segment, object, *column));
        }
    }
}

// By its name, else by what it is and where its middle lies.
Message ceilingMessage(const Room& room, const PathSegment& segment, Point from, Point to, double height,
                       double clear) {
    const UnitNumber found = inUnit(height, "mm"), limit = inUnit(clear, "mm");
    if (!segment.name.empty())
        return Message("rule.FLOOR-01.ceiling-named")
            .with("subject", segment.name)
            .with("room", room.name)
            .with("found", found)
            .with("limit", limit);
    return Message("rule.FLOOR-01.ceiling-" + std::string(enumName(segment.kind)))
        .with("x", UnitNumber{((from.x + to.x) / 2).inMetres(), "m"})
        .with("y", UnitNumber{((from.y + to.y) / 2).inMetres(), "m"})
        .with("room", room.name)
        .with("found", found)
        .with("limit", limit);
}

// What hangs overhead hangs below the ceiling. A riser goes through it. A room of unknown height is asked for by the
// rule of heights.
void runsAboveCeilings(const Context& context, std::vector<Verdict>& verdicts) {
    const Design& design = context.design();
    std::map<Id<Room>, std::optional<double>> heights;
    for (const Room& room : design.rooms) {
        const Value clear = clearHeightOf(context, &room);
        heights[room.id] = clear.isKnown() ? std::optional(clear.typical()) : std::nullopt;
    }
    for (const PathSegment& segment : design.pathSegments) {
        const PathNode* from = design.pathNodes.find(segment.from);
        const PathNode* to = design.pathNodes.find(segment.to);
        if (!from || !to || !segment.scope.isPresent())
            continue;
        for (const PathNode* end : {from, to}) {
            const auto clear = heights.find(end->room);
            if (clear == heights.end() || !clear->second || end->kind == PathNodeKind::Riser ||
                end->height.inMetres() <= *clear->second)
                continue;
            Verdict verdict;
            verdict.state = RuleState::Failed;
            verdict.severity = Severity::Error;
            verdict.subject = {SubjectKind::Pathway, segment.id.value};
            verdict.others = {Subject(end->room)};
            verdict.message = ceilingMessage(*design.rooms.find(end->room), segment, from->place, to->place,
                                             end->height.inMetres(), *clear->second);
            verdict.cause = "ceiling:" + std::to_string(segment.id.value);
            verdicts.push_back(std::move(verdict));
            break;
        }
    }
}

// FLOOR-01: nothing stands in anything else, in a column, wall, keep-out, door swing or service space, or out of its
// room; no column or door is drawn over another.
std::vector<Verdict> overlaps(const Context& context) {
    const FloorMap& map = context.lookUp<FloorMap>();
    std::vector<Verdict> verdicts;
    std::vector<Subject> hit;
    map.forEachNeighbourPair([&](const Solid& a, const Solid& b) {
        if (a.kind == SolidKind::ServiceSpace || b.kind == SolidKind::ServiceSpace) {
            const Solid& space = a.kind == SolidKind::ServiceSpace ? a : b;
            const Solid& other = a.kind == SolidKind::ServiceSpace ? b : a;
            if (!isServiceBlocked(space, other))
                return;
            verdicts.push_back(withoutService(context, space, other));
            hit.push_back(verdicts.back().subject);
            return;
        }
        if (a.kind == SolidKind::Column && b.kind == SolidKind::Column)
            if (std::optional<Verdict> found = columnInColumn(context, a, b))
                verdicts.push_back(std::move(*found));
        if ((!isEquipment(a) && !isEquipment(b)) || !overlap(a.outline, b.outline))
            return;
        verdicts.push_back(overlapping(context, a, b));
        hit.push_back(verdicts.back().subject);
        hit.push_back(subjectOf(b));
    });
    for (Verdict& verdict : thingsBeforeDoors(context)) {
        hit.push_back(verdict.subject);
        verdicts.push_back(std::move(verdict));
    }
    std::ranges::sort(hit);
    for (const Solid& solid : map.solids()) {
        if (!isEquipment(solid))
            continue;
        const Room* room = context.design().rooms.find(solid.room);
        if (room && !isWithin(solid.outline, room->outline) &&
            !(isYardPlant(context, solid) && isBeyond(solid.outline, room->outline))) {
            Verdict verdict;
            verdict.state = RuleState::Failed;
            verdict.subject = subjectOf(solid);
            verdict.message = Message("rule.FLOOR-01.outside")
                                  .with("subject", subjectName(context, subjectOf(solid)))
                                  .with("room", room->name);
            verdict.cause = "outside:" + std::to_string(solid.id);
            verdicts.push_back(std::move(verdict));
        } else if (!std::ranges::binary_search(hit, subjectOf(solid))) {
            verdicts.push_back(passed(subjectOf(solid)));
        }
    }
    for (const Rack* rack : context.racks())
        if (rack->room && !map.rack(rack->id))
            verdicts.push_back(notChecked(subjectOf(*rack), partKey(context, rack->part, attribute::width.key),
                                          openOverlap(rack->name)));
    openWaysOut(context, verdicts);
    runsThroughColumns(context, verdicts);
    runsAboveCeilings(context, verdicts);
    wallsAtDoors(context, verdicts);
    doorsInDoors(context, verdicts);
    return verdicts;
}

} // namespace

Rule overlapRule() {
    return makeRule("FLOOR-01", PowerBasis::None, "reference.overlaps", overlaps,
                    Reads::only({"racks", "devices", "power_elements", "cooling_units", "rooms", "room_objects",
                                 "path_nodes", "path_segments"}));
}

} // namespace rackwright
