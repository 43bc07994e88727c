// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/graph/graph.h"

#include <algorithm>
#include <numeric>

namespace rackwright {

std::int64_t FabricGraph::endpointCount() const {
    return std::accumulate(endpoints.begin(), endpoints.end(), std::int64_t{0},
                           [](std::int64_t sum, const EndpointRun& run) { return sum + run.count; });
}

std::vector<std::int64_t> endpointSpeeds(const FabricGraph& graph) {
    std::vector<std::int64_t> speeds, ofHost;
    for (const EndpointRun& run : graph.endpoints) {
        speeds.push_back(run.capacity);
        if (!run.isGlued() || !isEndpointKind(graph.kinds[run.vertex]))
            continue;
        if (ofHost.empty()) {
            ofHost.assign(graph.size(), 0);
            for (const FabricLink& link : graph.links) {
                ofHost[link.a] += link.total();
                ofHost[link.b] += link.total();
            }
        }
        speeds.back() = ofHost[run.vertex] / std::max<std::int64_t>(1, run.count);
    }
    return speeds;
}

std::int64_t FabricGraph::injection() const {
    const std::vector<std::int64_t> speeds = endpointSpeeds(*this);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < endpoints.size(); ++i)
        sum += endpoints[i].count * speeds[i];
    return sum;
}

Adjacency::Adjacency(const FabricGraph& graph) { read(graph.size(), graph.links, {}); }

Adjacency::Adjacency(std::size_t vertices, const std::vector<Join>& joins) { read(vertices, {}, joins); }

Adjacency::Adjacency(const FabricGraph& graph, std::size_t vertices, const std::vector<Join>& others) {
    read(vertices, graph.links, others);
}

void Adjacency::read(std::size_t vertices, std::span<const FabricLink> links, std::span<const Join> joins) {
    first.assign(vertices + 1, 0);
    const auto count = [this](const auto& all) {
        for (const auto& each : all) {
            ++first[each.a + 1];
            ++first[each.b + 1];
        }
    };
    count(links);
    count(joins);
    std::partial_sum(first.begin(), first.end(), first.begin());
    edges.resize((links.size() + joins.size()) * 2);
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    const auto put = [&](std::uint32_t a, std::uint32_t b, std::uint32_t cables, std::int64_t capacity) {
        edges[next[a]++] = {b, cables, capacity};
        edges[next[b]++] = {a, cables, capacity};
    };
    for (const FabricLink& link : links)
        put(link.a, link.b, link.cables, link.total());
    for (const Join& join : joins)
        put(join.a, join.b, join.cables, join.capacity);
    const auto byNeighbour = [](const Edge& left, const Edge& right) { return left.to < right.to; };
    std::size_t kept = 0;
    for (std::size_t v = 0; v < vertices; ++v) {
        const auto from = edges.begin() + static_cast<std::ptrdiff_t>(first[v]);
        const auto to = edges.begin() + static_cast<std::ptrdiff_t>(first[v + 1]);
        if (!std::is_sorted(from, to, byNeighbour))
            std::sort(from, to, byNeighbour);
        const std::size_t start = kept;
        for (auto edge = from; edge != to; ++edge)
            if (kept > start && edges[kept - 1].to == edge->to) {
                edges[kept - 1].cables += edge->cables;
                edges[kept - 1].capacity += edge->capacity;
            } else {
                edges[kept++] = *edge;
            }
        first[v] = start;
    }
    first[vertices] = kept;
    edges.resize(kept);
}

CutCount countCut(const FabricGraph& graph, const Cut& cut) {
    CutCount count;
    count.isValid = cut.isOnB.size() == graph.size() && cut.onB.size() == graph.endpoints.size();
    if (!count.isValid)
        return count;
    for (const FabricLink& link : graph.links)
        if (cut.isOnB[link.a] != cut.isOnB[link.b]) {
            count.capacity += link.total();
            count.cables += link.cables;
        }
    for (std::size_t i = 0; i < graph.endpoints.size(); ++i) {
        const EndpointRun& run = graph.endpoints[i];
        const bool isOnB = cut.isOnB[run.vertex] != 0;
        const std::uint32_t onB = cut.onB[i];
        if (onB > run.count || (run.isGlued() && onB != (isOnB ? run.count : 0)))
            count.isValid = false;
        const std::int64_t away = isOnB ? std::int64_t{run.count} - onB : std::int64_t{onB};
        count.capacity += away * run.capacity;
        count.cables += run.isGlued() ? 0 : away * run.cables;
        count.onB += onB;
        count.onA += std::int64_t{run.count} - onB;
    }
    return count;
}

} // namespace rackwright
