// SPDX-License-Identifier: GPL-3.0-or-later
// FLOOR-02 to FLOOR-05: aisles before and behind racks, their order, and the ways of people.
#include "model/design/floor_space.h"
#include "model/design/occupancy.h"
#include "solvers/engine/judging.h"
#include "solvers/engine/subject_name.h"
#include "solvers/space/causes.h"
#include "solvers/space/floor_rules.h"
#include "solvers/space/floor_ways.h"
#include "solvers/space/inventory.h"
#include "solvers/space/space_domain.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rackwright {

namespace {

Message openMessage(const std::string& name) { return Message("rule.not-checked").with("subject", name); }

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

Judged aisleJudged(const Rack& rack, const Value& width, const Value& limit, std::string failure, Severity severity,
                   std::string missing = {}) {
    Judged comparison;
    comparison.subject = subjectOf(rack);
    comparison.name = rack.name;
    comparison.measured = width;
    comparison.limit = limit;
    comparison.bound = Bound::AtLeast;
    comparison.unit = "mm";
    comparison.failure = std::move(failure);
    comparison.severity = severity;
    comparison.missing = std::move(missing);
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
                                         "rule.FLOOR-02.narrow", Severity::Error,
                                         unreadableSetting(context, setting_of::coldAisleLeast)));
    if (verdict.state == RuleState::Passed) {
        const Value needed =
            deepestDevice(context, rack) + plainSetting(context, settingFact(setting_of::coldAisleBeyondDevice));
        Judged comparison = aisleJudged(rack, *width, needed, "rule.FLOOR-02.device", Severity::Warning);
        comparison.missing = unreadableSetting(context, setting_of::coldAisleBeyondDevice);
        if (comparison.missing.empty())
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
        const Value left = *width - limit(setting_of::rearDoorDepth);
        verdicts.push_back(
            judged(aisleJudged(rack, left, limit(setting_of::rearDoorAisle), "rule.FLOOR-03.rear-door", Severity::Error,
                               unreadableSetting(context, setting_of::rearDoorDepth, setting_of::rearDoorAisle))));
        // Nobody reads a width below 0: the door itself has no place.
        if (Verdict& verdict = verdicts.back(); verdict.state == RuleState::Failed && left.typical() < 0)
            verdict.message = Message("rule.FLOOR-03.rear-door-no-place")
                                  .with("subject", rack.name)
                                  .with("found", inUnit(-left.typical(), "mm"))
                                  .with("limit", inUnit(limit(setting_of::rearDoorAisle).typical(), "mm"));
        return;
    }
    Verdict verdict = judged(aisleJudged(rack, *width, limit(setting_of::hotAisleLeast), "rule.FLOOR-03.narrow",
                                         Severity::Error, unreadableSetting(context, setting_of::hotAisleLeast)));
    if (verdict.state == RuleState::Passed)
        verdict = judged(aisleJudged(rack, *width, limit(setting_of::hotAisleGood), "rule.FLOOR-03.tight",
                                     Severity::Warning, unreadableSetting(context, setting_of::hotAisleGood)));
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
bool drawsFromTiles(const Context& context, const Rack& rack) {
    const auto stands = [&](const RaisedFloor& floor) { return contains(floor.outline, rack.centre); };
    return isCooledByPerimeterAir(context, rack) && hasObject<RaisedFloor>(context, rack.room, stands);
}

