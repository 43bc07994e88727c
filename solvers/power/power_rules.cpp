// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/define_figure.h"
#include "solvers/engine/judging.h"
#include "solvers/power/cap_advice.h"
#include "solvers/power/circuit_rules.h"
#include "solvers/power/feed_loads.h"
#include "solvers/power/feed_rules.h"
#include "solvers/power/loads.h"
#include "solvers/power/plant.h"
#include "solvers/power/power_domain.h"
#include "solvers/power/power_ways.h"
#include "solvers/power/rack_feeds.h"
#include "solvers/power/rack_limit.h"
#include "solvers/power/rule_parts.h"
#include "solvers/power/source_rules.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace rackwright {

namespace {

// POWER-02: expected peak against the rating of PDU, shelf, tap-off and busway; POWER-09 judges what is further up.
void judgeRating(const Context& context, Subject subject, std::vector<Verdict>& verdicts) {
    const PowerElement& element = rowOf(context.design().powerElements, subject);
    if (isSource(element.kind) || element.kind == PowerElementKind::Battery || !element.scope.isPresent())
        return;
    const Value rating = elementRating<Value>(context, element).si();
    const Value load = elementPower<Value>(context, element, LoadKind::Peak).si();
    if (holds(load, rating)) {
        verdicts.push_back(passed(subject));
        return;
    }
    // What a part gives is in proportion to its voltage.
    if (!element.rating && isOfOtherVoltage(context, element))
        return;
    std::string missing =
        rating.isKnown() ? missingFeedLoad(context) : partKey(context, element.part, attribute::ratedPower.key);
    verdicts.push_back(withRatingNamed(judged({subject, element.name, load, rating, Bound::AtMost, "kW",
                                               "rule.POWER-02.over", Severity::Error, std::move(missing)}),
                                       element, rating));
}

// What judgeRating() reads of an element beside its row. Which input is missing for a load that is not known is looked
// for among all devices.
Fingerprint ratedLoadOf(const Context& context, Subject subject) {
    const auto& loads = context.lookUp<FeedLoads>();
    const Id<PowerElement> element{subject.id};
    Digest digest;
    digest.add(loads.fingerprint(element));
    digest.add(ratingFingerprint(context, rowOf(context.design().powerElements, subject)));
    digest.add(std::uint64_t{isOfOtherVoltage(context, rowOf(context.design().powerElements, subject))});
    if (!loads.load(element, LoadKind::Peak).isKnown())
        digest.add(context.stampOf("rack_contents"));
    return digest.value();
}

Rule ratingRule() {
    Rule rule = makeRule("POWER-02", PowerBasis::ExpectedPeak, "reference.pdu-ratings", nullptr,
                         Reads::within({"rack_contents", "power_links"}, ratedLoadOf));
    rule.reads.tables = {"power_elements"};
    rule.subject = SubjectKind::PowerElement;
    rule.checkEach = judgeRating;
    return rule;
}

// Supplies that work when the side with the most of them is lost. Unset: of several PDUs one states no side, and none
// that they hang on does.
std::optional<std::int64_t> leftAfterWorstLoss(const Context& context, const std::vector<const PowerElement*>& feeds) {
    const auto& ways = context.lookUp<PowerWays>();
    std::map<FeedSide, std::int64_t> onSide;
    for (const PowerElement* feed : feeds)
        ++onSide[sideOf(context, *feed) == FeedSide::None ? ways.statedSideOf(feed->id) : sideOf(context, *feed)];
    const bool isOnOne = std::ranges::count(feeds, feeds.front()) == std::ssize(feeds);
    if (onSide.contains(FeedSide::None) && !isOnOne)
        return std::nullopt;
    std::int64_t worst = 0;
    for (const auto& [side, count] : onSide)
        worst = std::max(worst, count);
    return static_cast<std::int64_t>(feeds.size()) - worst;
}

// POWER-05: supplies left after losing a feed against the device's nameplate, or its cap where that is less.
Verdict psuSurvival(const Context& context, const FedDevice& fed, Severity severity) {
    const Device& device = *fed.device;
    const Subject subject(device.id);
    const Part* part = context.part(device.part);
    const Message open = Message("rule.not-checked").with("subject", device.name);
    const auto supplies = part ? supplyCount(*part) : std::nullopt;
    if (!supplies)
        return notChecked(subject, partKey(context, device.part, "supply-count"), open);
    // By the input's own rating, else by what is known or assumed of one supply of the part.
    constexpr std::string_view kSupplyRating = "psu-rating";
    const Fact<Power>& own = part->powerInputs.front().rating;
    const Value rating =
        own.typical() ? Value(own.typical()->si(), own.grade) : plainPartNumber(context, device.part, kSupplyRating);
    if (rating.isUnknown() || part->powerInputs.size() > 1)
        return notChecked(subject, partKey(context, device.part, kSupplyRating), open);
    if (fed.feeds.empty())
        return notChecked(subject, "rack-pdus", open);
    const auto left = leftAfterWorstLoss(context, fed.feeds);
    if (!left)
        return notChecked(subject, "side", Message("rule.POWER-04.no-sides").with("subject", device.name));
    return judged({subject, device.name, Value(static_cast<double>(*left) * rating.typical(), rating.grade()),
                   devicePower<Value>(context, {device.part, 1, device.powerCap}, LoadKind::Limited).si(),
                   Bound::AtLeast, "kW", "rule.POWER-05.degrades", severity,
                   partKey(context, device.part, "power-maximum"),
                   "part:" + part->id + ":left=" + std::to_string(*left)});
}

void psuSurvivals(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    if (!promisesSurvival(context)) {
        verdicts.push_back(notApplicable(subjectOf(rack)));
        return;
    }
    const bool isAsked = plainSetting(context, settingFact(setting_of::noDegradation)).typical() > 0.5;
    if (std::string setting = unreadableSetting(context, setting_of::noDegradation); !setting.empty()) {
        verdicts.push_back(
            notChecked(subjectOf(rack), std::move(setting), Message("rule.not-checked").with("subject", rack.name)));
        return;
    }
    for (const FedDevice& fed : fedDevices(context, context.contents(rack.id)))
        verdicts.push_back(psuSurvival(context, fed, isAsked ? Severity::Error : Severity::Warning));
}

// POWER-15: energy on average power, never on the maximum.
std::vector<Verdict> energyBasis(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const PartCount& group : context.groups()) {
        const Part* part = context.part(group.part);
        if (!drawsPower(part))
            continue;
        const Value average = devicePower<Value>(context, {group.part, 1, {}}, LoadKind::Average).si();
        const Value most = devicePower<Value>(context, group, LoadKind::Nameplate).si();
        Judged comparison;
        comparison.name = part ? part->model : std::string();
        comparison.measured = average;
        // As good as the maximum: within 1 % of it.
        comparison.limit = most * Value(0.99);
        comparison.unit = "kW";
        comparison.failure = "rule.POWER-15.maximum";
        comparison.missing = partKey(context, group.part, "power-maximum");
        comparison.cause = "part:" + (part ? part->id : std::string());
        verdicts.push_back(judged(std::move(comparison)));
    }
    return verdicts;
}

