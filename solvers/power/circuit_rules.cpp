// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/circuit_rules.h"

#include "model/project/site_fields.h"
#include "solvers/engine/define_figure.h"
#include "solvers/engine/judging.h"
#include "solvers/power/feed_loads.h"
#include "solvers/power/feed_sides.h"
#include "solvers/power/loads.h"
#include "solvers/power/outlets.h"
#include "solvers/power/phases.h"
#include "solvers/power/power_ways.h"
#include "solvers/power/rack_feeds.h"
#include "solvers/power/rule_parts.h"
#include "solvers/power/unit_circuits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <set>
#include <utility>

namespace rackwright {

namespace {

Reads circuitReads() { return Reads::only({"rack_contents", "power_elements", "power_links"}); }

bool isMore(const Value& a, const Value& b) { return a.isKnown() && b.isKnown() && a.typical() > b.typical(); }

// Nominal voltages of one system differ by no more (230 of 240 V, 400 of 415 V, 380 of 400 V); ANSI C84.1 keeps service
// within 5 %.
constexpr double kTolerance = 0.05;
bool isAbout(double a, double b) { return std::abs(a / b - 1) <= kTolerance + 1e-9; }

enum class Fit : std::uint8_t { Unknown, Fits, OtherVoltage, FewerPhases, DirectForAlternating, AlternatingForDirect };

// Batteries hang on the direct current within a UPS, which is not drawn.
bool isBattery(const PowerElement& element) { return element.kind == PowerElementKind::Battery; }

// What an element brings to another. A rack PDU hands its three lines on to a PDU of three; at its outlets stands what
// is between a line and neutral.
std::optional<Voltage> voltageFor(const Context& context, const PowerElement& from, const PowerElement& fed) {
    const bool handsLinesOn = from.kind == PowerElementKind::RackPdu && from.phases == 3 && fed.phases == 3;
    return handsLinesOn ? inputVoltageOf(context, from) : outputVoltageOf(context, from);
}

Fit fitOf(const Context& context, const PowerElement& from, const PowerElement& fed) {
    if (isBattery(from) || isBattery(fed))
        return Fit::Fits;
    const bool isDirect = from.deliversDirectCurrent || from.phases == 0;
    if (isDirect != (fed.phases == 0))
        return isDirect ? Fit::DirectForAlternating : Fit::AlternatingForDirect;
    if (fed.phases == 3 && from.phases < 3)
        return Fit::FewerPhases;
    const auto above = voltageFor(context, from, fed);
    const auto own = inputVoltageOf(context, fed);
    if (!above || !own || above->si() <= 0 || own->si() <= 0)
        return Fit::Unknown;
    if (isAbout(own->si(), above->si()))
        return Fit::Fits;
    const bool isToNeutral =
        fed.phases == 1 && from.phases == 3 && isAbout(own->si() * std::numbers::sqrt3, above->si());
    return isToNeutral ? Fit::Fits : Fit::OtherVoltage;
}

// At the outlets of a PDU, by what feeds it rather than by what is typed of it, where these are of one kind.
std::optional<Voltage> outletVoltage(const Context& context, const PowerElement& pdu) {
    const auto typed = outputVoltageOf(context, pdu);
    const auto own = inputVoltageOf(context, pdu);
    if (!typed || !own || own->si() <= 0)
        return typed;
    constexpr double kLeast = 0.8, kMost = 1.25; // between line to line and line to neutral
    for (const PowerLink* link : context.linksTo(pdu.id)) {
        const PowerElement* from = presentElement(context, link->from);
        const auto above = from ? outputVoltageOf(context, *from) : std::nullopt;
        const double ratio = above ? above->si() / own->si() : 0;
        if (ratio >= kLeast && ratio <= kMost)
            return Voltage(typed->si() * ratio);
    }
    return typed;
}

/// A circuit into an element with the breaker that trips first.
struct Circuit {
    const PowerElement* element = nullptr;
    const PowerLink* link = nullptr; ///< null: not drawn
    double breaker = 0;              ///< A
};

// The one of several circuits that a breaker is in is told by what it comes from.
void nameCircuit(const Context& context, const PowerElement& element, const PowerLink* link, Message& message) {
    const auto isThere = [&](const PowerLink* each) {
        return each->scope.isPresent() && presentElement(context, each->from);
    };
    if (!link || std::ranges::count_if(context.linksTo(element.id), isThere) < 2)
        return;
    message.id += "-from";
    message.with("element", presentElement(context, link->from)->name);
}

std::optional<double> smaller(const std::optional<Current>& a, const std::optional<Current>& b) {
    if (a && b)
        return std::min(a->si(), b->si());
    return a ? std::optional(a->si()) : b ? std::optional(b->si()) : std::nullopt;
}

// Of the line with most current, in A.
Value lineCurrent(const Context& context, const PowerElement& element, const Value& watts, Voltage voltage) {
    const Value whole = watts / (phaseFactor<Value>(element.phases) * Value(voltage.si()) *
                                 setting<Value>(context, setting_of::powerFactor).si());
    if (element.phases != 3)
        return whole;
    return whole * Value(std::ranges::max(context.lookUp<PhaseLoads>().shape(element.id)));
}

// POWER-01, of a circuit past a UPS: it carries what hangs on the element while that is out of service.
void judgeBypass(const Context& context, const Circuit& circuit, std::vector<Verdict>& verdicts) {
    const PowerElement& element = *circuit.element;
    const auto& ways = context.lookUp<PowerWays>();
    const auto circuits = std::ranges::count_if(context.linksTo(element.id),
                                                [&](const PowerLink* each) { return ways.isBypass(each->id); });
    const auto voltage = inputVoltageOf(context, element);
    const Value given = elementPower<Value>(context, element, LoadKind::Nameplate).si();
    if (!voltage || voltage->si() <= 0 || !given.isKnown()) // as said of its other circuits
        return;
    const Value load = drawnPower<Value>(context, element, Quantity<dim::Power, Value>(given)).si() /
                       Value(static_cast<double>(circuits));
    Verdict verdict = judged({Subject(element.id),
                              element.name,
                              lineCurrent(context, element, load, *voltage),
                              Value(circuit.breaker) * continuousFactor<Value>(context).si(),
                              Bound::AtMost,
                              "A",
                              "rule.POWER-01.bypass",
                              Severity::Error,
                              {}});
    if (verdict.state == RuleState::Failed)
        verdict.message.with("breaker", inUnit(circuit.breaker, "A"))
            .with("share", inUnit(continuousFactor<Value>(context).si().typical(), "%"));
    verdicts.push_back(std::move(verdict));
}

// POWER-01: with nothing lost, and with the other side lost.
void judgeCircuit(const Context& context, const Circuit& circuit, std::vector<Verdict>& verdicts) {
    const PowerElement& element = *circuit.element;
    const Subject subject(element.id);
    const auto voltage = inputVoltageOf(context, element);
    const Message open = Message("rule.not-checked").with("subject", element.name);
    const auto load = [&](const Value& given, std::int64_t circuits) {
        return drawnPower<Value>(context, element, Quantity<dim::Power, Value>(given)).si() /
               Value(static_cast<double>(circuits));
    };
    const std::int64_t circuits = circuit.link ? sharingCircuits(context, *circuit.link, FeedSide::None) : 1;
    if (circuits == 0)
        return;
    const Value given = elementPower<Value>(context, element, LoadKind::Nameplate).si();
    if (!given.isUnknown() && given.isKnown() && given.typical() <= 0)
        return;
    if (!voltage || voltage->si() <= 0) {
        verdicts.push_back(notChecked(subject, "power-voltage", open));
        return;
    }
    const Value limit = Value(circuit.breaker) * continuousFactor<Value>(context).si();
    const Value normal = lineCurrent(context, element, load(given, circuits), *voltage);
    const bool isShed = siteText(context.project(), site::redundancy) == "shared" && feedsOthers(element.kind);
    const bool isJudgedByLoss = promisesSurvival(context);
    const auto other = isShed || !isJudgedByLoss ? std::nullopt : plainOtherLost(context, element);
    const std::int64_t left = circuit.link && isJudgedByLoss ? fewestCircuits(context, *circuit.link) : circuits;
    const Value lost = lineCurrent(context, element, load(other ? *other : given, left), *voltage);
    const bool isByLoss = !isMore(normal, limit) && isMore(lost, normal);
    Verdict verdict =
        judged({subject, element.name, isByLoss ? lost : normal, limit, Bound::AtMost, "A",
                isByLoss ? "rule.POWER-01.lost" : "rule.POWER-01.over", Severity::Error, missingFeedLoad(context)});
    if (verdict.state == RuleState::Failed) {
        verdict.message.with("breaker", inUnit(circuit.breaker, "A"))
            .with("share", inUnit(continuousFactor<Value>(context).si().typical(), "%"));
        nameCircuit(context, element, circuit.link, verdict.message);
    }
    // All powers are known: what is missing is a circuit, which POWER-09 names.
    if (verdict.state == RuleState::NotChecked && verdict.missing.empty())
        verdict = notApplicable(subject);
    verdicts.push_back(std::move(verdict));
}

// Circuits to racks end at a breaker of their own; what is further up is known by rating.
bool needsBreaker(const PowerElement& element) {
    return element.kind == PowerElementKind::RackPdu || element.kind == PowerElementKind::TapOff;
}

// A breaker protects what it feeds up to the current that its part is rated for; a machine limits its own.
void judgeBreaker(const Context& context, const PowerElement& element, double breaker, std::vector<Verdict>& verdicts) {
    const Value rated = plainPartNumber(context, element.part, attribute::ratedCurrent.key);
    if (!isRatedByBreaker(element.kind) || !rated.isKnown() || breaker <= rated.typical() * (1 + 1e-9))
        return;
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Error;
    verdict.subject = Subject(element.id);
    verdict.message = Message("rule.POWER-01.breaker-large")
                          .with("subject", element.name)
                          .with("breaker", inUnit(breaker, "A"))
                          .with("limit", inUnit(rated.typical(), "A"));
    verdict.cause = "breaker-large";
    verdicts.push_back(std::move(verdict));
}

void judgeCircuits(const Context& context, Subject subject, std::vector<Verdict>& verdicts) {
    const PowerElement& element = rowOf(context.design().powerElements, subject);
    if (!element.scope.isPresent())
        return;
    bool isFed = false;
    for (const PowerLink* link : context.linksTo(element.id)) {
        if (!link->scope.isPresent() || !presentElement(context, link->from))
            continue;
        isFed = true;
        // Of what current it draws at a voltage or phases that it does not get nothing can be said: POWER-08 says that.
        const Fit fit = fitOf(context, *presentElement(context, link->from), element);
        if (fit != Fit::Fits && fit != Fit::Unknown)
            continue;
        if (const auto breaker = smaller(link->breaker, element.breaker)) {
            const bool isBypass = context.lookUp<PowerWays>().isBypass(link->id);
            (isBypass ? judgeBypass : judgeCircuit)(context, {&element, link, *breaker}, verdicts);
            judgeBreaker(context, element, *breaker, verdicts);
        } else if ((needsBreaker(element) || context.lookUp<PowerWays>().isBypass(link->id)) &&
                   plainElementPower(context, element, LoadKind::Nameplate).typical() > 0)
            verdicts.push_back(notChecked(subject, "power-breaker",
                                          Message("rule.POWER-01.no-breaker").with("subject", element.name)));
    }
    if (!isFed && element.breaker) {
        judgeCircuit(context, {&element, nullptr, element.breaker->si()}, verdicts);
        judgeBreaker(context, element, element.breaker->si(), verdicts);
    }
}

// What judgeCircuits() reads of an element beside its row: loads, lines, the circuits into it and into what shares its
// load, and where a load is not known, what is missing.
Fingerprint circuitLoadOf(const Context& context, Subject subject) {
    const auto& loads = context.lookUp<FeedLoads>();
    const Id<PowerElement> element{subject.id};
    Digest digest;
    digest.add(loads.fingerprint(element));
    digest.add(context.stampOf("power_links"));
    for (const double line : context.lookUp<PhaseLoads>().shape(element))
        digest.add(line);
    if (!loads.load(element, LoadKind::Nameplate).isKnown())
        digest.add(context.stampOf("rack_contents"));
    return digest.value();
}

// What feeds a device: the PDUs of its cords, or from a busbar all shelves of the rack.
std::vector<const PowerElement*> cordFeeds(const Context& context, const Rack& rack,
                                           std::vector<const PowerElement*> feeds) {
    const auto isShelf = [](const PowerElement* feed) { return feed->kind == PowerElementKind::PowerShelf; };
    if (feeds.empty() || !std::ranges::all_of(feeds, isShelf))
        return feeds;
    feeds.clear();
    std::ranges::copy_if(context.contents(rack.id).elements, std::back_inserter(feeds), isShelf);
    return feeds;
}

Verdict cordsFailed(const Device& device, Message message, std::string cause) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Error;
    verdict.subject = Subject(device.id);
    verdict.message = std::move(message);
    verdict.cause = std::move(cause);
    return verdict;
}

// The ways to its feeds may lead through one thing, whatever their sides say.
Verdict judgeFeeds(const Context& context, const Device& device, const std::vector<const PowerElement*>& feeds) {
    std::set<FeedSide> sides;
    std::vector<Id<PowerElement>> elements;
    for (const PowerElement* feed : feeds) {
        sides.insert(sideOf(context, *feed));
        elements.push_back(feed->id);
    }
    const auto& ways = context.lookUp<PowerWays>();
    const bool isOne = std::ranges::count(elements, elements.front()) == std::ssize(elements);
    const bool hasSide = !sides.contains(FeedSide::None);
    if (isOne || (hasSide && sides.size() < 2))
        return cordsFailed(
            device, Message("rule.POWER-04.one-side").with("subject", device.name).with("element", feeds.front()->name),
            "one-side");
    if (const PowerElement* shared = presentElement(context, ways.sharedBy(elements)))
        return cordsFailed(device,
                           Message("rule.POWER-04.shared").with("subject", device.name).with("element", shared->name),
                           "shared:" + std::to_string(shared->id.value));
    const bool areDrawn = std::ranges::all_of(elements, [&](Id<PowerElement> each) { return ways.isFed(each); });
    if (sides.size() > 1 || areDrawn)
        return passed(Subject(device.id));
    return notChecked(Subject(device.id), "side", Message("rule.POWER-04.no-sides").with("subject", device.name));
}

// POWER-04: where 2N is claimed each device has cords on two sides, which nothing but the mains feeds both.
void judgeCords(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const std::size_t before = verdicts.size(); // those of other racks
    const Subject subject(rack.id);
    const std::string claimed = siteText(context.project(), site::redundancy);
    constexpr std::array<std::string_view, 5> kKnown = {"", "N", "N+1", "2N", "shared"};
    if (!std::ranges::count(kKnown, claimed)) {
        verdicts.push_back(notChecked(subject, std::string(site::redundancy),
                                      Message("rule.POWER-04.unknown-claim").with("claim", claimed)));
        return;
    }
    if (claimed != "2N" || context.contents(rack.id).elements.empty()) {
        verdicts.push_back(notApplicable(subject));
        return;
    }
    for (const FedDevice& fed : fedDevices(context, context.contents(rack.id))) {
        const Device* device = fed.device;
        const Part* part = context.part(device->part);
        const auto supplies = part ? supplyCount(*part) : std::nullopt;
        const auto feeds = cordFeeds(context, rack, fed.feeds);
        if (!supplies || feeds.empty()) {
            verdicts.push_back(notChecked(Subject(device->id), partKey(context, device->part, "supply-count"),
                                          Message("rule.not-checked").with("subject", device->name)));
            continue;
        }
        const bool isOnBusbar = feeds.front()->kind == PowerElementKind::PowerShelf;
        if (*supplies < 2 && !isOnBusbar)
            verdicts.push_back(
                cordsFailed(*device, Message("rule.POWER-04.one-cord").with("subject", device->name), "one-cord"));
        else
            verdicts.push_back(judgeFeeds(context, *device, feeds));
    }
    if (verdicts.size() == before)
        verdicts.push_back(notApplicable(subject));
}

// Whether what an element feeds has fewer phases than something that hangs on it.
bool isOfFewerPhasesBelow(const Context& context, const PowerElement& element) {
    return std::ranges::any_of(context.linksFrom(element.id), [&](const PowerLink* link) {
        const PowerElement* fed = link->scope.isPresent() ? presentElement(context, link->to) : nullptr;
        return fed && std::ranges::any_of(context.linksFrom(fed->id), [&](const PowerLink* next) {
                   const PowerElement* below = next->scope.isPresent() ? presentElement(context, next->to) : nullptr;
                   return below && fitOf(context, *fed, *below) == Fit::FewerPhases;
               });
    });
}

// POWER-07: what is connected, spread over the lines.
std::vector<Verdict> judgeBalance(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const PowerElement& element : context.design().powerElements) {
        const bool isJudged = element.kind == PowerElementKind::RemotePowerPanel ||
                              element.kind == PowerElementKind::Busway || element.kind == PowerElementKind::Ups;
        if (!isJudged || !element.scope.isPresent() || element.phases != 3 || !context.feeds(element.id))
            continue;
        // A thing of one phase that is to feed things of three is said by POWER-08.
        if (isOfFewerPhasesBelow(context, element))
            continue;
        if (!context.lookUp<PhaseLoads>().hasSinglePhase(element.id)) {
            verdicts.push_back(passed(Subject(element.id)));
            continue;
        }
        std::string missing = unreadableSetting(context, setting_of::phaseImbalance);
        if (missing.empty())
            missing = missingFeedLoad(context);
        const Value load = elementPower<Value>(context, element, LoadKind::Nameplate).si();
        const Value found = load.isKnown() ? Value(context.lookUp<PhaseLoads>().imbalance(element.id)) : Value();
        verdicts.push_back(
            judged({Subject(element.id), element.name, found, setting<Value>(context, setting_of::phaseImbalance).si(),
                    Bound::AtMost, "%", "rule.POWER-07.uneven", Severity::Warning, missing}));
    }
    return orNotApplicable(std::move(verdicts));
}

