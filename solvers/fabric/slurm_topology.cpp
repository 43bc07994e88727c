// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/slurm_topology.h"

#include "solvers/fabric/slurm_cluster.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace rackwright {

namespace {

/// Units that share a switch above them, directly or over others; in the order of their first units.
std::vector<std::vector<std::size_t>> podsOf(const std::vector<SlurmUnit>& units) {
    std::vector<std::size_t> root(units.size());
    std::iota(root.begin(), root.end(), std::size_t{0});
    const auto find = [&root](std::size_t unit) {
        while (root[unit] != unit)
            unit = root[unit] = root[root[unit]];
        return unit;
    };
    std::map<Id<Device>, std::size_t> first; // unit below each switch
    for (std::size_t u = 0; u < units.size(); ++u)
        for (const Id<Device> above : units[u].above) {
            const std::size_t a = find(first.try_emplace(above, u).first->second), b = find(u);
            root[std::max(a, b)] = std::min(a, b);
        }
    std::map<std::size_t, std::vector<std::size_t>> byRoot;
    for (std::size_t u = 0; u < units.size(); ++u)
        byRoot[find(u)].push_back(u);
    std::vector<std::vector<std::size_t>> pods;
    for (auto& [unit, members] : byRoot)
        pods.push_back(std::move(members));
    return pods;
}

std::string commaList(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names)
        list.append(list.empty() ? "" : ",").append(name);
    return list;
}

std::string hostList(const SlurmCluster& cluster, const std::vector<std::size_t>& hosts) {
    std::vector<std::string> names;
    for (const std::size_t host : hosts)
        names.push_back(cluster.hosts[host]);
    return commaList(names);
}

/// A switch as Slurm has it, over nodes or over other switches.
struct SlurmSwitch {
    std::string name, nodes, children;
};

/// Units first, then pods of several units, then the fabric where several of these are left.
std::vector<SlurmSwitch> switchesOf(const SlurmCluster& cluster) {
    std::vector<SlurmSwitch> made;
    for (std::size_t u = 0; u < cluster.units.size(); ++u)
        made.push_back({slurmUnitName(u), hostList(cluster, cluster.units[u].hosts), {}});
    if (cluster.units.size() < 2)
        return made;
    const std::vector<std::vector<std::size_t>> pods = podsOf(cluster.units);
    std::vector<std::string> tops;
    for (std::size_t p = 0; p < pods.size(); ++p) {
        std::vector<std::string> names;
        for (const std::size_t unit : pods[p])
            names.push_back(slurmUnitName(unit));
        if (names.size() == 1) {
            tops.push_back(names.front());
            continue;
        }
        tops.push_back("pod" + std::to_string(p + 1));
        made.push_back({tops.back(), {}, commaList(names)});
    }
    if (tops.size() > 1)
        made.push_back({"fabric", {}, commaList(tops)});
    return made;
}

/// Hosts of the smallest block: what Slurm plans with where nothing else is said.
std::size_t blockSize(const SlurmCluster& cluster) {
    return std::ranges::min_element(cluster.blocks, {}, [](const SlurmBlock& block) { return block.hosts.size(); })
        ->hosts.size();
}

} // namespace

std::string slurmTree(const Context& context) {
    const SlurmCluster cluster = slurmCluster(context);
    if (cluster.hosts.empty())
        return {};
    std::string text = "# TopologyPlugin=topology/tree. Ignored by Slurm where topology.yaml exists.\n";
    for (const SlurmSwitch& each : switchesOf(cluster)) {
        text.append("SwitchName=").append(each.name);
        text.append(each.nodes.empty() ? " Switches=" : " Nodes=");
        text.append(each.nodes.empty() ? each.children : each.nodes).append("\n");
    }
    return text;
}

std::string slurmBlocks(const Context& context) {
    const SlurmCluster cluster = slurmCluster(context);
    if (cluster.hosts.empty())
        return {};
    std::string text = "# TopologyPlugin=topology/block\n";
    for (const SlurmBlock& block : cluster.blocks)
        text.append("BlockName=")
            .append(block.name)
            .append(" Nodes=")
            .append(hostList(cluster, block.hosts))
            .append("\n");
    return text.append("BlockSizes=").append(std::to_string(blockSize(cluster))).append("\n");
}

// Reference: Slurm manual, topology.yaml(5). Names of nodes are quoted, so that none is read as a number.
std::string slurmYaml(const Context& context) {
    const SlurmCluster cluster = slurmCluster(context);
    if (cluster.hosts.empty())
        return {};
    std::string text = "# Slurm reads this file instead of topology.conf; a partition chooses with Topology=tree or "
                       "Topology=block.\n---\n- topology: tree\n  cluster_default: true\n  tree:\n    switches:\n";
    for (const SlurmSwitch& each : switchesOf(cluster)) {
        text.append("      - switch: ").append(each.name);
        text.append(each.nodes.empty() ? "\n        children: \"" : "\n        nodes: \"");
        text.append(each.nodes.empty() ? each.children : each.nodes).append("\"\n");
    }
    text.append("- topology: block\n  cluster_default: false\n  block:\n    block_sizes:\n      - ");
    text.append(std::to_string(blockSize(cluster))).append("\n    blocks:\n");
    for (const SlurmBlock& block : cluster.blocks)
        text.append("      - block: ")
            .append(block.name)
            .append("\n        nodes: \"")
            .append(hostList(cluster, block.hosts))
            .append("\"\n");
    return text;
}

} // namespace rackwright
