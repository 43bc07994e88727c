// SPDX-License-Identifier: GPL-3.0-or-later
// Reference: transit twins and isomorphic planes always have a best cut in which they take one side, and per-hop equal
// split loads them equally, since swapping them maps the fabric on itself and leaves all endpoints where they are.
#include "solvers/graph/collapse.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>

namespace rackwright {

namespace {

using Edge = Adjacency::Edge;

std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31);
}

std::uint64_t edgeHash(std::uint64_t neighbour, const Edge& edge) {
    return mixed(neighbour * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(edge.capacity) * 31 + edge.cables);
}

/// Items and links between them while they are merged; `target` says where each item went.
class Collapser {
public:
    explicit Collapser(const FabricGraph& graph) : m_graph(graph) {
        m_small.itemOfVertex.resize(graph.size());
        std::iota(m_small.itemOfVertex.begin(), m_small.itemOfVertex.end(), 0U);
        m_small.isBundle.assign(graph.size(), 0);
        m_small.weight.assign(graph.size(), 0);
        addEndpoints();
        m_small.adjacency = Adjacency(graph, m_small.size(), m_joins);
        m_small.isNic.assign(m_small.size(), 0);
        for (std::uint32_t v = 0; v < graph.size(); ++v)
            m_small.isNic[v] = graph.kinds[v] == VertexKind::Host && isSeparable(v) ? 1 : 0;
    }

    CollapsedGraph plain() { return std::move(m_small); }

    CollapsedGraph result(const std::stop_token& stop) {
        if (!stop.stop_requested())
            apply(endpointTwins());
        for (bool merged = true; merged && !stop.stop_requested();)
            merged = apply(transitTwins()) ||
                     (hasSharedEndpoints() && apply(planes(Anchors::Endpoints), Likeness::Planes)) ||
                     apply(planes(Anchors::Leaves), Likeness::Planes);
        return std::move(m_small);
    }

private:
    using Target = std::vector<std::uint32_t>; ///< of each item: where it goes
    enum class Likeness { Twins, Planes };     ///< of what is merged

    std::uint32_t addBundle(const EndpointRun& run) {
        const auto item = static_cast<std::uint32_t>(m_small.size());
        m_small.isBundle.push_back(1);
        m_small.weight.push_back(0);
        m_joins.push_back({item, run.vertex, run.cables, run.capacity});
        return item;
    }

    void addEndpoints() {
        const auto& runs = m_graph.endpoints;
        std::vector<std::uint32_t> order(runs.size());
        std::iota(order.begin(), order.end(), 0U);
        const auto key = [&](std::uint32_t i) { return std::tuple(runs[i].vertex, runs[i].capacity, runs[i].cables); };
        std::ranges::stable_sort(order, {}, key);
        m_small.itemOfRun.resize(runs.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            const EndpointRun& run = runs[order[i]];
            m_small.total += run.count;
            const bool isMore = i > 0 && key(order[i]) == key(order[i - 1]);
            const std::uint32_t item = run.isGlued() ? run.vertex
                                       : isMore      ? m_small.itemOfRun[order[i - 1]]
                                                     : addBundle(run);
            m_small.itemOfRun[order[i]] = item;
            m_small.weight[item] += run.count;
        }
    }

    /// Whether endpoints hang on several switches: then planes may reach down to the leaves.
    bool hasSharedEndpoints() const {
        for (std::uint32_t item = 0; item < m_small.size(); ++item)
            if (m_small.isBundle[item] && edges(item).size() > 1)
                return true;
        return false;
    }

    /// What stands still while planes are exchanged: endpoints alone, or also the switches that they hang on.
    enum class Anchors { Endpoints, Leaves };

    bool isTransit(std::uint32_t item) const { return !m_small.isBundle[item] && m_small.weight[item] == 0; }
    std::span<const Edge> edges(std::uint32_t item) const {
        return {m_small.adjacency.begin(item), m_small.adjacency.end(item)};
    }

    Target stay() const {
        Target target(m_small.size());
        std::iota(target.begin(), target.end(), 0U);
        return target;
    }

    template <class Wanted>
    Target twins(Wanted wanted) const {
        Target target = stay();
        std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> classes;
        for (std::uint32_t item = 0; item < m_small.size(); ++item) {
            if (!wanted(item) || edges(item).empty())
                continue;
            std::uint64_t hash = edges(item).size();
            for (const Edge& edge : edges(item))
                hash = mixed(hash ^ edgeHash(edge.to, edge));
            auto& seen = classes[hash];
            const auto twin = std::ranges::find_if(
                seen, [&](std::uint32_t other) { return std::ranges::equal(edges(item), edges(other)); });
            if (twin == seen.end())
                seen.push_back(item);
            else
                target[item] = *twin;
        }
        return target;
    }

