// SPDX-License-Identifier: GPL-3.0-or-later
// References: the largest of multinomial counts as Poisson counts given their sum (Levin, A representation for
// multinomial cumulative distribution functions, Annals of Statistics 1981), the chance of the sum by the Edgeworth
// series that is given there; few flows by the power of their polynomial (Knuth, Seminumerical Algorithms, 4.7).
#include "solvers/graph/flow_hashing.h"

#include "solvers/graph/shortest_ways.h"

#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

namespace rackwright {

namespace {

double copiesIn(const CollapsedGraph& fabric, std::uint32_t item) {
    return fabric.isBundle[item] ? static_cast<double>(fabric.weight[item]) : 1;
}

double poisson(double mean, double count) { return std::exp(count * std::log(mean) - mean - std::lgamma(count + 1)); }

/// The chance that no way has more than so many flows, for one number after another, rising.
class FullestWay {
public:
    FullestWay(double flows, double ways)
        : m_flows(flows), m_ways(ways), m_mean(flows / ways), m_ofSum(poisson(flows, flows)) {
        constexpr double kWide = 12;
        m_next = m_first = std::max(0.0, std::floor(m_mean - kWide * std::sqrt(m_mean) - kWide));
    }

    double atMost(double most) {
        if (most >= m_flows)
            return 1;
        if (most * m_ways < m_flows * (1 - 1e-12))
            return 0;
        for (; m_next <= most; m_next += 1)
            add(m_next);
        constexpr double kFewFlows = 16, kFewWays = 2.5;
        if (m_ways < kFewWays)
            return ofFewWays(most);
        return std::clamp(m_flows <= kFewFlows ? ofFewFlows(most) : bySeries(), 0.0, 1.0);
    }

private:
    void add(double count) {
        const double chance = poisson(m_mean, count);
        double power = chance;
        for (double& sum : m_moments) {
            sum += power;
            power *= count - m_mean;
        }
    }

    /// Counts of one way that are at most so large, by the binomial distribution; of two ways both at once.
    double ofFewWays(double most) {
        const bool areTwo = std::abs(m_ways - 2) < 1e-6;
        const double from = areTwo ? m_flows - most : m_first;
        if (m_binomialTo < m_binomialFrom) {
            m_binomialFrom = from;
            m_binomialTo = from - 1;
        }
        while (m_binomialTo < most)
            m_binomial += binomial(++m_binomialTo);
        while (m_binomialFrom > from)
            m_binomial += binomial(--m_binomialFrom);
        return std::clamp(areTwo ? m_binomial : std::pow(std::min(1.0, m_binomial), m_ways), 0.0, 1.0);
    }

    double binomial(double count) const {
        const double p = 1 / m_ways;
        return std::exp(std::lgamma(m_flows + 1) - std::lgamma(count + 1) - std::lgamma(m_flows - count + 1) +
                        count * std::log(p) + (m_flows - count) * std::log1p(-p));
    }

    double ofFewFlows(double most) const {
        std::vector<double> base, power; // by count: of one way, of all
        for (double count = 0; count <= most; count += 1)
            base.push_back(poisson(m_mean, count));
        power.push_back(std::pow(base[0], m_ways));
        for (double sum = 1; sum <= m_flows; sum += 1) {
            double chance = 0;
            for (double count = 1; count <= std::min(sum, most); count += 1)
                chance += (count * (m_ways + 1) - sum) * base[static_cast<std::size_t>(count)] *
                          power[static_cast<std::size_t>(sum - count)];
            power.push_back(chance / (sum * base[0]));
        }
        return power.back() / m_ofSum;
    }

    double bySeries() const {
        const double all = m_moments[0];
        if (all <= 0)
            return 0;
        // Central moments of a count that is cut off, from those about the mean of the whole.
        const double a = m_moments[1] / all, b = m_moments[2] / all, c = m_moments[3] / all, d = m_moments[4] / all;
        const double variance = b - a * a;
        if (variance <= 0)
            return 0;
        const double third = c - 3 * a * b + 2 * a * a * a;
        const double fourth = d - 4 * a * c + 6 * a * a * b - 3 * a * a * a * a - 3 * variance * variance;
        const double spread = std::sqrt(m_ways * variance);
        const double x = -m_ways * a / spread;
        const double skew = m_ways * third / (spread * spread * spread);
        const double peak = m_ways * fourth / (spread * spread * spread * spread);
        const double x2 = x * x, x4 = x2 * x2;
        const double series = 1 + skew / 6 * (x2 * x - 3 * x) + peak / 24 * (x4 - 6 * x2 + 3) +
                              skew * skew / 72 * (x4 * x2 - 15 * x4 + 45 * x2 - 15);
        const double ofSum = std::exp(-x2 / 2) / std::sqrt(2 * std::numbers::pi) / spread * series;
        return std::pow(std::min(1.0, all), m_ways) * ofSum / m_ofSum;
    }

