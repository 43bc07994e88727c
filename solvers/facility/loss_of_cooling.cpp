// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/loss_of_cooling.h"

#include "model/design/geometry.h"
#include "model/parts/part_title.h"
#include "model/project/site_fields.h"
#include "model/units/heat_unit.h"
#include "solvers/cooling/heat.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/facility/loss_of_power.h"
#include "solvers/space/inventory.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rackwright {

namespace {

constexpr double kAirHeat = 1005;  ///< J/(kg K)
constexpr double kSteelHeat = 460; ///< J/(kg K) of racks and what is in them, by steel
constexpr double kLeastShare = 1e-9;
constexpr double kCoolantVolumeBand = 0.2; ///< of the time that a loop's volume holds

enum class PoolClass : std::uint8_t { Air, Door, Liquid, Plant };

PoolClass poolClassOf(CoolingUnitKind kind) {
    switch (kind) {
    case CoolingUnitKind::PerimeterAir:
    case CoolingUnitKind::InRow:
    case CoolingUnitKind::FanWall:
        return PoolClass::Air;
    case CoolingUnitKind::RearDoor:
        return PoolClass::Door;
    case CoolingUnitKind::CduRow:
    case CoolingUnitKind::CduInRack:
    case CoolingUnitKind::CduLiquidToAir:
    case CoolingUnitKind::ImmersionTank:
        return PoolClass::Liquid;
    case CoolingUnitKind::Chiller:
    case CoolingUnitKind::DryCooler:
    case CoolingUnitKind::CoolingTower:
    case CoolingUnitKind::Pump:
        return PoolClass::Plant;
    }
    RW_CHECK(false, "every kind of cooling unit has its class");
}

bool mixesRoomAir(CoolingUnitKind kind) {
    return kind == CoolingUnitKind::PerimeterAir || kind == CoolingUnitKind::FanWall;
}

Id<Room> roomAround(const Design& design, const Placement& placement) {
    if (const auto* floor = std::get_if<OnFloor>(&placement))
        return floor->room;
    const Rack* rack = design.racks.find(rackOf(placement));
    return rack ? rack->room : Id<Room>{};
}

std::string unitName(const CoolingUnit& unit) { return unit.name.empty() ? std::to_string(unit.id.value) : unit.name; }

std::optional<double> knownNumber(const Value& value) {
    return value.isKnown() ? std::optional(value.typical()) : std::nullopt;
}

void keepLeast(std::optional<double>& least, const std::optional<double>& each) {
    if (each && (!least || *each < *least))
        least = each;
}

// What the vendor allows, else the warmest at which he states a flow.
std::optional<double> coolantLimit(const Context& context, Id<PartRow> id, const Part& part) {
    if (const Value stated = plainPartNumber(context, id, "liquid-inlet-max"); !stated.isUnknown())
        return stated.low();
    std::optional<double> most;
    for (const LiquidPoint& point : part.liquidPoints)
        if (const auto inlet = point.inletCelsius.typical(); inlet && (!most || *inlet + 273.15 > *most))
            most = *inlet + 273.15;
    return most;
}

class JoinedUnits {
public:
    explicit JoinedUnits(std::size_t count) : m_parents(count) { std::iota(m_parents.begin(), m_parents.end(), 0); }
    std::size_t root(std::size_t at) {
        while (m_parents[at] != at)
            at = m_parents[at] = m_parents[m_parents[at]];
        return at;
    }
    void join(std::size_t a, std::size_t b) { m_parents[std::max(root(a), root(b))] = std::min(root(a), root(b)); }

private:
    std::vector<std::size_t> m_parents;
};

} // namespace

LossOfCooling::LossOfCooling(const Context& context, LoadsAfterLoss loads) : m_context(context), m_loads(loads) {
    noteUnits(context);
    noteRacks(context);
    joinPools(context);
    noteHeat(context);
}

