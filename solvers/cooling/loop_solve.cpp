// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/loop_solve.h"

#include "model/design/fluids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace rackwright {

namespace {

// Water: 997 kg/m3, 4,180 J/(kg K) at 25 C. PG25: 1,015 kg/m3, 3,870 J/(kg K) at 35 C (formulary of OCP guidance); a
// quarter of propylene glycol lowers the freezing point by some 10 K.
constexpr Coolant kWater{997, 4180, 273.15, 373.15};
constexpr Coolant kPropyleneGlycol{1015, 3870, 263.15, 373.15};

/// Less than 0.06 L/min carries no heat that anybody moves by a pump.
constexpr double kLeastFlow = 1e-6;

} // namespace

std::optional<Coolant> coolantOf(const CoolingLoop& loop) {
    const std::string word = fluidWord(loop.fluid);
    if (word == fluidWord(kWaterName) || (word.empty() && loop.isFacilityWater))
        return kWater;
    if (word == fluidWord(kPropyleneGlycolName) || word.empty())
        return kPropyleneGlycol;
    return std::nullopt;
}

Verdict openForFluid(const CoolingLoop& loop) {
    return notChecked(Subject(loop.id), "loop-fluid",
                      Message("rule.loop-fluid")
                          .with("subject", loop.name)
                          .with("fluid", loop.fluid)
                          .with("known", WordList{{kKnownFluids.begin(), kKnownFluids.end()}}));
}

namespace {

// The loops whose water the site record speaks of.
struct SiteWater {
    static constexpr std::array<std::string_view, 2> kReads = {"cooling_units", "cooling_loops"};

    explicit SiteWater(const Context& context);
    std::set<Id<CoolingLoop>> loops;
};

// Of loops that all supply something else: water is mixed warmer and not made colder, so that the one that is nearest
// above what the site gives is its water; else the one that comes back as the site says; else the first that is drawn.
const CoolingLoop* nearestToSite(const std::vector<const CoolingLoop*>& loops, double given,
                                 std::optional<double> limit) {
    const CoolingLoop* warmer = nullptr;
    for (const CoolingLoop* loop : loops)
        if (loop->supply->inKelvin() > given && (!warmer || *loop->supply < *warmer->supply))
            warmer = loop;
    if (warmer)
        return warmer;
    const auto alike = std::ranges::find_if(loops, [&](const CoolingLoop* loop) {
        return limit && loop->returnLimit && std::abs(loop->returnLimit->inKelvin() - *limit) < kSameKelvin;
    });
    if (alike != loops.end())
        return *alike;
    return loops.empty() ? nullptr : loops.front();
}

SiteWater::SiteWater(const Context& context) {
    const auto given = siteNumber(context.project(), site::waterSupply);
    std::set<Id<CoolingLoop>> chilled, keptOutside;
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        if (!unit.scope.isPresent())
            continue;
        if (unit.kind == CoolingUnitKind::Chiller)
            chilled.insert(unit.secondary);
        else if (unit.kind == CoolingUnitKind::DryCooler || unit.kind == CoolingUnitKind::CoolingTower)
            keptOutside.insert(unit.secondary);
    }
    std::vector<const CoolingLoop*> others;
    bool wasThere = false; // in a loop that is taken out
    for (const CoolingLoop& loop : context.design().coolingLoops) {
        if (!loop.isFacilityWater || chilled.contains(loop.id))
            continue;
        const bool agrees = !loop.supply || !given || std::abs(loop.supply->inKelvin() - *given) < kSameKelvin;
        if (!loop.scope.isPresent())
            wasThere = wasThere || (agrees && loop.supply && given);
        else if (agrees)
            loops.insert(loop.id);
        else if (!keptOutside.contains(loop.id))
            others.push_back(&loop);
    }
    if (!loops.empty())
        return;
    // What stood beside the site's water is another one.
    if (wasThere)
        std::erase_if(others, [](const CoolingLoop* loop) { return loop->scope.status == Status::Existing; });
    if (const CoolingLoop* nearest =
            nearestToSite(others, given.value_or(0), siteNumber(context.project(), site::waterReturnLimit)))
        loops.insert(nearest->id);
}

} // namespace

bool isWaterOfSite(const Context& context, const CoolingLoop& loop) {
    return loop.isFacilityWater && context.lookUp<SiteWater>().loops.contains(loop.id);
}

std::optional<double> supplyOf(const Context& context, const CoolingLoop& loop) {
    if (loop.supply)
        return loop.supply->inKelvin();
    if (isWaterOfSite(context, loop))
        if (const auto given = siteNumber(context.project(), site::waterSupply))
            return given;
    for (const CoolingUnit* unit : suppliersOf(context, loop.id))
        if (unit->supply)
            return unit->supply->inKelvin();
    return std::nullopt;
}

std::optional<double> returnLimitOf(const Context& context, const CoolingLoop& loop) {
    if (loop.returnLimit)
        return loop.returnLimit->inKelvin();
    return isWaterOfSite(context, loop) ? siteNumber(context.project(), site::waterReturnLimit) : std::nullopt;
}

