// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cables/cable_plan.h"

#include "model/units/number_text.h"
#include "solvers/cables/cable_planner.h"
#include "solvers/cables/settings.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

// Lengths that makers stock; longer ones are cut to ten metres.
constexpr double kStock[] = {0.5, 1,  1.5, 2,  2.5, 3,  4,   5,   7,   10,  15,  20,  25,  30, 35,
                             40,  50, 60,  70, 80,  90, 100, 120, 150, 200, 250, 300, 400, 500};
constexpr double kHair = 1e-6;

double roundedUp(double metres, std::string_view words) {
    if (words == "exact")
        return std::ceil(metres * 10 - kHair) / 10;
    if (words == "metres")
        return std::ceil(metres - kHair);
    const auto* stock = std::ranges::lower_bound(kStock, metres - kHair);
    return stock != std::end(kStock) ? *stock : std::ceil(metres / 10 - kHair) * 10;
}

double plain(const Context& context, const SettingFact& fact) { return plainSetting(context, fact).typical(); }

} // namespace

double stockedLength(double metres, std::string_view words) { return roundedUp(metres, words); }

double orderLength(double route, double slackShare, double slackLeast, std::string_view words) {
    return roundedUp(route + std::max(route * slackShare, slackLeast), words);
}

std::string metresText(double metres) { return shortestDigits(std::round(metres * 100) / 100); }

CablePlanner::CablePlanner(CablePlan& plan, const Context& context)
    : m_plan(plan), m_context(context), m_ends(context.lookUp<CableEnds>()), m_ground(plan.m_ground) {
    m_ground = {{context.stampOf("path_nodes"), context.stampOf("path_segments"), context.stampOf("parts")},
                plain(context, settingFact(setting_of::slackShare)),
                plain(context, settingFact(setting_of::slackLeast)),
                plain(context, settingFact(setting_of::inRackDetour)),
                plain(context, settingFact(setting_of::overheadHeight)),
                plain(context, settingFact(setting_of::spareShare)),
                plain(context, settingFact(setting_of::freeRun)),
                "standard"};
    if (const Setting* stock = context.setting(setting_of::kStockedLengths))
        m_ground.stock = stock->value;
}

void CablePlanner::work(const CablePlan* before) {
    m_plan.products = m_context.lookUp<CableProducts>().list;
    m_plan.m_lines = m_ends.cables;
    for (const LinkClass& link : m_ends.links) {
        std::vector<LinkOption>& options = m_plan.options.emplace_back(linkOptions(link.kind, m_plan.products));
        for (LinkOption& option : options)
            option.shortest = option.least > 0 ? stockedLength(option.least, m_ground.stock) : 0;
    }
    placeDevices();
    if (before && standsOn(*before) && joinAsBefore(*before))
        return planAfter(*before);
    joinPathways();
    m_plan.cables.resize(m_ends.cables.size());
    m_plan.m_bests.resize(m_ends.cables.size());
    if (m_plan.isGlassSeparate)
        m_plan.m_pairs.resize(m_ends.cables.size());
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i)
        planOne(i);
    agreeInCages();
    countAll();
    m_plan.m_onGlass.emplace(*m_plan.m_glass);
    m_plan.m_onCopper.emplace(*m_plan.m_copper);
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i)
        lay(m_plan, i, 1);
    fillPathways();
}

bool CablePlanner::standsOn(const CablePlan& before) const {
    return before.m_ground == m_ground && before.m_lines.isSharedWith(m_plan.m_lines) &&
           before.products == m_plan.products;
}

