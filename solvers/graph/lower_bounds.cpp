// SPDX-License-Identifier: GPL-3.0-or-later
// References: Leighton, Introduction to Parallel Algorithms and Architectures, 1.9 (embedding); Duffield et al. 1999
// (hose model).
#include "solvers/graph/lower_bounds.h"

#include "solvers/graph/adaptive_routing.h"
#include "solvers/graph/disjoint_sets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

namespace rackwright {

namespace {

constexpr std::uint32_t kNone = ~0U;

void addAccess(SwitchGraph& made, std::int64_t capacity) {
    made.cheapestAccess = std::min(made.cheapestAccess.value_or(capacity), capacity);
    made.unit = std::gcd(made.unit, capacity);
}

/// Place of the edge v -> to among all edges, or kNone.
std::uint32_t edgeIndex(const Adjacency& adjacency, std::uint32_t v, std::uint32_t to) {
    const auto* found = std::lower_bound(adjacency.begin(v), adjacency.end(v), to,
                                         [](const Adjacency::Edge& edge, std::uint32_t x) { return edge.to < x; });
    if (found == adjacency.end(v) || found->to != to)
        return kNone;
    return static_cast<std::uint32_t>(found - adjacency.edges.data());
}

/// Vertices and directed edges that verified symmetries map on each other.
struct Orbits {
    DisjointSets vertices, edges;
    explicit Orbits(const SwitchGraph& graph) : vertices(graph.adjacency.size()), edges(graph.adjacency.edges.size()) {}
};

bool isSymmetry(const SwitchGraph& graph, const std::vector<std::uint32_t>& map, std::vector<std::uint32_t>& edgeMap) {
    const std::size_t size = graph.adjacency.size();
    if (map.size() != size)
        return false;
    std::vector<std::uint8_t> isHit(size, 0);
    for (std::uint32_t v = 0; v < size; ++v) {
        if (map[v] >= size || isHit[map[v]] || graph.weight[map[v]] != graph.weight[v])
            return false;
        isHit[map[v]] = 1;
    }
    for (std::uint32_t v = 0; v < size; ++v)
        for (std::size_t e = graph.adjacency.first[v]; e < graph.adjacency.first[v + 1]; ++e) {
            const auto& edge = graph.adjacency.edges[e];
            edgeMap[e] = edgeIndex(graph.adjacency, map[v], map[edge.to]);
            if (edgeMap[e] == kNone || graph.adjacency.edges[edgeMap[e]].capacity != edge.capacity)
                return false;
        }
    return true;
}

Orbits orbitsOf(const SwitchGraph& graph, const std::vector<std::vector<std::uint32_t>>& symmetries) {
    Orbits orbits(graph);
    std::vector<std::uint32_t> edgeMap(graph.adjacency.edges.size());
    for (const auto& map : symmetries) {
        if (!isSymmetry(graph, map, edgeMap))
            continue;
        for (std::uint32_t v = 0; v < map.size(); ++v)
            orbits.vertices.join(v, map[v]);
        for (std::uint32_t e = 0; e < edgeMap.size(); ++e)
            orbits.edges.join(e, edgeMap[e]);
    }
    return orbits;
}

/// Loads of all directed edges when every endpoint sends one unit to each endpoint of `target`, times `factor`.
class AllToOne {
public:
    explicit AllToOne(const SwitchGraph& graph)
        : m_graph(graph), m_distance(graph.adjacency.size()), m_flow(graph.adjacency.size()),
          m_load(graph.adjacency.edges.size(), 0) {}

