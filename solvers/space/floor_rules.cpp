// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/floor_space.h"
#include "model/design/occupancy.h"
#include "model/project/site_fields.h"
#include "solvers/engine/judging.h"
#include "solvers/engine/subject_name.h"
#include "solvers/space/inventory.h"
#include "solvers/space/space_domain.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace rackwright {

namespace {

Subject subjectOf(const Rack& rack) { return {SubjectKind::Rack, rack.id.value}; }
Message openMessage(const std::string& name) { return Message("rule.not-checked").with("subject", name); }

// Walls and the like are no subjects of figures; a finding names the room that they stand in.
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
        return {SubjectKind::Room, solid.room.value};
    case SolidKind::ServiceSpace:
        return {solid.owner == SolidKind::CoolingUnit    ? SubjectKind::CoolingUnit
                : solid.owner == SolidKind::PowerElement ? SubjectKind::PowerElement
                                                         : SubjectKind::Device,
                solid.id};
    }
    RW_CHECK(false, "every kind of solid is a subject");
}

bool isEquipment(const Solid& solid) { return solid.kind <= SolidKind::CoolingUnit; }

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
        .with("room", subjectName(context, subjectOf(other)));
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
                          .with("other", subjectName(context, subjectOf(other)));
    verdict.cause = "service:" + std::to_string(space.id) + ":" + std::to_string(other.id);
    return verdict;
}

Verdict throughColumn(const Context& context, Subject thing, const RoomObject& column, Severity severity) {
    const Room* room = context.design().rooms.find(column.room);
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = severity;
    verdict.subject = thing;
    verdict.others = {{SubjectKind::RoomObject, column.id.value}};
    verdict.message = Message(thing.kind == SubjectKind::Pathway ? "rule.FLOOR-01.pathway-column"
                              : severity == Severity::Warning    ? "rule.FLOOR-01.wall-column"
                                                                 : "rule.FLOOR-01.door-column")
                          .with("room", room ? room->name : std::string());
    verdict.cause = "column:" + std::to_string(thing.id) + ":" + std::to_string(column.id.value);
    return verdict;
}

// Whether a pathway, as wide as it is, runs into a column.
bool takesOf(const PathNode& from, const PathNode& to, Length width, const Column& column) {
    const double dx = (to.place.x - from.place.x).inMetres(), dy = (to.place.y - from.place.y).inMetres();
    const double length = std::hypot(dx, dy);
    if (length <= 0)
        return false;
    const double half = width.inMetres() / 2 / length;
    const Point aside{Length::nearest(-dy * half), Length::nearest(dx * half)};
    return crosses(from.place, to.place, column.outline) || overlap({{from.place.x + aside.x, from.place.y + aside.y},
                                                                     {to.place.x + aside.x, to.place.y + aside.y},
                                                                     {to.place.x - aside.x, to.place.y - aside.y},
                                                                     {from.place.x - aside.x, from.place.y - aside.y}},
                                                                    column.outline);
}

// In the leaves' way, or in the doorway itself.
bool blocks(const Column& column, const Door& door) {
    if (crosses(door.from, door.to, column.outline))
        return true;
    const auto swings = doorSwings(door);
    return std::ranges::any_of(swings, [&](const std::vector<Point>& leaf) { return overlap(leaf, column.outline); });
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

// People leave through every door: before it lies an accessible route's clear width.
std::optional<Verdict> columnBefore(const Context& context, const RoomObject& object, const Door& door,
                                    const RoomObject& columnObject, const Column& column) {
    const Value limit = plainSetting(context, settingFact(setting_of::accessibleLeast));
    if (limit.isUnknown())
        return std::nullopt;
    const auto ways = waysOut(door, Length::nearest(limit.typical()));
    if (std::ranges::none_of(ways, [&](const std::vector<Point>& way) { return overlap(way, column.outline); }))
        return std::nullopt;
    Verdict verdict =
        throughColumn(context, {SubjectKind::RoomObject, object.id.value}, columnObject, Severity::Warning);
    verdict.message = Message("rule.FLOOR-01.door-front")
                          .with("room", subjectName(context, {SubjectKind::Room, object.room.value}))
                          .with("limit", UnitNumber{limit.typical() * 1000, "mm"});
    return verdict;
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
            const Subject subject{SubjectKind::RoomObject, other.id.value};
            const auto* wall = std::get_if<Wall>(&other.shape);
            const auto* door = std::get_if<Door>(&other.shape);
            if (wall && crosses(wall->from, wall->to, column->outline))
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
                takesOf(*from, *to, segment.width, *column))
                verdicts.push_back(
                    throughColumn(context, {SubjectKind::Pathway, segment.id.value}, object, Severity::Error));
        }
    }
}

