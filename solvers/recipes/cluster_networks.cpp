// SPDX-License-Identifier: GPL-3.0-or-later
// The networks of a cluster: compute fabric by rails, trees for storage and management.
#include "solvers/recipes/cluster_builder.h"

#include "model/parts/port_list.h"
#include "solvers/network/single_loss.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace rackwright {

Id<Network> ClusterBuilder::addNetwork(std::string name, NetworkRole role, FabricProtocol protocol) {
    Network network;
    network.id = m_ids.take<Network>();
    network.name = std::move(name);
    network.role = role;
    network.protocol = protocol;
    m_design.networks = m_design.networks.with(network);
    return network.id;
}

void ClusterBuilder::take(DrawnFabric drawn) {
    std::ranges::move(drawn.switches, std::back_inserter(m_devices));
    std::ranges::move(drawn.cables, std::back_inserter(m_cables));
    if (drawn.generator.id)
        m_design.fabricGenerators = m_design.fabricGenerators.with(std::move(drawn.generator));
}

// What one node hangs on is worth no second switch: the node is lost as easily.
void ClusterBuilder::askNothingOfLosses() {
    for (const NetworkRole role : {NetworkRole::Storage, NetworkRole::InBand})
        m_project.settings = m_project.settings.with(Setting{m_ids.take<Setting>(), singleLossKey(role), "none",
                                                             "Rackwright: a single node is no pool to keep going"});
}

Done ClusterBuilder::drawNetworks() {
    if (m_spec.nodes < 2)
        askNothingOfLosses();
    for (const auto draw : {&ClusterBuilder::drawCompute, &ClusterBuilder::drawStorage, &ClusterBuilder::drawInBand,
                            &ClusterBuilder::drawOutOfBand})
        if (Done drawn = (this->*draw)(); !drawn)
            return drawn;
    return done();
}

Done ClusterBuilder::drawCompute() {
    const std::vector<std::int64_t> ports = portsOfRole(*m_node.part, PortRole::Compute);
    // One machine alone needs no fabric (a rack-scale system only for its storage and management ports).
    if (m_spec.nodes < 2)
        return done();
    const auto available = static_cast<std::int64_t>(ports.size());
    const std::int64_t used = m_spec.fabricPorts > 0 ? m_spec.fabricPorts : available;
    if (available == 0)
        return inputError(
            Message("recipe.no-compute-ports").with("part", m_node.part->model).with("nodes", m_spec.nodes));
    if (used > available)
        return inputError(Message("recipe.too-few-ports")
                              .with("part", m_node.part->model)
                              .with("ports", available)
                              .with("wanted", used));
    const auto speed = portGroupOf(*m_node.part, ports.front())->speed.typical();
    if (!speed)
        return inputError(Message("recipe.port-speed").with("part", m_node.part->model));
    EmbeddedPart with;
    if (Done found = embed(with, m_spec.fabricSwitch); !found)
        return found;
    // A rack-scale system joins as its trays: four rails each.
    const std::int64_t rails = m_isRackScale ? std::min<std::int64_t>(4, used) : used;
    const std::int64_t members = m_spec.nodes * (used / rails);
    std::vector<PortRef> ends;
    ends.reserve(static_cast<std::size_t>(members * rails));
    for (std::size_t n = 0; n < static_cast<std::size_t>(m_spec.nodes); ++n)
        for (std::int64_t p = 0; p < used / rails * rails; ++p)
            ends.push_back({m_devices[n].id, static_cast<std::uint16_t>(ports[static_cast<std::size_t>(p)]), 0});
    const Result<std::int64_t> radix = radixAt(*with.part, *speed);
    if (!radix)
        return radix.error();
    const Result<ClosPlan> plan = planRailClos(members, rails, *radix);
    if (!plan)
        return plan.error();
    for (std::size_t n = 0; n < static_cast<std::size_t>(m_spec.nodes); ++n)
        m_devices[n].group =
            plan->tiers > 1 ? static_cast<std::int64_t>(n) * (used / rails) / plan->nodesPerUnit + 1 : 1;
    const FabricProtocol protocol = with.part->portGroups.front().protocol;
    const Id<Network> network = addNetwork("Compute", NetworkRole::Compute, protocol);
    Result<DrawnFabric> drawn =
        drawRailClos(*plan, ends, *speed, {with.row, with.part.get()}, {network, 1, "compute"}, m_ids);
    if (!drawn)
        return drawn.error();
    take(std::move(*drawn));
    return done();
}

