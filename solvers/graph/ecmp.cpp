// SPDX-License-Identifier: GPL-3.0-or-later
// Reference: ECMP as a fluid (Chiesa, Kindler, Schapira: Traffic engineering with ECMP, INFOCOM 2014), one
// breadth-first search a destination; on a tree every way is the only one, so that sums over its parts say all.
#include "solvers/graph/ecmp.h"

#include "solvers/graph/alike_targets.h"
#include "solvers/graph/shortest_ways.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr std::uint32_t kFar = ShortestWays::kFar;

double copiesOf(const CollapsedGraph& fabric, std::uint32_t item) {
    return fabric.isBundle[item] ? static_cast<double>(fabric.weight[item]) : 1;
}

class Fluid {
public:
    Fluid(const CollapsedGraph& fabric, const std::vector<EcmpStream>& streams, EcmpDemand demand)
        : m_fabric(fabric), m_streams(streams), m_hasAll(demand == EcmpDemand::Both), m_alike(fabric), m_ways(fabric),
          m_all(fabric.size()), m_given(fabric.size()) {
        m_flows.all.assign(fabric.adjacency.edges.size(), 0);
        m_flows.given.assign(fabric.adjacency.edges.size(), 0);
        m_rate = 1 / static_cast<double>(std::max<std::int64_t>(1, fabric.total - 1));
    }

    EcmpFlows run() {
        std::size_t stream = 0;
        for (std::uint32_t item = 0; item < m_fabric.size(); ++item) {
            const std::size_t first = stream;
            while (stream < m_streams.size() && m_streams[stream].to == item)
                ++stream;
            const std::uint32_t standsFor = m_hasAll ? m_alike.count(item) : 0;
            if (m_fabric.weight[item] == 0 || (standsFor == 0 && stream == first))
                continue;
            if (!addTarget(item, first, stream, standsFor))
                return m_flows;
        }
        m_flows.isConnected = true;
        if (m_hasAll)
            m_alike.share(m_flows.all);
        return std::move(m_flows);
    }

private:
    /// All-to-all to as many targets as this one stands for, and the streams to itself.
    bool addTarget(std::uint32_t target, std::size_t firstStream, std::size_t endStream, double standsFor) {
        m_ways.search(target);
        std::int64_t reached = 0;
        const double weight = static_cast<double>(m_fabric.weight[target]) * standsFor;
        for (const std::uint32_t item : m_ways.order()) {
            const std::int64_t here = m_fabric.weight[item];
            reached += here;
            m_all[item] = item == target ? 0 : static_cast<double>(here) * weight * m_rate;
            m_given[item] = 0;
            if (here > 0 && item != target)
                addDistance(m_ways.distance(item), static_cast<double>(here) * weight);
        }
        const auto hasNoWay = [&](const EcmpStream& stream) { return m_ways.distance(stream.from) == kFar; };
        const auto first = m_streams.begin() + static_cast<std::ptrdiff_t>(firstStream);
        const auto end = m_streams.begin() + static_cast<std::ptrdiff_t>(endStream);
        if ((m_hasAll && reached != m_fabric.total) || std::any_of(first, end, hasNoWay))
            return false;
        double inside = 0; // between endpoints of this item
        for (std::size_t i = firstStream; i < endStream; ++i)
            (m_streams[i].from == target ? inside : m_given[m_streams[i].from]) += m_streams[i].amount;
        if (m_fabric.isBundle[target] && m_fabric.weight[target] > 1)
            addPeers(target, inside, standsFor);
        for (std::size_t i = m_ways.order().size(); i-- > 1;)
            send(m_ways.order()[i]);
        return true;
    }

    void addDistance(std::uint32_t distance, double pairs) {
        m_flows.diameter = std::max<std::int64_t>(m_flows.diameter, distance);
        m_flows.distances += static_cast<double>(distance) * pairs;
    }

    /// Endpoints of one bundle reach each other over their home and back.
    void addPeers(std::uint32_t bundle, double inside, double standsFor) {
        const auto weight = static_cast<double>(m_fabric.weight[bundle]);
        const std::size_t up = m_fabric.adjacency.first[bundle];
        const double pairs = weight * (weight - 1) * standsFor, all = pairs * m_rate;
        m_flows.all[up] += all;
        m_flows.given[up] += inside;
        const std::uint32_t home = m_fabric.adjacency.edges[up].to;
        m_all[home] += all;
        m_given[home] += inside;
        addDistance(2, pairs);
    }

    void send(std::uint32_t item) {
        if (m_all[item] == 0 && m_given[item] == 0)
            return;
        const Adjacency& adjacency = m_fabric.adjacency;
        double cables = 0;
        for (const auto& edge : adjacency.of(item))
            if (m_ways.isNextHop(item, edge))
                cables += edge.cables * copiesOf(m_fabric, edge.to);
        const double all = m_all[item] / cables, given = m_given[item] / cables;
        for (std::size_t e = adjacency.first[item]; e < adjacency.first[item + 1]; ++e) {
            const auto& edge = adjacency.edges[e];
            if (!m_ways.isNextHop(item, edge))
                continue;
            const double share = edge.cables * copiesOf(m_fabric, edge.to);
            m_all[edge.to] += all * share;
            m_given[edge.to] += given * share;
            m_flows.all[e] += all * share;
            m_flows.given[e] += given * share;
        }
    }

    const CollapsedGraph& m_fabric;
    const std::vector<EcmpStream>& m_streams;
    const bool m_hasAll;
    const AlikeTargets m_alike;
    ShortestWays m_ways;
    std::vector<double> m_all, m_given; ///< at each item, towards the target
    double m_rate = 0;
    EcmpFlows m_flows;
};

