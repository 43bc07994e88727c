// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/bisection.h"

#include "model/base/check.h"
#include "solvers/fabric/bisection_search.h"
#include "solvers/fabric/lower_bounds.h"
#include "solvers/fabric/partition.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace rackwright {

namespace {

/// The largest number of endpoints that a side can hold without being the larger one.
std::optional<std::int64_t> halfOf(const CollapsedGraph& graph) {
    const std::int64_t half = graph.total / 2;
    std::map<std::int64_t, std::int64_t> glued; // weight and how many
    std::int64_t free = 0;
    for (std::uint32_t item = 0; item < graph.size(); ++item) {
        if (graph.isBundle[item])
            free += graph.weight[item];
        else if (graph.weight[item] > 0)
            ++glued[graph.weight[item]];
    }
    if (free >= half)
        return half;
    if (glued.size() == 1 && free == 0)
        return half / glued.begin()->first * glued.begin()->first;
    constexpr std::int64_t kLargest = 200'000'000;
    if (half * static_cast<std::int64_t>(glued.size()) > kLargest)
        return std::nullopt;
    // left[s]: how many of the weight at hand remain when the sum s is reached with fewest of them; -1: not reached.
    std::vector<std::int64_t> left(static_cast<std::size_t>(half) + 1, -1);
    left[0] = 0;
    for (const auto& [weight, count] : glued)
        for (std::size_t sum = 0; sum < left.size(); ++sum) {
            if (left[sum] >= 0)
                left[sum] = count;
            else if (sum >= static_cast<std::size_t>(weight) && left[sum - static_cast<std::size_t>(weight)] > 0)
                left[sum] = left[sum - static_cast<std::size_t>(weight)] - 1;
        }
    for (std::int64_t sum = half; sum >= 0; --sum)
        if (left[static_cast<std::size_t>(sum)] >= 0)
            return std::min(half, sum + free);
    return std::nullopt;
}

std::vector<std::uint32_t> naturalOrder(const CollapsedGraph& graph) {
    std::vector<std::uint32_t> order(graph.size());
    std::iota(order.begin(), order.end(), 0U);
    return order;
}

std::vector<std::uint32_t> orderByValue(const CollapsedGraph& graph, const std::vector<double>& value) {
    std::vector<std::uint32_t> switches;
    for (std::uint32_t item = 0; item < graph.size(); ++item)
        if (!graph.isBundle[item])
            switches.push_back(item);
    std::vector<std::uint32_t> order(switches.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return value[i]; });
    for (std::uint32_t& i : order)
        i = switches[i];
    return order;
}

class Solve {
public:
    Solve(const FabricGraph& graph, Effort effort, const std::optional<BisectionTheorem>& theorem, std::stop_token stop)
        : m_graph(graph), m_effort(effort), m_theorem(theorem), m_stop(std::move(stop)),
          m_small(collapsed(graph, m_stop)) {}

    std::optional<Bisection> run() {
        const auto half = halfOf(m_small);
        if (m_small.total == 0 || !half)
            return std::nullopt;
        m_onB = *half;
        m_answer.endpoints = m_small.total;
        m_answer.onB = m_onB;
        m_answer.onA = m_small.total - m_onB;
        solve();
        return counted();
    }

private:
    /// Nothing more is to be proven, or nobody waits for it.
    bool isDone() const { return m_stop.stop_requested() || (m_best && m_answer.lower == m_best->capacity); }

    void take(std::optional<ExactSplit> split) {
        if (split && (!m_best || split->capacity < m_best->capacity))
            m_best = std::move(split);
    }

    void raise(std::optional<std::int64_t> lower, BoundProof proof) {
        if (lower && *lower > m_answer.lower) {
            m_answer.lower = std::min(*lower, m_best ? m_best->capacity : *lower);
            m_answer.lowerProof = proof;
        }
    }

    void settle(BoundProof proof) {
        m_answer.lower = m_best->capacity;
        m_answer.lowerProof = proof;
    }

    std::int64_t upper() const { return m_best ? m_best->capacity : std::numeric_limits<std::int64_t>::max() / 8; }
    std::size_t switchItems() const { return static_cast<std::size_t>(std::ranges::count(m_small.isBundle, 0)); }

    void solve() {
        m_answer.lowerProof = m_onB == 0 ? BoundProof::Trivial : BoundProof::Disconnected;
        // All switches on one side: endpoint cables alone are cut.
        take(completed(m_small, ItemSides(m_small.size(), 0), m_onB));
        if (isDone())
            return;
        const auto switches = m_graph.symmetries.empty() ? switchGraph(m_small) : switchGraph(m_graph);
        if (switches)
            raise(hoseBound(*switches, m_onB), BoundProof::Permutation);
        if (isDone())
            return;
        take(splitByOrder(m_small, naturalOrder(m_small), m_onB));
        if (isDone())
            return;
        constexpr std::size_t kFew = 12, kMany = 20;
        if (!enumerate(kFew))
            bound(switches);
        if (!isDone() && switchItems() <= kWorthSearching)
            search();
        if (!isDone())
            enumerate(kMany);
    }

    bool enumerate(std::size_t classesAtOnce) {
        EnumerationLimits limits;
        limits.classesAtOnce = classesAtOnce;
        limits.stop = m_stop;
        if (m_effort == Effort::Quick)
            limits.operations /= 6;
        auto split = enumerateClasses(m_small, m_onB, upper(), limits);
        if (!split)
            return false;
        take(std::move(split));
        settle(BoundProof::Enumeration);
        return true;
    }

