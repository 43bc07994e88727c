// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/loss_rules.h"

#include "model/project/site_fields.h"
#include "solvers/engine/define_figure.h"
#include "solvers/engine/judging.h"
#include "solvers/facility/loss_trips.h"
#include "solvers/facility/losses.h"
#include "solvers/power/circuit_rules.h"
#include "solvers/power/feed_loads.h"
#include "solvers/power/loads.h"
#include "solvers/power/rule_parts.h"
#include "solvers/power/source_rules.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

// What an element carries more than its rating when the one is lost that hurts it most. Only where the site says that
// it survives a loss; the whole lost side is judged in any case.
const OverloadByLoss* overloadOf(const Context& context, Id<PowerElement> element) {
    if (siteText(context.project(), site::redundancy).empty())
        return nullptr;
    return context.lookUp<PowerLosses>().overloadOf(element);
}

// Where the site means to shed load after a loss, a busway that cannot carry all is its plan and no fault of it.
bool isShedAfterLoss(const Context& context, const PowerElement& element) {
    return siteText(context.project(), site::redundancy) == "shared" && feedsOthers(element.kind);
}

Verdict judgedAfterSide(const Context& context, const PowerElement& element, const Value& load, const Value& rating) {
    std::string missing =
        rating.isKnown() ? missingFeedLoad(context) : partKey(context, element.part, attribute::ratedPower.key);
    const bool isShed = isShedAfterLoss(context, element);
    return withRatingNamed(judged({Subject(element.id), element.name, load, rating, Bound::AtMost, "kW",
                                   isShed ? "rule.POWER-03.shared" : "rule.POWER-03.over",
                                   isShed ? Severity::Warning : Severity::Error, std::move(missing)}),
                           element, rating);
}

Verdict overloadedAfterOne(const Context& context, const PowerElement& element, const OverloadByLoss& overload) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = isShedAfterLoss(context, element) ? Severity::Warning : Severity::Error;
    verdict.subject = Subject(element.id);
    verdict.message = Message("rule.POWER-03.one-lost")
                          .with("lost", overload.lost)
                          .with("subject", element.name)
                          .with("found", inUnit(overload.after, "kW"))
                          .with("limit", inUnit(overload.rating, "kW"));
    verdict.measured = Value(overload.after);
    verdict.limit = Value(overload.rating);
    verdict.unit = "kW";
    verdict.cause = "one-lost:" + overload.lost;
    return verdict;
}

// Cooling units that stand still when an element is lost, where nothing stands in for them.
const StillCooling* stillCoolingOf(const Context& context, Id<PowerElement> element) {
    if (context.fedUnits().empty() || siteText(context.project(), site::redundancy).empty())
        return nullptr;
    return context.lookUp<HallLosses>().stillCooling(element);
}

// Where spare modules are claimed, the loss of one UPS leaves no rack without power. Of 2N POWER-04 says it of the
// cords.
std::int64_t darkWithoutUps(const Context& context, const PowerElement& element) {
    const std::string claimed = siteText(context.project(), site::redundancy);
    return element.kind == PowerElementKind::Ups && (claimed == "N+1" || claimed == "shared")
               ? context.lookUp<LossTrips>().darkWithout(element.id)
               : 0;
}

Verdict racksLost(const Context& context, const PowerElement& element, std::int64_t racks) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Error;
    verdict.subject = Subject(element.id);
    verdict.message = Message("rule.POWER-03.dark")
                          .with("subject", element.name)
                          .with("count", racks)
                          .with("claim", siteText(context.project(), site::redundancy));
    verdict.measured = Value(static_cast<double>(racks));
    verdict.limit = Value(0.0);
    verdict.cause = "dark:" + std::to_string(element.id.value);
    return verdict;
}

// A breaker or batteries that one loss is too much for, where nothing lost and a lost side are not. Where a side stands
// in for the other, and nothing else, POWER-01 and POWER-13 say it.
const LossTrip* tripOf(const Context& context, const PowerElement& element) {
    const bool isClaimed = siteText(context.project(), site::redundancy) == "N+1";
    return isClaimed ? context.lookUp<LossTrips>().of(element.id) : nullptr;
}

// What the batteries of a UPS give, and whether their rating is known, POWER-13 says.
bool bridgesUps(const Context& context, const PowerElement& element) {
    return element.kind == PowerElementKind::Battery &&
           std::ranges::any_of(context.linksFrom(element.id), [&](const PowerLink* link) {
               const PowerElement* fed = context.design().powerElements.find(link->to);
               return fed && fed->scope.isPresent() && fed->kind == PowerElementKind::Ups;
           });
}

// What POWER-13 says of the batteries.
bool areBatteriesJudged(const Context& context, const PowerElement& element, double limit) {
    const auto left = plainOtherLost(context, element);
    return left && left->isKnown() &&
           drawnPower<Value>(context, element, Quantity<dim::Power, Value>(*left)).si().typical() > limit * (1 + 1e-9);
}

