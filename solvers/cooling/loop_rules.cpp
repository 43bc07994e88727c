// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of loops: what their CDUs can take after a loss, temperatures from the facility water to the device and the
// room, dew point, pipes.
#include "model/parts/part_title.h"
#include "model/units/heat_unit.h"
#include "solvers/cooling/air_balance.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/findings.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/cooling/year.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace rackwright {

namespace {

bool isUsed(const Context& context, const CoolingLoop& loop) {
    return loop.scope.isPresent() && !unitsOn(context, loop.id).empty();
}

// The coldest that a loop can be, whatever it is to supply: its CDUs make nothing colder than their water.
std::optional<double> reachableSupply(const Context& context, const CoolingLoop& loop) {
    auto supply = supplyOf(context, loop);
    for (const CoolingUnit* unit : suppliersOf(context, loop.id)) {
        const CoolingLoop* cold =
            isExchanger(context, *unit) ? context.design().coolingLoops.find(unit->primary) : nullptr;
        const auto below = cold ? supplyOf(context, *cold) : std::nullopt;
        if (supply && below)
            supply = std::max(*supply, *below);
    }
    return supply;
}

// COOL-05: the CDUs of a loop in kW, flow and head, after the loss that the loop is claimed to bear.

std::vector<const CoolingUnit*> exchangersOf(const Context& context, const CoolingLoop& loop) {
    std::vector<const CoolingUnit*> units = suppliersOf(context, loop.id);
    std::erase_if(units, [&](const CoolingUnit* unit) { return !isExchanger(context, *unit); });
    return units;
}

std::string claimOf(const CoolingLoop& loop, const std::vector<const CoolingUnit*>& units) {
    std::string claim = loop.redundancy;
    for (const CoolingUnit* unit : units)
        claim = strongerClaim(claim, unit->redundancy, units.size());
    return claim;
}

// The input for want of which nobody knows what a CDU can take; empty when it is known.
std::string missingForCapacity(const Context& context, const CoolingUnit& unit) {
    if (!unitRating<Value>(context, unit).si().isKnown())
        return unitKey(context, unit, attribute::coolingCapacity.key, "unit-rating");
    if (!approachOf<Value>(context, unit).isKnown())
        return "loop-supply";
    if (!plainPartNumber(context, unit.part, attribute::approach.key).isKnown())
        return partKey(context, unit.part, attribute::approach.key);
    if (!unitSecondaryFlow<Value>(context, unit).si().isKnown())
        return unitKey(context, unit, attribute::secondaryFlow.key, "unit-flow");
    return usableCapacity<Value>(context, unit).si().isKnown() ? std::string() : "loop-fluid";
}

// A loop whose return limit leaves no rise, or whose CDUs have no approach, cools nothing whatever is lost: that is the
// matter of its temperatures.
bool hasRise(const Context& context, const CoolingLoop& loop) { return designRise<Value>(context, loop).isKnown(); }
bool hasApproach(const Context& context, const CoolingUnit& unit) {
    const auto above = supplyOf(context, *context.design().coolingLoops.find(unit.secondary));
    const auto below = supplyOf(context, *context.design().coolingLoops.find(unit.primary));
    return !above || !below || *above > *below;
}

const char* capacityMessage(std::size_t units, std::size_t losses) {
    if (losses == 0)
        return units > 1 ? "rule.COOL-05.capacity" : "rule.COOL-05.capacity-one";
    if (losses < units)
        return "rule.COOL-05.after-loss";
    return units > 1 ? "rule.COOL-05.none-left" : "rule.COOL-05.only";
}

// A claim that leaves no CDU after its loss is broken whatever the CDUs could take.
bool isClaimBroken(const CoolingLoop& loop, const std::vector<const CoolingUnit*>& units) {
    const auto losses = lossesClaimed(claimOf(loop, units), units.size());
    return !units.empty() && losses && *losses > 0 && *losses >= units.size();
}

void judgeBrokenClaim(const Context& context, const CoolingLoop& loop, const std::vector<const CoolingUnit*>& units,
                      std::vector<Verdict>& verdicts) {
    const std::string claim = claimOf(loop, units);
    const std::size_t losses = *lossesClaimed(claim, units.size());
    Verdict verdict = compared({Subject(loop.id), loop.name, loopHeat<Value>(context, loop.id).si(), Bound::AtMost,
                                Value(0.0, Grade::Estimate), std::string(kHeatUnit),
                                capacityMessage(units.size(), losses), "loop-heat", "capacity:" + idText(loop.id)});
    if (verdict.state == RuleState::Failed)
        verdict.message.with("units", static_cast<std::int64_t>(units.size()))
            .with("claim", claim)
            .with("lost", static_cast<std::int64_t>(losses));
    verdicts.push_back(std::move(verdict));
}

void judgeCapacity(const Context& context, const CoolingLoop& loop, const std::vector<const CoolingUnit*>& units,
                   std::vector<Verdict>& verdicts) {
    const Subject subject(loop.id);
    if (isClaimBroken(loop, units)) {
        judgeBrokenClaim(context, loop, units, verdicts);
        return;
    }
    const std::string claim = claimOf(loop, units);
    const auto losses = lossesClaimed(claim, units.size());
    if (!losses) {
        verdicts.push_back(openFor(subject, loop.name, "cooling-redundancy"));
        return;
    }
    std::vector<double> usable;
    for (const CoolingUnit* unit : units) {
        if (const std::string missing = missingForCapacity(context, *unit); !missing.empty()) {
            verdicts.push_back(missing == "loop-fluid" && !coolantOf(loop) ? openForFluid(loop)
                                                                           : openFor(subject, loop.name, missing));
            return;
        }
        usable.push_back(usableCapacity<Value>(context, *unit,
                                               std::max<std::size_t>(units.size() - std::min(*losses, units.size()), 1))
                             .si()
                             .typical());
    }
    std::ranges::sort(usable);
    double left = 0;
    for (std::size_t i = 0; i + *losses < usable.size(); ++i)
        left += usable[i];
    const Value heat = loopHeat<Value>(context, loop.id).si();
    Verdict verdict =
        compared({subject, loop.name, heat, Bound::AtMost, Value(left, Grade::Estimate), std::string(kHeatUnit),
                  capacityMessage(units.size(), *losses), "loop-heat", "capacity:" + idText(loop.id)});
    if (verdict.state == RuleState::Failed) {
        // Where the facility water is short too, that is said: more of it is one way out.
        const auto flow =
            *losses < units.size() ? exchangerFlow(context, *units.front(), units.size() - *losses) : std::nullopt;
        if (flow && flow->primary < flow->rated) {
            verdict.message.id += "-flow";
            verdict.message.with("flow", inUnit(flow->primary, "L/min")).with("rated", inUnit(flow->rated, "L/min"));
        }
        verdict.message.with("approach", inUnit(approachOf<Value>(context, *units.front()).typical(), "K"))
            .with("units", static_cast<std::int64_t>(units.size()));
    }
    if (verdict.state == RuleState::Failed && *losses > 0)
        verdict.message.with("claim", claim).with("lost", static_cast<std::int64_t>(*losses));
    verdicts.push_back(std::move(verdict));
}

// The flow that a loop states, against what its CDUs move after the loss. Where it has pumps of its own these are
// judged; without a stated flow the heat alone is.
void judgeFlow(const Context& context, const CoolingLoop& loop, const std::vector<const CoolingUnit*>& units,
               std::vector<Verdict>& verdicts) {
    const auto stated = statedFlowOf(context, loop);
    const auto losses = lossesClaimed(claimOf(loop, units), units.size());
    const bool hasPumps = std::ranges::any_of(
        unitsOn(context, loop.id), [](const CoolingUnit* unit) { return unit->kind == CoolingUnitKind::Pump; });
    if (!stated || !losses || *losses >= units.size() || hasPumps)
        return;
    std::vector<double> flows;
    for (const CoolingUnit* unit : units) {
        const Value flow = unitSecondaryFlow<Value>(context, *unit).si();
        if (!flow.isKnown())
            return; // said where their kilowatts are judged
        flows.push_back(flow.typical());
    }
    std::ranges::sort(flows);
    const double left = std::accumulate(flows.begin(), flows.end() - static_cast<std::ptrdiff_t>(*losses), 0.0);
    const char* message = *losses > 0        ? "rule.COOL-05.flow-after-loss"
                          : units.size() > 1 ? "rule.COOL-05.flow"
                                             : "rule.COOL-05.flow-one";
    Verdict verdict =
        compared({Subject(loop.id), loop.name, Value(*stated, Grade::Assumption), Bound::AtMost,
                  Value(left, Grade::Estimate), "L/min", message, "loop-flow", "flow:" + idText(loop.id)});
    if (verdict.state == RuleState::Failed && units.size() > 1)
        verdict.message.with("units", static_cast<std::int64_t>(units.size()));
    if (verdict.state == RuleState::Failed && *losses > 0)
        verdict.message.with("lost", static_cast<std::int64_t>(*losses));
    verdicts.push_back(std::move(verdict));
}

void judgeHead(const Context& context, const CoolingLoop& loop, const std::vector<const CoolingUnit*>& units,
               std::vector<Verdict>& verdicts) {
    if (!loop.pressureDifference) {
        verdicts.push_back(openFor(Subject(loop.id), loop.name, "loop-pressure"));
        return;
    }
    for (const CoolingUnit* unit : units) {
        Verdict verdict =
            compared({Subject(unit->id), unit->name, unitHead<Value>(context, *unit).si(), Bound::AtLeast,
                      Value(loop.pressureDifference->si(), Grade::Assumption), "kPa", "rule.COOL-05.head",
                      unitKey(context, *unit, attribute::availableHead.key, "unit-head"), "head:" + idText(loop.id)});
        if (verdict.state == RuleState::Failed)
            verdict.message.with("loop", loop.name);
        verdicts.push_back(std::move(verdict));
    }
}

// Whether a CDU serves racks beside those of a loop and supplies none: that is said of it.
bool losesCdu(const Context& context, const std::vector<const CoolingUnit*>& units) {
    std::set<Id<Rack>> racks;
    for (const CoolingUnit* unit : units)
        for (const CoolingService* service : context.servedBy(unit->id))
            if (service->heat == HeatKind::Liquid)
                racks.insert(service->rack);
    return std::ranges::any_of(context.design().coolingUnits, [&](const CoolingUnit& unit) {
        const bool isCdu = unit.kind == CoolingUnitKind::CduRow || unit.kind == CoolingUnitKind::CduInRack;
        return isCdu && unit.scope.isPresent() && !context.design().coolingLoops.contains(unit.secondary) &&
               std::ranges::any_of(context.servedBy(unit.id), [&](const CoolingService* service) {
                   return service->heat == HeatKind::Liquid && racks.contains(service->rack);
               });
    });
}

// Whether a CDU that the claim counts on is there and not connected to both of its loops.
bool lacksCdu(const Context& context, const CoolingLoop& loop, const std::vector<const CoolingUnit*>& units) {
    const bool lacksLoop = std::ranges::any_of(suppliersOf(context, loop.id), [&](const CoolingUnit* unit) {
        const bool isCdu = unit->kind == CoolingUnitKind::CduRow || unit->kind == CoolingUnitKind::CduInRack;
        return isCdu && !isExchanger(context, *unit);
    });
    return lacksLoop || losesCdu(context, units);
}

// What is wrong with nothing lost is no matter of a loss: a CDU that gives its heat to no loop by COOL-04, one that
// takes more than its rating by COOL-01, a return that is too warm at the flow of the loop by COOL-06.
bool isJudgedElsewhere(const Context& context, const CoolingLoop& loop, const std::vector<const CoolingUnit*>& units) {
    const bool isLossJudged = lossesClaimed(claimOf(loop, units), units.size()).value_or(0) > 0;
    const bool isOverloaded = isLossJudged && std::ranges::any_of(units, [&](const CoolingUnit* unit) {
                                  const Value heat = unitHeat<Value>(context, unit->id).si(),
                                              rating = unitRating<Value>(context, *unit).si();
                                  return heat.isKnown() && rating.isKnown() && !holds(heat, rating);
                              });
    const auto limit = returnLimitOf(context, loop);
    const Value back = loopReturn<Value>(context, loop).si();
    const bool isTooWarm = limit && loop.flow && back.isKnown() && back.typical() > *limit - 273.15 + kSameKelvin;
    return isOverloaded || isTooWarm || lacksCdu(context, loop, units);
}

// Whether what the CDUs of a loop can take is no more than what they move carries at its rise: then their flow is what
// is to be said.
bool isBoundByFlow(const Context& context, const CoolingLoop& loop, const std::vector<const CoolingUnit*>& units) {
    const auto coolant = coolantOf(loop);
    const Value rise = designRise<Value>(context, loop);
    return coolant && rise.isKnown() && std::ranges::all_of(units, [&](const CoolingUnit* unit) {
               const Value usable = usableCapacity<Value>(context, *unit).si();
               const Value flow = unitSecondaryFlow<Value>(context, *unit).si();
               const Value rating = unitRating<Value>(context, *unit).si();
               return usable.isKnown() && flow.isKnown() && rating.isKnown() &&
                      (usable.typical() >= flow.typical() * coolant->perKelvin() * rise.typical() * (1 - 1e-9) ||
                       usable.typical() >= rating.typical() * (1 - 1e-9));
           });
}

// A flow that is too little after a loss brings too few kilowatts with it.
void judgeCdus(const Context& context, const CoolingLoop& loop, const std::vector<const CoolingUnit*>& units,
               std::vector<Verdict>& verdicts) {
    std::vector<Verdict> capacity, flow;
    judgeCapacity(context, loop, units, capacity);
    judgeFlow(context, loop, units, flow);
    const auto isFailed = [](const Verdict& verdict) { return verdict.state == RuleState::Failed; };
    if (!(std::ranges::any_of(flow, isFailed) && isBoundByFlow(context, loop, units)))
        std::ranges::move(capacity, std::back_inserter(verdicts));
    std::ranges::move(flow, std::back_inserter(verdicts));
}

std::vector<Verdict> cduLosses(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const CoolingLoop& loop : context.design().coolingLoops) {
        if (!isUsed(context, loop))
            continue;
        const auto units = exchangersOf(context, loop);
        if (units.empty() || !hasRise(context, loop) ||
            std::ranges::any_of(units, [&](const CoolingUnit* unit) { return !hasApproach(context, *unit); })) {
            if (isClaimBroken(loop, units) && !lacksCdu(context, loop, units))
                judgeBrokenClaim(context, loop, units, verdicts);
            else
                verdicts.push_back(notApplicable(Subject(loop.id)));
            continue;
        }
        if (isJudgedElsewhere(context, loop, units)) {
            if (isClaimBroken(loop, units) && !lacksCdu(context, loop, units))
                judgeBrokenClaim(context, loop, units, verdicts);
            else
                verdicts.push_back(notApplicable(Subject(loop.id)));
            judgeFlow(context, loop, units, verdicts);
        } else {
            judgeCdus(context, loop, units, verdicts);
        }
        judgeHead(context, loop, units, verdicts);
    }
    return verdicts;
}

