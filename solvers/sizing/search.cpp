// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/search.h"

#include "model/edits/option_edits.h"
#include "model/edits/option_join.h"
#include "solvers/sizing/compliance.h"
#include "solvers/storage/storage_job.h"
#include "solvers/workload/own_model.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <tuple>

namespace rackwright {

namespace {

constexpr std::int64_t kMostAccelerators = 131'072;
/// Where nothing that was said grows with the count, the fastest answer has so many times the nodes of the least one.
constexpr std::int64_t kGrowthUnlimited = 4;
/// From here on one system of each accelerator type is made and solved.
constexpr std::int64_t kManyAccelerators = 4096;
constexpr double kUsualShare = 0.97;    // of the time, that jobs have until a design tells it
constexpr double kMargin = 0.9;         // of a limit, in the safest answer
constexpr double kAirRackWatts = 20e3;  // a rack that rows of air units cool without more
constexpr double kDoorRackWatts = 42e3; // below what active rear doors take
constexpr int kMostSteps = 12;          // of the search for the last count that fits
constexpr std::size_t kMostRivals = 6;  // systems whose fastest design is made
constexpr std::size_t kAnswers = EnumNames<SizingGoal>::names.size(); // at most, those beside them too

/// A design that was made and solved, or why it could not be made.
struct Made {
    Document document;
    SizedFigures figures;
    std::optional<Message> failure; ///< the builder's
    bool isSound() const { return !failure && figures.errors.empty(); }
};
using MadePtr = std::shared_ptr<const Made>;

enum class Strictness : std::uint8_t { Every, Safest };

// To the thousand, as the answers' prices are printed.
UnitNumber priceDifference(const SizedFigures& from, const SizedFigures& to) {
    return {std::round((from.price.typical - to.price.typical) / 1000) * 1000, "USD"};
}

double typicalOr(const SizedFigures::Band& band, Strictness strictness) {
    return strictness == Strictness::Safest ? band.high : band.typical;
}

/// What is used of each limit that grows with the count.
struct Use {
    SizingLimit limit;
    double used, most;
    std::string unit;
};
std::vector<Use> usesOf(const SizingQuestion& q, const SizingCandidate& candidate, const SizedFigures& figures,
                        Strictness strictness) {
    std::vector<Use> uses;
    const double share = strictness == Strictness::Safest ? kMargin : 1;
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
    if (q.budget > 0)
        uses.push_back(
            {SizingLimit::Budget, typicalOr(figures.budgeted(q.budgetScope), strictness) / share, q.budget, "USD"});
    if (q.mostRacks > 0)
        uses.push_back({SizingLimit::Room, static_cast<double>(figures.racks), static_cast<double>(q.mostRacks), ""});
    if (q.roomArea > 0)
        uses.push_back({SizingLimit::Room, figures.whiteSpace, q.roomArea, "m2"});
    return uses;
}

bool isKept(const Use& use) { return use.used <= use.most * (1 + 1e-9); }

/// Everything about one system for one set of jobs.
class Contender {
public:
    Contender(const SizingSystem& system, const SizingQuestion& question, const SizingSource& source,
              const DomainsPtr& domains, const SizingRun& run, SizingResult& counts)
        : m_system(system), m_source(source), m_domains(domains), m_run(run), m_counts(counts),
          m_forecasts(system, question) {}

    const SizingSystem& system() const { return m_system; }
    double share() const { return m_share; }
    /// What checkpoints and interruptions leave of the time, and what the drawn network takes: a design tells it.
    double shareIn(std::int64_t nodes, const SizedFigures& figures) {
        const double alone = forecast(nodes).seconds;
        return alone > 0 && figures.seconds > 0 ? std::clamp(alone / figures.seconds, 0.5, 1.0) : m_share;
    }

    const JobForecast& forecast(std::int64_t nodes) {
        const std::size_t before = m_forecasts.size();
        const JobForecast& result = m_forecasts.of(nodes);
        m_counts.considered += m_forecasts.size() - before;
        return result;
    }

    std::int64_t mostNodes() const { return std::max<std::int64_t>(1, kMostAccelerators / m_system.accelerators); }

    /// The least count whose jobs keep their times, where they have this share of the time; nothing where none does.
    std::optional<std::int64_t> least(const SizingQuestion& q, ForecastEnd end, double share) {
        if (q.keptAccelerators > 0) {
            const std::int64_t kept = std::max<std::int64_t>(1, q.keptAccelerators / m_system.accelerators);
            return keepsTimes(forecast(kept), q, end, share) ? std::optional(kept) : std::nullopt;
        }
        const auto keeps = [&](std::int64_t nodes) { return keepsTimes(forecast(nodes), q, end, share); };
        std::int64_t high = 1;
        while (!keeps(high)) {
            if (high >= mostNodes() || m_run.stop.stop_requested())
                return std::nullopt;
            high = std::min(high * 2, mostNodes());
        }
        std::int64_t low = high / 2; // does not keep them, or is 0
        while (high - low > 1) {
            const std::int64_t middle = (low + high) / 2;
            (keeps(middle) ? high : low) = middle;
        }
        return high;
    }

