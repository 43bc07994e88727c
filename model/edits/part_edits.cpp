// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/part_edits.h"

#include "model/design/cabled.h"
#include "model/parts/components.h"
#include "model/parts/port_list.h"

#include <charconv>

namespace rackwright::edits {

namespace {

std::string numberText(double value) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

std::string factText(const Attribute& attribute) {
    if (const auto text = attribute.text.typical())
        return *text;
    const auto low = attribute.number.low(), high = attribute.number.high();
    if (!low || !high)
        return {};
    return *low < *high ? numberText(*low) + " .. " + numberText(*high) : numberText(*low);
}

void compareWords(std::vector<PartDifference>& found, std::string_view property, std::string_view a,
                  std::string_view b) {
    if (a != b)
        found.push_back({std::string(property), std::string(a), std::string(b)});
}

std::string powerText(const Part& part, PowerModeKind kind) {
    const auto power = powerIn(part, kind).typical();
    return power ? numberText(power->si()) : std::string();
}

std::string portText(const Part& part) {
    std::string text;
    for (const PortGroup& group : part.portGroups)
        text += (text.empty() ? "" : ", ") + std::to_string(group.count) + " x " + std::string(enumName(group.role));
    return text;
}

template <class Row>
bool namesPart(const Table<Row>& table, Id<PartRow> part) {
    return std::ranges::any_of(table, [part](const Row& row) { return row.part == part; });
}

bool usesPart(const Design& design, Id<PartRow> part) {
    const auto inSlots = [part](const RackType& type) {
        return type.part == part ||
               std::ranges::any_of(type.slots, [part](const RackSlot& s) { return s.part == part; });
    };
    return namesPart(design.racks, part) || namesPart(design.devices, part) || namesPart(design.modules, part) ||
           namesPart(design.cableDetails, part) || namesPart(design.powerElements, part) ||
           namesPart(design.coolingUnits, part) || namesPart(design.quoteLines, part) ||
           std::ranges::any_of(design.rackTypes, inSlots);
}

// Accelerators of a node of a rack of a pod; own parts may name each other in a circle.
constexpr int kDeepestComponent = 4;

// What a part that is used consists of gives the design its rates and memory.
bool isComponentUsed(const Project& project, Id<PartRow> row, int depth) {
    const PartRow* component = project.parts.find(row);
    return component && depth > 0 && std::ranges::any_of(project.parts, [&](const PartRow& whole) {
               const std::vector<std::string> named = componentIds(*whole.part);
               if (std::ranges::find(named, component->part->id) == named.end())
                   return false;
               const auto inDesign = [&whole](const Option& option) { return usesPart(*option.design, whole.id); };
               return std::ranges::any_of(project.options, inDesign) || isComponentUsed(project, whole.id, depth - 1);
           });
}

void embedComponents(Project& project, IdSource& ids, const PartPtr& part) {
    for (const PartPtr& component : componentsOf(part)) {
        const bool isHeld = std::ranges::any_of(
            project.parts, [&component](const PartRow& row) { return row.part && row.part->id == component->id; });
        if (!isHeld)
            embedPart(project, ids, component);
    }
}

} // namespace

Done checkPorts(const Design& design, const Device& device, const Part* part) {
    const std::int64_t count = part ? portCount(*part) : 0;
    bool fits = true;
    design.cables.forEachWith<CablesByDevice>(device.id, [&](const Cable& cable) {
        for (const PortRef& end : {cable.a, cable.b})
            fits = fits && (end.device != device.id || end.port < count);
    });
    if (fits)
        return done();
    return inputError(
        Message("edit.ports-in-use").with("device", device.name).with("part", part ? part->model : std::string("-")));
}

Id<PartRow> embedPart(Project& project, IdSource& ids, PartPtr part) {
    for (const PartRow& row : project.parts)
        if (row.part == part || (row.part && row.part->id == part->id && *row.part == *part)) {
            embedComponents(project, ids, part);
            return row.id;
        }
    const Id<PartRow> id = ids.take<PartRow>();
    project.parts = project.parts.with(PartRow{id, part});
    embedComponents(project, ids, part);
    return id;
}

Edit addPart(PartPtr part) {
    Message text = Message("undo.part.add").with("name", part->model);
    auto apply = [part = std::move(part)](const Project& project, IdSource& ids) -> Result<ProjectPtr> {
        auto next = std::make_shared<Project>(project);
        embedPart(*next, ids, part);
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), {}, std::move(apply)};
}

std::vector<PartDifference> partDifferences(const Part& before, const Part& after) {
    std::vector<PartDifference> found;
    compareWords(found, "model", before.model, after.model);
    compareWords(found, "part-number", before.partNumber, after.partNumber);
    compareWords(found, "lifecycle", enumName(before.lifecycle), enumName(after.lifecycle));
    compareWords(found, "ports", portText(before), portText(after));
    for (const PowerModeKind kind :
         {PowerModeKind::Idle, PowerModeKind::Typical, PowerModeKind::Maximum, PowerModeKind::Peak})
        compareWords(found, "power-" + std::string(enumName(kind)), powerText(before, kind), powerText(after, kind));
    for (const Attribute& old : before.attributes) {
        const Attribute* now = findAttribute(after, old.key);
        compareWords(found, old.key, factText(old), now ? factText(*now) : std::string());
    }
    for (const Attribute& added : after.attributes)
        if (!findAttribute(before, added.key))
            compareWords(found, added.key, {}, factText(added));
    return found;
}

Edit adoptRevision(const Project& project, Id<PartRow> row, PartPtr revision) {
    const Part* old = findPart(project, row);
    Message text = Message("undo.part.adopt").with("name", old ? old->model : revision->model);
    auto apply = [row, revision = std::move(revision)](const Project& before, IdSource& ids) -> Result<ProjectPtr> {
        const Part* part = findPart(before, row);
        if (!part)
            return missingRow("part");
        if (part->id != revision->id)
            return inputError(Message("edit.other-part").with("part", part->id).with("other", revision->id));
        for (const Option& option : before.options) {
            for (const Device* device : option.design->devices.allWith<DevicesByPart>(row))
                if (Done fits = checkPorts(*option.design, *device, revision.get()); !fits)
                    return fits.error();
            for (const Device& plant :
                 plantOf(*option.design, [&](Id<PartRow> each) { return findPart(before, each); }))
                if (plant.part == row)
                    if (Done fits = checkPorts(*option.design, plant, revision.get()); !fits)
                        return fits.error();
        }
        auto next = std::make_shared<Project>(before);
        next->parts = before.parts.with(PartRow{row, revision});
        embedComponents(*next, ids, revision);
        return ProjectPtr(std::move(next));
    };
    return {std::move(text), {}, std::move(apply)};
}

Edit removeUnusedParts() {
    auto apply = [](const Project& project, IdSource&) -> Result<ProjectPtr> {
        auto next = std::make_shared<Project>(project);
        next->parts = project.parts.with(
            {}, idsWhere(project.parts, [&project](const PartRow& row) { return !isPartUsed(project, row.id); }));
        return ProjectPtr(std::move(next));
    };
    return {Message("undo.part.remove-unused"), {}, std::move(apply)};
}

bool isPartUsed(const Project& project, Id<PartRow> row) {
    if (std::ranges::any_of(project.options, [row](const Option& option) { return usesPart(*option.design, row); }))
        return true;
    return isComponentUsed(project, row, kDeepestComponent);
}

} // namespace rackwright::edits
