// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/room_fit.h"

#include "model/design/occupancy.h"
#include "solvers/cooling/heat.h"
#include "solvers/engine/judging.h"
#include "solvers/power/loads.h"
#include "solvers/space/inventory.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace rackwright {

namespace {

bool isNode(const Context& context, const PartCount& group) { return isAcceleratorSystem(context.part(group.part)); }

std::vector<PartCount> withoutNodes(const Context& context, std::vector<PartCount> groups) {
    std::erase_if(groups, [&](const PartCount& group) { return isNode(context, group); });
    return groups;
}

// What serves the nodes of a room is shared among them: switches, storage, management.
TemplateGroups groupsOf(const Context& context, Id<Room> room, const RoomTemplate& of) {
    TemplateGroups groups;
    const std::int64_t nodes = nodesAmong(context, context.groups(room));
    groups.rest = withoutNodes(context, context.groups(room));
    if (of.part) {
        groups.own = {{of.part, 1, {}}};
        // Caps of those that stand there hold for one more of them too.
        for (const PartCount& group : context.groups(room))
            if (group.part == of.part && group.count == of.standing)
                groups.own.front().powerCap = group.powerCap;
    } else {
        groups.own = context.contents(of.rack).groups;
        for (const LikeRacks& like : context.likeRacks(room)) {
            const auto& contents = context.contents(like.first->id).groups;
            if (nodesAmong(context, contents) == 0)
                continue;
            for (const PartCount& inside : withoutNodes(context, contents))
                for (PartCount& group : groups.rest)
                    if (group.part == inside.part && group.powerCap == inside.powerCap)
                        group.count = std::max<std::int64_t>(0, group.count - inside.count * like.count());
        }
    }
    std::erase_if(groups.rest, [](const PartCount& group) { return group.count == 0; });
    const std::int64_t own = nodesAmong(context, groups.own);
    groups.share = nodes > 0 ? static_cast<double>(own) / static_cast<double>(nodes) : 0;
    return groups;
}

template <class Amount>
LimitTake takeOf(const TemplateGroups& groups, Amount amount) {
    const Value own = amount(groups.own);
    if (groups.share <= 0 || groups.rest.empty())
        return {own, own};
    return {own, own + amount(groups.rest) * Value(groups.share)};
}

LimitTakes takesOf(const Context& context, const TemplateGroups& groups) {
    const auto power = [&](LoadKind kind) {
        return takeOf(groups, [&](const auto& some) { return itPower<Value>(context, some, kind).si(); });
    };
    const auto heat = [&](HeatKind kind) {
        return takeOf(groups, [&](const auto& some) { return groupsHeat<Value>(context, some, kind).si(); });
    };
    return {power(LoadKind::Nameplate), power(LoadKind::Peak), heat(HeatKind::Air), heat(HeatKind::Liquid),
            takeOf(groups, [&](const auto& some) { return groupsWeight<Value>(context, some).si(); })};
}

// How often the template goes into what is free of a rack, from the lowest unit on.
std::int64_t placesIn(const Context& context, const RoomTemplate& of, const Rack& rack) {
    if (!of.part) {
        const Rack* like = context.design().racks.find(of.rack);
        return like && rack.part == like->part && context.contents(rack.id).groups.empty() ? 1 : 0;
    }
    const Part* part = context.part(of.part);
    const auto space = rackSpace(context.project(), rack);
    const Part* frame = context.part(rack.part);
    if (!part || !space || isRackScale(context.project(), rack) || !fitsRails(part->mounting, space->mounting) ||
        (frame && !fitsRackForm(*part, *frame)))
        return 0;
    std::vector<RackClaim> claims;
    for (const Occupant& occupant : occupants(context.project(), context.design(), rack.id))
        if (const auto* place = std::get_if<InRack>(&occupant.placement))
            claims.push_back(occupant.part ? rackClaim(*occupant.part, *place)
                                           : RackClaim{place->unit, place->unit, true, true, 0, 1});
    std::int64_t places = 0;
    for (std::int64_t unit = 1; unit <= space->units; ++unit)
        for (std::int64_t column = 0, columns = 1; column < columns; ++column) {
            const RackClaim claim = rackClaim(*part, InRack{rack.id, unit, Face::Front, column});
            columns = claim.columns;
            if (claim.top > space->units ||
                std::ranges::any_of(claims, [&](const RackClaim& taken) { return collide(claim, taken); }))
                continue;
            claims.push_back(claim);
            ++places;
        }
    return places;
}

// What decides how much more fits into a rack: what it is and where its things stand, what feeds and what cools it.
std::vector<std::uint64_t> fitKey(const Context& context, const Rack& rack) {
    const RackContents& contents = context.contents(rack.id);
    std::vector<std::uint64_t> key = {contents.likeness.high, contents.likeness.low};
    const auto add = [&key](const auto& amount) {
        key.push_back(amount ? std::bit_cast<std::uint64_t>(amount->si()) : UINT64_MAX);
    };
    const auto addRatings = [&](const PowerElement& element) {
        key.push_back(element.part.value);
        add(element.rating);
        add(element.breaker);
        add(element.voltage);
    };
    for (const PowerElement* element : contents.elements) {
        addRatings(*element);
        for (const PowerLink* link : context.linksTo(element->id))
            if (const PowerElement* tap = context.design().powerElements.find(link->from);
                tap && tap->kind == PowerElementKind::TapOff)
                addRatings(*tap);
    }
    for (const CoolingService* service : contents.services) {
        const CoolingUnit* unit = context.design().coolingUnits.find(service->unit);
        key.push_back(static_cast<std::uint64_t>(unit->kind));
        key.push_back(unit->part.value);
        add(unit->rating);
        key.push_back(static_cast<std::uint64_t>(service->heat));
    }
    return key;
}

// Racks of a room, those into which the same goes together.
std::vector<TemplateFit::Alike> alikeRacks(const Context& context, Id<Room> room) {
    std::vector<TemplateFit::Alike> found;
    std::map<std::vector<std::uint64_t>, std::size_t> classes;
    for (const Rack* rack : context.racks()) {
        if (rack->room != room)
            continue;
        const auto [it, isNew] = classes.try_emplace(fitKey(context, *rack), found.size());
        if (isNew)
            found.emplace_back();
        found[it->second].racks.push_back(rack->id);
    }
    return found;
}

} // namespace

std::int64_t nodesAmong(const Context& context, const std::vector<PartCount>& groups) {
    std::int64_t nodes = 0;
    for (const PartCount& group : groups)
        nodes += isNode(context, group) ? group.count : 0;
    return nodes;
}

TemplateFit templateFit(const Context& context, Id<Room> room, const RoomTemplate& of) {
    TemplateFit fit;
    fit.groups = groupsOf(context, room, of);
    fit.takes = takesOf(context, fit.groups);
    fit.alike = alikeRacks(context, room);
    for (TemplateFit::Alike& alike : fit.alike) {
        const Rack& first = *context.design().racks.find(alike.racks.front());
        alike.places = placesIn(context, of, first);
        fit.free += alike.places * static_cast<std::int64_t>(alike.racks.size());
        if (of.part && !rackSpace(context.project(), first))
            fit.arePlacesKnown = false;
    }
    return fit;
}

} // namespace rackwright
