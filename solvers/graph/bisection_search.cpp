// SPDX-License-Identifier: GPL-3.0-or-later
// Bound: cost so far, plus for each item still to be placed the cheaper of its cables to the two sides, plus what the
// balance forces on top (fractional knapsack of the differences), plus what splits those items among themselves (an
// embedding of all-to-all traffic in them alone). States with equal sides of all items that still have
// unplaced neighbours, and equal endpoints on B, differ in cost alone.
#include "solvers/graph/bisection_search.h"

#include "solvers/graph/lower_bounds.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace rackwright {

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max() / 4;

struct SearchState {
    std::uint64_t sides = 0; ///< of the open items, by slot
    std::int64_t onB = 0;
    std::int64_t cost = 0;
    std::uint32_t trail = 0; ///< how it came about
    bool isPartial = false;  ///< one bundle is split already
};

struct Trail {
    std::uint32_t before = 0;
    std::int64_t onB = 0; ///< of the item placed
};

/// Cables of an item to open items, grouped by capacity.
struct Pull {
    std::int64_t capacity = 0;
    std::uint64_t slots = 0;
};

class Search {
public:
    Search(const CollapsedGraph& graph, std::int64_t onB, std::int64_t upper, const SearchLimits& limits)
        : m_graph(graph), m_onB(onB), m_upper(upper), m_limits(limits) {}

    SearchAnswer run() {
        if (!findOrder())
            return {};
        m_trails.push_back({});
        std::vector<SearchState> states{{}};
        for (std::size_t step = 0; step < m_order.size(); ++step) {
            prepare(step);
            if (states.size() >= kWorthBounding)
                boundInside(step);
            std::vector<SearchState> next;
            for (const SearchState& state : states)
                if (!branch(state, step, next) || m_work > m_limits.work || m_limits.stop.stop_requested())
                    return {};
            states = std::move(next);
        }
        SearchAnswer answer;
        answer.isComplete = true;
        const auto best = std::ranges::min_element(states, {}, &SearchState::cost);
        if (best != states.end())
            answer.split = traced(*best);
        return answer;
    }

private:
    bool isBundle(std::uint32_t item) const { return m_graph.isBundle[item] != 0; }

    /// Items in an order that keeps few of them open; a bundle follows as soon as all its homes are placed. False when
    /// too many would be open.
    bool findOrder() {
        const std::size_t count = m_graph.size();
        if (static_cast<std::size_t>(std::ranges::count(m_graph.isBundle, 0)) > m_limits.items)
            return false;
        std::size_t fewest = std::numeric_limits<std::size_t>::max();
        std::vector<std::uint32_t> best;
        constexpr std::size_t kStarts = 24;
        std::vector<std::uint32_t> starts;
        for (std::uint32_t item = 0; item < count; ++item)
            if (!isBundle(item))
                starts.push_back(item);
        const std::size_t stride = std::max<std::size_t>(1, starts.size() / kStarts);
        for (std::size_t i = 0; i < starts.size(); i += stride) {
            auto [order, work] = orderFrom(starts[i]);
            if (work < fewest) {
                fewest = work;
                best = std::move(order);
            }
        }
        m_order = std::move(best);
        return !starts.empty() && assignSlots();
    }

    /// Greedy: next comes the item that leaves the fewest open. The second is the sum of 2^open, up to a bound.
    std::pair<std::vector<std::uint32_t>, std::size_t> orderFrom(std::uint32_t start) const {
        const std::size_t count = m_graph.size();
        std::vector<std::uint8_t> isPlaced(count, 0);
        std::vector<std::uint32_t> unplaced(count); // neighbours
        for (std::uint32_t item = 0; item < count; ++item)
            unplaced[item] = static_cast<std::uint32_t>(m_graph.adjacency.degree(item));
        std::vector<std::uint32_t> order;
        std::size_t work = 0, open = 0;
        const auto put = [&](std::uint32_t item) {
            order.push_back(item);
            isPlaced[item] = 1;
            open += !isBundle(item) && unplaced[item] > 0 ? 1 : 0;
            for (const auto& edge : m_graph.adjacency.of(item)) {
                --unplaced[edge.to];
                if (isPlaced[edge.to] && unplaced[edge.to] == 0 && !isBundle(edge.to))
                    --open;
            }
            work += std::size_t{1} << std::min<std::size_t>(open, 40);
        };
        const auto putBundles = [&](std::uint32_t home) {
            for (const auto& edge : m_graph.adjacency.of(home))
                if (isBundle(edge.to) && !isPlaced[edge.to] && unplaced[edge.to] == 0)
                    put(edge.to);
        };
        for (std::uint32_t next = start; next != kNone;) {
            put(next);
            putBundles(next);
            next = cheapestNext(isPlaced, unplaced);
        }
        for (std::uint32_t item = 0; item < count; ++item)
            if (!isPlaced[item])
                put(item);
        return {std::move(order), work};
    }

