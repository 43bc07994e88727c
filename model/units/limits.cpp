// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/limits.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

struct DimensionLimits {
    RuntimeDimension dimension;
    Limits limits;
};

template <class D>
constexpr DimensionLimits upTo(double greatest) {
    return {runtimeDimension<D>(), {0, greatest}};
}

constexpr Limits kCountLimits{0, 1e18};
constexpr Limits kPercentLimits{0, 100}; // up to 10,000 %

constexpr auto kByDimension = std::to_array<DimensionLimits>({
    upTo<dim::None>(kCountLimits.greatest),
    upTo<dim::Length>(1e6),   // 1,000 km
    upTo<dim::Area>(1e10),    // 10,000 km2
    upTo<dim::Volume>(1e10),  // 10 km3
    upTo<dim::Mass>(1e9),     // 1 Mt
    upTo<dim::AreaLoad>(1e6), // 1,000 t/m2
    upTo<dim::Density>(1e5),  // 100 t/m3
    upTo<dim::Time>(1e11),    // 3,000 years
    upTo<dim::Rate>(1e18),    //
    // Signals along a cable: 1,000 ns/m; light takes 3.3 ns/m.
    {runtimeDimension<dim::Time>() / runtimeDimension<dim::Length>(), {0, 1e-6}},
    upTo<dim::Temperature>(1000),   // differences
    upTo<dim::Current>(1e6),        // 1 MA
    upTo<dim::Power>(1e10),         // 10 GW
    upTo<dim::Energy>(1e18),        // 278 TWh
    upTo<dim::Voltage>(1e6),        // 1 MV
    upTo<dim::Pressure>(1e9),       // 10,000 bar
    upTo<dim::VolumeFlow>(1e5),     // 100,000 m3/s
    upTo<dim::Data>(1e24),          // 1 YB
    upTo<dim::DataRate>(1e21),      //
    upTo<dim::OperationRate>(1e27), //
});

} // namespace

Limits limitsOf(RuntimeDimension dimension) {
    const auto it = std::ranges::find(kByDimension, dimension, &DimensionLimits::dimension);
    return it == kByDimension.end() ? Limits{0, kNumberLimits.greatest} : it->limits;
}

Limits limitsOf(const Unit& unit) {
    if (unit.isAbsolute())
        return kTemperatureLimits;
    if (unit.symbol == "%")
        return kPercentLimits;
    return limitsOf(unit.dimension);
}

Limits limitsOfUnit(std::string_view symbol) {
    const Unit* unit = symbol == "U" ? nullptr : findUnit(symbol);
    return unit ? limitsOf(*unit) : kCountLimits;
}

UnitNumber shownIn(double si, std::string_view symbol) {
    const Unit* unit = symbol == "U" ? nullptr : findUnit(symbol); // rack units are counted, not measured
    if (!unit)
        return {si, std::string(symbol)};
    // What is finite stays so: 1e308 m are no number of millimetres.
    const Unit* coherent =
        std::isfinite(si) && !std::isfinite(unit->fromSi(si)) ? coherentUnit(unit->dimension) : nullptr;
    return coherent ? UnitNumber{si, std::string(coherent->symbol)}
                    : UnitNumber{unit->fromSi(si), std::string(unit->symbol)};
}

} // namespace rackwright
