// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parts/part_title.h"
#include "model/units/heat_unit.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/findings.h"
#include "solvers/cooling/heat.h"
#include "solvers/cooling/method.h"
#include "solvers/engine/judging.h"
#include "solvers/power/cap_advice.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

Verdict failedAt(const Rack& rack, Message message, std::string cause) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.subject = subjectOf(rack);
    verdict.message = std::move(message);
    verdict.cause = std::move(cause);
    return verdict;
}

std::string missingHeat(const Context& context, const Rack& rack) {
    const auto& groups = context.contents(rack.id).groups;
    const std::string power = missingPower(context, groups);
    return power.empty() ? missingNumber(context, groups, attribute::liquidShare.key) : power;
}

// A rack of devices that are all cooled by air has nothing to do with liquid, however little is known of their power.
bool mayGiveToLiquid(const Context& context, const Rack& rack) {
    return std::ranges::any_of(context.contents(rack.id).groups, [&](const PartCount& group) {
        if (!drawsPower(context.part(group.part)))
            return false;
        const Value share = liquidShare<Value>(context, group.part).si();
        return !share.isKnown() || share.typical() > 0;
    });
}

bool isSomeHeat(const Value& heat) { return !heat.isUnknown() && heat.typical() > 0; }

// What to do about a rack above the band of its method: the lowest method that takes it, and a cap with its price.
Message overBand(const Context& context, const Rack& rack, CoolingMethod method, double heat, const Message& found) {
    const double limit = plainSetting(context, settingFact(bandOf(method).high)).typical();
    const auto cap = capThatSaves(context, context.contents(rack.id).groups, heat - limit);
    Message message = Message(!cap        ? "rule.COOL-01.over-band"
                              : cap->loss ? "rule.COOL-01.over-band-cap"
                                          : "rule.COOL-01.over-band-cap-only");
    message.arguments = found.arguments;
    message.with("method", spoken(method)).with("enough", spoken(lowestMethodFor(context, Power(heat))));
    if (cap)
        message.with("cap", inUnit(cap->watts, "W")).with("accelerator", cap->accelerators);
    if (cap && cap->loss)
        message.with("low", inUnit(cap->loss->first, "%")).with("high", inUnit(cap->loss->second, "%"));
    return message;
}

// Air of the room alone is usual for less than its band allows: above that the trade takes the next method.
std::optional<Verdict> besideUsualMethod(const Context& context, const Rack& rack, CoolingMethod method,
                                         const Value& heat) {
    const Value usual = plainSetting(context, settingFact(setting_of::perimeterLow));
    if (method != CoolingMethod::PerimeterAir || !heat.isKnown() || holds(heat, usual))
        return std::nullopt;
    if (usual.isUnknown())
        return notChecked(subjectOf(rack), std::string(setting_of::perimeterLow.key),
                          Message("rule.not-checked").with("subject", rack.name));
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Note;
    verdict.subject = subjectOf(rack);
    verdict.message = Message("rule.COOL-01.usual-method")
                          .with("subject", rack.name)
                          .with("found", inUnit(heat.typical(), kHeatUnit))
                          .with("method", spoken(method))
                          .with("limit", inUnit(usual.typical(), kHeatUnit))
                          .with("enough", spoken(lowestMethodFor(context, Power(heat.typical()))));
    verdict.cause = "usual-method:" + std::string(enumName(method));
    verdict.measured = heat;
    verdict.limit = usual;
    verdict.unit = kHeatUnit;
    verdict.isRuleOfThumb = true;
    return verdict;
}

enum class Allowance : std::uint8_t { Allowed, RuledOut, NotStated };

// How a part says that it is cooled is the word of its data sheet for every method that takes its heat that way. No
// part says that it may be immersed.
Allowance byHeatPath(const Part& part, CoolingMethod method) {
    return part.heatPath == HeatPath::Unknown || method == CoolingMethod::Immersion ? Allowance::NotStated
                                                                                    : Allowance::Allowed;
}