/// Plans the cables of devices that stand elsewhere now; the others stay as they were.
void CablePlanner::planAfter(const CablePlan& before) {
    const auto isMoved = [&](std::size_t place) {
        const CablePlan::DeviceSpot& now = m_plan.m_devices[place];
        if (place >= before.m_devices.size())
            return now.spot != kNowhere;
        const CablePlan::DeviceSpot& old = before.m_devices[place];
        if (now.spot == kNowhere || old.spot == kNowhere)
            return now.spot != old.spot;
        return now.side != old.side || now.height != old.height || m_plan.spots[now.spot] != before.spots[old.spot];
    };
    std::vector<bool> moved(m_plan.m_devices.size());
    for (std::size_t place = 0; place < moved.size(); ++place)
        moved[place] = isMoved(place);
    const auto isTouched = [&](const CableLine& line) {
        return (line.a.device != kNowhere && moved[line.a.device]) ||
               (line.b.device != kNowhere && moved[line.b.device]);
    };

    m_plan.cables = before.cables;
    m_plan.pinned = before.pinned;
    m_plan.m_bests = before.m_bests;
    m_plan.m_pairs = before.m_pairs;
    std::vector<std::size_t> touched;
    bool isOtherChoice = false, isOtherCount = false;
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i)
        if (isTouched(m_ends.cables[i])) {
            touched.push_back(i);
            m_plan.cables[i] = {};
            planOne(i);
            isOtherChoice = isOtherChoice || m_plan.m_bests[i] != before.m_bests[i];
            // Of equal orders one may be what the route asks for and the other what is sold at least.
            isOtherCount = isOtherCount || m_plan.lengths(i) != before.lengths(i) ||
                           m_plan.cables[i].order != before.cables[i].order ||
                           m_plan.cables[i].basis != before.cables[i].basis;
        }
    if (isOtherChoice || isOtherCount) {
        for (std::size_t i = 0; i < m_plan.cables.size(); ++i)
            take(i, m_plan.m_bests[i]);
        agreeInCages();
        countAll();
    } else {
        for (const std::size_t i : touched) {
            m_plan.cables[i].option = before.cables[i].option;
            settleLength(i);
        }
        takeCounts(before);
    }

    m_plan.m_onGlass = before.m_onGlass;
    m_plan.m_onCopper = before.m_onCopper;
    const auto lift = [&](std::size_t i) {
        lay(before, i, -1);
        lay(m_plan, i, 1);
    };
    std::ranges::for_each(touched, lift);
    if (isOtherChoice || isOtherCount)
        for (std::size_t i = 0; i < m_plan.cables.size(); ++i)
            if (m_plan.cables[i].option != before.cables[i].option && !isTouched(m_ends.cables[i]))
                lift(i);
    fillPathways();
}

CablePlanner::Run CablePlanner::run(const CablePlan::DeviceSpot& a, const CablePlan::DeviceSpot& b,
                                    Strand strand) const {
    const CableSpot& from = m_plan.spots[a.spot];
    const CableSpot& to = m_plan.spots[b.spot];
    const double heightA = static_cast<double>(a.height), heightB = static_cast<double>(b.height);
    if (a.spot == b.spot) {
        const double across = a.side == b.side ? 0 : std::abs(from.x[0] - from.x[1]) + std::abs(from.y[0] - from.y[1]);
        return {std::abs(heightA - heightB) + m_ground.detour + across, RouteBasis::InRack};
    }
    const PathwayGraph& graph = strand == Strand::Copper ? *m_plan.m_copper : *m_plan.m_glass;
    const auto [joinA, joinB] = m_plan.joints(a, b, strand);
    const double along = graph.distance(joinA, joinB);
    const double whole =
        joinA.run + std::abs(joinA.height - heightA) + along + std::abs(joinB.height - heightB) + joinB.run;
    // What would hang in free air on its way to a pathway, or from one to the next, has a way by assumption alone.
    const bool isCarried = std::max(joinA.run, joinB.run) <= m_ground.freeRun + kHair;
    if (along != kNoPath && isCarried)
        return {whole, RouteBasis::Pathways};
    if (from.room != to.room)
        return along != kNoPath ? Run{whole, RouteBasis::Overhead} : Run{};
    const double floor = std::abs(from.x[a.side] - to.x[b.side]) + std::abs(from.y[a.side] - to.y[b.side]);
    return {floor + std::abs(m_ground.overhead - heightA) + std::abs(m_ground.overhead - heightB),
            RouteBasis::Overhead};
}

double CablePlanner::ordered(const Run& run) const {
    return orderLength(run.metres, m_ground.slackShare, run.basis == RouteBasis::InRack ? 0 : m_ground.slackLeast,
                       m_ground.stock);
}

const LinkOption* CablePlanner::choose(std::uint16_t link, const LinkLengths& lengths, std::int32_t rank) const {
    return cheapest(m_plan.options[link], lengths, rank);
}

