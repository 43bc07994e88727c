// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/power_edits.h"

#include "model/design/cabled.h"
#include "model/design/occupancy.h"
#include "model/edits/part_edits.h"
#include "model/edits/removal.h"

namespace rackwright::edits {

namespace {

Candidate candidateOf(const Project& project, const PowerElement& element) {
    return {element.name, element.part ? findPart(project, element.part) : nullptr, OccupantKind::PowerElement,
            element.id.value};
}

// Whether `from` is fed, directly or not, by `to`.
bool leadsTo(const Design& design, Id<PowerElement> to, Id<PowerElement> from, Id<PowerLink> leftOut) {
    std::vector<Id<PowerElement>> open{to};
    std::unordered_set<std::uint64_t> seen;
    while (!open.empty()) {
        const Id<PowerElement> at = open.back();
        open.pop_back();
        if (at == from)
            return true;
        if (!seen.insert(at.value).second)
            continue;
        for (const PowerLink& link : design.powerLinks)
            if (link.from == at && link.id != leftOut)
                open.push_back(link.to);
    }
    return false;
}

Done checkLink(const Project&, const Design& design, const PowerLink& link) {
    const PowerElement* from = design.powerElements.find(link.from);
    const PowerElement* to = design.powerElements.find(link.to);
    const bool feedsUnit = !link.to && link.unit;
    if (!from || (!to && !feedsUnit))
        return missingRow("power-element");
    if (feedsUnit && !design.coolingUnits.contains(link.unit))
        return missingRow("cooling-unit");
    if (to && leadsTo(design, link.to, link.from, link.id))
        return inputError(Message("edit.power-ring").with("from", from->name).with("to", to->name));
    if (link.breaker && link.breaker->si() <= 0)
        return badValue("edit.breaker");
    return done();
}

std::int64_t supplyCount(const Part& part) {
    std::int64_t count = 0;
    for (const PowerInput& input : part.powerInputs)
        count += input.count;
    return count;
}

Done checkCord(const Project& project, const Design& design, const CordOverride& cord) {
    const Device* device = design.devices.find(cord.device);
    if (!device)
        return missingRow("device");
    if (!design.powerElements.contains(cord.element))
        return missingRow("power-element");
    const Part* part = findPart(project, device->part);
    const std::int64_t supplies = part ? supplyCount(*part) : 0;
    if (cord.supply < 0 || (supplies > 0 && cord.supply >= supplies))
        return inputError(Message("edit.no-supply").with("device", device->name).with("count", supplies));
    return done();
}

} // namespace

Edit putPowerElement(const Target& target, PowerElement element, PartPtr part) {
    Message text = Message(element.id ? "undo.power.change" : "undo.power.add").with("name", element.name);
    auto change = [element = std::move(element), part = std::move(part)](Project& project, Design& design,
                                                                         IdSource& ids) -> Done {
        if (element.name.empty())
            return badValue("edit.name-empty");
        if (element.rating && element.rating->si() <= 0)
            return badValue("edit.rating");
        PowerElement put = element;
        if (part)
            put.part = embedPart(project, ids, part);
        if (Done fits = canPlace(project, design, candidateOf(project, put), put.placement); !fits)
            return fits;
        if (Done fits = checkPorts(design, asCabled(put), findPart(project, put.part)); put.id && !fits)
            return fits;
        if (!put.id)
            put.id = ids.take<PowerElement>();
        design.powerElements = design.powerElements.with(std::move(put));
        return done();
    };
    return changeBoth(target, std::move(text), std::move(change));
}

Edit movePowerElement(const Target& target, Id<PowerElement> element, Placement placement) {
    return changeRows(
        target, namedText(target, "undo.power.move.", &Design::powerElements, std::vector{element}),
        &Design::powerElements, {element}, "power-element",
        [placement](const Project& project, const Design& design, PowerElement& row) -> Done {
            if (Done fits = canPlace(project, design, candidateOf(project, row), placement); !fits)
                return fits;
            row.placement = placement;
            return done();
        },
        mergeKeyOf("move-power", std::vector{element}));
}

Edit removePowerElements(const Target& target, std::vector<Id<PowerElement>> elements) {
    Message text = namedText(target, "undo.power.remove.", &Design::powerElements, elements);
    auto apply = [elements = std::move(elements)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<PowerElement>> rows = rowsOf(design.powerElements, elements, "power-element"); !rows)
            return rows.error();
        Design next = design;
        takePowerElements(next, elements);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit putPowerLink(const Target& target, PowerLink link) {
    return putRow(target, Message("undo.circuit.put"), &Design::powerLinks, std::move(link), checkLink);
}

Edit removePowerLinks(const Target& target, std::vector<Id<PowerLink>> links) {
    Message text = Message("undo.circuit.remove").with("count", links.size());
    auto apply = [links = std::move(links)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<PowerLink>> rows = rowsOf(design.powerLinks, links, "circuit"); !rows)
            return rows.error();
        Design next = design;
        next.powerLinks = design.powerLinks.with({}, links);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit plugCord(const Target& target, CordOverride cord) {
    auto apply = [cord = std::move(cord)](const Project& project, const Design& design,
                                          IdSource& ids) -> Result<Design> {
        if (Done checked = checkCord(project, design, cord); !checked)
            return checked.error();
        CordOverride put = cord;
        put.id = {};
        for (const CordOverride& other : design.cordOverrides)
            if (other.device == cord.device && other.supply == cord.supply)
                put.id = other.id;
        if (!put.id)
            put.id = ids.take<CordOverride>();
        Design next = design;
        next.cordOverrides = design.cordOverrides.with(std::move(put));
        return next;
    };
    return designEdit(Message("undo.cord.plug"), target.option, std::move(apply));
}

Edit unplugCord(const Target& target, Id<CordOverride> cord) {
    auto apply = [cord](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (!design.cordOverrides.contains(cord))
            return missingRow("cord");
        Design next = design;
        next.cordOverrides = design.cordOverrides.without(cord);
        return next;
    };
    return designEdit(Message("undo.cord.unplug"), target.option, apply);
}

} // namespace rackwright::edits
