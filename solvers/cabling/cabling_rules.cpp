// SPDX-License-Identifier: GPL-3.0-or-later
// NET-03 to NET-07: cages and bodies, breakouts, reach, media, power of modules. The plan takes only what fits, so that
// these judge what nothing fits, what persons pinned, and what the facts leave open.
#include "solvers/cabling/cabling_domain.h"

#include "model/design/cabled.h"
#include "solvers/cables/cable_plan.h"
#include "solvers/cables/settings.h"
#include "solvers/engine/judging.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace rackwright {

namespace {

/// What all checks read, with the names of things.
struct Cabling {
    const Context& context;
    const CableEnds& ends;
    const CablePlan& plan;

    explicit Cabling(const Context& made)
        : context(made), ends(made.lookUp<CableEnds>()), plan(made.lookUp<CablePlan>()) {}

    static Subject subject(const CableLine& line) { return Subject(line.id); }
    Subject device(const CableEnd& end) const {
        return end.device == kNowhere ? Subject{} : cabledSubject(context.design(), ends.devices[end.device].id);
    }
    std::string name(const CableEnd& end) const {
        const Cabled device =
            end.device == kNowhere ? Cabled() : findCabled(context.design(), ends.devices[end.device].id);
        return !device ? std::string("?") : device->name.empty() ? std::to_string(device->id.value) : device->name;
    }
    const CableProduct& product(std::int32_t index) const { return plan.products[static_cast<std::size_t>(index)]; }
    /// The product of a part that a person chose; nothing when its facts do not say what it is.
    std::optional<CableProduct> pinned(const CableLine& line) const {
        const Id<PartRow> row = ends.details[line.detail].part;
        const Part* part = context.part(row);
        return part ? cableProductOf(row, *part) : std::nullopt;
    }
    std::string pinnedId(const CableLine& line) const {
        const Part* part = context.part(ends.details[line.detail].part);
        return part ? part->id : std::string("?");
    }
};

Verdict failed(const Cabling& cabling, const CableLine& line, Message message, std::string cause,
               Severity severity = Severity::Error) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = severity;
    verdict.subject = Cabling::subject(line);
    verdict.others = {cabling.device(line.a), cabling.device(line.b)};
    verdict.message = std::move(message);
    verdict.message.with("from", cabling.name(line.a)).with("to", cabling.name(line.b));
    verdict.cause = std::move(cause);
    return verdict;
}

Verdict open(const Cabling& cabling, const CableLine& line, std::string missing, std::string id) {
    Verdict verdict = notChecked(Cabling::subject(line), std::move(missing), Message(id));
    verdict.message.with("from", cabling.name(line.a)).with("to", cabling.name(line.b));
    verdict.cause = std::move(id);
    return verdict;
}

/// Cables whose way is not known: one answer for all between the same two rooms, one for each that hangs in the air.
class CablesWithoutWay {
public:
    explicit CablesWithoutWay(const Cabling& cabling) : m_cabling(cabling) {}

    void add(const CableLine& line, std::vector<Verdict>& verdicts) {
        const CableSpot* a = m_cabling.plan.spotOf(line.a);
        const CableSpot* b = m_cabling.plan.spotOf(line.b);
        if (!a || !b || a->room == b->room)
            return verdicts.push_back(open(m_cabling, line, "cabling.route", "rule.NET-05.route-unknown"));
        m_between[std::minmax(a->room, b->room)].push_back(Cabling::subject(line));
    }

    void answer(std::vector<Verdict>& verdicts) {
        const auto nameOf = [this](Id<Room> id) {
            const Room* room = m_cabling.context.design().rooms.find(id);
            return room ? room->name : std::string("?");
        };
        for (auto& [rooms, cables] : m_between) {
            const auto count = static_cast<std::int64_t>(cables.size());
            Verdict verdict = notChecked(cables.front(), "cabling.route",
                                         Message("rule.NET-05.rooms-apart")
                                             .with("count", count)
                                             .with("from", nameOf(rooms.first))
                                             .with("to", nameOf(rooms.second)));
            verdict.others = std::move(cables);
            verdicts.push_back(std::move(verdict));
        }
    }

private:
    const Cabling& m_cabling;
    std::map<std::pair<Id<Room>, Id<Room>>, std::vector<Subject>> m_between;
};

