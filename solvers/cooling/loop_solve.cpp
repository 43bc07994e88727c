// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/loop_solve.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace rackwright {

namespace {

// Water: 997 kg/m3, 4,180 J/(kg K) at 25 C. PG25: 1,015 kg/m3, 3,870 J/(kg K) at 35 C (formulary of OCP guidance); a
// quarter of propylene glycol lowers the freezing point by some 10 K.
constexpr Coolant kWater{997, 4180, 273.15, 373.15};
constexpr Coolant kPropyleneGlycol{1015, 3870, 263.15, 373.15};

} // namespace

std::optional<Coolant> coolantOf(const CoolingLoop& loop) {
    std::string word;
    for (const char letter : loop.fluid)
        if (std::isalnum(static_cast<unsigned char>(letter)))
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    if (word == "water" || (word.empty() && loop.isFacilityWater))
        return kWater;
    if (word == "pg25" || word.empty())
        return kPropyleneGlycol;
    return std::nullopt;
}

bool isWaterOfSite(const Context& context, const CoolingLoop& loop) {
    const auto given = siteNumber(context.project(), site::waterSupply);
    const auto agrees = [&](const CoolingLoop& each) {
        return !each.supply || !given || std::abs(each.supply->inKelvin() - *given) < 1e-6;
    };
    const auto& loops = context.design().coolingLoops;
    return loop.isFacilityWater && (agrees(loop) || std::ranges::none_of(loops, [&](const CoolingLoop& other) {
                                        return other.id != loop.id && other.isFacilityWater &&
                                               other.scope.isPresent() && agrees(other);
                                    }));
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
    return flow && *flow > 0 ? flow : std::nullopt;
}

bool isExchanger(const Context& context, const CoolingUnit& unit) {
    const bool isCdu = unit.kind == CoolingUnitKind::CduRow || unit.kind == CoolingUnitKind::CduInRack;
    const Design& design = context.design();
    return isCdu && design.coolingLoops.contains(unit.primary) && design.coolingLoops.contains(unit.secondary);
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

} // namespace rackwright