    std::uint32_t cheapestNext(const std::vector<std::uint8_t>& isPlaced,
                               const std::vector<std::uint32_t>& unplaced) const {
        std::uint32_t best = kNone;
        std::pair<int, int> bestKey{};
        for (std::uint32_t item = 0; item < m_graph.size(); ++item) {
            if (isPlaced[item] || isBundle(item))
                continue;
            int change = unplaced[item] > 0 ? 1 : 0, pulls = 0;
            for (const auto& edge : m_graph.adjacency.of(item))
                if (isPlaced[edge.to]) {
                    ++pulls;
                    change -= unplaced[edge.to] == 1 ? 1 : 0;
                }
            const std::pair key(change, -pulls);
            if (best == kNone || key < bestKey) {
                best = item;
                bestKey = key;
            }
        }
        return best;
    }

    bool assignSlots() {
        const std::size_t count = m_graph.size();
        std::vector<std::size_t> when(count);
        for (std::size_t i = 0; i < m_order.size(); ++i)
            when[m_order[i]] = i;
        std::vector<std::uint8_t> isUsed(64, 0);
        m_slot.assign(count, kNone);
        m_closed.resize(m_order.size());
        for (std::size_t step = 0; step < m_order.size(); ++step) {
            const std::uint32_t item = m_order[step];
            std::size_t last = 0;
            for (const auto& edge : m_graph.adjacency.of(item))
                last = std::max(last, when[edge.to]);
            if (!isBundle(item) && last > step) {
                const auto free = std::ranges::find(isUsed, 0);
                if (free == isUsed.end())
                    return false;
                *free = 1;
                m_slot[item] = static_cast<std::uint32_t>(free - isUsed.begin());
                m_closed[last].push_back(m_slot[item]);
            }
            for (const std::uint32_t slot : m_closed[step])
                isUsed[slot] = 0;
        }
        m_when = std::move(when);
        return true;
    }

    std::vector<Pull> pullsOf(std::uint32_t item, std::size_t before) const {
        std::vector<Pull> pulls;
        for (const auto& edge : m_graph.adjacency.of(item)) {
            if (m_when[edge.to] >= before || m_slot[edge.to] == kNone)
                continue;
            const auto same = std::ranges::find(pulls, edge.capacity, &Pull::capacity);
            Pull& pull = same != pulls.end() ? *same : pulls.emplace_back(Pull{edge.capacity, 0});
            pull.slots |= std::uint64_t{1} << m_slot[edge.to];
        }
        return pulls;
    }

    struct Waiting {
        std::vector<Pull> pulls;
        std::int64_t weight = 0;
        std::int64_t perEndpoint = 1; ///< bundles pay for each endpoint
    };

    void prepare(std::size_t step) {
        m_pulls = pullsOf(m_order[step], step);
        m_waiting.clear();
        m_freeWeight = 0;
        for (std::size_t i = step + 1; i < m_order.size(); ++i) {
            const std::uint32_t item = m_order[i];
            Waiting waiting{pullsOf(item, step + 1), m_graph.weight[item], 1};
            // The homes of a bundle that are not placed yet may stand where its endpoints do: no bound from it.
            const bool isWhole = !isBundle(item) || waiting.pulls.size() > 0;
            if (isBundle(item))
                waiting.perEndpoint = m_graph.weight[item];
            if (isWhole && !waiting.pulls.empty())
                m_waiting.push_back(std::move(waiting));
            else
                m_freeWeight += m_graph.weight[item];
        }
        m_table.assign(std::size_t{1} << 12, kNone);
        m_inside.clear();
    }

