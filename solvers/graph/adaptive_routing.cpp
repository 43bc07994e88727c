// SPDX-License-Identifier: GPL-3.0-or-later
// References: least largest load by exponential weights on the cables (Young, Randomized rounding without solving the
// linear program, 1995; Shahrokhi and Matula, The maximum concurrent flow problem, 1990): each round prices the cables
// by their loads, sends all by the cheapest shortest ways and mixes that in by a line search. Any prices bound the
// least load from below by linear programming duality, and the spread found bounds it from above.
#include "solvers/graph/adaptive_routing.h"

#include "solvers/graph/shortest_ways.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace rackwright {

namespace {

/// The next hops of all items to one target, nearest item first.
struct NextHops {
    std::vector<std::uint32_t> items; ///< that reach the target, without it
    std::vector<std::uint32_t> first; ///< of `edges`, for each item; one more
    std::vector<std::uint32_t> edges;

    std::size_t size() const { return items.size() + first.size() + edges.size(); }
    auto of(std::size_t i) const { return std::span(edges).subspan(first[i], first[i + 1] - first[i]); }
};

/// They are the same whatever the prices: found once and kept for all rounds, as far as the memory for it goes.
class KeptWays {
public:
    explicit KeptWays(const CollapsedGraph& fabric) : m_fabric(fabric), m_ways(fabric) {}

    const NextHops& to(std::uint32_t target) {
        constexpr std::size_t kMostKept = 24'000'000; // numbers of four bytes
        m_kept.resize(m_fabric.size());               // not before: most fabrics that are trees ask for none
        if (!m_kept[target].items.empty())
            return m_kept[target];
        find(target);
        if (m_size + m_found.size() > kMostKept)
            return m_found;
        m_size += m_found.size();
        return m_kept[target] = m_found;
    }

private:
    void find(std::uint32_t target) {
        m_ways.search(target);
        m_found.items.assign(m_ways.order().begin() + 1, m_ways.order().end());
        m_found.first.assign(1, 0);
        m_found.edges.clear();
        const Adjacency& adjacency = m_fabric.adjacency;
        for (const std::uint32_t item : m_found.items) {
            for (std::size_t e = adjacency.first[item]; e < adjacency.first[item + 1]; ++e)
                if (m_ways.isNextHop(item, adjacency.edges[e]))
                    m_found.edges.push_back(static_cast<std::uint32_t>(e));
            m_found.first.push_back(static_cast<std::uint32_t>(m_found.edges.size()));
        }
    }

    const CollapsedGraph& m_fabric;
    ShortestWays m_ways;
    NextHops m_found;
    std::vector<NextHops> m_kept; ///< of each target; empty: not kept
    std::size_t m_size = 0;
};

class Spreader {
public:
    Spreader(const CollapsedGraph& fabric, const std::vector<EcmpStream>& streams, bool isAllToAll,
             const std::vector<double>& equal)
        : m_fabric(fabric), m_demands(fabric, streams, isAllToAll), m_ways(fabric), m_flow(equal),
          m_price(fabric.size()) {
        m_capacity.reserve(equal.size());
        for (std::uint32_t item = 0; item < fabric.size(); ++item)
            for (const auto& edge : fabric.adjacency.of(item))
                m_capacity.push_back(ecmpCapacity(fabric, item, edge));
        m_best = {m_flow, worstOf(m_flow, m_flow, 0), fixedLoad()};
    }

    /// Of one round.
    std::size_t work() const { return (m_demands.targets() + kLooks) * m_flow.size(); }

    /// All shortest ways are equally long, so that every spread loads the cables so much in the mean.
    double meanLoad() const {
        const double flow = std::accumulate(m_flow.begin(), m_flow.end(), 0.0);
        const double capacity = std::accumulate(m_capacity.begin(), m_capacity.end(), 0.0);
        return capacity > 0 ? flow / capacity : 0;
    }

