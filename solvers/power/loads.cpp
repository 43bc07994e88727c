// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/loads.h"

#include "model/parts/part_family.h"
#include "model/units/number_text.h"
#include "solvers/power/feed_sides.h"
#include "solvers/power/foreign_cords.h"
#include "solvers/power/plant.h"
#include "solvers/power/rack_feeds.h"
#include "solvers/power/upstream.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace rackwright {

bool drawsPower(const Part* part) {
    if (!part)
        return true;
    switch (familyOf(part->category)) {
    case PartFamily::Compute:
    case PartFamily::Storage:
    case PartFamily::Network:
        return true;
    case PartFamily::Cabling:
    case PartFamily::Racks:
    case PartFamily::PowerChain:
    case PartFamily::Cooling:
    case PartFamily::Software:
    case PartFamily::Service:
        return false;
    }
    RW_CHECK(false, "every family of parts draws power or not");
}

namespace {

// Whether devices that are cooled by liquid draw most of the power: one such node in a hall of air does not make its
// plant another one.
bool coolsMostlyByLiquid(const Context& context) {
    double liquid = 0, all = 0;
    for (const PartCount& group : context.groups()) {
        const Part* part = context.part(group.part);
        const auto watts = part && drawsPower(part) ? powerIn(*part, PowerModeKind::Maximum).typical() : std::nullopt;
        if (!watts)
            continue;
        const double power = watts->si() * static_cast<double>(group.count);
        all += power;
        if (part->heatPath == HeatPath::Liquid || part->heatPath == HeatPath::Hybrid)
            liquid += power;
    }
    return liquid > all / 2;
}

/// The band of a plant, or of several by the heat that they take.
struct PlantBand {
    std::string title;
    double low = 0, typical = 0, high = 0;
};

PlantBand bandOfPlant(const setting_of::PueArchetype& archetype) {
    return {std::string(archetype.title), archetype.low, archetype.typical, archetype.high};
}

PlantBand mixedBand(const std::vector<PlantPath>& paths) {
    std::map<PlantKind, double> shares;
    for (const PlantPath& path : paths)
        shares[plantKindOf(path)] += path.share;
    if (shares.size() == 1)
        return bandOfPlant(setting_of::kPueArchetypes[static_cast<std::size_t>(shares.begin()->first)]);
    PlantBand band;
    for (const auto& [kind, share] : shares) {
        const setting_of::PueArchetype& each = setting_of::kPueArchetypes[static_cast<std::size_t>(kind)];
        band.title +=
            (band.title.empty() ? "" : "; ") + roundedDigits(share * 100, 3) + " % " + std::string(each.title);
        band.low += share * each.low;
        band.typical += share * each.typical;
        band.high += share * each.high;
    }
    return band;
}

// Chosen by somebody, else as it is drawn. Outside air cools no hall whose units hang on water.
PlantBand plantBand(const Context& context) {
    if (const auto chosen = chosenPlant(context))
        return bandOfPlant(setting_of::kPueArchetypes[static_cast<std::size_t>(*chosen)]);
    const auto& drawn = context.lookUp<DrawnPlant>();
    if (drawn.isWhole() && drawn.areSharesKnown())
        return mixedBand(drawn.paths());
    if (coolsMostlyByLiquid(context))
        return bandOfPlant(setting_of::kPueArchetypes[static_cast<std::size_t>(PlantKind::LiquidDryCooler)]);
    return bandOfPlant(drawn.isOnWater() ? setting_of::kPueOfUndrawnPlant : setting_of::kPueArchetypes.front());
}

} // namespace

ReadFact readPue(const Context& context) {
    const PlantBand band = plantBand(context);
    const SettingFact definition{
        setting_of::pue, "",
        band.typical,    Grade::ThirdParty,
        "LBNL",          "LBNL-2001637, figure 4.4: simulated plants over US climates, 5th/50th/95th percentile",
        band.title,      band.low,
        band.high};
    ReadFact fact = readSetting(context, definition);
    const std::string climate = siteText(context.project(), site::climate);
    fact.reading.label = "annual PUE, " + band.title + ", " +
                         (climate.empty() ? std::string("band over US climates") : "site climate " + climate);
    return fact;
}

bool lacksPdu(const Context& context, const Rack& rack) {
    const RackContents& contents = context.contents(rack.id);
    return std::ranges::any_of(contents.devices, [&](const Device* device) { return isFedInRack(context, *device); }) &&
           sourcesOf(contents).empty();
}

std::optional<std::int64_t> supplyCount(const Part& part) {
    std::int64_t count = 0;
    for (const PowerInput& input : part.powerInputs)
        count += input.count;
    return count > 0 ? std::optional(count) : std::nullopt;
}

std::vector<const PowerElement*> feedsOf(const Context& context, Id<Rack> rack, const Device& device) {
    for (FedDevice& each : fedDevices(context, context.contents(rack)))
        if (each.device->id == device.id)
            return std::move(each.feeds);
    return {};
}

bool isMoreDrawn(const Context& context) {
    const Value drawn = drawnUtilityPower<Value>(context).si();
    const Value byPue =
        itPower<Value>(context, context.groups(), LoadKind::Peak).si() * utilityFactor<Value>(context).si();
    return !drawn.isUnknown() && byPue.isKnown() && drawn.typical() > byPue.typical();
}

