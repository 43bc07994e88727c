// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of cooling, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle rackHeatAir{"rack.heat.air", SubjectKind::Rack};
inline constexpr FigureHandle rackHeatAirBtu{"rack.heat.air.btu", SubjectKind::Rack};
inline constexpr FigureHandle roomHeatAir{"room.heat.air", SubjectKind::Room};
inline constexpr FigureHandle heatAir{"heat.air", SubjectKind::Design};
inline constexpr FigureHandle heatAirBtu{"heat.air.btu", SubjectKind::Design};
inline constexpr FigureHandle rackHeatLiquid{"rack.heat.liquid", SubjectKind::Rack};
inline constexpr FigureHandle rackHeatLiquidBtu{"rack.heat.liquid.btu", SubjectKind::Rack};
inline constexpr FigureHandle roomHeatLiquid{"room.heat.liquid", SubjectKind::Room};
inline constexpr FigureHandle heatLiquid{"heat.liquid", SubjectKind::Design};
inline constexpr FigureHandle heatLiquidBtu{"heat.liquid.btu", SubjectKind::Design};
inline constexpr FigureHandle rackHeatBtu{"rack.heat.btu", SubjectKind::Rack};
inline constexpr FigureHandle rackAirflow{"rack.airflow", SubjectKind::Rack};
inline constexpr FigureHandle rackLiquidFlow{"rack.liquid.flow", SubjectKind::Rack};
inline constexpr FigureHandle coolingAirflow{"cooling.airflow", SubjectKind::Design};
inline constexpr FigureHandle coolingLiquidFlow{"cooling.liquid.flow", SubjectKind::Design};
inline constexpr FigureHandle coolingUnitHeat{"cooling-unit.heat", SubjectKind::CoolingUnit};
inline constexpr FigureHandle coolingUnitHeatBtu{"cooling-unit.heat.btu", SubjectKind::CoolingUnit};
inline constexpr FigureHandle coolingUnitRating{"cooling-unit.rating", SubjectKind::CoolingUnit};
inline constexpr FigureHandle coolingUnitShare{"cooling-unit.share", SubjectKind::CoolingUnit};
inline constexpr FigureHandle coolingLoopHeat{"cooling-loop.heat", SubjectKind::CoolingLoop};
inline constexpr FigureHandle coolingLoopHeatBtu{"cooling-loop.heat.btu", SubjectKind::CoolingLoop};
inline constexpr FigureHandle coolingLoopFlow{"cooling-loop.flow", SubjectKind::CoolingLoop};
inline constexpr FigureHandle coolingCapacityAir{"cooling.capacity.air", SubjectKind::Design};
inline constexpr FigureHandle coolingCapacityAirOneLost{"cooling.capacity.air.one-lost", SubjectKind::Design};
inline constexpr FigureHandle roomCoolingCapacityAir{"room.cooling.capacity.air", SubjectKind::Room};
inline constexpr FigureHandle roomCoolingCapacityAirOneLost{"room.cooling.capacity.air.one-lost", SubjectKind::Room};
inline constexpr FigureHandle coolingCapacityLiquid{"cooling.capacity.liquid", SubjectKind::Design};
inline constexpr FigureHandle coolingCapacityLiquidOneLost{"cooling.capacity.liquid.one-lost", SubjectKind::Design};
inline constexpr FigureHandle roomCoolingCapacityLiquid{"room.cooling.capacity.liquid", SubjectKind::Room};
inline constexpr FigureHandle roomCoolingCapacityLiquidOneLost{"room.cooling.capacity.liquid.one-lost",
                                                               SubjectKind::Room};
inline constexpr FigureHandle coolingCapacityRearDoor{"cooling.capacity.rear-door", SubjectKind::Design};
inline constexpr FigureHandle coolingCapacityRearDoorOneLost{"cooling.capacity.rear-door.one-lost",
                                                             SubjectKind::Design};
inline constexpr FigureHandle roomCoolingCapacityRearDoor{"room.cooling.capacity.rear-door", SubjectKind::Room};
inline constexpr FigureHandle roomCoolingCapacityRearDoorOneLost{"room.cooling.capacity.rear-door.one-lost",
                                                                 SubjectKind::Room};
inline constexpr FigureHandle rackCoolingAirBandLow{"rack.cooling.air.band-low", SubjectKind::Rack};
inline constexpr FigureHandle rackCoolingAirBandHigh{"rack.cooling.air.band-high", SubjectKind::Rack};
inline constexpr FigureHandle rackCoolingAirShare{"rack.cooling.air.share", SubjectKind::Rack};
inline constexpr FigureHandle rackCoolingLiquidBandLow{"rack.cooling.liquid.band-low", SubjectKind::Rack};
inline constexpr FigureHandle rackCoolingLiquidBandHigh{"rack.cooling.liquid.band-high", SubjectKind::Rack};
inline constexpr FigureHandle rackCoolingLiquidShare{"rack.cooling.liquid.share", SubjectKind::Rack};

} // namespace rackwright::figure_of