// COOL-06: temperatures from the facility water to the device and the air of the room.

bool isImpossible(const CoolingLoop& loop, double supply, std::vector<Verdict>& verdicts) {
    const Subject subject(loop.id);
    const auto coolant = coolantOf(loop);
    if (coolant && supply <= coolant->freezing) {
        verdicts.push_back(failedFor(subject,
                                     Message("rule.COOL-06.frozen")
                                         .with("subject", loop.name)
                                         .with("found", celsius(supply))
                                         .with("limit", celsius(coolant->freezing)),
                                     "frozen:" + idText(loop.id)));
        return true;
    }
    const double warmest = loop.returnLimit ? std::max(supply, loop.returnLimit->inKelvin()) : supply;
    if (coolant && warmest >= coolant->boiling) {
        verdicts.push_back(failedFor(subject,
                                     Message("rule.COOL-06.boiling")
                                         .with("subject", loop.name)
                                         .with("found", celsius(warmest))
                                         .with("limit", celsius(coolant->boiling)),
                                     "boiling:" + idText(loop.id)));
        return true;
    }
    return false;
}

// The water that the site gives can be mixed warmer, not made colder without a chiller.
bool isColderThanSite(const Context& context, const CoolingLoop& loop, double supply, std::vector<Verdict>& verdicts) {
    const auto given = siteNumber(context.project(), site::waterSupply);
    if (!given || !isWaterOfSite(context, loop) || supply >= *given - kSameKelvin ||
        !suppliersOf(context, loop.id).empty())
        return false;
    verdicts.push_back(failedFor(Subject(loop.id),
                                 Message("rule.COOL-06.colder-than-site")
                                     .with("subject", loop.name)
                                     .with("found", celsius(supply))
                                     .with("limit", celsius(*given)),
                                 "colder-than-site:" + idText(loop.id)));
    return true;
}

