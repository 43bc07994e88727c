// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Loops solved from the facility water to cold plates, doors and air units: of each loop its flow, supply and return
// temperature, the flow that its heat needs and the power of its pumps; of each CDU what it can take at the approach
// that its two loops leave it, and what it has to take when another one is lost. Steady, at the expected peak.

#include "solvers/cooling/heat.h"
#include "solvers/engine/rules.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Temperatures that differ by less are one: they are entered in tenths.
inline constexpr double kSameKelvin = 1e-6;

/// What a loop carries. Temperatures in kelvin.
struct Coolant {
    double density = 0;      ///< kg/m3
    double specificHeat = 0; ///< J/(kg K)
    double freezing = 0;
    double boiling = 0; ///< at atmospheric pressure
    double perKelvin() const { return density * specificHeat; }
};
/// Water or propylene glycol of 25 % (PG25, also of a loop inside that states no fluid); unset for others.
std::optional<Coolant> coolantOf(const CoolingLoop& loop);
/// What is said where a loop names a fluid that is none of them.
Verdict openForFluid(const CoolingLoop& loop);

/// Whether the water that the site record speaks of is this loop's: of loops of facility water that no chiller keeps
/// cold those which supply as the site does, else the one that comes nearest to it.
bool isWaterOfSite(const Context& context, const CoolingLoop& loop);
/// In kelvin: of the loop, else of the site for facility water, else the set point of what supplies it.
std::optional<double> supplyOf(const Context& context, const CoolingLoop& loop);
/// In kelvin: of the loop, else of the site for facility water.
std::optional<double> returnLimitOf(const Context& context, const CoolingLoop& loop);
/// A flow that is stated and moves anything, of the loop, else of the site for facility water, m3/s.
std::optional<double> statedFlowOf(const Context& context, const CoolingLoop& loop);

/// Whether a unit moves heat from the loop that it supplies to another one.
bool isExchanger(const Context& context, const CoolingUnit& unit);
/// Units that stand in for one another: those that supply one loop, else those of one redundancy group; itself among
/// them.
std::vector<const CoolingUnit*> peersOf(const Context& context, const CoolingUnit& unit);

/// How many units may be lost by what is claimed ("N+1": 1, "2N": half of them, the larger half of an odd number);
/// unset for words that say nothing.
std::optional<std::size_t> lossesClaimed(const std::string& claim, std::size_t units);
/// Of two claims for the same units the one that is to bear more: what a unit or its loop promises, all keep together.
std::string strongerClaim(const std::string& claim, const std::string& other, std::size_t units);

namespace loop_parts {

template <class N>
N notKnown(std::string label, std::string_view unit) {
    return Numbers<N>::given(Value::unknown(), {std::move(label), std::string(unit), siPerUnit(unit)}, {});
}

/// Heat that a cubic metre takes per kelvin.
template <class N>
N perKelvin(const CoolingLoop& loop) {
    const std::optional<Coolant> coolant = coolantOf(loop);
    return coolant ? constant<N>(coolant->perKelvin())
                   : notKnown<N>("heat capacity of " + loop.fluid + " in " + loop.name, "");
}

} // namespace loop_parts

/// For which a loop is laid out: return limit less supply, else the set rise. Unknown where that is no rise.
template <class N>
N designRise(const Context& context, const CoolingLoop& loop) {
    const auto supply = supplyOf(context, loop), limit = returnLimitOf(context, loop);
    if (!supply || !limit)
        return setting<N>(context, setting_of::liquidRise).si();
    if (*limit <= *supply)
        return loop_parts::notKnown<N>("rise of " + loop.name + ", whose return is no warmer than its supply", "K");
    return ownField<N>(*limit - *supply, "rise of " + loop.name, "K");
}

/// Flow that carries the loop's heat at its design rise.
template <class N>
Quantity<dim::VolumeFlow, N> loopFlow(const Context& context, const CoolingLoop& loop) {
    return Quantity<dim::VolumeFlow, N>(loopHeat<N>(context, loop.id).si() /
                                        (loop_parts::perKelvin<N>(loop) * designRise<N>(context, loop)));
}

template <class N>
Quantity<dim::VolumeFlow, N> loopStatedFlow(const Context& context, const CoolingLoop& loop) {
    const auto flow = statedFlowOf(context, loop);
    return Quantity<dim::VolumeFlow, N>(flow ? ownField<N>(*flow, "flow, " + loop.name, "L/min")
                                             : loop_parts::notKnown<N>("flow, " + loop.name, "L/min"));
}

/// The stated flow, else the one that the heat needs at the design rise.
template <class N>
Quantity<dim::VolumeFlow, N> loopFlowInUse(const Context& context, const CoolingLoop& loop) {
    return statedFlowOf(context, loop) ? loopStatedFlow<N>(context, loop) : loopFlow<N>(context, loop);
}