std::optional<Verdict> tripped(const Context& context, const PowerElement& element) {
    const LossTrip* found = tripOf(context, element);
    if (!found)
        return std::nullopt;
    const LossTrip& trip = *found;
    if (trip.isBattery() ? areBatteriesJudged(context, element, trip.limit) : isOverBreaker(context, element))
        return std::nullopt;
    const std::string unit = trip.isBattery() ? "kW" : "A";
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Error;
    verdict.subject = Subject(element.id);
    verdict.message = Message(trip.isBattery() ? "rule.POWER-03.batteries" : "rule.POWER-03.breaker")
                          .with("lost", trip.lost)
                          .with("subject", element.name)
                          .with("found", inUnit(trip.after, unit))
                          .with("limit", inUnit(trip.limit, unit));
    if (!trip.isBattery())
        verdict.message.with("element", trip.from).with("breaker", inUnit(*trip.breaker, "A"));
    verdict.measured = Value(trip.after);
    verdict.limit = Value(trip.limit);
    verdict.unit = unit;
    verdict.cause = (trip.isBattery() ? "batteries:" : "breaker:") + trip.lost;
    return verdict;
}

Verdict coolingLost(const PowerElement& element, const StillCooling& still) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Error;
    verdict.subject = Subject(element.id);
    verdict.message = Message("rule.POWER-03.cooling")
                          .with("subject", element.name)
                          .with("count", still.units)
                          .with("found", inUnit(still.heat, "kW"));
    verdict.measured = Value(still.heat);
    verdict.limit = Value(0.0);
    verdict.unit = "kW";
    verdict.cause = "cooling-lost";
    return verdict;
}

// POWER-03: a rack PDU or shelf carries its devices when the other side is lost, a tap-off or busway all those below
// it, and any element what a single loss elsewhere leaves to it. The figure of the loss is nameplate. What an element
// takes with it of cooling is its own.
void judgeAfterLoss(const Context& context, Subject subject, std::vector<Verdict>& verdicts) {
    const PowerElement& element = rowOf(context.design().powerElements, subject);
    const bool isShared = siteText(context.project(), site::redundancy) == "shared";
    if (element.scope.isPresent())
        if (const std::int64_t racks = darkWithoutUps(context, element)) {
            verdicts.push_back(racksLost(context, element, racks));
            return;
        }
    // A source of shared redundancy is POWER-06's; a mains without a rating is judged by the site's limit.
    if (!element.scope.isPresent() || (isShared && isSource(element.kind)) || isJudgedBySite(context, element))
        return;
    if (!promisesSurvival(context)) {
        verdicts.push_back(notApplicable(subject));
        return;
    }
    // What a part gives is in proportion to its voltage: of one of the wrong voltage POWER-08 says what is to be said.
    if (!element.rating && isOfOtherVoltage(context, element)) {
        verdicts.push_back(notApplicable(subject));
        return;
    }
    if (const StillCooling* still = stillCoolingOf(context, element.id)) {
        verdicts.push_back(coolingLost(element, *still));
        return;
    }
    if (bridgesUps(context, element)) {
        verdicts.push_back(notApplicable(subject));
        return;
    }
    const auto load = plainOtherLost(context, element);
    const OverloadByLoss* overload = overloadOf(context, element.id);
    if (!overload)
        if (auto trip = tripped(context, element)) {
            verdicts.push_back(std::move(*trip));
            return;
        }
    if (!load && !overload)
        return;
    const Value rating = elementRating<Value>(context, element).si();
    // What is too much with nothing lost is POWER-02's and POWER-09's.
    const Value peak = elementPower<Value>(context, element, LoadKind::Peak).si();
    if (rating.isKnown() && !peak.isUnknown() && peak.typical() > rating.typical() * (1 + 1e-9)) {
        verdicts.push_back(notApplicable(subject));
        return;
    }
    if (load) {
        Verdict bySide = judgedAfterSide(context, element, *load, rating);
        // All powers are known: what is missing is a circuit, which POWER-09 names.
        if (bySide.state == RuleState::NotChecked && bySide.missing.empty())
            bySide = notApplicable(subject);
        if (bySide.state == RuleState::Failed || !overload) {
            verdicts.push_back(std::move(bySide));
            return;
        }
    }
    verdicts.push_back(overloadedAfterOne(context, element, *overload));
}

// What judgeAfterLoss() reads of an element beside its row: what it carries after a loss. Which input is missing for a
// load that is not known is looked for among all devices.
Fingerprint carriedAfterLoss(const Context& context, Subject subject) {
    const auto& loads = context.lookUp<FeedLoads>();
    const Id<PowerElement> element{subject.id};
    Digest digest;
    digest.add(loads.fingerprint(element));
    digest.add(ratingFingerprint(context, rowOf(context.design().powerElements, subject)));
    digest.add(std::uint64_t{isOfOtherVoltage(context, rowOf(context.design().powerElements, subject))});
    if (const Value* lost = loads.otherLost(element); lost && !lost->isKnown())
        digest.add(context.stampOf("rack_contents"));
    if (const OverloadByLoss* overload = overloadOf(context, element)) {
        digest.add(overload->after);
        digest.add(overload->rating);
        digest.add(std::string_view(overload->lost));
    }
    if (const StillCooling* still = stillCoolingOf(context, element)) {
        digest.add(still->heat);
        digest.add(static_cast<std::uint64_t>(still->units));
    }
    return digest.value();
}

} // namespace

std::vector<Rule> lossRules() {
    Rule rule = makeRule("POWER-03", PowerBasis::Nameplate, "reference.feed-ratings", nullptr,
                         Reads::within({HallLosses::kReads.begin(), HallLosses::kReads.end()}, carriedAfterLoss));
    rule.reads.tables = {"power_elements"};
    rule.subject = SubjectKind::PowerElement;
    rule.checkEach = judgeAfterLoss;
    return {rule};
}

} // namespace rackwright
