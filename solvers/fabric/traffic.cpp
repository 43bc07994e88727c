// SPDX-License-Identifier: GPL-3.0-or-later
// Reference: ECMP as a fluid (Chiesa, Kindler, Schapira: Traffic engineering with ECMP, INFOCOM 2014), one
// breadth-first search a destination, on the collapsed fabric.
#include "solvers/fabric/traffic.h"

#include <algorithm>
#include <vector>

namespace rackwright {

namespace {

constexpr std::uint32_t kFar = ~0U;

/// Endpoints of one item that send to endpoints of another.
struct Stream {
    std::uint32_t from = 0, to = 0;
    std::int64_t endpoints = 0;
};

/// Who sends to whom when endpoint i sends to endpoint i + floor(N/2), by destination.
std::vector<Stream> shiftedByHalf(const FabricGraph& graph, const CollapsedGraph& small) {
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
    std::vector<Stream> streams;
    std::int64_t used = offset; // of runs[to]
    for (const Run& from : runs)
        for (std::int64_t left = from.count; left > 0;) {
            const std::int64_t step = std::min(left, runs[to].count - used);
            streams.push_back({from.item, runs[to].item, step});
            left -= step;
            used += step;
            if (used == runs[to].count) {
                to = (to + 1) % runs.size();
                used = 0;
            }
        }
    std::ranges::stable_sort(streams, {}, &Stream::to);
    return streams;
}

class Fluid {
public:
    Fluid(const FabricGraph& graph, const CollapsedGraph& small)
        : m_small(small), m_streams(shiftedByHalf(graph, small)), m_distance(small.size()), m_all(small.size()),
          m_shift(small.size()), m_allLoad(small.adjacency.edges.size(), 0),
          m_shiftLoad(small.adjacency.edges.size(), 0) {
        m_traffic.pairs = small.total * (small.total - 1);
        m_rate = 1 / static_cast<double>(small.total - 1);
    }

    FabricTraffic run() {
        std::size_t stream = 0;
        for (std::uint32_t item = 0; item < m_small.size(); ++item) {
            if (m_small.weight[item] == 0)
                continue;
            const std::size_t first = stream;
            while (stream < m_streams.size() && m_streams[stream].to == item)
                ++stream;
            if (!addTarget(item, first, stream))
                return m_traffic;
        }
        m_traffic.isConnected = true;
        m_traffic.meanDistance = m_distances / static_cast<double>(m_traffic.pairs);
        findWorst();
        return m_traffic;
    }

private:
    double copies(std::uint32_t item) const {
        return m_small.isBundle[item] ? static_cast<double>(m_small.weight[item]) : 1;
    }

    void search(std::uint32_t target) {
        std::fill(m_distance.begin(), m_distance.end(), kFar);
        m_order.assign(1, target);
        m_distance[target] = 0;
        for (std::size_t i = 0; i < m_order.size(); ++i)
            for (const auto& edge : m_small.adjacency.of(m_order[i]))
                if (m_distance[edge.to] == kFar) {
                    m_distance[edge.to] = m_distance[m_order[i]] + 1;
                    m_order.push_back(edge.to);
                }
    }

    bool addTarget(std::uint32_t target, std::size_t firstStream, std::size_t endStream) {
        search(target);
        std::int64_t reached = 0;
        const auto weight = static_cast<double>(m_small.weight[target]);
        for (const std::uint32_t item : m_order) {
            const std::int64_t here = m_small.weight[item];
            reached += here;
            m_all[item] = item == target ? 0 : static_cast<double>(here) * weight * m_rate;
            m_shift[item] = 0;
            if (here > 0 && item != target)
                addDistance(m_distance[item], static_cast<double>(here) * weight);
        }
        if (reached != m_small.total)
            return false;
        double inside = 0; // of the shift: between endpoints of this item
        for (std::size_t i = firstStream; i < endStream; ++i)
            (m_streams[i].from == target ? inside : m_shift[m_streams[i].from]) +=
                static_cast<double>(m_streams[i].endpoints);
        if (m_small.isBundle[target] && m_small.weight[target] > 1)
            addPeers(target, inside);
        for (std::size_t i = m_order.size(); i-- > 1;)
            send(m_order[i]);
        return true;
    }

