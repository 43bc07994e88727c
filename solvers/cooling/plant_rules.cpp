// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of the plant: the redundancy that is claimed for air units, chillers and pumps, the time that a loop bridges,
// and what liquid-to-air CDUs, immersion tanks and high sites leave open.
#include "model/units/heat_unit.h"
#include "solvers/cooling/air_balance.h"
#include "solvers/cooling/air_hold.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/findings.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/cooling/plant_groups.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace rackwright {

namespace {

// COOL-09: what is left of units that stand in for one another.

using Group = PlantGroup;

// Of all units together or the only one; after a loss of those that are left, if any are.
std::string messageOf(const Group& group, std::size_t losses, const std::string& id) {
    const bool isOne = group.units.size() == 1;
    if (losses == 0)
        return id + (isOne ? "-one" : "-all");
    if (losses < group.units.size())
        return id;
    return id + (isOne ? "-only" : "-none-left");
}

Verdict judgedPumps(const Context& context, const Group& group, std::size_t losses, const std::string& key) {
    std::vector<Value> flows;
    std::string missing;
    for (const CoolingUnit* unit : group.units) {
        flows.push_back(unitSecondaryFlow<Value>(context, *unit).si());
        if (!flows.back().isKnown())
            missing = unitKey(context, *unit, attribute::secondaryFlow.key, "unit-flow");
    }
    const Value needed = group.loop ? loopFlowInUse<Value>(context, *group.loop).si() : Value::unknown();
    if (missing.empty())
        missing = group.loop ? "loop-flow" : "unit-loop";
    return compared({Subject(group.units.front()->id), group.name, needed, Bound::AtMost, leftAfter(flows, losses),
                     "L/min", messageOf(group, losses, "rule.COOL-09.flow"), missing, key});
}

// Pumps that move enough against the pressure that their loop takes, where somebody states it.
std::optional<Verdict> shortOfHead(const Context& context, const Group& group, const std::string& key) {
    if (!group.loop || !group.loop->pressureDifference)
        return std::nullopt;
    for (const CoolingUnit* unit : group.units) {
        Verdict verdict =
            compared({Subject(unit->id), unit->name, unitHead<Value>(context, *unit).si(), Bound::AtLeast,
                      Value(group.loop->pressureDifference->si(), Grade::Assumption), "kPa", "rule.COOL-09.head",
                      unitKey(context, *unit, attribute::availableHead.key, "unit-head"), "head:" + key});
        if (verdict.state == RuleState::Passed)
            continue;
        if (verdict.state == RuleState::Failed)
            verdict.message.with("loop", group.loop->name);
        return verdict;
    }
    return std::nullopt;
}

Verdict judgedUnits(const Context& context, const Group& group, std::size_t losses, const std::string& key) {
    std::vector<Value> ratings;
    std::string missing = "unit-heat";
    Value heat(0.0);
    for (const CoolingUnit* unit : group.units) {
        ratings.push_back(unitRating<Value>(context, *unit).si());
        heat = heat + unitHeat<Value>(context, unit->id).si();
        if (!ratings.back().isKnown())
            missing = unitKey(context, *unit, attribute::coolingCapacity.key, "unit-rating");
    }
    return compared({Subject(group.units.front()->id), group.name, heat, Bound::AtMost, leftAfter(ratings, losses),
                     std::string(kHeatUnit), messageOf(group, losses, "rule.COOL-09.capacity"), missing, key});
}

// The air that is left where the kilowatts are enough. Air that nobody knows is the matter of the balance of the room.
std::optional<Verdict> shortOfAir(const Context& context, const Group& group, std::size_t losses,
                                  const std::string& key) {
    std::vector<Value> flows;
    std::set<Id<Rack>> served;
    for (const CoolingUnit* unit : group.units) {
        flows.push_back(suppliedAir(context, *unit));
        for (const CoolingService* service : context.servedBy(unit->id))
            if (service->heat == HeatKind::Air)
                served.insert(service->rack);
    }
    const Value left = leftAfter(flows, losses) * thinAirFactor(context);
    const Value drawn = drawnAir(context, {served.begin(), served.end()});
    // Nor is air that is too little without a loss.
    const Value whole = leftAfter(flows, 0) * thinAirFactor(context);
    if (served.empty() || !left.isKnown() || !drawn.isKnown() || !whole.isKnown() || whole.typical() < drawn.typical())
        return std::nullopt;
    Verdict verdict = compared({Subject(group.units.front()->id), group.name, drawn, Bound::AtMost, left, "m3/h",
                                "rule.COOL-09.air", "airflow", "air:" + key});
    return verdict.state == RuleState::Failed ? std::optional(std::move(verdict)) : std::nullopt;
}

// Whether the units can do it at all: air units serve racks, whose rule judges them without a loss.
Verdict judgedGroup(const Context& context, const Group& group, std::size_t losses, const std::string& key) {
    const CoolingUnitKind kind = group.units.front()->kind;
    if (losses == 0 && !isPlantKind(kind))
        return notApplicable(Subject(group.units.front()->id));
    Verdict verdict = kind == CoolingUnitKind::Pump ? judgedPumps(context, group, losses, key)
                                                    : judgedUnits(context, group, losses, key);
    if (verdict.state == RuleState::Passed && kind == CoolingUnitKind::Pump)
        if (auto head = shortOfHead(context, group, key))
            return std::move(*head);
    if (verdict.state == RuleState::Passed && suppliesRoomAir(kind))
        if (auto air = shortOfAir(context, group, losses, key))
            verdict = std::move(*air);
    if (verdict.state == RuleState::Failed)
        verdict.message.with("units", static_cast<std::int64_t>(group.units.size()));
    if (verdict.state == RuleState::Failed && losses > 0)
        verdict.message.with("claim", group.claim).with("lost", static_cast<std::int64_t>(losses));
    return verdict;
}

// What moves the liquid of a loop that plant supplies: pumps on it, or the plant itself where it states a flow. Beside
// loops with pumps one without is forgotten.
void judgeMovers(const Context& context, std::vector<Verdict>& verdicts) {
    const auto& units = context.design().coolingUnits;
    const auto isPump = [](const CoolingUnit* unit) { return unit->kind == CoolingUnitKind::Pump; };
    const bool areDrawn =
        std::ranges::any_of(units, [&](const CoolingUnit& unit) { return unit.scope.isPresent() && isPump(&unit); });
    for (const CoolingLoop& loop : context.design().coolingLoops) {
        if (!loop.scope.isPresent() || loop.scope.status == Status::Existing)
            continue;
        const auto suppliers = suppliersOf(context, loop.id);
        const bool isOfPlant = std::ranges::any_of(
            suppliers, [](const CoolingUnit* unit) { return isPlantKind(unit->kind) && !unit->flow; });
        const Value heat = loopHeat<Value>(context, loop.id).si();
        if (!isOfPlant || (heat.isKnown() && heat.typical() <= 0))
            continue;
        const Subject subject(loop.id);
        if (std::ranges::any_of(unitsOn(context, loop.id), isPump))
            verdicts.push_back(passed(subject));
        else if (areDrawn)
            verdicts.push_back(failedFor(subject, Message("rule.COOL-09.no-pump").with("subject", loop.name),
                                         "pump:" + idText(loop.id)));
        else
            verdicts.push_back(
                notChecked(subject, "loop-pumps", Message("rule.COOL-09.pump-open").with("subject", loop.name)));
    }
}

std::vector<Verdict> redundancies(const Context& context) {
    std::vector<Verdict> verdicts;
    judgeMovers(context, verdicts);
    for (const auto& [key, group] : plantGroups(context)) {
        const Subject subject(group.units.front()->id);
        const auto losses = lossesClaimed(group.claim, group.units.size());
        if (!losses)
            verdicts.push_back(openFor(subject, group.name, "cooling-redundancy"));
        else
            verdicts.push_back(judgedGroup(context, group, *losses, key));
    }
    return verdicts;
}

// COOL-10: rho V cp dT / P up to the limit of the devices.

// The least inlet limit of the devices on a loop. One that is not known leaves its key.
std::optional<double> leastInletLimit(const Context& context, const std::vector<Id<PartRow>>& parts,
                                      std::string& missing) {
    std::optional<double> least;
    for (const Id<PartRow> part : parts) {
        const Value limit = plainPartNumber(context, part, "liquid-inlet-max");
        if (limit.isUnknown())
            missing = partKey(context, part, "liquid-inlet-max");
        else if (!least || limit.low() < *least)
            least = limit.low();
    }
    return missing.empty() ? least : std::nullopt;
}

void judgeRideThrough(const Context& context, const CoolingLoop& loop, std::vector<Verdict>& verdicts) {
    const std::vector<Id<PartRow>> parts = liquidPartsOn(context, loop);
    if (parts.empty())
        return;
    const Subject subject(loop.id);
    const Value heat = loopHeat<Value>(context, loop.id).si();
    const auto supply = supplyOf(context, loop);
    const auto coolant = coolantOf(loop);
    std::string missing;
    const auto limit = leastInletLimit(context, parts, missing);
    if (!loop.volume)
        missing = "loop-volume";
    else if (!supply)
        missing = "loop-supply";
    else if (!coolant)
        missing = "loop-fluid";
    else if (!heat.isKnown())
        missing = "loop-heat";
    if (!missing.empty()) {
        verdicts.push_back(missing == "loop-fluid" ? openForFluid(loop) : openFor(subject, loop.name, missing));
        return;
    }
    if (heat.typical() <= 0 || *limit <= *supply) {
        verdicts.push_back(notApplicable(subject));
        return;
    }
    const double seconds = loop.volume->si() * coolant->perKelvin() * (*limit - *supply) / heat.typical();
    const Value restart = plainSetting(context, settingFact(setting_of::plantRestart));
    if (restart.isUnknown())
        verdicts.push_back(openFor(subject, loop.name, std::string(setting_of::plantRestart.key)));
    else if (seconds >= restart.typical())
        verdicts.push_back(passed(subject));
    else
        verdicts.push_back(failedFor(subject,
                                     Message("rule.COOL-10.short")
                                         .with("subject", loop.name)
                                         .with("found", inUnit(seconds, "s"))
                                         .with("temperature", celsius(*limit))
                                         .with("limit", inUnit(restart.typical(), "s")),
                                     "short:" + idText(loop.id), Severity::Warning));
}

// Rooms that are cooled by air alone, by the low end of the estimate.
void judgeAirHold(const Context& context, const Room& room, std::vector<Verdict>& verdicts) {
    const auto hold = airHoldOf(context, room);
    if (!hold)
        return;
    const Subject subject(room.id);
    if (std::string setting = unreadableSetting(context, setting_of::airTemperature, setting_of::altitude);
        !setting.empty() && airDensity<Value>(context).si().isUnknown()) {
        verdicts.push_back(openFor(subject, room.name, std::move(setting)));
        return;
    }
    if (!hold->seconds.isKnown()) {
        verdicts.push_back(hold->missing.empty() ? notApplicable(subject) : openFor(subject, room.name, hold->missing));
        return;
    }
    const Value restart = plainSetting(context, settingFact(setting_of::plantRestart));
    if (restart.isUnknown())
        verdicts.push_back(openFor(subject, room.name, std::string(setting_of::plantRestart.key)));
    else if (hold->seconds.low() >= restart.typical())
        verdicts.push_back(passed(subject));
    else
        verdicts.push_back(failedFor(subject,
                                     Message("rule.COOL-10.air")
                                         .with("subject", room.name)
                                         .with("low", inUnit(hold->seconds.low(), "s"))
                                         .with("high", inUnit(hold->seconds.high(), "s"))
                                         .with("temperature", celsius(hold->limit))
                                         .with("limit", inUnit(restart.typical(), "s")),
                                     "air:" + idText(room.id), Severity::Warning));
}

std::vector<Verdict> rideThroughs(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const CoolingLoop& loop : context.design().coolingLoops)
        if (loop.scope.isPresent() && !loop.isFacilityWater)
            judgeRideThrough(context, loop, verdicts);
    for (const Room& room : context.design().rooms)
        if (room.scope.isPresent())
            judgeAirHold(context, room, verdicts);
    return verdicts;
}

