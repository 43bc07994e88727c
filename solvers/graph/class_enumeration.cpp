// SPDX-License-Identifier: GPL-3.0-or-later
// With the sides of all switches fixed the cost is linear in the endpoints of each bundle that stand on side B, and one
// sum ties them: a cheapest split has at most one bundle that is neither whole on A nor whole on B. So each part of the
// fabric is a table from "endpoints on B" to cost, once with whole bundles only and once with one partial bundle, and
// parts that share no switch combine by min-plus sums.
#include "solvers/graph/class_enumeration.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr std::int64_t kNoCut = std::numeric_limits<std::int64_t>::max() / 4;

/// Where an enumerated switch stands: at which depth of the decomposition and at which place there.
struct Place {
    std::uint32_t depth = 0, index = 0;
    auto operator<=>(const Place&) const = default;
};

struct OuterEdge {
    Place to;
    std::int64_t capacity = 0;
    auto operator<=>(const OuterEdge&) const = default;
};

/// Parts of the fabric that are alike, outside neighbours included.
struct PartClass {
    bool isBundle = false;
    std::uint32_t depth = 0;
    std::vector<std::int64_t> weight;          ///< of each enumerated switch, or of the bundle
    std::vector<std::vector<OuterEdge>> outer; ///< of each: to what was enumerated before, and to earlier ones of these
    std::vector<std::pair<std::uint32_t, std::uint32_t>> children; ///< class and how many
    std::vector<Place> boundary;                                   ///< outside places that the part depends on
};

struct PartInstance {
    std::uint32_t partClass = 0;
    std::vector<std::uint32_t> items;
    std::vector<std::uint32_t> children; ///< parts, by class
};

struct State {
    std::int64_t onB = 0, cost = 0;
};
using States = std::vector<State>; ///< sorted by `onB`, each once

enum class Form : std::uint8_t { Nothing, Bundle, Sum, Choice };

/// A table of a part or of several, with what it was made of.
struct TableNode {
    Form form = Form::Nothing;
    std::uint32_t parts = 0;           ///< how many it covers
    States whole, partial;             ///< without and with one partial bundle
    std::uint32_t left = 0, right = 0; ///< of a sum
    struct Option {
        std::uint32_t node = 0;
        std::uint64_t sides = 0;
        std::int64_t weight = 0, cost = 0;
    };
    std::vector<Option> options; ///< of a choice: one for each set of sides
};

// Nearly all the time of an enumeration is spent here: processors with wide registers take several at once.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define RW_WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"), optimize("O3")))
#else
#define RW_WIDE
#endif
/// least[i] becomes the smaller of itself and costs[i] + more.
RW_WIDE void lowerTo(std::int64_t* __restrict least, const std::int64_t* __restrict costs, std::size_t count,
                     std::int64_t more) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t cost = costs[i] + more;
        least[i] = cost < least[i] ? cost : least[i];
    }
}
#undef RW_WIDE

class Enumerator {
public:
    Enumerator(const CollapsedGraph& graph, std::int64_t onB, std::int64_t upper, const EnumerationLimits& limits)
        : m_graph(graph), m_onB(onB), m_upper(upper), m_limits(limits) {}

    std::optional<ExactSplit> run() {
        findLevels();
        findColours();
        m_place.resize(m_graph.size());
        m_isPlaced.assign(m_graph.size(), 0);
        m_part.assign(m_graph.size(), 0);
        std::vector<std::uint32_t> all;
        for (std::uint32_t item = 0; item < m_graph.size(); ++item)
            if (m_level[item] != kUnreached)
                all.push_back(item);
        findUnit();
        m_nodes.push_back({});
        m_nodes[0].whole.push_back({0, 0});
        std::vector<std::uint32_t> roots;
        for (const auto& items : components(all))
            roots.push_back(build(items, 0));
        if (!m_isFeasible)
            return std::nullopt;
        sortByClass(roots);
        const std::uint32_t top =
            roots.size() == 1 ? tableOf(m_instances[roots[0]].partClass, m_onB) : sumOf(counted(roots), m_onB);
        if (!m_isFeasible)
            return std::nullopt;
        return traced(top, roots);
    }

private:
    static constexpr std::uint32_t kUnreached = ~0U;

