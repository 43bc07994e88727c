// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/search.h"

#include "model/edits/option_edits.h"
#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/state_recipe.h"
#include "solvers/sizing/collision.h"
#include "solvers/sizing/compliance.h"
#include "solvers/sizing/currency_words.h"
#include "solvers/sizing/said_measures.h"
#include "solvers/sizing/slack.h"
#include "solvers/storage/storage_job.h"
#include "solvers/workload/own_model.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <tuple>

namespace rackwright {

namespace {

constexpr std::size_t kMostRivals = 6;                                // systems whose fastest design is made
constexpr std::size_t kAnswers = EnumNames<SizingGoal>::names.size(); // at most, those beside them too

class Search {
public:
    Search(const SizingQuestion& question, const SizingSource& source, const DomainsPtr& domains, const SizingRun& run)
        : m_q(question), m_source(source), m_domains(domains), m_run(run) {
        m_result.catalogue = std::make_shared<const std::vector<SizingSystem>>(sizingSystems(source));
        for (const SizingSystem& system : *m_result.catalogue) {
            const bool isOffered = question.isOfferedAnnounced || system.node->lifecycle != Lifecycle::Announced;
            if (!isOffered || system.node->isPlanningClass)
                continue;
            m_contenders.push_back(std::make_unique<SizingContender>(system, question, source, domains, run, m_result));
        }
    }

    SizingResult result() {
        describe();
        storageBounds();
        for (const auto& contender : m_contenders)
            judge(*contender);
        // A design that was scaled may turn out unsound once it is whole: others then stand in for its system.
        constexpr int kMostRounds = 4;
        for (int round = 0; round < kMostRounds && !m_fits.empty() && m_collidingStorage.empty(); ++round) {
            m_result.answers.clear();
            pickCheapest();
            pickFastest();
            pickSafest();
            addOthers();
            const std::vector<const SizingSystem*> unsound = settleAll();
            if (unsound.empty() || m_run.stop.stop_requested())
                break;
            std::erase_if(m_fits, [&unsound](const Fit& fit) {
                return std::ranges::find(unsound, &fit.contender->system()) != unsound.end();
            });
        }
        // A system that lost one answer and holds another has lost nothing.
        std::erase_if(m_result.losers, [this](const SizingLoser& loser) {
            return std::ranges::any_of(m_result.answers, [&loser](const SizingAnswer& answer) {
                return answer.candidate.system->name == loser.system;
            });
        });
        noteDearer();
        m_result.wasCancelled = m_run.stop.stop_requested();
        if (m_result.answers.empty() && !m_result.wasCancelled)
            m_result.collisions =
                m_collidingStorage.empty() ? collisionsOf(m_q, m_contenders, m_run) : m_collidingStorage;
        m_result.verdict = m_result.answers.empty()                   ? SizingVerdict::FitsNot
                           : m_q.areTokensAssumed && m_q.deadline > 0 ? SizingVerdict::Unknown
                                                                      : SizingVerdict::Fits;
        return std::move(m_result);
    }

private:
    struct Fit {
        SizingContender* contender;
        SizingWay way;
        std::int64_t least;
    };