// POWER-08.
Verdict misfit(Subject subject, Message message, std::string cause, Severity severity = Severity::Error) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = severity;
    verdict.subject = subject;
    verdict.message = std::move(message);
    verdict.cause = std::move(cause);
    return verdict;
}

bool isOfOtherCurrent(Fit fit) { return fit == Fit::DirectForAlternating || fit == Fit::AlternatingForDirect; }

// Whether an element takes another current than what feeds it delivers.
bool isOfOtherCurrent(const Context& context, const PowerElement& element) {
    return std::ranges::any_of(context.linksTo(element.id), [&](const PowerLink* link) {
        const PowerElement* above = link->scope.isPresent() ? presentElement(context, link->from) : nullptr;
        return above && isOfOtherCurrent(fitOf(context, *above, element));
    });
}

// Which voltage is missing: the one that the upper element delivers, or the lower one's own.
Message openVoltage(const Context& context, const PowerElement& from, const PowerElement& fed) {
    const auto above = voltageFor(context, from, fed);
    const bool isAbove = !above || above->si() <= 0;
    const bool isOutput = isAbove && inputVoltageOf(context, from);
    return Message(isOutput ? "rule.POWER-08.no-output" : "rule.POWER-08.no-voltage")
        .with("subject", fed.name)
        .with("element", isAbove ? from.name : fed.name);
}

