// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/heat.h"

#include "solvers/cooling/air_balance.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace rackwright {

const LiquidPoint* liquidPoint(const Part& part, double supplyCelsius) {
    const LiquidPoint* above = nullptr;
    const LiquidPoint* warmest = nullptr;
    for (const LiquidPoint& point : part.liquidPoints) {
        if (point.flow.isUnknown())
            continue;
        const auto inlet = point.inletCelsius.typical();
        if (!inlet)
            return &point;
        if (*inlet >= supplyCelsius - 1e-9 && (!above || *inlet < *above->inletCelsius.typical()))
            above = &point;
        if (!warmest || *inlet > *warmest->inletCelsius.typical())
            warmest = &point;
    }
    return above ? above : warmest;
}

double liquidSupplyAt(const Context& context, Id<Rack> rack) {
    for (const CoolingService* service : context.contents(rack).services) {
        if (service->heat != HeatKind::Liquid)
            continue;
        const CoolingUnit* unit = context.design().coolingUnits.find(service->unit);
        const CoolingLoop* loop = context.design().coolingLoops.find(unit->secondary);
        if (loop && loop->supply)
            return loop->supply->inKelvin();
        if (unit->supply)
            return unit->supply->inKelvin();
    }
    return plainSetting(context, settingFact(setting_of::liquidSupply)).typical();
}

bool takesAir(CoolingUnitKind kind) {
    switch (kind) {
    case CoolingUnitKind::PerimeterAir:
    case CoolingUnitKind::InRow:
    case CoolingUnitKind::FanWall:
    case CoolingUnitKind::RearDoor:
    case CoolingUnitKind::ImmersionTank:
        return true;
    case CoolingUnitKind::CduRow:
    case CoolingUnitKind::CduInRack:
    case CoolingUnitKind::CduLiquidToAir:
    case CoolingUnitKind::Chiller:
    case CoolingUnitKind::DryCooler:
    case CoolingUnitKind::CoolingTower:
    case CoolingUnitKind::Pump:
        return false;
    }
    RW_CHECK(false, "every kind of cooling unit takes air or none");
}

namespace {

// How many units that take no air each rack is connected to for that of its air; racks without any are left out.
struct IdleForAir {
    static constexpr std::array<std::string_view, 3> kReads = {"rack_contents", "cooling_services", "cooling_units"};

    explicit IdleForAir(const Context& context) {
        for (const CoolingUnit& unit : context.design().coolingUnits) {
            if (takesAir(unit.kind) || !unit.scope.isPresent())
                continue;
            for (const CoolingService* service : context.servedBy(unit.id))
                if (service->heat == HeatKind::Air)
                    ++counts[service->rack];
        }
    }
    std::int64_t of(Id<Rack> rack) const {
        const auto it = counts.find(rack);
        return it == counts.end() ? 0 : it->second;
    }
    std::unordered_map<Id<Rack>, std::int64_t> counts;
};

// Units that cool the air of a room and serve racks at all.
std::vector<const CoolingUnit*> airUnitsOf(const Context& context, Id<Room> room) {
    std::vector<const CoolingUnit*> units;
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        const auto* floor = std::get_if<OnFloor>(&unit.placement);
        if (unit.scope.isPresent() && floor && floor->room == room && suppliesRoomAir(unit.kind) &&
            !context.servedBy(unit.id).empty())
            units.push_back(&unit);
    }
    return units;
}

// Of all racks with doors.
struct DoorSplits {
    static constexpr std::array<std::string_view, 4> kReads = {"rack_contents", "racks", "cooling_services",
                                                               "cooling_units"};

    explicit DoorSplits(const Context& context) {
        for (const CoolingUnit& door : context.design().coolingUnits) {
            if (door.kind != CoolingUnitKind::RearDoor || !door.scope.isPresent())
                continue;
            const auto& services = context.servedBy(door.id);
            const std::int64_t racks = std::ranges::count(services, HeatKind::Air, &CoolingService::heat);
            for (const CoolingService* service : services)
                if (service->heat == HeatKind::Air)
                    byRack[service->rack].doors.push_back({&door, racks});
        }
        for (auto& [rack, split] : byRack)
            for (const CoolingService* service : context.contents(rack).services) {
                const CoolingUnit* unit = context.design().coolingUnits.find(service->unit);
                if (service->heat == HeatKind::Air && unit && unit->scope.isPresent() && takesAir(unit->kind) &&
                    unit->kind != CoolingUnitKind::RearDoor)
                    split.others.push_back(unit);
            }
        giveToRooms(context);
        std::erase_if(byRack, [](const auto& each) { return each.second.others.empty(); });
    }