void LossOfCooling::noteRacks(const Context& context) {
    std::map<Id<Rack>, std::int64_t> modules;
    for (const Module& module : context.design().modules)
        if (const Device* device = context.design().devices.find(module.device))
            modules.emplace(context.rackHolding(*device), 0);
    for (auto& [rack, count] : modules)
        count = rack ? moduleAccelerators(context, rack) : 0;
    for (const LikeRacks& like : context.likeRacks()) {
        const auto& groups = context.contents(like.first->id).groups;
        if (groups.empty())
            continue;
        Contents each;
        const Value air = rackHeat<Value>(context, like.first->id, HeatKind::Air).si();
        const Value liquid = rackHeat<Value>(context, like.first->id, HeatKind::Liquid).si();
        each.air = air.typical();
        each.airMost = air.high();
        each.liquidMost = liquid.high();
        each.isAirKnown = air.isKnown();
        each.liquid = liquid.typical();
        each.isLiquidKnown = liquid.isKnown();
        each.mass = rackWeight<Value>(context, *like.first).si().typical();
        each.accelerators = std::llround(groupsAccelerators<Value>(context, groups).si().typical());
        for (const PartCount& group : groups) {
            const Part* part = context.part(group.part);
            if (!part || !drawsPower(part))
                continue;
            if (each.name.empty())
                each.name = partTitle(*part);
            keepLeast(each.inletLimit, knownNumber(plainPartNumber(context, group.part, attribute::inletMaximum.key)));
            const auto warmest = coolantLimit(context, group.part, *part);
            keepLeast(each.coolantLimit, warmest);
            const Value toLiquid = liquidShare<Value>(context, group.part).si();
            if (!warmest && !toLiquid.isUnknown() && toLiquid.typical() > 0 && each.unlimited.empty())
                each.unlimited = partTitle(*part);
        }
        m_contents.push_back(each);
        const std::size_t common = m_contents.size() - 1;
        for (const Rack* rack : like.racks) {
            std::size_t contents = common;
            if (const auto more = modules.find(rack->id); more != modules.end() && more->second > 0) {
                contents = m_contents.size();
                m_contents.push_back(each);
                m_contents.back().accelerators += more->second;
            }
            m_rackPlaces.emplace(rack->id, m_racks.size());
            m_racks.push_back({rack, contents});
        }
    }
}

void LossOfCooling::noteUnits(const Context& context) {
    for (const CoolingUnit& row : context.design().coolingUnits) {
        if (!row.scope.isPresent())
            continue;
        Unit unit;
        unit.row = &row;
        unit.rating = knownNumber(unitRating<Value>(context, row).si());
        if (poolClassOf(row.kind) == PoolClass::Plant)
            unit.served = row.secondary ? row.secondary : row.primary;
        else if (row.primary)
            m_takenBy[row.primary].push_back(m_units.size());
        unit.givenPerTaken =
            knownNumber(heatGiven(context, row, Quantity<dim::Power, Value>(Value(1.0))).si()).value_or(1);
        if (poolClassOf(row.kind) == PoolClass::Plant && row.secondary && row.primary)
            m_takenBy[row.primary].push_back(m_units.size());
        if (poolClassOf(row.kind) != PoolClass::Plant && row.secondary)
            m_supplies[row.secondary].push_back(m_units.size());
        m_unitPlaces.emplace(row.id, m_units.size());
        m_units.push_back(unit);
    }
}

void LossOfCooling::joinPools(const Context& context) {
    JoinedUnits joined(m_units.size());
    std::map<Id<Room>, std::size_t> ofRoom;
    std::map<Id<CoolingLoop>, std::size_t> ofLoop;
    std::map<std::pair<CoolingUnitKind, Id<CoolingLoop>>, std::size_t> ofPlant;
    std::map<std::pair<PoolClass, std::string>, std::size_t> ofGroup;
    const auto joinBy = [&](auto& map, const auto& key, std::size_t at) {
        joined.join(map.try_emplace(key, at).first->second, at);
    };
    for (std::size_t at = 0; at < m_units.size(); ++at) {
        const CoolingUnit& row = *m_units[at].row;
        const PoolClass kind = poolClassOf(row.kind);
        if (mixesRoomAir(row.kind) && isConnected(context, row))
            joinBy(ofRoom, roomAround(context.design(), row.placement), at);
        if (kind == PoolClass::Liquid && row.secondary)
            joinBy(ofLoop, row.secondary, at);
        if (kind == PoolClass::Plant && m_units[at].served)
            joinBy(ofPlant, std::pair(row.kind, m_units[at].served), at);
        if (!row.redundancyGroup.empty() && kind != PoolClass::Door)
            joinBy(ofGroup, std::pair(kind, row.redundancyGroup), at);
    }
    for (const RackUse& rack : m_racks) {
        std::map<PoolClass, std::size_t> first;
        for (const CoolingService* service : context.contents(rack.rack->id).services)
            if (const auto it = m_unitPlaces.find(service->unit); it != m_unitPlaces.end())
                if (const PoolClass kind = poolClassOf(m_units[it->second].row->kind);
                    kind == PoolClass::Air || kind == PoolClass::Liquid)
                    joinBy(first, kind, it->second);
    }
    std::map<std::size_t, std::size_t> pools;
    for (std::size_t at = 0; at < m_units.size(); ++at) {
        const auto [it, isNew] = pools.try_emplace(joined.root(at), m_pools.size());
        if (isNew) {
            m_pools.emplace_back();
            m_pools.back().room = roomAround(context.design(), m_units[at].row->placement);
        }
        m_units[at].pool = it->second;
        m_pools[it->second].units.push_back(at);
        if (mixesRoomAir(m_units[at].row->kind) && isConnected(context, *m_units[at].row))
            m_roomPools.emplace(m_pools[it->second].room, it->second);
    }
}