    /// False when an endpoint cannot reach it.
    bool add(std::uint32_t target, double factor) {
        const Adjacency& adjacency = m_graph.adjacency;
        std::fill(m_distance.begin(), m_distance.end(), kNone);
        m_order.assign(1, target);
        m_distance[target] = 0;
        for (std::size_t i = 0; i < m_order.size(); ++i)
            for (const auto& edge : adjacency.of(m_order[i]))
                if (m_distance[edge.to] == kNone) {
                    m_distance[edge.to] = m_distance[m_order[i]] + 1;
                    m_order.push_back(edge.to);
                }
        std::int64_t reached = 0;
        for (const std::uint32_t v : m_order) {
            m_flow[v] = static_cast<double>(m_graph.weight[v]);
            reached += m_graph.weight[v];
        }
        const double scale = factor * static_cast<double>(m_graph.weight[target]);
        for (std::size_t i = m_order.size(); i-- > 1;) {
            const std::uint32_t v = m_order[i];
            std::int64_t out = 0;
            for (const auto& edge : adjacency.of(v))
                out += m_distance[edge.to] < m_distance[v] ? edge.capacity : 0;
            const double perUnit = m_flow[v] / static_cast<double>(out);
            for (std::size_t e = adjacency.first[v]; e < adjacency.first[v + 1]; ++e) {
                const auto& edge = adjacency.edges[e];
                if (m_distance[edge.to] >= m_distance[v])
                    continue;
                const double flow = perUnit * static_cast<double>(edge.capacity);
                m_flow[edge.to] += flow;
                m_load[e] += flow * scale;
            }
        }
        return reached == m_graph.total;
    }
    const std::vector<double>& loads() const { return m_load; }

private:
    const SwitchGraph& m_graph;
    std::vector<std::uint32_t> m_order, m_distance;
    std::vector<double> m_flow, m_load;
};

} // namespace

std::int64_t cutRoundedUp(double value, std::int64_t unit) {
    const double steps = value / static_cast<double>(unit);
    return static_cast<std::int64_t>(std::ceil(steps * (1 - 1e-9) - 1e-9)) * unit;
}

std::int64_t withAccess(const SwitchGraph& graph, double ofSwitches, std::int64_t onB) {
    const std::int64_t bound = cutRoundedUp(ofSwitches, graph.unit);
    return graph.cheapestAccess ? std::min(bound, *graph.cheapestAccess * onB) : bound;
}

namespace {

/// Which edges no way leads around: those that hang together by them alone fall apart without one (Tarjan 1974, without
/// recursion). Parallel cables are one edge.
class BridgeFinder {
public:
    explicit BridgeFinder(const Adjacency& adjacency)
        : m_adjacency(adjacency), m_found(adjacency.size(), kNone), m_low(adjacency.size(), kNone) {}

    /// Looks at all that hangs together with a vertex.
    void lookFrom(std::uint32_t root) {
        std::vector<Step> path{{root, kNone, m_adjacency.first[root]}};
        m_found[root] = m_low[root] = m_count++;
        while (!path.empty()) {
            Step& step = path.back();
            if (step.next == m_adjacency.first[step.vertex + 1]) {
                const Step done = step;
                path.pop_back();
                if (!path.empty())
                    comeBack(done, path.back().vertex);
                continue;
            }
            const Adjacency::Edge& edge = m_adjacency.edges[step.next++];
            if (edge.to == step.from || edge.capacity == 0)
                continue;
            if (m_found[edge.to] != kNone) {
                m_low[step.vertex] = std::min(m_low[step.vertex], m_found[edge.to]);
                continue;
            }
            m_found[edge.to] = m_low[edge.to] = m_count++;
            path.push_back({edge.to, step.vertex, m_adjacency.first[edge.to]});
        }
    }
    bool hasSeen(std::uint32_t vertex) const { return m_found[vertex] != kNone; }
    /// Between a vertex and the one that it was found from.
    bool isBridge(std::uint32_t a, std::uint32_t b) const { return m_bridges.contains(std::minmax(a, b)); }

private:
    struct Step {
        std::uint32_t vertex = 0, from = 0;
        std::size_t next = 0;
    };

    void comeBack(const Step& step, std::uint32_t to) {
        m_low[to] = std::min(m_low[to], m_low[step.vertex]);
        if (m_low[step.vertex] > m_found[to])
            m_bridges.insert(std::minmax(step.vertex, to));
    }

