// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/loss_rules.h"

#include "model/project/site_fields.h"
#include "solvers/engine/define_figure.h"
#include "solvers/engine/judging.h"
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
    const auto load = plainOtherLost(context, element);
    const OverloadByLoss* overload = overloadOf(context, element.id);
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