void judgeLinkFit(const Context& context, const PowerElement& from, const PowerElement& fed,
                  std::vector<Verdict>& verdicts) {
    const Subject subject(fed.id);
    switch (fitOf(context, from, fed)) {
    case Fit::Unknown:
        verdicts.push_back(notChecked(subject, "power-voltage", openVoltage(context, from, fed)));
        return;
    case Fit::Fits:
        verdicts.push_back(passed(subject));
        return;
    case Fit::FewerPhases:
        verdicts.push_back(misfit(subject,
                                  Message("rule.POWER-08.phases")
                                      .with("subject", fed.name)
                                      .with("element", from.name)
                                      .with("count", from.phases),
                                  "phases:" + std::string(enumName(fed.kind))));
        return;
    case Fit::DirectForAlternating:
    case Fit::AlternatingForDirect: {
        // One that takes the wrong current itself is named once, not again for each that hangs on it.
        if (isOfOtherCurrent(context, from))
            return;
        const bool isDirect = fitOf(context, from, fed) == Fit::DirectForAlternating;
        verdicts.push_back(misfit(subject,
                                  Message(isDirect ? "rule.POWER-08.direct" : "rule.POWER-08.alternating")
                                      .with("subject", fed.name)
                                      .with("element", from.name),
                                  (isDirect ? "direct:" : "alternating:") + std::string(enumName(fed.kind))));
        return;
    }
    case Fit::OtherVoltage:
        break;
    }
    // An element of the wrong voltage is named once, not again for each that hangs on it.
    if (isOfOtherVoltage(context, from))
        return;
    const double found = inputVoltageOf(context, fed)->si();
    const double limit = voltageFor(context, from, fed)->si();
    verdicts.push_back(misfit(subject,
                              Message("rule.POWER-08.voltage")
                                  .with("subject", fed.name)
                                  .with("found", inUnit(found, "V"))
                                  .with("element", from.name)
                                  .with("limit", inUnit(limit, "V")),
                              "voltage:" + std::to_string(static_cast<std::int64_t>(std::llround(found))) + ":" +
                                  std::to_string(static_cast<std::int64_t>(std::llround(limit)))));
}

