// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/collision.h"

#include <algorithm>

namespace rackwright {

namespace {

std::string unitOf(SizingLimit limit) {
    switch (limit) {
    case SizingLimit::Deadline:
        return "d";
    case SizingLimit::SitePower:
    case SizingLimit::RackPower:
        return "kW";
    case SizingLimit::Budget:
        return "USD";
    case SizingLimit::Latency:
    case SizingLimit::Checkpoint:
        return "s";
    case SizingLimit::Speed:
        return "tokens/s";
    case SizingLimit::Delivery:
        return "weeks";
    default:
        return {};
    }
}

class Collision {
public:
    Collision(const SizingQuestion& question, const SizingContenders& contenders, const SizingRun& run)
        : m_q(question), m_contenders(contenders), m_run(run) {}

    std::vector<SizingCollision> result() const {
        std::vector<SizingCollision> found;
        // Deletion filter: a limit without which nothing fits still is no part of the smallest set.
        SizingQuestion q = m_q;
        for (const auto& [limit, words] : m_q.limits) {
            if (limit == SizingLimit::Kept && m_q.keptAccelerators > 0 && m_q.systems.empty())
                continue;
            const SizingQuestion less = q.without(limit);
            if (!fits(less))
                q = less;
            if (m_run.stop.stop_requested())
                return {};
        }
        for (const auto& [limit, words] : q.limits) {
            // What is left of it never kept anything out.
            if (q.limits.size() > 1 || fits(q.without(limit)))
                found.push_back({limit, nearestOf(limit), unitOf(limit)});
        }
        return found;
    }

private:
    /// Whether any system has a design under these limits.
    bool fits(const SizingQuestion& q) const {
        for (const auto& contender : m_contenders) {
            if (m_run.stop.stop_requested())
                return false;
            if (!contender->isDrawn() || !limitsAgainst(contender->system(), q).empty())
                continue;
            const std::optional<SizingWay> way = contender->leastWay(q, SizingStrictness::Every);
            if (way && way->tried && way->isSound && isPriced(*way, q) &&
                brokenLimits(q, *way, SizingStrictness::Every).empty())
                return true;
        }
        return false;
    }

    /// The nearest value of one limit with which something fits, all others as they are.
    double nearestOf(SizingLimit limit) const {
        const SizingQuestion q = m_q.without(limit);
        double nearest = 0;
        const bool isLeast = limit == SizingLimit::Speed; // of which the most is the nearest
        const auto offer = [&](double value) {
            if (value > 0 && isWider(limit, value) && (nearest <= 0 || (isLeast ? value > nearest : value < nearest)))
                nearest = value;
        };
        for (const auto& contender : m_contenders) {
            if (m_run.stop.stop_requested())
                break;
            if (!contender->isDrawn() || !limitsAgainst(contender->system(), q).empty())
                continue;
            const std::optional<SizingWay> way = contender->leastWay(q, SizingStrictness::Every);
            if (!way || !way->tried || !way->isSound || !isPriced(*way, q) ||
                !brokenLimits(q, *way, SizingStrictness::Every).empty())
                continue;
            offer(limit == SizingLimit::RackPower ? rackPowerOf(*contender, *way)
                                                  : valueOf(limit, *contender, q, *way));
        }
        return nearest;
    }

    /// The least power of a rack over the limit with which a system fits, by whole nodes; 0: none of the first few.
    double rackPowerOf(SizingContender& contender, const SizingWay& free) const {
        constexpr std::int64_t kMostTried = 4;
        const double watts = contender.system().watts;
        if (!(watts > 0))
            return 0;
        const auto first = static_cast<std::int64_t>(m_q.rackPower / watts) + 1;
        const std::int64_t last =
            std::min(std::max<std::int64_t>(first, free.candidate.nodesPerRack), first + kMostTried);
        for (std::int64_t nodes = first; nodes <= last && !m_run.stop.stop_requested(); ++nodes) {
            SizingQuestion wider = m_q;
            wider.rackPower = static_cast<double>(nodes) * watts;
            const std::optional<SizingWay> way = contender.leastWay(wider, SizingStrictness::Every);
            if (way && way->tried && way->isSound && isPriced(*way, wider) &&
                brokenLimits(wider, *way, SizingStrictness::Every).empty())
                return wider.rackPower;
        }
        return 0;
    }

    /// Whether a value asks less than what was said: no other is a way out.
    bool isWider(SizingLimit limit, double value) const {
        switch (limit) {
        case SizingLimit::Accelerators:
            return value > static_cast<double>(m_q.mostAccelerators);
        case SizingLimit::Nodes:
            return value > static_cast<double>(m_q.mostNodes);
        case SizingLimit::RackPower:
            return value > m_q.rackPower;
        case SizingLimit::SitePower:
            return value > m_q.sitePower;
        case SizingLimit::Budget:
            return value > m_q.budget;
        case SizingLimit::Room:
            return value > (m_q.mostRacks > 0 ? static_cast<double>(m_q.mostRacks) : m_q.roomArea);
        case SizingLimit::Delivery:
            return value > m_q.delivery;
        case SizingLimit::Deadline:
            return value > m_q.deadline;
        case SizingLimit::Speed:
            return value < m_q.speed;
        case SizingLimit::Latency:
            return value > m_q.latency;
        default:
            return true;
        }
    }

    double valueOf(SizingLimit limit, SizingContender& contender, const SizingQuestion& q, const SizingWay& way) const {
        const SizedFigures& figures = way.tried->figures;
        const auto count = static_cast<double>(way.candidate.nodes);
        switch (limit) {
        case SizingLimit::Accelerators:
            return count * static_cast<double>(contender.system().accelerators);
        case SizingLimit::Nodes:
            return count;
        case SizingLimit::SitePower:
            return m_q.basis == SitePowerBasis::It ? figures.itPeak.typical : figures.utilityPeak.typical;
        case SizingLimit::Budget:
            return figures.budgeted(m_q.budgetScope).typical;
        case SizingLimit::Room:
            return m_q.mostRacks > 0 ? static_cast<double>(figures.racks) : figures.whiteSpace;
        case SizingLimit::Delivery:
            return figures.leadTime.typical;
        case SizingLimit::Deadline: {
            const SizingWay most = contender.largest(q, way);
            return most.tried ? most.tried->figures.seconds : 0;
        }
        case SizingLimit::Speed: {
            const SizingWay most = contender.largest(q, way);
            return most.tried && most.tried->figures.secondsPerToken > 0 ? 1 / most.tried->figures.secondsPerToken : 0;
        }
        case SizingLimit::Latency:
            return figures.firstToken;
        default:
            return 0; // what is named or allowed has no nearest value
        }
    }

    const SizingQuestion& m_q;
    const SizingContenders& m_contenders;
    const SizingRun& m_run;
};

} // namespace

std::vector<SizingCollision> collisionsOf(const SizingQuestion& question, const SizingContenders& contenders,
                                          const SizingRun& run) {
    return Collision(question, contenders, run).result();
}

} // namespace rackwright
