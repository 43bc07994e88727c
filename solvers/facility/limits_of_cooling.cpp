// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/limit_finder.h"

#include "model/units/heat_unit.h"
#include "solvers/cooling/heat.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/cooling/plant_groups.h"
#include "solvers/engine/judging.h"
#include "solvers/power/loads.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace rackwright {

namespace {

bool claimsSpare(const std::string& redundancy) { return redundancy == "N+1" || redundancy == "2N"; }

} // namespace

// Units of the room together; rear doors serve their own racks.
void LimitFinder::addCooling(CapacityKind kind) {
    const bool isAir = kind == CapacityKind::Air;
    const LimitTake& take = isAir ? m_fit.takes.air : m_fit.takes.liquid;
    if (isNone(take.whole))
        return;
    const auto standing = unitsOf(m_context, kind, m_room);
    auto units = standing;
    std::erase_if(units, [&](const CoolingUnit* unit) { return !isConnected(m_context, *unit); });
    double onDoors = 0;
    Value used(0.0);
    for (const LikeRacks& like : m_like) {
        const Value count(static_cast<double>(like.count()));
        const auto cooling = coolingOf(m_context, *like.first, isAir ? HeatKind::Air : HeatKind::Liquid);
        if (isAir && cooling && cooling->method == CoolingMethod::RearDoor) {
            onDoors += static_cast<double>(like.count());
            continue;
        }
        used = used + rackHeat<Value>(m_context, like.first->id, isAir ? HeatKind::Air : HeatKind::Liquid).si() * count;
    }
    const double share = m_racks.empty() ? 1 : 1 - onDoors / static_cast<double>(m_racks.size());
    if (isAir && units.empty() && (share <= 0 || isNone(used)) && onDoors > 0)
        return;
    bool isSpared = false;
    for (const CoolingUnit* unit : units) {
        const CoolingLoop* loop = m_context.design().coolingLoops.find(isAir ? unit->primary : unit->secondary);
        isSpared = isSpared || claimsSpare(unit->redundancy) || (loop && claimsSpare(loop->redundancy));
    }
    const LimitKind line = isAir ? LimitKind::AirCooling : LimitKind::LiquidCooling;
    RoomLimit limit = start(line, std::string(kHeatUnit), isSpared ? "unit-lost" : "all-units");
    limit.used = used;
    limit.each = take.whole * Value(share);
    // What stands there and serves nothing cools nothing: what it could take nobody has said.
    if (units.empty()) {
        if (standing.empty())
            limit.capacity = Value(0.0);
        addUnknown(std::move(limit), !standing.empty() ? "cooling-services" : isAir ? "air-units" : "liquid-units");
        return;
    }
    Sum<dim::Power, Value> rated;
    Largest<dim::Power, Value> largest;
    for (const CoolingUnit* unit : units) {
        rated.add(unitRating<Value>(m_context, *unit));
        largest.add(unitRating<Value>(m_context, *unit));
    }
    limit.capacity = isSpared ? rated.total().si() - largest.value().si() : rated.total().si();
    if (m_change.furtherUnit == line)
        limit.capacity = limit.capacity + largest.value().si();
    limit.more = moreOf(limit.capacity, limit.used, limit.each);
    if (!limit.more.isKnown()) {
        limit.more = Value::unknown();
        for (const CoolingUnit* unit : units)
            if (!unitRating<Value>(m_context, *unit).si().isKnown()) {
                limit.missing = partKey(m_context, unit->part, attribute::coolingCapacity.key);
                limit.noteUnknown(unit->name);
            }
        if (limit.missing.empty())
            limit.missing = missingOwnPower();
    }
    add(std::move(limit));
}

// Facility water: the flow that the site gives against what carries the heat at the loop's rise.
void LimitFinder::addWater() {
    for (const CoolingLoop& loop : m_context.design().coolingLoops) {
        if (!loop.scope.isPresent() || !loop.isFacilityWater || unitsOn(m_context, loop.id).empty())
            continue;
        RoomLimit limit = start(LimitKind::WaterFlow, "L/min", "water-flow", loop.name);
        if (loop.flow)
            limit.capacity = Value(loop.flow->si(), Grade::Assumption);
        else if (isWaterOfSite(m_context, loop))
            limit.capacity = siteQuantity<Value, dim::VolumeFlow>(m_context, site::waterFlow).si();
        else
            limit.capacity = Value::unknown();
        limit.used = loopFlow<Value>(m_context, loop).si();
        const Value heat = loopHeat<Value>(m_context, loop.id).si();
        const Value whole = m_fit.takes.air.whole + m_fit.takes.liquid.whole;
        const Value all = groupsHeat<Value>(m_context, m_context.groups(), HeatKind::Air).si() +
                          groupsHeat<Value>(m_context, m_context.groups(), HeatKind::Liquid).si();
        limit.each = isNone(heat) || isNone(all) ? Value::unknown() : limit.used * (whole / all);
        limit.more = moreOf(limit.capacity, limit.used, limit.each);
        if (!limit.capacity.isKnown())
            limit.missing = isWaterOfSite(m_context, loop) ? std::string(site::waterFlow) : std::string("loop-flow");
        else if (!limit.more.isKnown())
            limit.missing = isNone(heat) ? "cooling-services" : missingOwnPower();
        if (!limit.missing.empty())
            limit.more = Value::unknown();
        add(std::move(limit));
    }
}

