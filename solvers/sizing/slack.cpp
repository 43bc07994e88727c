// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/slack.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

SizingStrictness strictnessOf(const SizingAnswer& answer) {
    return !answer.goals.empty() && answer.goals.front() == SizingGoal::Safest ? SizingStrictness::Safest
                                                                               : SizingStrictness::Every;
}

// To the thousand, as the answers' prices are printed.
UnitNumber priceDifference(const SizedFigures& from, const SizedFigures& to) {
    return {std::round((from.price.typical - to.price.typical) / 1000) * 1000, "USD"};
}

/// Limits that grow with the count. A step more: what it breaks binds, and what it needs is the nearest value that
/// changes the answer.
void addCountSlack(SizingAnswer& answer, const SizingQuestion& q, SizingContender& contender) {
    const SizingStrictness strictness = strictnessOf(answer);
    SizingCandidate more = answer.candidate;
    ++more.nodes;
    std::vector<LimitUse> next;
    if (q.keptAccelerators <= 0)
        if (const TriedDesignPtr one = contender.made(q, more); !one->failure)
            next = usesOf(q, more, one->figures, strictness);
    for (const LimitUse& use : usesOf(q, answer.candidate, answer.figures, strictness)) {
        SizingSlack slack{use.limit, use.used, use.most, use.unit, false, 0, {}};
        const auto after = std::ranges::find(next, use.limit, &LimitUse::limit);
        if (after != next.end() && !isKept(*after)) {
            slack.binds = true;
            slack.nearest = after->used;
            slack.buys = Message("sizing.buys.node");
        }
        answer.limits.push_back(std::move(slack));
    }
}

SizingSlack deadlineSlack(const SizingAnswer& answer, const SizingQuestion& q, SizingContender& contender) {
    const SizingStrictness strictness = strictnessOf(answer);
    SizingSlack slack{SizingLimit::Deadline, answer.figures.seconds, q.deadline, "d", false, 0, {}};
    if (strictness == SizingStrictness::Safest)
        slack.used = answer.figures.slowSeconds;
    SizingCandidate less = answer.candidate;
    --less.nodes;
    less.nodesPerRack = std::min(less.nodesPerRack, less.nodes);
    if (less.nodes > 0 && q.keptAccelerators <= 0 && contender.forecast(less.nodes).fits) {
        const JobForecast& slower = contender.forecast(less.nodes);
        const double seconds =
            (strictness == SizingStrictness::Safest ? slower.slowSeconds : slower.seconds) / contender.share();
        if (seconds > q.deadline) {
            slack.binds = true;
            slack.nearest = seconds;
            if (const TriedDesignPtr one = contender.made(q, less); !one->failure && one->figures.price.isKnown)
                slack.buys = Message("sizing.buys.money").with("amount", priceDifference(answer.figures, one->figures));
        }
    }
    return slack;
}

/// Jobs that would miss their times with one node less.
std::vector<std::string> bindingJobs(const SizingAnswer& answer, const SizingQuestion& q) {
    std::vector<std::string> names;
    const std::int64_t less = answer.candidate.nodes - 1;
    if (q.jobs.size() < 2 || less < 1 || q.keptAccelerators > 0)
        return names;
    const bool isSafest = strictnessOf(answer) == SizingStrictness::Safest;
    for (const Workload& job : q.jobs) {
        SizingQuestion alone = q;
        alone.jobs = {job};
        JobForecasts forecasts(*answer.candidate.system, alone);
        if (!keepsTimes(forecasts.of(less), alone, isSafest ? ForecastEnd::Slow : ForecastEnd::Median, kUsualShare))
            names.push_back(job.name);
    }
    return names;
}

void addServingSlack(SizingAnswer& answer, const SizingQuestion& q) {
    const SizedFigures& figures = answer.figures;
    const double step =
        strictnessOf(answer) == SizingStrictness::Safest ? figures.slowSecondsPerToken : figures.secondsPerToken;
    if (q.speed > 0 && step > 0)
        answer.limits.push_back({SizingLimit::Speed, step * 1e3, 1e3 / q.speed, "ms", false, 0, {}});
    if (q.latency > 0 && figures.firstToken > 0)
        answer.limits.push_back({SizingLimit::Latency, figures.firstToken, q.latency, "s", false, 0, {}});
}

SizingSlack rackSlack(const SizingAnswer& answer, const SizingQuestion& q, SizingContender& contender) {
    const SizingSystem& system = contender.system();
    // The hottest rack may be one of switches.
    const double nodesAlone = static_cast<double>(answer.candidate.nodesPerRack) * system.watts;
    SizingSlack slack{SizingLimit::RackPower,
                      answer.figures.rackWorst.isKnown ? answer.figures.rackWorst.typical : nodesAlone,
                      q.rackPower,
                      "kW",
                      false,
                      0,
                      {}};
    if (system.isRackScale || answer.candidate.nodes < 2)
        return slack;
    slack.nearest = static_cast<double>(answer.candidate.nodesPerRack + 1) * system.watts;
    slack.binds = slack.nearest > q.rackPower;
    if (answer.candidate.nodesPerRack + 1 > system.mostInRack(0) || slack.nearest <= q.rackPower) {
        slack.nearest = 0;
        slack.binds = false;
        return slack;
    }
    // What the search would take at that limit, which need not be cooled as now.
    SizingQuestion allowed = q;
    allowed.rackPower = slack.nearest;
    const SizingWay way = contender.tryWays(allowed, answer.candidate.nodes, strictnessOf(answer));
    if (!way.tried || !way.isSound || way.candidate.nodesPerRack <= answer.candidate.nodesPerRack) {
        slack.nearest = 0;
        slack.binds = false;
        return slack;
    }
    const SizedFigures& denser = way.tried->figures;
    if (denser.price.isKnown && answer.figures.racks > denser.racks) {
        UnitNumber saved = priceDifference(answer.figures, denser);
        const bool isDearer = saved.value < 0;
        saved.value = std::abs(saved.value);
        slack.buys = Message(isDearer ? "sizing.buys.racks-dearer" : "sizing.buys.racks")
                         .with("count", answer.figures.racks - denser.racks)
                         .with("amount", saved);
    }
    return slack;
}

} // namespace

void explainSlack(SizingAnswer& answer, const SizingQuestion& q, SizingContender& contender) {
    answer.bindingJobs = bindingJobs(answer, q);
    addCountSlack(answer, q, contender);
    if (q.deadline > 0 && answer.figures.seconds > 0)
        answer.limits.push_back(deadlineSlack(answer, q, contender));
    addServingSlack(answer, q);
    if (q.rackPower > 0)
        answer.limits.push_back(rackSlack(answer, q, contender));
    std::ranges::stable_sort(answer.limits, [](const SizingSlack& a, const SizingSlack& b) {
        return std::pair(!a.binds, a.most > 0 ? -a.used / a.most : 0) <
               std::pair(!b.binds, b.most > 0 ? -b.used / b.most : 0);
    });
}

} // namespace rackwright