    const Adjacency& m_adjacency;
    std::vector<std::uint32_t> m_found, m_low;
    std::uint32_t m_count = 0;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_bridges;
};

} // namespace

std::optional<std::int64_t> connectedBound(const FabricGraph& graph, std::int64_t onB) {
    if (graph.endpoints.empty())
        return std::nullopt;
    const Adjacency adjacency(graph);
    BridgeFinder bridges(adjacency);
    bridges.lookFrom(graph.endpoints.front().vertex);
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max() / 4;
    std::int64_t ofEndpoint = none;
    for (const EndpointRun& run : graph.endpoints) {
        if (!bridges.hasSeen(run.vertex))
            return std::nullopt;
        if (run.count > 0 && run.capacity > 0)
            ofEndpoint = std::min(ofEndpoint, run.capacity);
    }
    std::int64_t bridge = none, least = none, second = none; // the two least that are no bridges
    for (std::uint32_t v = 0; v < adjacency.size(); ++v)
        for (const Adjacency::Edge& edge : adjacency.of(v)) {
            if (edge.to < v || edge.capacity == 0 || !bridges.hasSeen(v))
                continue;
            if (bridges.isBridge(v, edge.to)) {
                bridge = std::min(bridge, edge.capacity);
                continue;
            }
            second = std::min(second, std::max(least, edge.capacity));
            least = std::min(least, edge.capacity);
        }
    const std::int64_t ofSwitches = std::min(bridge, least + second);
    const std::int64_t ofEndpoints = ofEndpoint < none / std::max<std::int64_t>(1, onB) ? ofEndpoint * onB : none;
    const std::int64_t bound = std::min(ofSwitches, ofEndpoints);
    return bound < none ? std::optional(bound) : std::nullopt;
}

std::optional<SwitchGraph> switchGraph(const CollapsedGraph& small) {
    SwitchGraph made;
    std::vector<std::uint32_t> number(small.size(), kNone);
    for (std::uint32_t item = 0; item < small.size(); ++item)
        if (!small.isBundle[item]) {
            number[item] = static_cast<std::uint32_t>(made.weight.size());
            made.weight.push_back(small.weight[item]);
        }
    std::vector<Adjacency::Join> joins;
    made.unit = 0;
    for (std::uint32_t item = 0; item < small.size(); ++item) {
        if (small.isBundle[item] && small.adjacency.degree(item) != 1)
            return std::nullopt;
        for (const auto& edge : small.adjacency.of(item)) {
            if (small.isBundle[item]) {
                made.weight[number[edge.to]] += small.weight[item];
                addAccess(made, edge.capacity);
            } else if (edge.to > item && !small.isBundle[edge.to]) {
                joins.push_back({number[item], number[edge.to], edge.cables, edge.capacity});
                made.unit = std::gcd(made.unit, edge.capacity);
            }
        }
    }
    made.adjacency = Adjacency(made.weight.size(), joins);
    made.total = small.total;
    made.unit = std::max<std::int64_t>(made.unit, 1);
    return made;
}

std::optional<SwitchGraph> switchGraph(const FabricGraph& graph) {
    SwitchGraph made;
    made.adjacency = Adjacency(graph);
    made.weight.assign(graph.size(), 0);
    made.unit = 0;
    for (const auto& edge : made.adjacency.edges)
        made.unit = std::gcd(made.unit, edge.capacity);
    for (std::uint32_t v = 0; v < graph.size(); ++v)
        if (isEndpointKind(graph.kinds[v]) && made.adjacency.degree(v) > 0)
            return std::nullopt;
    for (const EndpointRun& run : graph.endpoints) {
        made.weight[run.vertex] += run.count;
        made.total += run.count;
        if (!run.isGlued())
            addAccess(made, run.capacity);
    }
    made.unit = std::max<std::int64_t>(made.unit, 1);
    return made;
}

std::optional<std::int64_t> hoseBound(const SwitchGraph& graph, std::int64_t onB) {
    const std::size_t size = graph.weight.size();
    if (size == 0 || graph.adjacency.edges.size() != 2 * (size - 1) || !graph.cheapestAccess)
        return std::nullopt;
    std::vector<std::uint32_t> order{0}, parent(size, kNone);
    parent[0] = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const auto& edge : graph.adjacency.of(order[i]))
            if (parent[edge.to] == kNone) {
                parent[edge.to] = order[i];
                order.push_back(edge.to);
            }
    if (order.size() != size)
        return std::nullopt;
    std::vector<std::int64_t> below = graph.weight;
    double rate = static_cast<double>(*graph.cheapestAccess);
    for (std::size_t i = size; i-- > 1;) {
        const std::uint32_t v = order[i];
        below[parent[v]] += below[v];
        const std::int64_t through = std::min({below[v], graph.total - below[v], onB});
        if (through > 0) {
            const auto& edge = graph.adjacency.edges[edgeIndex(graph.adjacency, v, parent[v])];
            rate = std::min(rate, static_cast<double>(edge.capacity) / static_cast<double>(through));
        }
    }
    return cutRoundedUp(rate * static_cast<double>(onB), graph.unit);
}