    /// Distance from the endpoints: cores are farthest. A switch with glued endpoints has one side and stands above all
    /// bundles, which may be split.
    void findLevels() {
        m_level.assign(m_graph.size(), kUnreached);
        std::vector<std::uint32_t> queue;
        const auto start = [&](bool isBundle, std::uint32_t level) {
            for (std::uint32_t item = 0; item < m_graph.size(); ++item)
                if (m_graph.weight[item] > 0 && (m_graph.isBundle[item] != 0) == isBundle) {
                    m_level[item] = level;
                    queue.push_back(item);
                }
        };
        start(true, 0);
        start(false, queue.empty() ? 0 : 1);
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (const auto& edge : m_graph.adjacency.of(queue[i]))
                if (m_level[edge.to] == kUnreached) {
                    m_level[edge.to] = m_level[queue[i]] + 1;
                    queue.push_back(edge.to);
                }
    }

    /// Equal for switches that look alike from near: puts those of like parts into like order.
    void findColours() {
        const auto mixed = [](std::uint64_t value) {
            value = (value ^ (value >> 31)) * 0x9e3779b97f4a7c15U;
            return value ^ (value >> 29);
        };
        m_colour.resize(m_graph.size());
        for (std::uint32_t item = 0; item < m_graph.size(); ++item)
            m_colour[item] = mixed(static_cast<std::uint64_t>(m_graph.weight[item]) * 2 + m_graph.isBundle[item] + 7);
        constexpr int kRounds = 4;
        for (int round = 0; round < kRounds; ++round) {
            std::vector<std::uint64_t> next(m_graph.size());
            for (std::uint32_t item = 0; item < m_graph.size(); ++item) {
                std::uint64_t sum = 0;
                for (const auto& edge : m_graph.adjacency.of(item))
                    sum += mixed(m_colour[edge.to] + static_cast<std::uint64_t>(edge.capacity) * 0x2545f4914f6cdd1dU);
                next[item] = mixed(m_colour[item] * 3 + mixed(sum));
            }
            m_colour = std::move(next);
        }
    }

    void findUnit() {
        m_unit = 0;
        for (const std::int64_t weight : m_graph.weight)
            m_unit = std::gcd(m_unit, weight);
        m_unit = std::max<std::int64_t>(m_unit, 1);
    }

    std::vector<std::vector<std::uint32_t>> components(const std::vector<std::uint32_t>& items) {
        const std::uint32_t inside = ++m_stamp, seen = ++m_stamp;
        for (const std::uint32_t item : items)
            m_part[item] = inside;
        std::vector<std::vector<std::uint32_t>> found;
        for (const std::uint32_t start : items) {
            if (m_part[start] != inside)
                continue;
            std::vector<std::uint32_t> part{start};
            m_part[start] = seen;
            for (std::size_t i = 0; i < part.size(); ++i)
                for (const auto& edge : m_graph.adjacency.of(part[i]))
                    if (m_part[edge.to] == inside) {
                        m_part[edge.to] = seen;
                        part.push_back(edge.to);
                    }
            found.push_back(std::move(part));
        }
        return found;
    }

    void sortByClass(std::vector<std::uint32_t>& parts) const {
        std::ranges::stable_sort(parts, {}, [&](std::uint32_t part) { return m_instances[part].partClass; });
    }

    std::vector<std::pair<std::uint32_t, std::uint32_t>> counted(const std::vector<std::uint32_t>& sorted) const {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> counts;
        for (const std::uint32_t part : sorted) {
            const std::uint32_t partClass = m_instances[part].partClass;
            if (counts.empty() || counts.back().first != partClass)
                counts.emplace_back(partClass, 0);
            ++counts.back().second;
        }
        return counts;
    }