    // What doors alone cannot take, as far as their ratings are known.
    void giveToRooms(const Context& context) {
        std::map<Id<Room>, std::vector<const CoolingUnit*>> units;
        for (auto& [id, split] : byRack) {
            const Rack* rack = split.others.empty() ? context.design().racks.find(id) : nullptr;
            if (!rack)
                continue;
            const auto [it, isNew] = units.try_emplace(rack->room);
            if (isNew)
                it->second = airUnitsOf(context, rack->room);
            if (it->second.empty() || !isTooMuch(context, split, id))
                continue;
            split.others = it->second;
            split.isByRoom = true;
            for (const CoolingUnit* unit : it->second)
                ofRoom[unit->id].push_back(id);
        }
    }
    static bool isTooMuch(const Context& context, const DoorSplit& split, Id<Rack> rack) {
        const Value heat = rackHeat<Value>(context, rack, HeatKind::Air).si();
        if (heat.isUnknown())
            return false;
        const double each = heat.typical() / static_cast<double>(split.doors.size());
        bool isSome = false;
        for (const DoorSplit::Door& door : split.doors) {
            const Value rating = unitRating<Value>(context, *door.unit).si();
            if (!rating.isKnown())
                return false;
            isSome = isSome || each > rating.typical() / static_cast<double>(door.racks) * (1 + 1e-9);
        }
        return isSome;
    }

    std::map<Id<Rack>, DoorSplit> byRack;
    std::unordered_map<Id<CoolingUnit>, std::vector<Id<Rack>>> ofRoom; ///< that give their rest to it
};

// Racks of like doors and as many others have one answer.
std::vector<double> splitKey(const Context& context, const DoorSplit* split, Id<CoolingUnit> unit) {
    std::vector<double> key;
    if (!split)
        return key;
    key.push_back(static_cast<double>(split->others.size()));
    for (const DoorSplit::Door& door : split->doors) {
        const Value rating = unitRating<Value>(context, *door.unit).si();
        for (const double each :
             {rating.isKnown() ? rating.low() : -1, rating.isKnown() ? rating.typical() : -1,
              rating.isKnown() ? rating.high() : -1, static_cast<double>(door.racks), door.unit->id == unit ? 1.0 : 0})
            key.push_back(each);
    }
    return key;
}

} // namespace

const DoorSplit* doorSplitOf(const Context& context, Id<Rack> rack) {
    const auto& splits = context.lookUp<DoorSplits>().byRack;
    const auto it = splits.find(rack);
    return it == splits.end() ? nullptr : &it->second;
}

Value heatAtDoor(const Context& context, const CoolingUnit& door) {
    Value heat(0.0);
    for (const CoolingService* service : context.servedBy(door.id)) {
        if (service->heat != HeatKind::Air)
            continue;
        const auto doors =
            std::ranges::count_if(context.contents(service->rack).services, [&](const CoolingService* each) {
                const CoolingUnit* unit = context.design().coolingUnits.find(each->unit);
                return each->heat == HeatKind::Air && unit && unit->kind == CoolingUnitKind::RearDoor;
            });
        heat = heat + rackHeat<Value>(context, service->rack, HeatKind::Air).si() / Value(static_cast<double>(doors));
    }
    return heat;
}

std::vector<ServedRacks> servedRacks(const Context& context, Id<CoolingUnit> unit, HeatKind kind) {
    std::map<std::pair<std::int64_t, std::vector<double>>, std::vector<Id<Rack>>> bySharers;
    const bool isAir = kind == HeatKind::Air;
    const CoolingUnit* row = context.design().coolingUnits.find(unit);
    if (isAir && row && !takesAir(row->kind))
        return {};
    const IdleForAir* idle = isAir ? &context.lookUp<IdleForAir>() : nullptr;
    for (const CoolingService* service : context.servedBy(unit)) {
        if (service->heat != kind)
            continue;
        const auto& all = context.contents(service->rack).services;
        const auto sharers =
            std::ranges::count_if(all, [kind](const CoolingService* each) { return each->heat == kind; });
        const DoorSplit* split = isAir ? doorSplitOf(context, service->rack) : nullptr;
        bySharers[{sharers - (idle ? idle->of(service->rack) : 0), splitKey(context, split, unit)}].push_back(
            service->rack);
    }
    if (const auto& ofRoom = context.lookUp<DoorSplits>().ofRoom; isAir && ofRoom.contains(unit))
        for (const Id<Rack> rack : ofRoom.at(unit))
            bySharers[{0, splitKey(context, doorSplitOf(context, rack), unit)}].push_back(rack);
    std::vector<ServedRacks> served;
    for (const auto& [key, racks] : bySharers)
        for (LikeRacks& like : context.likeRacks(racks)) {
            const DoorSplit* split = isAir ? doorSplitOf(context, like.first->id) : nullptr;
            served.push_back({std::move(like), key.first, split});
        }
    return served;
}