CablePlanner::Run CablePlanner::runOf(const CableLine& line, bool isCopper) const {
    if (line.a.device == kNowhere || line.b.device == kNowhere)
        return {};
    const CablePlan::DeviceSpot& a = m_plan.m_devices[line.a.device];
    const CablePlan::DeviceSpot& b = m_plan.m_devices[line.b.device];
    if (a.spot == kNowhere || b.spot == kNowhere)
        return {};
    if (hasPinnedRoute(line))
        if (const Run along = runAlong(a, b, m_ends.details[line.detail].route); along.basis != RouteBasis::Unknown)
            return along;
    return run(a, b, isCopper ? Strand::Copper : Strand::Fibre);
}

bool CablePlanner::isOnCopperWay(std::size_t index) const {
    const LinkOption* option = m_plan.isGlassSeparate ? m_plan.option(m_ends, index) : nullptr;
    return option && !isGlass(option->medium);
}

/// Changes what a cable is made of: where copper has ways of its own, its length goes with it.
void CablePlanner::take(std::size_t index, std::uint16_t option) {
    PlannedCable& planned = m_plan.cables[index];
    const bool wasCopper = isOnCopperWay(index);
    planned.option = option;
    const bool isCopper = isOnCopperWay(index);
    if (isCopper != wasCopper) {
        const LinkLengths lengths = m_plan.lengths(index);
        layAlong(planned, runOf(m_ends.cables[index], isCopper), isCopper ? lengths.copper : lengths.glass);
    }
    settleLength(index);
}

/// A cable is no shorter than what it is made of is sold in.
void CablePlanner::settleLength(std::size_t index) {
    PlannedCable& planned = m_plan.cables[index];
    if (!planned.isKnown() || planned.length == LengthBasis::Decided)
        return;
    const LinkOption* option = m_plan.option(m_ends, index);
    if (!option && planned.length == LengthBasis::Route)
        return;
    const LinkLengths lengths = m_plan.lengths(index);
    const double wanted = option ? lengths.of(option->medium) : std::min(lengths.copper, lengths.glass);
    const double metres = option ? option->metres(lengths) : wanted;
    planned.length = metres > wanted + kHair ? LengthBasis::Shortest : LengthBasis::Route;
    planned.order = static_cast<float>(metres);
}

/// The way of the medium that was chosen, and how long the cable is ordered for it; without a way it has no length.
void CablePlanner::layAlong(PlannedCable& planned, const Run& run, double order) {
    const bool hasWay = run.basis != RouteBasis::Unknown;
    if (planned.basis == RouteBasis::Pinned) {
        planned.route = hasWay ? static_cast<float>(run.metres) : planned.route;
        return;
    }
    planned.basis = run.basis;
    planned.route = hasWay ? static_cast<float>(run.metres) : 0;
    planned.order = hasWay ? static_cast<float>(order) : 0;
}

void CablePlanner::planOne(std::size_t index) {
    const CableLine& line = m_ends.cables[index];
    PlannedCable& planned = m_plan.cables[index];
    m_plan.m_bests[index] = kNoOption;
    if (!line.isPresent)
        return;
    LinkLengths lengths;
    Run glass = runOf(line, false);
    Run copper = m_plan.isGlassSeparate ? runOf(line, true) : glass;
    const Run& way = glass.basis == RouteBasis::Unknown ? copper : glass; // while nothing is chosen
    const std::optional<Length> pinned = line.detail == kNowhere ? std::nullopt : m_ends.details[line.detail].length;
    if (pinned) {
        lengths = {pinned->inMetres(), pinned->inMetres(), true};
        planned.basis = RouteBasis::Pinned;
        planned.length = LengthBasis::Decided;
        if (way.basis == RouteBasis::Unknown)
            glass.metres = copper.metres = lengths.glass;
    } else {
        if (way.basis == RouteBasis::Unknown)
            return;
        // A medium without a way reaches nowhere.
        constexpr double nowhere = 1e9;
        lengths.glass = glass.basis == RouteBasis::Unknown ? nowhere : ordered(glass);
        lengths.copper = copper.basis == RouteBasis::Unknown ? nowhere : ordered(copper);
        planned.basis = way.basis;
    }
    planned.route = static_cast<float>(way.metres);
    planned.order = static_cast<float>(&way == &glass ? lengths.glass : lengths.copper);
    if (m_plan.isGlassSeparate)
        m_plan.m_pairs[index] = lengths;
    if (!line.isWhole())
        return;
    if (line.isPinned) {
        planned.option = pinnedOption(line, lengths, 0);
    } else if (const LinkOption* best = choose(line.link, lengths, 0)) {
        planned.option = static_cast<std::uint16_t>(best - m_plan.options[line.link].data());
    }
    m_plan.m_bests[index] = planned.option;
    if (m_plan.isGlassSeparate && m_plan.option(m_ends, index)) {
        if (isOnCopperWay(index))
            layAlong(planned, copper, lengths.copper);
        else
            layAlong(planned, glass, lengths.glass);
    }
    settleLength(index);
}

