// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/network/network_report.h"

#include "model/design/cabled.h"
#include "solvers/engine/guarded_async.h"
#include "solvers/engine/stop_scope.h"
#include "solvers/graph/traffic.h"
#include "solvers/network/design_fabric.h"
#include "solvers/network/fault_outcomes.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace rackwright {

namespace {

void addTraffic(NetworkReport& report, const NetworkFabric& fabric, bool withPatterns, const std::stop_token& stop) {
    const NetworkTraffic traffic(fabric);
    const auto summary = traffic.solver().summary(SummaryOf::AllToAll);
    report.isConnected = summary && summary->isConnected;
    if (report.isConnected) {
        const FabricGraph& graph = fabric.endpointGraph;
        report.diameter = summary->diameter;
        report.meanDistance = summary->meanDistance;
        const double each = static_cast<double>(graph.injection()) / static_cast<double>(graph.endpointCount());
        report.worstLoad = summary->allToAllMax * each;
    }
    if (!withPatterns)
        return;
    // Rings, trees and rails may have all their ways where the whole network has not: on rails alone.
    std::vector<GuardedAsync<std::optional<SpreadLoads>>> asked;
    for (std::size_t pattern = 0; pattern < report.spreads.size(); ++pattern)
        asked.emplace_back(howToRun(fabric.cables.size()), [&traffic, &stop, pattern] {
            return stop.stop_requested() ? std::nullopt
                                         : traffic.spreadLoads(static_cast<TrafficPattern>(pattern), stop);
        });
    for (std::size_t pattern = 0; pattern < report.spreads.size(); ++pattern)
        if (auto loads = asked[pattern].get(); loads && loads->isConnected)
            report.spreads[pattern] = std::move(loads);
}

/// Who is at the ends, one by one and part by part.
void addEnds(NetworkReport& report, const NetworkFabric& fabric) {
    std::vector<double> gbps(fabric.devices.size(), 0), slowest(fabric.devices.size(), 0);
    for (const NetworkCable& cable : fabric.cables)
        if (cable.run != NetworkCable::kNone) {
            const std::uint32_t end = cable.endA.isSwitch ? cable.b : cable.a;
            gbps[end] += cable.gbps();
            slowest[end] = slowest[end] > 0 ? std::min(slowest[end], cable.gbps()) : cable.gbps();
        }
    std::map<Id<PartRow>, EndDevices> byPart;
    for (std::size_t d = 0; d < gbps.size(); ++d) {
        if (gbps[d] <= 0)
            continue;
        report.endDevices.push_back({fabric.devices[d]->id, gbps[d]});
        EndDevices& ends = byPart[fabric.devices[d]->part];
        ends.part = fabric.devices[d]->part;
        ends.portGbps = ends.count > 0 ? std::min(ends.portGbps, slowest[d]) : slowest[d];
        if (ends.count++ == 0 || gbps[d] < ends.leastGbps) {
            ends.leastGbps = gbps[d];
            ends.least = fabric.devices[d]->name;
        }
        ends.mostGbps = std::max(ends.mostGbps, gbps[d]);
    }
    std::ranges::sort(report.endDevices, {}, &EndDevice::device);
    for (const auto& [part, ends] : byPart)
        report.ends.push_back(ends);
}

/// Two leaves of storage or management that cables join to each other: a pair without spines.
/// Between accelerators the two are routers of a direct network: their cables carry the traffic.
bool isPairOfLeaves(const FabricGraph& graph, NetworkRole role) {
    if (role == NetworkRole::Compute || role == NetworkRole::ScaleUp)
        return false;
    const auto isSwitch = [](VertexKind kind) { return kind != VertexKind::Host; };
    return std::ranges::count(graph.kinds, VertexKind::Leaf) == 2 && std::ranges::count_if(graph.kinds, isSwitch) == 2;
}

/// Between accelerators such leaves are routers of a direct network, which its bisection judges. Leaves in parts that
/// nothing joins have no ratio.
void addPeers(NetworkReport& report, const NetworkFabric& fabric, NetworkRole role) {
    if (role == NetworkRole::Compute || role == NetworkRole::ScaleUp || report.leafOversubscription > 0 ||
        !report.isConnected)
        return;
    report.leafOversubscription = peerOversubscription(fabric.endpointGraph);
    report.hasPeersAlone = report.leafOversubscription > 0;
    report.mustCrossPeers = report.hasPeersAlone && !doAllShareSwitches(fabric);
}

TopologyKind topologyOf(const FabricGraph& graph, NetworkRole role) {
    if (!isDirectNetwork(graph) || isPairOfLeaves(graph, role))
        return TopologyKind::Tiers;
    const bool hasSpines = std::ranges::find(graph.kinds, VertexKind::Spine) != graph.kinds.end();
    return hasSpines ? TopologyKind::DragonflyPlus : TopologyKind::Direct;
}

/// What the smaller half of the devices sends, with as much as they send on average.
double sentByHalf(const NetworkReport& report) {
    double all = 0;
    for (const EndDevice& end : report.endDevices)
        all += end.gbps;
    return all * static_cast<double>(std::min(report.byNode->onA, report.byNode->onB)) /
           static_cast<double>(report.devices);
}

/// Of a part only when it is stopped.
NetworkReport reportOf(const Context& context, const NetworkFabric& fabric, const Network& network,
                       const std::stop_token& stop) {
    NetworkReport report;
    const FabricGraph& graph = fabric.endpointGraph;
    report.endpoints = graph.endpointCount();
    report.switches = fabric.switches;
    report.devices = static_cast<std::int64_t>(fabric.devices.size()) - fabric.switches;
    report.cables = static_cast<std::int64_t>(fabric.cables.size());
    report.unknownSpeeds = fabric.unknownSpeeds;
    report.grade = fabric.grade;
    report.protocol = network.protocol;
    if (report.unknownSpeeds > 0 || report.endpoints < 2)
        return report;
    report.byEndpoint = summaryOf(graph, stop);
    if (stop.stop_requested())
        return report;
    // One switch that carries all ends blocks nothing.
    report.leafOversubscription = report.switches == 1 ? 1 : worstOversubscription(graph, VertexKind::Leaf);
    report.spineOversubscription = worstOversubscription(graph, VertexKind::Spine);
    report.hasEvenTrunks = hasEvenTrunks(graph);
    const bool isData = network.role == NetworkRole::Compute || network.role == NetworkRole::Storage;
    addTraffic(report, fabric, isData, stop);
    report.isOfRailsAlone = !report.isConnected && areRailsAlone(fabric);
    addPeers(report, fabric, network.role);
    addEnds(report, fabric);
    if (isData)
        report.topology = topologyOf(graph, network.role);
    if (!isData || !report.byEndpoint || stop.stop_requested())
        return report;
    if ((report.byNode = summaryOf(fabric.nodeGraph, stop)))
        report.byNode->injectionGbps = sentByHalf(report);
    if (report.topology != TopologyKind::Tiers && (report.byRouter = summaryOf(routerGraph(graph), stop)))
        report.byRouter->injectionGbps = report.byEndpoint->injectionGbps;
    FaultOutcomes faults = faultOutcomes(context, fabric, report, stop);
    report.faults = std::move(faults.worked);
    report.faultsLeftOut = faults.leftOut;
    return report;
}

void add(Digest& digest, const PortRef& ref) {
    digest.add(ref.device.value);
    digest.add(std::uint64_t{ref.port} << 8 | ref.lane);
}

Fingerprint portsOf(const Part* part) {
    Digest digest;
    if (part) {
        digest.add(static_cast<std::uint64_t>(part->category));
        for (const PortGroup& group : part->portGroups) {
            digest.add(static_cast<std::uint64_t>(group.count));
            const auto speed = group.speed.typical();
            digest.add(speed ? speed->si() : -1.0);
            digest.add(static_cast<std::uint64_t>(group.speed.grade));
        }
    }
    return digest.value();
}

/// What the devices of networks are but for their places: all lists, each in the order of ids, along one walk.
std::vector<Fingerprint> digestsOf(const Context& context, const std::vector<const std::vector<Id<Device>>*>& lists) {
    std::vector<Digest> digests(lists.size());
    std::vector<std::size_t> next(lists.size(), 0);
    std::unordered_map<Id<PartRow>, Fingerprint> parts;
    const auto skipTo = [&](std::size_t list, Id<Device> id) {
        // Devices that are no more.
        for (; next[list] < lists[list]->size() && (*lists[list])[next[list]] < id; ++next[list])
            digests[list].add(std::uint64_t{0});
    };
    const auto take = [&](const Device& device) {
        std::optional<Fingerprint> what;
        for (std::size_t list = 0; list < lists.size(); ++list) {
            skipTo(list, device.id);
            if (next[list] == lists[list]->size() || (*lists[list])[next[list]] != device.id)
                continue;
            ++next[list];
            if (!what) {
                const auto [part, isNew] = parts.try_emplace(device.part);
                if (isNew)
                    part->second = portsOf(context.part(device.part));
                Digest digest;
                digest.add(device.scope.isPresent() ? device.id.value : 0);
                digest.add(part->second);
                digest.add(device.part.value);
                digest.add(std::string_view(device.role));
                digest.add(std::string_view(device.name));
                what = digest.value();
            }
            digests[list].add(*what);
        }
    };
    forEachCabled(
        context.design(), [&](Id<PartRow> row) { return context.part(row); }, take);
    std::vector<Fingerprint> values;
    for (std::size_t list = 0; list < lists.size(); ++list) {
        skipTo(list, Id<Device>{UINT64_MAX});
        values.push_back(digests[list].value());
    }
    return values;
}

} // namespace