// FLOOR-01: nothing stands in anything else, in a column, wall, keep-out, door swing or service space, or out of its
// room.
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
        if ((!isEquipment(a) && !isEquipment(b)) || !overlap(a.outline, b.outline))
            return;
        verdicts.push_back(overlapping(context, a, b));
        hit.push_back(verdicts.back().subject);
        hit.push_back(subjectOf(b));
    });
    std::ranges::sort(hit);
    for (const Solid& solid : map.solids()) {
        if (!isEquipment(solid))
            continue;
        const Room* room = context.design().rooms.find(solid.room);
        if (room && !isWithin(solid.outline, room->outline)) {
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
                                          openMessage(rack->name)));
    runsThroughColumns(context, verdicts);
    return verdicts;
}

Value deepestDevice(const Context& context, const Rack& rack) {
    Largest<dim::Length, Value> deepest;
    for (const PartCount& group : context.contents(rack.id).groups) {
        const Part* part = context.part(group.part);
        if (part && (part->mounting == Mounting::Eia19 || part->mounting == Mounting::OpenRack21 ||
                     part->mounting == Mounting::Mgx))
            deepest.add(partNumber<Value>(context, group.part, attribute::depth));
    }
    return deepest.isEmpty() ? Value(0.0) : deepest.value().si();
}

// The free width before or behind a rack; unset when nothing stands within reach.
std::optional<Value> aisle(const Context& context, const Rack& rack, Face face) {
    const auto facing = context.lookUp<FloorMap>().facing(rack, face);
    return facing ? std::optional(Value(facing->distance.inMetres())) : std::nullopt;
}

Judged aisleJudged(const Rack& rack, const Value& width, const Value& limit, std::string failure, Severity severity) {
    Judged comparison;
    comparison.subject = subjectOf(rack);
    comparison.name = rack.name;
    comparison.measured = width;
    comparison.limit = limit;
    comparison.bound = Bound::AtLeast;
    comparison.unit = "mm";
    comparison.failure = std::move(failure);
    comparison.severity = severity;
    return comparison;
}

bool isPlaced(const Context& context, const Rack& rack) { return context.lookUp<FloorMap>().rack(rack.id) != nullptr; }

Verdict unplacedRack(const Context& context, const Rack& rack) {
    if (!rack.room)
        return notApplicable(subjectOf(rack));
    return notChecked(subjectOf(rack), partKey(context, rack.part, attribute::depth.key), openMessage(rack.name));
}

// FLOOR-02: cold aisle.
void coldAisles(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    if (!isPlaced(context, rack)) {
        verdicts.push_back(unplacedRack(context, rack));
        return;
    }
    const auto width = aisle(context, rack, Face::Front);
    if (!width) {
        verdicts.push_back(passed(subjectOf(rack)));
        return;
    }
    Verdict verdict = judged(aisleJudged(rack, *width, plainSetting(context, settingFact(setting_of::coldAisleLeast)),
                                         "rule.FLOOR-02.narrow", Severity::Error));
    if (verdict.state == RuleState::Passed) {
        const Value needed =
            deepestDevice(context, rack) + plainSetting(context, settingFact(setting_of::coldAisleBeyondDevice));
        Judged comparison = aisleJudged(rack, *width, needed, "rule.FLOOR-02.device", Severity::Warning);
        comparison.missing = missingNumber(context, context.contents(rack.id).groups, attribute::depth.key);
        comparison.isRuleOfThumb = true;
        verdict = judged(std::move(comparison));
    }
    verdicts.push_back(std::move(verdict));
}

bool hasRearDoor(const RackContents& contents) {
    return std::ranges::any_of(contents.coolingUnits,
                               [](const CoolingUnit* unit) { return unit->kind == CoolingUnitKind::RearDoor; });
}