// In A, as its name states it: "IEC 60309 32 A", "NEMA L6-30P".
std::optional<double> ratedByName(std::string_view connector) {
    for (std::size_t at = 0; at < connector.size(); ++at) {
        std::size_t end = at;
        double number = 0;
        for (; end < connector.size() && connector[end] >= '0' && connector[end] <= '9' && end < at + 4; ++end)
            number = number * 10 + (connector[end] - '0');
        if (end == at)
            continue;
        const bool isNema = at > 0 && connector[at - 1] == '-' && connector.find("60309") == std::string_view::npos;
        const std::size_t unit = end < connector.size() && connector[end] == ' ' ? end + 1 : end;
        const bool isAmpere =
            unit < connector.size() && connector[unit] == 'A' &&
            (unit + 1 == connector.size() || connector[unit + 1] == ' ' || connector[unit + 1] == ',');
        if (isNema || isAmpere)
            return number;
        at = end;
    }
    return std::nullopt;
}

// The connector of a circuit, where one is stated, against its breaker and phases.
void judgeConnector(const PowerLink& link, const PowerElement& fed, std::vector<Verdict>& verdicts) {
    if (link.connector.empty())
        return;
    const Subject subject(fed.id);
    const auto rated = ratedByName(link.connector);
    const auto breaker = smaller(link.breaker, fed.breaker);
    const auto message = [&](const char* id) {
        return Message(id).with("subject", fed.name).with("connector", link.connector);
    };
    if (fed.phases == 3 && link.connector.find("1P+N") != std::string::npos)
        verdicts.push_back(misfit(subject, message("rule.POWER-08.connector-phases"), "connector-phases"));
    else if (!rated)
        verdicts.push_back(notChecked(subject, "power-connector", message("rule.POWER-08.connector-unknown")));
    else if (breaker && *rated < *breaker)
        verdicts.push_back(
            misfit(subject, message("rule.POWER-08.connector").with("breaker", inUnit(*breaker, "A")), "connector"));
}

