// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/contender.h"

#include "solvers/sizing/currency_words.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::int64_t kMostAccelerators = 131'072;
/// Where nothing that was said grows with the count, the fastest answer has so many times the nodes of the least one.
constexpr std::int64_t kGrowthUnlimited = 4;
constexpr double kMargin = 0.9;         // of a limit, in the safest answer
constexpr double kAirRackWatts = 20e3;  // a rack that rows of air units cool without more
constexpr double kRowRackWatts = 30e3;  // beside units in the row
constexpr double kDoorRackWatts = 42e3; // below what active rear doors take
constexpr int kMostSteps = 12;          // of the search for the last count that fits

double typicalOr(const SizedFigures::Band& band, SizingStrictness strictness) {
    return strictness == SizingStrictness::Safest ? band.high : band.typical;
}

bool keepsTimes(const SizedFigures& figures, const SizingQuestion& q, SizingStrictness strictness) {
    const bool isSlow = strictness == SizingStrictness::Safest;
    const double seconds = isSlow ? figures.slowSeconds : figures.seconds;
    const double step = isSlow ? figures.slowSecondsPerToken : figures.secondsPerToken;
    return (q.deadline <= 0 || (seconds > 0 && seconds <= q.deadline)) && (q.speed <= 0 || step <= 1 / q.speed) &&
           (q.latency <= 0 || figures.firstToken <= q.latency);
}

} // namespace

std::vector<LimitUse> usesOf(const SizingQuestion& q, const SizingCandidate& candidate, const SizedFigures& figures,
                             SizingStrictness strictness) {
    std::vector<LimitUse> uses;
    const double share = strictness == SizingStrictness::Safest ? kMargin : 1;
    const double accelerators = static_cast<double>(candidate.nodes * candidate.system->accelerators);
    if (q.mostAccelerators > 0)
        uses.push_back({SizingLimit::Accelerators, accelerators, static_cast<double>(q.mostAccelerators), ""});
    if (q.mostNodes > 0)
        uses.push_back(
            {SizingLimit::Nodes, static_cast<double>(candidate.nodes), static_cast<double>(q.mostNodes), ""});
    if (q.sitePower > 0) {
        const SizedFigures::Band& load = q.basis == SitePowerBasis::It ? figures.itPeak : figures.utilityPeak;
        uses.push_back({SizingLimit::SitePower, typicalOr(load, strictness) / share, q.sitePower, "kW"});
    }
    if (q.budget > 0) {
        // Of a rate that nobody said, the safest answer takes the end at which the budget buys least.
        const std::optional<SaidRate> rate = budgetRateOf(q);
        const double least = rate && strictness == SizingStrictness::Safest ? rate->low / rate->typical : 1;
        uses.push_back({SizingLimit::Budget, typicalOr(figures.budgeted(q.budgetScope), strictness) / share,
                        q.budget * least, "USD"});
    }
    if (q.mostRacks > 0)
        uses.push_back({SizingLimit::Room, static_cast<double>(figures.racks), static_cast<double>(q.mostRacks), ""});
    if (q.roomArea > 0)
        uses.push_back({SizingLimit::Room, figures.whiteSpace, q.roomArea, "m2"});
    return uses;
}

bool isKept(const LimitUse& use) { return use.used <= use.most * (1 + 1e-9); }

std::vector<SizingLimit> brokenLimits(const SizingQuestion& q, const SizingWay& way, SizingStrictness strictness) {
    std::vector<SizingLimit> limits;
    const SizedFigures& figures = way.tried->figures;
    if (way.tried->failure || !way.isSound) {
        const bool isFloor = std::ranges::any_of(figures.rules, [](const std::string& id) {
            return id.starts_with("FLOOR-06") || id.starts_with("FLOOR-07");
        });
        if (isFloor && q.floor > 0)
            limits.push_back(SizingLimit::Floor);
        else if (q.roomWidth > 0)
            limits.push_back(SizingLimit::Room);
        return limits;
    }
    for (const LimitUse& use : usesOf(q, way.candidate, figures, strictness))
        if (!isKept(use))
            limits.push_back(use.limit);
    if (!keepsTimes(figures, q, strictness)) {
        if (q.deadline > 0)
            limits.push_back(SizingLimit::Deadline);
        if (q.speed > 0)
            limits.push_back(SizingLimit::Speed);
        if (q.latency > 0)
            limits.push_back(SizingLimit::Latency);
    }
    if (q.delivery > 0 && figures.leadTime.typical > q.delivery)
        limits.push_back(SizingLimit::Delivery);
    return limits;
}