    /// A vertex that is one endpoint and joined to switches alone.
    bool isSeparable(std::uint32_t vertex) const {
        return isEndpointKind(m_graph.kinds[vertex]) && m_small.weight[vertex] == 1 && !edges(vertex).empty() &&
               std::ranges::all_of(edges(vertex), [&](const Edge& edge) {
                   return edge.to < m_graph.size() && !isEndpointKind(m_graph.kinds[edge.to]);
               });
    }

    /// Whole nodes with several cables: equal ones become a bundle, so that any number of them may be on a side.
    Target endpointTwins() {
        for (std::uint32_t item = 0; item < m_graph.size(); ++item)
            if (isSeparable(item))
                m_small.isBundle[item] = 1;
        return twins([&](std::uint32_t item) { return item < m_graph.size() && m_small.isBundle[item] != 0; });
    }

    Target transitTwins() const {
        return twins([&](std::uint32_t item) { return isTransit(item); });
    }

    void findFree(Anchors anchors) {
        m_isFree.assign(m_small.size(), 0);
        for (std::uint32_t item = 0; item < m_small.size(); ++item)
            m_isFree[item] = isTransit(item) &&
                             (anchors == Anchors::Endpoints || std::ranges::none_of(edges(item), [&](const Edge& edge) {
                                  return m_small.isBundle[edge.to] != 0;
                              }));
    }

    /// Connected parts of the switches that are no anchors.
    std::vector<std::vector<std::uint32_t>> transitParts() const {
        std::vector<std::vector<std::uint32_t>> parts;
        std::vector<std::uint8_t> isSeen(m_small.size(), 0);
        for (std::uint32_t start = 0; start < m_small.size(); ++start) {
            if (isSeen[start] || !m_isFree[start])
                continue;
            std::vector<std::uint32_t> part{start};
            isSeen[start] = 1;
            for (std::size_t i = 0; i < part.size(); ++i)
                for (const Edge& edge : edges(part[i]))
                    if (m_isFree[edge.to] && !isSeen[edge.to]) {
                        isSeen[edge.to] = 1;
                        part.push_back(edge.to);
                    }
            parts.push_back(std::move(part));
        }
        return parts;
    }

    /// Puts the switches of a part into an order that depends on what they are joined to; gives the hash of the whole.
    std::uint64_t ordered(std::vector<std::uint32_t>& part, std::vector<std::uint64_t>& hash) const {
        for (const std::uint32_t item : part) {
            hash[item] = edges(item).size();
            for (const Edge& edge : edges(item))
                if (!m_isFree[edge.to])
                    hash[item] = mixed(hash[item] ^ edgeHash(edge.to, edge));
        }
        constexpr int kRounds = 3;
        std::vector<std::uint64_t> next(part.size());
        for (int round = 0; round < kRounds; ++round) {
            for (std::size_t i = 0; i < part.size(); ++i) {
                std::uint64_t sum = 0;
                for (const Edge& edge : edges(part[i]))
                    if (m_isFree[edge.to])
                        sum += edgeHash(hash[edge.to], edge);
                next[i] = mixed(hash[part[i]] ^ mixed(sum));
            }
            for (std::size_t i = 0; i < part.size(); ++i)
                hash[part[i]] = next[i];
        }
        std::ranges::sort(part, [&](std::uint32_t left, std::uint32_t right) {
            return hash[left] != hash[right] ? hash[left] < hash[right] : left < right;
        });
        std::uint64_t whole = part.size();
        for (const std::uint32_t item : part)
            whole = mixed(whole ^ hash[item]);
        return whole;
    }

    /// Whether the places of two ordered parts map one on the other, outside neighbours staying where they are.
    bool isIsomorphic(const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right,
                      const std::vector<std::uint32_t>& place) const {
        if (left.size() != right.size())
            return false;
        std::vector<Edge> inLeft, inRight;
        const auto collect = [&](std::uint32_t item, std::vector<Edge>& edgesOfItem) {
            edgesOfItem.clear();
            for (Edge edge : edges(item)) {
                // Places of the part count from the end of the items.
                if (m_isFree[edge.to])
                    edge.to = static_cast<std::uint32_t>(m_small.size()) + place[edge.to];
                edgesOfItem.push_back(edge);
            }
            std::ranges::sort(edgesOfItem);
        };
        for (std::size_t i = 0; i < left.size(); ++i) {
            collect(left[i], inLeft);
            collect(right[i], inRight);
            if (inLeft != inRight)
                return false;
        }
        return true;
    }

