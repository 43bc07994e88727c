// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/display_units.h"

#include "model/base/check.h"
#include "model/units/heat_unit.h"
#include "model/units/units.h"
#include "solvers/cooling/figures.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

struct Pair {
    std::string_view metric, imperial;
};
// Water is measured in gallons, air in cubic feet; both come as m3/h, which figures of air use.
constexpr std::array kPairs = {Pair{"mm", "in"},   Pair{"cm", "in"},    Pair{"m", "ft"},     Pair{"m2", "ft2"},
                               Pair{"m3", "ft3"},  Pair{"kg", "lb"},    Pair{"t", "lb"},     Pair{"kg/m2", "lb/ft2"},
                               Pair{"L", "gal"},   Pair{"m3/h", "CFM"}, Pair{"m3/s", "CFM"}, Pair{"L/min", "gpm"},
                               Pair{"L/s", "gpm"}, Pair{"kPa", "psi"},  Pair{"bar", "psi"},  Pair{"Pa", "inH2O"},
                               Pair{"C", "F"}};

/// Those in kilowatts; what pumps and fans draw is none.
constexpr std::array<std::string_view, 27> kFiguresOfHeat = {figure_of::rackHeatAir,
                                                             figure_of::roomHeatAir,
                                                             figure_of::heatAir,
                                                             figure_of::rackHeatLiquid,
                                                             figure_of::roomHeatLiquid,
                                                             figure_of::heatLiquid,
                                                             figure_of::coolingUnitHeat,
                                                             figure_of::coolingUnitRating,
                                                             figure_of::coolingUnitUsable,
                                                             figure_of::coolingUnitHeatOneLost,
                                                             figure_of::coolingLoopHeat,
                                                             figure_of::coolingCapacityAir,
                                                             figure_of::coolingCapacityAirOneLost,
                                                             figure_of::roomCoolingCapacityAir,
                                                             figure_of::roomCoolingCapacityAirOneLost,
                                                             figure_of::coolingCapacityLiquid,
                                                             figure_of::coolingCapacityLiquidOneLost,
                                                             figure_of::roomCoolingCapacityLiquid,
                                                             figure_of::roomCoolingCapacityLiquidOneLost,
                                                             figure_of::coolingCapacityRearDoor,
                                                             figure_of::coolingCapacityRearDoorOneLost,
                                                             figure_of::roomCoolingCapacityRearDoor,
                                                             figure_of::roomCoolingCapacityRearDoorOneLost,
                                                             figure_of::rackCoolingAirBandLow,
                                                             figure_of::rackCoolingAirBandHigh,
                                                             figure_of::rackCoolingLiquidBandLow,
                                                             figure_of::rackCoolingLiquidBandHigh};

double scaleOf(std::string_view symbol) {
    const Unit* unit = findUnit(symbol);
    RW_CHECK(unit, "a displayed unit is in the table of units");
    return unit->factor();
}

} // namespace

ShownUnit shownUnit(std::string_view unit, const DisplayUnits& units) {
    if (unit == kHeatUnit)
        return units.heat == HeatUnit::BtuPerHour ? ShownUnit{"BTU/h", scaleOf("kW") / scaleOf("BTU/h"), 0}
                                                  : ShownUnit{"kW"};
    const auto pair = std::ranges::find(kPairs, unit, &Pair::metric);
    if (units.system == UnitSystem::Metric || pair == kPairs.end())
        return {std::string(unit)};
    const double ratio = scaleOf(pair->metric) / scaleOf(pair->imperial);
    return {std::string(pair->imperial), ratio, unit == "C" ? 32.0 : 0.0};
}

std::string_view unitOfFigure(std::string_view figure, std::string_view unit) {
    const bool isHeat = unit == "kW" && std::ranges::find(kFiguresOfHeat, figure) != kFiguresOfHeat.end();
    return isHeat ? kHeatUnit : unit;
}

ShownUnit shownUnitOf(std::string_view figure, std::string_view unit, const DisplayUnits& units) {
    return shownUnit(unitOfFigure(figure, unit), units);
}

} // namespace rackwright