// All links in one module have its medium: the more demanding decides, and so on through the cages it reaches.
void CablePlanner::agreeInCages() {
    followPins();
    breakOutCages();
    std::vector<std::int32_t>& ranks = m_plan.m_ranks;
    ranks.assign(m_ends.cages.size(), 0);
    const auto hold = [&](const CableLine& line, std::int32_t rank) {
        for (const std::uint32_t cage : {line.a.cage, line.b.cage})
            ranks[cage] = std::max(ranks[cage], rank);
    };
    const auto isOptical = [&](std::size_t i) {
        const LinkOption* option = m_plan.option(m_ends, i);
        return option && hasTransceivers(option->medium);
    };
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i)
        if (isOptical(i))
            hold(m_ends.cables[i], m_plan.option(m_ends, i)->rank());
    for (bool isChanged = true; isChanged;) {
        isChanged = false;
        for (std::size_t i = 0; i < m_ends.cables.size(); ++i) {
            if (!isOptical(i))
                continue;
            const CableLine& line = m_ends.cables[i];
            const std::int32_t needed = std::max(ranks[line.a.cage], ranks[line.b.cage]);
            if (m_plan.option(m_ends, i)->rank() >= needed)
                continue;
            std::uint16_t other = kNoOption;
            if (line.isPinned)
                other = pinnedOption(line, m_plan.lengths(i), needed);
            else if (const LinkOption* best = choose(line.link, m_plan.lengths(i), needed))
                other = static_cast<std::uint16_t>(best - m_plan.options[line.link].data());
            if (other == kNoOption)
                continue;
            m_plan.cables[i].option = other;
            settleLength(i);
            hold(line, m_plan.option(m_ends, i)->rank());
            isChanged = true;
        }
    }
}

CablePlan::CablePlan(const Context& context, const CablePlan* before) { CablePlanner(*this, context).work(before); }

LinkLengths CablePlan::lengths(std::size_t cable) const {
    if (isGlassSeparate)
        return m_pairs[cable];
    const PlannedCable& planned = cables[cable];
    const auto route = static_cast<double>(planned.route);
    const double least = planned.basis == RouteBasis::InRack ? 0 : m_ground.slackLeast;
    const double metres = planned.length == LengthBasis::Shortest
                              ? orderLength(route, m_ground.slackShare, least, m_ground.stock)
                              : static_cast<double>(planned.order);
    return {metres, metres, planned.length == LengthBasis::Decided};
}

const LinkOption* CablePlan::option(const CableEnds& ends, std::size_t cable) const {
    const std::uint16_t index = cables[cable].option;
    if (index == kNoOption)
        return nullptr;
    const CableLine& line = ends.cables[cable];
    return line.isPinned ? &pinned[index] : &options[line.link][index];
}

std::optional<SplitLeg> CablePlan::legOf(const CableEnds& ends, std::size_t cable) const {
    const LinkOption* chosen = option(ends, cable);
    if (!chosen || !chosen->isSplitter())
        return std::nullopt;
    const CableLine& line = ends.cables[cable];
    const LinkKind& kind = ends.links[line.link].kind;
    const CableEnd& end = chosen->isSplitAtB ? line.b : line.a;
    const double whole = (chosen->isSplitAtB ? kind.b : kind.a).cageGigabits;
    const double port = whole / static_cast<double>(ends.portsOf(end).perCage);
    const std::int64_t place = end.inCage * std::max<std::int64_t>(1, std::llround(port / kind.gigabits)) + end.lane;
    return SplitLeg{end.cage, place / chosen->linksPerFibre, place % chosen->linksPerFibre};
}

