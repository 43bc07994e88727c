// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How long the batteries of a UPS carry what hangs on it: t = E u eta / L, with the energy that old batteries have
// left, and how long they must: until generators carry the load and cooling is back. POWER-13 compares the two.

#include "solvers/power/loads.h"

#include <vector>

namespace rackwright {

/// Batteries on circuits to or from an element, each once; itself where it has energy of its own.
std::vector<const PowerElement*> batteriesOf(const Context& context, const PowerElement& element);
/// UPS that carry something, in the order of ids; one that stands by has nothing to bridge.
std::vector<const PowerElement*> bridgingUps(const Context& context);

/// How long a battery gives its rated power, by its data sheet.
inline constexpr PartAttribute<Quantity<dim::Time>> kRuntime{"runtime", "s"};

/// Of a battery: its own, else its part's rated power over the runtime at it.
template <class N>
Quantity<dim::Energy, N> batteryEnergy(const Context& context, const PowerElement& battery) {
    const bool isOfPart = !plainPartNumber(context, battery.part, kRuntime.key).isUnknown();
    if (!battery.storedEnergy && isOfPart)
        return partNumber<N>(context, battery.part, attribute::ratedPower) *
               partNumber<N>(context, battery.part, kRuntime);
    const Value own = battery.storedEnergy ? Value(battery.storedEnergy->si(), Grade::Assumption) : Value::unknown();
    return Quantity<dim::Energy, N>(Numbers<N>::given(own, {"stored energy, " + battery.name, "kWh", 3.6e6}, {}));
}

/// Unknown where no battery is drawn, or the energy of one is not stated.
template <class N>
Quantity<dim::Energy, N> storedEnergy(const Context& context, const PowerElement& element) {
    Sum<dim::Energy, N> sum;
    for (const PowerElement* battery : batteriesOf(context, element))
        sum.add(batteryEnergy<N>(context, *battery));
    if (!sum.isEmpty())
        return sum.total();
    return Quantity<dim::Energy, N>(
        Numbers<N>::given(Value::unknown(), {"battery of " + element.name, "kWh", 3.6e6}, {}));
}

/// Of a UPS, at its expected peak.
template <class N>
Quantity<dim::Time, N> rideThrough(const Context& context, const PowerElement& ups) {
    const auto efficiency = readEfficiency(context, ups);
    const auto usable = storedEnergy<N>(context, ups) * setting<N>(context, setting_of::batteryEndOfLife).si() *
                        (efficiency ? numberOf<N>(*efficiency) : constant<N>(1.0));
    return usable / elementPower<N>(context, ups, LoadKind::Peak);
}

/// Of the UPS that lasts least; unknown while one of them is not known.
template <class N>
Quantity<dim::Time, N> leastRideThrough(const Context& context) {
    std::optional<N> least;
    for (const PowerElement* ups : bridgingUps(context)) {
        const auto seconds = named(rideThrough<N>(context, *ups), ups->name, "s");
        least = least ? minimum(*least, seconds.si()) : seconds.si();
    }
    return Quantity<dim::Time, N>(
        least ? *least : N(Numbers<N>::given(Value::unknown(), {"UPS that carries something", "s", 1}, {})));
}

template <class N>
Quantity<dim::Time, N> neededRideThrough(const Context& context) {
    return setting<N>(context, setting_of::generatorStart) + setting<N>(context, setting_of::coolingRestart);
}

} // namespace rackwright