// Methods that the vendor of a device rules out for it, by their words; "none" is the word of one that rules out none.
Allowance allowanceOf(const Part& part, CoolingMethod method) {
    const auto words = fact(part, prohibitedCooling).typical();
    if (!words)
        return byHeatPath(part, method);
    std::string_view rest = *words;
    while (!rest.empty()) {
        const std::size_t end = rest.find(';');
        if (rest.substr(0, end) == enumName(method))
            return Allowance::RuledOut;
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return Allowance::Allowed;
}

void judgeProhibitions(const Context& context, const Rack& rack, CoolingMethod method, std::vector<Verdict>& verdicts) {
    for (const PartCount& group : context.contents(rack.id).groups) {
        const Part* part = context.part(group.part);
        const Allowance allowance = part ? allowanceOf(*part, method) : Allowance::Allowed;
        if (allowance == Allowance::Allowed)
            continue;
        const auto saying = [&](const char* id) {
            return Message(id).with("subject", rack.name).with("part", partTitle(*part)).with("method", spoken(method));
        };
        if (allowance == Allowance::RuledOut)
            verdicts.push_back(failedAt(rack, saying("rule.COOL-01.prohibited"),
                                        "prohibited:" + part->id + ":" + std::string(enumName(method))));
        else if (drawsPower(part))
            verdicts.push_back(notChecked(subjectOf(rack), partKey(context, group.part, prohibitedCooling.key),
                                          saying("rule.COOL-01.not-stated")));
    }
}

// What is connected to the air of a rack and takes none of it; null when nothing is.
const CoolingUnit* idleForAir(const Context& context, const Rack& rack) {
    for (const CoolingService* service : context.contents(rack.id).services) {
        const CoolingUnit* unit = context.design().coolingUnits.find(service->unit);
        if (service->heat == HeatKind::Air && !takesAir(unit->kind))
            return unit;
    }
    return nullptr;
}

// One kind of heat of one rack against its method's band and the ratings of its units.
void judgeMethod(const Context& context, const Rack& rack, HeatKind kind, std::vector<Verdict>& verdicts) {
    const Value heat = rackHeat<Value>(context, rack.id, kind).si();
    const auto cooling = coolingOf(context, rack, kind);
    const CoolingUnit* idle = kind == HeatKind::Air ? idleForAir(context, rack) : nullptr;
    if (idle && isSomeHeat(heat))
        verdicts.push_back(failedAt(rack,
                                    Message("rule.COOL-01.takes-no-air")
                                        .with("subject", rack.name)
                                        .with("found", inUnit(heat.typical(), kHeatUnit))
                                        .with("unit", idle->name),
                                    "takes-no-air:" + std::to_string(idle->id.value)));
    if (!cooling) {
        // What a rack of liquid gives to the air is COOL-08's.
        const bool isResidual = isSomeHeat(rackHeat<Value>(context, rack.id, HeatKind::Liquid).si());
        if (!idle && isSomeHeat(heat) && kind == HeatKind::Air && !isResidual)
            verdicts.push_back(failedAt(rack,
                                        Message("rule.COOL-01.no-unit")
                                            .with("subject", rack.name)
                                            .with("found", inUnit(heat.typical(), kHeatUnit)),
                                        "no-unit"));
        return;
    }
    const Value band = plainSetting(context, settingFact(bandOf(cooling->method).high));
    Judged comparison;
    comparison.subject = subjectOf(rack);
    comparison.name = rack.name;
    comparison.measured = heat;
    comparison.limit = band;
    comparison.unit = kHeatUnit;
    comparison.failure = "rule.COOL-01.over-band";
    comparison.severity = Severity::Warning;
    comparison.missing = band.isUnknown() ? std::string(bandOf(cooling->method).high.key) : missingHeat(context, rack);
    comparison.cause = "method:" + std::string(enumName(cooling->method));
    comparison.isRuleOfThumb = true;
    Verdict verdict = judged(std::move(comparison));
    if (verdict.state == RuleState::Failed)
        verdict.message = overBand(context, rack, cooling->method, heat.typical(), verdict.message);
    else if (verdict.state == RuleState::Passed)
        if (std::optional<Verdict> beside = besideUsualMethod(context, rack, cooling->method, heat))
            verdict = std::move(*beside);
    verdicts.push_back(std::move(verdict));
    judgeProhibitions(context, rack, cooling->method, verdicts);
}

// COOL-01: rack kW against the method, what vendors rule out, and units against their ratings.
void methods(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    if (context.contents(rack.id).groups.empty()) {
        verdicts.push_back(notApplicable(subjectOf(rack)));
        return;
    }
    judgeMethod(context, rack, HeatKind::Air, verdicts);
    judgeMethod(context, rack, HeatKind::Liquid, verdicts);
}

// A door takes what comes through the rear that it hangs on, and nothing of another rack.
void judgeDoor(const Context& context, const CoolingUnit& unit, std::vector<Verdict>& verdicts) {
    const Rack* own =
        unit.kind == CoolingUnitKind::RearDoor ? context.design().racks.find(rackOf(unit.placement)) : nullptr;
    if (!own)
        return;
    for (const CoolingService* service : context.servedBy(unit.id)) {
        const Rack* served = context.design().racks.find(service->rack);
        if (!served || served->id == own->id)
            continue;
        Verdict verdict;
        verdict.state = RuleState::Failed;
        verdict.subject = Subject(unit.id);
        verdict.others = {subjectOf(*served)};
        verdict.message = Message("rule.COOL-01.door-of-other")
                              .with("subject", unit.name)
                              .with("rack", own->name)
                              .with("other", served->name);
        verdict.cause = "door-of-other:" + std::to_string(unit.id.value);
        verdicts.push_back(std::move(verdict));
    }
}

// A door has to take all the heat of its rack. What it cannot is in the room: an error, unless other units are there to
// serve the rack with it.
Verdict judgedDoor(const Context& context, const CoolingUnit& door, const Value& rating) {
    Verdict verdict = judged(
        {Subject(door.id), door.name, heatAtDoor(context, door), rating, Bound::AtMost, std::string(kHeatUnit),
         "rule.COOL-01.over-rating", Severity::Error,
         rating.isKnown() ? "unit-heat" : unitKey(context, door, attribute::coolingCapacity.key, "unit-rating")});
    if (verdict.state != RuleState::Failed)
        return verdict;
    const DoorSplit* split = nullptr;
    for (const CoolingService* service : context.servedBy(door.id)) {
        split = doorSplitOf(context, service->rack);
        if (!split)
            return verdict;
    }
    if (!split)
        return verdict;
    verdict.message.id = split->isByRoom ? "rule.COOL-01.door-to-room" : "rule.COOL-01.door-helped";
    WordList others;
    for (const CoolingUnit* unit : split->others)
        others.words.push_back(unit->name);
    verdict.message.with("rest", inUnit(heatAtDoor(context, door).typical() - rating.typical(), kHeatUnit));
    if (!split->isByRoom) {
        verdict.message.with("units", std::move(others));
        verdict.severity = Severity::Warning;
    }
    return verdict;
}

std::vector<Verdict> unitRatings(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        if (!unit.scope.isPresent() || context.servedBy(unit.id).empty())
            continue;
        judgeDoor(context, unit, verdicts);
        const Value rating = unitRating<Value>(context, unit).si();
        if (unit.kind == CoolingUnitKind::RearDoor) {
            verdicts.push_back(judgedDoor(context, unit, rating));
            continue;
        }
        verdicts.push_back(judged(
            {Subject(unit.id), unit.name, unitHeat<Value>(context, unit.id).si(), rating, Bound::AtMost,
             std::string(kHeatUnit), "rule.COOL-01.over-rating", Severity::Error,
             rating.isKnown() ? "unit-heat" : unitKey(context, unit, attribute::coolingCapacity.key, "unit-rating")}));
    }
    return verdicts;
}

