// SPDX-License-Identifier: GPL-3.0-or-later
// Reference: Kim, Dally, Scott, Abts: Technology-driven, highly-scalable Dragonfly topology, 2008 (minimal routing).
#include "model/base/numbers.h"
#include "solvers/graph/lower_bounds.h"

#include <algorithm>
#include <map>

namespace rackwright {

namespace {

constexpr std::uint32_t kNoGroup = ~0U;

class GroupedSwitches {
public:
    explicit GroupedSwitches(const SwitchGraph& graph) : m_graph(graph), m_group(graph.adjacency.size(), kNoGroup) {}

    /// Parts the switches into complete groups; false when they are none.
    bool find() {
        for (std::uint32_t v = 0; v < m_group.size(); ++v)
            if (m_group[v] == kNoGroup && !take(v))
                return false;
        return m_groups > 1;
    }

    /// The highest load of a cable per unit of its capacity when each endpoint sends one unit to each other; nothing
    /// where two groups are not joined.
    std::optional<double> worstLoad() const {
        std::vector<double> weight(m_groups, 0);
        for (std::uint32_t v = 0; v < m_group.size(); ++v)
            weight[m_group[v]] += real(m_graph.weight[v]);
        std::map<std::pair<std::uint32_t, std::uint32_t>, double> trunks;
        for (std::uint32_t v = 0; v < m_group.size(); ++v)
            for (const auto& edge : m_graph.adjacency.of(v))
                if (m_group[edge.to] != m_group[v])
                    trunks[{m_group[v], m_group[edge.to]}] += real(edge.capacity);
        if (trunks.size() != std::size_t{m_groups} * (m_groups - 1))
            return std::nullopt;
        double worst = 0;
        // What each switch passes on to other groups, in endpoints of theirs; as much comes in.
        std::vector<double> passes(m_group.size(), 0);
        for (std::uint32_t v = 0; v < m_group.size(); ++v)
            for (const auto& edge : m_graph.adjacency.of(v))
                if (m_group[edge.to] != m_group[v]) {
                    const double other = weight[m_group[edge.to]] / trunks.at({m_group[v], m_group[edge.to]});
                    passes[v] += other * real(edge.capacity);
                    worst = std::max(worst, weight[m_group[v]] * other);
                }
        for (std::uint32_t v = 0; v < m_group.size(); ++v)
            for (const auto& edge : m_graph.adjacency.of(v))
                if (m_group[edge.to] == m_group[v]) {
                    const double from = real(m_graph.weight[v]), to = real(m_graph.weight[edge.to]);
                    const double load = from * to + from * passes[edge.to] + to * passes[v];
                    worst = std::max(worst, load / real(edge.capacity));
                }
        return worst;
    }

private:
    /// Neighbours that a switch has in common with one of its own.
    std::size_t common(std::uint32_t v, std::uint32_t u) const {
        std::size_t count = 0;
        const auto* a = m_graph.adjacency.begin(v);
        const auto* b = m_graph.adjacency.begin(u);
        while (a != m_graph.adjacency.end(v) && b != m_graph.adjacency.end(u)) {
            count += a->to == b->to ? 1 : 0;
            const bool isBehind = a->to <= b->to;
            b += b->to <= a->to ? 1 : 0;
            a += isBehind ? 1 : 0;
        }
        return count;
    }

    // The switches of a group know each other; those of another share few neighbours with them.
    bool take(std::uint32_t v) {
        std::vector<std::pair<std::uint32_t, std::size_t>> near;
        std::size_t most = 0;
        for (const auto& edge : m_graph.adjacency.of(v)) {
            near.emplace_back(edge.to, common(v, edge.to));
            most = std::max(most, near.back().second);
        }
        std::vector<std::uint32_t> members = {v};
        for (const auto& [u, shared] : near)
            if (most > 0 && 2 * shared > most)
                members.push_back(u);
        for (const std::uint32_t u : members)
            if (m_group[u] != kNoGroup)
                return false;
        for (const std::uint32_t u : members)
            m_group[u] = m_groups;
        for (const std::uint32_t u : members) {
            const auto edges = m_graph.adjacency.of(u);
            const auto inside =
                std::ranges::count_if(edges, [&](const auto& edge) { return m_group[edge.to] == m_groups; });
            if (static_cast<std::size_t>(inside) + 1 != members.size())
                return false;
        }
        ++m_groups;
        return true;
    }

    const SwitchGraph& m_graph;
    std::vector<std::uint32_t> m_group;
    std::uint32_t m_groups = 0;
};

} // namespace

std::optional<std::int64_t> groupBound(const SwitchGraph& graph, std::int64_t onB) {
    GroupedSwitches switches(graph);
    if (!switches.find())
        return std::nullopt;
    const auto worst = switches.worstLoad();
    if (!worst || *worst <= 0)
        return std::nullopt;
    const double pairs = static_cast<double>(onB) * static_cast<double>(graph.total - onB);
    return withAccess(graph, pairs / *worst, onB);
}

} // namespace rackwright