/// Rise of the liquid at the flow in use.
template <class N>
N loopRise(const Context& context, const CoolingLoop& loop) {
    if (!statedFlowOf(context, loop))
        return designRise<N>(context, loop);
    return loopHeat<N>(context, loop.id).si() /
           (loop_parts::perKelvin<N>(loop) * loopStatedFlow<N>(context, loop).si());
}

/// The loop of the cold plates of a rack; null where none is drawn.
const CoolingLoop* coldPlateLoop(const Context& context, Id<Rack> rack);
/// loopRise() by typical values, worked out once a loop; unset where it is not known or none.
std::optional<double> plainLoopRise(const Context& context, const CoolingLoop& loop);

/// Liquid through the cold plates of a rack: its share, by heat, of what its loop moves, so that flow, heat and
/// temperatures of a rack are those of its loop. Where no loop says it, the flow that the devices ask for.
template <class N>
Quantity<dim::VolumeFlow, N> rackLiquidFlow(const Context& context, Id<Rack> rack) {
    if (const CoolingLoop* loop = coldPlateLoop(context, rack))
        if (const auto rise = plainLoopRise(context, *loop))
            return Quantity<dim::VolumeFlow, N>(
                rackHeat<N>(context, rack, HeatKind::Liquid).si() /
                (loop_parts::perKelvin<N>(*loop) * ownField<N>(*rise, "rise of " + loop->name, "K")));
    return groupsLiquidFlow<N>(context, context.contents(rack).groups, liquidSupplyAt(context, rack));
}

/// In degrees Celsius, as figures of temperature are. Unknown below freezing and above boiling, and where the return
/// limit leaves no rise.
template <class N>
Quantity<dim::None, N> loopReturn(const Context& context, const CoolingLoop& loop) {
    const auto supply = supplyOf(context, loop);
    const auto limit = returnLimitOf(context, loop);
    const auto coolant = coolantOf(loop);
    const bool isLiquid = supply && (!coolant || (*supply > coolant->freezing && *supply < coolant->boiling)) &&
                          (!limit || *limit > *supply);
    const N start = isLiquid ? ownField<N>(*supply - 273.15, "supply of " + loop.name, "C")
                             : loop_parts::notKnown<N>("supply of " + loop.name, "C");
    return Quantity<dim::None, N>(isLiquid ? start + loopRise<N>(context, loop) : start);
}

/// V dp / eta of what moves the loop's flow.
template <class N>
Quantity<dim::Power, N> loopPumpPower(const Context& context, const CoolingLoop& loop) {
    const N head = loop.pressureDifference
                       ? ownField<N>(loop.pressureDifference->si(), "pressure difference of " + loop.name, "kPa")
                       : loop_parts::notKnown<N>("pressure difference of " + loop.name, "kPa");
    return Quantity<dim::Power, N>(loopFlowInUse<N>(context, loop).si() * head /
                                   setting<N>(context, setting_of::pumpEfficiency).si());
}

/// Supply of the loop that an exchanger feeds less that of the loop which takes its heat away, K; unknown where there
/// is none, or either is.
template <class N>
N approachOf(const Context& context, const CoolingUnit& unit) {
    const CoolingLoop* warm = context.design().coolingLoops.find(unit.secondary);
    const CoolingLoop* cold = context.design().coolingLoops.find(unit.primary);
    const auto above = warm ? supplyOf(context, *warm) : std::nullopt;
    const auto below = cold ? supplyOf(context, *cold) : std::nullopt;
    if (!above || !below || *above <= *below)
        return loop_parts::notKnown<N>("approach of " + unit.name, "K");
    return ownField<N>(*above - *below, "approach of " + unit.name, "K");
}

/// Liquid or air that a unit moves: its own field, else the part's.
template <class N>
Quantity<dim::VolumeFlow, N> unitSecondaryFlow(const Context& context, const CoolingUnit& unit) {
    if (unit.flow)
        return Quantity<dim::VolumeFlow, N>(ownField<N>(unit.flow->si(), "flow, " + unit.name, "L/min"));
    return partNumber<N>(context, unit.part, attribute::secondaryFlow);
}
template <class N>
Quantity<dim::Pressure, N> unitHead(const Context& context, const CoolingUnit& unit) {
    if (unit.head)
        return Quantity<dim::Pressure, N>(ownField<N>(unit.head->si(), "head, " + unit.name, "kPa"));
    return partNumber<N>(context, unit.part, attribute::availableHead);
}