class TreeFluid {
public:
    explicit TreeFluid(const CollapsedGraph& fabric) : m_fabric(fabric) {}

    /// Nothing when the items form no tree.
    std::optional<EcmpFlows> run(const std::vector<EcmpStream>& streams, EcmpDemand demand) {
        if (!findOrder())
            return std::nullopt;
        EcmpFlows flows;
        flows.isConnected = flows.isTree = true;
        flows.all.assign(m_fabric.adjacency.edges.size(), 0);
        flows.given.assign(m_fabric.adjacency.edges.size(), 0);
        if (demand == EcmpDemand::Both)
            addAllToAll(flows);
        addStreams(flows, streams);
        findDiameter(flows);
        return flows;
    }

private:
    bool findOrder() {
        const std::size_t size = m_fabric.size();
        const Adjacency& adjacency = m_fabric.adjacency;
        if (size == 0 || m_fabric.isBundle[0] || adjacency.edges.size() != 2 * (size - 1))
            return false;
        m_parent.assign(size, kFar);
        m_depth.assign(size, 0);
        m_up.assign(size, 0);
        m_down.assign(size, 0);
        m_order.assign(1, 0);
        m_parent[0] = 0;
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            const std::uint32_t item = m_order[i];
            if (m_fabric.isNic[item] && adjacency.degree(item) > 1)
                return false; // ways of the tree would go on from it
            for (std::size_t e = adjacency.first[item]; e < adjacency.first[item + 1]; ++e) {
                const std::uint32_t to = adjacency.edges[e].to;
                if (to == m_parent[item])
                    m_up[item] = e;
                if (m_parent[to] != kFar)
                    continue;
                m_parent[to] = item;
                m_depth[to] = m_depth[item] + 1;
                m_down[to] = e;
                m_order.push_back(to);
            }
        }
        return m_order.size() == size;
    }

    void addAllToAll(EcmpFlows& flows) const {
        std::vector<std::int64_t> below = m_fabric.weight;
        const double rate = 1 / static_cast<double>(m_fabric.total - 1);
        for (std::size_t i = m_order.size(); i-- > 1;) {
            const std::uint32_t item = m_order[i];
            below[m_parent[item]] += below[item];
            const auto inside = static_cast<double>(below[item]);
            // Endpoints of a bundle also reach each other over its home.
            const double others = m_fabric.isBundle[item] ? inside * (inside - 1) : 0;
            const double through = inside * static_cast<double>(m_fabric.total - below[item]) + others;
            flows.distances += 2 * through;
            flows.all[m_up[item]] = flows.all[m_down[item]] = through * rate;
        }
    }

    void addStreams(EcmpFlows& flows, const std::vector<EcmpStream>& streams) const {
        for (const EcmpStream& stream : streams) {
            std::uint32_t from = stream.from, to = stream.to;
            if (from == to && m_fabric.isBundle[from]) {
                flows.given[m_up[from]] += stream.amount;
                flows.given[m_down[from]] += stream.amount;
            }
            while (from != to) {
                const bool isFromLower = m_depth[from] >= m_depth[to];
                flows.given[isFromLower ? m_up[from] : m_down[to]] += stream.amount;
                (isFromLower ? from : to) = m_parent[isFromLower ? from : to];
            }
        }
    }

    /// The two deepest ways to endpoints below each item.
    void findDiameter(EcmpFlows& flows) const {
        std::vector<std::int64_t> deepest(m_fabric.size(), -1);
        for (std::uint32_t item = 0; item < m_fabric.size(); ++item)
            if (m_fabric.weight[item] > 0) {
                deepest[item] = 0;
                if (m_fabric.isBundle[item] && m_fabric.weight[item] > 1)
                    flows.diameter = std::max<std::int64_t>(flows.diameter, 2);
            }
        for (std::size_t i = m_order.size(); i-- > 1;) {
            const std::uint32_t item = m_order[i], parent = m_parent[item];
            if (deepest[item] < 0)
                continue;
            if (deepest[parent] >= 0)
                flows.diameter = std::max(flows.diameter, deepest[parent] + deepest[item] + 1);
            deepest[parent] = std::max(deepest[parent], deepest[item] + 1);
        }
    }

    const CollapsedGraph& m_fabric;
    std::vector<std::uint32_t> m_order, m_parent, m_depth;
    std::vector<std::size_t> m_up, m_down; ///< of each item, its edges to and from the parent
};

} // namespace

double ecmpCapacity(const CollapsedGraph& fabric, std::uint32_t from, const Adjacency::Edge& edge) {
    // Edges of a bundle are those of one endpoint.
    return static_cast<double>(edge.capacity) * copiesOf(fabric, from) * copiesOf(fabric, edge.to);
}

std::optional<EcmpFlows> ecmpFlows(const CollapsedGraph& fabric, std::vector<EcmpStream> streams, EcmpDemand demand) {
    if (auto flows = TreeFluid(fabric).run(streams, demand))
        return flows;
    std::ranges::stable_sort(streams, {}, &EcmpStream::to);
    const auto targets =
        static_cast<std::size_t>(std::ranges::count_if(fabric.weight, [](std::int64_t weight) { return weight > 0; }));
    constexpr std::size_t kWork = 400'000'000; // edges visited
    if (targets * fabric.adjacency.edges.size() > kWork)
        return std::nullopt;
    return Fluid(fabric, streams, demand).run();
}

} // namespace rackwright
