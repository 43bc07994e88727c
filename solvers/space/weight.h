// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels of weight: a rack with all that stands in it, its centre of mass, and what the floor feels. What is not drawn
// (cables, coolant, manifolds) is an editable allowance. A rack-scale system is weighed as a whole.

#include "model/design/occupancy.h"
#include "solvers/engine/kernels.h"
#include "solvers/space/floor_map.h"
#include "solvers/space/settings.h"

#include <vector>

namespace rackwright {

/// Software, services and the like weigh nothing.
bool hasWeight(const Part* part);
bool isRackScaleRack(const Context& context, const Rack& rack);
/// Whether a rack comes with what stands in it: a rack-scale system, or any where racks are shipped built.
bool rollsInLoaded(const Context& context, const Rack& rack);
bool hasLiquid(const Context& context, const RackContents& contents);
bool hasManifold(const Context& context, const RackContents& contents);

template <class N>
Quantity<dim::Mass, N> groupsWeight(const Context& context, const std::vector<PartCount>& groups) {
    Sum<dim::Mass, N> sum;
    for (const PartCount& group : groups)
        if (hasWeight(context.part(group.part)))
            sum.add(times(group.count, partName<N>(context, group.part),
                          partNumber<N>(context, group.part, attribute::weight)));
    return sum.total();
}

/// Parts of PDUs, shelves and cooling units in a rack, like ones together.
std::vector<PartCount> equipmentOf(const RackContents& contents);

/// Rack PDUs in a rack, like ones together: a rack-scale system is shipped without any, its shelves are its own.
std::vector<PartCount> rackPdusOf(const Context& context, const RackContents& contents);

/// The empty rack with PDUs, in-rack cooling and allowances: all but its devices. Nothing for a rack-scale system.
template <class N>
Quantity<dim::Mass, N> frameWeight(const Context& context, const Rack& rack) {
    Sum<dim::Mass, N> sum;
    if (isRackScaleRack(context, rack))
        return sum.total();
    const RackContents& contents = context.contents(rack.id);
    sum.add(partNumber<N>(context, rack.part, attribute::weight));
    if (const auto equipment = equipmentOf(contents); !equipment.empty())
        sum.add(groupsWeight<N>(context, equipment));
    sum.add(setting<N>(context, setting_of::cableAllowance));
    if (hasLiquid(context, contents)) {
        sum.add(setting<N>(context, setting_of::coolantAllowance));
        if (!hasManifold(context, contents))
            sum.add(setting<N>(context, setting_of::manifoldAllowance));
    }
    return sum.total();
}

/// Of all racks at once, each kind of rack worked out once, by rackWeightAlone() and massCentreAlone().
Value plainRackWeight(const Context& context, const Rack& rack);
Value plainMassCentre(const Context& context, const Rack& rack);

template <class N>
Quantity<dim::Mass, N> rackWeightAlone(const Context& context, const Rack& rack) {
    const RackContents& contents = context.contents(rack.id);
    if (contents.groups.empty())
        return frameWeight<N>(context, rack);
    const auto devices = named(groupsWeight<N>(context, contents.groups), "devices", "kg");
    if (isRackScaleRack(context, rack)) {
        const auto pdus = rackPdusOf(context, contents);
        return pdus.empty() ? devices : devices + groupsWeight<N>(context, pdus);
    }
    return frameWeight<N>(context, rack) + devices;
}

template <class N>
Quantity<dim::Mass, N> rackWeight(const Context& context, const Rack& rack) {
    if constexpr (std::is_same_v<N, Value>)
        return Quantity<dim::Mass, N>(plainRackWeight(context, rack));
    else
        return rackWeightAlone<N>(context, rack);
}

/// What the rack carries: all but the empty rack itself.
template <class N>
Quantity<dim::Mass, N> rackPayload(const Context& context, const Rack& rack) {
    if (isRackScaleRack(context, rack))
        return groupsWeight<N>(context, context.contents(rack.id).groups);
    return rackWeight<N>(context, rack) - partNumber<N>(context, rack.part, attribute::weight);
}

/// Height of the rack part; of one without, its units.
template <class N>
Quantity<dim::Length, N> rackHeight(const Context& context, const Rack& rack) {
    return partNumber<N>(context, rack.part, attribute::height);
}

/// Height of the centre of mass above the floor. Each device counts at the middle of its units; the rack itself, PDUs
/// and allowances at half the rack's height.
template <class N>
Quantity<dim::Length, N> massCentreAlone(const Context& context, const Rack& rack) {
    using Moment = DimensionProduct<dim::Mass, dim::Length>;
    const RackContents& contents = context.contents(rack.id);
    const auto half = rackHeight<N>(context, rack) / constant<N>(2.0);
    Sum<Moment, N> moments;
    Sum<dim::Mass, N> masses;
    if (!isRackScaleRack(context, rack)) {
        const auto frame = frameWeight<N>(context, rack);
        moments.add(frame * half);
        masses.add(frame);
    } else if (const auto pdus = rackPdusOf(context, contents); !pdus.empty()) {
        const auto beside = groupsWeight<N>(context, pdus);
        moments.add(beside * half);
        masses.add(beside);
    }
    for (const Device* device : contents.devices) {
        const Part* part = context.part(device->part);
        if (!hasWeight(part) || std::holds_alternative<InDevice>(device->placement))
            continue;
        const auto mass = partNumber<N>(context, device->part, attribute::weight);
        const auto* in = std::get_if<InRack>(&device->placement);
        const double middle =
            in && part ? (static_cast<double>(in->unit - 1) + static_cast<double>(rackUnitsOf(*part)) / 2) : 0;
        const auto height =
            in ? Quantity<dim::Length, N>(ownField<N>(
                     middle * kRackUnit.inMetres(),
                     std::is_same_v<N, Traced> ? "middle of " + device->name : std::string(), "mm", Grade::Measured))
               : half;
        moments.add(mass * height);
        masses.add(mass);
    }
    return moments.total() / masses.total();
}

template <class N>
Quantity<dim::Length, N> massCentre(const Context& context, const Rack& rack) {
    if constexpr (std::is_same_v<N, Value>)
        return Quantity<dim::Length, N>(plainMassCentre(context, rack));
    else
        return massCentreAlone<N>(context, rack);
}

template <class N>
Quantity<dim::Area, N> rackFootprint(const Context& context, const Rack& rack) {
    return partNumber<N>(context, rack.part, attribute::width) * partNumber<N>(context, rack.part, attribute::depth);
}

/// What a figure or rule reads that looks at a rack and the floor before and behind it.
Reads readsOfFloor();

/// Half the aisle before or behind a rack, at most half the counted width.
template <class N>
Quantity<dim::Length, N> halfAisle(const Context& context, const Rack& rack, Face face) {
    const auto most = setting<N>(context, setting_of::aisleCounted) / constant<N>(2.0);
    const auto facing = context.lookUp<FloorMap>().facing(rack, face);
    if (!facing)
        return most;
    const bool isWall = !facing->solid || facing->solid->kind == SolidKind::Wall;
    const double width = facing->distance.inMetres();
    // To a wall the whole width is the rack's own, to another rack half of it.
    const N own =
        ownField<N>(isWall ? width : width / 2, face == Face::Front ? "floor before the rack" : "floor behind the rack",
                    "mm", Grade::Measured);
    return Quantity<dim::Length, N>(minimum(own, most.si()));
}

/// Weight over the rack's footprint and half the aisles before and behind it.
template <class N>
Quantity<dim::AreaLoad, N> areaLoadWithAisles(const Context& context, const Rack& rack) {
    const auto depth = partNumber<N>(context, rack.part, attribute::depth) + halfAisle<N>(context, rack, Face::Front) +
                       halfAisle<N>(context, rack, Face::Rear);
    return rackWeight<N>(context, rack) / (partNumber<N>(context, rack.part, attribute::width) * depth);
}

template <class N>
Quantity<dim::AreaLoad, N> areaLoad(const Context& context, const Rack& rack) {
    return rackWeight<N>(context, rack) / rackFootprint<N>(context, rack);
}

/// On the worst caster or foot.
template <class N>
Quantity<dim::Mass, N> pointLoad(const Context& context, const Rack& rack) {
    return rackWeight<N>(context, rack) / setting<N>(context, setting_of::feetPerRack).si() *
           setting<N>(context, setting_of::worstFoot).si();
}

} // namespace rackwright