// The poles of a panel that a text numbers, each once; none where it names lines or is no such text.
std::set<std::int64_t> polesIn(std::string_view text) {
    std::set<std::int64_t> poles;
    if (!linesOf(text) || text.find_first_of("Ll") != std::string_view::npos)
        return poles;
    std::int64_t number = 0;
    for (const char letter : text) {
        const bool isDigit = letter >= '0' && letter <= '9';
        if (!isDigit && number > 0)
            poles.insert(number);
        number = isDigit ? number * 10 + (letter - '0') : 0;
    }
    if (number > 0)
        poles.insert(number);
    return poles;
}

// From how many lines an element of fewer than three phases takes its voltage; unset where that is not known.
std::optional<int> linesTaken(const Context& context, const PowerElement& from, const PowerElement& fed) {
    if (fed.phases == 2)
        return 2;
    const auto above = outputVoltageOf(context, from);
    const auto own = inputVoltageOf(context, fed);
    if (fed.phases != 1 || !above || !own || fitOf(context, from, fed) != Fit::Fits)
        return std::nullopt;
    return isAbout(own->si(), above->si()) ? 2 : 1;
}

/// What takes the poles of panels.
using TakenPoles = std::map<std::pair<Id<PowerElement>, std::int64_t>, std::string>;

// What a circuit says of its poles, against the lines that it has to bring (`lines`: unset where nobody knows) and the
// poles that others have.
void judgePoles(const PowerElement& from, const PowerLink& link, Subject subject, const std::string& name,
                std::optional<int> lines, TakenPoles& taken, std::vector<Verdict>& verdicts) {
    // Nothing but three lines has poles that tell which.
    if (link.poles.empty() || from.phases != 3 || from.deliversDirectCurrent || isBattery(from))
        return;
    const auto given = linesOf(link.poles);
    if (!given) {
        verdicts.push_back(
            notChecked(subject, "power-poles",
                       Message("rule.POWER-08.poles-unknown").with("subject", name).with("poles", link.poles)));
        return;
    }
    const int count = std::popcount(static_cast<unsigned>(*given));
    if (lines && count != *lines) {
        const char* message = *lines == 3   ? "rule.POWER-08.poles-phases"
                              : *lines == 2 ? "rule.POWER-08.poles-across"
                                            : "rule.POWER-08.poles-neutral";
        verdicts.push_back(misfit(subject,
                                  Message(message)
                                      .with("subject", name)
                                      .with("poles", link.poles)
                                      .with("count", static_cast<std::int64_t>(count)),
                                  "poles:" + link.poles));
    }
    // Tap-offs of a busway all sit on the same bars.
    if (from.kind != PowerElementKind::RemotePowerPanel)
        return;
    for (const std::int64_t pole : polesIn(link.poles))
        if (const auto [first, isFirst] = taken.try_emplace({from.id, pole}, name); !isFirst) {
            verdicts.push_back(misfit(subject,
                                      Message("rule.POWER-08.poles-twice")
                                          .with("subject", name)
                                          .with("pole", pole)
                                          .with("element", from.name)
                                          .with("other", first->second),
                                      "poles-twice:" + std::to_string(link.id.value)));
            return;
        }
}