/// Which pairs of small numbers have come up: asked for each of hundreds of thousands of cables.
class SeenPairs {
public:
    bool isNew(std::uint16_t row, std::int32_t column) {
        if (row >= m_rows.size())
            m_rows.resize(row + std::size_t(1));
        std::vector<bool>& seen = m_rows[row];
        const auto at = static_cast<std::size_t>(column + 1); // kNoProduct is one
        if (at >= seen.size())
            seen.resize(at + 1);
        const bool isFirst = !seen[at];
        seen[at] = true;
        return isFirst;
    }

private:
    std::vector<std::vector<bool>> m_rows;
};

/// One answer for all cables of a kind that pass alike.
class PassedOnce {
public:
    explicit PassedOnce(std::vector<Verdict>& verdicts) : m_verdicts(verdicts) {}
    void add(const CableLine& line, std::int32_t what) {
        if (m_seen.isNew(line.link, what))
            m_verdicts.push_back(passed(Cabling::subject(line)));
    }

private:
    std::vector<Verdict>& m_verdicts;
    SeenPairs m_seen;
};

void answerNothing(std::vector<Verdict>& verdicts) {
    if (verdicts.empty())
        verdicts.push_back(notApplicable({}));
}

std::string_view spoken(FabricProtocol protocol) {
    return protocol == FabricProtocol::InfiniBand ? "InfiniBand" : "Ethernet";
}

// NET-03 of a cable whose part a person chose.
void checkPinnedCage(const Cabling& cabling, std::size_t index, std::vector<Verdict>& verdicts) {
    const CableLine& line = cabling.ends.cables[index];
    const std::optional<CableProduct> product = cabling.pinned(line);
    if (!product || !line.isWhole())
        return verdicts.push_back(
            open(cabling, line, "part:" + cabling.pinnedId(line) + ":end-a-connector", "rule.NET-03.part-unknown"));
    const LinkKind& kind = cabling.ends.links[line.link].kind;
    const LinkOption* option = cabling.plan.option(cabling.ends, index);
    if (product->form == CableForm::Fibre || (option && option->rejection == Rejection::Polish)) {
        const auto isOther = [&](const CableEnd& end) {
            const std::int32_t module = cabling.plan.modules[end.cage];
            return module != kNoProduct && !cabling.product(module).isClass() &&
                   cabling.product(module).isAngled != product->isAngled;
        };
        if (product->form == CableForm::Transceiver || isOther(line.a) || isOther(line.b)) {
            Message message("rule.NET-03.polish");
            message.with("part", productName(*product));
            verdicts.push_back(failed(cabling, line, std::move(message), "polish:" + product->id));
        } else
            verdicts.push_back(passed(Cabling::subject(line)));
        return;
    }
    for (const LinkEnd* end : {&kind.a, &kind.b}) {
        const Rejection rejection = fitOf(*product, *end, kind.gigabits);
        if (rejection == Rejection::Protocol) {
            Message message("rule.NET-03.protocol");
            message.with("part", productName(*product)).with("protocol", std::string(spoken(end->protocol)));
            return verdicts.push_back(failed(cabling, line, std::move(message), "protocol:" + product->id));
        }
        if (rejection != Rejection::Cage && rejection != Rejection::HeatSink)
            continue;
        const CableEnd& at = end == &kind.a ? line.a : line.b;
        Message message(rejection == Rejection::Cage ? "rule.NET-03.cage" : "rule.NET-03.heat-sink");
        message.with("part", productName(*product))
            .with("device", cabling.name(at))
            .with("cage", std::string(enumName(end->cage)));
        return verdicts.push_back(
            failed(cabling, line, std::move(message), std::string(enumName(rejection)) + ":" + product->id));
    }
    verdicts.push_back(passed(Cabling::subject(line)));
}