void failReturnBelowSupply(const CoolingLoop& loop, double limit, double supply, std::vector<Verdict>& verdicts) {
    verdicts.push_back(failedFor(Subject(loop.id),
                                 Message("rule.COOL-06.return-below-supply")
                                     .with("subject", loop.name)
                                     .with("found", celsius(limit))
                                     .with("limit", celsius(supply)),
                                 "return-below-supply:" + idText(loop.id)));
}

// The return at the flow that is stated, or for which the loop is laid out, against what the loop and the site allow.
void judgeReturn(const Context& context, const CoolingLoop& loop, std::vector<Verdict>& verdicts) {
    const Value heat = loopHeat<Value>(context, loop.id).si();
    // Too little flow in a loop of cold plates is a matter of the flow, which is judged for its heat.
    if (!loop.isFacilityWater && loop.flow && heat.isKnown() &&
        loop.flow->si() <
            heat.typical() / 1000 * plainSetting(context, settingFact(setting_of::liquidFlowPerKilowatt)).typical())
        return;
    const auto ofSite =
        isWaterOfSite(context, loop) ? siteNumber(context.project(), site::waterReturnLimit) : std::nullopt;
    auto limit = returnLimitOf(context, loop);
    if (!limit)
        return;
    if (ofSite)
        limit = std::min(*limit, *ofSite);
    const double supply = *supplyOf(context, loop);
    if (*limit <= supply + kSameKelvin) {
        // Above what the site takes back because it is not the water that the site gives: its supply is the fault.
        const auto given = siteNumber(context.project(), site::waterSupply);
        if (!given || std::abs(*given - supply) <= kSameKelvin)
            failReturnBelowSupply(loop, *limit, supply, verdicts);
        return;
    }
    const Value found = loopReturn<Value>(context, loop).si();
    // A loop without heat returns as it came.
    if (found.isUnknown() || (heat.isKnown() && heat.typical() <= 0))
        return;
    Verdict verdict = compared({Subject(loop.id), loop.name, found, Bound::AtMost, Value(*limit - 273.15 + kSameKelvin),
                                "C", "rule.COOL-06.return-over", "loop-flow", "return-over:" + idText(loop.id)});
    if (verdict.state == RuleState::Failed) {
        const double flow = heat.typical() / (coolantOf(loop)->perKelvin() * (*limit - supply));
        verdict.message.with("flow", inUnit(flow, "L/min"));
        verdicts.push_back(std::move(verdict));
    }
}