    void describe() {
        m_result.requests = m_q.openKeys();
        if (m_q.sitePower > 0 && m_q.basis == SitePowerBasis::Unknown)
            m_result.readings = {"IT", "utility"};
        m_result.compliance = complianceOf(m_q);
        m_result.breakerFactor = breakerFactorOf(m_q);
        for (const Workload& job : m_q.jobs)
            if (const WorkloadModel model = modelOf(job); model && job.kind != WorkloadKind::Inference) {
                const double bytes = setting_of::checkpointBytes.defaultSi * numbersOf(recipeOf(job)).trainedShare;
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

    void lose(const SizingContender& contender, std::vector<SizingLimit> limits, Message reason) {
        m_result.losers.push_back(
            {contender.system().name, contender.system().type, std::move(limits), std::move(reason), 0, 0, 0});
    }

    /// By limits that a whole design breaks: its price says by how much.
    void loseBy(const SizingContender& contender, std::vector<SizingLimit> limits, const SizedFigures& figures) {
        lose(contender, std::move(limits), Message("sizing.lost.limit"));
        SizingLoser& loser = m_result.losers.back();
        loser.seconds = figures.seconds;
        if (figures.price.isKnown)
            loser.price = figures.price.typical;
        if (figures.budgeted(m_q.budgetScope).isKnown)
            loser.total = figures.budgeted(m_q.budgetScope).typical;
    }

    void judge(SizingContender& contender) {
        if (m_run.stop.stop_requested())
            return;
        if (m_run.tell)
            m_run.tell({m_result.considered, m_result.solved, contender.system().name});
        std::vector<SizingLimit> against = limitsAgainst(contender.system(), m_q);
        if (!against.empty()) {
            // What a person did not name is no loser.
            if (against.front() != SizingLimit::Systems && against.front() != SizingLimit::Nodes &&
                against.front() != SizingLimit::Kept && against.front() != SizingLimit::Vendor)
                lose(contender, against, Message("sizing.lost.limit"));
            return;
        }
        if (!contender.isDrawn())
            return lose(contender, {},
                        Message("sizing.lost.rails")
                            .with("rails", contender.system().node->mounting == Mounting::Mgx ? "MGX" : "Open Rack"));
        // Designs of thousands of nodes take seconds each: the first system with a type stands for the others.
        if (const auto nodes = contender.least(m_q, ForecastEnd::Median, kUsualShare);
            nodes && contender.isMany(*nodes) && std::ranges::find(m_fits, contender.system().type, [](const Fit& fit) {
                                                     return fit.contender->system().type;
                                                 }) != m_fits.end())
            return lose(contender, {}, Message("sizing.lost.alike"));
        const std::optional<SizingWay> way = contender.leastWay(m_q, SizingStrictness::Every);
        if (!way)
            return lose(contender, {},
                        Message(contender.forecast(1).isUnknown ? "sizing.lost.unknown" : "sizing.lost.never"));
        if (!way->tried || way->tried->failure)
            return lose(contender,
                        way->tried ? brokenLimits(m_q, *way, SizingStrictness::Every) : std::vector<SizingLimit>(),
                        way->tried ? *way->tried->failure : Message("sizing.lost.never"));
        if (!way->isSound)
            return lose(contender, brokenLimits(m_q, *way, SizingStrictness::Every),
                        way->tried->figures.errors.front());
        if (!isPriced(*way, m_q))
            return lose(contender, {}, Message("sizing.lost.price"));
        std::vector<SizingLimit> limits = brokenLimits(m_q, *way, SizingStrictness::Every);
        if (!limits.empty())
            return loseBy(contender, std::move(limits), way->tried->figures);
        m_fits.push_back({&contender, *way, way->candidate.nodes});
    }

    static auto byPrice(const Fit& fit) {
        return std::tuple(fit.way.tried->figures.price.typical, fit.way.tried->figures.seconds,
                          fit.way.tried->figures.itPeak.typical, fit.contender->system().name);
    }

    void put(SizingGoal goal, const SizingWay& way) {
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
        answer.figures = way.tried->figures;
        m_result.answers.push_back(std::move(answer));
    }

    void pickCheapest() {
        std::ranges::sort(m_fits, [](const Fit& a, const Fit& b) { return byPrice(a) < byPrice(b); });
        put(SizingGoal::Cheapest, m_fits.front().way);
    }

    void pickFastest() {
        // The most work that the limits could admit decides whose designs are made first.
        std::vector<std::pair<double, const Fit*>> order;
        for (const Fit& fit : m_fits) {
            double growth = 64;
            for (const LimitUse& use : usesOf(m_q, fit.way.candidate, fit.way.tried->figures, SizingStrictness::Every))
                growth = std::min(growth, use.most / std::max(use.used, 1e-9));
            order.emplace_back(timeOf(fit.way.tried->figures) / growth, &fit);
        }
        std::ranges::sort(order, [](const auto& a, const auto& b) {
            return std::tuple(a.first, a.second->contender->system().name) <
                   std::tuple(b.first, b.second->contender->system().name);
        });
        std::optional<SizingWay> best;
        std::size_t made = 0;
        for (const auto& [bound, fit] : order) {
            if (made >= kMostRivals || (best && bound > timeOf(best->tried->figures)))
                break;
            const SizingWay way = fit->contender->largest(m_q, fit->way);
            ++made;
            const auto rank = [](const SizingWay& one) {
                return std::tuple(timeOf(one.tried->figures), one.tried->figures.price.typical);
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
        std::optional<SizingWay> best;
        for (const Fit& fit : m_fits) {
            if (m_run.stop.stop_requested())
                return;
            const SizingSystem& system = fit.contender->system();
            // Dearer at its least count than the best of all: it cannot win.
            if (best && byPrice(fit) >= std::tuple(best->tried->figures.price.typical, 0.0, 0.0, std::string()))
                break;
            // Of parts whose power or, where a date is to be kept, lead time nobody states nothing is safe.
            if (!system.isPowerStated || (m_q.delivery > 0 && fact(*system.node, attribute::leadTime).isUnknown()))
                continue;
            const std::optional<SizingWay> way = fit.contender->leastWay(m_q, SizingStrictness::Safest);
            if (!way || !way->tried || !way->isSound || way->tried->isCountAlone) {
                noteUnsafe(way && way->tried ? brokenLimits(m_q, *way, SizingStrictness::Safest)
                                             : std::vector<SizingLimit>{SizingLimit::Deadline});
                continue;
            }
            if (std::vector<SizingLimit> limits = brokenLimits(m_q, *way, SizingStrictness::Safest); !limits.empty()) {
                noteUnsafe(std::move(limits));
                continue;
            }
            if (!best || way->tried->figures.price.typical < best->tried->figures.price.typical)
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
                answer.figures = fit.way.tried->figures;
                m_result.answers.push_back(std::move(answer));
            }
    }

    /// The answer's design with the site as it was stated, and its figures. What was scaled may miss a limit by a
    /// little once it is whole: the search then goes on from the whole design. False: there is none.
    bool settle(SizingAnswer& answer, SizingContender& contender) {
        constexpr int kMostWhole = 5;
        const SizingSystem& system = contender.system();
        const bool isSafest = !answer.goals.empty() && answer.goals.front() == SizingGoal::Safest;
        const SizingStrictness strictness = isSafest ? SizingStrictness::Safest : SizingStrictness::Every;
        const auto isIt = [&answer](const SizingAnswer& other) {
            const SizingCandidate &a = answer.candidate, &b = other.candidate;
            return a.system == b.system && a.nodes == b.nodes && a.spares == b.spares &&
                   a.nodesPerRack == b.nodesPerRack && a.air == b.air;
        };
        if (const auto known = std::ranges::find_if(m_settled, isIt); known != m_settled.end()) {
            answer.document = known->document;
            answer.figures = known->figures;
            answer.plan = known->plan;
            return true;
        }
        for (int step = 0; step < kMostWhole; ++step) {
            Result<Document> document =
                sizedDesign(m_q, answer.candidate, contender.forecast(answer.candidate.nodes).jobs, m_source,
                            system.name, SiteRecord::Stated);
            if (!document)
                return false;
            auto tried = std::make_shared<TriedDesign>();
            tried->figures = sizedFigures(*document, m_domains, m_run.threads);
            ++m_result.solved;
            if (m_run.tell)
                m_run.tell({m_result.considered, m_result.solved, system.name});
            answer.document = std::move(*document);
            answer.figures = tried->figures;
            std::vector<SizingLimit> broken;
            if (contender.isMany(answer.candidate.nodes)) {
                contender.learn(m_q, answer.candidate, tried->figures);
                broken = brokenLimits(m_q, {answer.candidate, tried, true}, strictness);
            }
            if (broken.empty() && answer.figures.errors.empty()) {
                answer.plan = sizedPlan(answer.document);
                m_settled.push_back(answer);
                return true;
            }
            const bool isFree =
                contender.isMany(answer.candidate.nodes) && m_q.keptAccelerators <= 0 && !isExactCount(m_q);
            if (broken.empty() && isFree &&
                step + 1 < kMostWhole) { // a hall that just misses a rule: a little more fills it otherwise
                answer.candidate.nodes += std::max<std::int64_t>(1, answer.candidate.nodes / 32);
                continue;
            }
            std::optional<SizingWay> next = broken.empty() ? std::nullopt : contender.leastWay(m_q, strictness);
            const bool isFastest = answer.goals.size() == 1 && answer.goals.front() == SizingGoal::Fastest;
            if (next && isFastest && next->tried && next->isSound)
                next = contender.largest(m_q, *next);
            if (!next || !next->tried || !next->isSound || next->candidate.nodes == answer.candidate.nodes) {
                if (!broken.empty())
                    loseBy(contender, std::move(broken), answer.figures);
                else
                    lose(contender, {}, answer.figures.errors.front());
                return false;
            }
            answer.candidate = next->candidate;
        }
        lose(contender, {}, Message("sizing.lost.never"));
        return false;
    }

    /// Designs of the answers with the site as it was stated, their slack, and the losers.
    /// Returns systems of which no design could be made whole.
    std::vector<const SizingSystem*> settleAll() {
        std::vector<SizingAnswer> kept;
        std::vector<const SizingSystem*> unsound;
        for (SizingAnswer& answer : m_result.answers) {
            const SizingSystem& system = *answer.candidate.system;
            SizingContender& contender = *contenderOf(system);
            if (!settle(answer, contender)) {
                if (contender.isMany(answer.candidate.nodes))
                    unsound.push_back(&system);
                continue;
            }
            explainSlack(answer, m_q, contender);
            kept.push_back(std::move(answer));
        }
        m_result.answers = std::move(kept);
        std::ranges::stable_sort(m_result.answers, {}, [](const SizingAnswer& answer) {
            return answer.goals.empty() ? kAnswers : static_cast<std::size_t>(answer.goals.front());
        });
        return unsound;
    }

    void noteDearer() {
        for (const Fit& fit : m_fits) {
            const SizingSystem& system = fit.contender->system();
            const bool isAnswer = std::ranges::any_of(m_result.answers, [&system](const SizingAnswer& answer) {
                return answer.candidate.system->type == system.type;
            });
            const bool isNamed = std::ranges::any_of(m_result.losers, [&system](const SizingLoser& loser) {
                return loser.type == system.type && loser.reason.id == "sizing.lost.dearer";
            });
            if (!isAnswer && !isNamed)
                m_result.losers.push_back({system.name,
                                           system.type,
                                           {},
                                           Message("sizing.lost.dearer"),
                                           fit.way.tried->figures.price.typical,
                                           fit.way.tried->figures.seconds,
                                           fit.way.tried->figures.budgeted(m_q.budgetScope).typical});
        }
    }

    SizingContender* contenderOf(const SizingSystem& system) {
        const auto found = std::ranges::find_if(
            m_contenders, [&system](const auto& contender) { return &contender->system() == &system; });
        return found == m_contenders.end() ? nullptr : found->get();
    }

    const SizingQuestion m_q;
    const SizingSource& m_source;
    const DomainsPtr& m_domains;
    const SizingRun& m_run;
    SizingResult m_result;
    SizingContenders m_contenders;
    std::vector<Fit> m_fits;
    std::vector<SizingAnswer> m_settled; ///< answers whose designs are whole
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

/// One site serves every option: of the facility water that their designs assume, the coldest supply and the warmest
/// return.
void assumeWaterForAll(Project& project, const std::vector<SizingAnswer>& answers) {
    const auto assume = [&](std::string_view key, auto isFurther) {
        const SiteField* here = findSiteField(project, key);
        if (!here || here->knowledge != Knowledge::Assumed)
            return;
        SiteField field = *here;
        for (const SizingAnswer& answer : answers) {
            const SiteField* other = findSiteField(*answer.document.project, key);
            const auto theirs = other ? plainNumber(other->value) : std::nullopt;
            if (const auto ours = plainNumber(field.value); theirs && ours && isFurther(*theirs, *ours))
                field.value = other->value;
        }
        project.site = project.site.with({std::move(field)});
    };
    assume(site::waterSupply, std::less<>());
    assume(site::waterReturnLimit, std::greater<>());
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
        if (system.node->isPlanningClass || system.node->lifecycle == Lifecycle::Announced ||
            !limitsAgainst(system, question).empty())
            continue;
        SizingContender contender(system, question, source, none, run, counts);
        const std::optional<std::int64_t> nodes = contender.least(question, ForecastEnd::Median, 1);
        if (!nodes)
            continue;
        const JobForecast& forecast = contender.forecast(*nodes);
        const SizingOutlook one{system.name,
                                system.type,
                                *nodes,
                                *nodes * system.accelerators,
                                forecast.seconds,
                                forecast.secondsPerToken,
                                static_cast<double>(*nodes) * system.watts};
        const auto known = std::ranges::find(found, system.type, &SizingOutlook::type);
        if (known == found.end())
            found.push_back(one);
        else if (one.accelerators < known->accelerators)
            *known = one; // a bound of the type is that of its best system
    }
    return found;
}

Document sizedProject(const SizingResult& result) {
    RW_CHECK(!result.answers.empty(), "a project is made of answers");
    Document document = result.answers.front().document;
    Project named = *document.project;
    named.name = "Sized from workload";
    named.options.front().name = optionName(result.answers.front());
    assumeWaterForAll(named, result.answers);
    document.project = std::make_shared<const Project>(std::move(named));
    IdSource ids(document.nextId);
    for (const SizingAnswer& answer : std::span(result.answers).subspan(1)) {
        const Edit added = edits::addOption(answer.document, answer.document.project->activeOption, optionName(answer),
                                            edits::OptionBrings::Record);
        const Result<ProjectPtr> joined = added.apply(*document.project, ids);
        RW_CHECK(bool(joined), "names of options differ by the accelerators that they count");
        document.project = *joined;
    }
    document.nextId = ids.next();
    return document;
}

} // namespace rackwright