    void search() {
        const SearchAnswer answer = searchBisection(m_small, m_onB, upper(), searchLimits());
        if (!answer.isComplete)
            return;
        take(answer.split);
        if (m_best)
            settle(BoundProof::Search);
    }

    void bound(const std::optional<SwitchGraph>& switches) {
        const bool isTheoremAtHand = m_theorem && switchItems() > kSolvedBySearch;
        std::optional<std::int64_t> embedding;
        const auto grouped = switches ? groupBound(*switches, m_onB) : std::nullopt;
        raise(grouped, BoundProof::GroupRouting);
        if (isDone())
            return;
        const bool isWanted = !grouped || m_effort == Effort::Thorough;
        if (switches && isWanted &&
            (switchItems() <= kSolvedBySearch || !isTheoremAtHand || !m_graph.symmetries.empty()))
            embedding = embeddingBound(*switches, m_onB, m_graph.symmetries, m_stop);
        raise(embedding, BoundProof::Embedding);
        if (isDone())
            return;
        if (isTheoremAtHand)
            raise(m_theorem->capacity, BoundProof::ProductTheorem);
        if (isDone())
            return;
        const bool isQuick = m_effort == Effort::Quick;
        take(splitByMetis(m_small, m_onB, isQuick ? 250'000 : 6'000'000, isQuick ? 30 : 200, m_stop));
        if (isDone())
            return;
        if (switches && !((embedding || grouped) && m_effort == Effort::Quick))
            addSpectral(*switches);
        if (!isDone() && !isQuick)
            refine(switches);
    }

    /// What only those wait for who have time.
    void refine(const std::optional<SwitchGraph>& switches) {
        constexpr std::int64_t kWork = 6'000'000;
        if (m_best)
            take(shaken(m_small, *m_best, m_onB, kWork, m_stop));
        if (!isDone() && switches && m_spectral) {
            const auto raised = raisedSpectralBound(*switches, m_onB, upper(), *m_spectral, m_stop);
            raise(raised ? std::optional(raised->capacity) : std::nullopt, BoundProof::RaisedSpectral);
            if (raised && !isDone())
                take(splitByOrder(m_small, orderByValue(m_small, raised->vector), m_onB));
        }
        if (!isDone())
            raise(spreadBound(m_small, m_onB, m_stop), BoundProof::Spread);
    }

    SearchLimits searchLimits() const {
        SearchLimits limits;
        limits.stop = m_stop;
        if (m_effort == Effort::Quick) {
            limits.states /= 20;
            limits.work /= 20;
        }
        return limits;
    }

    void addSpectral(const SwitchGraph& switches) {
        const auto spectral = spectralBound(switches, m_onB);
        if (!spectral)
            return;
        m_spectral = spectral;
        raise(spectral->capacity, BoundProof::Spectral);
        if (!isDone())
            take(splitByOrder(m_small, orderByValue(m_small, spectral->vector), m_onB));
    }

    /// Fills in the witness and counts it on the links of the graph, whatever the way it was found.
    std::optional<Bisection> counted() {
        if (!m_best)
            return std::nullopt;
        m_answer.witness = expanded(m_small, m_graph, m_best->sides);
        const CutCount count = countCut(m_graph, m_answer.witness);
        RW_CHECK(count.isValid && count.onB == m_onB && count.capacity == m_best->capacity,
                 "a split of the collapsed fabric expands to a cut of equal cost and balance");
        m_answer.upper = count.capacity;
        m_answer.cutCables = count.cables;
        RW_CHECK(m_answer.lower <= m_answer.upper, "no cut is cheaper than a proven bound");
        m_answer.injection = smallerInjection();
        return m_answer;
    }

    /// What `onB` endpoints can send, cheapest first; 0 where an endpoint is glued to a switch.
    std::int64_t smallerInjection() const {
        std::vector<std::pair<std::int64_t, std::int64_t>> speeds;
        const std::vector<std::int64_t> each = endpointSpeeds(m_graph);
        for (std::size_t i = 0; i < each.size(); ++i) {
            if (each[i] == 0)
                return 0;
            speeds.emplace_back(each[i], m_graph.endpoints[i].count);
        }
        std::ranges::sort(speeds);
        std::int64_t left = m_onB, sum = 0;
        for (const auto& [capacity, count] : speeds) {
            sum += std::min(left, count) * capacity;
            left -= std::min(left, count);
        }
        return sum;
    }

    static constexpr std::size_t kSolvedBySearch = 40, kWorthSearching = 160;

    const FabricGraph& m_graph;
    const Effort m_effort;
    const std::optional<BisectionTheorem>& m_theorem;
    const std::stop_token m_stop;
    const CollapsedGraph m_small;
    std::int64_t m_onB = 0;
    std::optional<ExactSplit> m_best;
    std::optional<SpectralBound> m_spectral;
    Bisection m_answer;
};

} // namespace

std::optional<Bisection> bisectionOf(const FabricGraph& graph, Effort effort,
                                     const std::optional<BisectionTheorem>& theorem, std::stop_token stop) {
    return Solve(graph, effort, theorem, std::move(stop)).run();
}

} // namespace rackwright
