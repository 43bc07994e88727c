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
    bool isCountAlone = false;      ///< no design was made: the count is over its limit anyway
    bool isSound() const { return !failure && figures.errors.empty(); }
};
using TriedDesignPtr = std::shared_ptr<const TriedDesign>;

/// From here on a design takes seconds to make and solve. Figures of more accelerators are those of a smaller design of
/// the same kind, by the count; the designs of answers alone are made whole.
constexpr std::int64_t kManyAccelerators = 4096;

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
    /// The first way that makes a sound design of a count; else the last that was tried.
    SizingWay tryWays(const SizingQuestion& q, std::int64_t nodes, SizingStrictness strictness);
    /// Made and solved once; beyond kManyAccelerators scaled from the nearest whole design of its kind.
    TriedDesignPtr made(const SizingQuestion& q, const SizingCandidate& candidate);
    /// Of a design that was made and solved whole elsewhere: what is scaled from now on is scaled from it.
    void learn(const SizingQuestion& q, const SizingCandidate& candidate, const SizedFigures& figures);
    bool isMany(std::int64_t nodes) const { return nodes * m_system.accelerators > kManyAccelerators; }
    /// The design of the least count whose own figures keep the times; nothing where no count does. It rests on the
    /// question alone: what was made before for other questions changes nothing, so a count that is named as the
    /// nearest one that fits does fit where it is the limit. Of many accelerators it is as near as scaled figures are.
    std::optional<SizingWay> leastWay(const SizingQuestion& q, SizingStrictness strictness);
    /// The largest count that keeps every limit; `least` does.
    SizingWay largest(const SizingQuestion& q, const SizingWay& least);

private:
    std::int64_t lowerBound(const SizingQuestion& q) const;
    using Key =
        std::tuple<std::int64_t, std::int64_t, std::int64_t, int, bool, long long, long long, long long, std::int64_t>;

    double shareIn(std::int64_t nodes, const SizedFigures& figures);
    std::int64_t mostNodes() const;
    bool exceedsCount(const SizingQuestion& q, std::int64_t nodes) const;
    TriedDesign countOnly(std::int64_t nodes);
    TriedDesignPtr whole(const SizingQuestion& q, const SizingCandidate& candidate);
    /// Null where no smaller design stands for the candidate.
    TriedDesignPtr scaled(const SizingQuestion& q, const SizingCandidate& candidate);
    static Key keyOf(const SizingQuestion& q, const SizingCandidate& candidate);
    std::vector<SizingCandidate> ways(const SizingQuestion& q, std::int64_t nodes, SizingStrictness strictness) const;

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
