// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/graph/traffic.h"

#include "solvers/graph/adaptive_routing.h"
#include "solvers/graph/ecmp.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

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

/// What all cables of an edge of the collapsed fabric carry, of their capacity, in its direction.
double loadOf(const CollapsedGraph& small, std::uint32_t from, std::size_t edge, double flow) {
    return flow / ecmpCapacity(small, from, small.adjacency.edges[edge]);
}

/// Of the fuller direction between two items; `load` gives it for an item and an edge that leaves it.
template <class Load>
double fuller(const CollapsedGraph& small, std::uint32_t a, std::uint32_t b, Load load) {
    double most = 0;
    for (const auto& [from, to] : {std::pair{a, b}, {b, a}}) {
        const auto range = small.adjacency.of(from);
        const auto* edge = std::ranges::lower_bound(range.from, range.to, to, {}, &Adjacency::Edge::to);
        if (edge != range.to && edge->to == to)
            most = std::max(most, load(from, static_cast<std::size_t>(edge - small.adjacency.edges.data())));
    }
    return most;
}

/// Loads of the links and runs of a graph; `load` gives that of `cables` parallel ones along an edge of the collapsed
/// fabric. Cables of merged switches carry equal loads, since swapping the switches leaves all endpoints where they
/// are.
template <class Load>
TrafficLoads loadsBy(const FabricGraph& graph, const CollapsedGraph& small, Load load) {
    TrafficLoads loads;
    loads.isConnected = true;
    loads.ofLink.reserve(graph.links.size());
    for (const FabricLink& link : graph.links) {
        const double of = fuller(small, small.itemOfVertex[link.a], small.itemOfVertex[link.b],
                                 [&](std::uint32_t from, std::size_t edge) { return load(from, edge, link.cables); });
        loads.ofLink.push_back(of);
        loads.worst = std::max(loads.worst, of);
        if (!isEndpointKind(graph.kinds[link.a]) && !isEndpointKind(graph.kinds[link.b]))
            loads.worstTrunk = std::max(loads.worstTrunk, of);
    }
    loads.ofRun.reserve(graph.endpoints.size());
    for (std::size_t i = 0; i < graph.endpoints.size(); ++i) {
        const EndpointRun& run = graph.endpoints[i];
        const double of = run.isGlued() ? 0
                                        : fuller(small, small.itemOfRun[i], small.itemOfVertex[run.vertex],
                                                 [&](std::uint32_t from, std::size_t edge) {
                                                     return load(from, edge, run.cables * run.count);
                                                 });
        loads.ofRun.push_back(of);
        loads.worst = std::max(loads.worst, of);
    }
    return loads;
}

/// The fullest of so many cables that hashed flows share; likes are asked once.
class HashedLinks {
public:
    HashedLinks(double flowsPerPair, Spreading spreading)
        : m_flowsPerPair(flowsPerPair), m_isMean(spreading == Spreading::Hashed) {}

    double load(HashedCables kind, std::uint32_t cables) {
        if (kind.pairs <= 0)
            return 0;
        kind.cables = std::min(kind.cables, static_cast<double>(cables));
        if (kind.load <= 0)
            return 0;
        // What differs by less than a hundredth of a percent is alike.
        const auto key = [](double value) { return std::llround(std::log(value) * 1e4); };
        const auto [known, isNew] =
            m_known.try_emplace({key(kind.pairs), key(kind.ways), key(kind.cables), key(kind.load)});
        if (isNew)
            known->second = fullestCable({kind}, m_flowsPerPair);
        return m_isMean ? known->second.mean : known->second.percentile99;
    }

private:
    const double m_flowsPerPair;
    const bool m_isMean;
    std::map<std::array<long long, 4>, FullestCable> m_known;
};

/// Streams between items in the order of their targets, those of the same two as one.
std::vector<EcmpStream> ordered(std::vector<EcmpStream> given) {
    std::ranges::sort(given, [](const EcmpStream& a, const EcmpStream& b) {
        return std::pair(a.to, a.from) < std::pair(b.to, b.from);
    });
    std::vector<EcmpStream> merged;
    for (const EcmpStream& stream : given)
        if (!merged.empty() && merged.back().to == stream.to && merged.back().from == stream.from)
            merged.back().amount += stream.amount;
        else
            merged.push_back(stream);
    return merged;
}

} // namespace

std::optional<FabricTraffic> trafficOf(const FabricGraph& graph, SummaryOf what) {
    return TrafficSolver(graph).summary(what);
}