// The fastest ports of a role, at most `mostOfNode` of each node, or of each tray of a rack-scale system.
std::vector<TreeEnd> ClusterBuilder::endsOf(PortRole role, std::int64_t mostOfNode) const {
    std::vector<TreeEnd> ends;
    // A few servers go to as many leaves. Where a cluster fills halls, many fill leaves next to them, so that cables
    // reach.
    constexpr std::ptrdiff_t kFew = 16;
    std::map<std::string_view, std::ptrdiff_t> counts;
    for (const Device& device : m_devices)
        ++counts[device.role];
    const bool arePods = hasPods();
    const auto isSpread = [&](const std::string& ofRole) { return !arePods || counts[ofRole] <= kFew; };
    for (const std::size_t d : orderAlong()) {
        const Part& part = partOf(m_devices[d]);
        std::optional<DataRate> fastest;
        for (const PortGroup& group : part.portGroups)
            if (const auto speed = group.speed.typical();
                group.role == role && speed && (!fastest || *speed > *fastest))
                fastest = speed;
        std::vector<std::int64_t> ports;
        for (const std::int64_t port : portsOfRole(part, role))
            if (portGroupOf(part, port)->speed.typical() == fastest && fastest)
                ports.push_back(port);
        constexpr std::int64_t kMostOfServer = 2;
        const auto count = static_cast<std::int64_t>(ports.size());
        const bool isNode = d < m_nodeEnd;
        const std::int64_t most = !isNode ? kMostOfServer : m_isRackScale ? count : mostOfNode;
        for (std::int64_t p = 0; p < std::min(count, most); ++p)
            ends.push_back({{m_devices[d].id, static_cast<std::uint16_t>(ports[static_cast<std::size_t>(p)]), 0},
                            *fastest,
                            !isNode && isSpread(m_devices[d].role)});
    }
    return ends;
}

Done ClusterBuilder::drawLeafTree(std::vector<TreeEnd> ends, const std::string& leafId, const std::string& name,
                                  NetworkRole role, std::uint32_t key, std::int64_t mostUplinks) {
    if (ends.empty())
        return done();
    if (role == NetworkRole::OutOfBand && !m_spec.outOfBandUpper.empty()) {
        const auto before = std::tuple(m_ids, m_design.networks, m_project.parts);
        if (drawLeafTreeUnder(ends, leafId, m_spec.outOfBandUpper, name, role, key, mostUplinks))
            return done();
        std::tie(m_ids, m_design.networks, m_project.parts) = before;
    }
    return drawLeafTreeUnder(std::move(ends), leafId, m_spec.upperSwitch, name, role, key, mostUplinks);
}

Done ClusterBuilder::drawLeafTreeUnder(std::vector<TreeEnd> ends, const std::string& leafId, const std::string& upperId,
                                       const std::string& name, NetworkRole role, std::uint32_t key,
                                       std::int64_t mostUplinks) {
    EmbeddedPart leaf, upper;
    if (Done found = embed(leaf, leafId); !found)
        return found;
    if (Done found = embed(upper, upperId); !found)
        return found;
    const Id<Network> network = addNetwork(name, role, FabricProtocol::Ethernet);
    const std::string prefix = role == NetworkRole::Storage  ? "storage"
                               : role == NetworkRole::InBand ? "in-band"
                                                             : "oob";
    // Of halls full of nodes some cables come home to another leaf of their hall: keepCopperInHalls().
    // PDUs and CDUs come to the leaves when they have a place: managePlant().
    const bool isOutOfBand = role == NetworkRole::OutOfBand;
    const std::int64_t spare = isOutOfBand && hasPods() ? kSpareCopperPorts : 0;
    const std::int64_t leaves = isOutOfBand ? m_copperLeaves : 0;
    const bool hasPairs = !isOutOfBand && m_spec.nodes > 1;
    const IdSource before = m_ids;
    for (std::int64_t uplinks = mostUplinks;; uplinks /= 2) {
        m_ids = before;
        Result<DrawnFabric> drawn = drawTree(
            ends, {{leaf.row, leaf.part.get()}, {upper.row, upper.part.get()}, uplinks, spare, leaves, hasPairs},
            {network, key, prefix}, m_ids);
        if (drawn) {
            take(std::move(*drawn));
            return done();
        }
        if (uplinks <= 2)
            return drawn.error();
    }
}

Done ClusterBuilder::drawStorage() {
    if (m_spec.storageNodes + m_spec.archiveNodes == 0)
        return done();
    return drawLeafTree(endsOf(PortRole::Storage, m_spec.storagePorts), m_spec.storageSwitch, "Storage",
                        NetworkRole::Storage, 2, 8);
}

Done ClusterBuilder::drawInBand() {
    return drawLeafTree(endsOf(PortRole::InBand, m_spec.inBandPorts), m_spec.inBandLeaf, "In-band management",
                        NetworkRole::InBand, 3, 4);
}

Done ClusterBuilder::drawOutOfBand() {
    return drawLeafTree(endsOf(PortRole::Management, 1), m_spec.outOfBandLeaf, "Out-of-band management",
                        NetworkRole::OutOfBand, kOutOfBandKey, 2);
}

} // namespace rackwright
