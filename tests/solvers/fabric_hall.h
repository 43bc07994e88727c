// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A compute fabric that can be worked out by hand: four nodes with two ports of 400 Gb/s, two leaves and two spines
// with eight, two cables for each leaf and spine. 8 endpoints, 3.2 Tb/s, no oversubscription.

#include "tests/solvers/hall_fixture.h"

namespace rackwright::fixture {

struct FabricHall : Hall {
    Id<PartRow> memberPart, fabricSwitchPart;
    Id<Network> network;
    std::vector<Id<Device>> members, leaves, spines;
    std::vector<Id<Cable>> trunks; ///< leaf by leaf, spine by spine, two each

    Id<Cable> join(PortRef a, PortRef b) {
        const Id<Cable> id = ids.take<Cable>();
        design.cables = design.cables.with({id, a, b, network, 1});
        return id;
    }
    Id<Device> addUnplaced(Id<PartRow> part, std::string name, std::string role) {
        Device device;
        device.id = ids.take<Device>();
        device.name = std::move(name);
        device.part = part;
        device.role = std::move(role);
        design.devices = design.devices.with(device);
        return device.id;
    }
};

inline FabricHall fabricHall() {
    FabricHall made;
    Part node = part("test-member", PartCategory::GpuNode, Mounting::Eia19, {number("rack-units", 8)});
    node.portGroups = {ports(PortRole::Compute, 2, 400, FabricProtocol::InfiniBand)};
    Part fabricSwitch = part("test-fabric-switch", PartCategory::Switch, Mounting::Eia19, {number("rack-units", 1)});
    fabricSwitch.portGroups = {ports(PortRole::Data, 8, 400, FabricProtocol::InfiniBand)};
    made.memberPart = embed(made.project, made.ids, std::move(node));
    made.fabricSwitchPart = embed(made.project, made.ids, std::move(fabricSwitch));
    Network network;
    network.id = made.network = made.ids.take<Network>();
    network.name = "Compute";
    made.design.networks = made.design.networks.with(network);
    for (int i = 1; i <= 4; ++i)
        made.members.push_back(made.addUnplaced(made.memberPart, "node-" + std::to_string(i), "compute"));
    for (int i = 1; i <= 2; ++i) {
        made.leaves.push_back(made.addUnplaced(made.fabricSwitchPart, "leaf-" + std::to_string(i), "leaf"));
        made.spines.push_back(made.addUnplaced(made.fabricSwitchPart, "spine-" + std::to_string(i), "spine"));
    }
    // Rail k of every node is on leaf k.
    for (std::uint16_t n = 0; n < 4; ++n)
        for (std::uint16_t rail = 0; rail < 2; ++rail)
            made.join({made.members[n], rail, 0}, {made.leaves[rail], n, 0});
    for (std::uint16_t l = 0; l < 2; ++l)
        for (std::uint16_t s = 0; s < 2; ++s)
            for (std::uint16_t t = 0; t < 2; ++t)
                made.trunks.push_back(made.join({made.leaves[l], static_cast<std::uint16_t>(4 + 2 * s + t), 0},
                                                {made.spines[s], static_cast<std::uint16_t>(2 * l + t), 0}));
    return made;
}

/// The hall's switches as ones of 800 Gb/s ports with two lanes each; their cables go to the lanes.
inline void breakOutSwitches(FabricHall& hall, int ports) {
    hall.changePart(hall.fabricSwitchPart, [ports](Part& part) {
        part.portGroups = {fixture::ports(PortRole::Data, ports, 800, FabricProtocol::InfiniBand)};
        part.portGroups[0].maximumSplit = 2;
    });
    const std::vector<Cable> cables(hall.design.cables.begin(), hall.design.cables.end());
    for (Cable cable : cables) {
        for (PortRef* end : {&cable.a, &cable.b})
            if (std::ranges::find(hall.members, end->device) == hall.members.end())
                *end = {end->device, static_cast<std::uint16_t>(end->port / 2),
                        static_cast<std::uint8_t>(end->port % 2)};
        hall.design.cables = hall.design.cables.with(cable);
    }
}

/// Leaves the devices alone, without network and cables, on ports that can be broken out in two.
inline void takeNetworks(FabricHall& hall) {
    hall.design.cables = {};
    hall.design.networks = {};
    for (const Id<PartRow> row : {hall.memberPart, hall.fabricSwitchPart})
        hall.changePart(row, [](Part& part) { part.portGroups[0].maximumSplit = 2; });
}

} // namespace rackwright::fixture