// FLOOR-03: hot aisle, with the room that a rear door takes and needs.
void hotAisles(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const auto limit = [&](const SettingKey<dim::Length>& key) { return plainSetting(context, settingFact(key)); };
    if (!isPlaced(context, rack)) {
        verdicts.push_back(unplacedRack(context, rack));
        return;
    }
    const auto width = aisle(context, rack, Face::Rear);
    if (!width) {
        verdicts.push_back(passed(subjectOf(rack)));
        return;
    }
    if (hasRearDoor(context.contents(rack.id))) {
        verdicts.push_back(
            judged(aisleJudged(rack, *width - limit(setting_of::rearDoorDepth), limit(setting_of::rearDoorAisle),
                               "rule.FLOOR-03.rear-door", Severity::Error)));
        return;
    }
    Verdict verdict =
        judged(aisleJudged(rack, *width, limit(setting_of::hotAisleLeast), "rule.FLOOR-03.narrow", Severity::Error));
    if (verdict.state == RuleState::Passed)
        verdict = judged(
            aisleJudged(rack, *width, limit(setting_of::hotAisleGood), "rule.FLOOR-03.tight", Severity::Warning));
    verdicts.push_back(std::move(verdict));
}

bool turnsRearTo(const Context& context, const Solid& other, const Rack& rack) {
    const Rack* facing = context.design().racks.find(Id<Rack>{other.id});
    const auto back = facing ? context.lookUp<FloorMap>().facing(*facing, Face::Rear) : std::nullopt;
    return back && back->solid && back->solid->kind == SolidKind::Rack && back->solid->id == rack.id.value;
}

// The two tiles before a rack from which its front is to draw.
std::vector<Point> supplyZone(const Context& context, const Rack& rack) {
    const auto place = footprintOf(context.project(), rack);
    RW_CHECK(place, "a placed rack has a footprint");
    const Length reach = Length::nearest(plainSetting(context, settingFact(setting_of::supplyWithin)).typical());
    const Point centre = placed(*place, {Length(), -(place->depth + reach) / 2});
    return corners({centre, place->width, reach, place->rotation});
}

bool isCooledByPerimeterAir(const Context& context, const Rack& rack) {
    return std::ranges::any_of(context.contents(rack.id).services, [&](const CoolingService* service) {
        const CoolingUnit* unit = context.design().coolingUnits.find(service->unit);
        return service->heat == HeatKind::Air && unit && unit->kind == CoolingUnitKind::PerimeterAir;
    });
}

template <class Shape, class Test>
bool hasObject(const Context& context, Id<Room> room, Test test) {
    return std::ranges::any_of(context.design().roomObjects, [&](const RoomObject& object) {
        const auto* shape = std::get_if<Shape>(&object.shape);
        return shape && object.room == room && object.scope.isPresent() && test(*shape);
    });
}

// Over a raised floor perimeter units blow into the plenum: a front needs a tile that lets air through. Without one the
// air comes through the room.
bool lacksSupply(const Context& context, const Rack& rack) {
    const auto stands = [&](const RaisedFloor& floor) { return contains(floor.outline, rack.centre); };
    if (!isCooledByPerimeterAir(context, rack) || !hasObject<RaisedFloor>(context, rack.room, stands))
        return false;
    const std::vector<Point> zone = supplyZone(context, rack);
    return !hasObject<FloorTile>(context, rack.room, [&](const FloorTile& tile) {
        return tile.kind != FloorTileKind::CutOut && overlap(tile.outline, zone);
    });
}

Verdict withoutSupply(const Context& context, const Rack& rack) {
    const Value within = plainSetting(context, settingFact(setting_of::supplyWithin));
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Warning;
    verdict.subject = subjectOf(rack);
    verdict.message =
        Message("rule.FLOOR-04.no-supply").with("subject", rack.name).with("limit", inUnit(within.typical(), "mm"));
    verdict.cause = "no-supply";
    verdict.isRuleOfThumb = true;
    return verdict;
}