std::vector<Verdict> judgeLinkFits(const Context& context) {
    std::vector<Verdict> verdicts;
    TakenPoles taken;
    for (const PowerLink& link : context.design().powerLinks) {
        const PowerElement* from = presentElement(context, link.from);
        const PowerElement* fed = presentElement(context, link.to);
        const CoolingUnit* unit = context.design().coolingUnits.find(link.unit);
        if (from && fed && link.scope.isPresent())
            judgePoles(*from, link, Subject(fed->id), fed->name,
                       fed->phases == 3 ? std::optional(3) : linesTaken(context, *from, *fed), taken, verdicts);
        else if (from && unit && unit->scope.isPresent() && link.scope.isPresent())
            judgePoles(*from, link, Subject(unit->id), unit->name, {}, taken, verdicts);
        if (from && fed && link.scope.isPresent())
            judgeLinkFit(context, *from, *fed, verdicts);
        if (from && fed && link.scope.isPresent())
            judgeConnector(link, *fed, verdicts);
    }
    return verdicts;
}

bool takesC19(SupplyInlet inlet) { return inlet == SupplyInlet::C20 || inlet == SupplyInlet::C22; }

// A supply against the voltage of the outlets that it is plugged into.
void judgeSupplyVoltage(const Context& context, const Device& device, const PowerInput& input,
                        const std::set<const PowerElement*>& feeds, std::vector<Verdict>& verdicts) {
    const auto low = input.voltageLow.typical();
    const auto high = input.voltageHigh.typical();
    if (!low || !high)
        return;
    const Subject subject(device.id);
    for (const PowerElement* feed : feeds) {
        if (feed->kind != PowerElementKind::RackPdu || isOfOtherVoltage(context, *feed))
            continue;
        const auto voltage = outputVoltageOf(context, *feed);
        if (!voltage) {
            verdicts.push_back(
                notChecked(subject, "power-voltage", Message("rule.not-checked").with("subject", device.name)));
            return;
        }
        constexpr double kRounding = 0.01; // 415 V / sqrt(3) is 239.6 V
        if (voltage->si() >= low->si() * (1 - kRounding) && voltage->si() <= high->si() * (1 + kRounding))
            continue;
        verdicts.push_back(misfit(subject,
                                  Message("rule.POWER-08.supply")
                                      .with("subject", device.name)
                                      .with("low", inUnit(low->si(), "V"))
                                      .with("high", inUnit(high->si(), "V"))
                                      .with("element", feed->name)
                                      .with("found", inUnit(voltage->si(), "V")),
                                  "supply-voltage:" + std::to_string(device.part.value)));
        return;
    }
    verdicts.push_back(passed(subject));
}

// What one cord carries, when a side is lost where the site promises to bear that, against what its connector does: 10
// A a C13, 16 A a C19.
void judgeCordCurrent(const Context& context, const Device& device, const PowerInput& input,
                      const std::vector<const PowerElement*>& feeds, std::vector<Verdict>& verdicts) {
    const SupplyInlet inlet = inletNamed(input.inlet);
    if (inlet != SupplyInlet::C14 && !takesC19(inlet))
        return;
    const bool isAnyMisfit =
        std::ranges::any_of(feeds, [&](const PowerElement* feed) { return isOfOtherVoltage(context, *feed); });
    const auto voltage = isAnyMisfit ? std::nullopt : outletVoltage(context, *feeds.front());
    const Value whole = plainPartPower(context, device.part, PowerModeKind::Maximum);
    if (!voltage || voltage->si() <= 0 || !whole.isKnown())
        return;
    std::map<FeedSide, std::int64_t> onSide;
    for (const PowerElement* feed : feeds)
        ++onSide[sideOf(context, *feed)];
    auto left = static_cast<std::int64_t>(feeds.size());
    if (onSide.size() > 1 && promisesSurvival(context))
        for (const auto& [side, count] : onSide)
            left = std::min(left, static_cast<std::int64_t>(feeds.size()) - count);
    double watts = whole.typical() / static_cast<double>(std::max<std::int64_t>(left, 1));
    if (const auto rating = input.rating.typical())
        watts = std::min(watts, rating->si());
    const bool isC13 = inlet == SupplyInlet::C14;
    const bool isByLoss = left < static_cast<std::int64_t>(feeds.size());
    const char* message = isByLoss ? (isC13 ? "rule.POWER-08.cord-c13" : "rule.POWER-08.cord-c19")
                                   : (isC13 ? "rule.POWER-08.cord-c13-whole" : "rule.POWER-08.cord-c19-whole");
    const Value limit(isC13 ? 10.0 : 16.0);
    verdicts.push_back(judged({Subject(device.id), device.name, Value(watts / voltage->si()), limit, Bound::AtMost, "A",
                               message, Severity::Error, partKey(context, device.part, "power-maximum"),
                               "cord:" + std::to_string(device.part.value)}));
}

