// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/source_rules.h"

#include "model/parts/part_title.h"
#include "model/project/site_fields.h"
#include "solvers/engine/define_figure.h"
#include "solvers/engine/judging.h"
#include "solvers/power/circuit_rules.h"
#include "solvers/power/feed_loads.h"
#include "solvers/power/loads.h"
#include "solvers/power/power_cap.h"
#include "solvers/power/ride_through.h"
#include "solvers/power/rule_parts.h"
#include "solvers/power/swing.h"
#include "solvers/power/upstream.h"
#include "solvers/space/inventory.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rackwright {

bool isSource(PowerElementKind kind) {
    switch (kind) {
    case PowerElementKind::Utility:
    case PowerElementKind::Transformer:
    case PowerElementKind::Generator:
    case PowerElementKind::Switchgear:
    case PowerElementKind::Ups:
    case PowerElementKind::RemotePowerPanel:
    case PowerElementKind::TransferSwitch:
        return true;
    default:
        return false;
    }
}

bool isJudgedBySite(const Context& context, const PowerElement& element) {
    return element.kind == PowerElementKind::Utility && !element.rating &&
           elementRating<Value>(context, element).si().isUnknown() &&
           siteNumber(context.project(), site::powerLimit).has_value();
}

namespace {

bool isOver(const Value& load, const Value& rating) {
    return rating.isKnown() && !load.isUnknown() && load.typical() > rating.typical() * (1 + 1e-9);
}

// With diversity, as sums above busways go.
Value diversePeak(const Context& context, const PowerElement& element) {
    return elementPower<Value>(context, element, LoadKind::Peak).si() *
           setting<Value>(context, setting_of::coincidence).si();
}

std::string missingInput(const Context& context, const PowerElement& element, const Value& rating) {
    return rating.isKnown() ? missingFeedLoad(context) : partKey(context, element.part, attribute::ratedPower.key);
}

// What an element feeds, by present circuits.
std::set<Id<PowerElement>> fedBy(const Context& context, const PowerElement& element) {
    std::set<Id<PowerElement>> fed;
    for (const PowerLink* link : context.linksFrom(element.id))
        if (link->scope.isPresent() && presentElement(context, link->to))
            fed.insert(link->to);
    return fed;
}

// Elements that share a load with one: of its redundancy group, or on the same bus, of its side and kind, itself
// included. What feeds nothing stands in for nothing, whatever its group says.
std::vector<const PowerElement*> modulesOf(const Context& context, const PowerElement& element) {
    std::vector<const PowerElement*> modules;
    if (element.redundancyGroup.empty())
        return modules;
    const std::set<Id<PowerElement>> fed = fedBy(context, element);
    for (const PowerElement& each : context.design().powerElements)
        if (each.scope.isPresent() && each.kind == element.kind && context.feeds(each.id) &&
            (each.redundancyGroup == element.redundancyGroup || (!fed.empty() && fedBy(context, each) == fed)) &&
            sideOf(context, each) == sideOf(context, element))
            modules.push_back(&each);
    return modules;
}

// Sides that elements of a kind stand on.
std::int64_t sidesOfKind(const Context& context, PowerElementKind kind) {
    std::set<FeedSide> sides;
    for (const PowerElement& element : context.design().powerElements)
        if (element.kind == kind && element.scope.isPresent() && sideOf(context, element) != FeedSide::None)
            sides.insert(sideOf(context, element));
    return static_cast<std::int64_t>(sides.size());
}

Reads loadReads() { return Reads::only({"rack_contents", "power_elements", "power_links"}); }

std::vector<Verdict> judgeSharedSources(const Context& context) {
    if (siteText(context.project(), site::redundancy) != "shared")
        return {notApplicable({})};
    std::vector<Verdict> verdicts;
    for (const PowerElement& element : context.design().powerElements) {
        if (!element.scope.isPresent() || !isSource(element.kind) || sideOf(context, element) == FeedSide::None ||
            !context.feeds(element.id))
            continue;
        const auto sources = static_cast<double>(sidesOfKind(context, element.kind));
        if (sources < 2)
            continue;
        const Value rating = elementRating<Value>(context, element).si();
        Verdict verdict = judged({Subject(element.id), element.name, diversePeak(context, element),
                                  rating * Value((sources - 1) / sources), Bound::AtMost, "kW", "rule.POWER-06.over",
                                  Severity::Error, missingInput(context, element, rating)});
        if (verdict.state == RuleState::Failed)
            verdict.message.with("sources", static_cast<std::int64_t>(sources));
        verdicts.push_back(withRatingNamed(std::move(verdict), element, rating));
    }
    return orNotApplicable(std::move(verdicts));
}

// How much the short peaks of all devices are above their maximum; nothing where no vendor states any.
std::optional<double> shortPeakRatio(const Context& context) {
    double most = 0, peak = 0;
    for (const PartCount& group : context.groups()) {
        const Part* part = context.part(group.part);
        if (!part || !drawsPower(part))
            continue;
        const Value each = plainPartPower(context, group.part, PowerModeKind::Maximum);
        const Value brief = plainPartPower(context, group.part, PowerModeKind::Peak);
        const auto count = static_cast<double>(group.count);
        most += count * each.typical();
        peak += count * (brief.isKnown() ? std::max(brief.typical(), each.typical()) : each.typical());
    }
    return most > 0 && peak > most ? std::optional(peak / most) : std::nullopt;
}

// A site that shares its redundancy sheds what is too much after a loss.
bool isLossToBeBorne(const Context& context) {
    return promisesSurvival(context) && siteText(context.project(), site::redundancy) != "shared";
}

std::vector<Verdict> judgeShortPeaks(const Context& context) {
    const auto ratio = shortPeakRatio(context);
    const bool isLossJudged = isLossToBeBorne(context);
    std::vector<Verdict> verdicts;
    for (const PowerElement& element : context.design().powerElements) {
        const bool isJudged = element.kind == PowerElementKind::Ups || element.kind == PowerElementKind::Busway;
        if (!ratio || !isJudged || !element.scope.isPresent() || !context.feeds(element.id) ||
            (!element.rating && isOfOtherVoltage(context, element)))
            continue;
        const Value rating = elementRating<Value>(context, element).si();
        constexpr std::string_view kShortTime = "short-time-power";
        const Value shortTime = plainPartNumber(context, element.part, kShortTime);
        const auto judgePeak = [&](const Value& load, const char* message) {
            const Value peak = load * Value(*ratio);
            const bool isWithinRating = rating.isKnown() && !isOver(peak, rating);
            return judged({Subject(element.id), element.name, peak, isWithinRating ? rating : shortTime, Bound::AtMost,
                           "kW", message, Severity::Warning,
                           isWithinRating ? missingFeedLoad(context) : partKey(context, element.part, kShortTime)});
        };
        Verdict verdict =
            judgePeak(elementPower<Value>(context, element, LoadKind::Nameplate).si(), "rule.POWER-10.over");
        const auto left = isLossJudged ? plainOtherLost(context, element) : std::nullopt;
        if (verdict.state == RuleState::Passed && left)
            verdict = judgePeak(*left, "rule.POWER-10.lost");
        verdicts.push_back(std::move(verdict));
    }
    return orNotApplicable(std::move(verdicts));
}

// What the systems draw idle is the part of the step that data sheets seldom state.
std::string missingIdle(const Context& context, const std::vector<PartCount>& systems) {
    for (const PartCount& group : systems)
        if (!devicePower<Value>(context, group, LoadKind::Idle).si().isKnown())
            return partKey(context, group.part, "power-idle");
    return {};
}

// Without what the systems draw idle the step is unknown, and at most the whole peak of the job: what stays within the
// limit with that is within it.
Verdict judgeUnknownStep(const Context& context, const Workload& job, const Value& limit, std::string missing) {
    const Value most = jobPeak<Value>(context, job).si() * unsmoothedShare<Value>(context);
    if (most.isKnown() && limit.isKnown() && holds(most, limit))
        return judged({{}, job.name, most, limit, Bound::AtMost, "kW", "rule.POWER-11.swing", Severity::Note, {}, {}});
    if (!most.isKnown() || !limit.isKnown() || missing.empty())
        return notChecked({}, missing.empty() ? missingFeedLoad(context) : std::move(missing),
                          Message("rule.not-checked").with("subject", job.name));
    return notChecked({}, std::move(missing),
                      Message("rule.POWER-11.up-to")
                          .with("subject", job.name)
                          .with("found", inUnit(most.typical(), "kW"))
                          .with("limit", inUnit(limit.typical(), "kW")));
}

std::vector<Verdict> judgeJobs(const Context& context) {
    const Workload* largest = nullptr;
    for (const Workload& workload : context.design().workloads)
        if (isSynchronous(workload.kind) && workload.acceleratorShare > (largest ? largest->acceleratorShare : 0))
            largest = &workload;
    const double share = largest ? largest->acceleratorShare : 0;
    const std::string name = largest ? largest->name : std::string();
    const std::vector<PartCount> nodes = acceleratedGroups(context);
    std::int64_t count = 0;
    for (const PartCount& group : nodes)
        count += group.count;
    if (std::string setting = unreadableSetting(context, setting_of::rampSmoothing, setting_of::synchronousShare);
        share > 0 && count > 1 && !setting.empty())
        return {notChecked({}, std::move(setting), Message("rule.not-checked").with("subject", name))};
    // One node swings as any load does.
    if (share <= 0 || count < 2 || setting<Value>(context, setting_of::rampSmoothing).si().typical() > 0.5)
        return {notApplicable({})};
    // The figure job.power.step of that job.
    const Value job = swingStep<Value>(context, *largest).si();
    const Value limit = itPower<Value>(context, context.groups(), LoadKind::Peak).si() *
                        setting<Value>(context, setting_of::synchronousShare).si();
    if (std::string missing = missingPower(context, nodes); !missing.empty())
        return {notChecked({}, std::move(missing), Message("rule.not-checked").with("subject", name))};
    if (!job.isKnown())
        return {judgeUnknownStep(context, *largest, limit, missingIdle(context, nodes))};
    constexpr double kLargeJob = 5e6; // W: below it a grid takes the swing
    const Severity severity = job.typical() < kLargeJob ? Severity::Note : Severity::Warning;
    return {judged({{},
                    name,
                    job,
                    limit,
                    Bound::AtMost,
                    "kW",
                    "rule.POWER-11.swing",
                    severity,
                    missingFeedLoad(context),
                    "synchronous-job"})};
}

// A cap of a device as one of each of its accelerators, when all else takes what it takes at the maximum.
void judgeCap(const Context& context, const Device& device, std::vector<Verdict>& verdicts) {
    if (!device.powerCap || !device.scope.isPresent())
        return;
    const Subject subject(device.id);
    const Value most = plainPartPower(context, device.part, PowerModeKind::Maximum);
    const Value cap(device.powerCap->si());
    if (isOver(cap, most)) {
        verdicts.push_back(judged({subject, device.name, cap, most, Bound::AtMost, "kW", "rule.POWER-12.above",
                                   Severity::Error, partKey(context, device.part, "power-maximum")}));
        return;
    }
    const Value count = plainPartNumber(context, device.part, attribute::acceleratorCount.key);
    if (!count.isKnown() || count.typical() < 1)
        return;
    const Id<PartRow> row = acceleratorPart(context, device.part);
    const Part* accelerator = context.part(row);
    const Value tdp = plainPartNumber(context, row, attribute::tdp.key);
    constexpr std::string_view kLeastCap = "power-cap-minimum";
    const Value least = accelerator && isOfCapTable(*accelerator) ? Value(kH100CapKnots.front().watts)
                                                                  : plainPartNumber(context, row, kLeastCap);
    const Value left = tdp - (most - cap) / count;
    // Nothing runs on none, whatever the least is.
    if (left.isKnown() && left.typical() <= 0) {
        Verdict none;
        none.state = RuleState::Failed;
        none.severity = Severity::Error;
        none.subject = subject;
        none.message = Message("rule.POWER-12.none")
                           .with("subject", device.name)
                           .with("found", inUnit(cap.typical(), "kW"))
                           .with("limit", inUnit((most - tdp * count).typical(), "kW"));
        none.measured = cap;
        none.limit = most - tdp * count;
        none.unit = "kW";
        verdicts.push_back(std::move(none));
        return;
    }
    std::string missing = !most.isKnown()  ? partKey(context, device.part, "power-maximum")
                          : !tdp.isKnown() ? partKey(context, row, attribute::tdp.key)
                                           : partKey(context, row, kLeastCap);
    verdicts.push_back(judged({subject, device.name, left, least, Bound::AtLeast, "W", "rule.POWER-12.below",
                               Severity::Error, std::move(missing)}));
}

std::vector<Verdict> judgeCaps(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const Device& device : context.design().devices)
        judgeCap(context, device, verdicts);
    return orNotApplicable(std::move(verdicts));
}