std::optional<double> statedFlowOf(const Context& context, const CoolingLoop& loop) {
    const auto flow = loop.flow                      ? std::optional<double>(loop.flow->si())
                      : isWaterOfSite(context, loop) ? siteNumber(context.project(), site::waterFlow)
                                                     : std::nullopt;
    return flow && *flow >= kLeastFlow ? flow : std::nullopt;
}

const CoolingLoop* coldPlateLoop(const Context& context, Id<Rack> rack) {
    for (const CoolingService* service : context.contents(rack).services) {
        const CoolingUnit* unit =
            service->heat == HeatKind::Liquid ? context.design().coolingUnits.find(service->unit) : nullptr;
        if (!unit || !unit->scope.isPresent())
            continue;
        if (const CoolingLoop* loop =
                context.design().coolingLoops.find(unit->secondary ? unit->secondary : unit->primary))
            return loop;
    }
    return nullptr;
}

namespace {

struct LoopRises {
    static constexpr std::array<std::string_view, 4> kReads = {"rack_contents", "cooling_services", "cooling_units",
                                                               "cooling_loops"};

    explicit LoopRises(const Context& context) {
        for (const CoolingLoop& loop : context.design().coolingLoops)
            if (const Value rise = loopRise<Value>(context, loop);
                coolantOf(loop) && rise.isKnown() && rise.typical() > 0)
                rises.emplace(loop.id, rise.typical());
    }
    std::map<Id<CoolingLoop>, double> rises;
};

} // namespace

std::optional<double> plainLoopRise(const Context& context, const CoolingLoop& loop) {
    const auto& rises = context.lookUp<LoopRises>().rises;
    const auto found = rises.find(loop.id);
    return found == rises.end() ? std::nullopt : std::optional(found->second);
}

bool isExchanger(const Context& context, const CoolingUnit& unit) {
    const bool isCdu = unit.kind == CoolingUnitKind::CduRow || unit.kind == CoolingUnitKind::CduInRack;
    const Design& design = context.design();
    return isCdu && design.coolingLoops.contains(unit.primary) && design.coolingLoops.contains(unit.secondary);
}

namespace {

// 1 - exp(-NTU (1 - Cr)) over 1 - Cr exp(-NTU (1 - Cr)), and its inverse; close to Cr = 1 their limits.
constexpr double kAlike = 1e-6;
double counterflowEffectiveness(double transferUnits, double ratio) {
    if (1 - ratio < kAlike)
        return transferUnits / (1 + transferUnits);
    const double left = std::exp(-transferUnits * (1 - ratio));
    return (1 - left) / (1 - ratio * left);
}
double counterflowTransferUnits(double effectiveness, double ratio) {
    return 1 - ratio < kAlike ? effectiveness / (1 - effectiveness)
                              : std::log((1 - effectiveness * ratio) / (1 - effectiveness)) / (1 - ratio);
}

// W for each kelvin between the supplies of both loops: the warm side comes back warmer by its own rise.
double heatPerApproach(double conductance, double warm, double cold) {
    const double least = std::min(warm, cold);
    const double moved = counterflowEffectiveness(conductance / least, least / std::max(warm, cold)) * least;
    return 1 / (1 / moved - 1 / warm);
}

// W/K of an exchanger that moves a heat at an approach with these flows, W/K; unset where no exchanger could.
std::optional<double> conductanceOf(double heat, double approach, double warm, double cold) {
    const double least = std::min(warm, cold);
    const double effectiveness = heat / (least * (approach + heat / warm));
    constexpr double kMost = 1 - 1e-9;
    if (effectiveness <= 0 || effectiveness >= kMost)
        return std::nullopt;
    return counterflowTransferUnits(effectiveness, least / std::max(warm, cold)) * least;
}

// Of a stated flow of facility water what one of the running exchangers of a loop gets, m3/s.
std::optional<double> sharedFlow(const Context& context, const CoolingLoop& cold,
                                 const std::vector<const CoolingUnit*>& peers, std::size_t running) {
    const auto stated = statedFlowOf(context, cold);
    const Value all = loopHeat<Value>(context, cold.id).si();
    if (!stated || !all.isKnown() || all.typical() <= 0 || running == 0)
        return std::nullopt;
    double heat = 0;
    for (const CoolingUnit* peer : peers) {
        const Value each = unitHeat<Value>(context, peer->id).si();
        if (!each.isKnown())
            return std::nullopt;
        heat += peer->primary == cold.id ? each.typical() : 0;
    }
    return heat > 0 ? std::optional(*stated * heat / all.typical() / static_cast<double>(running)) : std::nullopt;
}

} // namespace