// FLOOR-04: a front does not draw the exhaust of the row before it, and has air supply within two tiles.
void aisleOrder(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    if (!isPlaced(context, rack)) {
        verdicts.push_back(unplacedRack(context, rack));
        return;
    }
    const auto facing = context.lookUp<FloorMap>().facing(rack, Face::Front);
    const bool isRack = facing && facing->solid && facing->solid->kind == SolidKind::Rack;
    if (!isRack || !turnsRearTo(context, *facing->solid, rack)) {
        verdicts.push_back(lacksSupply(context, rack) ? withoutSupply(context, rack) : passed(subjectOf(rack)));
        return;
    }
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.subject = subjectOf(rack);
    verdict.others = {subjectOf(*facing->solid)};
    verdict.message = Message("rule.FLOOR-04.hot-to-cold")
                          .with("subject", rack.name)
                          .with("other", subjectName(context, subjectOf(*facing->solid)));
    verdict.cause = "hot-to-cold";
    verdicts.push_back(std::move(verdict));
}

// The narrower side of an aisle as drawn.
Value aisleWidth(const Aisle& aisle) {
    const Box box = boundingBox(aisle.outline);
    return Value(std::min(box.high.x - box.low.x, box.high.y - box.low.y).inMetres());
}

std::optional<SolidKind> obstacleIn(const Context& context, Id<Room> room, const Aisle& route) {
    for (const SolidKind kind : {SolidKind::Rack, SolidKind::Device, SolidKind::PowerElement, SolidKind::CoolingUnit,
                                 SolidKind::Column, SolidKind::KeepOut})
        if (context.lookUp<FloorMap>().meets(room, route.outline, kind))
            return kind;
    return std::nullopt;
}

// A circulation route is 1,200 mm wide and free; below the accessible minimum people in wheelchairs cannot pass, which
// is said of every aisle.
Verdict routeVerdict(const Context& context, const RoomObject& object, const Aisle& aisle) {
    const bool isRoute = aisle.kind == AisleKind::Circulation;
    const Value width = aisleWidth(aisle);
    Judged comparison;
    comparison.subject = {SubjectKind::Room, object.room.value};
    comparison.name = subjectName(context, comparison.subject);
    comparison.measured = width;
    comparison.bound = Bound::AtLeast;
    comparison.unit = "mm";
    comparison.limit = plainSetting(context, settingFact(setting_of::accessibleLeast));
    comparison.failure = "rule.FLOOR-05.accessible";
    comparison.severity = isRoute ? Severity::Error : Severity::Warning;
    Verdict verdict = judged(comparison);
    if (verdict.state == RuleState::Failed || !isRoute)
        return verdict;
    comparison.limit = plainSetting(context, settingFact(setting_of::circulationLeast));
    comparison.failure = "rule.FLOOR-05.narrow";
    verdict = judged(comparison);
    if (verdict.state == RuleState::Failed || !obstacleIn(context, object.room, aisle))
        return verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Error;
    verdict.message = Message("rule.FLOOR-05.blocked")
                          .with("subject", comparison.name)
                          .with("route", object.name.empty() ? std::string(enumName(aisle.kind)) : object.name);
    verdict.cause = "blocked:" + std::to_string(object.id.value);
    return verdict;
}

// The most racks of a row that stand in line without a gap wide enough to be a cross aisle.
struct Stretch {
    Id<Room> room;
    std::string row;
    std::int64_t racks = 0;
};

std::vector<Stretch> longestStretches(const Context& context, Length crossAisle) {
    std::map<std::pair<Id<Room>, std::string>, std::vector<Box>> rows;
    for (const Rack* rack : context.racks())
        if (const Solid* solid = context.lookUp<FloorMap>().rack(rack->id); solid && !rack->row.empty())
            rows[{rack->room, rack->row}].push_back(solid->box);
    std::vector<Stretch> stretches;
    for (auto& [key, boxes] : rows) {
        std::vector<Point> corners;
        for (const Box& box : boxes)
            corners.insert(corners.end(), {box.low, box.high});
        const Box whole = boundingBox(corners);
        Length Point::*const along = whole.high.x - whole.low.x >= whole.high.y - whole.low.y ? &Point::x : &Point::y;
        std::ranges::sort(boxes, {}, [along](const Box& box) { return box.low.*along; });
        Stretch longest{key.first, key.second, 0};
        std::int64_t racks = 0;
        Length end = boxes.front().low.*along;
        for (const Box& box : boxes) {
            racks = box.low.*along - end >= crossAisle ? 1 : racks + 1;
            end = std::max(end, box.high.*along);
            longest.racks = std::max(longest.racks, racks);
        }
        stretches.push_back(longest);
    }
    return stretches;
}

