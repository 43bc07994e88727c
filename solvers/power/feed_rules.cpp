// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/feed_rules.h"

#include "model/design/geometry.h"
#include "model/design/occupancy.h"
#include "model/design/outline.h"
#include "solvers/engine/judging.h"
#include "solvers/power/loads.h"
#include "solvers/power/power_ways.h"
#include "solvers/power/rule_parts.h"
#include "solvers/power/settings.h"
#include "solvers/power/source_rules.h"
#include "solvers/power/unit_circuits.h"
#include "solvers/power/upstream.h"
#include "solvers/power/wrong_sides.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace rackwright {

namespace {

Verdict unfed(Subject subject, Severity severity, Message message, std::string cause) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = severity;
    verdict.subject = subject;
    verdict.message = std::move(message);
    verdict.cause = std::move(cause);
    return verdict;
}

// Devices of a rack hang on its PDUs or shelves.
void judgeRack(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const Subject subject(rack.id);
    if (!lacksPdu(context, rack)) {
        verdicts.push_back(context.contents(rack.id).groups.empty() ? notApplicable(subject) : passed(subject));
        return;
    }
    if (!context.lookUp<Upstream>().hasElements()) {
        verdicts.push_back(
            notChecked(subject, "rack-pdus", Message("rule.POWER-09.not-drawn").with("subject", rack.name)));
        return;
    }
    const Value load = rackPower<Value>(context, rack.id, LoadKind::Peak).si();
    Message message(load.isUnknown() ? "rule.POWER-09.no-pdu" : "rule.POWER-09.no-pdu-of");
    message.with("subject", rack.name);
    if (!load.isUnknown())
        message.with("found", inUnit(load.typical(), "kW"));
    verdicts.push_back(unfed(subject, Severity::Warning, std::move(message), "no-pdu"));
}

// Whether generators alone bring power to it and to all that hangs on it.
bool isOnStandby(const Context& context, const PowerElement& element) {
    const auto& ways = context.lookUp<PowerWays>();
    return element.kind != PowerElementKind::Generator && ways.isStandby(element.id) &&
           std::ranges::all_of(context.linksFrom(element.id), [&](const PowerLink* link) {
               return !presentElement(context, link->to) || ways.isStandby(link->to);
           });
}

// The highest of those on standby where the design has mains: a bus of generators that feeds what the mains feed too is
// as it should be.
void judgeStandby(const Context& context, const PowerElement& element, std::vector<Verdict>& verdicts) {
    const auto isBelowSuch = [&](const PowerLink* link) {
        const PowerElement* above = presentElement(context, link->from);
        return above && isOnStandby(context, *above);
    };
    if (!context.lookUp<PowerWays>().hasMains() || !isOnStandby(context, element) ||
        std::ranges::any_of(context.linksTo(element.id), isBelowSuch))
        return;
    verdicts.push_back(unfed(Subject(element.id), Severity::Error,
                             Message("rule.POWER-09.standby-only").with("subject", element.name),
                             "standby-only:" + std::string(enumName(element.kind))));
}

// Circuits from two sides meet in a transfer switch only: elsewhere they tie the sides together.
void judgeTie(const Context& context, const PowerElement& element, std::vector<Verdict>& verdicts) {
    if (element.kind == PowerElementKind::TransferSwitch || element.kind == PowerElementKind::Battery)
        return;
    const auto& ways = context.lookUp<PowerWays>();
    const PowerElement* first = nullptr;
    for (const PowerLink* link : context.linksTo(element.id)) {
        const PowerElement* above = presentElement(context, link->from);
        if (!above || above->kind == PowerElementKind::Battery || above->kind == PowerElementKind::Utility ||
            ways.isStandby(above->id) || ways.statedSideOf(above->id) == FeedSide::None)
            continue;
        if (!first)
            first = above;
        if (ways.statedSideOf(first->id) == ways.statedSideOf(above->id))
            continue;
        verdicts.push_back(unfed(Subject(element.id), Severity::Error,
                                 Message("rule.POWER-09.tied")
                                     .with("subject", element.name)
                                     .with("element", first->name)
                                     .with("other", above->name),
                                 "tied:" + std::to_string(element.id.value)));
        return;
    }
}

