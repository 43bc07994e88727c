// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_fixes.h"

#include "model/design/occupancy.h"
#include "model/edits/device_edits.h"
#include "model/edits/part_edits.h"
#include "model/edits/rack_edits.h"
#include "model/parts/components.h"
#include "model/parts/part_title.h"
#include "solvers/space/causes.h"
#include "ui/rack/rack_drops.h"

#include <set>

namespace rackwright {

namespace {

// RACK-06: a device that blows into the cold aisle is mounted from the other face.
std::optional<QuickFix> turnDevices(const FixCase& c) {
    if (c.finding.message.id != cause_of::blowsIntoColdAisle)
        return std::nullopt;
    std::vector<Edit> turns;
    std::string name;
    for (const Device* device : c.devices()) {
        const auto* in = std::get_if<InRack>(&device->placement);
        if (!in)
            continue;
        InRack other = *in;
        other.face = in->face == Face::Front ? Face::Rear : Face::Front;
        turns.push_back(edits::moveDevice(c.target, device->id, other));
        name = device->name;
    }
    if (turns.empty())
        return std::nullopt;
    const Message label = countedLabel("fix.turn.", turns.size(), name);
    return QuickFix{label, asOneStep(std::move(turns), label)};
}

// RACK-01: one of the two goes to the lowest free place of its rack.
std::optional<QuickFix> moveInRack(const FixCase& c) {
    for (const Device* device : c.devices()) {
        const auto* in = std::get_if<InRack>(&device->placement);
        const Rack* rack = in ? c.design.racks.find(in->rack) : nullptr;
        const Part* part = findPart(c.project, device->part);
        if (!rack || !part)
            continue;
        const auto unit = firstFreeUnit(c.project, c.design, *rack, *part, in->face);
        if (!unit)
            continue;
        InRack next = *in;
        next.unit = *unit;
        return QuickFix{Message("fix.move-device").with("name", device->name).with("unit", *unit),
                        edits::moveDevice(c.target, device->id, next)};
    }
    return std::nullopt;
}

// PART-01: what devices consist of comes from the library; the system that a rack is by its part goes into it.
std::optional<QuickFix> makeWhole(const FixCase& c) {
    if (c.finding.message.id == cause_of::systemNotPlaced) {
        std::vector<Edit> systems;
        std::string name;
        for (const Subject subject : c.finding.subjects) {
            const Rack* rack = subject.kind == SubjectKind::Rack ? c.design.racks.find({subject.id}) : nullptr;
            const PartRow* row = rack ? c.project.parts.find(rack->part) : nullptr;
            if (!row)
                continue;
            Device system;
            system.name = rack->name + "-n1";
            system.role = "compute";
            system.placement = InRack{rack->id, 1, Face::Front, 0};
            systems.push_back(edits::placeDevice(c.target, std::move(system), row->part));
            name = rack->name;
        }
        if (systems.empty())
            return std::nullopt;
        const Message label = countedLabel("fix.system.", systems.size(), name);
        return QuickFix{label, asOneStep(std::move(systems), label)};
    }
    std::vector<Edit> parts;
    std::set<std::string> taken;
    std::string name;
    for (const Device* device : c.devices()) {
        const Part* part = findPart(c.project, device->part);
        for (const std::string& id : part&& c.library ? componentIds(*part) : std::vector<std::string>())
            if (const PartPtr component = taken.insert(id).second ? c.library(id) : nullptr) {
                name = partTitle(*component);
                parts.push_back(edits::addPart(component));
            }
    }
    if (parts.empty())
        return std::nullopt;
    const Message label = Message("fix.component").with("name", name);
    return QuickFix{label, asOneStep(std::move(parts), label)};
}

} // namespace

std::vector<QuickFixRow> rackFixes() {
    return {{"RACK-01", moveInRack}, {"RACK-06", turnDevices}, {"PART-01", makeWhole}};
}

} // namespace rackwright
