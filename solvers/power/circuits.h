// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a circuit is made of: voltages of elements, breakers, the share of a breaker that may be drawn all the time, and
// how circuits that end at one element share its load.

#include "solvers/engine/kernels.h"
#include "solvers/power/settings.h"

#include <cstdint>
#include <optional>

namespace rackwright {

/// Of what feeds an element: its own before its part's; line to line for three phases.
std::optional<Voltage> inputVoltageOf(const Context& context, const PowerElement& element);
/// Of what an element hands on: across a supply for rack PDUs, line to line for the rest. Unset for transformers and
/// shelves that do not say.
std::optional<Voltage> outputVoltageOf(const Context& context, const PowerElement& element);

/// Share of a breaker's current that may be drawn continuously: the project's, else by the site's region.
ReadFact readContinuousFactor(const Context& context);

template <class N>
Ratio<N> continuousFactor(const Context& context) {
    return Ratio<N>(numberOf<N>(readContinuousFactor(context)));
}

/// sqrt(3) for three phases: power of a balanced load is this times line to line voltage times current.
template <class N>
N phaseFactor(std::int64_t phases) {
    return phases == 3 ? squareRoot(constant<N>(3.0)) : constant<N>(1.0);
}

/// In A: of the element, else of the only circuit into it, else the part's rated current. Unset: not known.
std::optional<double> breakerOf(const Context& context, const PowerElement& element);

/// Circuits that share the load of the element or cooling unit that `link` leads to with it, itself included; 0 when it
/// carries nothing, being the one that a transfer switch does not take. A battery stands by, and so do generators with
/// what they alone feed: they carry nothing of what the others do, and alone all of it. A bypass carries nothing while
/// what it passes by does. Circuits of the side that is `lost` do not count.
std::int64_t sharingCircuits(const Context& context, const PowerLink& link, FeedSide lost);
/// The same when those of the side are lost that leave fewest.
std::int64_t fewestCircuits(const Context& context, const PowerLink& link);

/// Of UPS and transformer, the share of what they take that they give; nothing for what has no loss worth its name.
std::optional<ReadFact> readEfficiency(const Context& context, const PowerElement& element);

/// A loss that is there without load too ("fixed-loss" of the part).
inline constexpr PartAttribute<Power> kFixedLoss{"fixed-loss", "kW"};

/// What an element takes that gives this: (power + fixed loss) / efficiency.
template <class N>
Quantity<dim::Power, N> drawnPower(const Context& context, const PowerElement& element,
                                   const Quantity<dim::Power, N>& given) {
    const auto efficiency = readEfficiency(context, element);
    if (!efficiency)
        return given;
    const N share = numberOf<N>(*efficiency);
    if (plainPartNumber(context, element.part, kFixedLoss.key).isUnknown())
        return given / share;
    return (given + partNumber<N>(context, element.part, kFixedLoss)) / share;
}

} // namespace rackwright