    /// What the items behind `step` cost among themselves at least, by how many of their endpoints stand on B: their
    /// cables to placed items, which `bound` counts, are others. Items with endpoints that can be cut off are left out.
    void boundInside(std::size_t step) {
        SwitchGraph rest;
        std::vector<std::uint32_t> number(m_graph.size(), kNone);
        for (std::size_t i = step + 1; i < m_order.size(); ++i) {
            const std::uint32_t item = m_order[i];
            if (isBundle(item))
                return;
            number[item] = static_cast<std::uint32_t>(rest.weight.size());
            rest.weight.push_back(m_graph.weight[item]);
            rest.total += m_graph.weight[item];
        }
        std::vector<Adjacency::Join> joins;
        for (std::size_t i = step + 1; i < m_order.size(); ++i)
            for (const auto& edge : m_graph.adjacency.of(m_order[i]))
                if (number[edge.to] != kNone && edge.to > m_order[i])
                    joins.push_back({number[m_order[i]], number[edge.to], edge.cables, edge.capacity});
        rest.adjacency = Adjacency(rest.weight.size(), joins);
        m_work += rest.weight.size() * rest.adjacency.edges.size();
        const auto load = allToAllLoad(rest, {}, m_limits.stop);
        if (!load)
            return;
        for (std::int64_t onB = 0; onB <= rest.total; ++onB)
            m_inside.push_back(
                cutRoundedUp(static_cast<double>(onB) * static_cast<double>(rest.total - onB) / *load, 1));
    }

    static std::int64_t toB(const std::vector<Pull>& pulls, std::uint64_t sides) {
        std::int64_t sum = 0;
        for (const Pull& pull : pulls)
            sum += pull.capacity * std::popcount(pull.slots & sides);
        return sum;
    }

    /// What the items that are still to come cost at least.
    std::int64_t bound(const SearchState& state) {
        std::int64_t sum = 0, wantB = 0;
        m_work += m_waiting.size() + 1;
        m_shifts.clear();
        for (const Waiting& item : m_waiting) {
            const std::int64_t ifA = toB(item.pulls, state.sides) * item.perEndpoint;
            const std::int64_t ifB = toB(item.pulls, ~state.sides) * item.perEndpoint;
            sum += std::min(ifA, ifB);
            wantB += ifB < ifA ? item.weight : 0;
            if (item.weight > 0)
                m_shifts.push_back({ifB - ifA, item.weight});
        }
        // Endpoints that have to go to the dearer side, cheapest first; those without cables to placed items are free.
        const std::int64_t missing = m_onB - state.onB - wantB;
        const bool toSideB = missing > 0;
        std::int64_t need = (toSideB ? missing - m_freeWeight : -missing);
        if (need <= 0)
            return sum;
        const auto moves = [&](const Shift& shift) { return toSideB ? shift.change >= 0 : shift.change < 0; };
        m_shifts.erase(std::remove_if(m_shifts.begin(), m_shifts.end(), [&](const Shift& s) { return !moves(s); }),
                       m_shifts.end());
        std::ranges::sort(m_shifts, [](const Shift& left, const Shift& right) {
            return std::abs(left.change) * right.weight < std::abs(right.change) * left.weight;
        });
        for (const Shift& shift : m_shifts) {
            const std::int64_t moved = std::min(need, shift.weight);
            sum += std::abs(shift.change) * moved / shift.weight; // rounded down
            need -= moved;
            if (need == 0)
                return sum;
        }
        return kNever;
    }

    bool branch(const SearchState& state, std::size_t step, std::vector<SearchState>& next) {
        const std::uint32_t item = m_order[step];
        const std::int64_t ifA = toB(m_pulls, state.sides), ifB = toB(m_pulls, ~state.sides);
        const std::int64_t weight = m_graph.weight[item];
        if (!isBundle(item))
            return place(state, 0, ifA, step, next) && place(state, 1, ifB, step, next);
        for (std::int64_t onB = 0; onB <= weight; ++onB) {
            const bool isPartial = onB > 0 && onB < weight;
            if (isPartial && state.isPartial)
                continue;
            SearchState made = state;
            made.isPartial |= isPartial;
            if (!keep(made, onB, onB, onB * ifB + (weight - onB) * ifA, step, next))
                return false;
        }
        return true;
    }