bool coolsAir(CoolingUnitKind kind) {
    return kind == CoolingUnitKind::PerimeterAir || kind == CoolingUnitKind::InRow ||
           kind == CoolingUnitKind::FanWall || kind == CoolingUnitKind::RearDoor;
}

// What gives heat to a loop, how warm it is, and how far below that its exchanger leaves the liquid, K.
struct HeatSource {
    const CoolingUnit* unit = nullptr;
    double warmest = 0, approach = 0;
    Value heat = Value::unknown();
};

// Behind the racks: the supply air, where nobody states it the warmest that devices of the usual class take, with the
// larger of the usual rise and that of the air which the racks draw.
std::optional<double> airBehindRacks(const Context& context, const CoolingUnit& unit) {
    const Value allowed = plainSetting(context, settingFact(setting_of::inletAllowed));
    const Value usual = plainSetting(context, settingFact(setting_of::airRise));
    const auto stated =
        unit.supply ? std::optional<double>(unit.supply->inKelvin()) : siteNumber(context.project(), site::supplyAir);
    if (!usual.isKnown() || (!stated && !allowed.isKnown()))
        return std::nullopt;
    double rise = usual.high();
    std::vector<Id<Rack>> racks;
    Value heat(0.0);
    for (const CoolingService* service : context.servedBy(unit.id))
        if (service->heat == HeatKind::Air) {
            racks.push_back(service->rack);
            heat = heat + rackHeat<Value>(context, service->rack, HeatKind::Air).si();
        }
    const Value drawn = drawnAir(context, racks);
    constexpr double kOfAir = 1005; // J/(kg K)
    const Value density = airDensity<Value>(context).si();
    if (heat.isKnown() && drawn.isKnown() && density.isKnown() && drawn.low() > 0)
        rise = std::max(rise, heat.high() / (density.typical() * kOfAir * drawn.low()));
    return (stated ? *stated : allowed.high()) + rise;
}

// Unset for one whose warm side no design tells: a chiller lifts heat, a tank or a CDU without a loop has only racks.
std::optional<HeatSource> heatSourceOf(const Context& context, const CoolingUnit& unit) {
    HeatSource source;
    source.unit = &unit;
    source.heat = unitHeat<Value>(context, unit.id).si();
    // At its warm end no exchanger comes closer; the approach of a CDU is that of its cold end.
    const Value least = plainSetting(context, settingFact(setting_of::coilApproach));
    source.approach = least.isKnown() ? least.low() : 0;
    if (isExchanger(context, unit)) {
        const CoolingLoop& warm = *context.design().coolingLoops.find(unit.secondary);
        const Value back = loopReturn<Value>(context, warm).si();
        if (!back.isKnown())
            return std::nullopt;
        source.warmest = back.high() + 273.15;
        return source;
    }
    const auto air = coolsAir(unit.kind) ? airBehindRacks(context, unit) : std::nullopt;
    if (!air)
        return std::nullopt;
    source.warmest = *air;
    return source;
}

// The warmest that a loop comes back from its sources: each warms its part of the flow no further than it is warm
// itself, less its approach or a `share` of it. Unset where one is no warmer than the supply.
std::optional<double> warmestReturn(const std::vector<HeatSource>& sources, double supply, double share) {
    double hottest = supply, heat = 0, flow = 0; // W, W/K
    bool isMixed = true;
    for (const HeatSource& source : sources) {
        const double reached = source.warmest - share * source.approach;
        if (reached <= supply + kSameKelvin)
            return std::nullopt;
        hottest = std::max(hottest, reached);
        isMixed = isMixed && source.heat.isKnown();
        heat += source.heat.typical();
        flow += source.heat.typical() / (reached - supply);
    }
    return isMixed && flow > 0 ? supply + heat / flow : hottest;
}

// A return that nothing on the loop is warm enough to make: the heat needs more flow than is planned.
void judgeReachableReturn(const Context& context, const CoolingLoop& loop, double supply,
                          std::vector<Verdict>& verdicts) {
    const Value found = loopReturn<Value>(context, loop).si();
    const Value heat = loopHeat<Value>(context, loop.id).si();
    const bool isStated = returnLimitOf(context, loop) || statedFlowOf(context, loop);
    if (!isStated || found.isUnknown() || (heat.isKnown() && heat.typical() <= 0))
        return;
    std::vector<HeatSource> sources;
    for (const CoolingUnit* unit : unitsOn(context, loop.id)) {
        if (unit->kind == CoolingUnitKind::Pump)
            continue;
        if (unit->primary != loop.id) { // it cools the loop; racks on it warm the loop as they will
            if (!context.servedBy(unit->id).empty())
                return;
            continue;
        }
        const Value given = unitHeat<Value>(context, unit->id).si();
        if (given.isKnown() && given.typical() <= 0)
            continue;
        // Water that is too warm for what it is to cool is said of the exchanger.
        const auto source =
            isExchanger(context, *unit) && !hasApproach(context, *unit) ? std::nullopt : heatSourceOf(context, *unit);
        if (!source)
            return;
        sources.push_back(*source);
    }
    const auto hard = warmestReturn(sources, supply, 0), usual = warmestReturn(sources, supply, 1);
    const double back = found.typical() + 273.15;
    if (sources.empty() || !hard || !usual || back <= *usual + kSameKelvin)
        return;
    const HeatSource& warmest = *std::ranges::max_element(
        sources, {}, [](const HeatSource& source) { return source.warmest - source.approach; });
    const auto coolant = coolantOf(loop);
    const bool isFlowKnown = coolant && heat.isKnown();
    Message message = Message(isFlowKnown ? "rule.COOL-06.return-unreachable" : "rule.COOL-06.return-unreachable-open")
                          .with("subject", loop.name)
                          .with("found", celsius(back))
                          .with("limit", celsius(*usual))
                          .with("unit", warmest.unit->name)
                          .with("source", celsius(warmest.warmest));
    if (isFlowKnown)
        message.with("flow", inUnit(heat.typical() / (coolant->perKelvin() * (*usual - supply)), "L/min"));
    verdicts.push_back(failedFor(Subject(loop.id), std::move(message), "return-unreachable:" + idText(loop.id),
                                 back > *hard + kSameKelvin ? Severity::Error : Severity::Warning));
}

