// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/cable_takeoff.h"

#include "model/parts/part_family.h"
#include "solvers/cables/cable_ends.h"
#include "solvers/cost/bill_builder.h"

#include <array>

namespace rackwright {

namespace {

struct Takeoff {
    CableTakeoff counts;
    std::map<SpeedClass, std::int64_t> opticalPorts;

    void add(const PortKind& ports) {
        if (!ports.isCabled)
            return;
        if (ports.cage == CageKind::Rj45) {
            // The other end is a port of a management switch, which is not counted again.
            if (!ports.isSwitch || ports.role == PortRole::Management)
                counts.copper += ports.count;
            return;
        }
        if (ports.cage == CageKind::CoPackaged || (ports.gigabits <= 0 && ports.cage == CageKind::Unknown))
            return;
        counts.transceivers[speedClass(ports.gigabits * static_cast<double>(ports.perCage))] += ports.cages();
        opticalPorts[speedClass(ports.gigabits)] += ports.count;
    }
};

bool isTaken(const Context& context, const CabledDevice& device, TakeoffOf of) {
    if (of == TakeoffOf::SuppliedByUs)
        return device.isPriced;
    const Device* row = context.design().devices.find(device.id);
    return row && isInstalledByUs(row->scope);
}

/// Whether a server or rack of them is in networks of the role: one that joins none has all its cables to come, though
/// other nodes have theirs.
bool isServed(const CableEnds& ends, const CabledDevice& device, PortRole role) {
    std::uint32_t cage = device.firstCage;
    for (std::uint32_t k = 0; k < device.kinds; ++k) {
        const PortKind& ports = ends.ports[device.firstKind + k];
        for (std::int64_t i = 0; i < ports.cages(); ++i, ++cage)
            if (ports.role == role && ends.cages[cage].links > 0)
                return true;
    }
    return false;
}

/// Spares stand by without cables.
bool isSpare(const Context& context, const CabledDevice& device) {
    const Device* row = context.design().devices.find(device.id);
    return row && row->role == "spare";
}

bool isDrawnFor(const Context& context, const CableEnds& ends, const CabledDevice& device, const PortKind& ports) {
    // The ports for traffic of a switch are all drawn or none; what manages it follows the nodes.
    if (ports.isSwitch && ports.role != PortRole::Management)
        return device.isCabled;
    if (!ends.isDrawnRole(ports.role))
        return false;
    const bool isNode = ports.part && familyOf(ports.part->category) == PartFamily::Compute;
    return !isNode || isServed(ends, device, ports.role) || isSpare(context, device);
}

} // namespace

SpeedClass speedClass(double gigabitsPerSecond) {
    constexpr std::array<SpeedClass, 6> kClasses = {25, 100, 200, 400, 800, 1600};
    for (const SpeedClass known : kClasses)
        if (gigabitsPerSecond <= static_cast<double>(known))
            return known;
    return kClasses.back();
}

CableTakeoff undrawnCables(const Context& context, TakeoffOf of) {
    const CableEnds& ends = context.lookUp<CableEnds>();
    Takeoff takeoff;
    for (const CabledDevice& device : ends.devices) {
        if (!isTaken(context, device, of))
            continue;
        for (std::uint32_t k = 0; k < device.kinds; ++k) {
            const PortKind& ports = ends.ports[device.firstKind + k];
            if (!isDrawnFor(context, ends, device, ports))
                takeoff.add(ports);
        }
    }
    // Each fibre joins two of the ports.
    for (const auto& [speed, ports] : takeoff.opticalPorts)
        takeoff.counts.fibres[speed] = (ports + 1) / 2;
    return takeoff.counts;
}

} // namespace rackwright