bool isPriced(const SizingWay& way, const SizingQuestion& q) {
    const SizedFigures& figures = way.tried->figures;
    return figures.price.isKnown && (q.budget <= 0 || figures.budgeted(q.budgetScope).isKnown);
}

SizingContender::SizingContender(const SizingSystem& system, const SizingQuestion& question, const SizingSource& source,
                                 const DomainsPtr& domains, const SizingRun& run, SizingResult& counts)
    : m_system(system), m_source(source), m_domains(domains), m_run(run), m_counts(counts),
      m_forecasts(system, question), m_share(kUsualShare) {}

bool SizingContender::isDrawn() const {
    const Mounting rails = m_system.node->mounting;
    return rails != Mounting::Mgx; // of which the catalogue knows no rack
}

// What checkpoints and interruptions leave of the time, and what the drawn network takes: a design tells it.
double SizingContender::shareIn(std::int64_t nodes, const SizedFigures& figures) {
    const double alone = forecast(nodes).seconds;
    return alone > 0 && figures.seconds > 0 ? std::clamp(alone / figures.seconds, 0.5, 1.0) : m_share;
}

const JobForecast& SizingContender::forecast(std::int64_t nodes) {
    const std::size_t before = m_forecasts.size();
    const JobForecast& result = m_forecasts.of(nodes);
    m_counts.considered += m_forecasts.size() - before;
    return result;
}

std::int64_t SizingContender::mostNodes() const {
    return std::max<std::int64_t>(1, kMostAccelerators / m_system.accelerators);
}

// Nodes that hold and work out too little at any rate: a quarter of the work that BF16 allows, as recipes of fewer bits
// multiply faster, and half of the states.
std::int64_t SizingContender::lowerBound(const SizingQuestion& q) const {
    const LeastAccelerators least = leastAccelerators(m_system, q);
    const double accelerators = std::max(least.byWork / 4, least.byMemory / 2);
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(accelerators) / m_system.accelerators, 1, mostNodes());
}

std::optional<std::int64_t> SizingContender::least(const SizingQuestion& q, ForecastEnd end, double share) {
    if (q.keptAccelerators > 0) {
        const std::int64_t kept = std::max<std::int64_t>(1, q.keptAccelerators / m_system.accelerators);
        return keepsTimes(forecast(kept), q, end, share) ? std::optional(kept) : std::nullopt;
    }
    const auto keeps = [&](std::int64_t nodes) { return keepsTimes(forecast(nodes), q, end, share); };
    if (isExactCount(q)) {
        const std::int64_t asked = std::max<std::int64_t>(1, q.mostAccelerators / m_system.accelerators);
        return keeps(asked) ? std::optional(asked) : std::nullopt;
    }
    const std::int64_t least = lowerBound(q);
    std::int64_t high = least;
    while (!keeps(high)) {
        if (high >= mostNodes() || m_run.stop.stop_requested())
            return std::nullopt;
        high = std::min(high * 2, mostNodes());
    }
    std::int64_t low = high > least ? high / 2 : 0; // does not keep them, or is 0
    while (high - low > 1) {
        const std::int64_t middle = (low + high) / 2;
        (keeps(middle) ? high : low) = middle;
    }
    return high;
}