std::optional<double> allToAllLoad(const SwitchGraph& graph, const std::vector<std::vector<std::uint32_t>>& symmetries,
                                   const std::stop_token& stop) {
    constexpr std::size_t kWork = 60'000'000; // edges visited
    Orbits orbits = orbitsOf(graph, symmetries);
    const auto size = static_cast<std::uint32_t>(graph.weight.size());
    std::vector<double> orbitSize(size, 0);
    std::size_t targets = 0;
    for (std::uint32_t v = 0; v < size; ++v) {
        orbitSize[orbits.vertices.of(v)] += 1;
        targets += graph.weight[v] > 0 && orbits.vertices.of(v) == v ? 1 : 0;
    }
    if (targets * graph.adjacency.edges.size() > kWork)
        return std::nullopt;
    AllToOne traffic(graph);
    for (std::uint32_t v = 0; v < size; ++v) {
        if (stop.stop_requested())
            return std::nullopt;
        if (graph.weight[v] > 0 && orbits.vertices.of(v) == v && !traffic.add(v, orbitSize[v]))
            return std::numeric_limits<double>::infinity();
    }
    const auto edges = static_cast<std::uint32_t>(graph.adjacency.edges.size());
    std::vector<double> load(edges, 0), count(edges, 0);
    for (std::uint32_t e = 0; e < edges; ++e) {
        load[orbits.edges.of(e)] += traffic.loads()[e];
        count[orbits.edges.of(e)] += 1;
    }
    double worst = 0;
    for (std::uint32_t e = 0; e < edges; ++e)
        if (count[e] > 0)
            worst = std::max(worst, load[e] / count[e] / static_cast<double>(graph.adjacency.edges[e].capacity));
    return worst > 0 ? std::optional(worst) : std::nullopt;
}

std::optional<std::int64_t> embeddingBound(const SwitchGraph& graph, std::int64_t onB,
                                           const std::vector<std::vector<std::uint32_t>>& symmetries,
                                           const std::stop_token& stop) {
    const auto load = allToAllLoad(graph, symmetries, stop);
    if (!load)
        return std::nullopt;
    const double product = static_cast<double>(onB) * static_cast<double>(graph.total - onB);
    return withAccess(graph, product / *load, onB);
}

std::optional<std::int64_t> spreadBound(const CollapsedGraph& small, std::int64_t onB, std::int64_t known,
                                        const std::stop_token& stop) {
    constexpr std::size_t kWork = 1'500'000'000;
    const auto equal = ecmpFlows(small, {}, EcmpDemand::Both);
    if (!equal || !equal->isConnected || equal->isTree)
        return std::nullopt;
    std::int64_t unit = 0;
    for (const auto& edge : small.adjacency.edges)
        unit = std::gcd(unit, edge.capacity);
    unit = std::max<std::int64_t>(unit, 1);
    const double pairs = static_cast<double>(onB) * static_cast<double>(small.total - onB);
    const double crossing = pairs / static_cast<double>(small.total - 1);
    SpreadLimits limits;
    limits.work = kWork;
    limits.stop = stop;
    // What is not above the last step up to the known bound rounds up to no more than it.
    if (const std::int64_t step = known / unit * unit; step > 0)
        limits.useless = crossing / static_cast<double>(step) * (1 + 1e-9);
    const auto best = bestSpread(small, {}, true, *equal, limits);
    if (!best || best->worst <= 0)
        return std::nullopt;
    return cutRoundedUp(crossing / best->worst, unit);
}

} // namespace rackwright