/// Whether a cable is planned with a class where parts of its medium are at hand, all made for another protocol.
bool hasOtherProtocol(const Cabling& cabling, std::size_t index) {
    const LinkOption* chosen = cabling.plan.option(cabling.ends, index);
    const std::int32_t module = chosen->direct != kNoProduct ? chosen->direct : chosen->a;
    const bool isClass =
        cabling.product(module).isClass() || (chosen->b != kNoProduct && cabling.product(chosen->b).isClass());
    const std::vector<LinkOption>& options = cabling.plan.options[cabling.ends.cables[index].link];
    const auto hasOne = [&](auto isIt) {
        return std::ranges::any_of(
            options, [&](const LinkOption& option) { return option.medium == chosen->medium && isIt(option); });
    };
    return isClass && hasOne([](const LinkOption& option) { return option.rejection == Rejection::Protocol; }) &&
           !hasOne([](const LinkOption& option) { return option.rejection == Rejection::None && option.isStated; });
}

std::vector<Verdict> cages(const Context& context) {
    const Cabling cabling(context);
    std::vector<Verdict> verdicts;
    PassedOnce passes(verdicts);
    SeenPairs openLinks;
    for (std::size_t i = 0; i < cabling.ends.cables.size(); ++i) {
        const CableLine& line = cabling.ends.cables[i];
        if (!line.isPresent)
            continue;
        if (line.isPinned) {
            checkPinnedCage(cabling, i, verdicts);
            continue;
        }
        const LinkOption* option = cabling.plan.option(cabling.ends, i);
        if (!option)
            continue;
        // A planning class has no body yet: what is ordered in its place must be checked.
        if (option->classes == 0 || option->medium == CableMedium::TwistedPair)
            passes.add(line, 0);
        else if (openLinks.isNew(line.link, 0)) {
            const bool isForWantOfProtocol = hasOtherProtocol(cabling, i);
            verdicts.push_back(open(cabling, line, "cabling.part",
                                    isForWantOfProtocol ? "rule.NET-03.class-protocol" : "rule.NET-03.class"));
            if (isForWantOfProtocol)
                verdicts.back().message.with("protocol",
                                             std::string(spoken(cabling.ends.links[line.link].kind.a.protocol)));
        }
    }
    answerNothing(verdicts);
    return verdicts;
}

/// An end with co-packaged optics: a way to plug it in is still to be found, where nothing at hand does.
bool hasCoPackagedEnd(const Cabling& cabling, const CableLine& line) {
    const LinkKind& kind = cabling.ends.links[line.link].kind;
    return kind.a.cage == CageKind::CoPackaged || kind.b.cage == CageKind::CoPackaged;
}

/// Cages that have straight fibres and splitters, as the cables are planned.
std::vector<bool> cagesOfBothFibres(const Cabling& cabling) {
    const std::size_t count = cabling.ends.cages.size();
    std::vector<bool> straight(count), split(count);
    for (std::size_t i = 0; i < cabling.ends.cables.size(); ++i) {
        const LinkOption* option = cabling.plan.option(cabling.ends, i);
        if (!option || option->direct != kNoProduct)
            continue;
        const CableLine& line = cabling.ends.cables[i];
        // The far end of a leg has no second fibre to go with.
        if (option->isSplitter())
            split[(option->isSplitAtB ? line.b : line.a).cage] = true;
        else
            straight[line.a.cage] = straight[line.b.cage] = true;
    }
    for (std::size_t cage = 0; cage < count; ++cage)
        straight[cage] = straight[cage] && split[cage];
    return straight;
}

/// What a person chose and its cage or link does not take: a splitter on a straight link, a cable with its ends on that
/// would take the whole of a cage which has links to other places.
std::optional<Verdict> pinnedBreakout(const Cabling& cabling, std::size_t index) {
    const CableLine& line = cabling.ends.cables[index];
    const LinkOption* option = line.isPinned ? cabling.plan.option(cabling.ends, index) : nullptr;
    if (!option || (option->rejection != Rejection::Breakout && option->rejection != Rejection::SharedCage))
        return std::nullopt;
    const std::optional<CableProduct> product = cabling.pinned(line);
    const bool isShared = option->rejection == Rejection::SharedCage;
    // A splitter of which one leg is in use so far.
    if (isShared && product && product->isSplitter)
        return std::nullopt;
    Message message(isShared ? "rule.NET-04.shared" : "rule.NET-04.splitter");
    message.with("part", product ? productName(*product) : cabling.pinnedId(line));
    if (!isShared)
        message.with("speed", UnitNumber{cabling.ends.links[line.link].kind.gigabits, "Gb/s"});
    return failed(cabling, line, std::move(message),
                  std::string(enumName(option->rejection)) + ":" + cabling.pinnedId(line));
}

