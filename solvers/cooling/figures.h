// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of cooling, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle rackHeatAir{60, "rack.heat.air", SubjectKind::Rack};
inline constexpr FigureHandle rackHeatAirBtu{61, "rack.heat.air.btu", SubjectKind::Rack};
inline constexpr FigureHandle roomHeatAir{62, "room.heat.air", SubjectKind::Room};
inline constexpr FigureHandle heatAir{63, "heat.air", SubjectKind::Design};
inline constexpr FigureHandle heatAirBtu{64, "heat.air.btu", SubjectKind::Design};
inline constexpr FigureHandle rackHeatLiquid{65, "rack.heat.liquid", SubjectKind::Rack};
inline constexpr FigureHandle rackHeatLiquidBtu{66, "rack.heat.liquid.btu", SubjectKind::Rack};
inline constexpr FigureHandle roomHeatLiquid{67, "room.heat.liquid", SubjectKind::Room};
inline constexpr FigureHandle heatLiquid{68, "heat.liquid", SubjectKind::Design};
inline constexpr FigureHandle heatLiquidBtu{69, "heat.liquid.btu", SubjectKind::Design};
inline constexpr FigureHandle rackHeatBtu{70, "rack.heat.btu", SubjectKind::Rack};
inline constexpr FigureHandle rackAirflow{71, "rack.airflow", SubjectKind::Rack};
inline constexpr FigureHandle rackLiquidFlow{72, "rack.liquid.flow", SubjectKind::Rack};
inline constexpr FigureHandle coolingAirflow{73, "cooling.airflow", SubjectKind::Design};
inline constexpr FigureHandle coolingLiquidFlow{74, "cooling.liquid.flow", SubjectKind::Design};
inline constexpr FigureHandle coolingUnitHeat{75, "cooling-unit.heat", SubjectKind::CoolingUnit};
inline constexpr FigureHandle coolingUnitHeatBtu{76, "cooling-unit.heat.btu", SubjectKind::CoolingUnit};
inline constexpr FigureHandle coolingUnitRating{77, "cooling-unit.rating", SubjectKind::CoolingUnit};
inline constexpr FigureHandle coolingUnitShare{78, "cooling-unit.share", SubjectKind::CoolingUnit};
inline constexpr FigureHandle coolingLoopHeat{79, "cooling-loop.heat", SubjectKind::CoolingLoop};
inline constexpr FigureHandle coolingLoopHeatBtu{80, "cooling-loop.heat.btu", SubjectKind::CoolingLoop};
inline constexpr FigureHandle coolingLoopFlow{81, "cooling-loop.flow", SubjectKind::CoolingLoop};
inline constexpr FigureHandle coolingCapacityAir{82, "cooling.capacity.air", SubjectKind::Design};
inline constexpr FigureHandle coolingCapacityAirOneLost{83, "cooling.capacity.air.one-lost", SubjectKind::Design};
inline constexpr FigureHandle roomCoolingCapacityAir{84, "room.cooling.capacity.air", SubjectKind::Room};
inline constexpr FigureHandle roomCoolingCapacityAirOneLost{85, "room.cooling.capacity.air.one-lost",
                                                            SubjectKind::Room};
inline constexpr FigureHandle coolingCapacityLiquid{86, "cooling.capacity.liquid", SubjectKind::Design};
inline constexpr FigureHandle coolingCapacityLiquidOneLost{87, "cooling.capacity.liquid.one-lost", SubjectKind::Design};
inline constexpr FigureHandle roomCoolingCapacityLiquid{88, "room.cooling.capacity.liquid", SubjectKind::Room};
inline constexpr FigureHandle roomCoolingCapacityLiquidOneLost{89, "room.cooling.capacity.liquid.one-lost",
                                                               SubjectKind::Room};
inline constexpr FigureHandle coolingCapacityRearDoor{90, "cooling.capacity.rear-door", SubjectKind::Design};
inline constexpr FigureHandle coolingCapacityRearDoorOneLost{91, "cooling.capacity.rear-door.one-lost",
                                                             SubjectKind::Design};
inline constexpr FigureHandle roomCoolingCapacityRearDoor{92, "room.cooling.capacity.rear-door", SubjectKind::Room};
inline constexpr FigureHandle roomCoolingCapacityRearDoorOneLost{93, "room.cooling.capacity.rear-door.one-lost",
                                                                 SubjectKind::Room};
inline constexpr FigureHandle rackCoolingAirBandLow{94, "rack.cooling.air.band-low", SubjectKind::Rack};
inline constexpr FigureHandle rackCoolingAirBandHigh{95, "rack.cooling.air.band-high", SubjectKind::Rack};
inline constexpr FigureHandle rackCoolingAirShare{96, "rack.cooling.air.share", SubjectKind::Rack};
inline constexpr FigureHandle rackCoolingLiquidBandLow{97, "rack.cooling.liquid.band-low", SubjectKind::Rack};
inline constexpr FigureHandle rackCoolingLiquidBandHigh{98, "rack.cooling.liquid.band-high", SubjectKind::Rack};
inline constexpr FigureHandle rackCoolingLiquidShare{99, "rack.cooling.liquid.share", SubjectKind::Rack};
inline constexpr FigureHandle coolingLoopReturn{302, "cooling-loop.return", SubjectKind::CoolingLoop};
inline constexpr FigureHandle coolingLoopFlowStated{303, "cooling-loop.flow.stated", SubjectKind::CoolingLoop};
inline constexpr FigureHandle coolingLoopPumpPower{304, "cooling-loop.pump-power", SubjectKind::CoolingLoop};
inline constexpr FigureHandle coolingUnitUsable{305, "cooling-unit.usable", SubjectKind::CoolingUnit};
inline constexpr FigureHandle coolingUnitHeatOneLost{306, "cooling-unit.heat.one-lost", SubjectKind::CoolingUnit};
inline constexpr FigureHandle rackRearDoorFlow{307, "rack.rear-door.flow", SubjectKind::Rack};
inline constexpr FigureHandle coolingRearDoorFlow{308, "cooling.rear-door.flow", SubjectKind::Design};
inline constexpr FigureHandle coolingYearPue{309, "cooling.year.pue", SubjectKind::Design};
inline constexpr FigureHandle coolingYearWue{310, "cooling.year.wue", SubjectKind::Design};
inline constexpr FigureHandle coolingYearEnergy{311, "cooling.year.energy", SubjectKind::Design};
inline constexpr FigureHandle coolingYearWater{312, "cooling.year.water", SubjectKind::Design};
inline constexpr FigureHandle coolingYearCarbon{313, "cooling.year.carbon", SubjectKind::Design};
inline constexpr FigureHandle coolingYearHoursFree{314, "cooling.year.hours.free", SubjectKind::Design};
inline constexpr FigureHandle coolingYearHoursAbove{315, "cooling.year.hours.above", SubjectKind::Design};

} // namespace rackwright::figure_of
