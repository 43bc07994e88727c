// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels of what a design holds: accelerators, nodes, their compute and memory, rack units, area. Rates are dense
// peaks of the data sheet; what a job reaches of them is another domain's matter.

#include "solvers/engine/kernels.h"
#include "solvers/space/floor_map.h"

#include <vector>

namespace rackwright {

/// Systems that hold accelerators; others hold none.
bool isAcceleratorSystem(const Part* part);

/// Accelerators chosen as modules of devices whose own part counts none.
std::int64_t moduleAccelerators(const Context& context, Id<Rack> rack);
std::vector<PartCount> spareGroups(const Context& context);

/// Accelerators of the systems among the groups; unknown counts leave a lower bound.
template <class N>
Ratio<N> groupsAccelerators(const Context& context, const std::vector<PartCount>& groups) {
    Sum<dim::None, N> sum;
    for (const PartCount& group : groups)
        if (isAcceleratorSystem(context.part(group.part)))
            sum.add(times(group.count, partName<N>(context, group.part),
                          partNumber<N>(context, group.part, attribute::acceleratorCount)));
    return sum.total();
}

/// The part of the accelerators in a system: the embedded part that its accelerator model names.
Id<PartRow> acceleratorPart(const Context& context, Id<PartRow> system);

/// Dense peak of one accelerator in FLOP/s by its data sheet; unknown where the project holds no such part.
ReadFact readRate(const Context& context, Id<PartRow> accelerator, Precision precision);

/// Dense peak of all accelerators among the groups, FLOP/s.
template <class N>
Quantity<dim::OperationRate, N> groupsCompute(const Context& context, const std::vector<PartCount>& groups,
                                              Precision precision) {
    Sum<dim::OperationRate, N> sum;
    for (const PartCount& group : groups) {
        if (!isAcceleratorSystem(context.part(group.part)))
            continue;
        const Id<PartRow> accelerator = acceleratorPart(context, group.part);
        const auto each = Quantity<dim::OperationRate, N>(numberOf<N>(readRate(context, accelerator, precision))) *
                          partNumber<N>(context, group.part, attribute::acceleratorCount).si();
        sum.add(times(group.count, partName<N>(context, group.part), each));
    }
    return sum.total();
}

/// Of all accelerators among the groups, bytes.
template <class N>
Quantity<dim::Data, N> groupsMemory(const Context& context, const std::vector<PartCount>& groups) {
    Sum<dim::Data, N> sum;
    for (const PartCount& group : groups) {
        if (!isAcceleratorSystem(context.part(group.part)))
            continue;
        const Id<PartRow> accelerator = acceleratorPart(context, group.part);
        const auto each = partNumber<N>(context, accelerator, attribute::memory) *
                          partNumber<N>(context, group.part, attribute::acceleratorCount).si();
        sum.add(times(group.count, partName<N>(context, group.part), each));
    }
    return sum.total();
}

/// Rack units with anything in them, front or rear.
std::int64_t usedUnits(const Context& context, const Rack& rack);

/// Height between the rails in rack units; of a rack-scale system, that of the system.
template <class N>
Ratio<N> rackUnits(const Context& context, const Rack& rack) {
    const bool isScale = plainPartNumber(context, rack.part, attribute::rackHeightUnits.key).isUnknown();
    return partNumber<N>(context, rack.part, isScale ? attribute::rackUnits : attribute::rackHeightUnits);
}

/// Longest row of racks along the wall-to-wall line: from the outer edge of the first to that of the last.
struct RowLength {
    std::string label;
    Id<Room> room;
    std::int64_t racks = 0;
    Length length;
};
std::vector<RowLength> rowLengths(const Context& context);

/// Outline of a room less its columns and keep-outs.
Area roomArea(const Context& context, Id<Room> room);
Area blockedArea(const Context& context, Id<Room> room);

} // namespace rackwright