// NET-04: links of one module are all straight or all split, so of one speed and broken out alike.
std::vector<Verdict> breakouts(const Context& context) {
    const Cabling cabling(context);
    std::vector<Verdict> verdicts;
    PassedOnce passes(verdicts);
    const std::vector<bool> hasBoth = cagesOfBothFibres(cabling);
    std::set<std::uint32_t> judgedCages;
    SeenPairs openLinks;
    const auto judge = [&](const CableLine& line, const CableEnd& end) {
        const CageUse& use = cabling.ends.cages[end.cage];
        const bool isMixed = use.slowest != use.fastest || hasBoth[end.cage];
        if (use.links < 2 || (!isMixed && use.leastLanes == use.mostLanes))
            return;
        if (!judgedCages.insert(end.cage).second)
            return;
        Message message(use.slowest != use.fastest ? "rule.NET-04.mixed"
                        : hasBoth[end.cage]        ? "rule.NET-04.fibres"
                                                   : "rule.NET-04.lanes");
        message.with("device", cabling.name(end));
        if (use.slowest != use.fastest)
            message.with("slow", UnitNumber{static_cast<double>(use.slowest), "Gb/s"})
                .with("fast", UnitNumber{static_cast<double>(use.fastest), "Gb/s"});
        else if (!hasBoth[end.cage])
            message.with("least", std::int64_t{use.leastLanes}).with("most", std::int64_t{use.mostLanes});
        // A port with its first lane alone may be one whose other legs are free: then a splitter is in it, as planned.
        const bool isSure = isMixed || use.leastLanes > 1;
        verdicts.push_back(failed(cabling, line, std::move(message),
                                  "mixed:" + std::to_string(cabling.ends.devices[end.device].id.value),
                                  isSure ? Severity::Error : Severity::Warning));
    };
    for (std::size_t i = 0; i < cabling.ends.cables.size(); ++i) {
        const CableLine& line = cabling.ends.cables[i];
        if (!line.isPresent)
            continue;
        if (!line.isWhole()) {
            verdicts.push_back(open(cabling, line, "cabling.ends", "rule.NET-04.speed-unknown"));
            continue;
        }
        if (std::optional<Verdict> verdict = pinnedBreakout(cabling, i)) {
            verdicts.push_back(std::move(*verdict));
            continue;
        }
        if (!cabling.plan.option(cabling.ends, i) && hasCoPackagedEnd(cabling, line)) {
            if (openLinks.isNew(line.link, 0))
                verdicts.push_back(open(cabling, line, "cabling.part", "rule.NET-04.no-part"));
            continue;
        }
        judge(line, line.a);
        judge(line, line.b);
        if (!judgedCages.contains(line.a.cage) && !judgedCages.contains(line.b.cage))
            passes.add(line, 0);
    }
    answerNothing(verdicts);
    return verdicts;
}

// A fibre reaches as far as the transceivers that it joins.
void checkPinnedReach(const Cabling& cabling, std::size_t index, std::vector<Verdict>& verdicts) {
    const CableLine& line = cabling.ends.cables[index];
    const PlannedCable& planned = cabling.plan.cables[index];
    const std::optional<CableProduct> product = cabling.pinned(line);
    const LinkOption* option = cabling.plan.option(cabling.ends, index);
    if (product && option && option->rejection == Rejection::LaneRate) {
        Message message("rule.NET-05.lanes");
        message.with("part", productName(*product))
            .with("rate", UnitNumber{cabling.ends.links[line.link].kind.a.laneGigabits, "Gb/s"});
        return verdicts.push_back(failed(cabling, line, std::move(message), "lanes:" + product->id));
    }
    // A transceiver or fibre that no transceiver at the other end goes with.
    const bool isAlone = product && !option && product->form != CableForm::Direct;
    if (isAlone || (product && option && option->rejection == Rejection::Lasers)) {
        Message message(isAlone ? "rule.NET-05.alone" : "rule.NET-05.lasers");
        message.with("part", productName(*product));
        return verdicts.push_back(failed(cabling, line, std::move(message), "lasers:" + product->id));
    }
    std::optional<double> reach = product ? product->reach : std::nullopt;
    if (option && option->direct == kNoProduct && option->reach)
        reach = std::min(reach.value_or(*option->reach), *option->reach);
    if (!reach)
        return verdicts.push_back(
            open(cabling, line, "part:" + cabling.pinnedId(line) + ":reach", "rule.NET-05.reach-unknown"));
    Judged comparison;
    comparison.subject = Cabling::subject(line);
    comparison.name = cabling.name(line.a);
    comparison.measured = Value(static_cast<double>(planned.order), Grade::Assumption);
    comparison.limit = Value(*reach);
    comparison.unit = "m";
    comparison.failure = "rule.NET-05.pinned";
    comparison.missing = "cabling.route";
    Verdict verdict = judged(std::move(comparison));
    if (verdict.state == RuleState::Failed)
        verdict.message.with("part", productName(*product)).with("to", cabling.name(line.b));
    verdicts.push_back(std::move(verdict));
}