    const double m_flows, m_ways, m_mean;
    const double m_ofSum;
    double m_first = 0, m_next = 0;
    double m_binomial = 0, m_binomialFrom = 0, m_binomialTo = -1; ///< sum of the counts from one to the other
    double m_moments[5] = {};                                     ///< of a count up to the last, about the mean of all
};

/// A load that the fullest cable of a kind stays at or below with that chance.
struct Level {
    double load = 0, chance = 0;
    std::size_t kind = 0;
};

void addLevels(std::vector<Level>& levels, const HashedCables& kind, std::size_t index, double flowsPerPair) {
    const double flows = std::max(1.0, std::round(kind.pairs * flowsPerPair));
    const double each = kind.load / flowsPerPair, mean = flows / kind.ways;
    if (kind.ways <= 1 + 1e-9) {
        levels.push_back({flows * each, 1, index});
        return;
    }
    // Of very many flows fewer are thrown; what the fullest way has beyond the mean shrinks with the root of the mean.
    constexpr double kMany = 20'000;
    const double thrownMean = std::min(mean, kMany);
    FullestWay fullest(std::round(thrownMean * kind.ways), kind.ways);
    const double shrink = std::sqrt(thrownMean / mean);
    const double step = std::max(1.0, std::floor(std::sqrt(thrownMean) / 32));
    constexpr double kSure = 1e-9, kWide = 40;
    const double last = thrownMean + kWide * (std::sqrt(thrownMean) + 1);
    for (double count = std::ceil(thrownMean - 1e-9); count <= last; count += step) {
        const double chance = std::pow(fullest.atMost(count), kind.cables / kind.ways);
        if (chance <= kSure)
            continue;
        levels.push_back({mean * each * (1 + (count / thrownMean - 1) * shrink), chance, index});
        if (chance >= 1 - kSure)
            break;
    }
    levels.back().chance = 1;
}

/// Pairs on the ways of a fabric that is no tree.
class Crossing {
public:
    Crossing(const CollapsedGraph& fabric, const std::vector<EcmpStream>& pairs, bool isAllToAll)
        : m_fabric(fabric), m_demands(fabric, pairs, isAllToAll),
          m_scale(isAllToAll ? static_cast<double>(fabric.total - 1) : 1), m_squares(fabric.size()) {
        m_made.mean.assign(fabric.adjacency.edges.size(), 0);
        m_made.squares = m_made.mean;
    }

    std::size_t work() const { return m_demands.targets() * m_made.mean.size(); }

    PairsCrossing run() {
        m_demands.forEachTarget(
            [this](std::uint32_t target, const ShortestWays& ways, std::vector<double>& sent, double inside) {
                if (inside > 0) {
                    const std::size_t up = m_fabric.adjacency.first[target];
                    cross(up, inside, inside);
                    sent[m_fabric.adjacency.edges[up].to] += inside;
                }
                m_squares = sent; // who sends is sure to be there
                for (std::size_t i = ways.order().size(); i-- > 1;)
                    send(target, ways, ways.order()[i], sent);
            });
        m_demands.share(m_made.mean);
        m_demands.share(m_made.squares);
        return std::move(m_made);
    }

private:
    void cross(std::size_t edge, double mean, double squares) {
        m_made.mean[edge] += mean * m_scale;
        m_made.squares[edge] += squares * m_scale;
    }

