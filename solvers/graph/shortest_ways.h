// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The shortest ways of all items of a collapsed fabric to one of them, and what is sent to it: the loop that each way
// of spreading traffic walks, one target after another. A network port begins or ends a way and passes nothing on.
// Internal to traffic; it loads no cable itself.

#include "solvers/graph/alike_targets.h"
#include "solvers/graph/ecmp.h"

#include <algorithm>
#include <vector>

namespace rackwright {

/// One breadth-first search at a time.
class ShortestWays {
public:
    static constexpr std::uint32_t kFar = ~0U;

    explicit ShortestWays(const CollapsedGraph& fabric) : m_fabric(fabric), m_distance(fabric.size()) {}

    void search(std::uint32_t target) {
        std::fill(m_distance.begin(), m_distance.end(), kFar);
        m_order.assign(1, target);
        m_distance[target] = 0;
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            const std::uint32_t item = m_order[i];
            if (item != target && m_fabric.isNic[item])
                continue;
            for (const auto& edge : m_fabric.adjacency.of(item))
                if (m_distance[edge.to] == kFar) {
                    m_distance[edge.to] = m_distance[item] + 1;
                    m_order.push_back(edge.to);
                }
        }
    }

    /// All items that reach the target, nearest first.
    const std::vector<std::uint32_t>& order() const { return m_order; }
    std::uint32_t distance(std::uint32_t item) const { return m_distance[item]; }
    bool isNextHop(std::uint32_t from, const Adjacency::Edge& edge) const {
        return m_distance[edge.to] < m_distance[from] && (!m_fabric.isNic[edge.to] || m_distance[edge.to] == 0);
    }

private:
    const CollapsedGraph& m_fabric;
    std::vector<std::uint32_t> m_order, m_distance;
};

/// Walks the targets of a demand: all to all, or streams in the order of their targets.
class Demands {
public:
    Demands(const CollapsedGraph& fabric, const std::vector<EcmpStream>& streams, bool isAllToAll)
        : m_fabric(fabric), m_streams(streams), m_isAllToAll(isAllToAll), m_alike(fabric), m_ways(fabric),
          m_sent(fabric.size()) {}

    std::size_t targets() const {
        std::size_t count = 0;
        for (std::uint32_t item = 0; item < m_fabric.size(); ++item)
            count += m_fabric.weight[item] > 0 && (!m_isAllToAll || m_alike.count(item) > 0) ? 1 : 0;
        return m_isAllToAll ? count : std::min(count, m_streams.size());
    }
    /// What all targets sum to on the edges, of what those sum to that are visited.
    void share(std::vector<double>& ofEdges) const {
        if (m_isAllToAll)
            m_alike.share(ofEdges);
    }

    /// `visit(target, ways, sent, inside)`: what each item sends, which it may change, and what endpoints of the
    /// target, a bundle, send each other over their home. Of all to all, targets that are alike are visited once with
    /// what all of them are sent: see `share`.
    template <class Visit>
    void forEachTarget(Visit visit) {
        forEachSent([&](std::uint32_t target, std::vector<double>& sent, double inside) {
            m_ways.search(target);
            visit(target, m_ways, sent, inside);
        });
    }
    /// The same for who knows the ways already.
    template <class Visit>
    void forEachSent(Visit visit) {
        std::size_t stream = 0;
        for (std::uint32_t target = 0; target < m_fabric.size(); ++target) {
            const std::size_t first = stream;
            while (stream < m_streams.size() && m_streams[stream].to == target)
                ++stream;
            if (m_fabric.weight[target] == 0 || (m_isAllToAll ? m_alike.count(target) == 0 : stream == first))
                continue;
            const double inside = m_isAllToAll ? fillAll(target) : fill(target, first, stream);
            visit(target, m_sent, m_fabric.isBundle[target] ? inside : 0.0);
        }
    }

private:
    double fillAll(std::uint32_t target) {
        const auto weight = static_cast<double>(m_fabric.weight[target]);
        const double rate =
            weight * m_alike.count(target) / static_cast<double>(std::max<std::int64_t>(1, m_fabric.total - 1));
        for (std::uint32_t item = 0; item < m_fabric.size(); ++item)
            m_sent[item] = item == target ? 0 : static_cast<double>(m_fabric.weight[item]) * rate;
        return (weight - 1) * rate;
    }

    double fill(std::uint32_t target, std::size_t first, std::size_t end) {
        std::ranges::fill(m_sent, 0);
        double inside = 0;
        for (std::size_t i = first; i < end; ++i)
            (m_streams[i].from == target ? inside : m_sent[m_streams[i].from]) += m_streams[i].amount;
        return inside;
    }

    const CollapsedGraph& m_fabric;
    const std::vector<EcmpStream>& m_streams;
    const bool m_isAllToAll;
    const AlikeTargets m_alike;
    ShortestWays m_ways;
    std::vector<double> m_sent;
};

} // namespace rackwright
