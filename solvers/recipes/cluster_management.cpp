// SPDX-License-Identifier: GPL-3.0-or-later
// The out-of-band network of a cluster once everything has its place: copper keeps to its hall, and rack PDUs and CDUs
// come to the leaves near them.
#include "solvers/recipes/cluster_builder.h"

#include "model/design/cabled.h"
#include "model/parts/port_list.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace rackwright {

/// A leaf of the out-of-band network in its rack.
struct ClusterBuilder::CopperLeaf {
    Id<Device> id;
    std::size_t rack = 0, hall = 0;
    Point place;
    std::set<std::int64_t> free; ///< copper ports without a cable
};

const Network* ClusterBuilder::outOfBand() const {
    const auto network = std::ranges::find(m_design.networks, NetworkRole::OutOfBand, &Network::role);
    return network == m_design.networks.end() ? nullptr : &*network;
}

bool ClusterBuilder::isCopperLeaf(const Device& device) {
    return device.role == "leaf" && device.name.starts_with("oob-");
}

std::int64_t ClusterBuilder::mostCopperPorts() const {
    std::size_t most = 0;
    for (const Device& device : m_devices)
        if (isCopperLeaf(device))
            most = std::max(most, portsOfRole(partOf(device), PortRole::Data).size());
    return static_cast<std::int64_t>(most);
}

std::vector<ClusterBuilder::CopperLeaf> ClusterBuilder::copperLeaves() const {
    std::vector<CopperLeaf> leaves;
    std::unordered_map<Id<Device>, std::size_t> placeOf;
    std::unordered_map<Id<Rack>, Point> centres;
    for (const Rack& rack : m_rackRows)
        centres.emplace(rack.id, rack.centre);
    for (std::size_t h = 0; h < m_halls.size(); ++h)
        for (std::size_t r = m_halls[h].from; r < m_halls[h].to; ++r)
            for (const auto& [device, unit] : m_racks[r].contents)
                if (const Device& row = m_devices[device]; isCopperLeaf(row)) {
                    const auto ports = portsOfRole(partOf(row), PortRole::Data);
                    placeOf.emplace(row.id, leaves.size());
                    leaves.push_back({row.id, r, h, centres[m_rackIds[r]], {ports.begin(), ports.end()}});
                }
    for (const Cable& cable : m_cables)
        for (const PortRef& end : {cable.a, cable.b})
            if (const auto found = placeOf.find(end.device); found != placeOf.end())
                leaves[found->second].free.erase(end.port);
    return leaves;
}

// Copper reaches 100 m: an end whose leaf stands in another hall moves to a free port of the nearest leaf of its own.
void ClusterBuilder::keepCopperInHalls() {
    const Network* network = outOfBand();
    if (m_halls.size() < 2 || !network)
        return;
    struct Standing {
        const Device* device = nullptr;
        std::size_t rack = 0, hall = 0;
    };
    std::unordered_map<Id<Device>, Standing> standing;
    for (std::size_t h = 0; h < m_halls.size(); ++h)
        for (std::size_t r = m_halls[h].from; r < m_halls[h].to; ++r)
            for (const auto& [device, unit] : m_racks[r].contents)
                standing[m_devices[device].id] = {&m_devices[device], r, h};
    const auto isLeaf = [&](Id<Device> id) {
        const auto it = standing.find(id);
        return it != standing.end() && isCopperLeaf(*it->second.device);
    };
    std::vector<CopperLeaf> leaves = copperLeaves();
    for (Cable& cable : m_cables) {
        if (cable.network != network->id || isLeaf(cable.a.device) || !isLeaf(cable.b.device) ||
            !standing.contains(cable.a.device))
            continue;
        const Standing& device = standing.at(cable.a.device);
        // Aggregation and core are few, wherever they stand: glass joins them.
        if (device.hall == standing.at(cable.b.device).hall || device.device->name.starts_with("oob-"))
            continue;
        CopperLeaf* nearest = nullptr;
        const auto distance = [&](const CopperLeaf& leaf) {
            return leaf.rack > device.rack ? leaf.rack - device.rack : device.rack - leaf.rack;
        };
        for (CopperLeaf& leaf : leaves)
            if (leaf.hall == device.hall && !leaf.free.empty() && (!nearest || distance(leaf) < distance(*nearest)))
                nearest = &leaf;
        if (!nearest)
            continue;
        cable.b = {nearest->id, static_cast<std::uint16_t>(*nearest->free.begin()), 0};
        nearest->free.erase(nearest->free.begin());
    }
}

