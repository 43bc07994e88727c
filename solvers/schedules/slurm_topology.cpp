// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/schedules/slurm_topology.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <vector>

namespace rackwright {

namespace {

using Devices = std::set<Id<Device>>;

/// Leaves that carry the same nodes, and the switches above them.
struct SlurmUnit {
    Devices nodes;
    Devices above;
    std::size_t leaves = 0;
};

/// Units that share a switch above them.
struct SlurmPod {
    std::vector<std::size_t> units;
    Devices above;
};

bool isSwitch(const Context& context, const Device& device) {
    const Part* part = context.part(device.part);
    return part && part->category == PartCategory::Switch;
}

std::vector<SlurmUnit> unitsOf(const Context& context) {
    const Design& design = context.design();
    std::unordered_set<Id<Network>> compute;
    for (const Network& network : design.networks)
        if (network.role == NetworkRole::Compute)
            compute.insert(network.id);
    std::map<Id<Device>, SlurmUnit> leaves;
    std::map<Id<Device>, Devices> between;
    for (const Cable& cable : design.cables) {
        const Device* a = compute.contains(cable.network) ? design.devices.find(cable.a.device) : nullptr;
        const Device* b = a ? design.devices.find(cable.b.device) : nullptr;
        if (!b || !a->scope.isPresent() || !b->scope.isPresent())
            continue;
        const bool isA = isSwitch(context, *a), isB = isSwitch(context, *b);
        if (isA && isB) {
            between[a->id].insert(b->id);
            between[b->id].insert(a->id);
        } else if (isA != isB) {
            leaves[isA ? a->id : b->id].nodes.insert(isA ? b->id : a->id);
        }
    }
    std::map<Devices, SlurmUnit> byNodes;
    for (const auto& [leaf, carried] : leaves) {
        SlurmUnit& unit = byNodes[carried.nodes];
        unit.nodes = carried.nodes;
        ++unit.leaves;
        for (const Id<Device> above : between[leaf])
            if (!leaves.contains(above))
                unit.above.insert(above);
    }
    std::vector<SlurmUnit> units;
    for (auto& [nodes, unit] : byNodes)
        units.push_back(std::move(unit));
    return units;
}

bool shares(const Devices& a, const Devices& b) {
    return std::ranges::any_of(a, [&](Id<Device> id) { return b.contains(id); });
}

std::vector<SlurmPod> podsOf(const std::vector<SlurmUnit>& units) {
    std::vector<SlurmPod> pods;
    for (std::size_t u = 0; u < units.size(); ++u) {
        const auto found =
            std::ranges::find_if(pods, [&](const SlurmPod& pod) { return shares(pod.above, units[u].above); });
        SlurmPod& pod = found == pods.end() ? pods.emplace_back() : *found;
        pod.units.push_back(u);
        pod.above.insert(units[u].above.begin(), units[u].above.end());
    }
    return pods;
}

/// Slurm takes letters, digits, dots, dashes and underscores.
std::string hostName(const Context& context, Id<Device> id) {
    const Device* device = context.design().devices.find(id);
    std::string name = device->name.empty() ? "device-" + std::to_string(id.value) : device->name;
    for (char& c : name)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_'))
            c = '-';
    return name;
}

std::string hostList(const Context& context, const Devices& nodes) {
    std::string list;
    for (const Id<Device> node : nodes)
        list.append(list.empty() ? "" : ",").append(hostName(context, node));
    return list;
}

std::string unitName(std::size_t unit) { return "su" + std::to_string(unit + 1); }

std::string joined(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names)
        list.append(list.empty() ? "" : ",").append(name);
    return list;
}

/// A switch as Slurm has it, over nodes or over other switches.
struct SlurmSwitch {
    std::string name, nodes, children;
};

/// Units first, then pods of several units, then the fabric where several of these are left.
std::vector<SlurmSwitch> switchesOf(const Context& context, const std::vector<SlurmUnit>& units) {
    std::vector<SlurmSwitch> made;
    for (std::size_t u = 0; u < units.size(); ++u)
        made.push_back({unitName(u), hostList(context, units[u].nodes), {}});
    if (units.size() < 2)
        return made;
    const std::vector<SlurmPod> pods = podsOf(units);
    std::vector<std::string> tops;
    for (std::size_t p = 0; p < pods.size(); ++p) {
        std::vector<std::string> names;
        for (const std::size_t unit : pods[p].units)
            names.push_back(unitName(unit));
        if (names.size() == 1) {
            tops.push_back(names.front());
            continue;
        }
        tops.push_back("pod" + std::to_string(p + 1));
        made.push_back({tops.back(), {}, joined(names)});
    }
    if (tops.size() > 1)
        made.push_back({"fabric", {}, joined(tops)});
    return made;
}

/// Nodes of the smallest unit: what a block is planned with.
std::size_t blockSize(const std::vector<SlurmUnit>& units) {
    return std::ranges::min_element(units, {}, [](const SlurmUnit& unit) { return unit.nodes.size(); })->nodes.size();
}

} // namespace