/// A length that a person chose and that does not go from port to port.
std::optional<Verdict> shorterThanRoute(const Cabling& cabling, std::size_t index) {
    const CableLine& line = cabling.ends.cables[index];
    const PlannedCable& planned = cabling.plan.cables[index];
    if (line.detail == kNowhere || !cabling.ends.details[line.detail].length)
        return std::nullopt;
    constexpr double kTolerance = 0.001;
    const auto route = static_cast<double>(planned.route), length = static_cast<double>(planned.order);
    if (length >= route - kTolerance)
        return std::nullopt;
    const Setting* stock = cabling.context.setting(setting_of::kStockedLengths);
    const auto plain = [&](const auto& key) { return plainSetting(cabling.context, settingFact(key)).typical(); };
    const double needed = orderLength(route, plain(setting_of::slackShare), plain(setting_of::slackLeast),
                                      stock ? std::string_view(stock->value) : "standard");
    Message message("rule.NET-05.too-short");
    message.with("length", UnitNumber{length, "m"})
        .with("route", UnitNumber{std::round(route * 10) / 10, "m"})
        .with("needed", UnitNumber{needed, "m"});
    Verdict verdict = failed(cabling, line, std::move(message), "too-short");
    verdict.measured = Value(length);
    verdict.limit = Value(route, Grade::Assumption);
    verdict.unit = "m";
    return verdict;
}

/// The longest reach of what fits both ends; null when nothing fits at any length.
const LinkOption* farthest(const std::vector<LinkOption>& options) {
    const LinkOption* best = nullptr;
    for (const LinkOption& option : options)
        if (option.rejection == Rejection::None && option.reach && (!best || *option.reach > *best->reach))
            best = &option;
    return best;
}

std::vector<Verdict> reaches(const Context& context) {
    const Cabling cabling(context);
    std::vector<Verdict> verdicts;
    PassedOnce passes(verdicts);
    CablesWithoutWay withoutWay(cabling);
    SeenPairs openLinks;
    for (std::size_t i = 0; i < cabling.ends.cables.size(); ++i) {
        const CableLine& line = cabling.ends.cables[i];
        const PlannedCable& planned = cabling.plan.cables[i];
        if (!line.isPresent)
            continue;
        if (!planned.isKnown()) {
            withoutWay.add(line, verdicts);
            continue;
        }
        if (!line.isWhole()) {
            verdicts.push_back(open(cabling, line, "cabling.ends", "rule.NET-04.speed-unknown"));
            continue;
        }
        if (std::optional<Verdict> verdict = shorterThanRoute(cabling, i)) {
            verdicts.push_back(std::move(*verdict));
            continue;
        }
        if (line.isPinned) {
            checkPinnedReach(cabling, i, verdicts);
            continue;
        }
        if (planned.option != kNoOption) {
            passes.add(line, planned.option);
            continue;
        }
        if (hasCoPackagedEnd(cabling, line)) {
            if (openLinks.isNew(line.link, 0))
                verdicts.push_back(open(cabling, line, "cabling.part", "rule.NET-05.no-part"));
            continue;
        }
        const LinkOption* best = farthest(cabling.plan.options[line.link]);
        Message message(best ? "rule.NET-05.too-far" : "rule.NET-05.nothing-fits");
        const UnitNumber length{static_cast<double>(planned.order), "m"};
        message.with("length", length);
        if (best)
            message.with("reach", UnitNumber{*best->reach, "m"});
        Verdict verdict = failed(cabling, line, std::move(message), best ? "too-far" : "nothing-fits");
        verdict.measured = Value(length.value, Grade::Assumption);
        verdict.unit = "m";
        if (best)
            verdict.limit = Value(*best->reach);
        verdicts.push_back(std::move(verdict));
    }
    withoutWay.answer(verdicts);
    answerNothing(verdicts);
    return verdicts;
}

