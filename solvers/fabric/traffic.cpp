// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/traffic.h"

#include "solvers/fabric/ecmp.h"

#include <algorithm>

namespace rackwright {

namespace {

/// Who sends to whom when endpoint i sends to endpoint i + floor(N/2).
std::vector<EcmpStream> shiftedByHalf(const FabricGraph& graph, const CollapsedGraph& small) {
    struct Run {
        std::uint32_t item;
        std::int64_t count;
    };
    std::vector<Run> runs;
    for (std::size_t i = 0; i < graph.endpoints.size(); ++i)
        runs.push_back({small.itemOfRun[i], graph.endpoints[i].count});
    std::size_t to = 0;
    std::int64_t offset = small.total / 2;
    while (offset >= runs[to].count)
        offset -= runs[to++].count;
    std::vector<EcmpStream> streams;
    std::int64_t used = offset; // of runs[to]
    for (const Run& from : runs)
        for (std::int64_t left = from.count; left > 0;) {
            const std::int64_t step = std::min(left, runs[to].count - used);
            streams.push_back({from.item, runs[to].item, static_cast<double>(step)});
            left -= step;
            used += step;
            if (used == runs[to].count) {
                to = (to + 1) % runs.size();
                used = 0;
            }
        }
    return streams;
}

/// Endpoints with several homes send by different ways, whatever bundle they are in.
bool hasSharedBundles(const CollapsedGraph& small) {
    for (std::uint32_t item = 0; item < small.size(); ++item)
        if (small.isBundle[item] && small.adjacency.degree(item) > 1)
            return true;
    return false;
}

CollapsedGraph formForTraffic(const FabricGraph& graph) {
    CollapsedGraph small = collapsed(graph);
    return hasSharedBundles(small) ? uncollapsed(graph) : small;
}

/// Shares of capacity of the edges, from flows.
class Loads {
public:
    Loads(const CollapsedGraph& small, const std::vector<double>& flows) : m_small(small) {
        m_load.reserve(flows.size());
        for (std::uint32_t item = 0; item < small.size(); ++item)
            for (std::size_t e = small.adjacency.first[item]; e < small.adjacency.first[item + 1]; ++e)
                m_load.push_back(flows[e] / ecmpCapacity(small, item, small.adjacency.edges[e]));
    }

    double at(std::size_t edge) const { return m_load[edge]; }

    /// Of the fuller direction between two items.
    double between(std::uint32_t a, std::uint32_t b) const { return std::max(from(a, b), from(b, a)); }

private:
    double from(std::uint32_t a, std::uint32_t b) const {
        const auto range = m_small.adjacency.of(a);
        const auto* edge = std::ranges::lower_bound(range.from, range.to, b, {}, &Adjacency::Edge::to);
        if (edge == range.to || edge->to != b)
            return 0;
        return m_load[static_cast<std::size_t>(edge - m_small.adjacency.edges.data())];
    }

    const CollapsedGraph& m_small;
    std::vector<double> m_load;
};

/// Cables of merged switches carry equal loads, since swapping the switches leaves all endpoints where they are.
TrafficLoads spread(const FabricGraph& graph, const CollapsedGraph& small, const EcmpFlows& flows,
                    const std::vector<double>& flow, double scale) {
    TrafficLoads loads;
    loads.isConnected = flows.isConnected;
    if (!loads.isConnected)
        return loads;
    const Loads of(small, flow);
    loads.ofLink.reserve(graph.links.size());
    for (const FabricLink& link : graph.links) {
        const double load = scale * of.between(small.itemOfVertex[link.a], small.itemOfVertex[link.b]);
        loads.ofLink.push_back(load);
        loads.worst = std::max(loads.worst, load);
        if (!isEndpointKind(graph.kinds[link.a]) && !isEndpointKind(graph.kinds[link.b]))
            loads.worstTrunk = std::max(loads.worstTrunk, load);
    }
    loads.ofRun.reserve(graph.endpoints.size());
    for (std::size_t i = 0; i < graph.endpoints.size(); ++i) {
        const EndpointRun& run = graph.endpoints[i];
        const double load = run.isGlued() ? 0 : scale * of.between(small.itemOfRun[i], small.itemOfVertex[run.vertex]);
        loads.ofRun.push_back(load);
        loads.worst = std::max(loads.worst, load);
    }
    return loads;
}

} // namespace

std::optional<FabricTraffic> trafficOf(const FabricGraph& graph) { return TrafficSolver(graph).summary(); }

TrafficSolver::TrafficSolver(const FabricGraph& graph) : m_graph(graph), m_small(formForTraffic(graph)) {}

std::optional<FabricTraffic> TrafficSolver::summary() const {
    if (m_small.total < 2)
        return std::nullopt;
    const auto flows = ecmpFlows(m_small, shiftedByHalf(m_graph, m_small), EcmpDemand::Both);
    if (!flows)
        return std::nullopt;
    FabricTraffic traffic;
    traffic.isConnected = flows->isConnected;
    traffic.pairs = m_small.total * (m_small.total - 1);
    if (!traffic.isConnected)
        return traffic;
    traffic.diameter = flows->diameter;
    traffic.meanDistance = flows->distances / static_cast<double>(traffic.pairs);
    for (std::uint32_t item = 0; item < m_small.size(); ++item)
        for (std::size_t e = m_small.adjacency.first[item]; e < m_small.adjacency.first[item + 1]; ++e) {
            const auto& edge = m_small.adjacency.edges[e];
            const double capacity = ecmpCapacity(m_small, item, edge);
            if (const double load = flows->all[e] / capacity; load > traffic.allToAllMax) {
                traffic.allToAllMax = load;
                traffic.worstFrom = item;
                traffic.worstTo = edge.to;
            }
            traffic.shiftHalfMax = std::max(traffic.shiftHalfMax, flows->given[e] / capacity);
        }
    return traffic;
}

std::optional<TrafficLoads> TrafficSolver::allToAll() const {
    if (m_small.total < 2)
        return std::nullopt;
    const auto flows = ecmpFlows(m_small, {}, EcmpDemand::Both);
    if (!flows)
        return std::nullopt;
    const double each = static_cast<double>(m_graph.injection()) / static_cast<double>(m_graph.endpointCount());
    return spread(m_graph, m_small, *flows, flows->all, each);
}

std::optional<TrafficLoads> TrafficSolver::of(const std::vector<TrafficStream>& streams) const {
    if (m_small.total < 2)
        return std::nullopt;
    std::vector<EcmpStream> given;
    given.reserve(streams.size());
    for (const TrafficStream& stream : streams)
        given.push_back({m_small.itemOfRun[stream.from], m_small.itemOfRun[stream.to], stream.amount});
    std::ranges::sort(given, [](const EcmpStream& a, const EcmpStream& b) {
        return std::pair(a.to, a.from) < std::pair(b.to, b.from);
    });
    std::vector<EcmpStream> merged;
    for (const EcmpStream& stream : given)
        if (!merged.empty() && merged.back().to == stream.to && merged.back().from == stream.from)
            merged.back().amount += stream.amount;
        else
            merged.push_back(stream);
    const auto flows = ecmpFlows(m_small, std::move(merged), EcmpDemand::StreamsOnly);
    return flows ? std::optional(spread(m_graph, m_small, *flows, flows->given, 1)) : std::nullopt;
}

} // namespace rackwright