    Target planes(Anchors anchors) {
        Target target = stay();
        findFree(anchors);
        auto parts = transitParts();
        if (parts.size() < 2)
            return target;
        std::vector<std::uint64_t> hash(m_small.size());
        std::vector<std::uint32_t> place(m_small.size());
        std::unordered_map<std::uint64_t, std::vector<std::size_t>> classes;
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const std::uint64_t whole = ordered(parts[p], hash);
            for (std::size_t i = 0; i < parts[p].size(); ++i)
                place[parts[p][i]] = static_cast<std::uint32_t>(i);
            auto& seen = classes[whole];
            const auto like = std::ranges::find_if(
                seen, [&](std::size_t other) { return isIsomorphic(parts[p], parts[other], place); });
            if (like == seen.end()) {
                seen.push_back(p);
                continue;
            }
            for (std::size_t i = 0; i < parts[p].size(); ++i)
                target[parts[p][i]] = parts[*like][i];
        }
        return target;
    }

    /// Merges items into their targets and numbers the rest anew. False when nothing was merged. What is merged is
    /// joined alike, so that the edges of those that stay say it all: each stands for those of all its like.
    bool apply(const Target& target, Likeness likeness = Likeness::Twins) {
        Target number(target.size());
        std::vector<std::uint32_t> like(target.size(), 0);
        std::uint32_t kept = 0;
        for (std::uint32_t item = 0; item < target.size(); ++item) {
            if (target[item] == item)
                number[item] = kept++;
            // An endpoint of a bundle keeps the edges of one.
            like[target[item]] += m_small.isBundle[item] && target[item] != item ? 0 : 1;
        }
        if (kept == target.size())
            return false;
        joinAnew(target, number, like, likeness);
        std::vector<std::uint8_t> isBundle(kept), isNic(kept);
        std::vector<std::int64_t> weight(kept, 0);
        for (std::uint32_t item = 0; item < target.size(); ++item) {
            const std::uint32_t to = number[target[item]];
            isBundle[to] = m_small.isBundle[item];
            isNic[to] = m_small.isNic[item];
            weight[to] += m_small.weight[item];
        }
        for (auto* items : {&m_small.itemOfVertex, &m_small.itemOfRun})
            for (std::uint32_t& item : *items)
                item = number[target[item]];
        m_small.isBundle = std::move(isBundle);
        m_small.isNic = std::move(isNic);
        m_small.weight = std::move(weight);
        return true;
    }

    /// The edges of those that stay, written over the old ones: numbers keep their order, so edges stay sorted.
    void joinAnew(const Target& target, const Target& number, const std::vector<std::uint32_t>& like,
                  Likeness likeness) {
        Adjacency& adjacency = m_small.adjacency;
        std::size_t kept = 0, written = 0;
        for (std::uint32_t item = 0; item < target.size(); ++item) {
            if (target[item] != item)
                continue;
            const std::size_t from = adjacency.first[item], to = adjacency.first[item + 1];
            adjacency.first[kept++] = written;
            for (std::size_t e = from; e < to; ++e) {
                const Edge edge = adjacency.edges[e];
                if (target[edge.to] != edge.to)
                    continue;
                // Every twin is joined to every twin; a plane only within itself and to what stands still.
                const bool isWithinPlane = likeness == Likeness::Planes && m_isFree[item] && m_isFree[edge.to];
                const std::uint32_t times = isWithinPlane ? like[item] : like[item] * like[edge.to];
                adjacency.edges[written++] = {number[edge.to], edge.cables * times, edge.capacity * times};
            }
        }
        adjacency.first.resize(kept + 1);
        adjacency.first[kept] = written;
        adjacency.edges.resize(written);
    }

    const FabricGraph& m_graph;
    CollapsedGraph m_small;
    std::vector<Adjacency::Join> m_joins; ///< of bundles
    std::vector<std::uint8_t> m_isFree;   ///< no anchor of the planes that are sought
};

} // namespace

CollapsedGraph collapsed(const FabricGraph& graph, const std::stop_token& stop) {
    return Collapser(graph).result(stop);
}

CollapsedGraph uncollapsed(const FabricGraph& graph) { return Collapser(graph).plain(); }

Cut expanded(const CollapsedGraph& small, const FabricGraph& graph, const ItemSides& sides) {
    Cut cut;
    ItemSides left = sides; // of each bundle: endpoints that are still to be put on B
    cut.isOnB.resize(graph.size());
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        std::int64_t& onB = left[small.itemOfVertex[v]];
        cut.isOnB[v] = onB > 0 ? 1 : 0;
        if (small.isBundle[small.itemOfVertex[v]] && onB > 0)
            --onB;
    }
    cut.onB.resize(graph.endpoints.size());
    for (std::size_t i = 0; i < graph.endpoints.size(); ++i) {
        const EndpointRun& run = graph.endpoints[i];
        if (run.isGlued()) {
            cut.onB[i] = cut.isOnB[run.vertex] ? run.count : 0;
            continue;
        }
        std::int64_t& onB = left[small.itemOfRun[i]];
        cut.onB[i] = static_cast<std::uint32_t>(std::min<std::int64_t>(onB, run.count));
        onB -= cut.onB[i];
    }
    return cut;
}

} // namespace rackwright