// Cooling methods and racks to try, the plainest first.
std::vector<SizingCandidate> SizingContender::ways(const SizingQuestion& q, std::int64_t nodes,
                                                   SizingStrictness strictness) const {
    const double limit = q.rackPower * (strictness == SizingStrictness::Safest ? kMargin : 1);
    const bool isLiquid = m_system.liquidShare > 0;
    std::vector<SizingCandidate> found;
    const auto add = [&](AirCooling air, double rackWatts, std::int64_t atMost = 0) {
        SizingCandidate one;
        one.system = &m_system;
        one.nodes = nodes;
        one.air = air;
        const double most = limit > 0 ? std::min(limit, std::max(rackWatts, m_system.watts)) : rackWatts;
        const std::int64_t inRack = m_system.mostInRack(isLiquid ? (limit > 0 ? limit : 80e3) : most);
        // Half of a rack's height stays for what else it needs, as recipes leave it.
        const std::int64_t high = std::max<std::int64_t>(1, 40 / std::max<std::int64_t>(1, m_system.rackUnits));
        const bool isOut = limit > 0 && m_system.watts > limit;
        one.nodesPerRack = isOut ? 0 : std::clamp<std::int64_t>(inRack, 1, m_system.isRackScale ? 1 : high);
        one.nodesPerRack = isOut ? 0 : std::min(one.nodesPerRack, nodes);
        if (atMost > 0)
            one.nodesPerRack = std::min(one.nodesPerRack, atMost);
        if (one.nodesPerRack < 1)
            return;
        one.storageNodes = nodes >= 2 ? std::max<std::int64_t>(3, nodes / 16) : 1;
        if (m_system.isRackScale)
            one.storageNodes = std::max<std::int64_t>(4, nodes);
        if (strictness == SizingStrictness::Safest)
            one.spares = nodes > 1 ? std::max<std::int64_t>(1, nodes / 32) : 0;
        else if (nodes >= 64)
            one.spares = std::max<std::int64_t>(2, nodes / 32);
        if (q.spareNodes >= 0)
            one.spares = q.spareNodes;
        if (q.keptAccelerators > 0)
            one.spares = 0;
        // Accelerators of other makers join over Ethernet.
        one.isEthernet = q.fabric == SizingFabric::Ethernet ||
                         (q.fabric == SizingFabric::Any && m_system.accelerator->vendor != "NVIDIA");
        found.push_back(one);
    };
    if (isLiquid || m_system.isRackScale) {
        add(AirCooling::Perimeter, kAirRackWatts);
        // Fewer in a rack, where what feeds it has no places for as many.
        while (!found.empty() && found.back().nodesPerRack > 1)
            add(AirCooling::Perimeter, kAirRackWatts, found.back().nodesPerRack - 1);
    } else if (q.isRearDoorAllowed && !q.isAirAllowed) {
        add(AirCooling::RearDoor, kDoorRackWatts);
    } else {
        const bool asksForDoors = q.has(SizingLimit::Cooling) && q.isRearDoorAllowed && !q.isLiquidAllowed;
        if (q.isRearDoorAllowed && (asksForDoors || (limit > kAirRackWatts && nodes > 1)))
            add(AirCooling::RearDoor, kDoorRackWatts);
        // Racks that may take more than perimeter units cool hold more nodes beside units in the row.
        const bool isDenser = limit > kAirRackWatts && nodes > 1 &&
                              m_system.mostInRack(std::min(limit, kRowRackWatts)) > m_system.mostInRack(kAirRackWatts);
        if (isDenser)
            add(AirCooling::InRow, kRowRackWatts);
        add(AirCooling::Perimeter, kAirRackWatts);
        if (!isDenser)
            add(AirCooling::InRow, kRowRackWatts);
        // A node that no rack of this power takes has no way at all.
        if (q.isRearDoorAllowed && std::ranges::find(found, AirCooling::RearDoor, &SizingCandidate::air) == found.end())
            add(AirCooling::RearDoor, kDoorRackWatts);
    }
    return found;
}