    /// Takes the items farthest from the endpoints out of a connected part, and so on with what falls apart.
    std::uint32_t build(const std::vector<std::uint32_t>& part, std::uint32_t depth) {
        PartInstance instance;
        std::uint32_t top = 0;
        for (const std::uint32_t item : part)
            top = std::max(top, m_level[item]);
        std::vector<std::uint32_t> rest;
        for (const std::uint32_t item : part)
            (m_level[item] == top ? instance.items : rest).push_back(item);
        if (instance.items.size() > m_limits.classesAtOnce) {
            m_isFeasible = false;
            return 0;
        }
        std::ranges::sort(instance.items, [&](std::uint32_t left, std::uint32_t right) {
            return m_colour[left] != m_colour[right] ? m_colour[left] < m_colour[right] : left < right;
        });
        PartClass made;
        made.depth = depth;
        made.isBundle = m_graph.isBundle[instance.items.front()] != 0;
        for (std::uint32_t index = 0; index < instance.items.size(); ++index)
            place(instance.items[index], {depth, index}, made);
        for (const auto& items : components(rest)) {
            instance.children.push_back(build(items, depth + 1));
            if (!m_isFeasible)
                return 0;
        }
        sortByClass(instance.children);
        made.children = counted(instance.children);
        for (const std::uint32_t item : instance.items)
            m_isPlaced[item] = 0;
        findBoundary(made);
        instance.partClass = numberOf(std::move(made));
        m_instances.push_back(std::move(instance));
        return static_cast<std::uint32_t>(m_instances.size() - 1);
    }

    void place(std::uint32_t item, Place at, PartClass& made) {
        made.weight.push_back(m_graph.weight[item]);
        std::vector<OuterEdge> outer;
        for (const auto& edge : m_graph.adjacency.of(item))
            if (m_isPlaced[edge.to])
                outer.push_back({m_place[edge.to], edge.capacity});
        std::ranges::sort(outer);
        made.outer.push_back(std::move(outer));
        m_place[item] = at;
        m_isPlaced[item] = 1;
    }

    void findBoundary(PartClass& made) const {
        for (const auto& edges : made.outer)
            for (const OuterEdge& edge : edges)
                if (edge.to.depth < made.depth)
                    made.boundary.push_back(edge.to);
        for (const auto& [child, count] : made.children)
            for (const Place& place : m_classes[child].boundary)
                if (place.depth < made.depth)
                    made.boundary.push_back(place);
        std::ranges::sort(made.boundary);
        made.boundary.erase(std::unique(made.boundary.begin(), made.boundary.end()), made.boundary.end());
    }

    std::uint32_t numberOf(PartClass made) {
        std::vector<std::int64_t> key{made.isBundle ? 1 : 0, made.depth};
        for (std::size_t i = 0; i < made.weight.size(); ++i) {
            key.push_back(made.weight[i]);
            key.push_back(static_cast<std::int64_t>(made.outer[i].size()));
            for (const OuterEdge& edge : made.outer[i])
                key.insert(key.end(), {edge.to.depth, edge.to.index, edge.capacity});
        }
        key.push_back(-1);
        for (const auto& [child, count] : made.children)
            key.insert(key.end(), {child, count});
        const auto [entry, isNew] = m_numbers.emplace(std::move(key), static_cast<std::uint32_t>(m_classes.size()));
        if (isNew)
            m_classes.push_back(std::move(made));
        return entry->second;
    }

    bool isOnB(Place place) const { return (m_sides[place.depth] >> place.index & 1U) != 0; }
    void setSides(std::uint32_t depth, std::uint64_t sides) {
        if (m_sides.size() <= depth)
            m_sides.resize(depth + 1);
        m_sides[depth] = sides;
    }

    using Target = std::optional<std::int64_t>; ///< the only number on B that is asked for

    std::uint32_t tableOf(std::uint32_t partClass, Target target = std::nullopt) {
        if (!m_isFeasible)
            return 0;
        std::vector<std::uint64_t> key{partClass, 0};
        const auto& boundary = m_classes[partClass].boundary;
        for (std::size_t i = 0; i < boundary.size(); ++i) {
            if (i > 0 && i % 64 == 0)
                key.push_back(0);
            key.back() |= static_cast<std::uint64_t>(isOnB(boundary[i])) << (i % 64);
        }
        if (const auto known = m_tables.find(key); known != m_tables.end() && !target)
            return known->second;
        TableNode node = m_classes[partClass].isBundle ? bundleTable(m_classes[partClass])
                                                       : choiceTable(m_classes[partClass], target);
        node.parts = 1;
        m_nodes.push_back(std::move(node));
        const auto number = static_cast<std::uint32_t>(m_nodes.size() - 1);
        m_tables.emplace(std::move(key), number);
        return number;
    }