TrafficSolver::TrafficSolver(const FabricGraph& graph) : m_graph(graph), m_small(formForTraffic(graph)) {}

std::optional<FabricTraffic> TrafficSolver::summary(SummaryOf what) const {
    if (m_small.total < 2)
        return std::nullopt;
    const auto shift =
        what == SummaryOf::AllToAllAndShift ? shiftedByHalf(m_graph, m_small) : std::vector<EcmpStream>();
    const auto flows = ecmpFlows(m_small, shift, EcmpDemand::Both);
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

/// A demand on the items of the collapsed fabric, with the equal split of it.
struct TrafficSolver::Asked {
    bool isAllToAll = false;
    double scale = 1; ///< of all amounts
    std::vector<EcmpStream> streams, pairs;
    std::optional<EcmpFlows> equal;

    bool isKnown() const { return equal && equal->isConnected; }
    const std::vector<double>& flow() const { return isAllToAll ? equal->all : equal->given; }
};

TrafficSolver::Asked TrafficSolver::asked(const TrafficDemand& demand) const {
    Asked made;
    if (m_small.total < 2)
        return made;
    made.isAllToAll = demand.isAllToAll;
    if (demand.isAllToAll)
        made.scale = static_cast<double>(m_graph.injection()) / static_cast<double>(m_graph.endpointCount());
    for (const TrafficStream& stream : demand.streams) {
        made.streams.push_back({m_small.itemOfRun[stream.from], m_small.itemOfRun[stream.to], stream.amount});
        made.pairs.push_back({made.streams.back().from, made.streams.back().to, stream.pairs});
    }
    made.streams = ordered(std::move(made.streams));
    made.pairs = ordered(std::move(made.pairs));
    made.equal = ecmpFlows(m_small, made.streams, demand.isAllToAll ? EcmpDemand::Both : EcmpDemand::StreamsOnly);
    return made;
}

std::optional<TrafficLoads> TrafficSolver::loads(const TrafficDemand& demand, Spreading spreading,
                                                 double flowsPerPair) const {
    const Asked of = asked(demand);
    if (!of.isKnown())
        return of.equal ? std::optional(TrafficLoads{}) : std::nullopt;
    const auto byFlow = [&](const std::vector<double>& flow) {
        return loadsBy(m_graph, m_small, [&](std::uint32_t from, std::size_t edge, std::uint32_t) {
            return of.scale * loadOf(m_small, from, edge, flow[edge]);
        });
    };
    switch (spreading) {
    case Spreading::Ideal:
        return byFlow(of.flow());
    case Spreading::Adaptive: {
        const auto best = bestSpread(m_small, of.streams, of.isAllToAll, *of.equal);
        return best ? std::optional(byFlow(best->flow)) : std::nullopt;
    }
    case Spreading::Hashed:
    case Spreading::Hashed99:
        break;
    }
    const auto crossing = pairsCrossing(m_small, of.pairs, of.isAllToAll, *of.equal);
    if (!crossing)
        return std::nullopt;
    HashedLinks links(flowsPerPair, spreading);
    return loadsBy(m_graph, m_small, [&](std::uint32_t from, std::size_t edge, std::uint32_t cables) {
        return links.load(hashedCables(m_small, from, edge, of.scale * of.flow()[edge], *crossing), cables);
    });
}

std::optional<SpreadLoads> TrafficSolver::spreadLoads(const TrafficDemand& demand, const std::stop_token& stop) const {
    const Asked of = asked(demand);
    if (!of.equal)
        return std::nullopt;
    SpreadLoads made;
    made.isConnected = of.isKnown();
    if (!made.isConnected)
        return made;
    const auto crossing = pairsCrossing(m_small, of.pairs, of.isAllToAll, *of.equal);
    for (std::uint32_t item = 0; item < m_small.size(); ++item)
        for (std::size_t e = m_small.adjacency.first[item]; e < m_small.adjacency.first[item + 1]; ++e) {
            const double flow = of.scale * of.flow()[e];
            made.ideal = std::max(made.ideal, loadOf(m_small, item, e, flow));
            if (crossing && flow > 0)
                made.hashed.push_back(hashedCables(m_small, item, e, flow, *crossing));
        }
    made.hashed = likesMerged(std::move(made.hashed));
    SpreadLimits limits;
    limits.stop = stop;
    if (const auto best = bestSpread(m_small, of.streams, of.isAllToAll, *of.equal, limits)) {
        made.adaptive = of.scale * best->worst;
        made.adaptiveBound = of.scale * best->bound;
    }
    return made;
}

} // namespace rackwright