// Racks that an element feeds, itself or through what hangs on it.
std::set<Id<Rack>> racksBelow(const Context& context, const PowerElement& element) {
    std::set<Id<Rack>> racks;
    std::set<Id<PowerElement>> seen{element.id};
    std::vector<const PowerElement*> open{&element};
    while (!open.empty()) {
        const PowerElement* at = open.back();
        open.pop_back();
        if (const Id<Rack> rack = rackOf(at->placement))
            racks.insert(rack);
        for (const PowerLink* link : context.linksFrom(at->id))
            if (const PowerElement* below = presentElement(context, link->to); below && seen.insert(below->id).second)
                open.push_back(below);
    }
    return racks;
}

// Whether the feeds of a rack meet upstream below the mains.
bool isOnOneThing(const Context& context, Id<Rack> rack) {
    std::vector<Id<PowerElement>> feeds;
    for (const PowerElement* element : context.contents(rack).elements)
        if (element->kind == PowerElementKind::RackPdu || element->kind == PowerElementKind::PowerShelf)
            feeds.push_back(element->id);
    return feeds.size() > 1 && context.lookUp<PowerWays>().sharedBy(feeds);
}

// Elements whose stated side contradicts their circuits: losses of a side, and what is left of it, are worked out by
// sides. Where 2N is claimed and the feeds of a rack meet, POWER-04 says what that comes to.
void judgeSides(const Context& context, std::vector<Verdict>& verdicts) {
    const bool areDevicesJudged = siteText(context.project(), site::redundancy) == "2N";
    const auto letter = [](FeedSide side) {
        return std::string(1, static_cast<char>('A' + static_cast<int>(side) - static_cast<int>(FeedSide::A)));
    };
    for (const WrongSide& wrong : context.lookUp<WrongSides>().all()) {
        const PowerElement* element = presentElement(context, wrong.element);
        const PowerElement* by = presentElement(context, wrong.by);
        if (areDevicesJudged && !wrong.isLabel &&
            std::ranges::any_of(racksBelow(context, *element),
                                [&](Id<Rack> rack) { return isOnOneThing(context, rack); }))
            continue;
        const char* message = wrong.isByBelow ? "rule.POWER-09.feeds-other-side" : "rule.POWER-09.other-side";
        verdicts.push_back(unfed(Subject(element->id), promisesSurvival(context) ? Severity::Error : Severity::Warning,
                                 Message(message)
                                     .with("subject", element->name)
                                     .with("side", letter(element->side))
                                     .with("element", by->name)
                                     .with("other", letter(wrong.found)),
                                 "other-side:" + letter(element->side) + ":" + std::to_string(wrong.by.value)));
    }
}

void judgeElement(const Context& context, const PowerElement& element, std::vector<Verdict>& verdicts) {
    const Subject subject(element.id);
    if (context.lookUp<PowerRings>().feedsItself(element.id)) {
        verdicts.push_back(unfed(subject, Severity::Error,
                                 Message("rule.POWER-09.feeds-itself").with("subject", element.name),
                                 "feeds-itself:" + std::string(enumName(element.kind))));
        return;
    }
    if (!needsFeed(element.kind))
        return;
    if (hasFeed(context, element)) {
        verdicts.push_back(passed(subject));
        return;
    }
    const auto& upstream = context.lookUp<Upstream>();
    const bool isOnBattery = std::ranges::any_of(context.linksTo(element.id), [&](const PowerLink* link) {
        const PowerElement* above = presentElement(context, link->from);
        return above && above->kind == PowerElementKind::Battery;
    });
    if (upstream.isUnfed(element) && isOnBattery) {
        verdicts.push_back(unfed(subject, Severity::Error,
                                 Message("rule.POWER-09.battery-only").with("subject", element.name),
                                 "battery-only:" + std::string(enumName(element.kind))));
        return;
    }
    // What stood in the building before is fed by what nobody draws.
    if (!upstream.isUnfed(element) && upstream.isDrawnFrom(element.id) && element.scope.status != Status::Existing) {
        verdicts.push_back(unfed(subject, Severity::Warning,
                                 Message("rule.POWER-09.no-source").with("subject", element.name),
                                 "no-source:" + std::string(enumName(element.kind))));
        return;
    }
    if (!upstream.isUnfed(element)) {
        verdicts.push_back(
            notChecked(subject, "power-links", Message("rule.POWER-09.not-drawn").with("subject", element.name)));
        return;
    }
    verdicts.push_back(unfed(subject, Severity::Error, Message("rule.POWER-09.no-feed").with("subject", element.name),
                             "no-feed:" + std::string(enumName(element.kind))));
}