    bool place(const SearchState& state, std::int64_t side, std::int64_t cost, std::size_t step,
               std::vector<SearchState>& next) {
        const std::uint32_t item = m_order[step];
        SearchState made = state;
        if (side && m_slot[item] != kNone)
            made.sides |= std::uint64_t{1} << m_slot[item];
        return keep(made, side, side * m_graph.weight[item], cost, step, next);
    }

    /// False when there are too many states.
    bool keep(SearchState made, std::int64_t side, std::int64_t onB, std::int64_t cost, std::size_t step,
              std::vector<SearchState>& next) {
        made.cost += cost;
        made.onB += onB;
        if (made.cost >= m_upper || made.onB > m_onB)
            return true;
        for (const std::uint32_t slot : m_closed[step])
            made.sides &= ~(std::uint64_t{1} << slot);
        const auto missing = static_cast<std::size_t>(m_onB - made.onB);
        const std::int64_t inside = missing < m_inside.size() ? m_inside[missing] : 0;
        if (made.cost + inside + bound(made) >= m_upper)
            return true;
        const std::size_t at = slotOf(made, next);
        if (m_table[at] != kNone) {
            SearchState& old = next[m_table[at]];
            if (old.cost <= made.cost)
                return true;
            m_trails[old.trail] = {made.trail, side};
            made.trail = old.trail;
            old = made;
            return true;
        }
        if (next.size() >= m_limits.states)
            return false;
        m_trails.push_back({made.trail, side});
        made.trail = static_cast<std::uint32_t>(m_trails.size() - 1);
        m_table[at] = static_cast<std::uint32_t>(next.size());
        next.push_back(made);
        if (next.size() * 2 > m_table.size())
            grow(next);
        return true;
    }

    std::size_t slotOf(const SearchState& state, const std::vector<SearchState>& states) const {
        std::uint64_t hash = state.sides * 0x9e3779b97f4a7c15U;
        hash ^= (static_cast<std::uint64_t>(state.onB) * 2 + state.isPartial) * 0xbf58476d1ce4e5b9U;
        hash = (hash ^ (hash >> 29)) * 0x94d049bb133111ebU;
        for (std::size_t at = (hash ^ (hash >> 32)) & (m_table.size() - 1);; at = (at + 1) & (m_table.size() - 1)) {
            if (m_table[at] == kNone)
                return at;
            const SearchState& other = states[m_table[at]];
            if (other.sides == state.sides && other.onB == state.onB && other.isPartial == state.isPartial)
                return at;
        }
    }

    void grow(const std::vector<SearchState>& states) {
        m_table.assign(m_table.size() * 4, kNone);
        for (std::size_t i = 0; i < states.size(); ++i)
            m_table[slotOf(states[i], states)] = static_cast<std::uint32_t>(i);
    }

    ExactSplit traced(const SearchState& best) const {
        ExactSplit split{best.cost, ItemSides(m_graph.size(), 0)};
        std::uint32_t trail = best.trail;
        for (std::size_t step = m_order.size(); step-- > 0; trail = m_trails[trail].before)
            split.sides[m_order[step]] = m_trails[trail].onB;
        return split;
    }

    struct Shift {
        std::int64_t change = 0, weight = 0;
    };
    static constexpr std::uint32_t kNone = ~0U;
    static constexpr std::size_t kWorthBounding = 256; ///< states

    const CollapsedGraph& m_graph;
    const std::int64_t m_onB, m_upper;
    const SearchLimits& m_limits;
    std::vector<std::uint32_t> m_order, m_slot;
    std::vector<std::size_t> m_when;
    std::vector<std::vector<std::uint32_t>> m_closed; ///< slots that end with each step
    std::vector<Pull> m_pulls;                        ///< of the item being placed
    std::vector<Waiting> m_waiting;
    std::int64_t m_freeWeight = 0; ///< of waiting items without cables to open ones
    std::vector<Shift> m_shifts;
    std::vector<std::int64_t> m_inside; ///< least cost of what is still to come among itself, by endpoints on B
    std::vector<std::uint32_t> m_table;
    std::vector<Trail> m_trails;
    std::size_t m_work = 0;
};

} // namespace

SearchAnswer searchBisection(const CollapsedGraph& graph, std::int64_t onB, std::int64_t upper,
                             const SearchLimits& limits) {
    return Search(graph, onB, upper, limits).run();
}

} // namespace rackwright