/// Which part of the heat that one more gives comes to units and loops.
struct LimitFinder::HeatShares {
    std::map<Id<CoolingLoop>, double> intoLoop;
    bool isServed = false; ///< something in the room is
};

// Along the circuits from what serves the racks that stand there; one more is served as they are, and units that supply
// a loop share its heat evenly.
LimitFinder::HeatShares LimitFinder::sharesOf(HeatKind kind) const {
    HeatShares shares;
    std::map<Id<CoolingUnit>, double> at;
    double served = 0;
    for (const LikeRacks& like : m_like) {
        std::vector<Id<CoolingUnit>> units;
        for (const CoolingService* service : m_context.contents(like.first->id).services)
            if (service->heat == kind)
                units.push_back(service->unit);
        const auto count = static_cast<double>(like.count());
        served += units.empty() ? 0 : count;
        for (const Id<CoolingUnit> unit : units)
            at[unit] += count / static_cast<double>(units.size());
    }
    shares.isServed = served > 0;
    constexpr int kMostLoops = 8; // one behind the other, against circles
    for (int step = 0; step < kMostLoops && !at.empty(); ++step) {
        std::map<Id<CoolingUnit>, double> next;
        for (const auto& [id, amount] : at) {
            const CoolingUnit* unit = m_context.design().coolingUnits.find(id);
            if (!unit || !hasLoop(m_context, *unit))
                continue;
            shares.intoLoop[unit->primary] += amount / served;
            const auto suppliers = suppliersOf(m_context, unit->primary);
            for (const CoolingUnit* supplier : suppliers)
                next[supplier->id] += amount / static_cast<double>(suppliers.size());
        }
        at = std::move(next);
    }
    return shares;
}

// Chillers, coolers, towers and pumps as COOL-09 judges them, where heat of the room comes to them.
void LimitFinder::addPlant() {
    const std::map<std::string, PlantGroup> groups = plantGroups(m_context);
    if (std::ranges::none_of(groups, [](const auto& each) { return isPlantKind(each.second.units.front()->kind); }))
        return;
    const HeatShares air = sharesOf(HeatKind::Air), liquid = sharesOf(HeatKind::Liquid);
    for (const auto& [key, group] : groups) {
        const CoolingUnitKind unitKind = group.units.front()->kind;
        if (!isPlantKind(unitKind) || !group.loop)
            continue;
        const bool isPump = unitKind == CoolingUnitKind::Pump;
        const LimitKind line = isPump ? LimitKind::Pumps : LimitKind::Plant;
        const auto losses = lossesClaimed(group.claim, group.units.size());
        RoomLimit limit = start(line, isPump ? "L/min" : std::string(kHeatUnit),
                                losses.value_or(0) > 0 ? "plant-lost" : "plant", group.name);
        limit.others = group.units.front()->redundancyGroup.empty() ? std::ssize(group.units) - 1 : 0;
        std::vector<Value> amounts;
        Value taken(0.0);
        for (const CoolingUnit* unit : group.units) {
            amounts.push_back(isPump ? unitSecondaryFlow<Value>(m_context, *unit).si()
                                     : unitRating<Value>(m_context, *unit).si());
            taken = taken + unitHeat<Value>(m_context, unit->id).si();
            if (!amounts.back().isKnown()) {
                limit.noteUnknown(unit->name);
                limit.missing = partKey(m_context, unit->part,
                                        isPump ? attribute::secondaryFlow.key : attribute::coolingCapacity.key);
            }
        }
        limit.capacity = leftAfter(amounts, losses.value_or(0));
        if (m_change.furtherUnit == line && m_change.plantName == group.name)
            limit.capacity = limit.capacity + std::ranges::max(amounts, {}, &Value::typical);
        const Value perFlow = loop_parts::perKelvin<Value>(*group.loop) * designRise<Value>(m_context, *group.loop);
        limit.used = isPump ? loopFlow<Value>(m_context, *group.loop).si() : taken;
        const std::size_t suppliers = suppliersOf(m_context, group.loop->id).size();
        const double part =
            isPump ? 1
                   : static_cast<double>(group.units.size()) / static_cast<double>(std::max<std::size_t>(1, suppliers));
        Value heat(0.0);
        for (const auto& [shares, take] : {std::pair(&air, &m_fit.takes.air), std::pair(&liquid, &m_fit.takes.liquid)})
            if (const auto into = shares->intoLoop.find(group.loop->id);
                into != shares->intoLoop.end() && !isNone(take->whole))
                heat = heat + take->whole * Value(into->second * part);
        if (isNone(heat) && (air.isServed || liquid.isServed))
            continue; // the heat of this room goes elsewhere
        limit.each = isNone(heat) ? Value::unknown() : isPump ? heat / perFlow : heat;
        limit.more = moreOf(limit.capacity, limit.used, limit.each);
        if (!losses)
            limit.missing = "cooling-redundancy";
        else if (limit.missing.empty() && !limit.more.isKnown())
            limit.missing = isNone(heat)                        ? "cooling-services"
                            : isPump && !coolantOf(*group.loop) ? "loop-fluid"
                            : isPump && perFlow.isUnknown()     ? "loop-supply"
                                                                : missingOwnPower();
        if (!limit.missing.empty())
            limit.more = Value::unknown();
        add(std::move(limit));
    }
}

} // namespace rackwright