// COOL-12: a liquid-to-air CDU gives what it takes to the air of the room.

// What comes to the air units of a room and what they take; unknown where that of one is.
struct RoomUnits {
    Value rated{0.0}, heat{0.0};
};
RoomUnits airUnitsIn(const Context& context, Id<Room> room) {
    RoomUnits sum;
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        const auto* floor = std::get_if<OnFloor>(&unit.placement);
        if (!unit.scope.isPresent() || !floor || floor->room != room)
            continue;
        if (suppliesRoomAir(unit.kind))
            sum.rated = sum.rated + unitRating<Value>(context, unit).si();
        if (suppliesRoomAir(unit.kind) || unit.kind == CoolingUnitKind::CduLiquidToAir)
            sum.heat = sum.heat + unitHeat<Value>(context, unit.id).si();
    }
    return sum;
}

// In error where the room's units are known not to take it beside the heat of the racks.
Verdict toRoomAir(const Context& context, const CoolingUnit& unit, const Value& heat) {
    const auto* floor = std::get_if<OnFloor>(&unit.placement);
    const Room* room = floor ? context.design().rooms.find(floor->room) : nullptr;
    if (room) {
        const RoomUnits units = airUnitsIn(context, room->id);
        if (units.rated.isKnown() && units.heat.isKnown() && units.heat.typical() > units.rated.typical())
            return failedFor(Subject(unit.id),
                             Message("rule.COOL-12.too-much")
                                 .with("subject", unit.name)
                                 .with("found", inUnit(units.heat.typical(), kHeatUnit))
                                 .with("limit", inUnit(units.rated.typical(), kHeatUnit))
                                 .with("room", room->name),
                             "too-much:" + idText(room->id));
    }
    return failedFor(
        Subject(unit.id),
        Message("rule.COOL-12.room-air").with("subject", unit.name).with("found", inUnit(heat.typical(), kHeatUnit)),
        "room-air:" + idText(unit.id), Severity::Warning);
}

