// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/display_units.h"

#include "model/base/check.h"
#include "model/units/units.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

struct Pair {
    std::string_view metric, imperial;
};
// Water is measured in gallons, air in cubic feet; both come as m3/h, which figures of air use.
constexpr std::array kPairs = {
    Pair{"mm", "in"},      Pair{"cm", "in"},      Pair{"m", "ft"},       Pair{"m2", "ft2"},  Pair{"m3", "ft3"},
    Pair{"kg", "lb"},      Pair{"t", "lb"},       Pair{"kg/m2", "lb/ft2"}, Pair{"L", "gal"}, Pair{"m3/h", "CFM"},
    Pair{"m3/s", "CFM"},   Pair{"L/min", "gpm"},  Pair{"L/s", "gpm"},    Pair{"kPa", "psi"}, Pair{"bar", "psi"},
    Pair{"Pa", "inH2O"},   Pair{"C", "F"}};

double scaleOf(std::string_view symbol) {
    const Unit* unit = findUnit(symbol);
    RW_CHECK(unit, "a displayed unit is in the table of units");
    return unit->factor();
}

} // namespace

ShownUnit shownUnit(std::string_view unit, const DisplayUnits& units) {
    const auto pair = std::ranges::find(kPairs, unit, &Pair::metric);
    if (units.system == UnitSystem::Metric || pair == kPairs.end())
        return {std::string(unit)};
    const double ratio = scaleOf(pair->metric) / scaleOf(pair->imperial);
    return {std::string(pair->imperial), ratio, unit == "C" ? 32.0 : 0.0};
}

ShownUnit shownUnitOf(std::string_view figure, std::string_view unit, const DisplayUnits& units) {
    const bool isHeat = figure.find(".heat") != std::string_view::npos || figure.find("heat.") == 0;
    return isHeat ? shownHeatUnit(unit, units) : shownUnit(unit, units);
}

ShownUnit shownHeatUnit(std::string_view unit, const DisplayUnits& units) {
    if (unit == "kW" && units.heat == HeatUnit::BtuPerHour)
        return {"BTU/h", scaleOf("kW") / scaleOf("BTU/h"), 0};
    return shownUnit(unit, units);
}

bool saysHeat(std::string_view message) { return message.starts_with("rule.COOL-"); }

} // namespace rackwright