// The warmest liquid, K, at which a vendor states the flow that a part needs.
std::optional<double> warmestFlow(const Part& part) {
    std::optional<double> most;
    for (const LiquidPoint& point : part.liquidPoints)
        if (const auto inlet = point.inletCelsius.typical(); inlet && (!most || *inlet + 273.15 > *most))
            most = *inlet + 273.15;
    return most;
}

void judgeDevices(const Context& context, const CoolingLoop& loop, double supply, std::vector<Verdict>& verdicts) {
    const Subject subject(loop.id);
    for (const Id<PartRow> id : liquidPartsOn(context, loop)) {
        const Part* part = context.part(id);
        const Value most = plainPartNumber(context, id, "liquid-inlet-max");
        const Value least = plainPartNumber(context, id, "liquid-inlet-min");
        const auto fails = [&](const char* message, double limit, const std::string& cause) {
            verdicts.push_back(failedFor(subject,
                                         Message(message)
                                             .with("subject", loop.name)
                                             .with("found", celsius(supply))
                                             .with("part", partTitle(*part))
                                             .with("limit", celsius(limit)),
                                         cause + ":" + idText(loop.id) + ":" + part->id));
        };
        const auto warmest = warmestFlow(*part);
        if (most.isUnknown() && warmest && supply > *warmest + kSameKelvin)
            fails("rule.COOL-06.device-beyond", *warmest, "device-over");
        else if (most.isUnknown())
            verdicts.push_back(openFor(subject, loop.name, partKey(context, id, "liquid-inlet-max")));
        else if (supply > most.high() + kSameKelvin)
            fails("rule.COOL-06.device-over", most.high(), "device-over");
        else if (!least.isUnknown() && *reachableSupply(context, loop) < least.low() - kSameKelvin)
            fails("rule.COOL-06.device-under", least.low(), "device-under");
        else
            verdicts.push_back(passed(subject));
    }
}

// What cools a loop by the weather alone, without a chiller beside it.
const CoolingUnit* coolerByWeather(const Context& context, const CoolingLoop& loop) {
    const auto isOf = [](const CoolingUnit* unit, CoolingUnitKind kind) { return unit->kind == kind; };
    const std::vector<const CoolingUnit*> suppliers = suppliersOf(context, loop.id);
    const CoolingUnit* found = nullptr;
    for (const CoolingUnit* unit : suppliers) {
        if (!isOf(unit, CoolingUnitKind::DryCooler) && !isOf(unit, CoolingUnitKind::CoolingTower))
            return nullptr;
        // A tower beside dry coolers takes the hours that they cannot.
        if (!found || isOf(unit, CoolingUnitKind::CoolingTower))
            found = unit;
    }
    return found;
}

// The hottest hours of the climate with the approach of what stands outside, as the year of the plant has them.
void judgeWeather(const Context& context, const CoolingLoop& loop, double supply, std::vector<Verdict>& verdicts) {
    const CoolingUnit* cooler = coolerByWeather(context, loop);
    if (!cooler)
        return;
    const Subject subject(loop.id);
    const Result<std::optional<Climate>> climate = climateOf(context);
    if (!climate || !*climate || (*climate)->bins.empty()) {
        verdicts.push_back(openFor(subject, loop.name, std::string(site::climate)));
        return;
    }
    double dryBulb = (*climate)->bins.front().dryBulbFloor, wetBulb = (*climate)->bins.front().meanWetBulb;
    for (const WeatherBin& bin : (*climate)->bins) {
        if (bin.hours == 0)
            continue;
        dryBulb = std::max(dryBulb, bin.dryBulbFloor + 0.5);
        wetBulb = std::max(wetBulb, bin.meanWetBulb);
    }
    const bool isTower = cooler->kind == CoolingUnitKind::CoolingTower;
    const Value dryApproach = plainSetting(context, settingFact(setting_of::dryApproach));
    const Value wetApproach = plainSetting(context, settingFact(setting_of::wetApproach));
    const Value sprayed = plainSetting(context, settingFact(setting_of::sprayedDryCoolers));
    const bool isSprayed = sprayed.typical() > 0;
    const bool needsWet = isTower || isSprayed;
    if (!isTower && sprayed.isUnknown()) {
        verdicts.push_back(openFor(subject, loop.name, std::string(setting_of::sprayedDryCoolers.key)));
        return;
    }
    if (!isTower && dryApproach.isUnknown()) {
        verdicts.push_back(openFor(subject, loop.name, std::string(setting_of::dryApproach.key)));
        return;
    }
    if (needsWet && wetApproach.isUnknown()) {
        verdicts.push_back(openFor(subject, loop.name, std::string(setting_of::wetApproach.key)));
        return;
    }
    const double dry = dryBulb + dryApproach.typical();
    const double wet = wetBulb + wetApproach.typical();
    const bool isWet = isTower || (isSprayed && wet < dry);
    const double reached = 273.15 + (isWet ? wet : dry);
    if (supply >= reached - kSameKelvin)
        verdicts.push_back(passed(subject));
    else
        verdicts.push_back(failedFor(subject,
                                     Message(isWet ? "rule.COOL-06.wet-bulb" : "rule.COOL-06.dry-bulb")
                                         .with("subject", loop.name)
                                         .with("found", celsius(supply))
                                         .with("unit", cooler->name)
                                         .with("limit", celsius(reached))
                                         .with("outdoors", celsius(273.15 + (isWet ? wetBulb : dryBulb)))
                                         .with("climate", (*climate)->name),
                                     "weather:" + idText(loop.id)));
}