// With the sign -1 the rack gives it no more.
void LossOfCooling::giveHeat(const Context& context, std::size_t place, double sign) {
    const RackUse& rack = m_racks[place];
    const Contents& contents = m_contents[rack.contents];
    const auto give = [&](std::size_t pool, double watts, double most, bool isKnown) {
        if (most <= kLeastWatts && isKnown)
            return;
        m_pools[pool].heat += sign * watts;
        m_pools[pool].heatMost += sign * most;
        if (sign < 0) {
            m_pools[pool].racks.erase(place);
            return;
        }
        m_pools[pool].isHeatKnown = m_pools[pool].isHeatKnown && isKnown;
        if (watts > kLeastWatts || !isKnown)
            m_pools[pool].racks.insert(place);
    };
    const auto roomPool = m_roomPools.find(rack.rack->room);
    for (const HeatKind kind : {HeatKind::Air, HeatKind::Liquid}) {
        const bool isAir = kind == HeatKind::Air;
        const double watts = isAir ? contents.air : contents.liquid;
        const double atMost = isAir ? contents.airMost : contents.liquidMost;
        const bool isKnown = isAir ? contents.isAirKnown : contents.isLiquidKnown;
        std::vector<std::size_t> units;
        for (const CoolingService* service : context.contents(rack.rack->id).services)
            if (const auto it = m_unitPlaces.find(service->unit); service->heat == kind && it != m_unitPlaces.end() &&
                                                                  (!isAir || takesAir(m_units[it->second].row->kind)))
                units.push_back(it->second);
        const DoorSplit* split = isAir ? doorSplitOf(context, rack.rack->id) : nullptr;
        if (split && split->isByRoom)
            for (const CoolingUnit* other : split->others)
                units.push_back(m_unitPlaces.at(other->id));
        const auto partOf = [&](std::size_t unit, double all) {
            return split ? knownNumber(splitHeat<Value>(context, *split, *m_units[unit].row,
                                                        Quantity<dim::Power, Value>(Value(all)))
                                           .si())
                         : std::optional(all / static_cast<double>(units.size()));
        };
        for (const std::size_t unit : units) {
            const double even = 1 / static_cast<double>(units.size()); // by doors whose rating nobody knows
            const double share = partOf(unit, watts).value_or(watts * even);
            const double most = partOf(unit, atMost).value_or(atMost * even);
            m_units[unit].heat += sign * share;
            m_units[unit].heatMost += sign * most;
            give(m_units[unit].pool, share, most, isKnown);
            if (m_units[unit].row->kind == CoolingUnitKind::CduLiquidToAir && roomPool != m_roomPools.end())
                give(roomPool->second, share, most, isKnown);
        }
    }
}

void LossOfCooling::noteHeat(const Context& context) {
    for (std::size_t place = 0; place < m_racks.size(); ++place)
        giveHeat(context, place, 1);
    for (Pool& pool : m_pools) // what liquid-to-air CDUs give to a room goes to all of a room's units
        if (double served = 0, most = 0; !pool.units.empty()) {
            for (const std::size_t unit : pool.units) {
                served += m_units[unit].heat;
                most += m_units[unit].heatMost;
            }
            if (pool.heat > served + kLeastWatts)
                for (const std::size_t unit : pool.units) {
                    m_units[unit].heat += (pool.heat - served) / static_cast<double>(pool.units.size());
                    m_units[unit].heatMost += (pool.heatMost - most) / static_cast<double>(pool.units.size());
                }
        }
}

// W that a loop takes of units, and of plant that gives to it what it takes of another loop.
double LossOfCooling::heatOf(Id<CoolingLoop> loop, double Unit::*amount, int depth) const {
    double heat = 0;
    if (const auto it = m_takenBy.find(loop); it != m_takenBy.end())
        for (const std::size_t at : it->second) {
            const Unit& unit = m_units[at];
            if (poolClassOf(unit.row->kind) != PoolClass::Plant)
                heat += unit.*amount;
            else if (depth < 8 && unit.row->kind != CoolingUnitKind::Pump)
                heat += unit.givenPerTaken * heatOf(unit.served, amount, depth + 1) /
                        static_cast<double>(m_pools[unit.pool].units.size());
        }
    if (const auto it = m_supplies.find(loop); it != m_supplies.end())
        for (const std::size_t at : it->second)
            heat += m_units[at].*amount;
    return heat;
}

LossOfCooling::Capacity LossOfCooling::capacityOf(const Pool& pool, const Lost& lost) const {
    Capacity capacity;
    for (const std::size_t at : pool.units) {
        if (lost.units.contains(at))
            continue;
        ++capacity.left;
        if (m_units[at].rating)
            capacity.watts += *m_units[at].rating;
        else if (!capacity.unrated)
            capacity.unrated = &m_units[at];
    }
    return capacity;
}

