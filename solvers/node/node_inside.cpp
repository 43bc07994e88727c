// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/node/node_inside.h"

#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "solvers/node/leaf_rails.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace rackwright {

namespace {

std::optional<double> amountOf(const Part* part, std::string_view key) {
    return part ? numberFact(*part, key).typical() : std::nullopt;
}

std::string wordsOf(const Part* part, std::string_view key) {
    return part ? textFact(*part, key).typical().value_or(std::string()) : std::string();
}

/// The list that a port is in, and where.
struct PortPlace {
    std::vector<NodePort>* ports = nullptr;
    std::size_t at = 0;
};

PortPlace placeOf(NodeInside& node, const Part& part, std::uint16_t port) {
    for (const auto& [role, ports] :
         {std::pair{PortRole::Compute, &node.network}, {PortRole::Storage, &node.storage}}) {
        const std::vector<std::int64_t> numbers = portsOfRole(part, role);
        if (const auto at = std::ranges::find(numbers, port); at != numbers.end())
            return {ports, static_cast<std::size_t>(at - numbers.begin())};
    }
    return {};
}

/// Rails of the leaves of a network, from 1.
std::map<Id<Device>, int> railsOf(const Project& project, const Design& design, Id<Network> network) {
    std::map<Id<PartRow>, const Part*> parts;
    const auto partOf = [&](Id<Device> id) -> const Part* {
        const Device* device = design.devices.find(id);
        if (!device)
            return nullptr;
        const auto [at, isNew] = parts.try_emplace(device->part, nullptr);
        if (isNew)
            at->second = findPart(project, device->part);
        return at->second;
    };
    std::map<Id<Device>, std::uint32_t> leaves;
    std::vector<LeafCable> cables;
    for (const Cable& cable : presentCables(design)) {
        if (cable.network != network)
            continue;
        const Part* a = partOf(cable.a.device);
        const Part* b = partOf(cable.b.device);
        if (!a || !b || (a->category == PartCategory::Switch) == (b->category == PartCategory::Switch))
            continue;
        const bool isLeafA = a->category == PartCategory::Switch;
        const auto leaf =
            leaves.try_emplace((isLeafA ? cable.a : cable.b).device, static_cast<std::uint32_t>(leaves.size()));
        cables.push_back({leaf.first->second, isLeafA ? b : a, (isLeafA ? cable.b : cable.a).port});
    }
    const LeafRails rails = railsOfLeaves(leaves.size(), cables);
    std::map<Id<Device>, int> found;
    for (const auto& [leaf, number] : leaves)
        found.emplace(leaf, rails.ofLeaf[number] + 1);
    return found;
}

} // namespace

NodeInside nodeInside(const Project& project, const ScaleUpKind& kind) {
    const Part* system = findPart(project, kind.system);
    const Part* accelerator = findPart(project, kind.accelerator);
    NodeInside node;
    node.kind = kind;
    node.accelerators = kind.accelerators * kind.inSystem / std::max<std::int64_t>(1, kind.systems);
    if (const auto count = amountOf(system, attribute::acceleratorCount.key))
        node.accelerators = std::llround(*count);
    node.bothDirections = amountOf(accelerator, attribute::scaleUpBandwidth.key);
    node.memory = amountOf(accelerator, attribute::memory.key);
    node.hostLink = wordsOf(accelerator, "host-interface");
    node.processors = std::llround(amountOf(system, attribute::cpuCount.key).value_or(0));
    node.processor = wordsOf(system, attribute::cpuModel.key);
    node.hostMemory = amountOf(system, attribute::systemMemory.key);
    node.localStorage = amountOf(system, attribute::localStorage.key);
    for (const PortGroup& group : system ? system->portGroups : std::vector<PortGroup>()) {
        if (group.role != PortRole::Compute && group.role != PortRole::Storage)
            continue;
        const auto speed = group.speed.typical();
        const NodePort port{speed ? speed->si() / unit::gigabitPerSecond.si() : 0, 0, false};
        auto& ports = group.role == PortRole::Compute ? node.network : node.storage;
        ports.insert(ports.end(), static_cast<std::size_t>(group.count), port);
    }
    return node;
}

NodeInside nodeInside(const Project& project, const Design& design, const ScaleUpKind& kind, Id<Device> node) {
    NodeInside inside = nodeInside(project, kind);
    const Part* part = findPart(project, kind.system);
    if (!part)
        return inside;
    std::map<Id<Network>, std::map<Id<Device>, int>> rails;
    for (const Cable& cable : presentCables(design)) {
        if (cable.a.device != node && cable.b.device != node)
            continue;
        const PortRef& own = cable.a.device == node ? cable.a : cable.b;
        const PortRef& other = cable.a.device == node ? cable.b : cable.a;
        const PortPlace place = placeOf(inside, *part, own.port);
        if (!place.ports)
            continue;
        NodePort& port = (*place.ports)[place.at];
        port.isCabled = true;
        if (place.ports != &inside.network)
            continue;
        const auto [found, isNew] = rails.try_emplace(cable.network);
        if (isNew)
            found->second = railsOf(project, design, cable.network);
        if (const auto rail = found->second.find(other.device); rail != found->second.end())
            port.rail = rail->second;
    }
    return inside;
}

} // namespace rackwright