/// What an exchanger moves for each kelvin of approach at the flows that it gets, against what it does at those of its
/// rating: counterflow, by effectiveness and number of transfer units, its conductance as at the rating (Kays and
/// London).
struct ExchangerFlow {
    double factor = 1;  ///< 1 at the rated flows
    double primary = 0; ///< m3/s of facility water that it gets
    double rated = 0;   ///< m3/s at its rating
};
/// Unset where it gets the flows of its rating, or nobody states what it gets: facility water without a stated flow is
/// taken to give what its units are rated for. Of a stated one the exchangers of a loop get their share by heat, each
/// of the `running` ones as much. A part that does not say its flow of facility water is taken to be rated at as much
/// as it moves on its other side, which data sheets that state both come within 7 % of.
std::optional<ExchangerFlow> exchangerFlow(const Context& context, const CoolingUnit& unit, std::size_t running);

/// What a unit can take as it is connected. Of an exchanger between two loops: its rating, less by the share of the
/// rated approach that is there (at the flows of its rating the heat of a counterflow exchanger is in proportion to its
/// approach; at others see exchangerFlow()), and no more than its own flow carries at the rise of the loop that it
/// feeds. Of other units the rating. `running`: of the units that share its loop, those that work; 0: all.
template <class N>
Quantity<dim::Power, N> usableCapacity(const Context& context, const CoolingUnit& unit, std::size_t running = 0) {
    const auto rating = unitRating<N>(context, unit);
    if (!isExchanger(context, unit))
        return rating;
    const CoolingLoop& fed = *context.design().coolingLoops.find(unit.secondary);
    const N there = approachOf<N>(context, unit);
    const N rated = partNumber<N>(context, unit.part, attribute::approach).si();
    const auto flow = exchangerFlow(context, unit, running);
    const N atFlow =
        flow ? Numbers<N>::lookedUp(
                   Value(flow->factor, Grade::Estimate),
                   {"heat a kelvin at its flows, of that at the rated ones", "%", 0.01},
                   Source{
                       "Kays, London", "Compact heat exchangers: counterflow, effectiveness by transfer units", {}, {}},
                   {ownField<N>(flow->primary, "facility water through " + unit.name, "L/min"),
                    ownField<N>(flow->rated, "facility water at its rating", "L/min")})
             : constant<N>(1.0);
    const N byApproach = rating.si() * minimum(constant<N>(1.0), flow ? there / rated * atFlow : there / rated);
    const N byFlow =
        unitSecondaryFlow<N>(context, unit).si() * loop_parts::perKelvin<N>(fed) * designRise<N>(context, fed);
    return Quantity<dim::Power, N>(minimum(byApproach, byFlow));
}

/// Heat that each of a unit's peers takes when one of them is lost; unknown where there is no other.
template <class N>
Quantity<dim::Power, N> heatAfterLoss(const Context& context, const CoolingUnit& unit) {
    Sum<dim::Power, N> sum;
    const std::vector<const CoolingUnit*> peers = peersOf(context, unit);
    for (const CoolingUnit* peer : peers)
        sum.add(named(unitHeat<N>(context, peer->id), peer->name, "kW"));
    if (peers.size() < 2)
        return Quantity<dim::Power, N>(loop_parts::notKnown<N>("no other unit beside " + unit.name, "kW"));
    return sum.total() / constant<N>(static_cast<double>(peers.size() - 1));
}

/// Parts that give heat to liquid in the racks that the suppliers of a loop serve, each once.
std::vector<Id<PartRow>> liquidPartsOn(const Context& context, const CoolingLoop& loop);
/// Whether a rear door takes heat of a rack.
bool hasDoor(const Context& context, Id<Rack> rack);

/// Water through the doors of a rack: its share of the flow that their loop needs for the heat that they take; none
/// where no door serves it.
template <class N>
Quantity<dim::VolumeFlow, N> doorWater(const Context& context, Id<Rack> rack) {
    Sum<dim::VolumeFlow, N> sum;
    for (const CoolingService* service : context.contents(rack).services) {
        const CoolingUnit* unit = context.design().coolingUnits.find(service->unit);
        if (unit->kind != CoolingUnitKind::RearDoor)
            continue;
        const CoolingLoop* loop = context.design().coolingLoops.find(unit->primary);
        if (!loop || !loop->scope.isPresent()) {
            sum.add(Quantity<dim::VolumeFlow, N>(loop_parts::notKnown<N>("loop of " + unit->name, "L/min")));
            continue;
        }
        const auto heat = named(unitHeat<N>(context, unit->id), unit->name, "kW");
        sum.add(
            Quantity<dim::VolumeFlow, N>(heat.si() / (loop_parts::perKelvin<N>(*loop) * loopRise<N>(context, *loop))));
    }
    return sum.total();
}

} // namespace rackwright