namespace {

struct UnitHeats {
    static constexpr std::array<std::string_view, 3> kReads = {"rack_contents", "cooling_services", "cooling_units"};

    explicit UnitHeats(const Context& context) {
        for (const CoolingUnit& unit : context.design().coolingUnits)
            find(context, unit);
    }
    // Each unit once, those that give their heat to it before it.
    const PlainUnitHeat& find(const Context& context, const CoolingUnit& unit) {
        if (const auto it = heats.find(unit.id); it != heats.end())
            return it->second;
        PlainUnitHeat heat;
        heat.served = servedHeatAlone<Value>(context, unit.id).si();
        heat.all = unitHeatBy<Value>(context, unit, [&](const CoolingUnit& giver) {
                       return Quantity<dim::Power, Value>(find(context, giver).all);
                   }).si();
        return heats.emplace(unit.id, std::move(heat)).first->second;
    }
    std::unordered_map<Id<CoolingUnit>, PlainUnitHeat> heats;
};

} // namespace

const PlainUnitHeat& plainUnitHeat(const Context& context, Id<CoolingUnit> unit) {
    const auto& heats = context.lookUp<UnitHeats>().heats;
    const auto it = heats.find(unit);
    RW_CHECK(it != heats.end(), "heat is asked for cooling units of the design");
    return it->second;
}

std::vector<const CoolingUnit*> giversTo(const Context& context, Id<CoolingLoop> loop) {
    std::vector<const CoolingUnit*> units;
    for (const CoolingUnit& unit : context.design().coolingUnits)
        if (unit.scope.isPresent() && unit.primary == loop && unit.kind != CoolingUnitKind::Pump)
            units.push_back(&unit);
    return units;
}

std::vector<const CoolingUnit*> suppliersOf(const Context& context, Id<CoolingLoop> loop) {
    std::vector<const CoolingUnit*> units;
    for (const CoolingUnit& unit : context.design().coolingUnits)
        if (unit.scope.isPresent() && unit.secondary == loop && unit.kind != CoolingUnitKind::Pump)
            units.push_back(&unit);
    return units;
}

bool isWaterCooledChiller(const CoolingUnit& unit) { return unit.kind == CoolingUnitKind::Chiller && unit.primary; }

bool isTowerCooled(const Context& context, const CoolingUnit& chiller) {
    return std::ranges::any_of(context.design().coolingUnits, [&](const CoolingUnit& unit) {
        return unit.kind == CoolingUnitKind::CoolingTower && unit.scope.isPresent() &&
               unit.secondary == chiller.primary;
    });
}

// Against the heat, from the loop that a unit supplies to the units that give theirs to it. A loop seen twice on the
// way from the unit closes a circle when it is on the path still.
bool takesHeatInCircles(const Context& context, const CoolingUnit& unit) {
    std::vector<Id<CoolingLoop>> path, done;
    const auto closes = [&](auto&& self, Id<CoolingLoop> loop) -> bool {
        if (!loop || std::ranges::find(done, loop) != done.end())
            return false;
        if (std::ranges::find(path, loop) != path.end())
            return true;
        path.push_back(loop);
        for (const CoolingUnit* giver : giversTo(context, loop))
            if (giver->secondary && self(self, giver->secondary))
                return true;
        path.pop_back();
        done.push_back(loop);
        return false;
    };
    return closes(closes, unit.secondary);
}