// What the batteries of a UPS give at once; one on several UPS gives each its part. Unknown where one is not rated, and
// nothing of batteries within the UPS, which give what it is rated for, or where none is drawn.
std::optional<Value> batteryPower(const Context& context, const PowerElement& ups, const PowerElement*& unrated) {
    Value sum(0.0);
    const auto batteries = batteriesOf(context, ups);
    for (const PowerElement* battery : batteries) {
        if (battery == &ups)
            return std::nullopt;
        const Value rating = elementRating<Value>(context, *battery).si();
        if (!rating.isKnown() && !unrated)
            unrated = battery;
        std::set<Id<PowerElement>> fed;
        for (const PowerLink* link : context.linksFrom(battery->id))
            fed.insert(link->to);
        for (const PowerLink* link : context.linksTo(battery->id))
            fed.insert(link->from);
        const auto isUps = [&](Id<PowerElement> each) {
            const PowerElement* element = presentElement(context, each);
            return element && element->kind == PowerElementKind::Ups;
        };
        sum = sum + rating / Value(static_cast<double>(std::ranges::count_if(fed, isUps)));
    }
    if (unrated)
        return Value::unknown();
    return batteries.empty() ? std::nullopt : std::optional(sum);
}

} // namespace

std::optional<Value> batteryPowerOf(const Context& context, const PowerElement& ups) {
    const PowerElement* unrated = nullptr;
    return batteryPower(context, ups, unrated);
}