    void addDistance(std::uint32_t distance, double pairs) {
        m_traffic.diameter = std::max<std::int64_t>(m_traffic.diameter, distance);
        m_distances += static_cast<double>(distance) * pairs;
    }

    /// Endpoints of one bundle reach each other over their home and back.
    void addPeers(std::uint32_t bundle, double shifted) {
        const auto weight = static_cast<double>(m_small.weight[bundle]);
        const std::size_t up = m_small.adjacency.first[bundle];
        const double all = weight * (weight - 1) * m_rate;
        m_allLoad[up] += all;
        m_shiftLoad[up] += shifted;
        const std::uint32_t home = m_small.adjacency.edges[up].to;
        m_all[home] += all;
        m_shift[home] += shifted;
        addDistance(2, weight * (weight - 1));
    }

    void send(std::uint32_t item) {
        const Adjacency& adjacency = m_small.adjacency;
        double cables = 0;
        for (const auto& edge : adjacency.of(item))
            if (m_distance[edge.to] < m_distance[item])
                cables += edge.cables * copies(edge.to);
        const double all = m_all[item] / cables, shift = m_shift[item] / cables;
        for (std::size_t e = adjacency.first[item]; e < adjacency.first[item + 1]; ++e) {
            const auto& edge = adjacency.edges[e];
            if (m_distance[edge.to] >= m_distance[item])
                continue;
            const double share = edge.cables * copies(edge.to);
            m_all[edge.to] += all * share;
            m_shift[edge.to] += shift * share;
            m_allLoad[e] += all * share;
            m_shiftLoad[e] += shift * share;
        }
    }

    void findWorst() {
        for (std::uint32_t item = 0; item < m_small.size(); ++item)
            for (std::size_t e = m_small.adjacency.first[item]; e < m_small.adjacency.first[item + 1]; ++e) {
                const auto& edge = m_small.adjacency.edges[e];
                const double capacity = static_cast<double>(edge.capacity) * copies(item) * copies(edge.to);
                if (m_allLoad[e] / capacity > m_traffic.allToAllMax) {
                    m_traffic.allToAllMax = m_allLoad[e] / capacity;
                    m_traffic.worstFrom = item;
                    m_traffic.worstTo = edge.to;
                }
                m_traffic.shiftHalfMax = std::max(m_traffic.shiftHalfMax, m_shiftLoad[e] / capacity);
            }
    }

    const CollapsedGraph& m_small;
    const std::vector<Stream> m_streams;
    std::vector<std::uint32_t> m_order, m_distance;
    std::vector<double> m_all, m_shift;         ///< at each item, towards the target
    std::vector<double> m_allLoad, m_shiftLoad; ///< of each directed edge
    double m_rate = 0, m_distances = 0;
    FabricTraffic m_traffic;
};

/// The same where the items form a tree: every way is the only one, so that sums over its parts say all.
class TreeFluid {
public:
    TreeFluid(const FabricGraph& graph, const CollapsedGraph& small) : m_graph(graph), m_small(small) {}

    /// Nothing when the items form no tree.
    std::optional<FabricTraffic> run() {
        if (!findOrder())
            return std::nullopt;
        FabricTraffic traffic;
        traffic.isConnected = true;
        traffic.pairs = m_small.total * (m_small.total - 1);
        addAllToAll(traffic);
        addShift(traffic);
        findDiameter(traffic);
        return traffic;
    }

private:
    bool findOrder() {
        const std::size_t size = m_small.size();
        if (size == 0 || m_small.isBundle[0] || m_small.adjacency.edges.size() != 2 * (size - 1))
            return false;
        m_parent.assign(size, kFar);
        m_depth.assign(size, 0);
        m_capacity.assign(size, 0);
        m_order.assign(1, 0);
        m_parent[0] = 0;
        for (std::size_t i = 0; i < m_order.size(); ++i)
            for (const auto& edge : m_small.adjacency.of(m_order[i]))
                if (m_parent[edge.to] == kFar) {
                    m_parent[edge.to] = m_order[i];
                    m_depth[edge.to] = m_depth[m_order[i]] + 1;
                    // Edges of a bundle are those of one endpoint; a bundle hangs below its home.
                    m_capacity[edge.to] =
                        static_cast<double>(edge.capacity) *
                        (m_small.isBundle[edge.to] ? static_cast<double>(m_small.weight[edge.to]) : 1);
                    m_order.push_back(edge.to);
                }
        return m_order.size() == size;
    }

