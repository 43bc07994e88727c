// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/graph/partition.h"

#include <metis.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <numeric>
#include <queue>
#include <random>

namespace rackwright {

namespace {

/// A bundle is moved with its home where it has one only.
std::vector<std::int64_t> gluedWeights(const CollapsedGraph& graph) {
    std::vector<std::int64_t> weight(graph.size(), 0);
    for (std::uint32_t item = 0; item < graph.size(); ++item) {
        if (!graph.isBundle[item])
            weight[item] += graph.weight[item];
        else if (graph.adjacency.degree(item) == 1)
            weight[graph.adjacency.begin(item)->to] += graph.weight[item];
    }
    return weight;
}

/// What one endpoint out of balance costs at least; large where all are glued, so that only exact halves count.
std::int64_t costOfImbalance(const CollapsedGraph& graph) {
    std::int64_t cheapest = std::numeric_limits<std::int64_t>::max() / 1'000'000'000;
    for (std::uint32_t item = 0; item < graph.size(); ++item)
        if (graph.isBundle[item] && graph.adjacency.degree(item) == 1)
            cheapest = std::min(cheapest, graph.adjacency.begin(item)->capacity);
    return cheapest;
}

/// One improvement run over the switches: each is moved at most once a pass, the best prefix of the moves is kept.
class Exchange {
public:
    Exchange(const CollapsedGraph& graph, ItemSides sides, std::int64_t onB)
        : m_graph(graph), m_sides(std::move(sides)), m_target(onB), m_weight(gluedWeights(graph)),
          m_imbalanceCost(costOfImbalance(graph)), m_gain(graph.size(), 0) {
        for (std::uint32_t item = 0; item < graph.size(); ++item)
            if (isSwitch(item) && m_sides[item])
                m_onB += m_weight[item];
    }

    ItemSides run() {
        constexpr int kPasses = 8;
        for (int i = 0; i < kPasses && pass(); ++i) {
        }
        return m_sides;
    }

private:
    using Candidate = std::pair<std::int64_t, std::uint32_t>; ///< gain and item

    bool isSwitch(std::uint32_t item) const { return m_graph.isBundle[item] == 0; }
    std::int64_t imbalance() const { return std::abs(m_onB - m_target); }

    void findGains() {
        for (std::uint32_t item = 0; item < m_graph.size(); ++item) {
            m_gain[item] = 0;
            if (!isSwitch(item))
                continue;
            for (const auto& edge : m_graph.adjacency.of(item))
                if (isSwitch(edge.to))
                    m_gain[item] += m_sides[edge.to] != m_sides[item] ? edge.capacity : -edge.capacity;
        }
    }

    void queue(std::uint32_t item) {
        if (!m_isLocked[item])
            m_best[m_sides[item] ? 1 : 0].push({m_gain[item], item});
    }

    /// The best switch to move off a side, or nothing.
    const Candidate* top(std::size_t side) {
        auto& best = m_best[side];
        while (!best.empty()) {
            const auto& [gain, item] = best.top();
            if (!m_isLocked[item] && gain == m_gain[item] && (m_sides[item] ? 1U : 0U) == side)
                return &best.top();
            best.pop();
        }
        return nullptr;
    }

    const Candidate* next() {
        const Candidate *fromA = top(0), *fromB = top(1);
        if (m_onB != m_target)
            return m_onB > m_target ? fromB : fromA;
        if (!fromA || !fromB)
            return fromA ? fromA : fromB;
        return fromA->first >= fromB->first ? fromA : fromB;
    }

    void move(std::uint32_t item) {
        m_onB += m_sides[item] ? -m_weight[item] : m_weight[item];
        m_sides[item] = m_sides[item] ? 0 : 1;
        for (const auto& edge : m_graph.adjacency.of(item))
            if (isSwitch(edge.to))
                m_gain[edge.to] += m_sides[edge.to] != m_sides[item] ? 2 * edge.capacity : -2 * edge.capacity;
        m_gain[item] = -m_gain[item];
    }