// FLOOR-05: routes are drawn, wide enough and free, and rows are not too long.
std::vector<Verdict> routes(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const RoomObject& object : context.design().roomObjects)
        if (const auto* aisle = std::get_if<Aisle>(&object.shape); aisle && object.scope.isPresent())
            verdicts.push_back(routeVerdict(context, object, *aisle));
    for (const Room& room : context.design().rooms) {
        const bool hasRacks =
            std::ranges::any_of(context.racks(), [&](const Rack* rack) { return rack->room == room.id; });
        const bool hasRoute =
            hasObject<Aisle>(context, room.id, [](const Aisle& aisle) { return aisle.kind == AisleKind::Circulation; });
        if (room.scope.isPresent() && hasRacks && !hasRoute)
            verdicts.push_back(notChecked({SubjectKind::Room, room.id.value}, "room.routes",
                                          Message("rule.FLOOR-05.no-routes").with("subject", room.name)));
    }
    const Length crossAisle =
        Length::nearest(plainSetting(context, settingFact(setting_of::circulationLeast)).typical());
    for (const Stretch& row : longestStretches(context, crossAisle)) {
        Judged comparison;
        comparison.subject = {SubjectKind::Room, row.room.value};
        comparison.name = row.row;
        comparison.measured = Value(static_cast<double>(row.racks));
        comparison.limit = plainSetting(context, settingFact(setting_of::racksPerRow));
        comparison.failure = "rule.FLOOR-05.long-row";
        comparison.severity = Severity::Warning;
        verdicts.push_back(judged(std::move(comparison)));
    }
    return verdicts;
}

std::string missingWeight(const Context& context, const Rack& rack) {
    const std::string key = missingNumber(context, context.contents(rack.id).groups, attribute::weight.key);
    return key.empty() ? partKey(context, rack.part, attribute::weight.key) : key;
}

// FLOOR-06: loads against the ratings of the floor, each on its own basis.
void floorLoads(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const Value slack = Value(1.0) + plainSetting(context, settingFact(setting_of::ratingTolerance));
    const auto judge = [&](const Value& load, const Value& rating, std::string_view key, std::string unit,
                           std::string failure) {
        verdicts.push_back(judged({subjectOf(rack), rack.name, load, rating * slack, Bound::AtMost, std::move(unit),
                                   std::move(failure), Severity::Error,
                                   rating.isKnown() ? missingWeight(context, rack) : std::string(key)}));
    };
    judge(areaLoadWithAisles<Value>(context, rack).si(),
          siteQuantity<Value, dim::AreaLoad>(context, site::floorUniform).si(), site::floorUniform, "kg/m2",
          "rule.FLOOR-06.uniform");
    judge(pointLoad<Value>(context, rack).si(), siteQuantity<Value, dim::Mass>(context, site::floorConcentrated).si(),
          site::floorConcentrated, "kg", "rule.FLOOR-06.concentrated");
    // What rolls in loaded is weighed loaded; other racks roll in empty.
    const Value rolling = isRackScaleRack(context, rack)
                              ? pointLoad<Value>(context, rack).si()
                              : (partNumber<Value>(context, rack.part, attribute::weight).si() /
                                 plainSetting(context, settingFact(setting_of::feetPerRack))) *
                                    plainSetting(context, settingFact(setting_of::worstFoot));
    judge(rolling, siteQuantity<Value, dim::Mass>(context, site::floorRolling).si(), site::floorRolling, "kg",
          "rule.FLOOR-06.rolling");
    verdicts.push_back(
        judged({subjectOf(rack), rack.name, areaLoad<Value>(context, rack).si(),
                plainSetting(context, settingFact(setting_of::footprintNote)), Bound::AtMost, "kg/m2",
                "rule.FLOOR-06.footprint", Severity::Note, missingWeight(context, rack), "footprint", true}));
}

// The smallest door on the delivery path, from the plan or the site record.
struct DeliveryDoor {
    static constexpr std::array<std::string_view, 1> kReads = {"room_objects"};

    explicit DeliveryDoor(const Context& context);
    Value width, height;
};