BisectionLevel NetworkReport::level() const {
    if (byRouter)
        return BisectionLevel::Router;
    return isOfRailsAlone && byNode ? BisectionLevel::Node : BisectionLevel::Endpoint;
}

FabricGraph graphAt(NetworkFabric fabric, BisectionLevel level) {
    if (level == BisectionLevel::Node)
        return std::move(fabric.nodeGraph);
    return level == BisectionLevel::Router ? routerGraph(std::move(fabric.endpointGraph))
                                           : std::move(fabric.endpointGraph);
}

NetworkReports::NetworkReports(const Context& context, const NetworkReports* before) {
    const std::stop_token stop = StopScope::token();
    for (const std::string_view table : {"cables", "cable_details", "networks"})
        m_stamps.push_back(context.stampOf(table));
    if (before && before->m_stamps == m_stamps) {
        m_entries = before->m_entries;
    } else {
        std::unordered_map<std::uint64_t, std::size_t> place;
        std::vector<Digest> digests;
        for (const Network& network : context.design().networks) {
            place.emplace(network.id.value, m_entries.size());
            m_entries.push_back({network.id, {}, {}, {}, nullptr});
            digests.emplace_back().add(static_cast<std::uint64_t>(network.role) << 8 |
                                       static_cast<std::uint64_t>(network.protocol));
            for (const CableDetail& detail : context.design().cableDetails)
                if (!detail.scope.isPresent())
                    digests.back().add(detail.cable.value);
        }
        for (const Cable& cable : context.design().cables) {
            const auto at = place.find(cable.network.value);
            if (at == place.end())
                continue;
            add(digests[at->second], cable.a);
            add(digests[at->second], cable.b);
            for (const PortRef& end : {cable.a, cable.b}) {
                auto& reached = m_entries[at->second].reached;
                if (reached.empty() || reached.back() != end.device)
                    reached.push_back(end.device);
            }
        }
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            Entry& entry = m_entries[i];
            entry.cables = digests[i].value();
            std::ranges::sort(entry.reached);
            entry.reached.erase(std::unique(entry.reached.begin(), entry.reached.end()), entry.reached.end());
        }
    }
    std::vector<const std::vector<Id<Device>>*> lists;
    for (const Entry& entry : m_entries)
        lists.push_back(&entry.reached);
    const std::vector<Fingerprint> digests = digestsOf(context, lists);
    using ReportPtr = std::shared_ptr<const NetworkReport>;
    std::vector<GuardedAsync<ReportPtr>> asked(m_entries.size());
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        Entry& entry = m_entries[i];
        if (entry.reached.empty())
            continue;
        entry.devices = digests[i];
        const Entry* old = nullptr;
        if (before)
            for (const Entry& other : before->m_entries)
                if (other.network == entry.network && other.report)
                    old = &other;
        if (old && old->cables == entry.cables && old->devices == entry.devices)
            entry.report = old->report;
        else
            asked[i] = GuardedAsync<ReportPtr>(howToRun(context.design().cables.size()), [&context, &stop,
                                                                                          network = entry.network] {
                return std::make_shared<const NetworkReport>(reportOf(context, networkFabric(context, network, stop),
                                                                      *context.design().networks.find(network), stop));
            });
    }
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        if (asked[i].isAsked())
            m_entries[i].report = asked[i].get();
    if (stop.stop_requested())
        throw SolveStopped();
}

const NetworkReport* NetworkReports::find(Id<Network> network) const {
    const auto found = std::ranges::find(m_entries, network, &Entry::network);
    return found == m_entries.end() ? nullptr : found->report.get();
}

} // namespace rackwright
