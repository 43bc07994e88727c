// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of air: what the units of a room supply against what its devices draw.
#include "solvers/cooling/air_balance.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/findings.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/cooling/method.h"
#include "solvers/space/floor_map.h"

#include <algorithm>
#include <map>
#include <optional>

namespace rackwright {

namespace {

// Of supplied air to air that racks draw. A contained aisle leaks; an open one mixes and has no such margin.
constexpr double kContainedRatio = 1.02;

// Racks whose heat the room air takes, and the units that supply it with the racks of the room that each serves, by
// room of the racks.
struct RoomAir {
    std::vector<Id<Rack>> racks;
    std::map<Id<CoolingUnit>, std::vector<Id<Rack>>> units;
    bool isContained = false;
};

std::map<Id<Room>, RoomAir> airOfRooms(const Context& context) {
    std::map<Id<Room>, RoomAir> rooms;
    for (const Rack* rack : context.racks()) {
        bool isServed = false;
        for (const CoolingService* service : context.contents(rack->id).services) {
            const CoolingUnit* unit = context.design().coolingUnits.find(service->unit);
            if (service->heat != HeatKind::Air || !suppliesRoomAir(unit->kind))
                continue;
            isServed = true;
            rooms[rack->room].units[unit->id].push_back(rack->id);
        }
        if (!isServed)
            continue;
        RoomAir& room = rooms[rack->room];
        room.racks.push_back(rack->id);
        const auto cooling = coolingOf(context, *rack, HeatKind::Air);
        room.isContained = room.isContained || (cooling && cooling->method == CoolingMethod::ContainedAir);
    }
    return rooms;
}

// Of a unit whose air goes to racks of several rooms the part that they draw here.
Value shareOfUnit(const Context& context, const CoolingUnit& unit, const std::vector<Id<Rack>>& here) {
    std::vector<Id<Rack>> all;
    for (const CoolingService* service : context.servedBy(unit.id))
        if (service->heat == HeatKind::Air)
            all.push_back(service->rack);
    return all.size() == here.size() ? Value(1.0) : drawnAir(context, here) / drawnAir(context, all);
}

// Air of a unit in another room comes by a duct or a plenum, which no design draws; that of a row goes no further.
void judgePlaces(const Context& context, Id<Room> id, const RoomAir& air, std::vector<Verdict>& verdicts) {
    const Room* room = context.design().rooms.find(id);
    for (const auto& [unitId, racks] : air.units) {
        const CoolingUnit& unit = *context.design().coolingUnits.find(unitId);
        const auto* floor = std::get_if<OnFloor>(&unit.placement);
        const Room* other = floor && floor->room != id ? context.design().rooms.find(floor->room) : nullptr;
        if (!room || !other)
            continue;
        verdicts.push_back(failedFor(Subject(unitId),
                                     Message("rule.COOL-02.other-room")
                                         .with("subject", unit.name)
                                         .with("room", other->name)
                                         .with("served", room->name),
                                     "other-room:" + idText(unitId),
                                     unit.kind == CoolingUnitKind::InRow ? Severity::Error : Severity::Warning));
    }
}

void judgeBalance(const Context& context, Id<Room> id, const RoomAir& air, std::vector<Verdict>& verdicts) {
    const Room* room = context.design().rooms.find(id);
    const Subject subject = room ? Subject(id) : Subject(air.racks.front());
    const std::string name = room ? room->name : context.design().racks.find(air.racks.front())->name;
    Value supplied(0.0);
    for (const auto& [unit, racks] : air.units) {
        const CoolingUnit* row = context.design().coolingUnits.find(unit);
        const Value flow = suppliedAir(context, *row);
        if (!flow.isKnown()) {
            verdicts.push_back(openFor(subject, name, partKey(context, row->part, attribute::suppliedAirflow.key)));
            return;
        }
        supplied = supplied + flow * shareOfUnit(context, *row, racks);
    }
    const Value delivered = supplied * thinAirFactor(context);
    const Value drawn = drawnAir(context, air.racks);
    Verdict verdict = compared({subject, name, drawn, Bound::AtMost, delivered, "m3/h", "rule.COOL-02.short",
                                missingAir(context, air.racks), "short:" + idText(id)});
    if (verdict.state == RuleState::Passed && air.isContained &&
        delivered.typical() < kContainedRatio * drawn.typical()) {
        verdict = failedFor(subject,
                            Message("rule.COOL-02.leaks")
                                .with("subject", name)
                                .with("found", inUnit(delivered.typical(), "m3/h"))
                                .with("limit", inUnit(kContainedRatio * drawn.typical(), "m3/h")),
                            "leaks:" + idText(id), Severity::Warning);
    }
    verdicts.push_back(std::move(verdict));
}

// Air that the doors of a rack move together; the first of them.
struct DoorAir {
    const CoolingUnit* door = nullptr;
    Value moved{0.0};
};

// What a door with fans moves against what its own rack draws. Through a door without a stated airflow the fans of the
// devices blow.
void judgeDoors(const Context& context, std::vector<Verdict>& verdicts) {
    std::map<Id<Rack>, DoorAir> doors;
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        const Id<Rack> rack = unit.kind == CoolingUnitKind::RearDoor ? rackOf(unit.placement) : Id<Rack>();
        if (!unit.scope.isPresent() || !context.design().racks.contains(rack))
            continue;
        const Value flow = suppliedAir(context, unit);
        if (flow.isUnknown())
            continue;
        DoorAir& air = doors[rack];
        air.door = air.door ? air.door : &unit;
        air.moved = air.moved + flow;
    }
    std::vector<Id<Rack>> racks;
    for (const auto& [rack, air] : doors)
        racks.push_back(rack);
    const Value thin = thinAirFactor(context);
    for (const LikeRacks& like : context.likeRacks(racks)) {
        const Value drawn = drawnAir(context, {like.first->id});
        const std::string missing =
            drawn.isKnown() && thin.isKnown() ? std::string() : missingAir(context, {like.first->id});
        for (const Rack* rack : like.racks) {
            const DoorAir& air = doors.at(rack->id);
            Verdict verdict =
                compared({Subject(air.door->id), air.door->name, drawn, Bound::AtMost, air.moved * thin, "m3/h",
                          "rule.COOL-02.door-short", missing, "door-short:" + idText(air.door->part)});
            if (verdict.state == RuleState::Failed)
                verdict.message.with("rack", rack->name);
            verdicts.push_back(std::move(verdict));
        }
    }
}

/// Blanking panels close less; through more than this an aisle is open.
constexpr Length kOpenGap = Length::millimetres(300);
/// Behind the edge of an aisle stands the row that closes it.
constexpr Length kRowDepth = Length::millimetres(1'200);

/// A stretch along a side of an aisle.
struct AlongSide {
    Length from, to;
};

bool closesAisles(SolidKind kind) {
    return kind != SolidKind::KeepOut && kind != SolidKind::DoorSwing && kind != SolidKind::ServiceSpace;
}

// From the first to the last of what stands along a side.
std::optional<AlongSide> reachOf(const std::vector<AlongSide>& bodies) {
    if (bodies.empty())
        return std::nullopt;
    return AlongSide{std::ranges::min(bodies, {}, &AlongSide::from).from,
                     std::ranges::max(bodies, {}, &AlongSide::to).to};
}

// As far as an aisle is closed: to the panels at its ends, which stand where the row that reaches further ends. What
// stands along less than half of a side is no row of it.
AlongSide closedReach(const AlongSide& aisle, const AlongSide& own, const std::optional<AlongSide>& opposite) {
    const Length covered = std::min(own.to, aisle.to) - std::max(own.from, aisle.from);
    if (!opposite || covered + covered < aisle.to - aisle.from)
        return own;
    return {std::max(std::min(own.from, opposite->from), aisle.from),
            std::min(std::max(own.to, opposite->to), aisle.to)};
}

// The widest stretch of a side which no rack closes. The ends of an aisle, and a side at which nothing stands, have
// panels of their own.
std::optional<AlongSide> widestGap(std::vector<AlongSide> bodies, const AlongSide& aisle,
                                   const std::optional<AlongSide>& opposite) {
    const auto own = reachOf(bodies);
    if (!own)
        return std::nullopt;
    const AlongSide closed = closedReach(aisle, *own, opposite);
    bodies.push_back({closed.to, closed.to});
    std::ranges::sort(bodies, {}, &AlongSide::from);
    std::optional<AlongSide> widest;
    Length end = closed.from;
    for (const AlongSide& body : bodies) {
        if (body.from - end > kOpenGap && (!widest || body.from - end > widest->to - widest->from))
            widest = AlongSide{end, body.from};
        end = std::max(end, body.to);
    }
    return widest;
}

void judgeSides(const RoomObject& object, const Aisle& aisle, const Room& room, const std::vector<const Solid*>& bodies,
                std::vector<Verdict>& verdicts) {
    const Box box = boundingBox(aisle.outline);
    const bool isAlongX = box.high.x - box.low.x >= box.high.y - box.low.y;
    Length Point::*const along = isAlongX ? &Point::x : &Point::y;
    Length Point::*const across = isAlongX ? &Point::y : &Point::x;
    const auto standingAt = [&](bool isLow, bool areRowsMeant) {
        const Length edge = isLow ? box.low.*across : box.high.*across;
        const Length from = isLow ? edge - kRowDepth : edge, to = isLow ? edge : edge + kRowDepth;
        std::vector<AlongSide> beside;
        for (const Solid* body : bodies) {
            const bool isOfRow = body->kind != SolidKind::Wall && body->kind != SolidKind::Column;
            const bool isBeside = body->box.low.*across < to && body->box.high.*across > from &&
                                  body->box.low.*along < box.high.*along && body->box.high.*along > box.low.*along;
            if (isBeside && (isOfRow || !areRowsMeant))
                beside.push_back({body->box.low.*along, body->box.high.*along});
        }
        return beside;
    };
    const AlongSide length{box.low.*along, box.high.*along};
    for (const bool isLow : {true, false}) {
        const Length edge = isLow ? box.low.*across : box.high.*across;
        const std::optional<AlongSide> gap =
            widestGap(standingAt(isLow, false), length, reachOf(standingAt(!isLow, true)));
        if (!gap)
            continue;
        const double middle = ((gap->from + gap->to) / 2).inMetres();
        verdicts.push_back(failedFor(Subject(object.id),
                                     Message(object.name.empty() ? "rule.COOL-02.gap" : "rule.COOL-02.gap-named")
                                         .with("subject", object.name)
                                         .with("room", room.name)
                                         .with("found", UnitNumber{(gap->to - gap->from).inMetres(), "m"})
                                         .with("x", UnitNumber{isAlongX ? middle : edge.inMetres(), "m"})
                                         .with("y", UnitNumber{isAlongX ? edge.inMetres() : middle, "m"}),
                                     "gap:" + idText(object.id) + (isLow ? ":low" : ":high"), Severity::Warning));
        verdicts.back().others = {Subject(room.id)};
    }
}

// A contained aisle is closed by the racks at its sides: where one is missing the air goes through.
void judgeContainment(const Context& context, std::vector<Verdict>& verdicts) {
    std::map<Id<Room>, std::vector<const Solid*>> bodies;
    for (const RoomObject& object : context.design().roomObjects) {
        const auto* aisle = std::get_if<Aisle>(&object.shape);
        const bool isClosed = aisle && aisle->isContained && aisle->kind != AisleKind::Circulation;
        const Room* room = isClosed && object.scope.isPresent() ? context.design().rooms.find(object.room) : nullptr;
        if (!room || aisle->outline.size() < 3)
            continue;
        if (bodies.empty())
            for (const Solid& solid : context.lookUp<FloorMap>().solids())
                if (closesAisles(solid.kind))
                    bodies[solid.room].push_back(&solid);
        judgeSides(object, *aisle, *room, bodies[object.room], verdicts);
    }
}

// COOL-02: air of the units against air of the racks, room by room, and of doors against that of their racks; no hole
// in a contained aisle.
std::vector<Verdict> balances(const Context& context) {
    std::vector<Verdict> verdicts;
    judgeDoors(context, verdicts);
    judgeContainment(context, verdicts);
    for (const auto& [id, air] : airOfRooms(context)) {
        judgePlaces(context, id, air, verdicts);
        judgeBalance(context, id, air, verdicts);
    }
    return verdicts;
}

} // namespace

bool suppliesRoomAir(CoolingUnitKind kind) {
    return kind == CoolingUnitKind::PerimeterAir || kind == CoolingUnitKind::InRow || kind == CoolingUnitKind::FanWall;
}

Value thinAirFactor(const Context& context) {
    return airDensity<Value>(context).si() * Value(287.055) *
           plainSetting(context, settingFact(setting_of::airTemperature)) / Value(101325.0);
}

Value suppliedAir(const Context& context, const CoolingUnit& unit) {
    return unit.flow ? Value(unit.flow->si(), Grade::Assumption)
                     : plainPartNumber(context, unit.part, attribute::suppliedAirflow.key);
}

std::string missingAir(const Context& context, const std::vector<Id<Rack>>& racks) {
    if (std::string setting = unreadableSetting(context, setting_of::airTemperature, setting_of::airRise);
        !setting.empty())
        return setting;
    for (const LikeRacks& like : context.likeRacks(racks))
        for (const PartCount& group : context.contents(like.first->id).groups)
            if (drawsPower(context.part(group.part)) && !groupsAirflow<Value>(context, {group}).si().isKnown())
                return partKey(context, group.part, attribute::airflow.key);
    return {};
}

Value drawnAir(const Context& context, const std::vector<Id<Rack>>& racks) {
    const Value factor = thinAirFactor(context);
    Sum<dim::VolumeFlow, Value> sum;
    for (const LikeRacks& like : context.likeRacks(racks))
        for (const PartCount& group : context.contents(like.first->id).groups) {
            const Value flow = groupsAirflow<Value>(context, {group}).si();
            const bool isStated = !plainPartNumber(context, group.part, attribute::airflow.key).isUnknown();
            sum.add(times<dim::VolumeFlow, Value>(like.count(), "",
                                                  Quantity<dim::VolumeFlow, Value>(isStated ? flow : flow * factor)));
        }
    return sum.total().si();
}

std::vector<Rule> airRules() {
    const Reads reads = Reads::only({"rack_contents", "racks", "rooms", "room_objects", "devices", "power_elements",
                                     "cooling_services", "cooling_units", "cooling_loops"});
    return {makeRule("COOL-02", PowerBasis::ExpectedPeak, "reference.air-balance", balances, reads)};
}

} // namespace rackwright