std::string slurmTree(const Context& context) {
    const std::vector<SlurmUnit> units = unitsOf(context);
    if (units.empty())
        return {};
    std::string text = "# TopologyPlugin=topology/tree. Ignored by Slurm where topology.yaml exists.\n";
    for (const SlurmSwitch& each : switchesOf(context, units)) {
        text.append("SwitchName=").append(each.name);
        text.append(each.nodes.empty() ? " Switches=" : " Nodes=");
        text.append(each.nodes.empty() ? each.children : each.nodes).append("\n");
    }
    return text;
}

std::string slurmBlocks(const Context& context) {
    const std::vector<SlurmUnit> units = unitsOf(context);
    if (units.empty())
        return {};
    std::string text = "# TopologyPlugin=topology/block\n";
    for (std::size_t u = 0; u < units.size(); ++u)
        text.append("BlockName=")
            .append(unitName(u))
            .append(" Nodes=")
            .append(hostList(context, units[u].nodes))
            .append("\n");
    return text.append("BlockSizes=").append(std::to_string(blockSize(units))).append("\n");
}

// Reference: Slurm manual, topology.yaml(5). Names of nodes are quoted, so that none is read as a number.
std::string slurmYaml(const Context& context) {
    const std::vector<SlurmUnit> units = unitsOf(context);
    if (units.empty())
        return {};
    std::string text = "# Slurm reads this file instead of topology.conf; a partition chooses with Topology=tree or "
                       "Topology=block.\n---\n- topology: tree\n  cluster_default: true\n  tree:\n    switches:\n";
    for (const SlurmSwitch& each : switchesOf(context, units)) {
        text.append("      - switch: ").append(each.name);
        text.append(each.nodes.empty() ? "\n        children: \"" : "\n        nodes: \"");
        text.append(each.nodes.empty() ? each.children : each.nodes).append("\"\n");
    }
    text.append("- topology: block\n  cluster_default: false\n  block:\n    block_sizes:\n      - ");
    text.append(std::to_string(blockSize(units))).append("\n    blocks:\n");
    for (std::size_t u = 0; u < units.size(); ++u)
        text.append("      - block: ")
            .append(unitName(u))
            .append("\n        nodes: \"")
            .append(hostList(context, units[u].nodes))
            .append("\"\n");
    return text;
}

// Rings that stay on one rail need no crossing; where a node has one leaf only, crossing costs nothing
// (NCCL environment variables, NCCL_CROSS_NIC; NVIDIA/nccl issue 1933: not detected by the library).
std::string ncclSettings(const Context& context) {
    const std::vector<SlurmUnit> units = unitsOf(context);
    if (units.empty())
        return {};
    const bool hasRails = std::ranges::any_of(units, [](const SlurmUnit& unit) { return unit.leaves > 1; });
    return hasRails ? "# Rail-optimised: each port of a node has a leaf of its own.\nNCCL_CROSS_NIC=0\n"
                    : "# All ports of a node reach the same leaf.\nNCCL_CROSS_NIC=1\n";
}

} // namespace rackwright
