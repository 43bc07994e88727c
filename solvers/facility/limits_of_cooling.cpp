// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/limit_finder.h"

#include "model/units/heat_unit.h"
#include "solvers/cooling/heat.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/engine/judging.h"
#include "solvers/power/loads.h"

#include <algorithm>

namespace rackwright {

namespace {

bool claimsSpare(const std::string& redundancy) { return redundancy == "N+1" || redundancy == "2N"; }

} // namespace

// Units of the room together; rear doors serve their own racks.
void LimitFinder::addCooling(CapacityKind kind) {
    const bool isAir = kind == CapacityKind::Air;
    const LimitTake& take = isAir ? m_takes.air : m_takes.liquid;
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
        const Value whole = m_takes.air.whole + m_takes.liquid.whole;
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

} // namespace rackwright