std::vector<Verdict> judgeOthers(const Context& context) {
    std::vector<Verdict> verdicts;
    judgeSides(context, verdicts);
    for (const PowerElement& element : context.design().powerElements)
        if (element.scope.isPresent()) {
            judgeElement(context, element, verdicts);
            judgeStandby(context, element, verdicts);
            judgeTie(context, element, verdicts);
            judgeSource(context, element, verdicts);
        }
    for (const CoolingUnit& unit : context.design().coolingUnits)
        if (unit.scope.isPresent())
            judgeUnitFeed(context, unit, verdicts);
    for (const Device& device : context.design().devices)
        if (isLooseOnFloor(context, device))
            verdicts.push_back(notChecked(Subject(device.id), "power-links",
                                          Message("rule.POWER-09.not-drawn").with("subject", device.name)));
    return verdicts;
}

using Rooms = std::set<Id<Room>>;

/// A stretch of busway on the plan of its room.
struct Run {
    Id<Room> room;
    Point from, to;
};

// Rooms of the runs of each busway, and pairs of rooms that a pathway joins.
struct RoomsOfRuns {
    static constexpr std::array<std::string_view, 2> kReads = {"path_nodes", "path_segments"};
    std::map<Id<PowerElement>, Rooms> ofBusway;
    std::map<Id<PowerElement>, std::vector<Run>> runs;
    std::set<std::pair<Id<Room>, Id<Room>>> joined;

    explicit RoomsOfRuns(const Context& context) {
        const Design& design = context.design();
        for (const PathSegment& segment : design.pathSegments) {
            const PathNode* from = design.pathNodes.find(segment.from);
            const PathNode* to = design.pathNodes.find(segment.to);
            if (!from || !to || !segment.scope.isPresent())
                continue;
            joined.insert({from->room, to->room});
            joined.insert({to->room, from->room});
            if (!segment.busway)
                continue;
            ofBusway[segment.busway].insert({from->room, to->room});
            if (from->room == to->room)
                runs[segment.busway].push_back({from->room, from->place, to->place});
        }
    }
    bool reaches(const Rooms& rooms, Id<Room> room) const {
        return std::ranges::any_of(rooms, [&](Id<Room> each) { return each == room || joined.contains({each, room}); });
    }
};

/// A rack on the floor of its room, whose circuits may be many.
struct StandingRack {
    const Rack& rack;
    std::optional<Footprint> place;
    std::vector<Point> outline;

    StandingRack(const Context& context, const Rack& standing)
        : rack(standing), place(footprintOf(context.project(), standing)) {
        if (place)
            outline = corners(*place);
    }
};

// From the rack to the nearest stretch of a busway in its room, across the floor; nothing where none runs in it.
std::optional<double> metresToRun(const RoomsOfRuns& runs, Id<PowerElement> busway, const StandingRack& standing) {
    const auto found = runs.runs.find(busway);
    if (found == runs.runs.end() || !standing.place)
        return std::nullopt;
    const std::vector<Point>& outline = standing.outline;
    std::optional<double> least;
    for (const Run& run : found->second) {
        if (run.room != standing.rack.room)
            continue;
        double metres =
            crosses(run.from, run.to, outline) ? 0.0 : metresToEdge(run.from, run.to, standing.place->centre);
        for (std::size_t i = 0; metres > 0 && i < outline.size(); ++i)
            metres = std::min({metres, metresToEdge(run.from, run.to, outline[i]),
                               metresToEdge(outline[i], outline[(i + 1) % outline.size()], run.from),
                               metresToEdge(outline[i], outline[(i + 1) % outline.size()], run.to)});
        least = std::min(least.value_or(metres), metres);
    }
    return least;
}

// Below a busway of its room the whip of a tap-off reaches the rack as far as it is entered, else as far as whips do.
Verdict reachOf(const Context& context, const StandingRack& standing, const PowerElement& fed,
                const PowerElement& busway, const PowerLink& whip) {
    const Subject subject(fed.id);
    const std::optional<double> away = metresToRun(context.lookUp<RoomsOfRuns>(), busway.id, standing);
    if (std::string setting = unreadableSetting(context, setting_of::whipReach); away && !whip.whip && !setting.empty())
        return notChecked(subject, std::move(setting), Message("rule.not-checked").with("subject", fed.name));
    const double reach =
        whip.whip ? whip.whip->inMetres() : setting<Value>(context, setting_of::whipReach).si().typical();
    if (!away || *away <= reach)
        return passed(subject);
    return unfed(subject, Severity::Warning,
                 Message(whip.whip ? "rule.POWER-16.whip-short" : "rule.POWER-16.too-far")
                     .with("subject", fed.name)
                     .with("busway", busway.name)
                     .with("distance", UnitNumber{*away, "m"})
                     .with("reach", UnitNumber{reach, "m"}),
                 "too-far:" + std::to_string(busway.id.value) + ":" + std::to_string(standing.rack.id.value));
}