SizingContender::Key SizingContender::keyOf(const SizingQuestion& q, const SizingCandidate& candidate) {
    return {candidate.nodes,
            candidate.spares,
            candidate.nodesPerRack,
            static_cast<int>(candidate.air),
            candidate.isEthernet,
            std::llround(q.roomWidth * 1000),
            std::llround(q.roomDepth * 1000),
            std::llround(q.floor),
            candidate.storageNodes};
}

TriedDesignPtr SizingContender::made(const SizingQuestion& q, const SizingCandidate& candidate) {
    if (const auto known = m_made.find(keyOf(q, candidate)); known != m_made.end())
        return known->second;
    if (isMany(candidate.nodes))
        if (TriedDesignPtr alike = scaled(q, candidate))
            return alike;
    return whole(q, candidate);
}

void SizingContender::learn(const SizingQuestion& q, const SizingCandidate& candidate, const SizedFigures& figures) {
    auto known = std::make_shared<TriedDesign>();
    known->figures = figures;
    known->figures.errors.clear(); // of limits that are stated in it, which the search holds by figures
    known->figures.rules.clear();
    m_made.insert_or_assign(keyOf(q, candidate), std::move(known));
}

namespace {

void scale(SizedFigures::Band& band, double factor) {
    band.low *= factor;
    band.typical *= factor;
    band.high *= factor;
}

/// All but racks, the deadline and what is of a rack grow with the count.
SizedFigures byCount(SizedFigures figures, double factor) {
    for (SizedFigures::Band* band :
         {&figures.itPeak, &figures.utilityPeak, &figures.price, &figures.quote, &figures.quoteWithTax})
        scale(*band, factor);
    for (double* sum : {&figures.whiteSpace, &figures.storageRead, &figures.storageWrite})
        *sum *= factor;
    for (std::int64_t* count : {&figures.racks, &figures.nodes, &figures.accelerators, &figures.acceleratorRacks})
        *count = std::llround(std::ceil(static_cast<double>(*count) * factor - 1e-9));
    return figures;
}

} // namespace

TriedDesignPtr SizingContender::scaled(const SizingQuestion& q, const SizingCandidate& candidate) {
    if (q.roomWidth > 0) // whether a room takes them tells their own design alone
        return nullptr;
    constexpr double kNear = 1.25; // counts so near are scaled from a whole design of many
    const Key key = keyOf(q, candidate);
    const auto kindOf = [](const Key& one) {
        return std::tuple(std::get<2>(one), std::get<3>(one), std::get<4>(one), std::get<5>(one), std::get<6>(one),
                          std::get<7>(one));
    };
    const auto distance = [&](std::int64_t nodes) {
        return std::abs(std::log(static_cast<double>(nodes) / static_cast<double>(candidate.nodes)));
    };
    TriedDesignPtr from;
    std::int64_t nodes = 0;
    for (const auto& [known, design] : m_made)
        if (kindOf(known) == kindOf(key) && design->isSound() && distance(std::get<0>(known)) <= std::log(kNear) &&
            (!from || distance(std::get<0>(known)) < distance(nodes))) {
            from = design;
            nodes = std::get<0>(known);
        }
    if (!from) {
        SizingCandidate smaller = candidate;
        smaller.nodes = nodes =
            std::max<std::int64_t>(candidate.nodesPerRack, kManyAccelerators / 2 / m_system.accelerators);
        const auto share = [&](std::int64_t count) { return (count * nodes + candidate.nodes - 1) / candidate.nodes; };
        smaller.spares = share(candidate.spares);
        smaller.storageNodes = std::max<std::int64_t>(1, share(candidate.storageNodes));
        if (!forecast(nodes).fits)
            return nullptr;
        from = whole(q, smaller);
        if (!from->isSound())
            return from;
    }
    auto result = std::make_shared<TriedDesign>();
    result->figures = byCount(from->figures, static_cast<double>(candidate.nodes) / static_cast<double>(nodes));
    const JobForecast& there = forecast(nodes);
    const JobForecast& here = forecast(candidate.nodes);
    const auto follow = [](double& figure, double before, double now) {
        figure = before > 0 ? figure * now / before : now;
    };
    follow(result->figures.seconds, there.seconds, here.seconds);
    follow(result->figures.slowSeconds, there.slowSeconds, here.slowSeconds);
    follow(result->figures.secondsPerToken, there.secondsPerToken, here.secondsPerToken);
    follow(result->figures.slowSecondsPerToken, there.slowSecondsPerToken, here.slowSecondsPerToken);
    follow(result->figures.firstToken, there.firstToken, here.firstToken);
    m_share = shareIn(candidate.nodes, result->figures);
    ++m_counts.considered;
    return result;
}