    TableNode bundleTable(const PartClass& bundle) {
        TableNode node;
        node.form = Form::Bundle;
        std::int64_t toA = 0, toB = 0;
        for (const OuterEdge& edge : bundle.outer.front())
            (isOnB(edge.to) ? toB : toA) += edge.capacity;
        const std::int64_t count = bundle.weight.front();
        const auto costOf = [&](std::int64_t onB) { return onB * toA + (count - onB) * toB; };
        for (const std::int64_t onB : {std::int64_t{0}, count})
            if (costOf(onB) <= m_upper)
                node.whole.push_back({onB, costOf(onB)});
        for (std::int64_t onB = m_onB % m_unit; onB < count; onB += m_unit)
            if (onB > 0 && costOf(onB) <= m_upper)
                node.partial.push_back({onB, costOf(onB)});
        m_operations += node.partial.size() + 2;
        return node;
    }

    TableNode choiceTable(const PartClass& part, Target target) {
        TableNode node;
        node.form = Form::Choice;
        const std::uint64_t sets = std::uint64_t{1} << part.weight.size();
        for (std::uint64_t sides = 0; sides < sets && m_isFeasible; ++sides) {
            setSides(part.depth, sides);
            TableNode::Option option;
            option.sides = sides;
            for (std::size_t i = 0; i < part.weight.size(); ++i) {
                const bool onB = (sides >> i & 1U) != 0;
                option.weight += onB ? part.weight[i] : 0;
                for (const OuterEdge& edge : part.outer[i])
                    option.cost += isOnB(edge.to) != onB ? edge.capacity : 0;
            }
            m_operations += part.weight.size() + 1;
            if (option.cost > m_upper)
                continue;
            const Target rest = target ? Target(*target - option.weight) : std::nullopt;
            option.node = sumOf(part.children, rest);
            node.options.push_back(option);
            checkWork();
        }
        for (const bool isPartial : {false, true})
            (isPartial ? node.partial : node.whole) = cheapestOf(node.options, isPartial);
        return node;
    }

    States cheapestOf(const std::vector<TableNode::Option>& options, bool isPartial) {
        const auto statesOf = [&](const TableNode::Option& option) -> const States& {
            return isPartial ? m_nodes[option.node].partial : m_nodes[option.node].whole;
        };
        std::size_t count = 0;
        std::int64_t from = kNoCut, to = -kNoCut;
        for (const TableNode::Option& option : options)
            if (const States& states = statesOf(option); !states.empty()) {
                count += states.size();
                from = std::min(from, states.front().onB + option.weight);
                to = std::max(to, states.back().onB + option.weight);
            }
        if (count == 0)
            return {};
        const auto range = static_cast<std::uint64_t>((to - from) / m_unit + 1);
        if (count < range / 8) {
            States all;
            for (const TableNode::Option& option : options)
                for (const State& state : statesOf(option))
                    if (state.cost + option.cost <= m_upper)
                        all.push_back({state.onB + option.weight, state.cost + option.cost});
            m_operations += all.size();
            return cheapest(std::move(all));
        }
        m_dense.assign(static_cast<std::size_t>(range), kNoCut);
        for (const TableNode::Option& option : options)
            for (const State& state : statesOf(option)) {
                const std::int64_t cost = state.cost + option.cost;
                m_operations += cost <= m_upper ? 1 : 0;
                std::int64_t& known = m_dense[static_cast<std::size_t>((state.onB + option.weight - from) / m_unit)];
                known = std::min(known, cost);
            }
        return statesFrom(from);
    }