// COOL-04: liquid devices have a CDU and its loop, with enough flow.
void judgeLoopFlow(const Context& context, const CoolingLoop& loop, std::vector<Verdict>& verdicts) {
    const Value kilowatts = loopHeat<Value>(context, loop.id).si() / Value(1000.0);
    const auto judge = [&](const auto& key, Severity severity) {
        Judged comparison;
        comparison.subject = Subject(loop.id);
        comparison.name = loop.name;
        comparison.measured = loop.flow ? Value(loop.flow->si(), Grade::Assumption) : Value::unknown();
        comparison.limit = kilowatts * plainSetting(context, settingFact(key));
        comparison.bound = Bound::AtLeast;
        comparison.unit = "L/min";
        comparison.failure = severity == Severity::Error ? "rule.COOL-04.least-flow" : "rule.COOL-04.good-flow";
        comparison.severity = severity;
        comparison.missing = unreadableSetting(context, key);
        if (comparison.missing.empty())
            comparison.missing = loop.flow ? "loop-heat" : "loop-flow";
        return judged(std::move(comparison));
    };
    Verdict verdict = judge(setting_of::liquidFlowLeast, Severity::Error);
    if (verdict.state == RuleState::Passed)
        verdict = judge(setting_of::liquidFlowPerKilowatt, Severity::Warning);
    verdicts.push_back(std::move(verdict));
}