/// What a person chose for a cable against the cheapest that serves.
Verdict pinnedPrice(const Cabling& cabling, std::size_t index) {
    const CableLine& line = cabling.ends.cables[index];
    const LinkOption* option = cabling.plan.option(cabling.ends, index);
    const auto metres = static_cast<double>(cabling.plan.cables[index].order);
    const double price = option ? option->price(metres) : 0;
    if (price <= 0)
        return open(cabling, line, "price:" + cabling.pinnedId(line), "rule.NET-06.price-unknown");
    const CableChoice choice = cabling.plan.choice(cabling.ends, index);
    const LinkOption* best = choice.chosen();
    const double least = best ? *choice.candidates.front().price : price;
    if (price <= least * (1 + 1e-9))
        return passed(Cabling::subject(line));
    const std::optional<CableProduct> product = cabling.pinned(line);
    Message message("rule.NET-06.cheaper");
    message.with("part", product ? productName(*product) : cabling.pinnedId(line))
        .with("price", UnitNumber{price, "USD"})
        .with("medium", std::string(spoken(best->medium)))
        .with("least", UnitNumber{least, "USD"})
        .with("length", UnitNumber{metres, "m"});
    return failed(cabling, line, std::move(message), "cheaper:" + cabling.pinnedId(line), Severity::Warning);
}

/// A length that a person chose must be one that is sold.
std::optional<Verdict> unstockedLength(const Cabling& cabling, const CableLine& line) {
    const std::optional<Length> length =
        line.detail == kNowhere ? std::nullopt : cabling.ends.details[line.detail].length;
    if (!length)
        return std::nullopt;
    const Setting* stock = cabling.context.setting(setting_of::kStockedLengths);
    const double metres = length->inMetres();
    const double stocked = stockedLength(metres, stock ? std::string_view(stock->value) : "standard");
    if (stocked - metres < 1e-6)
        return std::nullopt;
    Message message("rule.NET-06.not-stocked");
    message.with("length", UnitNumber{metres, "m"}).with("stocked", UnitNumber{stocked, "m"});
    Verdict verdict = failed(cabling, line, std::move(message), "not-stocked", Severity::Warning);
    verdict.measured = Value(metres);
    verdict.limit = Value(stocked);
    verdict.unit = "m";
    return verdict;
}

// NET-06: what a person pinned against the cheapest that serves, and its length against those that are sold.
std::vector<Verdict> media(const Context& context) {
    const Cabling cabling(context);
    std::vector<Verdict> verdicts;
    PassedOnce passes(verdicts);
    for (std::size_t i = 0; i < cabling.ends.cables.size(); ++i) {
        const CableLine& line = cabling.ends.cables[i];
        if (!line.isPresent)
            continue;
        if (std::optional<Verdict> verdict = unstockedLength(cabling, line))
            verdicts.push_back(std::move(*verdict));
        else if (line.isPinned)
            verdicts.push_back(pinnedPrice(cabling, i));
        else if (cabling.plan.option(cabling.ends, i))
            passes.add(line, cabling.plan.cables[i].option);
    }
    answerNothing(verdicts);
    return verdicts;
}