    void addAllToAll(FabricTraffic& traffic) const {
        std::vector<std::int64_t> below = m_small.weight;
        double distances = 0;
        for (std::size_t i = m_order.size(); i-- > 1;) {
            const std::uint32_t item = m_order[i];
            below[m_parent[item]] += below[item];
            const auto inside = static_cast<double>(below[item]);
            // Endpoints of a bundle also reach each other over its home.
            const double others = m_small.isBundle[item] ? inside * (inside - 1) : 0;
            const double through = inside * static_cast<double>(m_small.total - below[item]) + others;
            distances += 2 * through;
            const double load = through / static_cast<double>(m_small.total - 1) / m_capacity[item];
            if (load > traffic.allToAllMax) {
                traffic.allToAllMax = load;
                traffic.worstFrom = item;
                traffic.worstTo = m_parent[item];
            }
        }
        traffic.meanDistance = distances / static_cast<double>(traffic.pairs);
    }

    void addShift(FabricTraffic& traffic) const {
        std::vector<double> up(m_small.size(), 0), down(m_small.size(), 0);
        for (const Stream& stream : shiftedByHalf(m_graph, m_small)) {
            const auto flow = static_cast<double>(stream.endpoints);
            std::uint32_t from = stream.from, to = stream.to;
            if (from == to && m_small.isBundle[from]) {
                up[from] += flow;
                down[from] += flow;
            }
            while (from != to) {
                const bool isFromLower = m_depth[from] >= m_depth[to];
                (isFromLower ? up[from] : down[to]) += flow;
                (isFromLower ? from : to) = m_parent[isFromLower ? from : to];
            }
        }
        for (std::size_t i = 1; i < m_order.size(); ++i) {
            const std::uint32_t item = m_order[i];
            traffic.shiftHalfMax = std::max(traffic.shiftHalfMax, std::max(up[item], down[item]) / m_capacity[item]);
        }
    }

    /// The two deepest ways to endpoints below each item.
    void findDiameter(FabricTraffic& traffic) const {
        std::vector<std::int64_t> deepest(m_small.size(), -1);
        for (std::uint32_t item = 0; item < m_small.size(); ++item)
            if (m_small.weight[item] > 0) {
                deepest[item] = 0;
                if (m_small.isBundle[item] && m_small.weight[item] > 1)
                    traffic.diameter = std::max<std::int64_t>(traffic.diameter, 2);
            }
        for (std::size_t i = m_order.size(); i-- > 1;) {
            const std::uint32_t item = m_order[i], parent = m_parent[item];
            if (deepest[item] < 0)
                continue;
            if (deepest[parent] >= 0)
                traffic.diameter = std::max(traffic.diameter, deepest[parent] + deepest[item] + 1);
            deepest[parent] = std::max(deepest[parent], deepest[item] + 1);
        }
    }

    const FabricGraph& m_graph;
    const CollapsedGraph& m_small;
    std::vector<std::uint32_t> m_order, m_parent, m_depth;
    std::vector<double> m_capacity; ///< to the parent
};

/// Endpoints with several homes send by different ways, whatever bundle they are in.
bool hasSharedBundles(const CollapsedGraph& small) {
    for (std::uint32_t item = 0; item < small.size(); ++item)
        if (small.isBundle[item] && small.adjacency.degree(item) > 1)
            return true;
    return false;
}

} // namespace

std::optional<FabricTraffic> trafficOf(const FabricGraph& graph) {
    CollapsedGraph small = collapsed(graph);
    if (small.total < 2)
        return std::nullopt;
    if (hasSharedBundles(small))
        small = uncollapsed(graph);
    if (auto traffic = TreeFluid(graph, small).run())
        return traffic;
    const auto targets =
        static_cast<std::size_t>(std::ranges::count_if(small.weight, [](std::int64_t weight) { return weight > 0; }));
    constexpr std::size_t kWork = 400'000'000; // edges visited
    if (targets * small.adjacency.edges.size() > kWork)
        return std::nullopt;
    return Fluid(graph, small).run();
}

} // namespace rackwright