    /// What is cheap enough of `m_dense`, whose first number is `from`.
    States statesFrom(std::int64_t from) const {
        States states;
        for (std::size_t i = 0; i < m_dense.size(); ++i)
            if (m_dense[i] <= m_upper)
                states.push_back({from + static_cast<std::int64_t>(i) * m_unit, m_dense[i]});
        return states;
    }

    static States cheapest(States states) {
        std::ranges::sort(states, [](const State& left, const State& right) {
            return left.onB != right.onB ? left.onB < right.onB : left.cost < right.cost;
        });
        const auto sameOnB = [](const State& left, const State& right) { return left.onB == right.onB; };
        states.erase(std::unique(states.begin(), states.end(), sameOnB), states.end());
        return states;
    }

    static States cheaper(const States& left, const States& right) {
        States states;
        states.reserve(left.size() + right.size());
        auto l = left.begin(), r = right.begin();
        while (l != left.end() && r != right.end())
            if (l->onB != r->onB) {
                states.push_back(l->onB < r->onB ? *l++ : *r++);
            } else {
                states.push_back(l->cost <= r->cost ? *l : *r);
                ++l;
                ++r;
            }
        states.insert(states.end(), l, left.end());
        states.insert(states.end(), r, right.end());
        return states;
    }

    bool isOver() const { return m_operations > m_limits.operations || m_limits.stop.stop_requested(); }
    void checkWork() {
        if (isOver())
            m_isFeasible = false;
    }

    /// The table of parts side by side. With a target the last step looks at that number alone.
    std::uint32_t sumOf(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& children, Target target) {
        std::vector<std::uint32_t> factors;
        for (const auto& [child, count] : children) {
            const std::uint32_t one = tableOf(child);
            if (target && count > 1) {
                factors.push_back(power(one, count / 2));
                factors.push_back(power(one, count - count / 2));
            } else {
                factors.push_back(power(one, count));
            }
        }
        if (!m_isFeasible || factors.empty())
            return 0;
        if (!target || factors.size() == 1)
            return sumInOrder(factors);
        // The last step is cheap: as many parts on its left as on its right.
        std::uint32_t all = 0, before = 0;
        for (const std::uint32_t factor : factors)
            all += m_nodes[factor].parts;
        std::size_t split = 1;
        for (before = m_nodes[factors[0]].parts; split + 1 < factors.size() && 2 * before < all; ++split)
            before += m_nodes[factors[split]].parts;
        const std::uint32_t left = sumInOrder(std::span(factors).first(split));
        const std::uint32_t right = sumInOrder(std::span(factors).subspan(split));
        return addSum(left, right, target);
    }

    std::uint32_t sumInOrder(std::span<const std::uint32_t> factors) {
        std::uint32_t sum = factors[0];
        for (std::size_t i = 1; i < factors.size() && m_isFeasible; ++i)
            sum = addSum(sum, factors[i], std::nullopt);
        return sum;
    }

    std::uint32_t power(std::uint32_t node, std::uint32_t count) {
        if (count == 1 || !m_isFeasible)
            return node;
        const std::pair key(node, count);
        if (const auto known = m_powers.find(key); known != m_powers.end())
            return known->second;
        const std::uint32_t left = power(node, count / 2);
        const std::uint32_t right = power(node, count - count / 2);
        return m_powers[key] = addSum(left, right, std::nullopt);
    }

    std::uint32_t addSum(std::uint32_t left, std::uint32_t right, Target target) {
        TableNode node;
        node.form = Form::Sum;
        node.left = left;
        node.right = right;
        node.parts = m_nodes[left].parts + m_nodes[right].parts;
        const TableNode &l = m_nodes[left], &r = m_nodes[right];
        node.whole = sums(l.whole, r.whole, target);
        node.partial = cheaper(sums(l.whole, r.partial, target), sums(l.partial, r.whole, target));
        checkWork();
        m_nodes.push_back(std::move(node));
        return static_cast<std::uint32_t>(m_nodes.size() - 1);
    }