void liquids(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const Value heat = rackHeat<Value>(context, rack.id, HeatKind::Liquid).si();
    if (!mayGiveToLiquid(context, rack) || (heat.isKnown() && heat.typical() <= 0)) {
        verdicts.push_back(notApplicable(subjectOf(rack)));
        return;
    }
    const auto cooling = coolingOf(context, rack, HeatKind::Liquid);
    // A part of unknown heat may give nothing to liquid: only heat that is known to go there calls for a CDU.
    if (heat.isUnknown() || (!cooling && heat.typical() <= 0)) {
        verdicts.push_back(notChecked(subjectOf(rack), missingHeat(context, rack),
                                      Message("rule.not-checked").with("subject", rack.name)));
        return;
    }
    if (!cooling) {
        verdicts.push_back(failedAt(
            rack,
            Message("rule.COOL-04.no-cdu").with("subject", rack.name).with("found", inUnit(heat.typical(), kHeatUnit)),
            "no-cdu"));
        return;
    }
    const auto without = std::ranges::find_if(cooling->units, [&](const CoolingUnit* unit) {
        return !context.design().coolingLoops.contains(unit->secondary);
    });
    if (without == cooling->units.end())
        verdicts.push_back(passed(subjectOf(rack)));
    else
        verdicts.push_back(
            failedAt(rack, Message("rule.COOL-04.no-loop").with("subject", rack.name).with("unit", (*without)->name),
                     "no-loop"));
}

// A unit that works by water gives the heat that it takes to a loop; of an air unit without one it is not known whether
// it works by refrigerant.
void judgeUnitLoop(const Context& context, const CoolingUnit& unit, std::vector<Verdict>& verdicts) {
    const bool mayWorkByWater =
        needsLoop(unit.kind) || unit.kind == CoolingUnitKind::PerimeterAir || unit.kind == CoolingUnitKind::InRow;
    if (!unit.scope.isPresent() || !mayWorkByWater)
        return;
    const Subject subject(unit.id);
    if (hasLoop(context, unit)) {
        verdicts.push_back(passed(subject));
        return;
    }
    if (!needsLoop(unit.kind)) {
        verdicts.push_back(
            notChecked(subject, "unit-loop", Message("rule.COOL-04.maybe-loop").with("subject", unit.name)));
        return;
    }
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.subject = subject;
    verdict.message = Message("rule.COOL-04.unit-loop").with("subject", unit.name);
    verdict.cause = "unit-loop";
    verdicts.push_back(std::move(verdict));
}

std::vector<Verdict> loopsAndUnits(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const CoolingUnit& unit : context.design().coolingUnits)
        judgeUnitLoop(context, unit, verdicts);
    for (const CoolingLoop& loop : context.design().coolingLoops)
        if (loop.scope.isPresent() && !loop.isFacilityWater && !unitsOn(context, loop.id).empty())
            judgeLoopFlow(context, loop, verdicts);
    return verdicts;
}

// COOL-08: what a liquid rack gives to air is taken by an air method.
void residualAir(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const Value liquid = rackHeat<Value>(context, rack.id, HeatKind::Liquid).si();
    const Value air = rackHeat<Value>(context, rack.id, HeatKind::Air).si();
    if (!mayGiveToLiquid(context, rack) || (liquid.isKnown() && liquid.typical() <= 0)) {
        verdicts.push_back(notApplicable(subjectOf(rack)));
        return;
    }
    if (coolingOf(context, rack, HeatKind::Air) || (air.isKnown() && air.typical() <= 0)) {
        verdicts.push_back(passed(subjectOf(rack)));
        return;
    }
    // Heat that may all go to the air is another rule's matter.
    if (!isSomeHeat(air) || !isSomeHeat(liquid)) {
        verdicts.push_back(notChecked(subjectOf(rack), missingHeat(context, rack),
                                      Message("rule.not-checked").with("subject", rack.name)));
        return;
    }
    verdicts.push_back(failedAt(
        rack, Message("rule.COOL-08.no-air").with("subject", rack.name).with("found", inUnit(air.typical(), kHeatUnit)),
        "no-air"));
}

} // namespace

std::vector<Rule> coolingRules() {
    const Reads reads = Reads::rackOnly({"cooling_loops", "room_objects"});
    return {makeRackRule("COOL-01", PowerBasis::ExpectedPeak, "reference.cooling-ratings", methods, reads, unitRatings),
            makeRackRule("COOL-04", PowerBasis::ExpectedPeak, "reference.ocp-liquid", liquids, reads, loopsAndUnits),
            makeRackRule("COOL-08", PowerBasis::ExpectedPeak, "reference.heat-splits", residualAir, reads)};
}

} // namespace rackwright