    /// Cooling methods and racks to try, the plainest first.
    std::vector<SizingCandidate> ways(const SizingQuestion& q, std::int64_t nodes, Strictness strictness) const {
        const double limit = q.rackPower * (strictness == Strictness::Safest ? kMargin : 1);
        const bool isLiquid = m_system.liquidShare > 0;
        std::vector<SizingCandidate> found;
        const auto add = [&](AirCooling air, double rackWatts) {
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
            if (one.nodesPerRack < 1)
                return;
            one.storageNodes = nodes >= 2 ? std::max<std::int64_t>(3, nodes / 16) : 1;
            if (m_system.isRackScale)
                one.storageNodes = std::max<std::int64_t>(4, nodes);
            if (strictness == Strictness::Safest)
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
        } else if (q.isRearDoorAllowed && !q.isAirAllowed) {
            add(AirCooling::RearDoor, kDoorRackWatts);
        } else {
            const bool asksForDoors = q.has(SizingLimit::Cooling) && q.isRearDoorAllowed && !q.isLiquidAllowed;
            if (q.isRearDoorAllowed && (asksForDoors || (limit > kAirRackWatts && nodes > 1)))
                add(AirCooling::RearDoor, kDoorRackWatts);
            add(AirCooling::Perimeter, kAirRackWatts);
            add(AirCooling::InRow, 30e3);
            if (q.isRearDoorAllowed && found.front().air != AirCooling::RearDoor)
                add(AirCooling::RearDoor, kDoorRackWatts);
        }
        return found;
    }

