// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Units that stand in for one another: chillers, coolers, towers, pumps and the air units of a room, with the spare
// ones that are claimed. COOL-09 judges them; what limits a room counts on what is left of them.

#include "solvers/cooling/heat.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace rackwright {

/// By group, or, where none is named, by kind and what the units supply or take their air from.
struct PlantGroup {
    std::string name;
    std::string claim;
    std::vector<const CoolingUnit*> units;
    const CoolingLoop* loop = nullptr; ///< that they supply or whose liquid they move
};

/// Chillers, dry coolers, towers and pumps.
bool isPlantKind(CoolingUnitKind kind);
/// CDUs are judged with their loop, by approach, flow and head; a door serves its own rack alone.
std::map<std::string, PlantGroup> plantGroups(const Context& context);
/// Of all but the largest ones; unknown when one is.
Value leftAfter(std::vector<Value> each, std::size_t losses);

} // namespace rackwright