/// What all modules of each switch draw against what its part supplies to all of them. Few data sheets state that: of a
/// part that does not, one answer for all switches of it.
void checkModuleSums(const Cabling& cabling, std::vector<Verdict>& verdicts) {
    constexpr std::string_view kAll = "module-power-sum-max";
    std::set<Id<PartRow>> withoutBudget;
    for (const CabledDevice& device : cabling.ends.devices) {
        if (!device.isCabled || device.kinds == 0 || !cabling.ends.ports[device.firstKind].isSwitch)
            continue;
        std::int64_t cages = 0;
        for (std::uint32_t k = 0; k < device.kinds; ++k)
            cages += cabling.ends.ports[device.firstKind + k].cages();
        double watts = 0;
        bool hasModules = false;
        const CableProduct* silent = nullptr;
        for (std::int64_t cage = 0; cage < cages; ++cage) {
            const std::int32_t module = cabling.plan.modules[device.firstCage + static_cast<std::uint32_t>(cage)];
            if (module == kNoProduct)
                continue;
            hasModules = true;
            const CableProduct& product = cabling.product(module);
            watts += product.watts.value_or(0);
            silent = product.watts ? silent : &product;
        }
        const PortKind& ports = cabling.ends.ports[device.firstKind];
        const Value limit = plainPartNumber(cabling.context, ports.row, kAll);
        if (!hasModules || (!limit.isKnown() && !withoutBudget.insert(ports.row).second))
            continue;
        CableEnd at;
        at.device = static_cast<std::uint32_t>(&device - cabling.ends.devices.data());
        const Subject subject = cabling.device(at);
        if (!limit.isKnown()) {
            Verdict verdict = notChecked(subject, partKey(cabling.context, ports.row, kAll),
                                         Message("rule.NET-07.no-budget").with("switch", ports.part->model));
            verdict.cause = "no-budget";
            verdicts.push_back(std::move(verdict));
            continue;
        }
        Judged comparison;
        comparison.subject = subject;
        comparison.name = cabling.name(at);
        comparison.measured = silent ? Value(watts) + Value::unknown() : Value(watts);
        comparison.limit = limit;
        comparison.unit = "W";
        comparison.failure = "rule.NET-07.sum";
        comparison.missing = silent ? "part:" + silent->id + ":end-power" : std::string();
        Verdict verdict = judged(std::move(comparison));
        if (verdict.state == RuleState::Failed)
            verdict.message.with("switch", ports.part->model);
        verdicts.push_back(std::move(verdict));
    }
}

// NET-07: a module against what the ports of its switch supply, and all of them against what the switch does.
std::vector<Verdict> modulePowers(const Context& context) {
    constexpr std::string_view kMost = "module-power-max";
    const Cabling cabling(context);
    std::vector<Verdict> verdicts;
    SeenPairs judgedPairs;
    const auto judge = [&](const CableEnd& end) {
        const PortKind& ports = cabling.ends.portsOf(end);
        const std::int32_t module = cabling.plan.modules[end.cage];
        if (!ports.isSwitch || module == kNoProduct || !judgedPairs.isNew(end.ports, module))
            return;
        const CableProduct& product = cabling.product(module);
        const Value limit = plainPartNumber(context, ports.row, kMost);
        Judged comparison;
        comparison.subject = cabling.device(end);
        comparison.name = cabling.name(end);
        comparison.measured = product.watts ? Value(*product.watts) : Value();
        comparison.limit = limit;
        comparison.unit = "W";
        comparison.failure = "rule.NET-07.port";
        comparison.missing = limit.isKnown() ? "part:" + product.id + ":end-power" : partKey(context, ports.row, kMost);
        Verdict verdict = judged(std::move(comparison));
        if (verdict.state == RuleState::Failed)
            verdict.message.with("part", productName(product)).with("switch", ports.part->model);
        verdicts.push_back(std::move(verdict));
    };
    for (const CableLine& line : cabling.ends.cables)
        if (line.isWhole()) {
            judge(line.a);
            judge(line.b);
        }
    checkModuleSums(cabling, verdicts);
    answerNothing(verdicts);
    return verdicts;
}

} // namespace

std::vector<Rule> cablingRules() {
    const Reads plan = Reads::only({CablePlan::kReads.begin(), CablePlan::kReads.end()});
    const std::string linkX = "reference.nvidia-linkx";
    return {makeRule("NET-03", PowerBasis::None, linkX, cages, plan),
            makeRule("NET-04", PowerBasis::None, linkX, breakouts, plan),
            makeRule("NET-05", PowerBasis::None, linkX, reaches, plan),
            makeRule("NET-06", PowerBasis::None, "reference.planning-prices", media, plan),
            makeRule("NET-07", PowerBasis::None, "reference.switch-ports", modulePowers, plan)};
}

} // namespace rackwright