CoolingUnitLoad LossOfCooling::loadOf(Id<CoolingUnit> id) const {
    const auto place = m_unitPlaces.find(id);
    if (place == m_unitPlaces.end() || poolClassOf(m_units[place->second].row->kind) == PoolClass::Plant)
        return {};
    const Unit& unit = m_units[place->second];
    const Pool& pool = m_pools[unit.pool];
    CoolingUnitLoad load;
    load.hasPeer = pool.units.size() > 1;
    if (unit.rating)
        load.rating = Value(*unit.rating);
    double all = 0, largest = 0;
    bool isRated = true;
    for (const std::size_t at : pool.units) {
        isRated = isRated && m_units[at].rating.has_value();
        const double rating = m_units[at].rating.value_or(0);
        all += rating;
        if (at != place->second)
            largest = std::max(largest, rating);
    }
    if (!isRated || !pool.isHeatKnown || all <= 0)
        return load;
    load.heat = Value(pool.heat * *unit.rating / all);
    if (load.hasPeer && all > largest)
        load.heatOneLost = Value(pool.heat * *unit.rating / (all - largest));
    return load;
}

// Share of its loop's flow that pumps no longer move.
double LossOfCooling::pumpShort(const Pool& pumps, const Lost& lost, HallTaken& taken) const {
    const CoolingLoop* loop = m_context.design().coolingLoops.find(m_units[pumps.units.front()].served);
    const Value flow = loop && loop->flow ? Value(loop->flow->si())
                       : loop             ? loopFlow<Value>(m_context, *loop).si()
                                          : Value::unknown();
    const auto needed = knownNumber(flow);
    double left = 0, all = 0;
    for (const std::size_t at : pumps.units) {
        const CoolingUnit& row = *m_units[at].row;
        const auto moved = row.flow ? std::optional(row.flow->si())
                                    : knownNumber(plainPartNumber(m_context, row.part, attribute::secondaryFlow.key));
        if (!moved) {
            lack(taken, Message("losses.missing.flow").with("name", unitName(row)));
            return 0;
        }
        all += *moved;
        left += lost.units.contains(at) ? 0 : *moved;
    }
    if (!needed) {
        lack(taken, Message("losses.missing.flow").with("name", loop ? loop->name : std::string()));
        return 0;
    }
    const auto lacksOf = [&](double need) {
        const auto lacks = [need](double each) { return need > 0 ? std::max(0.0, 1 - each / need) : 0.0; };
        return std::max(0.0, lacks(left) - lacks(all));
    };
    const double share = lacksOf(*needed);
    if (share <= 0 && lacksOf(flow.high()) > kLeastShare)
        lack(taken, Message("losses.missing.flow-range").with("name", loop->name));
    return share;
}

// Share of its loop's heat that plant no longer takes, beyond what it lacked before.
double LossOfCooling::shareShort(const Pool& plant, const Lost& lost, HallTaken& taken) const {
    const Capacity after = capacityOf(plant, lost);
    if (after.left == 0)
        return 1;
    if (m_units[plant.units.front()].row->kind == CoolingUnitKind::Pump)
        return pumpShort(plant, lost, taken);
    const Id<CoolingLoop> loop = m_units[plant.units.front()].served;
    const double heat = heatOf(loop), most = heatOf(loop, &Unit::heatMost);
    if (heat <= after.watts * (1 + 1e-9) || heat <= kLeastWatts) {
        if (!after.unrated)
            noteMost(plant, most - after.watts - shortBefore(plant, most), taken);
        return 0;
    }
    if (after.unrated) {
        lack(taken, Message("losses.missing.rating").with("name", unitName(*after.unrated->row)));
        return 0;
    }
    const Capacity before = capacityOf(plant, {});
    if (before.unrated) // what it could take before is not known: all that lacks now counts
        return 1 - after.watts / heat;
    noteOverloads(plant, heat, lost, taken);
    return 1 - after.watts / heat - std::max(0.0, 1 - before.watts / heat);
}