    void send(std::uint32_t target, const ShortestWays& ways, std::uint32_t item, std::vector<double>& sent) {
        const Adjacency& adjacency = m_fabric.adjacency;
        if (sent[item] <= 0)
            return;
        double cables = 0;
        for (const auto& edge : adjacency.of(item))
            if (ways.isNextHop(item, edge))
                cables += edge.cables * copiesIn(m_fabric, edge.to);
        for (std::size_t e = adjacency.first[item]; e < adjacency.first[item + 1]; ++e) {
            const auto& edge = adjacency.edges[e];
            if (!ways.isNextHop(item, edge))
                continue;
            const double share = edge.cables * copiesIn(m_fabric, edge.to) / cables;
            const double mean = sent[item] * share;
            // The last cable to an endpoint with one home is sure again, whatever the ways to it.
            const bool isSure = edge.to == target && adjacency.degree(target) == 1;
            const double squares = isSure ? mean : m_squares[item] * share * share;
            cross(e, mean, squares);
            sent[edge.to] += mean;
            m_squares[edge.to] += squares;
        }
    }

    const CollapsedGraph& m_fabric;
    Demands m_demands;
    const double m_scale; ///< pairs of a unit that is sent
    std::vector<double> m_squares;
    PairsCrossing m_made;
};

} // namespace

std::optional<PairsCrossing> pairsCrossing(const CollapsedGraph& fabric, const std::vector<EcmpStream>& pairs,
                                           bool isAllToAll, const EcmpFlows& equal) {
    if (equal.isTree) {
        PairsCrossing made;
        if (isAllToAll) {
            made.mean = equal.all;
            for (double& mean : made.mean)
                mean *= static_cast<double>(fabric.total - 1);
        } else if (auto flows = ecmpFlows(fabric, pairs, EcmpDemand::StreamsOnly)) {
            made.mean = std::move(flows->given);
        }
        made.squares = made.mean;
        return made;
    }
    constexpr std::size_t kWork = 60'000'000;
    Crossing crossing(fabric, pairs, isAllToAll);
    return crossing.work() > kWork ? std::nullopt : std::optional(crossing.run());
}

HashedCables hashedCables(const CollapsedGraph& fabric, std::uint32_t from, std::size_t edge, double flow,
                          const PairsCrossing& crossing) {
    const auto& to = fabric.adjacency.edges[edge];
    const double copies = copiesIn(fabric, from) * copiesIn(fabric, to.to);
    const double mean = crossing.mean[edge];
    if (mean <= 0)
        return {};
    const double freedom = std::max(1.0, mean / crossing.squares[edge]);
    const double capacity = static_cast<double>(to.capacity) / to.cables;
    return {mean / copies * freedom, to.cables * freedom, copies * to.cables, flow / mean / capacity};
}

std::vector<HashedCables> likesMerged(std::vector<HashedCables> cables) {
    constexpr std::size_t kMany = 1'000;
    for (const double fineness : {1e5, 1e2}) {
        std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, HashedCables> kinds;
        const auto key = [fineness](double value) { return std::llround(std::log(value) * fineness); };
        for (const HashedCables& each : cables)
            if (each.pairs > 0 && each.load > 0) {
                const auto [kind, isNew] = kinds.try_emplace({key(each.pairs), key(each.ways), key(each.load)}, each);
                if (!isNew)
                    kind->second.cables += each.cables;
            }
        cables.clear();
        for (const auto& [values, kind] : kinds)
            cables.push_back(kind);
        if (cables.size() <= kMany)
            break;
    }
    return cables;
}

FullestCable fullestCable(const std::vector<HashedCables>& cables, double flowsPerPair) {
    std::vector<Level> levels;
    for (std::size_t kind = 0; kind < cables.size(); ++kind)
        addLevels(levels, cables[kind], kind, flowsPerPair);
    std::ranges::stable_sort(levels, {}, &Level::load);
    // All kinds at once: the product of their chances, along rising loads.
    std::vector<double> chance(cables.size(), 0);
    std::size_t impossible = cables.size();
    double logarithm = 0, before = 0;
    FullestCable made;
    bool hasPercentile = false;
    for (const Level& level : levels) {
        double& now = chance[level.kind];
        if (now <= 0)
            --impossible;
        else
            logarithm -= std::log(now);
        now = level.chance;
        logarithm += std::log(now);
        const double all = impossible > 0 ? 0 : std::exp(std::min(0.0, logarithm));
        made.mean += level.load * (all - before);
        before = all;
        constexpr double kPercentile = 0.99;
        if (!hasPercentile && all >= kPercentile) {
            made.percentile99 = level.load;
            hasPercentile = true;
        }
    }
    return made;
}

} // namespace rackwright