    /// Made and solved once.
    MadePtr made(const SizingQuestion& q, const SizingCandidate& candidate) {
        const Key key{candidate.nodes,
                      candidate.spares,
                      candidate.nodesPerRack,
                      static_cast<int>(candidate.air),
                      candidate.isEthernet,
                      std::llround(q.roomWidth * 1000),
                      std::llround(q.roomDepth * 1000),
                      std::llround(q.floor)};
        if (const auto known = m_made.find(key); known != m_made.end())
            return known->second;
        auto result = std::make_shared<Made>();
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

    /// The first way that makes a sound design; else the last failure.
    struct Way {
        SizingCandidate candidate;
        MadePtr made; ///< null: there is no way at all
        bool isSound = false;
    };
    Way way(const SizingQuestion& q, std::int64_t nodes, Strictness strictness) {
        Way first;
        for (const SizingCandidate& candidate : ways(q, nodes, strictness)) {
            if (m_run.stop.stop_requested())
                break;
            MadePtr one = made(q, candidate);
            if (one->isSound())
                return {candidate, one, true};
            if (!first.made)
                first = {candidate, one, false};
        }
        return first;
    }

private:
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, int, bool, long long, long long, long long>;

    const SizingSystem& m_system;
    const SizingSource& m_source;
    const DomainsPtr& m_domains;
    const SizingRun& m_run;
    SizingResult& m_counts;
    JobForecasts m_forecasts;
    std::map<Key, MadePtr> m_made;
    double m_share = kUsualShare; // until a design tells it
};

bool keepsTimes(const SizedFigures& figures, const SizingQuestion& q, Strictness strictness) {
    const bool isSlow = strictness == Strictness::Safest;
    const double seconds = isSlow ? figures.slowSeconds : figures.seconds;
    const double step = isSlow ? figures.slowSecondsPerToken : figures.secondsPerToken;
    return (q.deadline <= 0 || (seconds > 0 && seconds <= q.deadline)) && (q.speed <= 0 || step <= 1 / q.speed) &&
           (q.latency <= 0 || figures.firstToken <= q.latency);
}

/// The limits that a made design breaks; empty: it is an answer.
std::vector<SizingLimit> broken(const SizingQuestion& q, const Contender::Way& way, Strictness strictness) {
    std::vector<SizingLimit> limits;
    const SizedFigures& figures = way.made->figures;
    if (way.made->failure || !way.isSound) {
        const bool isFloor = std::ranges::any_of(figures.rules, [](const std::string& id) {
            return id.starts_with("FLOOR-06") || id.starts_with("FLOOR-07");
        });
        if (isFloor && q.floor > 0)
            limits.push_back(SizingLimit::Floor);
        else if (q.roomWidth > 0)
            limits.push_back(SizingLimit::Room);
        return limits;
    }
    for (const Use& use : usesOf(q, way.candidate, figures, strictness))
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

class Search {
public:
    Search(const SizingQuestion& question, const SizingSource& source, const DomainsPtr& domains, const SizingRun& run)
        : m_q(question), m_source(source), m_domains(domains), m_run(run) {
        m_result.catalogue = std::make_shared<const std::vector<SizingSystem>>(sizingSystems(source));
        for (const SizingSystem& system : *m_result.catalogue) {
            const bool isOffered = question.isOfferedAnnounced || system.node->lifecycle != Lifecycle::Announced;
            if (!isOffered || system.node->isPlanningClass)
                continue;
            m_contenders.push_back(std::make_unique<Contender>(system, question, source, domains, run, m_result));
        }
    }

    SizingResult result() {
        describe();
        storageBounds();
        for (const auto& contender : m_contenders)
            judge(*contender);
        if (!m_fits.empty() && m_collidingStorage.empty()) {
            pickCheapest();
            pickFastest();
            pickSafest();
            addOthers();
            finish();
        }
        m_result.wasCancelled = m_run.stop.stop_requested();
        if (m_result.answers.empty() && !m_result.wasCancelled)
            explainCollision();
        m_result.verdict = m_result.answers.empty()                   ? SizingVerdict::FitsNot
                           : m_q.areTokensAssumed && m_q.deadline > 0 ? SizingVerdict::Unknown
                                                                      : SizingVerdict::Fits;
        return std::move(m_result);
    }

private:
    using Way = Contender::Way;
    struct Fit {
        Contender* contender;
        Way way;
        std::int64_t least;
    };

    void describe() {
        m_result.requests = m_q.unknown;
        if (m_q.sitePower > 0 && m_q.basis == SitePowerBasis::Unknown)
            m_result.readings = {"IT", "utility"};
        m_result.compliance = complianceOf(m_q);
        m_result.breakerFactor = breakerFactorOf(m_q);
        for (const Workload& job : m_q.jobs)
            if (const WorkloadModel model = modelOf(job); model && job.kind != WorkloadKind::Inference) {
                const double bytes = setting_of::checkpointBytes.defaultSi;
                m_result.checkpointBytes = std::max(m_result.checkpointBytes,
                                                    bytes * static_cast<double>(totalParameters(model->architecture)));
            }
        for (const SizingSystem& system : *m_result.catalogue) {
            SizingSystemRow row;
            row.system = system.name;
            row.type = system.type;
            row.out = limitsAgainst(system, m_q);
            const bool isOutOfRack = std::ranges::find(row.out, SizingLimit::RackPower) != row.out.end();
            row.nodesPerRack = isOutOfRack ? 0 : system.mostInRack(m_q.rackPower);
            const LeastAccelerators least = leastAccelerators(system, m_q);
            row.leastBy = least.highest();
            row.least = std::max({least.byMemory, least.byRate, least.byWork});
            m_result.systems.push_back(std::move(row));
        }
    }

    // A storage product that is too slow for a checkpoint in its time: no system helps.
    void storageBounds() {
        if (m_q.checkpointWindow <= 0 || m_q.storage.empty() || m_q.storageUnits <= 0)
            return;
        for (const PartPtr& part : m_source.storage) {
            const std::vector<std::string> name = nameWords(part->vendor + " " + part->model);
            const bool isIt = std::ranges::all_of(
                m_q.storage, [&name](const std::string& word) { return std::ranges::find(name, word) != name.end(); });
            const auto write = fact(*part, attribute::writeBandwidth).typical();
            if (!isIt || !write)
                continue;
            const double seconds = m_result.checkpointBytes / (write->si() * static_cast<double>(m_q.storageUnits));
            if (seconds <= m_q.checkpointWindow)
                return;
            const double units = std::ceil(m_result.checkpointBytes / (write->si() * m_q.checkpointWindow) - 1e-9);
            m_collidingStorage = {{SizingLimit::Checkpoint, seconds, "s"}, {SizingLimit::Storage, units, ""}};
            return;
        }
    }

    void lose(const Contender& contender, std::vector<SizingLimit> limits, Message reason) {
        m_result.losers.push_back(
            {contender.system().name, contender.system().type, std::move(limits), std::move(reason), 0, 0});
    }

    /// Whether the racks that designs are drawn with take its nodes.
    static bool isDrawn(const Contender& contender) {
        const Mounting rails = contender.system().node->mounting;
        return rails != Mounting::Mgx && rails != Mounting::OpenRack21;
    }

    void judge(Contender& contender) {
        if (m_run.stop.stop_requested())
            return;
        std::vector<SizingLimit> against = limitsAgainst(contender.system(), m_q);
        if (!against.empty()) {
            // What a person did not name is no loser.
            if (against.front() != SizingLimit::Systems && against.front() != SizingLimit::Nodes &&
                against.front() != SizingLimit::Kept && against.front() != SizingLimit::Vendor)
                lose(contender, against, Message("sizing.lost.limit"));
            return;
        }
        if (!isDrawn(contender))
            return lose(contender, {},
                        Message("sizing.lost.rails")
                            .with("rails", contender.system().node->mounting == Mounting::Mgx ? "MGX" : "Open Rack"));
        // Designs of thousands of nodes take seconds each: the first system with a type stands for the others.
        if (const auto nodes = contender.least(m_q, ForecastEnd::Median, kUsualShare);
            nodes && *nodes * contender.system().accelerators > kManyAccelerators &&
            std::ranges::find(m_fits, contender.system().type,
                              [](const Fit& fit) { return fit.contender->system().type; }) != m_fits.end())
            return lose(contender, {}, Message("sizing.lost.alike"));
        const std::optional<Way> way = leastWay(contender, m_q, Strictness::Every);
        if (!way)
            return lose(contender, {},
                        Message(contender.forecast(1).isUnknown ? "sizing.lost.unknown" : "sizing.lost.never"));
        if (!way->made || way->made->failure)
            return lose(contender, way->made ? broken(m_q, *way, Strictness::Every) : std::vector<SizingLimit>(),
                        way->made ? *way->made->failure : Message("sizing.lost.never"));
        if (!way->isSound)
            return lose(contender, broken(m_q, *way, Strictness::Every), way->made->figures.errors.front());
        if (!isPriced(*way, m_q))
            return lose(contender, {}, Message("sizing.lost.price"));
        std::vector<SizingLimit> limits = broken(m_q, *way, Strictness::Every);
        if (!limits.empty())
            return lose(contender, std::move(limits), Message("sizing.lost.limit"));
        m_fits.push_back({&contender, *way, way->candidate.nodes});
    }

    /// The design of the least count whose own figures keep the times; nothing where no count does. It rests on the
    /// question alone: what was made before for other questions changes nothing, so a count that is named as the
    /// nearest one that fits does fit where it is the limit.
    std::optional<Way> leastWay(Contender& contender, const SizingQuestion& q, Strictness strictness) {
        const ForecastEnd end = strictness == Strictness::Safest ? ForecastEnd::Slow : ForecastEnd::Median;
        // Fewer never do: nothing is lost of their time.
        const std::optional<std::int64_t> bound = contender.least(q, end, 1);
        if (!bound)
            return std::nullopt;
        const auto allowed = [&](std::int64_t count, std::int64_t least) {
            while (count > least && exceedsCount(contender, q, count))
                --count;
            return count;
        };
        std::int64_t nodes = allowed(contender.least(q, end, kUsualShare).value_or(*bound), *bound);
        std::optional<Way> best;
        Way way;
        for (int step = 0; step < kMostSteps; ++step) {
            if (exceedsCount(contender, q, nodes)) {
                // The designs of counts that no limit allows are not made: their count alone is the reason.
                way.candidate.system = &contender.system();
                way.candidate.nodes = nodes;
                way.made = std::make_shared<Made>(countOnly(contender, nodes));
                way.isSound = true;
                return way;
            }
            way = contender.way(q, nodes, strictness);
            if (!way.made || !way.isSound)
                return best ? best : way;
            const bool isKeeping = keepsTimes(way.made->figures, q, strictness);
            const std::int64_t again =
                contender.least(q, end, contender.shareIn(nodes, way.made->figures)).value_or(nodes);
            if (q.keptAccelerators > 0 || (isKeeping && again >= nodes))
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

    /// Whether what decides of its price is known: the equipment, and of a budget all that it pays.
    static bool isPriced(const Way& way, const SizingQuestion& q) {
        const SizedFigures& figures = way.made->figures;
        return figures.price.isKnown && (q.budget <= 0 || figures.budgeted(q.budgetScope).isKnown);
    }

    static bool exceedsCount(const Contender& contender, const SizingQuestion& q, std::int64_t nodes) {
        const std::int64_t accelerators = nodes * contender.system().accelerators;
        const double watts = static_cast<double>(nodes) * contender.system().watts;
        return (q.mostAccelerators > 0 && accelerators > q.mostAccelerators) ||
               (q.mostNodes > 0 && nodes > q.mostNodes) || (q.sitePower > 0 && watts > 1.5 * q.sitePower);
    }

    /// Figures of nodes alone, for a count that is over its limit anyway.
    static Made countOnly(Contender& contender, std::int64_t nodes) {
        Made made;
        const JobForecast& forecast = contender.forecast(nodes);
        made.figures.seconds = forecast.seconds / contender.share();
        made.figures.slowSeconds = forecast.slowSeconds / contender.share();
        made.figures.secondsPerToken = forecast.secondsPerToken;
        made.figures.slowSecondsPerToken = forecast.slowSecondsPerToken;
        made.figures.firstToken = forecast.firstToken;
        const double watts = static_cast<double>(nodes) * contender.system().watts;
        made.figures.itPeak = made.figures.utilityPeak = {watts, watts, watts, true};
        made.figures.price.isKnown = made.figures.quote.isKnown = made.figures.quoteWithTax.isKnown = true;
        return made;
    }

    static auto byPrice(const Fit& fit) {
        return std::tuple(fit.way.made->figures.price.typical, fit.way.made->figures.seconds,
                          fit.way.made->figures.itPeak.typical, fit.contender->system().name);
    }

    void put(SizingGoal goal, const Way& way) {
        for (SizingAnswer& answer : m_result.answers)
            if (answer.candidate.system == way.candidate.system && answer.candidate.nodes == way.candidate.nodes &&
                answer.candidate.spares == way.candidate.spares &&
                answer.candidate.nodesPerRack == way.candidate.nodesPerRack &&
                answer.candidate.air == way.candidate.air) {
                answer.goals.push_back(goal);
                return;
            }
        SizingAnswer answer;
        answer.goals = {goal};
        answer.candidate = way.candidate;
        answer.figures = way.made->figures;
        m_result.answers.push_back(std::move(answer));
    }

    void pickCheapest() {
        std::ranges::sort(m_fits, [](const Fit& a, const Fit& b) { return byPrice(a) < byPrice(b); });
        put(SizingGoal::Cheapest, m_fits.front().way);
    }

    /// The largest count of a system that keeps every limit; its least count does.
    Way largest(const Fit& fit) {
        Contender& contender = *fit.contender;
        Way best = fit.way;
        if (m_q.keptAccelerators > 0)
            return best;
        std::int64_t low = fit.least, high = 0; // low keeps all, high (where known) does not
        const bool isLimited = std::ranges::any_of(usesOf(m_q, best.candidate, best.made->figures, Strictness::Every),
                                                   [](const Use&) { return true; });
        const std::int64_t most =
            isLimited ? contender.mostNodes() : std::min(contender.mostNodes(), fit.least * kGrowthUnlimited);
        for (int step = 0; step < kMostSteps && !m_run.stop.stop_requested(); ++step) {
            double growth = 64;
            for (const Use& use : usesOf(m_q, best.candidate, best.made->figures, Strictness::Every))
                growth = std::min(growth, use.most / std::max(use.used, 1e-9));
            std::int64_t next =
                std::clamp<std::int64_t>(static_cast<std::int64_t>(static_cast<double>(low) * growth), low + 1, most);
            if (high > 0)
                next = std::clamp<std::int64_t>(next, low + 1, high - 1);
            if (next <= low || (high > 0 && high - low <= 1) || next > most)
                break;
            const Way way = exceedsCount(contender, m_q, next) ? Way{} : contender.way(m_q, next, Strictness::Every);
            if (way.made && way.isSound && broken(m_q, way, Strictness::Every).empty()) {
                best = way;
                low = next;
            } else {
                high = next;
                // Interpolation has overshot: what is left is halved.
                if (high - low > 2 && step > 3) {
                    const std::int64_t middle = (low + high) / 2;
                    const Way half = contender.way(m_q, middle, Strictness::Every);
                    if (half.made && half.isSound && broken(m_q, half, Strictness::Every).empty()) {
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

    void pickFastest() {
        // The most work that the limits could admit decides whose designs are made first.
        std::vector<std::pair<double, const Fit*>> order;
        for (const Fit& fit : m_fits) {
            double growth = 64;
            for (const Use& use : usesOf(m_q, fit.way.candidate, fit.way.made->figures, Strictness::Every))
                growth = std::min(growth, use.most / std::max(use.used, 1e-9));
            order.emplace_back(timeOf(fit.way.made->figures) / growth, &fit);
        }
        std::ranges::sort(order, [](const auto& a, const auto& b) {
            return std::tuple(a.first, a.second->contender->system().name) <
                   std::tuple(b.first, b.second->contender->system().name);
        });
        std::optional<Way> best;
        std::size_t made = 0;
        for (const auto& [bound, fit] : order) {
            if (made >= kMostRivals || (best && bound > timeOf(best->made->figures)))
                break;
            const Way way = largest(*fit);
            ++made;
            const auto rank = [](const Way& one) {
                return std::tuple(timeOf(one.made->figures), one.made->figures.price.typical);
            };
            if (!best || rank(way) < rank(*best))
                best = way;
        }
        if (best)
            put(SizingGoal::Fastest, *best);
    }

    static double timeOf(const SizedFigures& figures) {
        return figures.seconds > 0 ? figures.seconds : figures.secondsPerToken;
    }

    /// Of the cheapest system that is not safe, which is asked first.
    void noteUnsafe(std::vector<SizingLimit> limits) {
        std::erase_if(limits, [this](SizingLimit limit) { return !m_q.has(limit); });
        if (m_result.outOfSafest.empty())
            m_result.outOfSafest = std::move(limits);
    }

    void pickSafest() {
        std::optional<Way> best;
        for (const Fit& fit : m_fits) {
            if (m_run.stop.stop_requested())
                return;
            const SizingSystem& system = fit.contender->system();
            // Dearer at its least count than the best of all: it cannot win.
            if (best && byPrice(fit) >= std::tuple(best->made->figures.price.typical, 0.0, 0.0, std::string()))
                break;
            // Of parts whose power or, where a date is to be kept, lead time nobody states nothing is safe.
            if (!system.isPowerStated || (m_q.delivery > 0 && fact(*system.node, attribute::leadTime).isUnknown()))
                continue;
            const std::optional<Way> way = leastWay(*fit.contender, m_q, Strictness::Safest);
            if (!way || !way->made || !way->isSound || way->made->document.project == nullptr) {
                noteUnsafe(way && way->made ? broken(m_q, *way, Strictness::Safest)
                                            : std::vector<SizingLimit>{SizingLimit::Deadline});
                continue;
            }
            if (std::vector<SizingLimit> limits = broken(m_q, *way, Strictness::Safest); !limits.empty()) {
                noteUnsafe(std::move(limits));
                continue;
            }
            if (!best || way->made->figures.price.typical < best->made->figures.price.typical)
                best = *way;
        }
        if (!best)
            return;
        m_result.outOfSafest.clear();
        put(SizingGoal::Safest, *best);
    }

    /// Where answers coincide, the cheapest of another accelerator stands beside them, else of another system.
    void addOthers() {
        const auto isThere = [this](const Fit& fit, bool isOfType) {
            const SizingSystem& system = fit.contender->system();
            return std::ranges::any_of(m_result.answers, [&](const SizingAnswer& answer) {
                const SizingSystem& other = *answer.candidate.system;
                return isOfType ? other.type == system.type : &other == &system;
            });
        };
        for (const bool isOfType : {true, false})
            for (const Fit& fit : m_fits) { // by price
                if (m_result.answers.size() >= kAnswers)
                    return;
                if (isThere(fit, isOfType))
                    continue;
                SizingAnswer answer;
                answer.candidate = fit.way.candidate;
                answer.figures = fit.way.made->figures;
                m_result.answers.push_back(std::move(answer));
            }
    }

    /// Designs of the answers with the site as it was stated, their slack, and the losers.
    void finish() {
        std::vector<SizingAnswer> kept;
        for (SizingAnswer& answer : m_result.answers) {
            const SizingSystem& system = *answer.candidate.system;
            Contender& contender = *contenderOf(system);
            Result<Document> document =
                sizedDesign(m_q, answer.candidate, contender.forecast(answer.candidate.nodes).jobs, m_source,
                            system.name, SiteRecord::Stated);
            if (!document)
                continue;
            answer.document = std::move(*document);
            const SizedFigures figures = sizedFigures(answer.document, m_domains, m_run.threads);
            ++m_result.solved;
            if (!figures.errors.empty()) {
                lose(contender, {}, figures.errors.front());
                continue;
            }
            answer.figures = figures;
            explain(answer, contender);
            kept.push_back(std::move(answer));
        }
        m_result.answers = std::move(kept);
        std::ranges::stable_sort(m_result.answers, {}, [](const SizingAnswer& answer) {
            return answer.goals.empty() ? kAnswers : static_cast<std::size_t>(answer.goals.front());
        });
        for (const Fit& fit : m_fits) {
            const SizingSystem& system = fit.contender->system();
            const bool isAnswer = std::ranges::any_of(m_result.answers, [&system](const SizingAnswer& answer) {
                return answer.candidate.system->type == system.type;
            });
            const bool isNamed = std::ranges::any_of(m_result.losers, [&system](const SizingLoser& loser) {
                return loser.type == system.type && loser.price > 0;
            });
            if (!isAnswer && !isNamed)
                m_result.losers.push_back({system.name,
                                           system.type,
                                           {},
                                           Message("sizing.lost.dearer"),
                                           fit.way.made->figures.price.typical,
                                           fit.way.made->figures.seconds});
        }
    }

    Contender* contenderOf(const SizingSystem& system) {
        const auto found = std::ranges::find_if(
            m_contenders, [&system](const auto& contender) { return &contender->system() == &system; });
        return found == m_contenders.end() ? nullptr : found->get();
    }

    void explain(SizingAnswer& answer, Contender& contender) {
        const Strictness strictness =
            !answer.goals.empty() && answer.goals.front() == SizingGoal::Safest ? Strictness::Safest : Strictness::Every;
        answer.bindingJobs = bindingJobs(answer);
        // A step more: what it breaks binds, and what it needs is the nearest value that changes the answer.
        SizingCandidate more = answer.candidate;
        ++more.nodes;
        std::vector<Use> next;
        if (m_q.keptAccelerators <= 0)
            if (const MadePtr one = contender.made(m_q, more); !one->failure)
                next = usesOf(m_q, more, one->figures, strictness);
        for (const Use& use : usesOf(m_q, answer.candidate, answer.figures, strictness)) {
            SizingSlack slack{use.limit, use.used, use.most, use.unit, false, 0, {}};
            const auto after = std::ranges::find(next, use.limit, &Use::limit);
            if (after != next.end() && !isKept(*after)) {
                slack.binds = true;
                slack.nearest = after->used;
                slack.buys = Message("sizing.buys.node");
            }
            answer.limits.push_back(std::move(slack));
        }
        if (m_q.deadline > 0 && answer.figures.seconds > 0) {
            SizingSlack slack{SizingLimit::Deadline, answer.figures.seconds, m_q.deadline, "d", false, 0, {}};
            if (strictness == Strictness::Safest)
                slack.used = answer.figures.slowSeconds;
            SizingCandidate less = answer.candidate;
            --less.nodes;
            less.nodesPerRack = std::min(less.nodesPerRack, less.nodes);
            if (less.nodes > 0 && m_q.keptAccelerators <= 0 && contender.forecast(less.nodes).fits) {
                const JobForecast& slower = contender.forecast(less.nodes);
                const double seconds =
                    (strictness == Strictness::Safest ? slower.slowSeconds : slower.seconds) / contender.share();
                if (seconds > m_q.deadline) {
                    slack.binds = true;
                    slack.nearest = seconds;
                    if (const MadePtr one = contender.made(m_q, less); !one->failure && one->figures.price.isKnown)
                        slack.buys =
                            Message("sizing.buys.money")
                                .with("amount", priceDifference(answer.figures, one->figures));
                }
            }
            answer.limits.push_back(std::move(slack));
        }
        addServingSlack(answer, strictness);
        if (m_q.rackPower > 0)
            answer.limits.push_back(rackSlack(answer, contender));
        std::ranges::stable_sort(answer.limits, [](const SizingSlack& a, const SizingSlack& b) {
            return std::pair(!a.binds, a.most > 0 ? -a.used / a.most : 0) <
                   std::pair(!b.binds, b.most > 0 ? -b.used / b.most : 0);
        });
    }

    std::vector<std::string> bindingJobs(const SizingAnswer& answer) const {
        std::vector<std::string> names;
        const std::int64_t less = answer.candidate.nodes - 1;
        if (m_q.jobs.size() < 2 || less < 1 || m_q.keptAccelerators > 0)
            return names;
        const bool isSafest = !answer.goals.empty() && answer.goals.front() == SizingGoal::Safest;
        for (const Workload& job : m_q.jobs) {
            SizingQuestion alone = m_q;
            alone.jobs = {job};
            JobForecasts forecasts(*answer.candidate.system, alone);
            if (!keepsTimes(forecasts.of(less), alone, isSafest ? ForecastEnd::Slow : ForecastEnd::Median, kUsualShare))
                names.push_back(job.name);
        }
        return names;
    }

    void addServingSlack(SizingAnswer& answer, Strictness strictness) const {
        const SizedFigures& figures = answer.figures;
        const double step = strictness == Strictness::Safest ? figures.slowSecondsPerToken : figures.secondsPerToken;
        if (m_q.speed > 0 && step > 0)
            answer.limits.push_back({SizingLimit::Speed, step * 1e3, 1e3 / m_q.speed, "ms", false, 0, {}});
        if (m_q.latency > 0 && figures.firstToken > 0)
            answer.limits.push_back({SizingLimit::Latency, figures.firstToken, m_q.latency, "s", false, 0, {}});
    }

    SizingSlack rackSlack(const SizingAnswer& answer, Contender& contender) {
        const SizingSystem& system = contender.system();
        SizingSlack slack{SizingLimit::RackPower,
                          static_cast<double>(answer.candidate.nodesPerRack) * system.watts,
                          m_q.rackPower,
                          "kW",
                          false,
                          0,
                          {}};
        if (system.isRackScale || answer.candidate.nodes < 2)
            return slack;
        slack.nearest = static_cast<double>(answer.candidate.nodesPerRack + 1) * system.watts;
        slack.binds = slack.nearest > m_q.rackPower;
        SizingCandidate denser = answer.candidate;
        ++denser.nodesPerRack;
        if (denser.nodesPerRack > system.mostInRack(0) || slack.nearest <= m_q.rackPower) {
            slack.nearest = 0;
            slack.binds = false;
            return slack;
        }
        const MadePtr one = contender.made(m_q, denser);
        if (!one->failure && one->figures.price.isKnown && answer.figures.racks > one->figures.racks)
            slack.buys =
                Message("sizing.buys.racks")
                    .with("count", answer.figures.racks - one->figures.racks)
                    .with("amount", priceDifference(answer.figures, one->figures));
        return slack;
    }

    // Nothing fits

    /// Whether any system has a design under these limits.
    bool fits(const SizingQuestion& q) {
        for (const auto& contender : m_contenders) {
            if (m_run.stop.stop_requested())
                return false;
            if (!isDrawn(*contender) || !limitsAgainst(contender->system(), q).empty())
                continue;
            const std::optional<Way> way = leastWay(*contender, q, Strictness::Every);
            if (way && way->made && way->isSound && isPriced(*way, q) && broken(q, *way, Strictness::Every).empty())
                return true;
        }
        return false;
    }

    void explainCollision() {
        if (!m_collidingStorage.empty()) {
            m_result.collisions = m_collidingStorage;
            return;
        }
        // Deletion filter: a limit without which nothing fits still is no part of the smallest set.
        SizingQuestion q = m_q;
        for (const auto& [limit, words] : m_q.limits) {
            if (limit == SizingLimit::Kept && m_q.keptAccelerators > 0 && m_q.systems.empty())
                continue;
            const SizingQuestion less = q.without(limit);
            if (!fits(less))
                q = less;
            if (m_run.stop.stop_requested())
                return;
        }
        for (const auto& [limit, words] : q.limits) {
            // What is left of it never kept anything out.
            if (q.limits.size() > 1 || fits(q.without(limit)))
                m_result.collisions.push_back({limit, nearestOf(limit), unitOf(limit)});
        }
    }

    static std::string unitOf(SizingLimit limit) {
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

    /// The nearest value of one limit with which something fits, all others as they are.
    double nearestOf(SizingLimit limit) {
        const SizingQuestion q = m_q.without(limit);
        double nearest = 0;
        const auto offer = [&nearest](double value) {
            if (value > 0 && (nearest <= 0 || value < nearest))
                nearest = value;
        };
        for (const auto& contender : m_contenders) {
            if (m_run.stop.stop_requested())
                break;
            if (!isDrawn(*contender) || !limitsAgainst(contender->system(), q).empty())
                continue;
            const std::optional<Way> way = leastWay(*contender, q, Strictness::Every);
            if (!way || !way->made || !way->isSound || !isPriced(*way, q) ||
                !broken(q, *way, Strictness::Every).empty())
                continue;
            offer(valueOf(limit, *contender, q, *way));
        }
        return nearest;
    }

    double valueOf(SizingLimit limit, Contender& contender, const SizingQuestion& q, const Way& way) {
        const SizedFigures& figures = way.made->figures;
        const auto count = static_cast<double>(way.candidate.nodes);
        switch (limit) {
        case SizingLimit::Accelerators:
            return count * static_cast<double>(contender.system().accelerators);
        case SizingLimit::Nodes:
            return count;
        case SizingLimit::RackPower:
            return contender.system().watts;
        case SizingLimit::SitePower:
            return m_q.basis == SitePowerBasis::It ? figures.itPeak.typical : figures.utilityPeak.typical;
        case SizingLimit::Budget:
            return figures.budgeted(m_q.budgetScope).typical;
        case SizingLimit::Room:
            return m_q.mostRacks > 0 ? static_cast<double>(figures.racks) : figures.whiteSpace;
        case SizingLimit::Delivery:
            return figures.leadTime.typical;
        case SizingLimit::Deadline: {
            const Way most = largestUnder(contender, q, way);
            return most.made ? most.made->figures.seconds : 0;
        }
        case SizingLimit::Speed: {
            const Way most = largestUnder(contender, q, way);
            return most.made && most.made->figures.secondsPerToken > 0 ? 1 / most.made->figures.secondsPerToken : 0;
        }
        case SizingLimit::Latency:
            return figures.firstToken;
        default:
            return 0; // what is named or allowed has no nearest value
        }
    }

    Way largestUnder(Contender& contender, const SizingQuestion& q, const Way& least) {
        Search inner(q, m_source, m_domains, m_run, contender);
        return inner.largest({&contender, least, least.candidate.nodes});
    }
    /// Of limits alone, for one contender of another search.
    Search(const SizingQuestion& question, const SizingSource& source, const DomainsPtr& domains, const SizingRun& run,
           Contender&)
        : m_q(question), m_source(source), m_domains(domains), m_run(run) {}

    const SizingQuestion m_q;
    const SizingSource& m_source;
    const DomainsPtr& m_domains;
    const SizingRun& m_run;
    SizingResult m_result;
    std::vector<std::unique_ptr<Contender>> m_contenders;
    std::vector<Fit> m_fits;
    std::vector<SizingCollision> m_collidingStorage;
};

std::string optionName(const SizingAnswer& answer) {
    std::string name = answer.goals.empty() ? "Other accelerator" : "";
    for (const SizingGoal goal : answer.goals) {
        std::string word(enumName(goal));
        word.front() = static_cast<char>(word.front() - 'a' + 'A');
        name += (name.empty() ? "" : ", ") + word;
    }
    return name + ": " + std::to_string(answer.candidate.nodes) + " x " + answer.candidate.system->name;
}

} // namespace

const SizingAnswer* SizingResult::answer(SizingGoal goal) const {
    const auto found = std::ranges::find_if(answers, [goal](const SizingAnswer& answer) {
        return std::ranges::find(answer.goals, goal) != answer.goals.end();
    });
    return found == answers.end() ? nullptr : &*found;
}

SizingResult size(const SizingQuestion& question, const SizingSource& source, const DomainsPtr& domains,
                  const SizingRun& run) {
    return Search(question, source, domains, run).result();
}

std::vector<SizingOutlook> outlook(const SizingQuestion& question, const SizingSource& source, std::stop_token stop) {
    std::vector<SizingOutlook> found;
    const std::vector<SizingSystem> systems = sizingSystems(source);
    SizingRun run;
    run.stop = stop;
    SizingResult counts;
    const DomainsPtr none;
    for (const SizingSystem& system : systems) {
        if (stop.stop_requested())
            break;
        const bool isKnown = std::ranges::find(found, system.type, &SizingOutlook::type) != found.end();
        if (isKnown || system.node->isPlanningClass || system.node->lifecycle == Lifecycle::Announced ||
            !limitsAgainst(system, question).empty())
            continue;
        Contender contender(system, question, source, none, run, counts);
        const std::optional<std::int64_t> nodes = contender.least(question, ForecastEnd::Median, kUsualShare);
        if (!nodes)
            continue;
        const JobForecast& forecast = contender.forecast(*nodes);
        found.push_back({system.name, system.type, *nodes, *nodes * system.accelerators,
                         forecast.seconds / contender.share(), forecast.secondsPerToken,
                         static_cast<double>(*nodes) * system.watts});
    }
    return found;
}

Document sizedProject(const SizingResult& result) {
    RW_CHECK(!result.answers.empty(), "a project is made of answers");
    Document document = result.answers.front().document;
    Project named = *document.project;
    named.name = "Sized from workload";
    named.options.front().name = optionName(result.answers.front());
    document.project = std::make_shared<const Project>(std::move(named));
    for (std::size_t i = 1; i < result.answers.size(); ++i)
        document = edits::withOptionOf(document, result.answers[i].document, optionName(result.answers[i]));
    return document;
}

} // namespace rackwright