namespace {

// POWER-13: the batteries give what the UPS takes, with nothing lost and with the other side lost.
void judgeBatteryPower(const Context& context, const PowerElement& ups, std::vector<Verdict>& verdicts) {
    const PowerElement* unrated = nullptr;
    const auto power = batteryPower(context, ups, unrated);
    if (!power)
        return;
    if (unrated) {
        Verdict open =
            notChecked(Subject(unrated->id), partKey(context, unrated->part, attribute::ratedPower.key),
                       Message("rule.POWER-13.unrated").with("subject", unrated->name).with("element", ups.name));
        open.cause = "unrated:" + std::to_string(unrated->id.value);
        verdicts.push_back(std::move(open));
        return;
    }
    const auto judgeLoad = [&](const Value& load, const char* message) {
        return judged({Subject(ups.id), ups.name,
                       drawnPower<Value>(context, ups, Quantity<dim::Power, Value>(load)).si(), *power, Bound::AtMost,
                       "kW", message, Severity::Error, missingFeedLoad(context)});
    };
    Verdict verdict = judgeLoad(elementPower<Value>(context, ups, LoadKind::Peak).si(), "rule.POWER-13.power");
    const auto left = isLossToBeBorne(context) ? plainOtherLost(context, ups) : std::nullopt;
    if (verdict.state == RuleState::Passed && left)
        verdict = judgeLoad(*left, "rule.POWER-13.power-lost");
    // All powers are known: what is missing is a circuit, which POWER-09 names.
    if (verdict.state != RuleState::NotChecked || !verdict.missing.empty())
        verdicts.push_back(std::move(verdict));
}

// Which battery does not say what it stores.
void nameOpenBattery(const Context& context, const PowerElement& ups, Verdict& verdict) {
    for (const PowerElement* battery : batteriesOf(context, ups))
        if (!batteryEnergy<Value>(context, *battery).si().isKnown()) {
            verdict.message =
                Message("rule.POWER-13.no-energy").with("subject", battery->name).with("element", ups.name);
            return;
        }
}

std::vector<Verdict> judgeAutonomy(const Context& context) {
    std::vector<Verdict> verdicts;
    const Value needed = neededRideThrough<Value>(context).si();
    for (const PowerElement* ups : bridgingUps(context)) {
        // Where circuits are missing or run in a ring, POWER-09 says that.
        if (!elementPower<Value>(context, *ups, LoadKind::Peak).si().isKnown() && missingFeedLoad(context).empty())
            continue;
        const std::string setting =
            unreadableSetting(context, setting_of::generatorStart, setting_of::coolingRestart,
                              setting_of::batteryEndOfLife, setting_of::upsEfficiency, setting_of::peakRatio);
        verdicts.push_back(
            judged({Subject(ups->id), ups->name, rideThrough<Value>(context, *ups).si(), needed, Bound::AtLeast, "s",
                    "rule.POWER-13.short", Severity::Warning, setting.empty() ? "battery-energy" : setting}));
        if (verdicts.back().state == RuleState::NotChecked && setting.empty())
            nameOpenBattery(context, *ups, verdicts.back());
        judgeBatteryPower(context, *ups, verdicts);
    }
    return orNotApplicable(std::move(verdicts));
}

// Of a shelf with one of its modules lost; a rating of its own is what may be used of it.
Value shelfPower(const Context& context, const PowerElement& shelf) {
    const Part* part = context.part(shelf.part);
    if (shelf.rating || !part || part->powerInputs.empty())
        return elementRating<Value>(context, shelf).si();
    const PowerInput& modules = part->powerInputs.front();
    const auto each = modules.rating.typical();
    if (!each || modules.count < 2)
        return elementRating<Value>(context, shelf).si();
    return Value(each->si() * static_cast<double>(modules.count - 1), modules.rating.grade);
}

void judgeShelves(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const RackContents& contents = context.contents(rack.id);
    Sum<dim::Power, Value> sum;
    Id<PartRow> first;
    for (const PowerElement* element : contents.elements)
        if (element->kind == PowerElementKind::PowerShelf) {
            if (sum.isEmpty())
                first = element->part;
            sum.add(Quantity<dim::Power, Value>(shelfPower(context, *element)));
        }
    if (sum.isEmpty() || contents.groups.empty()) {
        verdicts.push_back(notApplicable(Subject(rack.id)));
        return;
    }
    // Rack PDUs beside the shelves carry part of the rack, nobody knows which.
    if (std::ranges::any_of(contents.elements,
                            [](const PowerElement* each) { return each->kind == PowerElementKind::RackPdu; })) {
        verdicts.push_back(notApplicable(Subject(rack.id)));
        return;
    }
    const Value usable = sum.total().si();
    verdicts.push_back(judged({Subject(rack.id), rack.name, rackPower<Value>(context, rack.id, LoadKind::Peak).si(),
                               usable, Bound::AtMost, "kW", "rule.POWER-14.over", Severity::Error,
                               usable.isKnown() ? missingPower(context, contents.groups)
                                                : partKey(context, first, attribute::ratedPower.key)}));
}

} // namespace