// From lost plant and loops to the units that give their heat to them.
void LossOfCooling::spread(Lost& lost, HallTaken& taken) const {
    std::set<std::size_t> plant;
    std::vector<Id<CoolingLoop>> open;
    const auto notePlant = [&](std::size_t at) {
        if (poolClassOf(m_units[at].row->kind) == PoolClass::Plant && m_units[at].served)
            plant.insert(m_units[at].pool);
    };
    for (const auto& [at, isStill] : lost.units)
        notePlant(at);
    for (const auto& [loop, share] : lost.loops)
        open.push_back(loop);
    while (!open.empty() || !plant.empty()) {
        for (const std::size_t pool : std::exchange(plant, {})) {
            const double share = shareShort(m_pools[pool], lost, taken);
            const Id<CoolingLoop> loop = m_units[m_pools[pool].units.front()].served;
            double& known = lost.loops[loop];
            if (share <= known + 1e-9)
                continue;
            known = share;
            open.push_back(loop);
            const bool isStill = m_units[m_pools[pool].units.front()].row->kind == CoolingUnitKind::Pump && share >= 1;
            if (const auto it = m_supplies.find(loop); isStill && it != m_supplies.end())
                for (const std::size_t at : it->second)
                    lost.units[at] = true;
        }
        for (const Id<CoolingLoop> loop : std::exchange(open, {})) {
            const auto it = m_takenBy.find(loop);
            if (it == m_takenBy.end())
                continue;
            const double share = lost.loops.at(loop);
            for (const std::size_t at : it->second) {
                if (share >= 1) {
                    if (lost.units.try_emplace(at, false).second)
                        notePlant(at);
                } else if (poolClassOf(m_units[at].row->kind) == PoolClass::Plant) {
                    double& above = lost.loops[m_units[at].served];
                    if (share > above + 1e-9) {
                        above = share;
                        open.push_back(m_units[at].served);
                    }
                }
            }
        }
    }
}

// Units of a pool share its heat by their ratings.
void LossOfCooling::noteOverloads(const Pool& pool, double heat, const Lost& lost, HallTaken& taken) const {
    const Capacity before = capacityOf(pool, {}), after = capacityOf(pool, lost);
    if (before.unrated || after.watts <= 0)
        return;
    for (const std::size_t at : pool.units)
        if (!lost.units.contains(at)) {
            const double rating = *m_units[at].rating;
            taken.overloads.push_back({Subject(m_units[at].row->id), unitName(*m_units[at].row),
                                       heat / before.watts * rating, heat / after.watts * rating, rating});
        }
}

// What is left of a pool takes its heat by ratings; more than that is an overload.
void LossOfCooling::noteLoads(const Pool& pool, const Value& heat, const Lost& lost, HallTaken& taken) const {
    const Capacity after = capacityOf(pool, lost);
    for (const std::size_t at : pool.units)
        if (!lost.units.contains(at))
            taken.loads.push_back(
                {Subject(m_units[at].row->id),
                 after.unrated || after.watts <= 0 ? Value::unknown() : heat * Value(*m_units[at].rating / after.watts),
                 false});
}

// The lost units themselves, and plant that stands in for lost plant.
void LossOfCooling::noteLostLoads(const Lost& lost, HallTaken& taken) const {
    std::set<std::size_t> plant;
    for (const auto& [at, isStill] : lost.units) {
        const Unit& unit = m_units[at];
        taken.loads.push_back({Subject(unit.row->id), Value(0.0), true});
        if (poolClassOf(unit.row->kind) == PoolClass::Plant && unit.row->kind != CoolingUnitKind::Pump)
            plant.insert(unit.pool);
    }
    for (const std::size_t pool : plant)
        noteLoads(m_pools[pool], Value(heatOf(m_units[m_pools[pool].units.front()].served)), lost, taken);
}

// What loops carry then, with the plant that keeps them, and units that lost racks by a loss of power. What is dark
// takes nothing.
void LossOfCooling::noteHeatThen(const LossOfCooling& whole, const Lost& lost, HallTaken& taken) const {
    LossOfCooling then = *this;
    std::set<Subject> told;
    bool isKnown = true;
    for (const LoadAfterLoss& each : taken.loads)
        if (const auto at = m_unitPlaces.find(each.subject.as<CoolingUnit>());
            told.insert(each.subject).second && at != m_unitPlaces.end()) {
            then.m_units[at->second].heat = each.watts.typical();
            isKnown = isKnown && each.watts.isKnown();
        }
    for (const auto& [at, isStill] : lost.units)
        then.m_units[at].heat = 0;
    const auto tell = [&](Subject subject, double watts) {
        if (told.insert(subject).second)
            taken.loads.push_back({subject, isKnown ? Value(watts) : Value(watts) + Value::unknown(), false});
    };
    for (std::size_t at = 0; at < m_units.size(); ++at)
        if (std::abs(then.m_units[at].heat - whole.m_units[at].heat) > kLeastWatts)
            tell(Subject(m_units[at].row->id), then.m_units[at].heat);
    for (const CoolingLoop& loop : m_context.design().coolingLoops) {
        if (!loop.scope.isPresent())
            continue;
        const auto share = lost.loops.find(loop.id);
        const double left = share == lost.loops.end() ? 1 : std::max(0.0, 1 - share->second);
        const double heat = then.heatOf(loop.id) * (then.heatOf(loop.id) < whole.heatOf(loop.id) ? 1 : left);
        if (std::abs(heat - whole.heatOf(loop.id)) <= kLeastWatts)
            continue;
        tell(Subject(loop.id), heat);
        for (const Pool& pool : m_pools) {
            const Unit& first = m_units[pool.units.front()];
            const Capacity all = capacityOf(pool, lost);
            if (poolClassOf(first.row->kind) != PoolClass::Plant || first.row->kind == CoolingUnitKind::Pump ||
                first.served != loop.id || all.unrated || all.watts <= 0)
                continue;
            for (const std::size_t at : pool.units)
                if (!lost.units.contains(at))
                    tell(Subject(m_units[at].row->id), heat * *m_units[at].rating / all.watts);
        }
    }
}

