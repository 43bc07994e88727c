// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/graph/alike_targets.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace rackwright {

namespace {

/// A bundle, its home and all that a swap with another such pair must leave as it is.
using Likeness = std::tuple<std::int64_t, std::int64_t, std::vector<Adjacency::Edge>, Adjacency::Edge>;

/// Nothing unless the bundle hangs alone on a switch that is cabled to switches only.
bool isPendant(const CollapsedGraph& fabric, std::uint32_t bundle) {
    if (!fabric.isBundle[bundle] || fabric.adjacency.degree(bundle) != 1)
        return false;
    const std::uint32_t home = fabric.adjacency.begin(bundle)->to;
    return !fabric.isBundle[home] && std::ranges::count_if(fabric.adjacency.of(home), [&](const Adjacency::Edge& edge) {
                                         return fabric.isBundle[edge.to] != 0;
                                     }) == 1;
}

Likeness likenessOf(const CollapsedGraph& fabric, std::uint32_t bundle) {
    Adjacency::Edge up = *fabric.adjacency.begin(bundle);
    std::vector<Adjacency::Edge> others;
    for (const Adjacency::Edge& edge : fabric.adjacency.of(up.to))
        if (edge.to != bundle)
            others.push_back(edge);
    const std::int64_t atHome = fabric.weight[up.to];
    up.to = 0;
    return {fabric.weight[bundle], atHome, std::move(others), up};
}

} // namespace

AlikeTargets::AlikeTargets(const CollapsedGraph& fabric) : m_count(fabric.size(), 1) {
    std::map<Likeness, std::vector<std::uint32_t>> classes;
    for (std::uint32_t item = 0; item < fabric.size(); ++item)
        if (isPendant(fabric, item))
            classes[likenessOf(fabric, item)].push_back(item);
    std::vector<std::uint32_t> orbit(fabric.size());
    for (std::uint32_t item = 0; item < fabric.size(); ++item)
        orbit[item] = item;
    bool hasLikes = false;
    for (const auto& [likeness, bundles] : classes) {
        const std::uint32_t first = bundles.front();
        // Endpoints that are glued to the homes are targets of their own.
        if (bundles.size() < 2 || std::get<1>(likeness) > 0)
            continue;
        hasLikes = true;
        for (const std::uint32_t bundle : bundles) {
            m_count[bundle] = 0;
            orbit[bundle] = first;
            orbit[fabric.adjacency.begin(bundle)->to] = fabric.adjacency.begin(first)->to;
        }
        m_count[first] = static_cast<std::uint32_t>(bundles.size());
    }
    if (!hasLikes)
        return;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> kinds;
    m_kind.reserve(fabric.adjacency.edges.size());
    for (std::uint32_t item = 0; item < fabric.size(); ++item)
        for (const Adjacency::Edge& edge : fabric.adjacency.of(item)) {
            const auto next = static_cast<std::uint32_t>(kinds.size());
            const auto [kind, isNew] = kinds.try_emplace({orbit[item], orbit[edge.to]}, next);
            m_kind.push_back(kind->second);
            m_edges.resize(kinds.size(), 0);
            m_edges[kind->second] += 1;
        }
}

void AlikeTargets::share(std::vector<double>& ofEdges) const {
    if (m_kind.empty())
        return;
    std::vector<double> sum(m_edges.size(), 0);
    for (std::size_t e = 0; e < ofEdges.size(); ++e)
        sum[m_kind[e]] += ofEdges[e];
    for (std::size_t e = 0; e < ofEdges.size(); ++e)
        ofEdges[e] = sum[m_kind[e]] / m_edges[m_kind[e]];
}

} // namespace rackwright