std::vector<Verdict> heatToRoom(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        if (!unit.scope.isPresent())
            continue;
        const Subject subject(unit.id);
        const Value heat = unitHeat<Value>(context, unit.id).si();
        if (unit.kind != CoolingUnitKind::CduLiquidToAir)
            verdicts.push_back(notApplicable(subject));
        else if (!heat.isKnown())
            verdicts.push_back(openFor(subject, unit.name, "unit-heat"));
        else if (heat.typical() <= 0)
            verdicts.push_back(passed(subject));
        else
            verdicts.push_back(toRoomAir(context, unit, heat));
    }
    return verdicts;
}

// COOL-13: what no design says of immersion.
std::vector<Verdict> openPointsOfImmersion(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        if (!unit.scope.isPresent())
            continue;
        const Subject subject(unit.id);
        if (unit.kind != CoolingUnitKind::ImmersionTank)
            verdicts.push_back(notApplicable(subject));
        else if (plainPartNumber(context, unit.part, attribute::weight.key).isUnknown())
            verdicts.push_back(openFor(subject, unit.name, partKey(context, unit.part, attribute::weight.key)));
        else
            verdicts.push_back(
                failedFor(subject, Message("rule.COOL-13.open").with("subject", unit.name), "open", Severity::Warning));
    }
    return verdicts;
}

