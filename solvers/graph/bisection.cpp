// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/graph/bisection.h"

#include "model/base/check.h"
#include "solvers/graph/bisection_search.h"
#include "solvers/graph/lower_bounds.h"
#include "solvers/graph/partition.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

namespace rackwright {

namespace {

/// Which sums up to a limit can be made of weights that are there so many times each: one bit a sum.
class ReachableSums {
public:
    explicit ReachableSums(std::int64_t limit) : m_limit(limit), m_words(static_cast<std::size_t>(limit / 64 + 1), 0) {
        m_words[0] = 1;
    }
    /// False when it was stopped.
    bool add(std::int64_t weight, std::int64_t count, const std::stop_token& stop) {
        // 1, 2, 4, ... of them and the rest: together any number.
        for (std::int64_t times = 1; count > 0 && !isReached(m_limit); count -= times, times *= 2) {
            if (stop.stop_requested())
                return false;
            times = std::min(times, count);
            if (weight <= m_limit / times)
                addOnce(static_cast<std::size_t>(weight * times));
        }
        return true;
    }
    std::int64_t largest() const {
        std::int64_t sum = m_limit;
        while (!isReached(sum))
            --sum;
        return sum;
    }

private:
    bool isReached(std::int64_t sum) const {
        return (m_words[static_cast<std::size_t>(sum / 64)] >> sum % 64 & 1U) != 0;
    }

    void addOnce(std::size_t sum) {
        const std::size_t words = sum / 64, bits = sum % 64;
        for (std::size_t i = m_words.size(); i-- > words;) {
            std::uint64_t moved = m_words[i - words] << bits;
            if (bits > 0 && i > words)
                moved |= m_words[i - words - 1] >> (64 - bits);
            m_words[i] |= moved;
        }
    }

    std::int64_t m_limit;
    std::vector<std::uint64_t> m_words;
};

/// Endpoints that stand on a side together, in lots by weight, and those that stand alone.
struct Glue {
    std::map<std::int64_t, std::int64_t> lots; ///< weight, in units, and how many
    std::int64_t unit = 1;                     ///< that all weights are multiples of
    std::int64_t free = 0;

    explicit Glue(const CollapsedGraph& graph) {
        for (std::uint32_t item = 0; item < graph.size(); ++item)
            if (graph.isBundle[item])
                free += graph.weight[item];
            else if (graph.weight[item] > 0)
                ++lots[graph.weight[item]];
        std::int64_t common = 0;
        for (const auto& [weight, count] : lots)
            common = std::gcd(common, weight);
        unit = std::max<std::int64_t>(1, common);
        decltype(lots) inUnits;
        for (const auto& [weight, count] : lots)
            inUnits.emplace(weight / unit, count);
        lots = std::move(inUnits);
    }
    bool isTooLarge(std::int64_t half) const {
        // 128 MB of sums, and a few seconds to go through them.
        constexpr std::int64_t mostSums = 1'000'000'000, mostWork = 200'000'000'000;
        std::int64_t rounds = 0;
        for (const auto& [weight, count] : lots)
            rounds += std::bit_width(static_cast<std::uint64_t>(count));
        const std::int64_t sums = half / unit;
        return free < half && lots.size() > 1 && (sums > mostSums || sums * rounds > mostWork);
    }
};

/// The largest number of endpoints that a side can hold without being the larger one; nothing where it is not worked
/// out, or was stopped.
std::optional<std::int64_t> halfOf(const CollapsedGraph& graph, const std::stop_token& stop) {
    const std::int64_t half = graph.total / 2;
    const Glue glue(graph);
    if (glue.free >= half)
        return half;
    if (glue.isTooLarge(half))
        return std::nullopt;
    if (glue.lots.size() == 1) {
        const auto [weight, count] = *glue.lots.begin(); // one unit each
        return std::min(half, std::min(half / glue.unit, count) * glue.unit + glue.free);
    }
    ReachableSums sums(half / glue.unit);
    for (const auto& [weight, count] : glue.lots)
        if (!sums.add(weight, count, stop))
            return std::nullopt;
    return std::min(half, sums.largest() * glue.unit + glue.free);
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
        const auto half = halfOf(m_small, m_stop);
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
    bool isQuick() const { return m_effort != Effort::Thorough; }
    bool isForBounds() const { return m_effort == Effort::Bounds || m_effort == Effort::Sketch; }
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
        // Of what is small enough the others say more.
        if (switchItems() > kWorthSearching && m_onB > 0)
            raise(connectedBound(m_graph, m_onB), BoundProof::Connected);
        if (isDone())
            return;
        take(splitByOrder(m_small, naturalOrder(m_small), m_onB));
        if (isDone())
            return;
        constexpr std::size_t kFew = 12, kMany = 20;
        // Most enumerations that reach their end are over soon. Others begin anew below, with a cut that leaves less to
        // enumerate: so what the first would prove in more time is proven then, and what neither can is tried once.
        constexpr std::uint64_t kSoon = 8;
        if (!enumerate(kFew, isForBounds() ? kSoon : 1))
            bound(switches);
        if (!isDone() && switchItems() <= kWorthSearching)
            search();
        if (!isDone() && m_effort != Effort::Sketch)
            enumerate(kMany);
    }

    /// `share`: the how-manieth part of the work that the effort allows.
    bool enumerate(std::size_t classesAtOnce, std::uint64_t share = 1) {
        EnumerationLimits limits;
        limits.classesAtOnce = classesAtOnce;
        limits.stop = m_stop;
        if (isQuick())
            limits.operations /= 6;
        limits.operations /= share;
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
        take(splitByMetis(m_small, m_onB, isQuick() ? 250'000 : 6'000'000, isQuick() ? 30 : 200, m_stop));
        if (isDone())
            return;
        if (switches && !((embedding || grouped) && isQuick()))
            addSpectral(*switches);
        if (!isDone() && !isQuick())
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
            raise(spreadBound(m_small, m_onB, m_answer.lower, m_stop), BoundProof::Spread);
    }

    SearchLimits searchLimits() const {
        SearchLimits limits;
        limits.stop = m_stop;
        if (isQuick()) {
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

BisectionLack lackOfBisection(const FabricGraph& graph) {
    const CollapsedGraph small = collapsed(graph);
    if (small.total == 0)
        return BisectionLack::NoEndpoints;
    return Glue(small).isTooLarge(small.total / 2) ? BisectionLack::TooMuchGlue : BisectionLack::NoneFound;
}

} // namespace rackwright