    BestSpread run(std::size_t rounds, const SpreadLimits& limits) {
        constexpr double kNear = 1.002;
        constexpr std::size_t kMeanEvery = 3;
        for (std::size_t round = 0; round < rounds && !limits.stop.stop_requested() &&
                                    m_best.worst > m_best.bound * kNear && m_best.bound < limits.useless;
             ++round) {
            // The nearer spread and bound, the more the prices are those of the fullest cables alone.
            const double gap = m_best.worst / std::max(m_best.bound, 0.1 * m_best.worst) - 1;
            m_sharpness = std::clamp(2 * std::log(static_cast<double>(m_flow.size())) / gap, 10.0, 2'000.0);
            step(round % kMeanEvery == kMeanEvery - 1);
        }
        m_best.bound = std::min(m_best.bound, m_best.worst);
        return std::move(m_best);
    }

private:
    static constexpr std::size_t kLooks = 24; ///< of a line search, at all cables: to a hundred thousandth

    double worstOf(const std::vector<double>& from, const std::vector<double>& to, double part) const {
        double worst = 0;
        for (std::size_t e = 0; e < from.size(); ++e)
            worst = std::max(worst, (from[e] + part * (to[e] - from[e])) / m_capacity[e]);
        return worst;
    }

    /// Of the cables of endpoints with one home, that carry the same in every spread.
    double fixedLoad() const {
        double worst = 0;
        for (std::uint32_t item = 0; item < m_fabric.size(); ++item)
            for (std::size_t e = m_fabric.adjacency.first[item]; e < m_fabric.adjacency.first[item + 1]; ++e) {
                const std::uint32_t to = m_fabric.adjacency.edges[e].to;
                if (isSingleHomed(item) || isSingleHomed(to))
                    worst = std::max(worst, m_flow[e] / m_capacity[e]);
            }
        return worst;
    }

    bool isSingleHomed(std::uint32_t item) const {
        return m_fabric.isBundle[item] != 0 && m_fabric.adjacency.degree(item) == 1;
    }

    /// With the prices of the moment, or their mean over the rounds, which swings less and bounds better.
    void step(bool isByMean) {
        const double worst = worstOf(m_flow, m_flow, 0);
        if (worst <= 0)
            return;
        std::vector<double> price(m_flow.size());
        double total = 0; // of the prices of all capacities
        for (std::size_t e = 0; e < m_flow.size(); ++e)
            total += price[e] = m_capacity[e] * std::exp(m_sharpness * (m_flow[e] / m_capacity[e] / worst - 1));
        constexpr double kKept = 0.85;
        std::vector<double> weight(m_flow.size());
        m_mean.resize(m_flow.size(), 0);
        double all = 0;
        for (std::size_t e = 0; e < m_flow.size(); ++e) {
            m_mean[e] = kKept * m_mean[e] + (1 - kKept) * price[e] / total;
            const double now = isByMean ? m_mean[e] : price[e];
            all += now;
            weight[e] = now / m_capacity[e];
        }
        std::vector<double> next(m_flow.size(), 0);
        m_best.bound = std::max(m_best.bound, sendByCheapest(weight, next) / all);
        mix(next, worst);
        const double now = worstOf(m_flow, m_flow, 0);
        if (now < m_best.worst) {
            m_best.worst = now;
            m_best.flow = m_flow;
        }
    }

    /// The sum of what all traffic pays.
    double sendByCheapest(const std::vector<double>& weight, std::vector<double>& flow) {
        double paid = 0;
        const Adjacency& adjacency = m_fabric.adjacency;
        m_demands.forEachSent([&](std::uint32_t target, std::vector<double>& sent, double inside) {
            const NextHops& ways = m_ways.to(target);
            m_price[target] = 0;
            for (std::size_t i = 0; i < ways.items.size(); ++i) {
                const std::uint32_t item = ways.items[i];
                double least = std::numeric_limits<double>::infinity();
                for (const std::uint32_t e : ways.of(i))
                    least = std::min(least, weight[e] + m_price[adjacency.edges[e].to]);
                m_price[item] = least;
                paid += sent[item] * least;
            }
            if (inside > 0) {
                const std::size_t up = adjacency.first[target];
                const std::uint32_t home = adjacency.edges[up].to;
                paid += inside * (weight[up] + m_price[home]);
                flow[up] += inside;
                sent[home] += inside;
            }
            for (std::size_t i = ways.items.size(); i-- > 0;)
                send(ways.items[i], ways.of(i), weight, sent, flow);
        });
        m_demands.share(flow);
        return paid;
    }

    /// Equal prices share by capacity.
    void send(std::uint32_t item, std::span<const std::uint32_t> hops, const std::vector<double>& weight,
              std::vector<double>& sent, std::vector<double>& flow) const {
        if (sent[item] <= 0)
            return;
        const Adjacency& adjacency = m_fabric.adjacency;
        const double least = m_price[item] * (1 + 1e-9);
        const auto isChosen = [&](std::uint32_t e) { return weight[e] + m_price[adjacency.edges[e].to] <= least; };
        double capacity = 0;
        for (const std::uint32_t e : hops)
            if (isChosen(e))
                capacity += m_capacity[e];
        for (const std::uint32_t e : hops)
            if (isChosen(e)) {
                const double part = sent[item] * m_capacity[e] / capacity;
                flow[e] += part;
                sent[adjacency.edges[e].to] += part;
            }
    }

    /// As much of the next flow as makes the smoothed largest load least; it is convex in that part.
    void mix(const std::vector<double>& next, double worst) {
        const auto potential = [&](double part) {
            double sum = 0;
            for (std::size_t e = 0; e < m_flow.size(); ++e) {
                const double load = (m_flow[e] + part * (next[e] - m_flow[e])) / m_capacity[e];
                sum += m_capacity[e] * std::exp(std::min(700.0, m_sharpness * (load / worst - 1)));
            }
            return sum;
        };
        // Golden section: one look at all cables a step.
        constexpr double kGolden = 0.6180339887498949;
        double low = 0, high = 1, left = 1 - kGolden, right = kGolden;
        double atLeft = potential(left), atRight = potential(right);
        for (std::size_t i = 2; i < kLooks; ++i)
            if (atLeft <= atRight) {
                high = std::exchange(right, left);
                atRight = atLeft;
                left = high - kGolden * (high - low);
                atLeft = potential(left);
            } else {
                low = std::exchange(left, right);
                atLeft = atRight;
                right = low + kGolden * (high - low);
                atRight = potential(right);
            }
        const double part = (low + high) / 2;
        for (std::size_t e = 0; e < m_flow.size(); ++e)
            m_flow[e] += part * (next[e] - m_flow[e]);
    }

    const CollapsedGraph& m_fabric;
    Demands m_demands;
    KeptWays m_ways;
    std::vector<double> m_flow, m_capacity, m_price;
    std::vector<double> m_mean; ///< prices over the rounds
    double m_sharpness = 0;
    BestSpread m_best;
};

} // namespace

std::optional<BestSpread> bestSpread(const CollapsedGraph& fabric, const std::vector<EcmpStream>& streams,
                                     bool isAllToAll, const EcmpFlows& equal, const SpreadLimits& limits) {
    Spreader spreader(fabric, streams, isAllToAll, isAllToAll ? equal.all : equal.given);
    constexpr std::size_t kMostRounds = 120;
    // The items of a tree have one way each to each other, and within an item equal shares are best by symmetry.
    if (equal.isTree) {
        BestSpread same = spreader.run(0, limits);
        same.bound = same.worst;
        return same;
    }
    const std::size_t work = std::max<std::size_t>(1, spreader.work());
    if (work > limits.work)
        return std::nullopt;
    const std::size_t rounds = spreader.meanLoad() < limits.useless ? std::min(kMostRounds, limits.work / work) : 0;
    return spreader.run(rounds, limits);
}

} // namespace rackwright