void judgeLoopTemperatures(const Context& context, const CoolingLoop& loop, std::vector<Verdict>& verdicts) {
    const auto supply = supplyOf(context, loop);
    if (!supply) {
        verdicts.push_back(openFor(Subject(loop.id), loop.name, "loop-supply"));
        return;
    }
    if (isImpossible(loop, *supply, verdicts))
        return;
    const auto limit = returnLimitOf(context, loop);
    if (limit && *limit <= *supply + kSameKelvin) {
        failReturnBelowSupply(loop, *limit, *supply, verdicts);
        return;
    }
    if (isColderThanSite(context, loop, *supply, verdicts))
        return;
    verdicts.push_back(passed(Subject(loop.id)));
    judgeWeather(context, loop, *supply, verdicts);
    judgeReturn(context, loop, verdicts);
    judgeReachableReturn(context, loop, *supply, verdicts);
    judgeDevices(context, loop, *supply, verdicts);
}

// A CDU gives its loop nothing colder than the water that it gets.
void judgeExchanger(const Context& context, const CoolingUnit& unit, std::vector<Verdict>& verdicts) {
    const CoolingLoop& warm = *context.design().coolingLoops.find(unit.secondary);
    const CoolingLoop& cold = *context.design().coolingLoops.find(unit.primary);
    const auto above = supplyOf(context, warm), below = supplyOf(context, cold);
    if (!above || !below || takesHeatInCircles(context, unit))
        return;                // the loop itself says so, or the circle is said
    std::vector<Verdict> said; // of what is ice or steam
    if (isImpossible(warm, *above, said) || isImpossible(cold, *below, said))
        return;
    if (*above > *below + kSameKelvin) {
        verdicts.push_back(passed(Subject(unit.id)));
        return;
    }
    verdicts.push_back(failedFor(Subject(unit.id),
                                 Message("rule.COOL-06.no-approach")
                                     .with("subject", unit.name)
                                     .with("loop", warm.name)
                                     .with("limit", celsius(*above))
                                     .with("water", cold.name)
                                     .with("found", celsius(*below)),
                                 "no-approach:" + idText(warm.id) + ":" + idText(cold.id)));
}

// Set points are entered in tenths.
constexpr double kSameSetPoint = 0.05; // K

// A set point of its own that is another than the supply of the loop which the unit keeps: the loop does not get what
// it is laid out for, or gets it colder.
void judgeSetPoint(const Context& context, const CoolingUnit& unit, std::vector<Verdict>& verdicts) {
    const CoolingLoop* loop =
        unit.kind == CoolingUnitKind::Pump ? nullptr : context.design().coolingLoops.find(unit.secondary);
    const auto wanted = loop && loop->scope.isPresent() ? supplyOf(context, *loop) : std::nullopt;
    if (!unit.supply || !wanted)
        return;
    const double difference = unit.supply->inKelvin() - *wanted;
    if (std::abs(difference) <= kSameSetPoint) {
        verdicts.push_back(passed(Subject(unit.id)));
        return;
    }
    const bool isWarmer = difference > 0;
    verdicts.push_back(failedFor(Subject(unit.id),
                                 Message(isWarmer ? "rule.COOL-06.set-warmer" : "rule.COOL-06.set-colder")
                                     .with("subject", unit.name)
                                     .with("found", celsius(unit.supply->inKelvin()))
                                     .with("loop", loop->name)
                                     .with("limit", celsius(*wanted)),
                                 "set-point:" + idText(loop->id) + ":" + std::to_string(unit.supply->inKelvin()),
                                 isWarmer ? Severity::Error : Severity::Warning));
}

// Air of a unit that is set warmer than what the site record gives to the racks. What doors let through is the air
// behind the racks.
void judgeAirSetPoint(const Context& context, const CoolingUnit& unit, std::vector<Verdict>& verdicts) {
    const auto wanted = siteNumber(context.project(), site::supplyAir);
    if (!unit.supply || !wanted || !suppliesRoomAir(unit.kind))
        return;
    const double found = unit.supply->inKelvin();
    if (found <= *wanted + kSameSetPoint)
        verdicts.push_back(passed(Subject(unit.id)));
    else
        verdicts.push_back(failedFor(Subject(unit.id),
                                     Message("rule.COOL-06.air-set-warmer")
                                         .with("subject", unit.name)
                                         .with("found", celsius(found))
                                         .with("limit", celsius(*wanted)),
                                     "air-set-warmer:" + std::to_string(found)));
}

// Air leaves a coil no colder than the water that enters it. Where nobody says how cold the air is to be, it must at
// least suit devices of the usual class.
void judgeAirUnit(const Context& context, const CoolingUnit& unit, std::vector<Verdict>& verdicts) {
    const CoolingLoop* loop = context.design().coolingLoops.find(unit.primary);
    const auto water = loop && loop->scope.isPresent() ? supplyOf(context, *loop) : std::nullopt;
    std::vector<Verdict> said; // of what is ice or steam
    if (!water || isImpossible(*loop, *water, said))
        return;
    const auto stated =
        unit.supply ? std::optional<double>(unit.supply->inKelvin()) : siteNumber(context.project(), site::supplyAir);
    const Value allowed = plainSetting(context, settingFact(setting_of::inletAllowed));
    if (!stated && allowed.isUnknown()) {
        verdicts.push_back(openFor(Subject(unit.id), unit.name, std::string(setting_of::inletAllowed.key)));
        return;
    }
    const Value least = plainSetting(context, settingFact(setting_of::coilApproach));
    const double air = stated ? *stated : allowed.typical();
    if (*water >= air - kSameKelvin)
        verdicts.push_back(
            failedFor(Subject(unit.id),
                      Message(stated ? "rule.COOL-06.air-from-warmer-water" : "rule.COOL-06.air-above-allowed")
                          .with("subject", unit.name)
                          .with("limit", celsius(air))
                          .with("water", loop->name)
                          .with("found", celsius(*water)),
                      "air-from-warmer-water:" + idText(loop->id) + ":" + std::to_string(air)));
    else if (stated && least.isUnknown())
        verdicts.push_back(openFor(Subject(unit.id), unit.name, std::string(setting_of::coilApproach.key)));
    else if (stated && *water > air - least.typical() + kSameKelvin)
        verdicts.push_back(failedFor(Subject(unit.id),
                                     Message("rule.COOL-06.coil-approach")
                                         .with("subject", unit.name)
                                         .with("limit", celsius(air))
                                         .with("water", loop->name)
                                         .with("found", celsius(*water))
                                         .with("least", inUnit(least.typical(), "K")),
                                     "coil-approach:" + idText(loop->id) + ":" + std::to_string(air),
                                     Severity::Warning));
    else if (stated)
        verdicts.push_back(passed(Subject(unit.id)));
    else
        verdicts.push_back(openFor(Subject(unit.id), unit.name, "site.supply-air"));
}