// COOL-14: above this height catalogue airflows and capacities of air units no longer hold within some ten percent.
constexpr double kThinAir = 900;

std::vector<Verdict> thinAir(const Context& context) {
    std::vector<const CoolingUnit*> units;
    for (const CoolingUnit& unit : context.design().coolingUnits)
        if (unit.scope.isPresent() && suppliesRoomAir(unit.kind) && !context.servedBy(unit.id).empty())
            units.push_back(&unit);
    std::vector<Verdict> verdicts;
    if (units.empty())
        return verdicts;
    const auto altitude = siteNumber(context.project(), site::altitude);
    if (!altitude) {
        verdicts.push_back(openFor(Subject(units.front()->id), units.front()->name, std::string(site::altitude)));
        return verdicts;
    }
    for (const CoolingUnit* unit : units) {
        // Who types a rating or a flow gives that of the place.
        const bool isCorrected = unit->rating.has_value();
        if (*altitude <= kThinAir || isCorrected)
            verdicts.push_back(passed(Subject(unit->id)));
        else {
            const Value share = thinAirFactor(context);
            if (share.isUnknown()) {
                verdicts.push_back(openFor(Subject(unit->id), unit->name, std::string(setting_of::airTemperature.key)));
                continue;
            }
            verdicts.push_back(failedFor(Subject(unit->id),
                                         Message("rule.COOL-14.thin-air")
                                             .with("subject", unit->name)
                                             .with("found", inUnit(*altitude, "m"))
                                             .with("share", inUnit(share.typical(), "%")),
                                         "thin-air", Severity::Warning));
        }
    }
    return verdicts;
}

} // namespace

std::vector<Rule> plantRules() {
    const Reads reads =
        Reads::only({"rack_contents", "racks", "rooms", "cooling_services", "cooling_units", "cooling_loops"});
    // Whether fans and pumps run on hangs on their circuits.
    const Reads rideReads = Reads::only({"rack_contents", "racks", "rooms", "cooling_services", "cooling_units",
                                         "cooling_loops", "power_elements", "power_links"});
    constexpr auto peak = PowerBasis::ExpectedPeak;
    return {makeRule("COOL-09", peak, "reference.rated-capacities", redundancies, reads),
            makeRule("COOL-10", peak, "reference.ride-through", rideThroughs, rideReads),
            makeRule("COOL-12", peak, "reference.conservation-of-energy", heatToRoom, reads),
            makeRule("COOL-13", PowerBasis::None, "reference.immersion", openPointsOfImmersion, reads),
            makeRule("COOL-14", PowerBasis::None, "reference.standard-atmosphere", thinAir, reads)};
}

} // namespace rackwright