namespace {

bool isOfKind(CoolingUnitKind kind, CapacityKind wanted) {
    switch (kind) {
    case CoolingUnitKind::PerimeterAir:
    case CoolingUnitKind::InRow:
    case CoolingUnitKind::FanWall:
        return wanted == CapacityKind::Air;
    case CoolingUnitKind::RearDoor:
        return wanted == CapacityKind::RearDoor;
    case CoolingUnitKind::CduRow:
    case CoolingUnitKind::CduInRack:
    case CoolingUnitKind::CduLiquidToAir:
    case CoolingUnitKind::ImmersionTank:
        return wanted == CapacityKind::Liquid;
    case CoolingUnitKind::Chiller:
    case CoolingUnitKind::DryCooler:
    case CoolingUnitKind::CoolingTower:
    case CoolingUnitKind::Pump:
        return false;
    }
    RW_CHECK(false, "every kind of cooling unit has its place");
}

Id<Room> roomOf(const Design& design, const Placement& placement) {
    if (const auto* floor = std::get_if<OnFloor>(&placement))
        return floor->room;
    Id<Rack> id;
    if (const auto* in = std::get_if<InRack>(&placement))
        id = in->rack;
    else if (const auto* beside = std::get_if<ZeroU>(&placement))
        id = beside->rack;
    const Rack* rack = design.racks.find(id);
    return rack ? rack->room : Id<Room>{};
}

} // namespace

std::vector<const CoolingUnit*> unitsOf(const Context& context, CapacityKind kind, Id<Room> room) {
    std::vector<const CoolingUnit*> units;
    for (const CoolingUnit& unit : context.design().coolingUnits)
        if (unit.scope.isPresent() && isOfKind(unit.kind, kind) &&
            (!room || roomOf(context.design(), unit.placement) == room))
            units.push_back(&unit);
    return units;
}

bool isConnected(const Context& context, const CoolingUnit& unit) {
    if (!context.servedBy(unit.id).empty())
        return true;
    const bool isAir = isOfKind(unit.kind, CapacityKind::Air);
    const bool isLiquid = isOfKind(unit.kind, CapacityKind::Liquid);
    if (!isAir && !isLiquid)
        return false;
    const Design& design = context.design();
    return std::ranges::any_of(design.coolingUnits, [&](const CoolingUnit& other) {
        if (!other.scope.isPresent() || context.servedBy(other.id).empty())
            return false;
        const bool isLike = isOfKind(other.kind, isAir ? CapacityKind::Air : CapacityKind::Liquid);
        if (isLike && !unit.redundancyGroup.empty() && other.redundancyGroup == unit.redundancyGroup)
            return true;
        if (isLiquid)
            return isLike && unit.secondary && other.secondary == unit.secondary;
        return unit.kind != CoolingUnitKind::InRow && other.kind == CoolingUnitKind::CduLiquidToAir &&
               roomOf(design, other.placement) == roomOf(design, unit.placement);
    });
}

std::vector<const CoolingUnit*> unitsOn(const Context& context, Id<CoolingLoop> loop) {
    std::vector<const CoolingUnit*> units;
    for (const CoolingUnit& unit : context.design().coolingUnits)
        if (unit.scope.isPresent() && (unit.primary == loop || unit.secondary == loop))
            units.push_back(&unit);
    return units;
}

bool hasLoop(const Context& context, const CoolingUnit& unit) {
    const CoolingLoop* loop = context.design().coolingLoops.find(unit.primary);
    return loop && loop->scope.isPresent();
}

bool needsLoop(CoolingUnitKind kind) {
    switch (kind) {
    case CoolingUnitKind::RearDoor:
    case CoolingUnitKind::FanWall:
    case CoolingUnitKind::CduRow:
    case CoolingUnitKind::CduInRack:
    case CoolingUnitKind::ImmersionTank:
        return true;
    case CoolingUnitKind::PerimeterAir:
    case CoolingUnitKind::InRow:
    case CoolingUnitKind::CduLiquidToAir:
    case CoolingUnitKind::Chiller:
    case CoolingUnitKind::DryCooler:
    case CoolingUnitKind::CoolingTower:
    case CoolingUnitKind::Pump:
        return false;
    }
    RW_CHECK(false, "every kind of cooling unit gives its heat somewhere");
}

const CoolingUnit* firstWithoutLoop(const Context& context) {
    for (const CoolingUnit& unit : context.design().coolingUnits)
        if (unit.scope.isPresent() && needsLoop(unit.kind) && !hasLoop(context, unit) &&
            !context.servedBy(unit.id).empty())
            return &unit;
    return nullptr;
}

} // namespace rackwright
