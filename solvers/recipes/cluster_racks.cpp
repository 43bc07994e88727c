// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in which rack of a cluster, before racks have places.
#include "solvers/recipes/cluster_builder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace rackwright {

namespace {

// A rack of switches and servers is kept at what one row of perimeter units can cool.
constexpr double kNetworkRackWatts = 15'000;
// Units kept free at the top of a rack for cables.
constexpr std::int64_t kUnitsForCables = 4;
constexpr double kNever = 1e300;

bool isFabricSwitch(const Device& device) { return device.name.starts_with("compute-"); }

} // namespace

std::int64_t ClusterBuilder::heightOf(const Part& rack) {
    const auto units = fact(rack, attribute::rackHeightUnits).typical();
    return units ? static_cast<std::int64_t>(*units) : 42;
}

std::int64_t ClusterBuilder::shelvesFor(double watts) const {
    if (!m_shelf.part)
        return 0;
    for (const PowerInput& input : m_shelf.part->powerInputs)
        if (const auto rating = input.rating.typical(); rating && rating->si() > 0)
            return std::max<std::int64_t>(
                1, static_cast<std::int64_t>(std::ceil(
                       watts / (rating->si() * static_cast<double>(input.required.value_or(input.count))) - 1e-9)));
    return 1;
}

Done ClusterBuilder::planRacks() {
    if (Done compute = planComputeRacks(); !compute)
        return compute;
    std::vector<PlannedRack> network, others;
    packDevices(network, others);
    joinRacks(std::move(network), std::move(others));
    return done();
}

Done ClusterBuilder::planComputeRacks() {
    const std::int64_t units = rackUnitsOf(*m_node.part);
    const double each = planningWatts(*m_node.part);
    const std::int64_t shelves =
        m_spec.feeds * shelvesFor(each * static_cast<double>(std::min(m_spec.nodesPerRack, m_spec.nodes)));
    const std::int64_t height = m_openRack.part ? heightOf(*m_openRack.part) - shelves : rackHeight();
    const std::int64_t most = m_isRackScale ? 1 : height / std::max<std::int64_t>(1, units);
    if (!m_isRackScale && m_spec.nodesPerRack > most)
        return inputError(Message("recipe.too-many-in-rack")
                              .with("part", m_node.part->model)
                              .with("count", m_spec.nodesPerRack)
                              .with("most", most));
    const std::int64_t perRack = m_isRackScale ? 1 : m_spec.nodesPerRack;
    for (std::size_t d = 0; d < m_nodeEnd; ++d) {
        if (static_cast<std::int64_t>(d) % perRack == 0) {
            m_compute.push_back({"compute", {}, 0, 0, false, m_isRackScale});
        }
        PlannedRack& rack = m_compute.back();
        rack.contents.emplace_back(d, 1 + static_cast<std::int64_t>(rack.contents.size()) * units);
        rack.watts += planningWatts(*m_node.part);
        rack.liquidWatts += planningWatts(*m_node.part) * liquidShare(*m_node.part);
    }
    return done();
}

bool ClusterBuilder::hasPods() const {
    return std::ranges::any_of(m_devices,
                               [](const Device& device) { return isFabricSwitch(device) && device.role == "core"; });
}

// In a cluster of pods, which fills halls, switches stand along with what they serve: leaves and spines of the compute
// fabric by unit and pod, other leaves amid the devices that are cabled to them, the rest by number. Servers come last.
std::vector<double> ClusterBuilder::waysAlong() const {
    const auto kindOf = [](const Device& device) {
        return device.name.substr(0, device.name.find_first_of("0123456789"));
    };
    const auto isGrouped = [](const Device& device) { return isFabricSwitch(device) && device.role != "core"; };
    std::map<std::string, std::int64_t> most, seen;
    for (const Device& device : m_devices) {
        std::int64_t& count = most[kindOf(device)];
        count = isGrouped(device) ? std::max(count, device.group) : count + 1;
    }
    std::vector<double> ways;
    for (std::size_t d = 0; d < m_devices.size(); ++d) {
        const Device& device = m_devices[d];
        const std::string kind = kindOf(device);
        const std::int64_t number = isGrouped(device) ? device.group : ++seen[kind];
        if (d < m_nodeEnd) // spares stand behind the nodes
            ways.push_back((static_cast<double>(d) + 0.5) / static_cast<double>(m_nodeEnd));
        else if (device.role == "core" && !isFabricSwitch(device))
            ways.push_back(0.5); // all groups reach the few cores of a tree
        else if (partOf(device).category == PartCategory::Switch)
            ways.push_back((static_cast<double>(number) - 0.5) / static_cast<double>(most[kind]));
        else
            ways.push_back(1);
    }
    std::map<std::size_t, std::pair<double, std::int64_t>> served; // by leaf: sum of ways, count
    const auto placeOf = [this](const PortRef& end) {
        const auto at = std::ranges::lower_bound(m_devices, end.device, {}, &Device::id);
        return static_cast<std::size_t>(at - m_devices.begin());
    };
    const auto isTreeSwitch = [this](std::size_t d) {
        return d >= m_nodeEnd && !isFabricSwitch(m_devices[d]) && partOf(m_devices[d]).category == PartCategory::Switch;
    };
    for (const Cable& cable : m_cables) {
        std::size_t leaf = placeOf(cable.a), below = placeOf(cable.b);
        if (!isTreeSwitch(leaf))
            std::swap(leaf, below);
        if (!isTreeSwitch(leaf) || isTreeSwitch(below) || m_devices[leaf].role != "leaf")
            continue;
        served[leaf].first += ways[below];
        ++served[leaf].second;
    }
    for (const auto& [leaf, sum] : served)
        ways[leaf] = sum.first / static_cast<double>(sum.second);
    return ways;
}