// W that a pool lacks with all of its units.
double LossOfCooling::shortBefore(const Pool& pool, double heat) const {
    const Capacity before = capacityOf(pool, {});
    return before.unrated ? 0 : std::max(0.0, heat - before.watts);
}

// What is left takes the heat that is typical; whether it takes the most that it can be is not known.
void LossOfCooling::noteMost(const Pool& pool, double lacks, HallTaken& taken) const {
    if (lacks <= kLeastWatts)
        return;
    taken.heatMost += lacks;
    lack(taken, Message("losses.missing.heat-range")
                    .with("name", unitName(*m_units[pool.units.front()].row))
                    .with("heat", UnitNumber{lacks / 1000, std::string(kHeatUnit)}));
}

std::map<std::size_t, LossOfCooling::Short> LossOfCooling::shortPools(const Lost& lost, HallTaken& taken) const {
    std::map<std::size_t, Short> found;
    struct Spilled {
        double watts = 0, most = 0;
        std::set<std::size_t> racks;
    };
    std::map<std::size_t, Spilled> spilled; ///< by the pool of a room
    std::set<std::size_t> pools;
    for (const auto& [at, isStill] : lost.units)
        if (const CoolingUnit& row = *m_units[at].row; poolClassOf(row.kind) == PoolClass::Door) {
            const Pool& door = m_pools[m_units[at].pool];
            const auto room = m_roomPools.find(door.room);
            if (room == m_roomPools.end()) {
                if (door.heat > kLeastWatts)
                    found[m_units[at].pool] = {door.heat, door.heatMost, true, false, door.racks};
            } else {
                Spilled& into = spilled[room->second];
                into.watts += door.heat;
                into.most += door.heatMost;
                into.racks.insert(door.racks.begin(), door.racks.end());
                pools.insert(room->second);
            }
        } else if (poolClassOf(row.kind) != PoolClass::Plant) {
            pools.insert(m_units[at].pool);
        }
    for (const std::size_t place : pools) {
        const Pool& pool = m_pools[place];
        const Spilled& more = spilled[place];
        const double heat = pool.heat + more.watts, most = pool.heatMost + more.most;
        const Capacity before = capacityOf(pool, {}), after = capacityOf(pool, lost);
        if (!pool.isHeatKnown)
            lack(taken, Message("losses.missing.heat").with("name", unitName(*m_units[pool.units.front()].row)));
        if (m_loads == LoadsAfterLoss::Noted)
            noteLoads(pool, pool.isHeatKnown ? Value(heat) : Value(heat) + Value::unknown(), lost, taken);
        if (most <= kLeastWatts)
            continue;
        const bool isLiquid = poolClassOf(m_units[pool.units.front()].row->kind) == PoolClass::Liquid;
        const bool isStill = isLiquid && after.left == 0 && std::ranges::any_of(pool.units, [&](std::size_t at) {
                                 const auto it = lost.units.find(at);
                                 return it != lost.units.end() && it->second;
                             });
        Short each{0, 0, after.left == 0, isStill, pool.racks};
        each.racks.insert(more.racks.begin(), more.racks.end());
        if (after.left == 0 && heat <= kLeastWatts) {
            noteMost(pool, most, taken);
        } else if (after.left == 0) {
            each.watts = heat;
            each.most = most;
        } else if (heat > after.watts * (1 + 1e-9)) {
            if (after.unrated) {
                lack(taken, Message("losses.missing.rating").with("name", unitName(*after.unrated->row)));
                continue;
            }
            const double lacked = before.unrated ? 0 : std::max(0.0, pool.heat - before.watts);
            each.watts = heat - after.watts - lacked;
            each.most = most - after.watts - shortBefore(pool, pool.heatMost);
            noteOverloads(pool, heat, lost, taken);
        } else if (!after.unrated) {
            noteMost(pool, most - after.watts - shortBefore(pool, pool.heatMost), taken);
        }
        if (each.watts > kLeastWatts)
            found[place] = std::move(each);
    }
    // Loops that still take a part of their heat.
    for (const auto& [loop, share] : lost.loops) {
        const auto it = m_takenBy.find(loop);
        if (it == m_takenBy.end() || share <= 0 || share >= 1)
            continue;
        std::map<std::size_t, double> watts;
        for (const std::size_t at : it->second)
            if (poolClassOf(m_units[at].row->kind) != PoolClass::Plant)
                watts[m_units[at].pool] += share * m_units[at].heat;
        for (const auto& [pool, lacks] : watts)
            if (lacks > kLeastWatts && lacks > found[pool].watts)
                found[pool] = {lacks, lacks, false, false, m_pools[pool].racks};
    }
    std::erase_if(found, [](const auto& each) { return each.second.watts <= 0; });
    return found;
}