void judgeCircles(const Context& context, const CoolingUnit& unit, std::vector<Verdict>& verdicts) {
    if (unit.secondary && takesHeatInCircles(context, unit))
        verdicts.push_back(failedFor(Subject(unit.id), Message("rule.COOL-06.circle").with("subject", unit.name),
                                     "circle:" + idText(unit.secondary)));
}

std::vector<Verdict> temperatures(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const CoolingLoop& loop : context.design().coolingLoops)
        if (isUsed(context, loop))
            judgeLoopTemperatures(context, loop, verdicts);
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        if (!unit.scope.isPresent())
            continue;
        judgeCircles(context, unit, verdicts);
        judgeSetPoint(context, unit, verdicts);
        judgeAirSetPoint(context, unit, verdicts);
        if (isExchanger(context, unit))
            judgeExchanger(context, unit, verdicts);
        else if (coolsAir(unit.kind))
            judgeAirUnit(context, unit, verdicts);
    }
    return verdicts;
}

// COOL-07: nothing wet in the room: water of doors and coolant of racks stay above the dew point.

// Rooms through which a loop's liquid goes to racks.
std::set<Id<Room>> roomsOf(const Context& context, const CoolingLoop& loop) {
    std::set<Id<Room>> rooms;
    for (const CoolingUnit* unit : unitsOn(context, loop.id)) {
        const bool isWet = unit->primary == loop.id ? unit->kind == CoolingUnitKind::RearDoor
                                                    : unit->kind != CoolingUnitKind::Pump && !loop.isFacilityWater;
        if (!isWet)
            continue;
        for (const CoolingService* service : context.servedBy(unit->id))
            if (const Rack* rack = context.design().racks.find(service->rack))
                rooms.insert(rack->room);
    }
    return rooms;
}

std::vector<Verdict> dewPoints(const Context& context) {
    std::vector<Verdict> verdicts;
    const Value margin = plainSetting(context, settingFact(setting_of::dewPointMargin));
    const Value most = plainSetting(context, settingFact(setting_of::dewPointMost));
    for (const CoolingLoop& loop : context.design().coolingLoops) {
        if (!isUsed(context, loop))
            continue;
        const auto supply = reachableSupply(context, loop);
        for (const Id<Room> id : roomsOf(context, loop)) {
            const Room* room = context.design().rooms.find(id);
            const bool isStated = room && room->dewPoint;
            const double dewPoint = isStated ? room->dewPoint->inKelvin() : most.typical();
            if (margin.isUnknown() || (!isStated && most.isUnknown()))
                verdicts.push_back(openFor(
                    Subject(loop.id), loop.name,
                    std::string(margin.isUnknown() ? setting_of::dewPointMargin.key : setting_of::dewPointMost.key)));
            else if (!supply)
                verdicts.push_back(openFor(Subject(loop.id), loop.name, "loop-supply"));
            else if (*supply >= dewPoint + margin.typical() - kSameKelvin)
                verdicts.push_back(passed(Subject(loop.id)));
            else if (!isStated)
                verdicts.push_back(openFor(Subject(loop.id), loop.name, "room-dew-point"));
            else
                verdicts.push_back(failedFor(Subject(loop.id),
                                             Message("rule.COOL-07.wet")
                                                 .with("subject", loop.name)
                                                 .with("found", celsius(*supply))
                                                 .with("limit", celsius(dewPoint + margin.typical()))
                                                 .with("room", room->name),
                                             "wet:" + idText(loop.id) + ":" + idText(id)));
        }
    }
    return verdicts;
}

// COOL-11: kW that pipes of a loop carry at its rise.

struct PipeSize {
    double nominal; ///< DN, mm
    double watts;   ///< at a rise of 10 K
};
// PG25 at some 2.3 m/s and 10 K (modular TCS white paper, lower bound of the band); linear in the rise.
constexpr std::array<PipeSize, 4> kPipeSizes = {{{25, 55e3}, {50, 215e3}, {100, 840e3}, {150, 1872e3}}};

// Between two sizes by the power of the diameter that joins them; beyond them by the cross section, at one velocity.
double pipeCapacity(double nominal, double rise) {
    const auto above = std::ranges::find_if(kPipeSizes, [&](const PipeSize& size) { return size.nominal >= nominal; });
    double watts = 0;
    if (above == kPipeSizes.begin() || above == kPipeSizes.end()) {
        const PipeSize& end = above == kPipeSizes.end() ? kPipeSizes.back() : kPipeSizes.front();
        watts = end.watts * (nominal / end.nominal) * (nominal / end.nominal);
    } else {
        const PipeSize& below = *(above - 1);
        const double exponent = std::log(above->watts / below.watts) / std::log(above->nominal / below.nominal);
        watts = below.watts * std::pow(nominal / below.nominal, exponent);
    }
    return watts * rise / 10;
}

// Mains between the same two places, which carry together.
struct PipeLeg {
    Id<PathNode> from, to;
    std::int64_t widest = 0;
    double watts = 0; ///< at the rise of the loop
};