bool isIec(SupplyInlet inlet) { return inlet == SupplyInlet::C14 || takesC19(inlet); }

// A plug other than C14 and C20 in a PDU, whose outlets are C13 and C19 but for those of other kinds that it states.
void judgePlug(const Context& context, const Rack& rack, const Device& device, const PowerInput& input,
               const std::vector<const PowerElement*>& feeds, std::vector<Verdict>& verdicts) {
    const auto isPdu = [](const PowerElement* feed) { return feed->kind == PowerElementKind::RackPdu; };
    const auto pdu = std::ranges::find_if(feeds, isPdu);
    // What takes from the busbar of shelves beside the PDUs is not plugged.
    if (pdu == feeds.end() || isIec(inletNamed(input.inlet)) ||
        !std::ranges::all_of(context.contents(rack.id).elements, isPdu))
        return;
    const Subject subject(device.id);
    if (input.inlet.empty()) {
        verdicts.push_back(notChecked(subject, partKey(context, device.part, "supply-inlet"),
                                      Message("rule.POWER-08.no-inlet").with("subject", device.name)));
        return;
    }
    const auto outlets = [&](std::string_view key) { return plainPartNumber(context, (*pdu)->part, key); };
    const Value others = outlets("outlets-other");
    const bool isKnown = outlets(attribute::outletsC13.key).isKnown() && outlets(attribute::outletsC19.key).isKnown();
    if (!isKnown || (others.isKnown() && others.typical() > 0)) {
        verdicts.push_back(notChecked(
            subject, partKey(context, (*pdu)->part, "outlets-other"),
            Message("rule.POWER-08.plug-unknown").with("subject", device.name).with("element", (*pdu)->name)));
        return;
    }
    verdicts.push_back(misfit(subject,
                              Message(input.phases == 3 ? "rule.POWER-08.supply-phases" : "rule.POWER-08.plug")
                                  .with("subject", device.name)
                                  .with("inlet", input.inlet)
                                  .with("element", (*pdu)->name),
                              "plug:" + std::to_string(device.part.value)));
}

struct Cords {
    std::int64_t c14 = 0, c20 = 0;
};

// Outlets of a PDU against the cords plugged into it. A cord from C20 to C13 takes a C19 outlet for a C14 inlet.
// Outlets for the plugs of both take what the others leave over.
void judgeOutlets(const Context& context, const PowerElement& pdu, const Cords& cords, std::vector<Verdict>& verdicts) {
    const Subject subject(pdu.id);
    const OutletCounts outlets = outletCountsOf(context, pdu.part);
    if (!outlets.isKnown()) {
        const PartAttribute<double>& missing = outlets.c13 ? attribute::outletsC19 : attribute::outletsC13;
        verdicts.push_back(notChecked(subject, partKey(context, pdu.part, missing.key),
                                      Message("rule.not-checked").with("subject", pdu.name)));
        return;
    }
    const std::int64_t c19InBoth = std::clamp<std::int64_t>(cords.c20 - *outlets.c19, 0, outlets.both);
    const std::int64_t haveC13 = *outlets.c13 + outlets.both - c19InBoth;
    const std::int64_t haveC19 = *outlets.c19 + c19InBoth;
    const auto message = [&](const char* id, std::int64_t wanted, std::int64_t have) {
        return Message(id).with("subject", pdu.name).with("wanted", wanted).with("count", have);
    };
    if (cords.c20 > haveC19)
        verdicts.push_back(misfit(subject, message("rule.POWER-08.c19", cords.c20, haveC19), "outlets-c19"));
    else if (cords.c14 + cords.c20 > haveC13 + haveC19)
        verdicts.push_back(
            misfit(subject, message("rule.POWER-08.outlets", cords.c14 + cords.c20, haveC13 + haveC19), "outlets"));
    else if (cords.c14 > haveC13)
        verdicts.push_back(
            misfit(subject, message("rule.POWER-08.c13", cords.c14, haveC13), "outlets-c13", Severity::Warning));
    else
        verdicts.push_back(passed(subject));
}