    States sums(const States& left, const States& right, Target target) {
        if (left.empty() || right.empty())
            return {};
        if (target)
            return sumsAt(left, right, *target);
        const std::uint64_t pairs = std::uint64_t{left.size()} * right.size();
        m_operations += pairs;
        if (isOver())
            return {};
        const std::int64_t from = left.front().onB + right.front().onB;
        const std::int64_t to = left.back().onB + right.back().onB;
        const std::int64_t last = std::min(to, m_onB);
        if (last < from)
            return {};
        const auto range = static_cast<std::uint64_t>((last - from) / m_unit + 1);
        if (pairs < range / 8)
            return sumsOfFew(left, right);
        m_dense.assign(static_cast<std::size_t>(range), kNoCut);
        const std::size_t leftSpan = spanOf(left), rightSpan = spanOf(right);
        constexpr std::size_t kFewGaps = 4;
        // Either walks over the other: the costs of one lie side by side, with gaps that are never cheapest.
        if (left.size() * rightSpan <= right.size() * leftSpan && rightSpan <= kFewGaps * right.size())
            addAll(left, right, rightSpan);
        else if (leftSpan <= kFewGaps * left.size())
            addAll(right, left, leftSpan);
        else if (rightSpan <= kFewGaps * right.size())
            addAll(left, right, rightSpan);
        else
            addStepwise(left, right, last);
        return statesFrom(from);
    }

    /// In units, from the first state to the last.
    std::size_t spanOf(const States& states) const {
        return static_cast<std::size_t>((states.back().onB - states.front().onB) / m_unit + 1);
    }

    void addAll(const States& each, const States& all, std::size_t span) {
        m_costs.assign(span, kNoCut);
        for (const State& state : all)
            m_costs[static_cast<std::size_t>((state.onB - all.front().onB) / m_unit)] = state.cost;
        m_steps.clear();
        for (const State& state : each)
            m_steps.push_back(static_cast<std::size_t>((state.onB - each.front().onB) / m_unit));
        // Stretch by stretch, each short enough to stay near the processor while all states pass over it.
        constexpr std::size_t kStretch = 1024;
        std::size_t first = 0;
        for (std::size_t from = 0; from < m_dense.size(); from += kStretch) {
            const std::size_t to = std::min(from + kStretch, m_dense.size());
            while (first < each.size() && m_steps[first] + span <= from)
                ++first;
            for (std::size_t i = first; i < each.size() && m_steps[i] < to; ++i) {
                const std::size_t at = m_steps[i], low = std::max(at, from), high = std::min(at + span, to);
                lowerTo(m_dense.data() + low, m_costs.data() + (low - at), high - low, each[i].cost);
            }
        }
    }

    void addStepwise(const States& left, const States& right, std::int64_t last) {
        m_steps.clear();
        for (const State& b : right)
            m_steps.push_back(static_cast<std::size_t>((b.onB - right.front().onB) / m_unit));
        std::size_t count = right.size();
        for (const State& a : left) {
            while (count > 0 && a.onB + right[count - 1].onB > last)
                --count;
            std::int64_t* dense = m_dense.data() + (a.onB - left.front().onB) / m_unit;
            for (std::size_t i = 0; i < count; ++i)
                dense[m_steps[i]] = std::min(dense[m_steps[i]], a.cost + right[i].cost);
        }
    }

    States sumsOfFew(const States& left, const States& right) const {
        States states;
        for (const State& a : left)
            for (const State& b : right)
                if (a.onB + b.onB <= m_onB && a.cost + b.cost <= m_upper)
                    states.push_back({a.onB + b.onB, a.cost + b.cost});
        return cheapest(std::move(states));
    }

    States sumsAt(const States& left, const States& right, std::int64_t target) {
        m_operations += left.size() + right.size();
        States best;
        auto b = right.rbegin();
        for (const State& a : left) {
            while (b != right.rend() && a.onB + b->onB > target)
                ++b;
            if (b == right.rend())
                break;
            const std::int64_t cost = a.cost + b->cost;
            if (a.onB + b->onB == target && cost <= m_upper && (best.empty() || cost < best.front().cost))
                best.assign(1, {target, cost});
        }
        return best;
    }

    const State* find(const States& states, std::int64_t onB) const {
        const auto found = std::ranges::lower_bound(states, onB, {}, &State::onB);
        return found != states.end() && found->onB == onB ? &*found : nullptr;
    }