std::vector<std::size_t> ClusterBuilder::orderAlong() const {
    std::vector<std::size_t> order(m_devices.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (hasPods()) {
        const std::vector<double> ways = waysAlong();
        std::ranges::stable_sort(order, {}, [&](std::size_t d) { return ways[d]; });
    }
    return order;
}

// Switches of the compute fabric fill network racks, in a cluster of pods all switches do; servers and other switches
// fill racks of their own.
void ClusterBuilder::packDevices(std::vector<PlannedRack>& network, std::vector<PlannedRack>& others) const {
    const std::int64_t usable = rackHeight() - kUnitsForCables;
    const bool areAllSpread = hasPods();
    for (const std::size_t d : orderAlong()) {
        if (d < m_nodeEnd)
            continue;
        const Part& part = partOf(m_devices[d]);
        const bool isFabric = isFabricSwitch(m_devices[d]) || (areAllSpread && part.category == PartCategory::Switch);
        std::vector<PlannedRack>& racks = isFabric ? network : others;
        const std::int64_t units = std::max<std::int64_t>(1, rackUnitsOf(part));
        const double watts = planningWatts(part);
        std::int64_t top = 0;
        if (!racks.empty() && !racks.back().contents.empty()) {
            const auto& [last, unit] = racks.back().contents.back();
            top = unit + std::max<std::int64_t>(1, rackUnitsOf(partOf(m_devices[last]))) - 1;
        }
        if (racks.empty() || top + units > usable || racks.back().watts + watts > kNetworkRackWatts) {
            racks.push_back({isFabric ? "network" : "infrastructure", {}, 0, 0, false, false});
            top = 0;
        }
        racks.back().contents.emplace_back(d, top + 1);
        racks.back().watts += watts;
    }
}

// Network racks stand among the compute racks, so that cables are short: evenly, in a cluster of pods where the devices
// are that they serve. Servers come last.
void ClusterBuilder::joinRacks(std::vector<PlannedRack> network, std::vector<PlannedRack> others) {
    const auto compute = static_cast<double>(m_compute.size()), count = static_cast<double>(network.size());
    const std::vector<double> ways = hasPods() ? waysAlong() : std::vector<double>();
    const auto wayOf = [&](std::size_t n) {
        if (ways.empty())
            return (static_cast<double>(n) + 0.5) / count;
        double sum = 0;
        for (const auto& [device, unit] : network[n].contents)
            sum += ways[device];
        return sum / static_cast<double>(network[n].contents.size());
    };
    std::size_t placed = 0;
    for (std::size_t i = 0; i < m_compute.size(); ++i) {
        while (placed < network.size() && wayOf(placed) * compute <= static_cast<double>(i))
            m_racks.push_back(std::move(network[placed++]));
        m_racks.push_back(std::move(m_compute[i]));
    }
    while (placed < network.size())
        m_racks.push_back(std::move(network[placed++]));
    std::ranges::move(others, std::back_inserter(m_racks));
    if (m_spec.air == AirCooling::InRow)
        insertInRowUnits();
}

// After so many racks that a unit carries their heat, with one more for redundancy in each stretch of racks.
void ClusterBuilder::insertInRowUnits() {
    EmbeddedPart unit;
    if (!embed(unit, m_spec.inRow))
        return;
    const double capacity = typicalSi(*unit.part, attribute::coolingCapacity);
    std::vector<PlannedRack> joined;
    double waiting = kNever;
    for (PlannedRack& rack : m_racks) {
        const double air = rack.watts - rack.liquidWatts;
        if (waiting + air > capacity) {
            joined.push_back({"in-row", {}, 0, 0, true, false});
            waiting = 0;
        }
        waiting += air;
        joined.push_back(std::move(rack));
    }
    joined.push_back({"in-row", {}, 0, 0, true, false});
    m_racks = std::move(joined);
}

const EmbeddedPart& ClusterBuilder::rackPart(const PlannedRack& rack) const {
    return rack.isRackScale ? m_node : isOnShelves(rack) ? m_openRack : m_rack;
}

} // namespace rackwright