    bool pass() {
        findGains();
        m_isLocked.assign(m_graph.size(), 0);
        m_best[0] = m_best[1] = {};
        for (std::uint32_t item = 0; item < m_graph.size(); ++item)
            if (isSwitch(item))
                queue(item);
        const std::size_t patience = 64 + m_graph.size() / 50;
        std::int64_t change = m_imbalanceCost * imbalance(), best = change;
        std::int64_t cut = 0;
        std::vector<std::uint32_t> moved;
        std::size_t kept = 0;
        for (const Candidate* candidate = next(); candidate; candidate = next()) {
            const std::uint32_t item = candidate->second;
            cut -= m_gain[item];
            m_isLocked[item] = 1;
            move(item);
            moved.push_back(item);
            for (const auto& edge : m_graph.adjacency.of(item))
                if (isSwitch(edge.to))
                    queue(edge.to);
            change = cut + m_imbalanceCost * imbalance();
            if (change < best) {
                best = change;
                kept = moved.size();
            } else if (moved.size() > kept + patience) {
                break;
            }
        }
        while (moved.size() > kept) {
            move(moved.back());
            moved.pop_back();
        }
        return kept > 0;
    }

    const CollapsedGraph& m_graph;
    ItemSides m_sides;
    const std::int64_t m_target;
    std::int64_t m_onB = 0;
    const std::vector<std::int64_t> m_weight;
    const std::int64_t m_imbalanceCost;
    std::vector<std::int64_t> m_gain;
    std::vector<std::uint8_t> m_isLocked;
    std::priority_queue<Candidate> m_best[2];
};

/// The switches of a fabric in the form of METIS: small integers only, since it fails on large ratios of weights.
struct MetisGraph {
    std::vector<std::uint32_t> items;
    std::vector<idx_t> first{0}, neighbours, capacities, weights;