// Outlets that a person wrote on cords: those that the PDU has, each for one cord.
void judgeGivenOutlets(const Context& context, const RackContents& contents, const std::vector<FedDevice>& devices,
                       std::vector<Verdict>& verdicts) {
    std::map<std::pair<Id<PowerElement>, std::string>, std::pair<const Device*, std::int64_t>> taken;
    for (const FedDevice& fed : devices)
        for (std::size_t i = 0; i < fed.feeds.size(); ++i) {
            const PowerElement& pdu = *fed.feeds[i];
            const auto supply = static_cast<std::int64_t>(i);
            const std::string outlet = givenOutlet(contents, fed.device->id, supply);
            if (outlet.empty() || pdu.kind != PowerElementKind::RackPdu)
                continue;
            const OutletCounts counts = outletCountsOf(context, pdu.part);
            const auto named = outletNamed(context, pdu.part, outlet);
            // By either of its names.
            const std::string same =
                named ? std::string(outletTypeName(named->first)) + "-" + std::to_string(named->second) : outlet;
            const auto [first, isFirst] = taken.try_emplace({pdu.id, same}, fed.device, supply + 1);
            const std::int64_t most = !named                            ? 0
                                      : named->first == OutletType::C13 ? counts.c13.value_or(0)
                                      : named->first == OutletType::C19 ? counts.c19.value_or(0)
                                                                        : counts.both;
            if (!isFirst)
                verdicts.push_back(misfit(Subject(fed.device->id),
                                          Message("rule.POWER-08.outlet-twice")
                                              .with("number", supply + 1)
                                              .with("subject", fed.device->name)
                                              .with("outlet", outlet)
                                              .with("element", pdu.name)
                                              .with("count", first->second.second)
                                              .with("other", first->second.first->name),
                                          "outlet-twice:" + outlet));
            else if (counts.isKnown() && (!named || named->second > most))
                verdicts.push_back(misfit(Subject(fed.device->id),
                                          Message("rule.POWER-08.outlet-missing")
                                              .with("number", supply + 1)
                                              .with("subject", fed.device->name)
                                              .with("outlet", outlet)
                                              .with("element", pdu.name),
                                          "outlet-missing:" + outlet));
        }
}

void judgeRackFit(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const std::size_t before = verdicts.size(); // those of other racks
    std::map<Id<PowerElement>, std::pair<const PowerElement*, Cords>> cords;
    const RackContents& contents = context.contents(rack.id);
    const std::vector<FedDevice> devices = fedDevices(context, contents);
    if (!contents.cords.empty())
        judgeGivenOutlets(context, contents, devices, verdicts);
    for (const FedDevice& fed : devices) {
        const Part* part = context.part(fed.device->part);
        if (!part || fed.feeds.empty())
            continue;
        const PowerInput& first = part->powerInputs.front();
        judgeSupplyVoltage(context, *fed.device, first, {fed.feeds.begin(), fed.feeds.end()}, verdicts);
        judgeCordCurrent(context, *fed.device, first, fed.feeds, verdicts);
        for (const PowerInput& input : part->powerInputs)
            judgePlug(context, rack, *fed.device, input, fed.feeds, verdicts);
        for (std::size_t i = 0; i < fed.feeds.size(); ++i) {
            const PowerInput* input = inputOfSupply(*part, static_cast<std::int64_t>(i));
            const SupplyInlet inlet = input ? inletNamed(input->inlet) : SupplyInlet::Unknown;
            if (fed.feeds[i]->kind != PowerElementKind::RackPdu || (inlet != SupplyInlet::C14 && !takesC19(inlet)))
                continue;
            auto& [pdu, plugged] = cords[fed.feeds[i]->id];
            pdu = fed.feeds[i];
            ++(inlet == SupplyInlet::C14 ? plugged.c14 : plugged.c20);
        }
    }
    for (const auto& [id, plugged] : cords)
        judgeOutlets(context, *plugged.first, plugged.second, verdicts);
    if (verdicts.size() == before)
        verdicts.push_back(notApplicable(Subject(rack.id)));
}

} // namespace

bool isOfOtherVoltage(const Context& context, const PowerElement& element) {
    return std::ranges::any_of(context.linksTo(element.id), [&](const PowerLink* link) {
        const PowerElement* above = link->scope.isPresent() ? presentElement(context, link->from) : nullptr;
        return above && fitOf(context, *above, element) == Fit::OtherVoltage;
    });
}

bool isOverBreaker(const Context& context, const PowerElement& element) {
    std::vector<Verdict> verdicts;
    judgeCircuits(context, Subject(element.id), verdicts);
    return std::ranges::any_of(verdicts, [](const Verdict& verdict) { return verdict.state == RuleState::Failed; });
}

Rule circuitRule() {
    Rule rule = makeRule("POWER-01", PowerBasis::Nameplate, "reference.continuous-load", judgeUnitCircuits,
                         Reads::within({"rack_contents", "power_links"}, circuitLoadOf));
    rule.reads.tables = {"power_elements"};
    rule.subject = SubjectKind::PowerElement;
    rule.checkEach = judgeCircuits;
    return rule;
}
Rule cordRule() {
    return makeRackRule("POWER-04", PowerBasis::None, "reference.design-topology", judgeCords,
                        Reads::rackOnly({"power_elements", "power_links"}));
}
Rule balanceRule() {
    return makeRule("POWER-07", PowerBasis::Nameplate, "reference.phase-vectors", judgeBalance, circuitReads());
}
Rule fitRule() {
    return makeRackRule("POWER-08", PowerBasis::Nameplate, "reference.plugs", judgeRackFit,
                        Reads::rackOnly({"power_elements", "power_links"}), judgeLinkFits,
                        {"power_elements", "power_links", "cooling_units"});
}

} // namespace rackwright