// A cap of devices lowers the peak and the average, but circuits are laid for what is wired.
std::string_view overRackLimit(const RackLimit& limit) {
    return limit.isOwn                         ? "rule.SITE-02.over-own"
           : limit.kind == LoadKind::Nameplate ? "rule.SITE-02.over-breaker"
           : limit.kind == LoadKind::Average   ? "rule.SITE-02.over-average"
                                               : "rule.SITE-02.over";
}

Verdict judgedRackLimit(const Context& context, const Rack& rack, const RackLimit& limit) {
    if (!limit.hasBasis || !limit.value.isKnown())
        return notChecked(
            subjectOf(rack), std::string(site::rackLimit),
            Message(limit.value.isKnown() ? "rule.SITE-02.no-basis" : "rule.not-checked").with("subject", rack.name));
    return judged({subjectOf(rack), rack.name, rackPower<Value>(context, rack.id, limit.kind).si(), limit.value,
                   Bound::AtMost, "kW", std::string(overRackLimit(limit)), Severity::Error,
                   missingPower(context, context.contents(rack.id).groups)});
}

// SITE-02: rack power on the basis of each limit that holds for it; the worst answer counts.
void judgeRackLimits(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    if (context.contents(rack.id).groups.empty()) {
        verdicts.push_back(notApplicable(subjectOf(rack)));
        return;
    }
    const auto badness = [](const Verdict& verdict) {
        return verdict.state == RuleState::Failed ? 2 : verdict.state == RuleState::NotChecked ? 1 : 0;
    };
    std::optional<Verdict> worst;
    std::optional<double> worstShare;
    for (const RackLimit& limit : rackLimits(context, rack)) {
        Verdict verdict = judgedRackLimit(context, rack, limit);
        const auto share = shareOfLimit(context, rack, limit);
        if (worst && (badness(verdict) < badness(*worst) ||
                      (badness(verdict) == badness(*worst) && share.value_or(0) <= worstShare.value_or(0))))
            continue;
        worst = std::move(verdict);
        worstShare = share;
    }
    verdicts.push_back(std::move(*worst));
}