bool lacksSupply(const Context& context, const Rack& rack) {
    if (!drawsFromTiles(context, rack))
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
        Message(cause_of::noSupplyTile).with("subject", rack.name).with("limit", inUnit(within.typical(), "mm"));
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
        std::string setting = unreadableSetting(context, setting_of::supplyWithin);
        if (!setting.empty() && drawsFromTiles(context, rack))
            verdicts.push_back(notChecked(subjectOf(rack), std::move(setting), openMessage(rack.name)));
        else
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

/// What stands in a route, and where in it.
struct Obstacle {
    Subject subject;
    std::string name;        ///< empty: of the building, and nobody named it
    std::string_view what{}; ///< "-column": the words for what has no name
    Point place;
};

// The middle of what the boxes of two outlines have in common.
Point commonMiddle(const Box& a, const Box& b) {
    const auto middle = [](Length lowA, Length lowB, Length highA, Length highB) {
        return (std::max(lowA, lowB) + std::min(highA, highB)) / 2;
    };
    return {middle(a.low.x, b.low.x, a.high.x, b.high.x), middle(a.low.y, b.low.y, a.high.y, b.high.y)};
}

std::optional<Obstacle> solidIn(const Context& context, Id<Room> room, const Aisle& route) {
    for (const SolidKind kind : {SolidKind::Rack, SolidKind::Device, SolidKind::PowerElement, SolidKind::CoolingUnit,
                                 SolidKind::Column, SolidKind::KeepOut}) {
        const Solid* solid = context.lookUp<FloorMap>().firstIn(room, route.outline, kind);
        if (!solid)
            continue;
        const bool isBuilding = kind == SolidKind::Column || kind == SolidKind::KeepOut;
        const RoomObject* object = isBuilding ? context.design().roomObjects.find({solid->id}) : nullptr;
        const Subject subject = subjectOf(*solid);
        return Obstacle{subject, object ? object->name : subjectName(context, subject),
                        kind == SolidKind::Column ? "-column" : "-keep-out",
                        commonMiddle(solid->box, boundingBox(route.outline))};
    }
    return std::nullopt;
}

// A wall along the edge of a route, or one with a door in the route that people in wheelchairs pass, leaves the way
// open.
std::optional<Obstacle> wallIn(const Context& context, Id<Room> room, const Aisle& route) {
    const Length least = Length::nearest(plainSetting(context, settingFact(setting_of::doorLeast)).typical());
    for (const RoomObject& object : context.design().roomObjects) {
        const auto* wall = std::get_if<Wall>(&object.shape);
        if (!wall || object.room != room || !object.scope.isPresent() || !crosses(wall->from, wall->to, route.outline))
            continue;
        const std::vector<Point> thick = outlineOf(*wall);
        const bool hasDoor = hasObject<Door>(context, room, [&](const Door& door) {
            return distance(door.from, door.to) >= least && crosses(door.from, door.to, route.outline) &&
                   !thick.empty() && crosses(door.from, door.to, thick);
        });
        if (!hasDoor)
            return Obstacle{Subject(object.id), object.name, "-wall",
                            commonMiddle(boundingBox({wall->from, wall->to}), boundingBox(route.outline))};
    }
    return std::nullopt;
}

Message withPlace(Message message, Point place) {
    return std::move(message)
        .with("x", UnitNumber{place.x.inMetres(), "m"})
        .with("y", UnitNumber{place.y.inMetres(), "m"});
}

// "rule.FLOOR-05.blocked", "rule.FLOOR-05.blocked-column-route": by what stands there, and by the route's name if it
// has one.
Message blockedMessage(const Obstacle& obstacle, const RoomObject& route, const std::string& room) {
    std::string id = "rule.FLOOR-05.blocked";
    if (obstacle.name.empty())
        id += obstacle.what;
    if (!route.name.empty())
        id += "-route";
    return withPlace(Message(id).with("other", obstacle.name).with("route", route.name).with("subject", room),
                     obstacle.place);
}

// An aisle that is too narrow is told by its middle, since few have a name.
Verdict atItsMiddle(Verdict verdict, const RoomObject& object, const Aisle& aisle) {
    const Box box = boundingBox(aisle.outline);
    if (verdict.state == RuleState::Failed) {
        verdict.others = {Subject(object.id)};
        verdict.message = withPlace(std::move(verdict.message), commonMiddle(box, box));
    }
    return verdict;
}

// A circulation route is 1,200 mm wide and free; below the accessible minimum people in wheelchairs cannot pass, which
// is said of every aisle.
Verdict routeVerdict(const Context& context, const RoomObject& object, const Aisle& aisle) {
    const bool isRoute = aisle.kind == AisleKind::Circulation;
    const Value width = aisleWidth(aisle);
    Judged comparison;
    comparison.subject = Subject(object.room);
    comparison.name = subjectName(context, comparison.subject);
    comparison.measured = width;
    comparison.bound = Bound::AtLeast;
    comparison.unit = "mm";
    comparison.limit = plainSetting(context, settingFact(setting_of::accessibleLeast));
    comparison.failure = "rule.FLOOR-05.accessible";
    comparison.missing = unreadableSetting(context, setting_of::accessibleLeast);
    comparison.severity = isRoute ? Severity::Error : Severity::Warning;
    Verdict verdict = atItsMiddle(judged(comparison), object, aisle);
    if (verdict.state == RuleState::Failed || !isRoute)
        return verdict;
    comparison.limit = plainSetting(context, settingFact(setting_of::circulationLeast));
    comparison.failure = "rule.FLOOR-05.narrow";
    comparison.missing = unreadableSetting(context, setting_of::circulationLeast);
    verdict = atItsMiddle(judged(comparison), object, aisle);
    if (verdict.state == RuleState::Failed)
        return verdict;
    auto obstacle = solidIn(context, object.room, aisle);
    if (std::string setting = unreadableSetting(context, setting_of::doorLeast); !obstacle && !setting.empty())
        return notChecked(comparison.subject, std::move(setting), openMessage(comparison.name));
    if (!obstacle)
        obstacle = wallIn(context, object.room, aisle);
    if (!obstacle)
        return verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Error;
    verdict.others = {obstacle->subject};
    verdict.message = blockedMessage(*obstacle, object, comparison.name);
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

// A rack that nobody can walk up to is neither filled nor serviced.
void racksCutOff(const Context& context, std::vector<Verdict>& verdicts) {
    std::string setting = unreadableSetting(context, setting_of::accessibleLeast, setting_of::doorLeast);
    if (!setting.empty() && !context.racks().empty()) {
        const Rack& first = *context.racks().front();
        verdicts.push_back(notChecked(subjectOf(first), std::move(setting), openMessage(first.name)));
        return;
    }
    const Value least = plainSetting(context, settingFact(setting_of::accessibleLeast));
    const Value doorLeast = plainSetting(context, settingFact(setting_of::doorLeast));
    for (const Id<Rack> id : context.lookUp<FloorWays>().cutOff()) {
        const Rack& rack = *context.design().racks.find(id);
        Verdict verdict;
        verdict.state = RuleState::Failed;
        verdict.severity = Severity::Error;
        verdict.subject = subjectOf(rack);
        verdict.message = Message("rule.FLOOR-05.cut-off")
                              .with("subject", rack.name)
                              .with("limit", inUnit(least.typical(), "mm"))
                              .with("door", inUnit(doorLeast.typical(), "mm"));
        verdict.cause = "cut-off:" + std::to_string(rack.room.value);
        verdicts.push_back(std::move(verdict));
    }
}

// Nobody comes in where there is no door: whether the racks can be walked up to is open.
void roomsWithoutDoors(const Context& context, std::vector<Verdict>& verdicts) {
    for (const Id<Room> id : context.lookUp<FloorWays>().withoutDoors()) {
        const Subject subject(id);
        Verdict verdict = notChecked(subject, "room.doors",
                                     Message("rule.FLOOR-05.no-door").with("room", subjectName(context, subject)));
        verdict.cause = std::to_string(id.value);
        verdicts.push_back(std::move(verdict));
    }
}

// What is too large to be looked through has not been.
void roomsTooLarge(const Context& context, std::vector<Verdict>& verdicts) {
    for (const Id<Room> id : context.lookUp<FloorWays>().unsearchedRoutes()) {
        const Subject subject(id);
        Verdict verdict = notChecked(subject, "room.size",
                                     Message("rule.FLOOR-05.too-large")
                                         .with("room", subjectName(context, subject))
                                         .with("limit", UnitNumber{WalkGrid::kMostSquareMetres, "m2"}));
        verdict.cause = "too-large:" + std::to_string(id.value);
        verdicts.push_back(std::move(verdict));
    }
}

// FLOOR-05: racks can be walked up to, routes are drawn, wide enough and free, and rows are not too long.
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
        if (room.scope.isPresent() && hasRacks && !hasRoute) {
            verdicts.push_back(notChecked(Subject(room.id), "room.routes",
                                          Message("rule.FLOOR-05.no-routes").with("subject", room.name)));
            verdicts.back().cause = std::to_string(room.id.value); // each room is named
        }
    }
    roomsWithoutDoors(context, verdicts);
    roomsTooLarge(context, verdicts);
    racksCutOff(context, verdicts);
    const Length crossAisle =
        Length::nearest(plainSetting(context, settingFact(setting_of::circulationLeast)).typical());
    const std::string openRows = unreadableSetting(context, setting_of::circulationLeast, setting_of::racksPerRow);
    for (const Stretch& row : longestStretches(context, crossAisle)) {
        Judged comparison;
        comparison.subject = Subject(row.room);
        comparison.name = row.row;
        comparison.measured = openRows.empty() ? Value(static_cast<double>(row.racks)) : Value::unknown();
        comparison.missing = openRows;
        comparison.limit = plainSetting(context, settingFact(setting_of::racksPerRow));
        comparison.failure = "rule.FLOOR-05.long-row";
        comparison.severity = Severity::Warning;
        verdicts.push_back(judged(std::move(comparison)));
    }
    return verdicts;
}

} // namespace

std::vector<Rule> aisleRules() {
    const Reads around = readsOfFloor();
    Reads supplied = around; // by tiles of the raised floor, wherever they lie
    supplied.tables = {"room_objects"};
    return {makeRackRule("FLOOR-02", PowerBasis::None, "reference.cold-aisles", coldAisles, around),
            makeRackRule("FLOOR-03", PowerBasis::None, "reference.ocp-ready", hotAisles, around),
            makeRackRule("FLOOR-04", PowerBasis::None, "reference.geometry", aisleOrder, supplied),
            makeRule("FLOOR-05", PowerBasis::None, "reference.escape-ways", routes,
                     Reads::only({"racks", "devices", "power_elements", "cooling_units", "rooms", "room_objects"}))};
}

} // namespace rackwright
