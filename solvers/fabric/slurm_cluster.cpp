// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/slurm_cluster.h"

#include "solvers/network/design_fabric.h"
#include "solvers/node/leaf_rails.h"
#include "solvers/node/scale_up_domains.h"
#include "solvers/space/inventory.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_set>

namespace rackwright {

namespace {

using HostPlace = std::pair<Id<Device>, std::int64_t>; ///< device and tray

bool isUpper(const Device& device) { return device.role == "spine" || device.role == "core"; }

class ClusterReader {
public:
    explicit ClusterReader(const Context& context) : m_context(context) {}

    SlurmCluster read() {
        for (const Device& device : m_context.design().devices)
            m_hasAccelerators =
                m_hasAccelerators || (device.scope.isPresent() && isAcceleratorSystem(m_context.part(device.part)));
        for (const Network& network : m_context.design().networks)
            if (network.role == NetworkRole::Compute)
                addCables(network.id);
        nameHosts();
        makeUnits();
        makeBlocks();
        return std::move(m_made);
    }

private:
    /// Where there are accelerators, they are what jobs run on; else processors.
    bool isHost(const Device& device) const {
        const Part* part = m_context.part(device.part);
        return m_hasAccelerators ? isAcceleratorSystem(part) : part && part->category == PartCategory::CpuNode;
    }

    void addCables(Id<Network> network) {
        const NetworkFabric fabric = networkFabric(m_context, network);
        for (const NetworkCable& cable : fabric.cables) {
            const Device &a = *fabric.devices[cable.a], &b = *fabric.devices[cable.b];
            if (cable.endA.isSwitch && cable.endB.isSwitch) {
                m_between[a.id].insert(b.id);
                m_between[b.id].insert(a.id);
            } else if (cable.endA.isSwitch != cable.endB.isSwitch) {
                const Device& leaf = cable.endA.isSwitch ? a : b;
                const Device& end = cable.endA.isSwitch ? b : a;
                if (!isHost(end))
                    continue;
                const std::int64_t tray =
                    m_ports.of(m_context.part(end.part), cable.endA.isSwitch ? cable.endB.port : cable.endA.port).tray;
                ++(isUpper(leaf) ? m_onUpper : m_onLeaf)[{end.id, tray}][leaf.id];
            }
        }
    }

    void nameHosts() {
        // A host without a leaf hangs on what it is cabled to.
        for (auto& [host, cables] : m_onUpper)
            m_onLeaf.try_emplace(host, std::move(cables));
        std::map<Id<Device>, std::int64_t> trays;
        for (const auto& [host, cables] : m_onLeaf)
            trays[host.first] = std::max(trays[host.first], host.second + 1);
        std::unordered_set<std::string> used;
        for (const auto& [host, cables] : m_onLeaf) {
            const Device& device = *m_context.design().devices.find(host.first);
            std::string name = slurmHostName(device);
            if (trays[host.first] > 1)
                name.append("-tray-").append(std::to_string(host.second + 1));
            if (!used.insert(name).second)
                used.insert(name.append("-").append(std::to_string(device.id.value)));
            m_made.hosts.push_back(std::move(name));
            m_made.devices.push_back(host.first);
            m_places.push_back(host);
        }
    }

    /// Leaves are of one unit where half of the hosts of the fuller one hang on both: a cable that is missing or in the
    /// wrong leaf neither splits a unit nor joins two.
    void makeUnits() {
        std::map<Id<Device>, std::int64_t> hostsOf;
        std::map<std::vector<Id<Device>>, std::int64_t> alike; // hosts by their leaves
        for (const auto& [host, cables] : m_onLeaf) {
            std::vector<Id<Device>> leaves;
            for (const auto& [leaf, count] : cables) {
                leaves.push_back(leaf);
                ++hostsOf[leaf];
            }
            ++alike[std::move(leaves)];
        }
        std::map<std::pair<Id<Device>, Id<Device>>, std::int64_t> shared;
        for (const auto& [leaves, count] : alike)
            for (std::size_t i = 0; i < leaves.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    shared[{leaves[j], leaves[i]}] += count;
        std::map<Id<Device>, Id<Device>> root;
        const auto find = [&root](Id<Device> leaf) {
            while (root.contains(leaf) && root[leaf] != leaf)
                leaf = root[leaf];
            return leaf;
        };
        for (const auto& [pair, count] : shared)
            if (count * 2 >= std::max(hostsOf[pair.first], hostsOf[pair.second]))
                root[find(pair.second)] = find(pair.first);
        std::map<Id<Device>, std::size_t> unitOf;
        std::size_t number = 0;
        for (const auto& [host, cables] : m_onLeaf) {
            std::map<Id<Device>, std::int64_t> votes;
            for (const auto& [leaf, count] : cables)
                votes[find(leaf)] += count;
            const auto most =
                std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; }); // first of equals
            const auto [unit, isNew] = unitOf.try_emplace(most->first, m_made.units.size());
            if (isNew)
                m_made.units.emplace_back();
            m_made.units[unit->second].hosts.push_back(number++);
        }
        for (const auto& [leaf, hosts] : hostsOf)
            if (const auto unit = unitOf.find(find(leaf)); unit != unitOf.end())
                addAbove(leaf, hostsOf, m_made.units[unit->second].above);
    }