// The air of the room at the soonest; with the racks in it at the latest.
std::optional<Value> LossOfCooling::secondsOfAir(const Pool& pool, const Short& each, HallTaken& taken) const {
    const Room* room = m_context.design().rooms.find(pool.room);
    const auto height = room && room->clearHeight ? std::optional(room->clearHeight->inMetres())
                                                  : siteNumber(m_context.project(), site::clearHeight);
    std::optional<double> supply = siteNumber(m_context.project(), site::supplyAir), limit;
    for (const std::size_t at : pool.units)
        if (m_units[at].row->supply)
            supply = std::max(supply.value_or(0), m_units[at].row->supply->inKelvin());
    double mass = 0;
    for (const std::size_t rack : each.racks) {
        const Contents& contents = m_contents[m_racks[rack].contents];
        keepLeast(limit, contents.inletLimit);
        mass += contents.mass;
    }
    if (!room || !height || room->outline.empty()) {
        lack(taken, Message("losses.missing.height").with("name", room ? room->name : std::string()));
        return std::nullopt;
    }
    if (!supply) {
        lack(taken, Message("losses.missing.supply").with("name", unitName(*m_units[pool.units.front()].row)));
        return std::nullopt;
    }
    if (!limit) {
        lack(taken,
             Message("losses.missing.inlet").with("part", m_contents[m_racks[*each.racks.begin()].contents].name));
        return std::nullopt;
    }
    const double rise = std::max(0.0, *limit - *supply);
    const double air = area(room->outline).si() * *height * airDensity<Value>(m_context).si().typical() * kAirHeat;
    const double low = air * rise / each.watts, high = (air + kSteelHeat * mass) * rise / each.watts;
    return Value::range(low, (low + high) / 2, high, Grade::Estimate);
}

// A loop that nothing moves holds nothing.
std::optional<Value> LossOfCooling::secondsOfLiquid(const Pool& pool, const Short& each, HallTaken& taken) const {
    if (each.isStill)
        return Value(0.0, Grade::Estimate);
    const CoolingLoop* loop = m_context.design().coolingLoops.find(m_units[pool.units.front()].row->secondary);
    const auto supply = loop ? supplyOf(m_context, *loop) : std::nullopt;
    const auto coolant = loop ? coolantOf(*loop) : std::nullopt;
    if (!loop || !loop->volume || !supply || !coolant) {
        lack(taken, Message("losses.missing.volume")
                        .with("name", loop ? loop->name : unitName(*m_units[pool.units.front()].row)));
        return std::nullopt;
    }
    std::optional<double> limit;
    for (const std::size_t rack : each.racks) {
        const Contents& contents = m_contents[m_racks[rack].contents];
        keepLeast(limit, contents.coolantLimit);
        if (contents.unlimited.empty())
            continue;
        lack(taken, Message("losses.missing.coolant").with("part", contents.unlimited));
        return std::nullopt;
    }
    if (!limit) {
        lack(taken,
             Message("losses.missing.coolant").with("part", m_contents[m_racks[*each.racks.begin()].contents].name));
        return std::nullopt;
    }
    const double seconds = coolant->perKelvin() * loop->volume->si() * std::max(0.0, *limit - *supply) / each.watts;
    return Value::range((1 - kCoolantVolumeBand) * seconds, seconds, (1 + kCoolantVolumeBand) * seconds,
                        Grade::Estimate);
}