TriedDesignPtr SizingContender::whole(const SizingQuestion& q, const SizingCandidate& candidate) {
    const Key key = keyOf(q, candidate);
    if (const auto known = m_made.find(key); known != m_made.end())
        return known->second;
    auto result = std::make_shared<TriedDesign>();
    Result<Document> document =
        sizedDesign(q, candidate, forecast(candidate.nodes).jobs, m_source, m_system.name, SiteRecord::Open);
    if (document) {
        result->document = std::move(*document);
        result->figures = sizedFigures(result->document, m_domains, m_run.threads);
        ++m_counts.solved;
        m_share = shareIn(candidate.nodes, result->figures);
    } else {
        result->failure = document.error().message;
    }
    ++m_counts.considered;
    if (m_run.tell)
        m_run.tell({m_counts.considered, m_counts.solved, m_system.name});
    m_made.emplace(key, result);
    return result;
}

namespace {

/// Whether all that is wrong with a design is that its jobs want more of the storage than it gives.
bool lacksStorageAlone(const TriedDesign& design) {
    const std::vector<std::string>& rules = design.figures.rules;
    return !design.failure && !rules.empty() &&
           std::ranges::all_of(rules, [](const std::string& id) { return id == "STOR-01" || id == "STOR-02"; });
}

} // namespace

// The first way that makes a sound design; else the last failure.
SizingWay SizingContender::tryWays(const SizingQuestion& q, std::int64_t nodes, SizingStrictness strictness) {
    SizingWay first;
    for (const SizingCandidate& candidate : ways(q, nodes, strictness)) {
        if (m_run.stop.stop_requested())
            break;
        // Another count in the rack mends what could not be drawn, not what was drawn and found wrong.
        if (first.tried && !first.tried->failure && first.candidate.air == candidate.air)
            continue;
        SizingCandidate wider = candidate;
        TriedDesignPtr one = made(q, wider);
        constexpr int kMostDoublings = 3;
        for (int doubled = 0; doubled < kMostDoublings && lacksStorageAlone(*one); ++doubled) {
            wider.storageNodes *= 2;
            one = made(q, wider);
        }
        if (one->isSound())
            return {wider, one, true};
        if (!first.tried)
            first = {candidate, one, false};
    }
    return first;
}

std::optional<SizingWay> SizingContender::leastWay(const SizingQuestion& q, SizingStrictness strictness) {
    const ForecastEnd end = strictness == SizingStrictness::Safest ? ForecastEnd::Slow : ForecastEnd::Median;
    // Fewer never do: nothing is lost of their time.
    const std::optional<std::int64_t> bound = least(q, end, 1);
    if (!bound)
        return std::nullopt;
    const auto allowed = [&](std::int64_t count, std::int64_t least) {
        while (count > least && exceedsCount(q, count))
            --count;
        return count;
    };
    std::int64_t nodes = allowed(least(q, end, kUsualShare).value_or(*bound), *bound);
    std::optional<SizingWay> best;
    SizingWay way;
    for (int step = 0; step < kMostSteps; ++step) {
        if (exceedsCount(q, nodes)) {
            // The designs of counts that no limit allows are not made: their count alone is the reason.
            way.candidate.system = &m_system;
            way.candidate.nodes = nodes;
            way.tried = std::make_shared<TriedDesign>(countOnly(nodes));
            way.isSound = true;
            return way;
        }
        way = tryWays(q, nodes, strictness);
        if (!way.tried || !way.isSound)
            return best ? best : way;
        const bool isKeeping = keepsTimes(way.tried->figures, q, strictness);
        const std::int64_t again = least(q, end, shareIn(nodes, way.tried->figures)).value_or(nodes);
        if (q.keptAccelerators > 0 || isExactCount(q) || (isKeeping && again >= nodes))
            return way;
        if (!isKeeping && best)
            return best;
        if (isKeeping)
            best = way;
        const std::int64_t further = std::max(nodes + std::max<std::int64_t>(1, nodes / 100), again);
        nodes = isKeeping ? again : allowed(further, nodes + 1);
    }
    return best ? best : way;
}