    void addAbove(Id<Device> leaf, const std::map<Id<Device>, std::int64_t>& leaves,
                  std::set<Id<Device>>& above) const {
        if (isUpper(*m_context.design().devices.find(leaf)))
            above.insert(leaf);
        const auto found = m_between.find(leaf);
        if (found != m_between.end())
            for (const Id<Device> other : found->second)
                if (!leaves.contains(other))
                    above.insert(other);
    }

    void makeBlocks() {
        std::vector<std::uint8_t> isIn(m_made.hosts.size(), 0);
        const ScaleUpLevel level = scaleUpLevel(m_context.project(), m_context.design());
        std::size_t domains = 0;
        for (const ScaleUpDomain& domain : level.domains) {
            if (level.kinds[domain.kind].joining == ScaleUpJoining::None)
                continue;
            std::vector<std::size_t> hosts;
            for (const Id<Device> system : domain.systems)
                for (const std::size_t host : hostsOf(system, domain.number, level.kinds[domain.kind].inSystem))
                    hosts.push_back(host);
            if (hosts.size() < 2)
                continue;
            std::ranges::sort(hosts);
            for (const std::size_t host : hosts)
                isIn[host] = 1;
            m_made.blocks.push_back({"domain" + std::to_string(++domains), std::move(hosts)});
        }
        for (std::size_t u = 0; u < m_made.units.size(); ++u) {
            SlurmBlock block{slurmUnitName(u), {}};
            std::ranges::copy_if(m_made.units[u].hosts, std::back_inserter(block.hosts),
                                 [&](std::size_t host) { return isIn[host] == 0; });
            if (!block.hosts.empty())
                m_made.blocks.push_back(std::move(block));
        }
    }

    /// Of a device, or of the share of its trays that a numbered domain takes.
    std::vector<std::size_t> hostsOf(Id<Device> device, std::int64_t number, std::int64_t domains) const {
        const auto from = std::ranges::lower_bound(m_places, HostPlace{device, 0});
        const auto to = std::ranges::upper_bound(m_places, HostPlace{device, INT64_MAX});
        const std::int64_t trays = from == to ? 0 : std::prev(to)->second + 1;
        std::vector<std::size_t> hosts;
        for (auto at = from; at != to; ++at)
            if (number == 0 || at->second * domains / trays + 1 == number)
                hosts.push_back(static_cast<std::size_t>(at - m_places.begin()));
        return hosts;
    }

    const Context& m_context;
    RailPorts m_ports;
    bool m_hasAccelerators = false;
    std::map<HostPlace, std::map<Id<Device>, std::int64_t>> m_onLeaf, m_onUpper; ///< cables of each host to a switch
    std::map<Id<Device>, std::set<Id<Device>>> m_between;
    std::vector<HostPlace> m_places; ///< of each host, in order
    SlurmCluster m_made;
};

} // namespace

std::string slurmHostName(const Device& device) {
    std::string name = device.name.empty() ? "device-" + std::to_string(device.id.value) : device.name;
    for (char& c : name)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_'))
            c = '-';
    return name;
}

SlurmCluster slurmCluster(const Context& context) { return ClusterReader(context).read(); }

std::string slurmUnitName(std::size_t unit) { return "su" + std::to_string(unit + 1); }

} // namespace rackwright
