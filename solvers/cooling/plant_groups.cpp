// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/plant_groups.h"

#include "solvers/cooling/air_balance.h"
#include "solvers/cooling/findings.h"
#include "solvers/cooling/loop_solve.h"

#include <algorithm>
#include <variant>

namespace rackwright {

static Id<CoolingLoop> loopMovedBy(const CoolingUnit& unit) { return unit.secondary ? unit.secondary : unit.primary; }

bool isPlantKind(CoolingUnitKind kind) {
    return kind == CoolingUnitKind::Chiller || kind == CoolingUnitKind::DryCooler ||
           kind == CoolingUnitKind::CoolingTower || kind == CoolingUnitKind::Pump;
}

std::map<std::string, PlantGroup> plantGroups(const Context& context) {
    std::map<std::string, PlantGroup> groups;
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        if (!unit.scope.isPresent() || (!isPlantKind(unit.kind) && !suppliesRoomAir(unit.kind)))
            continue;
        const CoolingLoop* loop =
            isPlantKind(unit.kind) ? context.design().coolingLoops.find(loopMovedBy(unit)) : nullptr;
        // An air unit that nobody connected to racks and plant on no loop stand in for nothing.
        const bool hasPlace = isPlantKind(unit.kind) ? loop && loop->scope.isPresent() : isConnected(context, unit);
        if (!hasPlace && !isPlantKind(unit.kind))
            continue;
        const auto* floor = std::get_if<OnFloor>(&unit.placement);
        const std::string place = loop                               ? idText(loop->id)
                                  : !isPlantKind(unit.kind) && floor ? idText(floor->room)
                                                                     : std::string();
        const std::string key = std::string(enumName(unit.kind)) + ":" +
                                (unit.redundancyGroup.empty() || !hasPlace ? "@" + place : unit.redundancyGroup);
        PlantGroup& group = groups[key];
        group.units.push_back(&unit);
        if (loop)
            group.loop = loop;
        group.name = unit.redundancyGroup.empty() ? group.units.front()->name : unit.redundancyGroup;
    }
    for (auto& [key, group] : groups) {
        for (const CoolingUnit* unit : group.units)
            group.claim = strongerClaim(group.claim, unit->redundancy, group.units.size());
        if (group.loop)
            group.claim = strongerClaim(group.claim, group.loop->redundancy, group.units.size());
    }
    return groups;
}

Value leftAfter(std::vector<Value> each, std::size_t losses) {
    if (losses >= each.size()) // nothing is left, whatever each could do
        return Value(0.0);
    if (std::ranges::any_of(each, [](const Value& value) { return !value.isKnown(); }))
        return Value::unknown();
    std::ranges::sort(each, {}, [](const Value& value) { return value.typical(); });
    Value left(0.0);
    for (std::size_t i = 0; i + losses < each.size(); ++i)
        left = left + each[i];
    return left;
}

} // namespace rackwright