bool SizingContender::exceedsCount(const SizingQuestion& q, std::int64_t nodes) const {
    const std::int64_t accelerators = nodes * m_system.accelerators;
    const double watts = static_cast<double>(nodes) * m_system.watts;
    return (q.mostAccelerators > 0 && accelerators > q.mostAccelerators) || (q.mostNodes > 0 && nodes > q.mostNodes) ||
           (q.sitePower > 0 && watts > 1.5 * q.sitePower);
}

// Figures of nodes alone, for a count that is over its limit anyway.
TriedDesign SizingContender::countOnly(std::int64_t nodes) {
    TriedDesign made;
    made.isCountAlone = true;
    const JobForecast& jobs = forecast(nodes);
    made.figures.seconds = jobs.seconds / m_share;
    made.figures.slowSeconds = jobs.slowSeconds / m_share;
    made.figures.secondsPerToken = jobs.secondsPerToken;
    made.figures.slowSecondsPerToken = jobs.slowSecondsPerToken;
    made.figures.firstToken = jobs.firstToken;
    const double watts = static_cast<double>(nodes) * m_system.watts;
    made.figures.itPeak = made.figures.utilityPeak = {watts, watts, watts, true};
    made.figures.price.isKnown = made.figures.quote.isKnown = made.figures.quoteWithTax.isKnown = true;
    return made;
}

SizingWay SizingContender::largest(const SizingQuestion& q, const SizingWay& least) {
    SizingWay best = least;
    if (q.keptAccelerators > 0 || isExactCount(q))
        return best;
    std::int64_t low = least.candidate.nodes, high = 0; // low keeps all, high (where known) does not
    const bool isLimited = !usesOf(q, best.candidate, best.tried->figures, SizingStrictness::Every).empty();
    const std::int64_t most = isLimited ? mostNodes() : std::min(mostNodes(), least.candidate.nodes * kGrowthUnlimited);
    for (int step = 0; step < kMostSteps && !m_run.stop.stop_requested(); ++step) {
        double growth = 64;
        for (const LimitUse& use : usesOf(q, best.candidate, best.tried->figures, SizingStrictness::Every))
            growth = std::min(growth, use.most / std::max(use.used, 1e-9));
        std::int64_t next =
            std::clamp<std::int64_t>(static_cast<std::int64_t>(static_cast<double>(low) * growth), low + 1, most);
        if (high > 0)
            next = std::clamp<std::int64_t>(next, low + 1, high - 1);
        if (next <= low || (high > 0 && high - low <= 1) || next > most)
            break;
        const SizingWay way = exceedsCount(q, next) ? SizingWay{} : tryWays(q, next, SizingStrictness::Every);
        if (way.tried && way.isSound && brokenLimits(q, way, SizingStrictness::Every).empty()) {
            best = way;
            low = next;
        } else {
            high = next;
            // Interpolation has overshot: what is left is halved.
            if (high - low > 2 && step > 3) {
                const std::int64_t middle = (low + high) / 2;
                const SizingWay half = tryWays(q, middle, SizingStrictness::Every);
                if (half.tried && half.isSound && brokenLimits(q, half, SizingStrictness::Every).empty()) {
                    best = half;
                    low = middle;
                } else {
                    high = middle;
                }
            }
        }
    }
    return best;
}

} // namespace rackwright