DeliveryDoor::DeliveryDoor(const Context& context)
    : width(siteQuantity<Value, dim::Length>(context, site::doorWidth).si()),
      height(siteQuantity<Value, dim::Length>(context, site::doorHeight).si()) {
    const auto take = [](Value& least, double metres) {
        if (!least.isKnown() || metres < least.typical())
            least = Value(metres);
    };
    for (const RoomObject& object : context.design().roomObjects) {
        const auto* door = std::get_if<Door>(&object.shape);
        if (!door || !door->isDeliveryPath || !object.scope.isPresent())
            continue;
        take(width, distance(door->from, door->to).inMetres());
        take(height, door->height.inMetres());
    }
}

// FLOOR-07: racks pass the doors between dock and place.
void delivery(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const DeliveryDoor& door = context.lookUp<DeliveryDoor>();
    if (rack.scope.status == Status::Existing) {
        verdicts.push_back(notApplicable(subjectOf(rack)));
        return;
    }
    const auto judge = [&](const PartAttribute<Length>& key, const Value& opening, std::string_view siteKey,
                           std::string failure) {
        const Value size = plainPartNumber(context, rack.part, key.key);
        verdicts.push_back(
            judged({subjectOf(rack), rack.name, size, opening, Bound::AtMost, "mm", std::move(failure), Severity::Error,
                    opening.isKnown() ? partKey(context, rack.part, key.key) : std::string(siteKey)}));
    };
    judge(attribute::height, door.height, site::doorHeight, "rule.FLOOR-07.height");
    judge(attribute::width, door.width, site::doorWidth, "rule.FLOOR-07.width");
}

Value clearHeight(const Context& context, const Room* room) {
    return room && room->clearHeight ? Value(room->clearHeight->inMetres())
                                     : siteQuantity<Value, dim::Length>(context, site::clearHeight).si();
}

// FLOOR-08: space above the racks, and clear height of the room.
void heights(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const Value height = rackHeight<Value>(context, rack).si();
    const Value clear = clearHeight(context, context.design().rooms.find(rack.room));
    verdicts.push_back(judged(
        {subjectOf(rack), rack.name, height + plainSetting(context, settingFact(setting_of::overRack)), clear,
         Bound::AtMost, "mm", "rule.FLOOR-08.over-rack", Severity::Warning,
         clear.isKnown() ? partKey(context, rack.part, attribute::height.key) : std::string(site::clearHeight)}));
}

std::vector<Verdict> roomHeights(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const Room& room : context.design().rooms)
        if (room.scope.isPresent())
            verdicts.push_back(judged({{SubjectKind::Room, room.id.value},
                                       room.name,
                                       clearHeight(context, &room),
                                       plainSetting(context, settingFact(setting_of::clearHeightLeast)),
                                       Bound::AtLeast,
                                       "m",
                                       "rule.FLOOR-08.room",
                                       Severity::Warning,
                                       std::string(site::clearHeight)}));
    return verdicts;
}

} // namespace

std::vector<Rule> floorRules() {
    const Reads plan = Reads::only({"racks", "devices", "power_elements", "cooling_units", "rooms", "room_objects"});
    const Reads around = readsOfFloor();
    Reads supplied = around; // by tiles of the raised floor, wherever they lie
    supplied.tables = {"room_objects"};
    const Reads building = Reads::only({"racks", "devices", "power_elements", "cooling_units", "rooms", "room_objects",
                                        "path_nodes", "path_segments"});
    return {makeRule("FLOOR-01", PowerBasis::None, "geometry; 2010 ADA Standards", overlaps, building),
            makeRackRule("FLOOR-02", PowerBasis::None, "TIA-942-A as cited; OCP Ready facility assessment", coldAisles,
                         around),
            makeRackRule("FLOOR-03", PowerBasis::None, "OCP Ready facility assessment", hotAisles, around),
            makeRackRule("FLOOR-04", PowerBasis::None, "geometry", aisleOrder, supplied),
            makeRule("FLOOR-05", PowerBasis::None, "data center directives (RISA); 2010 ADA Standards", routes, plan),
            makeRackRule("FLOOR-06", PowerBasis::None, "ratings of the site record", floorLoads, around),
            makeRackRule("FLOOR-07", PowerBasis::None, "OCP Ready facility assessment", delivery,
                         Reads::rackOnly({"room_objects"})),
            makeRackRule("FLOOR-08", PowerBasis::None, "OCP Ready facility assessment", heights,
                         Reads::rackOnly({"rooms"}), roomHeights)};
}

} // namespace rackwright
