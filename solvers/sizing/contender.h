// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One system held against a question: the designs of its counts, made and solved once each, and the counts that keep
// the question's limits.

#include "solvers/sizing/search.h"

#include <map>
#include <tuple>

namespace rackwright {

/// A design that was made and solved, or why it could not be made.
struct TriedDesign {
    Document document;
    SizedFigures figures;
    std::optional<Message> failure; ///< the builder's
    bool isSound() const { return !failure && figures.errors.empty(); }
};
using TriedDesignPtr = std::shared_ptr<const TriedDesign>;

/// Of the time, that jobs have until a design tells it.
constexpr double kUsualShare = 0.97;

/// By which end of the forecasts an answer is judged, and how much of each limit it may use.
enum class SizingStrictness : std::uint8_t { Every, Safest };

/// What is used of a limit that grows with the count.
struct LimitUse {
    SizingLimit limit;
    double used, most;
    std::string unit;
};
std::vector<LimitUse> usesOf(const SizingQuestion& q, const SizingCandidate& candidate, const SizedFigures& figures,
                             SizingStrictness strictness);
bool isKept(const LimitUse& use);

/// One way to build a count of nodes: cooling and racks.
struct SizingWay {
    SizingCandidate candidate;
    TriedDesignPtr tried; ///< null: there is no way at all
    bool isSound = false;
};

/// The limits that a made design breaks; empty: it is an answer.
std::vector<SizingLimit> brokenLimits(const SizingQuestion& q, const SizingWay& way, SizingStrictness strictness);

/// Whether what decides of its price is known: the equipment, and of a budget all that it pays.
bool isPriced(const SizingWay& way, const SizingQuestion& q);

/// Everything about one system for one set of jobs.
class SizingContender {
public:
    /// `counts` is told what was considered and solved; all references outlive the contender.
    SizingContender(const SizingSystem& system, const SizingQuestion& question, const SizingSource& source,
                    const DomainsPtr& domains, const SizingRun& run, SizingResult& counts);

    const SizingSystem& system() const { return m_system; }
    /// Whether the racks that designs are drawn with take its nodes.
    bool isDrawn() const;
    /// Of the time, that jobs have: what checkpoints, interruptions and the network of the last design left.
    double share() const { return m_share; }
    const JobForecast& forecast(std::int64_t nodes);

    /// The least count whose jobs keep their times, where they have this share of the time; nothing where none does.
    std::optional<std::int64_t> least(const SizingQuestion& q, ForecastEnd end, double share);
    /// Made and solved once.
    TriedDesignPtr made(const SizingQuestion& q, const SizingCandidate& candidate);
    /// The design of the least count whose own figures keep the times; nothing where no count does. It rests on the
    /// question alone: what was made before for other questions changes nothing, so a count that is named as the
    /// nearest one that fits does fit where it is the limit.
    std::optional<SizingWay> leastWay(const SizingQuestion& q, SizingStrictness strictness);
    /// The largest count that keeps every limit; `least` does.
    SizingWay largest(const SizingQuestion& q, const SizingWay& least);

private:
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, int, bool, long long, long long, long long>;

    double shareIn(std::int64_t nodes, const SizedFigures& figures);
    std::int64_t mostNodes() const;
    bool exceedsCount(const SizingQuestion& q, std::int64_t nodes) const;
    TriedDesign countOnly(std::int64_t nodes);
    std::vector<SizingCandidate> ways(const SizingQuestion& q, std::int64_t nodes, SizingStrictness strictness) const;
    SizingWay tryWays(const SizingQuestion& q, std::int64_t nodes, SizingStrictness strictness);

    const SizingSystem& m_system;
    const SizingSource& m_source;
    const DomainsPtr& m_domains;
    const SizingRun& m_run;
    SizingResult& m_counts;
    JobForecasts m_forecasts;
    std::map<Key, TriedDesignPtr> m_made;
    double m_share;
};

} // namespace rackwright