// What an excess over the site's limit comes to, and the cap that takes it off.
Message overSite(const Context& context, const SiteField& field, double load, double limit, const Message& found) {
    // A watt of IT load saved saves its losses and its cooling too.
    const double perWatt = field.basis == "IT" ? 1 : utilityFactor<Value>(context).si().typical();
    const double excess = (load - limit) / perWatt;
    const double all = itPower<Value>(context, context.groups(), LoadKind::Peak).si().typical();
    const double summed = groupsPower<Value>(context, context.groups(), LoadKind::Peak).si().typical();
    const auto cap = all > 0 ? capThatSaves(context, context.groups(), excess * summed / all) : std::nullopt;
    const UnitNumber share = inUnit(load / limit, "%");
    const bool isOfSomething = std::isfinite(share.value); // of nothing there is no share
    Message message(!isOfSomething ? "rule.SITE-03.over-nothing"
                    : !cap         ? "rule.SITE-03.over"
                    : cap->loss    ? "rule.SITE-03.over-cap"
                                   : "rule.SITE-03.over-cap-only");
    message.arguments = found.arguments;
    message.with("basis", field.basis);
    if (!isOfSomething)
        return message;
    message.with("share", share).with("excess", inUnit(excess, "kW"));
    if (cap)
        message.with("cap", inUnit(cap->watts, "W")).with("accelerator", cap->accelerators);
    if (cap && cap->loss)
        message.with("low", inUnit(cap->loss->first, "%")).with("high", inUnit(cap->loss->second, "%"));
    return message;
}

// Within the limit by the typical value alone: the upper end of the range is more than the site has.
Verdict nearSite(const SiteField& field, const Value& load, const Value& limit) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Warning;
    verdict.message = Message("rule.SITE-03.reaches")
                          .with("found", inUnit(load.typical(), "kW"))
                          .with("low", inUnit(load.low(), "kW"))
                          .with("high", inUnit(load.high(), "kW"))
                          .with("limit", inUnit(limit.typical(), "kW"))
                          .with("basis", field.basis);
    verdict.cause = "site-limit-range";
    verdict.measured = load;
    verdict.limit = limit;
    verdict.unit = "kW";
    return verdict;
}