std::optional<ExchangerFlow> exchangerFlow(const Context& context, const CoolingUnit& unit, std::size_t running) {
    const Value rating = unitRating<Value>(context, unit).si();
    const Value approach = plainPartNumber(context, unit.part, attribute::approach.key);
    const Value moved = unitSecondaryFlow<Value>(context, unit).si();
    const Value ratedMoved = plainPartNumber(context, unit.part, attribute::secondaryFlow.key);
    const Value ratedWater = plainPartNumber(context, unit.part, attribute::primaryFlow.key);
    const CoolingLoop* cold = context.design().coolingLoops.find(unit.primary);
    const CoolingLoop* warm = context.design().coolingLoops.find(unit.secondary);
    const auto water = cold ? coolantOf(*cold) : std::nullopt;
    const auto liquid = warm ? coolantOf(*warm) : std::nullopt;
    if (!water || !liquid || !rating.isKnown() || !approach.isKnown() || !moved.isKnown())
        return std::nullopt;
    const Value warmRated = ratedMoved.isKnown() ? ratedMoved : moved;
    ExchangerFlow flow;
    flow.rated = ratedWater.isKnown() ? ratedWater.typical() : warmRated.typical();
    const std::vector<const CoolingUnit*> peers = peersOf(context, unit);
    const auto given = sharedFlow(context, *cold, peers, running > 0 ? running : peers.size());
    flow.primary = std::min(given.value_or(flow.rated), flow.rated);
    const bool isAsRated =
        flow.primary >= flow.rated * (1 - 1e-9) && std::abs(moved.typical() / warmRated.typical() - 1) <= 1e-9;
    if (isAsRated || rating.typical() <= 0 || approach.typical() <= 0 || flow.primary <= 0 || moved.typical() <= 0)
        return std::nullopt;
    const auto conductance = conductanceOf(rating.typical(), approach.typical(),
                                           warmRated.typical() * liquid->perKelvin(), flow.rated * water->perKelvin());
    if (!conductance)
        return std::nullopt;
    flow.factor =
        heatPerApproach(*conductance, moved.typical() * liquid->perKelvin(), flow.primary * water->perKelvin()) *
        approach.typical() / rating.typical();
    return std::isfinite(flow.factor) ? std::optional(flow) : std::nullopt;
}

std::vector<const CoolingUnit*> peersOf(const Context& context, const CoolingUnit& unit) {
    if (unit.secondary && unit.kind != CoolingUnitKind::Pump)
        return suppliersOf(context, unit.secondary);
    std::vector<const CoolingUnit*> peers;
    for (const CoolingUnit& other : context.design().coolingUnits)
        if (other.id == unit.id || (other.scope.isPresent() && other.kind == unit.kind &&
                                    !unit.redundancyGroup.empty() && other.redundancyGroup == unit.redundancyGroup))
            peers.push_back(&other);
    return peers;
}

std::vector<Id<PartRow>> liquidPartsOn(const Context& context, const CoolingLoop& loop) {
    std::set<Id<Rack>> racks;
    for (const CoolingUnit* unit : suppliersOf(context, loop.id))
        for (const CoolingService* service : context.servedBy(unit->id))
            if (service->heat == HeatKind::Liquid)
                racks.insert(service->rack);
    std::set<Id<PartRow>> parts;
    for (const LikeRacks& like : context.likeRacks({racks.begin(), racks.end()}))
        for (const PartCount& group : context.contents(like.first->id).groups) {
            const Value share = liquidShare<Value>(context, group.part).si();
            if (drawsPower(context.part(group.part)) && !share.isUnknown() && share.typical() > 0)
                parts.insert(group.part);
        }
    return {parts.begin(), parts.end()};
}

bool hasDoor(const Context& context, Id<Rack> rack) {
    return std::ranges::any_of(context.contents(rack).services, [&](const CoolingService* service) {
        return context.design().coolingUnits.find(service->unit)->kind == CoolingUnitKind::RearDoor;
    });
}

std::optional<std::size_t> lossesClaimed(const std::string& claim, std::size_t units) {
    std::string word;
    for (const char letter : claim)
        if (!std::isspace(static_cast<unsigned char>(letter)))
            word += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    if (word.empty() || word == "N")
        return 0;
    // An odd unit belongs to neither half: the half that is lost may be the larger one, and the only one is lost.
    if (word == "2N")
        return (units + 1) / 2;
    if (word == "2N+1")
        return units / 2 + 1;
    if (word.size() == 3 && word.starts_with("N+") && std::isdigit(static_cast<unsigned char>(word[2])))
        return static_cast<std::size_t>(word[2] - '0');
    return std::nullopt;
}

std::string strongerClaim(const std::string& claim, const std::string& other, std::size_t units) {
    if (other.empty() || other == claim)
        return claim;
    // Words that say nothing weigh more than no spare unit, so that they are asked about, and less than one.
    const auto weight = [&](const std::string& each) {
        const auto losses = lossesClaimed(each, units);
        return each.empty() ? -1.0 : !losses ? 0.5 : static_cast<double>(*losses);
    };
    return weight(other) > weight(claim) ? other : claim;
}

} // namespace rackwright