// Each management port of a PDU or CDU to the nearest leaf of its hall that has a free port. What finds none is
// counted: buildCluster() then builds again with more leaves.
void ClusterBuilder::managePlant() {
    const Network* network = outOfBand();
    if (!network)
        return;
    std::vector<CopperLeaf> leaves = copperLeaves();
    if (leaves.empty())
        return;
    struct Standing {
        std::size_t hall = 0;
        Point centre;
    };
    std::unordered_map<Id<Rack>, Standing> racks;
    std::unordered_map<Id<Room>, std::size_t> halls;
    std::unordered_map<Id<Rack>, Point> centres;
    for (const Rack& rack : m_rackRows)
        centres.emplace(rack.id, rack.centre);
    for (std::size_t h = 0; h < m_halls.size(); ++h) {
        halls.emplace(m_halls[h].room, h);
        for (std::size_t r = m_halls[h].from; r < m_halls[h].to; ++r)
            if (m_rackIds[r]) // in-row units stand there without a rack
                racks.emplace(m_rackIds[r], Standing{h, centres[m_rackIds[r]]});
    }
    const auto placeOf = [&](const Device& plant) -> std::optional<Standing> {
        if (const auto found = racks.find(rackOf(plant)); found != racks.end())
            return found->second;
        const auto* floor = std::get_if<OnFloor>(&plant.placement);
        const auto hall = floor ? halls.find(floor->room) : halls.end();
        return hall == halls.end() ? std::nullopt : std::optional(Standing{hall->second, floor->centre});
    };
    std::vector<std::int64_t> shortIn(m_halls.size(), 0), leavesIn(m_halls.size(), 0);
    for (const CopperLeaf& leaf : leaves)
        ++leavesIn[leaf.hall];
    const auto manage = [&](const Device& plant) {
        const auto at = placeOf(plant);
        const Part* part = plant.part ? findPart(m_project, plant.part) : nullptr;
        if (!at || !part)
            return;
        for (const std::int64_t port : portsOfRole(*part, PortRole::Management)) {
            CopperLeaf* nearest = nullptr;
            // A hall without leaves reaches into the next one.
            const auto rank = [&](const CopperLeaf& leaf) {
                const double away = std::abs((leaf.place.x - at->centre.x).inMetres()) +
                                    std::abs((leaf.place.y - at->centre.y).inMetres());
                return std::pair(leaf.hall != at->hall, away);
            };
            for (CopperLeaf& leaf : leaves)
                if (!leaf.free.empty() && (leaf.hall == at->hall || leavesIn[at->hall] == 0) &&
                    (!nearest || rank(leaf) < rank(*nearest)))
                    nearest = &leaf;
            if (!nearest) {
                ++shortIn[at->hall];
                continue;
            }
            m_cables.push_back({m_ids.take<Cable>(),
                                {plant.id, static_cast<std::uint16_t>(port), 0},
                                {nearest->id, static_cast<std::uint16_t>(*nearest->free.begin()), 0},
                                network->id,
                                kOutOfBandKey});
            nearest->free.erase(nearest->free.begin());
        }
    };
    for (const PowerElement& element : m_elements)
        manage(asCabled(element));
    for (const CoolingUnit& unit : m_units)
        manage(asCabled(unit));
    // Ends are dealt to leaves evenly: a hall gets its share of those that are added.
    const auto all = static_cast<std::int64_t>(leaves.size());
    const auto ports = std::max<std::int64_t>(1, mostCopperPorts());
    for (std::size_t h = 0; h < m_halls.size(); ++h) {
        const std::int64_t more = (shortIn[h] + ports - 1) / ports, own = leavesIn[h] > 0 ? leavesIn[h] : all;
        if (more > 0)
            m_copperLeavesWanted = std::max(m_copperLeavesWanted, all + (more * all + own - 1) / own);
    }
}

} // namespace rackwright