std::vector<FeedSide> otherSides(const Context& context, const PowerElement& element) {
    std::vector<FeedSide> sides;
    for (const PowerElement* pdu : sourcesOf(context.contents(rackOf(element.placement))))
        if (const FeedSide side = sideOf(context, *pdu);
            side != sideOf(context, element) && side != FeedSide::None && std::ranges::find(sides, side) == sides.end())
            sides.push_back(side);
    std::ranges::sort(sides);
    return sides;
}

bool feedsOthers(PowerElementKind kind) {
    return kind != PowerElementKind::RackPdu && kind != PowerElementKind::PowerShelf;
}

bool handsOn(const Context& context, const PowerElement& element) {
    return feedsOthers(element.kind) || context.feeds(element.id);
}

Fingerprint ratingFingerprint(const Context& context, const PowerElement& element) {
    Digest digest;
    if (!element.rating && isRatedByBreaker(element.kind))
        digest.add(breakerOf(context, element).value_or(-1.0));
    return digest.value();
}

bool isRatedByBreaker(PowerElementKind kind) {
    switch (kind) {
    case PowerElementKind::Switchgear:
    case PowerElementKind::RemotePowerPanel:
    case PowerElementKind::Busway:
    case PowerElementKind::TapOff:
    case PowerElementKind::RackPdu:
    case PowerElementKind::TransferSwitch:
        return true;
    default:
        return false;
    }
}

std::vector<FeedSide> sidesOf(const Context& context) {
    std::vector<FeedSide> sides;
    for (const PowerElement& element : context.design().powerElements)
        if (const FeedSide side = element.scope.isPresent() ? sideOf(context, element) : FeedSide::None;
            side != FeedSide::None && !std::ranges::count(sides, side))
            sides.push_back(side);
    std::ranges::sort(sides);
    return sides;
}

bool feedsUnitWith(const Context& context, Id<PowerElement> element, FeedSide other) {
    const auto isOfOther = [&](const PowerLink* each) {
        const PowerElement* above = context.design().powerElements.find(each->from);
        return above && above->scope.isPresent() && sideOf(context, *above) == other;
    };
    return std::ranges::any_of(context.unitLinksFrom(element), [&](const PowerLink* link) {
        const CoolingUnit* unit = context.design().coolingUnits.find(link->unit);
        return unit && unit->scope.isPresent() && std::ranges::any_of(context.linksTo(link->unit), isOfOther);
    });
}

bool isBurdenedBy(const Context& context, const PowerElement& element, FeedSide lost) {
    if (sideOf(context, element) == lost)
        return false;
    const auto& rings = context.lookUp<PowerRings>();
    std::set<Id<PowerElement>> seen{element.id};
    std::vector<const PowerElement*> below{&element};
    while (!below.empty()) {
        const PowerElement* at = below.back();
        below.pop_back();
        if (std::ranges::count(otherSides(context, *at), lost) > 0 || feedsUnitWith(context, at->id, lost))
            return true;
        for (const PowerLink* link : context.linksFrom(at->id)) {
            const PowerElement* next = context.design().powerElements.find(link->to);
            if (!next || !next->scope.isPresent() || sideOf(context, *next) == lost || !rings.isFollowed(*link))
                continue;
            if (feedCount(context, *next, lost) < feedCount(context, *next))
                return true;
            if (seen.insert(next->id).second)
                below.push_back(next);
        }
    }
    return false;
}

std::vector<SupplyShare> supplyShares(const Context& context, const PowerElement& element, FeedSide lost) {
    using Key = std::tuple<Id<PartRow>, double, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
    std::map<Key, SupplyShare> shares;
    const auto isLost = [&](const PowerElement* pdu) {
        return lost != FeedSide::None && sideOf(context, *pdu) == lost;
    };
    const auto add = [&](const RackContents& contents) {
        const std::vector<const PowerElement*> pdus = sourcesOf(contents);
        for (const FedDevice& fed : fedDevices(context, contents)) {
            const Device& device = *fed.device;
            SupplyShare share;
            share.supplies = static_cast<std::int64_t>(fed.feeds.size());
            share.onElement = std::ranges::count(fed.feeds, &element);
            share.leftAfterLoss = share.supplies - std::ranges::count_if(fed.feeds, isLost);
            share.pdus = static_cast<std::int64_t>(pdus.size()) - std::ranges::count_if(pdus, isLost);
            const bool isOnIt =
                fed.feeds.empty() ? std::ranges::find(pdus, &element) != pdus.end() : share.onElement > 0;
            if (!isOnIt)
                continue;
            const double cap = device.powerCap ? device.powerCap->si() : -1.0;
            SupplyShare& total =
                shares[{device.part, cap, share.supplies, share.onElement, share.leftAfterLoss, share.pdus}];
            share.group = {device.part, total.group.count + 1, device.powerCap};
            total = share;
        }
    };
    add(context.contents(rackOf(element.placement)));
    for (const Id<Rack> rack : context.lookUp<ForeignCords>().racksOn(element.id))
        add(context.contents(rack));
    std::vector<SupplyShare> list;
    for (const auto& [key, share] : shares)
        list.push_back(share);
    return list;
}

} // namespace rackwright