/// The busways that a circuit to a rack comes from: by a tap-off, or at once where none is drawn.
std::vector<const PowerElement*> buswaysOf(const Context& context, const PowerLink& link) {
    const PowerElement* from = presentElement(context, link.from);
    if (!from || from->kind == PowerElementKind::Busway)
        return from ? std::vector{from} : std::vector<const PowerElement*>();
    std::vector<const PowerElement*> found;
    if (from->kind == PowerElementKind::TapOff)
        for (const PowerLink* above : context.linksTo(from->id))
            if (const PowerElement* busway = presentElement(context, above->from);
                busway && busway->kind == PowerElementKind::Busway)
                found.push_back(busway);
    return found;
}

// A circuit to a rack from a busway whose runs are drawn.
Verdict whipOf(const Context& context, const StandingRack& standing, const PowerElement& fed,
               const PowerElement& busway, const PowerLink& link, const Rooms& rooms) {
    const Subject subject(fed.id);
    const Id<Room> own = standing.rack.room;
    if (!own)
        return notChecked(subject, "rack.room", Message("rule.not-checked").with("subject", fed.name));
    if (context.lookUp<RoomsOfRuns>().reaches(rooms, own))
        return reachOf(context, standing, fed, busway, link);
    const Room* room = context.design().rooms.find(own);
    return unfed(subject, Severity::Error,
                 Message("rule.POWER-16.other-room")
                     .with("subject", fed.name)
                     .with("busway", busway.name)
                     .with("room", room ? room->name : std::string("?")),
                 "other-room:" + std::to_string(busway.id.value) + ":" + std::to_string(own.value));
}

// POWER-16: a rack hangs on a busway that runs where the rack stands, within reach of its whip.
void judgeWhips(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const StandingRack standing(context, rack);
    const RoomsOfRuns& runs = context.lookUp<RoomsOfRuns>();
    for (const PowerElement* fed : context.contents(rack.id).elements)
        for (const PowerLink* link : context.linksTo(fed->id))
            for (const PowerElement* busway : buswaysOf(context, *link))
                if (const auto run = runs.ofBusway.find(busway->id); run != runs.ofBusway.end())
                    verdicts.push_back(whipOf(context, standing, *fed, *busway, *link, run->second));
}

// Busways that feed a rack from where nobody drew.
std::vector<Verdict> judgeUndrawnRuns(const Context& context) {
    std::vector<Verdict> verdicts;
    std::set<Id<PowerElement>> notDrawn;
    const RoomsOfRuns& runs = context.lookUp<RoomsOfRuns>();
    for (const PowerElement& element : context.design().powerElements) {
        if (!element.scope.isPresent() || !context.design().racks.contains(rackOf(element.placement)))
            continue;
        for (const PowerLink* link : context.linksTo(element.id))
            for (const PowerElement* busway : buswaysOf(context, *link))
                if (!runs.ofBusway.contains(busway->id) && notDrawn.insert(busway->id).second)
                    verdicts.push_back(notChecked(Subject(busway->id), "busway-runs",
                                                  Message("rule.POWER-16.not-drawn").with("subject", busway->name)));
    }
    return verdicts;
}

} // namespace

Rule whipRule() {
    return makeRackRule("POWER-16", PowerBasis::None, "reference.design-topology", judgeWhips,
                        Reads::rackOnly({"rooms", "power_elements", "power_links", "path_nodes", "path_segments"}),
                        judgeUndrawnRuns,
                        {"power_elements", "power_links", "path_nodes", "path_segments", "rack_contents"});
}

Rule feedRule() {
    return makeRackRule("POWER-09", PowerBasis::ExpectedPeak, "reference.design-topology", judgeRack,
                        Reads::rackOnly({"power_elements", "power_links", "rack_contents", "cooling_units"}),
                        judgeOthers, {"power_elements", "power_links", "devices", "rack_contents", "cooling_units"});
}

} // namespace rackwright