HallTaken LossOfCooling::takenBy(Lost lost, const HallTaken& before, const LossOfCooling* whole) const {
    HallTaken taken;
    spread(lost, taken);
    if (m_loads == LoadsAfterLoss::Noted)
        noteLostLoads(lost, taken);
    std::set<std::size_t> dark, slow;
    bool isTimeKnown = true;
    for (const auto& [place, each] : shortPools(lost, taken)) {
        taken.heat += each.watts;
        taken.heatMost += std::max(each.watts, each.most);
        (each.isWhole ? dark : slow).insert(each.racks.begin(), each.racks.end());
        const Pool& pool = m_pools[place];
        const bool isLiquid = poolClassOf(m_units[pool.units.front()].row->kind) == PoolClass::Liquid;
        const auto seconds = isLiquid ? secondsOfLiquid(pool, each, taken) : secondsOfAir(pool, each, taken);
        isTimeKnown = isTimeKnown && seconds;
        if (seconds && (!taken.seconds || seconds->low() < taken.seconds->low()))
            taken.seconds = seconds;
    }
    if (taken.heat > 0 && !isTimeKnown)
        taken.seconds = Value::unknown();
    const auto take = [&](const std::set<std::size_t>& racks, TakenRacks& into, std::vector<Id<Rack>>& list) {
        for (const std::size_t rack : racks) {
            const Id<Rack> id = m_racks[rack].rack->id;
            if ((&racks == &slow && (dark.contains(rack) || std::ranges::count(before.throttledRacks, id) > 0)) ||
                std::ranges::count(before.darkRacks, id) > 0)
                continue;
            ++into.racks;
            into.accelerators += m_contents[m_racks[rack].contents].accelerators;
            list.push_back(id);
        }
    };
    take(dark, taken.dark, taken.darkRacks);
    take(slow, taken.throttled, taken.throttledRacks);
    taken.hotRacks = taken.dark.racks + taken.throttled.racks;
    if (m_loads == LoadsAfterLoss::Noted)
        noteHeatThen(whole ? *whole : *this, lost, taken);
    std::ranges::stable_sort(taken.overloads, [](const LossOverload& a, const LossOverload& b) {
        return a.after / a.rating > b.after / b.rating;
    });
    return taken;
}

HallTaken LossOfCooling::withoutUnit(Id<CoolingUnit> unit) const {
    const auto it = m_unitPlaces.find(unit);
    if (it == m_unitPlaces.end())
        return {};
    HallTaken taken = takenBy({{{it->second, true}}, {}});
    const CoolingUnit& row = *m_units[it->second].row;
    if (poolClassOf(row.kind) != PoolClass::Plant && !isConnected(m_context, row))
        lack(taken, Message("losses.missing.connection").with("name", unitName(row)));
    return taken;
}

HallTaken LossOfCooling::withoutSupply(const HallTaken& power) const {
    Lost lost;
    for (const Id<CoolingUnit> unit : power.darkUnits)
        if (const auto it = m_unitPlaces.find(unit); it != m_unitPlaces.end())
            lost.units.emplace(it->second, true);
    if (power.emptyRacks.empty())
        return takenBy(std::move(lost), power);
    LossOfCooling left = *this;
    for (const Id<Rack> rack : power.emptyRacks)
        if (const auto it = m_rackPlaces.find(rack); it != m_rackPlaces.end())
            left.giveHeat(m_context, it->second, -1);
    return left.takenBy(std::move(lost), power, this);
}

HallTaken LossOfCooling::withoutLoop(Id<CoolingLoop> loop) const {
    Lost lost;
    lost.loops[loop] = 1;
    if (const auto it = m_supplies.find(loop); it != m_supplies.end())
        for (const std::size_t at : it->second)
            lost.units[at] = true;
    return takenBy(std::move(lost));
}

bool LossOfCooling::isTwice(Id<CoolingUnit> unit) const {
    const auto it = m_unitPlaces.find(unit);
    if (it == m_unitPlaces.end())
        return false;
    const Pool& pool = m_pools[m_units[it->second].pool];
    std::vector<double> ratings;
    for (const std::size_t at : pool.units)
        ratings.push_back(m_units[at].rating.value_or(0));
    std::ranges::sort(ratings);
    // At the upper end of the range too.
    const double left = std::accumulate(ratings.begin(), ratings.begin() + static_cast<long>(ratings.size() / 2), 0.0);
    const bool isPlant = poolClassOf(m_units[it->second].row->kind) == PoolClass::Plant;
    return left >= (isPlant ? heatOf(m_units[it->second].served, &Unit::heatMost) : pool.heatMost) && pool.isHeatKnown;
}

bool LossOfCooling::carries(Id<CoolingUnit> unit) const {
    const auto it = m_unitPlaces.find(unit);
    if (it == m_unitPlaces.end())
        return false;
    const Unit& found = m_units[it->second];
    return found.served ? heatOf(found.served) > kLeastWatts : m_pools[found.pool].heat > kLeastWatts;
}

bool LossOfCooling::carries(Id<CoolingLoop> loop) const { return heatOf(loop) > kLeastWatts; }

std::string LossOfCooling::claimOf(Id<CoolingUnit> unit) const {
    const auto it = m_unitPlaces.find(unit);
    if (it == m_unitPlaces.end())
        return {};
    const std::vector<std::size_t>& units = m_pools[m_units[it->second].pool].units;
    std::string claim;
    for (const std::size_t at : units)
        claim = strongerClaim(claim, m_units[at].row->redundancy, units.size());
    const Id<CoolingLoop> loop =
        m_units[it->second].served ? m_units[it->second].served : m_units[it->second].row->secondary;
    const CoolingLoop* row = m_context.design().coolingLoops.find(loop);
    return row ? strongerClaim(claim, row->redundancy, units.size()) : claim;
}

} // namespace rackwright