// Mains of one direction that hang together; in a ring the heat comes from two sides.
struct PipeRun {
    std::int64_t size = 0; ///< DN of the leg that decides
    double watts = 0;
    bool isRing = false;
};

// Sets of things that are joined pair by pair, each known by its leader.
template <class Key>
class Joined {
public:
    Key leader(Key key) {
        Key top = key;
        for (auto it = m_next.find(top); it != m_next.end() && it->second != top; it = m_next.find(top))
            top = it->second;
        while (key != top)
            key = std::exchange(m_next.at(key), top);
        return top;
    }
    /// Whether they were apart.
    bool join(Key a, Key b) {
        const Key first = leader(a), second = leader(b);
        m_next[first] = second;
        return first != second;
    }

private:
    std::map<Key, Key> m_next;
};

std::vector<PipeLeg> legsOf(const std::vector<const PathSegment*>& pipes, double rise) {
    std::map<std::pair<Id<PathNode>, Id<PathNode>>, PipeLeg> legs;
    for (const PathSegment* pipe : pipes) {
        PipeLeg& leg = legs[std::minmax(pipe->from, pipe->to)];
        leg.from = pipe->from;
        leg.to = pipe->to;
        leg.widest = std::max(leg.widest, pipe->nominalDiameter);
        leg.watts += pipeCapacity(static_cast<double>(pipe->nominalDiameter), rise);
    }
    std::vector<PipeLeg> list;
    for (const auto& [ends, leg] : legs)
        list.push_back(leg);
    return list;
}

// What follows leg upon leg without a branch carries no more than its narrowest one. Behind a branch each carries a
// part that nobody has stated: there the widest line counts.
std::vector<PipeRun> pipeRuns(const std::vector<const PathSegment*>& pipes, double rise) {
    const std::vector<PipeLeg> legs = legsOf(pipes, rise);
    Joined<Id<PathNode>> nodes;
    std::set<Id<PathNode>> rings;
    std::map<Id<PathNode>, std::vector<std::size_t>> meeting;
    for (std::size_t i = 0; i < legs.size(); ++i) {
        if (!nodes.join(legs[i].from, legs[i].to))
            rings.insert(legs[i].from);
        meeting[legs[i].from].push_back(i);
        meeting[legs[i].to].push_back(i);
    }
    Joined<std::size_t> lines;
    for (const auto& [node, at] : meeting)
        if (at.size() == 2)
            lines.join(at[0], at[1]);
    std::set<Id<PathNode>> ringed;
    for (const Id<PathNode> node : rings)
        ringed.insert(nodes.leader(node));
    std::map<std::size_t, const PipeLeg*> narrowest;
    for (std::size_t i = 0; i < legs.size(); ++i) {
        // In a ring one leg may carry less than those on the other side.
        const std::size_t line = ringed.contains(nodes.leader(legs[i].from)) ? legs.size() + i : lines.leader(i);
        const PipeLeg*& least = narrowest[line];
        if (!least || legs[i].watts < least->watts)
            least = &legs[i];
    }
    std::map<Id<PathNode>, PipeRun> runs;
    for (const auto& [line, leg] : narrowest) {
        const Id<PathNode> leader = nodes.leader(leg->from);
        PipeRun& run = runs[leader];
        run.isRing = ringed.contains(leader);
        if (const double watts = leg->watts * (run.isRing ? 2 : 1); watts > run.watts) {
            run.watts = watts;
            run.size = leg->widest;
        }
    }
    std::vector<PipeRun> list;
    for (const auto& [node, run] : runs)
        list.push_back(run);
    return list;
}

void judgePipes(const Context& context, const CoolingLoop& loop, const std::vector<const PathSegment*>& pipes,
                std::vector<Verdict>& verdicts) {
    if (!hasRise(context, loop))
        return;
    const Subject subject(loop.id);
    const Value heat = loopHeat<Value>(context, loop.id).si();
    const Value rise = designRise<Value>(context, loop);
    const bool isSized = std::ranges::all_of(pipes, [](const PathSegment* pipe) { return pipe->nominalDiameter > 0; });
    if (!isSized || !heat.isKnown()) {
        verdicts.push_back(openFor(subject, loop.name, isSized ? "loop-heat" : "pipe-diameter"));
        return;
    }
    const std::vector<PipeRun> runs = pipeRuns(pipes, rise.typical());
    double carried = 0;
    for (const PipeRun& run : runs)
        carried += run.watts;
    Verdict verdict = compared({subject, loop.name, heat, Bound::AtMost, Value(carried, Grade::ThirdParty),
                                std::string(kHeatUnit), "rule.COOL-11.pipe", "loop-heat", "pipe:" + idText(loop.id)});
    if (verdict.state == RuleState::Failed)
        verdict.message.with("size", "DN" + std::to_string(runs.front().size))
            .with("rise", inUnit(rise.typical(), "K"));
    verdicts.push_back(std::move(verdict));
}

std::vector<Verdict> pipes(const Context& context) {
    std::map<std::pair<Id<CoolingLoop>, bool>, std::vector<const PathSegment*>> mains;
    for (const PathSegment& pipe : context.design().pathSegments)
        if (pipe.loop && pipe.kind == PathwayKind::PipeMain && pipe.scope.isPresent())
            mains[{pipe.loop, pipe.isReturn}].push_back(&pipe);
    std::vector<Verdict> verdicts;
    for (const auto& [key, drawn] : mains)
        if (const CoolingLoop* loop = context.design().coolingLoops.find(key.first); loop && isUsed(context, *loop))
            judgePipes(context, *loop, drawn, verdicts);
    return verdicts;
}

} // namespace

std::vector<Rule> loopRules() {
    const Reads reads = Reads::only(
        {"rack_contents", "racks", "rooms", "cooling_services", "cooling_units", "cooling_loops", "path_segments"});
    constexpr auto peak = PowerBasis::ExpectedPeak;
    return {makeRule("COOL-05", peak, "reference.approach", cduLosses, reads),
            makeRule("COOL-06", peak, "reference.water-classes", temperatures, reads),
            makeRule("COOL-07", PowerBasis::None, "reference.dew-point", dewPoints, reads),
            makeRule("COOL-11", peak, "reference.pipe-sizes", pipes, reads)};
}

} // namespace rackwright