void judgeSource(const Context& context, const PowerElement& element, std::vector<Verdict>& verdicts) {
    if (!isSource(element.kind) || !context.feeds(element.id) || isJudgedBySite(context, element))
        return;
    const Subject subject(element.id);
    const Value rating = elementRating<Value>(context, element).si();
    const Value load = diversePeak(context, element);
    verdicts.push_back(
        withRatingNamed(judged({subject, element.name, load, rating, Bound::AtMost, "kW", "rule.POWER-09.over",
                                Severity::Error, missingInput(context, element, rating)}),
                        element, rating));
    // All powers are known: what is missing is a circuit.
    if (verdicts.back().state == RuleState::NotChecked && verdicts.back().missing.empty())
        verdicts.back() = notChecked(subject, "power-links", brokenBelow(context, element));
    if (isOver(load, rating) || !promisesSurvival(context))
        return;
    const auto modules = modulesOf(context, element);
    if (modules.size() < 2)
        return;
    // Those left share equally what all carried.
    Sum<dim::Power, Value> sum;
    for (const PowerElement* module : modules)
        sum.add(Quantity<dim::Power, Value>(diversePeak(context, *module)));
    const Value left = sum.total().si() / Value(static_cast<double>(modules.size() - 1));
    verdicts.push_back(
        withRatingNamed(judged({subject, element.name, left, rating, Bound::AtMost, "kW", "rule.POWER-09.module-lost",
                                Severity::Error, missingInput(context, element, rating)}),
                        element, rating));
}

Rule sharedSourceRule() {
    return makeRule("POWER-06", PowerBasis::ExpectedPeak, "reference.shared-redundancy", judgeSharedSources,
                    loadReads());
}
Rule shortPeakRule() {
    return makeRule("POWER-10", PowerBasis::ExpectedPeak, "reference.vendor-sheets", judgeShortPeaks, loadReads());
}
Rule synchronousJobRule() {
    return makeRule("POWER-11", PowerBasis::ExpectedPeak, "reference.arxiv-2508-14318", judgeJobs,
                    Reads::only({"devices", "workloads"}));
}
Rule powerCapRule() {
    return makeRule("POWER-12", PowerBasis::ExpectedPeak, "reference.cap-table", judgeCaps, Reads::only({"devices"}));
}
Rule autonomyRule() {
    return makeRule("POWER-13", PowerBasis::ExpectedPeak, "reference.ups-autonomy", judgeAutonomy, loadReads());
}
Rule shelfRule() {
    return makeRackRule("POWER-14", PowerBasis::ExpectedPeak, "reference.power-shelves", judgeShelves,
                        Reads::rackOnly());
}

} // namespace rackwright
