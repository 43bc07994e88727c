// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/load/table_unit.h"

#include "model/units/dimension.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr std::array kTableUnits = {
    Unit{"U", "", runtimeDimension<dim::None>()},
    Unit{"racks", "", runtimeDimension<dim::None>()},
};

} // namespace

const Unit* tableUnit(std::string_view symbol) {
    const auto* own = std::ranges::find(kTableUnits, symbol, &Unit::symbol);
    return own != kTableUnits.end() ? own : findUnit(symbol);
}

} // namespace rackwright