    explicit MetisGraph(const CollapsedGraph& graph) {
        std::vector<idx_t> number(graph.size(), -1);
        for (std::uint32_t item = 0; item < graph.size(); ++item)
            if (!graph.isBundle[item]) {
                number[item] = static_cast<idx_t>(items.size());
                items.push_back(item);
            }
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (const auto& edge : graph.adjacency.edges)
            least = std::min(least, edge.capacity);
        const std::vector<std::int64_t> weight = gluedWeights(graph);
        constexpr std::int64_t kLargest = 10'000;
        for (const std::uint32_t item : items) {
            for (const auto& edge : graph.adjacency.of(item))
                if (number[edge.to] >= 0) {
                    neighbours.push_back(number[edge.to]);
                    capacities.push_back(static_cast<idx_t>(std::min(kLargest, edge.capacity / least)));
                }
            first.push_back(static_cast<idx_t>(neighbours.size()));
            weights.push_back(static_cast<idx_t>(std::min<std::int64_t>(weight[item], 1'000'000)));
        }
    }
};

/// METIS keeps its random numbers and its error traps in globals of the process: one call at a time.
std::optional<std::vector<idx_t>> metisCut(MetisGraph& graph, idx_t seed) {
    static std::mutex oneAtATime;
    const std::lock_guard lock(oneAtATime);
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = seed;
    options[METIS_OPTION_UFACTOR] = 1;
    auto size = static_cast<idx_t>(graph.items.size());
    idx_t constraints = 1, parts = 2, cut = 0;
    std::vector<idx_t> sides(graph.items.size(), 0);
    const int status = METIS_PartGraphRecursive(&size, &constraints, graph.first.data(), graph.neighbours.data(),
                                                graph.weights.data(), nullptr, graph.capacities.data(), &parts, nullptr,
                                                nullptr, options, &cut, sides.data());
    if (status != METIS_OK || std::ranges::any_of(sides, [](idx_t side) { return side != 0 && side != 1; }))
        return std::nullopt;
    return sides;
}

void keepCheaper(std::optional<ExactSplit>& best, std::optional<ExactSplit> other) {
    if (other && (!best || other->capacity < best->capacity))
        best = std::move(other);
}

} // namespace

std::optional<ExactSplit> completed(const CollapsedGraph& graph, ItemSides sides, std::int64_t onB) {
    struct Move {
        std::int64_t change; ///< of the cost when one endpoint goes to B instead of A
        std::uint32_t item;
    };
    std::vector<Move> moves;
    ExactSplit split;
    std::int64_t now = 0;
    for (std::uint32_t item = 0; item < graph.size(); ++item) {
        std::int64_t toA = 0, toB = 0;
        for (const auto& edge : graph.adjacency.of(item)) {
            if (graph.isBundle[edge.to])
                continue;
            (sides[edge.to] ? toB : toA) += edge.capacity;
            if (!graph.isBundle[item] && edge.to > item && (sides[edge.to] != 0) != (sides[item] != 0))
                split.capacity += edge.capacity;
        }
        if (graph.isBundle[item]) {
            moves.push_back({toA - toB, item});
            split.capacity += graph.weight[item] * toB;
            sides[item] = 0;
        } else {
            now += sides[item] ? graph.weight[item] : 0;
        }
    }
    std::ranges::stable_sort(moves, {}, &Move::change);
    for (const Move& move : moves) {
        const std::int64_t moved = std::min(onB - now, graph.weight[move.item]);
        if (moved <= 0)
            break;
        sides[move.item] = moved;
        split.capacity += moved * move.change;
        now += moved;
    }
    if (now != onB)
        return std::nullopt;
    split.sides = std::move(sides);
    return split;
}

std::optional<ExactSplit> improved(const CollapsedGraph& graph, ExactSplit split, std::int64_t onB) {
    std::optional<ExactSplit> best = split;
    keepCheaper(best, completed(graph, Exchange(graph, split.sides, onB).run(), onB));
    return best;
}

std::optional<ExactSplit> splitByOrder(const CollapsedGraph& graph, const std::vector<std::uint32_t>& order,
                                       std::int64_t onB) {
    const std::vector<std::int64_t> weight = gluedWeights(graph);
    ItemSides sides(graph.size(), 0);
    std::int64_t now = 0;
    for (const std::uint32_t item : order)
        if (!graph.isBundle[item] && now + weight[item] <= onB) {
            sides[item] = 1;
            now += weight[item];
        }
    std::optional<ExactSplit> best = completed(graph, sides, onB);
    keepCheaper(best, completed(graph, Exchange(graph, std::move(sides), onB).run(), onB));
    return best;
}

std::optional<ExactSplit> splitByMetis(const CollapsedGraph& graph, std::int64_t onB, std::int64_t work,
                                       std::int64_t mostSeeds, const std::stop_token& stop) {
    MetisGraph metis(graph);
    std::optional<ExactSplit> best;
    if (metis.items.size() < 3 || metis.neighbours.empty())
        return best;
    const auto size = static_cast<std::int64_t>(metis.neighbours.size() / 2 + metis.items.size());
    const auto seeds = static_cast<idx_t>(std::clamp<std::int64_t>(work / size, 1, mostSeeds));
    for (idx_t seed = 1; seed <= seeds && !stop.stop_requested(); ++seed) {
        const auto found = metisCut(metis, seed);
        if (!found)
            continue;
        ItemSides sides(graph.size(), 0);
        for (std::size_t i = 0; i < metis.items.size(); ++i)
            sides[metis.items[i]] = (*found)[i];
        keepCheaper(best, completed(graph, sides, onB));
        keepCheaper(best, completed(graph, Exchange(graph, std::move(sides), onB).run(), onB));
    }
    return best;
}

ExactSplit shaken(const CollapsedGraph& graph, ExactSplit split, std::int64_t onB, std::int64_t work,
                  const std::stop_token& stop) {
    std::vector<std::uint32_t> switches;
    for (std::uint32_t item = 0; item < graph.size(); ++item)
        if (!graph.isBundle[item])
            switches.push_back(item);
    const auto size = static_cast<std::int64_t>(graph.adjacency.edges.size() / 2 + switches.size());
    if (switches.size() < 4)
        return split;
    std::mt19937 random(1);
    constexpr std::int64_t kMost = 2'000;
    const std::int64_t rounds = std::clamp<std::int64_t>(work / size, 0, kMost);
    for (std::int64_t round = 0; round < rounds && !stop.stop_requested(); ++round) {
        ItemSides sides = split.sides;
        // As many from either side, each a switch and those around it.
        const std::size_t many = 2 + random() % std::max<std::size_t>(2, switches.size() / 40);
        for (const bool isOnB : {false, true}) {
            std::vector<std::uint32_t> near{switches[random() % switches.size()]};
            std::vector<std::uint8_t> isSeen(graph.size(), 0);
            isSeen[near.front()] = 1;
            std::size_t moved = 0;
            for (std::size_t i = 0; i < near.size() && moved < many; ++i) {
                if ((split.sides[near[i]] != 0) == isOnB) {
                    sides[near[i]] = isOnB ? 0 : 1;
                    ++moved;
                }
                for (const auto& edge : graph.adjacency.of(near[i]))
                    if (!graph.isBundle[edge.to] && !isSeen[edge.to]) {
                        isSeen[edge.to] = 1;
                        near.push_back(edge.to);
                    }
            }
        }
        auto other = completed(graph, Exchange(graph, std::move(sides), onB).run(), onB);
        if (other && other->capacity <= split.capacity)
            split = std::move(*other);
    }
    return split;
}

} // namespace rackwright