    std::optional<ExactSplit> traced(std::uint32_t top, const std::vector<std::uint32_t>& roots) {
        const State* whole = find(m_nodes[top].whole, m_onB);
        const State* partial = find(m_nodes[top].partial, m_onB);
        if (!whole && !partial)
            return std::nullopt;
        const bool isPartial = !whole || (partial && partial->cost < whole->cost);
        ExactSplit split;
        split.capacity = isPartial ? partial->cost : whole->cost;
        split.sides.assign(m_graph.size(), 0);
        trace(top, roots, m_onB, isPartial, split.capacity, split.sides);
        return split;
    }

    /// Walks down the way on which a state came about and writes the sides of the items.
    void trace(std::uint32_t number, std::span<const std::uint32_t> parts, std::int64_t onB, bool isPartial,
               std::int64_t cost, ItemSides& sides) const {
        const TableNode& node = m_nodes[number];
        const auto states = [&](std::uint32_t of, bool wantPartial) -> const States& {
            return wantPartial ? m_nodes[of].partial : m_nodes[of].whole;
        };
        if (node.form == Form::Bundle) {
            sides[m_instances[parts[0]].items.front()] = onB;
        } else if (node.form == Form::Sum) {
            for (const auto& [leftPartial, rightPartial] : {std::pair{isPartial, false}, std::pair{false, isPartial}})
                for (const State& left : states(node.left, leftPartial)) {
                    const State* right = find(states(node.right, rightPartial), onB - left.onB);
                    if (!right || left.cost + right->cost != cost)
                        continue;
                    const std::size_t split = m_nodes[node.left].parts;
                    trace(node.left, parts.first(split), left.onB, leftPartial, left.cost, sides);
                    trace(node.right, parts.subspan(split), right->onB, rightPartial, right->cost, sides);
                    return;
                }
        } else if (node.form == Form::Choice) {
            traceChoice(node, parts[0], onB, isPartial, cost, sides);
        }
    }

    void traceChoice(const TableNode& node, std::uint32_t part, std::int64_t onB, bool isPartial, std::int64_t cost,
                     ItemSides& sides) const {
        const PartInstance& instance = m_instances[part];
        for (const TableNode::Option& option : node.options) {
            const TableNode& below = m_nodes[option.node];
            const State* state = find(isPartial ? below.partial : below.whole, onB - option.weight);
            if (!state || state->cost + option.cost != cost)
                continue;
            for (std::size_t i = 0; i < instance.items.size(); ++i)
                sides[instance.items[i]] = static_cast<std::int64_t>(option.sides >> i & 1U);
            trace(option.node, instance.children, state->onB, isPartial, state->cost, sides);
            return;
        }
    }

    const CollapsedGraph& m_graph;
    const std::int64_t m_onB, m_upper;
    const EnumerationLimits& m_limits;
    std::uint64_t m_operations = 0;
    bool m_isFeasible = true;
    std::int64_t m_unit = 1;
    std::uint32_t m_stamp = 0;
    std::vector<std::uint32_t> m_level, m_part;
    std::vector<std::uint64_t> m_colour;
    std::vector<Place> m_place;
    std::vector<std::uint8_t> m_isPlaced;
    std::vector<PartClass> m_classes;
    std::vector<PartInstance> m_instances;
    std::map<std::vector<std::int64_t>, std::uint32_t> m_numbers;
    std::vector<std::uint64_t> m_sides;
    std::vector<TableNode> m_nodes;
    std::map<std::vector<std::uint64_t>, std::uint32_t> m_tables;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> m_powers;
    std::vector<std::int64_t> m_dense;
    std::vector<std::int64_t> m_costs;
    std::vector<std::size_t> m_steps; ///< of the states of one side of a sum, in units
};

} // namespace

std::optional<ExactSplit> enumerateClasses(const CollapsedGraph& graph, std::int64_t onB, std::int64_t upper,
                                           const EnumerationLimits& limits) {
    return Enumerator(graph, onB, upper, limits).run();
}

} // namespace rackwright