double CablePlan::slack(const CableEnds& ends, std::size_t cable) const {
    const CableLine& line = ends.cables[cable];
    const auto route = static_cast<double>(cables[cable].route);
    if (line.detail != kNowhere && ends.details[line.detail].length)
        return std::max(0.0, static_cast<double>(cables[cable].order) - route);
    const double least = cables[cable].basis == RouteBasis::InRack ? 0 : m_ground.slackLeast;
    return std::max(route * m_ground.slackShare, least);
}

std::pair<PathAccess, PathAccess> CablePlan::joints(const DeviceSpot& a, const DeviceSpot& b, Strand strand) const {
    const bool isCopper = strand == Strand::Copper;
    const auto access = isCopper ? &CableSpot::copper : &CableSpot::glass;
    return (isCopper ? m_copper : m_glass)
        ->joints((spots[a.spot].*access)[a.side], static_cast<double>(a.height), (spots[b.spot].*access)[b.side],
                 static_cast<double>(b.height));
}

bool CablePlan::isBetweenPlaces(const CableLine& line) const {
    if (line.a.device == kNowhere || line.b.device == kNowhere)
        return false;
    const std::uint32_t a = m_devices[line.a.device].spot, b = m_devices[line.b.device].spot;
    return a != kNowhere && b != kNowhere && a != b;
}

const CableSpot* CablePlan::spotOf(const CableEnd& end) const {
    const std::uint32_t spot = end.device == kNowhere ? kNowhere : m_devices[end.device].spot;
    return spot == kNowhere ? nullptr : &spots[spot];
}

CableChoice CablePlan::choice(const CableEnds& ends, std::size_t cable) const {
    const CableLine& line = ends.cables[cable];
    if (!line.isWhole() || !cables[cable].isKnown())
        return {};
    const std::int32_t rank = std::max(m_ranks[line.a.cage], m_ranks[line.b.cage]);
    const LinkOption* chosen = option(ends, cable);
    const LinkLengths metres = lengths(cable);
    // A splitter with its ends on that would serve this link and is not taken does not serve all links of the cage.
    std::vector<LinkOption> mine = options[line.link];
    for (LinkOption& other : mine)
        if (other.isDirectSplitter() && rejectionAt(other, metres) == Rejection::None &&
            (!chosen || (other.direct != chosen->direct &&
                         other.price(other.metres(metres)) < chosen->price(chosen->metres(metres)))))
            other.rejection = Rejection::SharedCage;
    CableChoice made =
        cableChoice(mine, metres, chosen && !line.isPinned && hasTransceivers(chosen->medium) ? rank : 0);
    if (chosen && chosen->isDirectSplitter()) {
        const auto first = std::ranges::find_if(made.candidates, [chosen](const CableChoice::Candidate& candidate) {
            return candidate.option.direct == chosen->direct;
        });
        if (first != made.candidates.end())
            std::rotate(made.candidates.begin(), first, first + 1);
    }
    return made;
}

std::vector<Id<PathSegment>> CablePlan::route(const CableEnds& ends, std::size_t cable) const {
    const CableLine& line = ends.cables[cable];
    if (!line.isPresent)
        return {};
    if (line.detail != kNowhere && !ends.details[line.detail].route.empty())
        return ends.details[line.detail].route;
    if (!isBetweenPlaces(line) || cables[cable].basis == RouteBasis::Overhead)
        return {};
    const DeviceSpot& a = m_devices[line.a.device];
    const DeviceSpot& b = m_devices[line.b.device];
    const LinkOption* chosen = option(ends, cable);
    const bool isCopper = chosen && !isGlass(chosen->medium);
    const auto [from, to] = joints(a, b, isCopper ? Strand::Copper : Strand::Fibre);
    return (isCopper ? m_copper : m_glass)->route(from, to);
}

const PathwayFill* CablePlan::fullest() const {
    const auto worst = std::ranges::max_element(fill, {}, &PathwayFill::share);
    return worst == fill.end() ? nullptr : &*worst;
}

} // namespace rackwright