// SITE-03: the whole design against the power that the site has, on the basis of that limit.
std::vector<Verdict> siteLimit(const Context& context) {
    if (context.groups().empty())
        return {notApplicable({})};
    const SiteField* field = findSiteField(context.project(), site::powerLimit);
    const Value limit = siteQuantity<Value, dim::Power>(context, site::powerLimit).si();
    const bool hasBasis = field && (field->basis == "IT" || field->basis == "utility" || field->basis == "contracted");
    if (!limit.isKnown() || !hasBasis)
        return {notChecked({}, std::string(site::powerLimit),
                           Message(limit.isKnown() ? "rule.SITE-03.no-basis" : "rule.SITE-03.no-limit"))};
    Judged comparison;
    comparison.measured = siteLoad<Value>(context).si();
    comparison.limit = limit;
    comparison.unit = "kW";
    comparison.failure = "rule.SITE-03.over";
    comparison.missing = missingFeedLoad(context);
    comparison.cause = "site-limit";
    Verdict verdict = judged(std::move(comparison));
    if (verdict.state == RuleState::Failed)
        verdict.message = overSite(context, *field, verdict.measured->typical(), limit.typical(), verdict.message);
    else if (verdict.state == RuleState::NotChecked)
        verdict.message = Message("rule.SITE-03.unknown-load");
    else if (const Value load = siteLoad<Value>(context).si(); load.high() > limit.typical() * (1 + 1e-9))
        return {nearSite(*field, load, limit)};
    return {std::move(verdict)};
}

} // namespace

std::vector<RackLimit> rackLimits(const Context& context, const Rack& rack) {
    RackLimit ofSite;
    const SiteField* field = findSiteField(context.project(), site::rackLimit);
    ofSite.value = siteQuantity<Value, dim::Power>(context, site::rackLimit).si();
    const std::string basis = field ? field->basis : std::string();
    ofSite.hasBasis = true;
    if (basis == "breaker")
        ofSite.kind = LoadKind::Nameplate;
    else if (basis == "contracted maximum")
        ofSite.kind = LoadKind::Peak;
    else if (basis == "measured average")
        ofSite.kind = LoadKind::Average;
    else
        ofSite.hasBasis = false;
    if (!rack.powerCap)
        return {ofSite};
    const RackLimit own{Value(rack.powerCap->si(), Grade::Assumption), LoadKind::Peak, true, true};
    if (!ofSite.value.isKnown())
        return {own};
    if (ofSite.hasBasis && ofSite.kind == own.kind)
        return {ofSite.value.typical() < own.value.typical() ? ofSite : own};
    return {own, ofSite};
}

std::optional<double> shareOfLimit(const Context& context, const Rack& rack, const RackLimit& limit) {
    if (!limit.hasBasis || !limit.value.isKnown() || limit.value.typical() <= 0)
        return std::nullopt;
    const Value power = rackPower<Value>(context, rack.id, limit.kind).si();
    return power.isUnknown() ? std::nullopt : std::optional(power.typical() / limit.value.typical());
}

RackLimit bindingRackLimit(const Context& context, const Rack& rack) {
    const std::vector<RackLimit> limits = rackLimits(context, rack);
    return *std::ranges::max_element(
        limits, {}, [&](const RackLimit& limit) { return shareOfLimit(context, rack, limit).value_or(-1); });
}

std::vector<Rule> powerRules() {
    // Power is the ceiling of a site: its limit stands before what is judged within it.
    return {
        makeRule("SITE-03", PowerBasis::ExpectedPeak, "reference.site-record", siteLimit, readsUtility()),
        ratingRule(),
        makeRackRule("POWER-05", PowerBasis::Nameplate, "reference.installation-guides", psuSurvivals,
                     Reads::rackOnly({"power_elements", "power_links"})),
        feedRule(),
        whipRule(),
        circuitRule(),
        cordRule(),
        sharedSourceRule(),
        balanceRule(),
        fitRule(),
        shortPeakRule(),
        synchronousJobRule(),
        powerCapRule(),
        autonomyRule(),
        shelfRule(),
        makeRule("POWER-15", PowerBasis::Average, "reference.arxiv-2506-14551", energyBasis, Reads::only({"devices"})),
        makeRackRule("SITE-02", PowerBasis::ExpectedPeak, "reference.site-record", judgeRackLimits, Reads::rackOnly())};
}

} // namespace rackwright
