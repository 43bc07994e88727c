// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels of heat: what devices and racks give to air and to liquid at their expected peak, the air and liquid that
// carry it, and what each cooling unit and loop takes. All electrical power becomes heat, that of chillers in the loop
// that takes their heat away. Fans and pumps of the plant are left out.

#include "model/figures/traced.h"
#include "model/project/site_fields.h"
#include "solvers/cooling/settings.h"
#include "solvers/cooling/year_settings.h"
#include "solvers/power/loads.h"

#include <vector>

namespace rackwright {

/// Of the heat, 0..1. A device whose heat path nobody states takes the setting; a liquid one without a share is
/// unknown.
template <class N>
Ratio<N> liquidShare(const Context& context, Id<PartRow> id) {
    const Part* part = context.part(id);
    if (!plainPartNumber(context, id, attribute::liquidShare.key).isUnknown())
        return partNumber<N>(context, id, attribute::liquidShare);
    if (part && part->heatPath == HeatPath::Air)
        return Ratio<N>(Numbers<N>::given(
            Value(0.0, Grade::Vendor), {partName<N>(context, id) + ", liquid share (cooled by air)", "%", 0.01}, {}));
    if (part && part->heatPath != HeatPath::Unknown)
        return partNumber<N>(context, id, attribute::liquidShare);
    return setting<N>(context, setting_of::unknownPathLiquidShare);
}

/// Heat of one device of a group to air or to liquid.
template <class N>
Quantity<dim::Power, N> deviceHeat(const Context& context, const PartCount& group, HeatKind kind) {
    const auto power = devicePower<N>(context, group, LoadKind::Peak);
    const N liquid = liquidShare<N>(context, group.part).si();
    return kind == HeatKind::Liquid ? power * liquid : power * (constant<N>(1.0) - liquid);
}

template <class N>
Quantity<dim::Power, N> groupsHeat(const Context& context, const std::vector<PartCount>& groups, HeatKind kind) {
    Sum<dim::Power, N> sum;
    for (const PartCount& group : groups)
        if (drawsPower(context.part(group.part)))
            sum.add(times(group.count, partName<N>(context, group.part), deviceHeat<N>(context, group, kind)));
    return sum.total() * setting<N>(context, setting_of::peakRatio).si();
}

template <class N>
Quantity<dim::Power, N> rackHeat(const Context& context, Id<Rack> rack, HeatKind kind) {
    return groupsHeat<N>(context, context.contents(rack).groups, kind);
}

template <class N>
Quantity<dim::Power, N> rackHeat(const Context& context, Id<Rack> rack) {
    return rackHeat<N>(context, rack, HeatKind::Air) + rackHeat<N>(context, rack, HeatKind::Liquid);
}

/// ICAO standard atmosphere and ideal gas, R = 287.055 J/(kg K).
template <class N>
Quantity<dim::Density, N> airDensity(const Context& context) {
    const bool isStated = siteNumber(context.project(), site::altitude).has_value();
    const N metres = isStated ? siteQuantity<N, dim::Length>(context, site::altitude).si()
                              : setting<N>(context, setting_of::altitude).si();
    const N ratio = power(constant<N>(1.0) - constant<N>(2.25577e-5) * metres, constant<N>(5.25588));
    return Quantity<dim::Density, N>(constant<N>(101325.0) * ratio /
                                     (constant<N>(287.055) * setting<N>(context, setting_of::airTemperature).si()));
}

/// Air that carries a heat at the set rise; cp = 1005 J/(kg K).
template <class N>
Quantity<dim::VolumeFlow, N> airFor(const Context& context, const Quantity<dim::Power, N>& heat) {
    const N perCubicMetre =
        airDensity<N>(context).si() * constant<N>(1005.0) * setting<N>(context, setting_of::airRise).si();
    return Quantity<dim::VolumeFlow, N>(heat.si() / perCubicMetre);
}

/// Of devices: the vendor's airflow where stated, else by heat and rise.
template <class N>
Quantity<dim::VolumeFlow, N> groupsAirflow(const Context& context, const std::vector<PartCount>& groups) {
    Sum<dim::VolumeFlow, N> sum;
    for (const PartCount& group : groups) {
        if (!drawsPower(context.part(group.part)))
            continue;
        const bool isStated = !plainPartNumber(context, group.part, attribute::airflow.key).isUnknown();
        const auto each = isStated ? partNumber<N>(context, group.part, attribute::airflow)
                                   : airFor(context, deviceHeat<N>(context, group, HeatKind::Air));
        sum.add(times(group.count, partName<N>(context, group.part), each));
    }
    return sum.total();
}

/// The vendor's flow at the supply temperature (the point at or next above it), or unset when the vendor states none.
const LiquidPoint* liquidPoint(const Part& part, double supplyCelsius);

/// Temperature of the liquid that reaches a rack: of the loop that its units supply, else the setting. Kelvin.
double liquidSupplyAt(const Context& context, Id<Rack> rack);

template <class N>
Quantity<dim::VolumeFlow, N> liquidFor(const Context& context, const Quantity<dim::Power, N>& heat) {
    return Quantity<dim::VolumeFlow, N>(heat.si() / constant<N>(1000.0) *
                                        setting<N>(context, setting_of::liquidFlowPerKilowatt).si());
}

template <class N>
Quantity<dim::VolumeFlow, N> deviceLiquidFlow(const Context& context, const PartCount& group, double supplyKelvin) {
    const Part* part = context.part(group.part);
    const LiquidPoint* point = part ? liquidPoint(*part, supplyKelvin - 273.15) : nullptr;
    if (!point)
        return liquidFor(context, deviceHeat<N>(context, group, HeatKind::Liquid));
    const Value flow =
        Value::range(point->flow.low()->si(), point->flow.typical()->si(), point->flow.high()->si(), point->flow.grade);
    return Quantity<dim::VolumeFlow, N>(Numbers<N>::given(
        flow, {partName<N>(context, group.part) + ", flow, " + point->condition, "L/min", 1e-3 / 60.0},
        point->flow.source));
}

template <class N>
Quantity<dim::VolumeFlow, N> groupsLiquidFlow(const Context& context, const std::vector<PartCount>& groups,
                                              double supplyKelvin) {
    Sum<dim::VolumeFlow, N> sum;
    for (const PartCount& group : groups)
        if (drawsPower(context.part(group.part)))
            sum.add(times(group.count, partName<N>(context, group.part),
                          deviceLiquidFlow<N>(context, group, supplyKelvin)));
    return sum.total();
}

/// Whether a unit of a kind takes heat of racks from the air: a CDU, and what stands outside, cool liquid alone; what
/// a liquid-to-air CDU takes it gives to the air.
bool takesAir(CoolingUnitKind kind);

/// How rear doors and other units take the air heat of a rack together: the doors first, each evenly and up to its
/// rating; what they cannot take stays in the air, which the others share evenly. Where a rack has doors alone that
/// cannot take its heat, the units that cool the air of its room are the others.
struct DoorSplit {
    struct Door {
        const CoolingUnit* unit = nullptr;
        std::int64_t racks = 1; ///< that it serves
    };
    std::vector<Door> doors;
    std::vector<const CoolingUnit*> others;
    bool isByRoom = false; ///< no other unit serves the rack
};
/// Null for a rack without a door, and for one whose doors take all its heat or nothing takes the rest.
const DoorSplit* doorSplitOf(const Context& context, Id<Rack> rack);
/// What is asked of a door: of the heat of the racks that it serves its even share among their doors, whatever it is
/// rated for.
Value heatAtDoor(const Context& context, const CoolingUnit& door);

/// Racks that a unit serves for one kind of heat, as many as share the rack's heat with it counted apart. Units that
/// take no air serve none for that of the air, whatever they are connected to.
struct ServedRacks {
    LikeRacks racks;
    std::int64_t sharers = 1;
    const DoorSplit* split = nullptr; ///< of the air heat of each, where doors and others take it together
};
std::vector<ServedRacks> servedRacks(const Context& context, Id<CoolingUnit> unit, HeatKind kind);

/// Of all units at once, as servedHeatAlone() and unitHeatAlone() work it out.
struct PlainUnitHeat {
    Value served;
    Value all;
};
const PlainUnitHeat& plainUnitHeat(const Context& context, Id<CoolingUnit> unit);

/// Present units that give their heat to a loop, and those that take heat out of it (CDUs, chillers, coolers; a pump
/// moves the liquid and takes no heat).
std::vector<const CoolingUnit*> giversTo(const Context& context, Id<CoolingLoop> loop);
std::vector<const CoolingUnit*> suppliersOf(const Context& context, Id<CoolingLoop> loop);
/// Whether heat that a unit takes comes back to where it was taken from, through the loops between.
bool takesHeatInCircles(const Context& context, const CoolingUnit& unit);

/// Whether a unit is a chiller that gives its heat to a loop, and whether towers take it from there.
bool isWaterCooledChiller(const CoolingUnit& unit);
bool isTowerCooled(const Context& context, const CoolingUnit& chiller);

/// Heat that a unit gives to its loop for what it takes: a chiller adds the work by which it lifts the heat.
template <class N>
Quantity<dim::Power, N> heatGiven(const Context& context, const CoolingUnit& unit,
                                  const Quantity<dim::Power, N>& taken) {
    if (!isWaterCooledChiller(unit))
        return taken;
    const N cop =
        setting<N>(context, isTowerCooled(context, unit) ? setting_of::waterChillerCop : setting_of::airChillerCop)
            .si();
    return taken * (constant<N>(1.0) + constant<N>(1.0) / cop);
}

template <class N>
Quantity<dim::Power, N> unitRating(const Context& context, const CoolingUnit& unit) {
    if (unit.rating)
        return Quantity<dim::Power, N>(ownField<N>(unit.rating->si(), "rating, " + unit.name, "kW"));
    return partNumber<N>(context, unit.part, attribute::coolingCapacity);
}

/// What a unit takes of the air heat of a rack that doors and others take together.
template <class N>
Quantity<dim::Power, N> splitHeat(const Context& context, const DoorSplit& split, const CoolingUnit& unit,
                                  const Quantity<dim::Power, N>& heat) {
    const N each = heat.si() / constant<N>(static_cast<double>(split.doors.size()));
    Sum<dim::Power, N> rest;
    for (const DoorSplit::Door& door : split.doors) {
        const N most = unitRating<N>(context, *door.unit).si() / constant<N>(static_cast<double>(door.racks));
        if (door.unit->id == unit.id)
            return Quantity<dim::Power, N>(minimum(each, most));
        rest.add(named(Quantity<dim::Power, N>(maximum(each - most, constant<N>(0.0))),
                       "beyond the rating of " + door.unit->name, "kW"));
    }
    return rest.total() / constant<N>(static_cast<double>(split.others.size()));
}

template <class N>
Quantity<dim::Power, N> servedHeatAlone(const Context& context, Id<CoolingUnit> unit) {
    Sum<dim::Power, N> sum;
    for (const HeatKind kind : {HeatKind::Air, HeatKind::Liquid})
        for (const ServedRacks& served : servedRacks(context, unit, kind)) {
            auto heat = rackHeat<N>(context, served.racks.first->id, kind);
            const CoolingUnit* row = served.split ? context.design().coolingUnits.find(unit) : nullptr;
            if (row)
                heat = splitHeat<N>(context, *served.split, *row, heat);
            else if (served.sharers > 1)
                heat = heat / constant<N>(static_cast<double>(served.sharers));
            sum.add(times(served.racks.count(), "racks like " + served.racks.first->name, heat));
        }
    return sum.total();
}

/// Of the racks that a unit serves itself: a rack served by several units of one kind shares its heat evenly, but for
/// doors, which take what they are rated for.
template <class N>
Quantity<dim::Power, N> servedHeat(const Context& context, Id<CoolingUnit> unit) {
    if constexpr (std::is_same_v<N, Value>)
        return Quantity<dim::Power, N>(plainUnitHeat(context, unit).served);
    else
        return servedHeatAlone<N>(context, unit);
}

/// `heatOf` answers for a unit that gives its heat to the loop which this one supplies.
template <class N, class HeatOf>
Quantity<dim::Power, N> unitHeatBy(const Context& context, const CoolingUnit& unit, HeatOf heatOf) {
    Sum<dim::Power, N> sum;
    if (!context.servedBy(unit.id).empty())
        sum.add(servedHeatAlone<N>(context, unit.id));
    if (!unit.secondary || unit.kind == CoolingUnitKind::Pump || !unit.scope.isPresent())
        return sum.total();
    const std::vector<const CoolingUnit*> givers = giversTo(context, unit.secondary);
    if (givers.empty())
        return sum.total();
    if (takesHeatInCircles(context, unit))
        return Quantity<dim::Power, N>(Numbers<N>::given(
            Value::unknown(), {"heat of " + unit.name + ", whose loops lead back to it", "kW", 1000}, {}));
    Sum<dim::Power, N> passed;
    for (const CoolingUnit* giver : givers)
        passed.add(named(heatGiven<N>(context, *giver, heatOf(*giver)), giver->name, "kW"));
    const auto suppliers = static_cast<double>(suppliersOf(context, unit.secondary).size());
    sum.add(suppliers > 1 ? passed.total() / constant<N>(suppliers) : passed.total());
    return sum.total();
}

template <class N>
Quantity<dim::Power, N> unitHeatAlone(const Context& context, const CoolingUnit& unit) {
    return unitHeatBy<N>(context, unit, [&](const CoolingUnit& giver) { return unitHeatAlone<N>(context, giver); });
}

/// Heat that a unit takes: of its racks, and of the units that give theirs to the loop which it supplies; the units
/// that supply one loop share that evenly.
template <class N>
Quantity<dim::Power, N> unitHeat(const Context& context, Id<CoolingUnit> unit) {
    if constexpr (std::is_same_v<N, Value>) {
        return Quantity<dim::Power, N>(plainUnitHeat(context, unit).all);
    } else {
        const CoolingUnit* row = context.design().coolingUnits.find(unit);
        RW_CHECK(row, "heat is asked for cooling units of the design");
        return unitHeatAlone<N>(context, *row);
    }
}

/// Units that stand for one kind of heat in a room (a null room: everywhere); rear doors only serve their own racks and
/// are counted apart.
enum class CapacityKind : std::uint8_t { Air, Liquid, RearDoor };
std::vector<const CoolingUnit*> unitsOf(const Context& context, CapacityKind kind, Id<Room> room);

/// Whether heat that is drawn comes to a unit that stands for racks: it serves one, stands by for a unit that does (in
/// its group, or on its loop of coolant), or takes out of the room's air what a liquid-to-air CDU that serves racks
/// gives to it. What merely stands in a room cools nothing.
bool isConnected(const Context& context, const CoolingUnit& unit);

/// Rated capacity of unitsOf(), 0 where there is none; unknown ratings leave a lower bound.
template <class N>
Quantity<dim::Power, N> capacity(const Context& context, CapacityKind kind, Id<Room> room) {
    Sum<dim::Power, N> sum;
    for (const CoolingUnit* unit : unitsOf(context, kind, room))
        sum.add(unitRating<N>(context, *unit));
    return sum.total();
}

/// Without the largest unit.
template <class N>
Quantity<dim::Power, N> capacityAfterLoss(const Context& context, CapacityKind kind, Id<Room> room) {
    Largest<dim::Power, N> largest;
    for (const CoolingUnit* unit : unitsOf(context, kind, room))
        largest.add(unitRating<N>(context, *unit));
    const auto all = capacity<N>(context, kind, room);
    return largest.isEmpty() ? all : all - largest.value();
}

/// Units whose heat a loop takes (as primary) or carries (as secondary).
std::vector<const CoolingUnit*> unitsOn(const Context& context, Id<CoolingLoop> loop);

/// Whether a unit gives its heat to a present loop.
bool hasLoop(const Context& context, const CoolingUnit& unit);
/// A unit of a kind that works by water alone; perimeter and in-row units may be of refrigerant.
bool needsLoop(CoolingUnitKind kind);

/// Of units that serve racks and need a loop but hang on none; null when all do.
const CoolingUnit* firstWithoutLoop(const Context& context);

/// What a unit without a loop takes from its racks goes to some facility water, whose heat is then at least the sum.
template <class N>
Quantity<dim::Power, N> loopHeat(const Context& context, Id<CoolingLoop> id) {
    Sum<dim::Power, N> sum;
    for (const CoolingUnit* unit : unitsOn(context, id)) {
        if (unit->primary == id)
            sum.add(named(heatGiven<N>(context, *unit, unitHeat<N>(context, unit->id)), unit->name, "kW"));
        else if (!context.servedBy(unit->id).empty())
            sum.add(named(servedHeat<N>(context, unit->id), unit->name, "kW"));
    }
    const CoolingLoop* loop = context.design().coolingLoops.find(id);
    const CoolingUnit* loose = loop && loop->isFacilityWater ? firstWithoutLoop(context) : nullptr;
    if (loose)
        sum.add(Quantity<dim::Power, N>(Numbers<N>::given(
            Value::unknown(), {"heat of " + loose->name + ", which hangs on no loop", "kW", 1000}, {})));
    return sum.total();
}

} // namespace rackwright
