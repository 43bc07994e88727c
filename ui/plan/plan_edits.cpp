// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plan_edits.h"

#include "model/edits/cable_edits.h"
#include "model/edits/combined.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/pathway_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"

namespace rackwright {

namespace {

template <class Row>
std::vector<Id<Row>> idsOf(const std::vector<Subject>& subjects, SubjectKind kind) {
    std::vector<Id<Row>> ids;
    for (const Subject subject : subjects)
        if (subject.kind == kind)
            ids.push_back({subject.id});
    return ids;
}

// Where a thing on the floor stands after a move; nothing for what stands elsewhere.
template <class Row>
std::optional<Placement> movedOnFloor(const Row* row, Point by) {
    const auto* place = row ? std::get_if<OnFloor>(&row->placement) : nullptr;
    if (!place)
        return std::nullopt;
    OnFloor moved = *place;
    moved.centre = {moved.centre.x + by.x, moved.centre.y + by.y};
    return moved;
}

// The points that move with the selection: those selected, and the ends of selected stretches.
std::vector<Id<PathNode>> nodesOf(const Design& design, const std::vector<Subject>& subjects) {
    std::vector<Id<PathNode>> nodes = pathPointsOf(design, subjects);
    for (const Id<PathSegment> id : pathStretchesOf(design, subjects)) {
        const PathSegment* segment = design.pathSegments.find(id);
        nodes.push_back(segment->from);
        nodes.push_back(segment->to);
    }
    std::ranges::sort(nodes, {}, &Id<PathNode>::value);
    const auto twins = std::ranges::unique(nodes);
    nodes.erase(twins.begin(), twins.end());
    return nodes;
}

// One edit as it is, several as one step.
std::optional<Edit> joinedEdit(const char* text, const char* verb, std::vector<Edit> edits,
                               const std::vector<Subject>& subjects) {
    if (edits.empty())
        return std::nullopt;
    if (edits.size() == 1)
        return std::move(edits.front());
    std::string key;
    if (*verb) {
        key = verb;
        for (const Subject subject : subjects)
            key += ':' + std::to_string(subject.id);
    }
    return edits::combined(Message(text).with("count", subjects.size()), std::move(edits), std::move(key));
}

} // namespace

std::vector<Id<PathSegment>> pathStretchesOf(const Design& design, const std::vector<Subject>& subjects) {
    std::vector<Id<PathSegment>> found = idsOf<PathSegment>(subjects, SubjectKind::Pathway);
    std::erase_if(found, [&design](Id<PathSegment> id) { return !design.pathSegments.contains(id); });
    return found;
}

std::vector<Id<PathNode>> pathPointsOf(const Design& design, const std::vector<Subject>& subjects) {
    std::vector<Id<PathNode>> found = idsOf<PathNode>(subjects, SubjectKind::Pathway);
    std::erase_if(found, [&design](Id<PathNode> id) { return !design.pathNodes.contains(id); });
    return found;
}

std::vector<Id<Rack>> racksOf(const std::vector<Subject>& subjects) { return idsOf<Rack>(subjects, SubjectKind::Rack); }

std::optional<Edit> moveEdit(const Project& project, const std::vector<Subject>& subjects, Point by) {
    const edits::Target target = edits::activeTarget(project);
    const Design& design = *target.design();
    std::vector<Edit> edits;
    if (auto racks = racksOf(subjects); !racks.empty())
        edits.push_back(edits::moveRacks(target, std::move(racks), by));
    for (const Subject subject : subjects) {
        if (subject.kind == SubjectKind::Device) {
            if (const auto place = movedOnFloor(design.devices.find({subject.id}), by))
                edits.push_back(edits::moveDevice(target, {subject.id}, *place));
        } else if (subject.kind == SubjectKind::PowerElement) {
            if (const auto place = movedOnFloor(design.powerElements.find({subject.id}), by))
                edits.push_back(edits::movePowerElement(target, {subject.id}, *place));
        } else if (subject.kind == SubjectKind::CoolingUnit) {
            if (const auto place = movedOnFloor(design.coolingUnits.find({subject.id}), by))
                edits.push_back(edits::moveCoolingUnit(target, {subject.id}, *place));
        }
    }
    for (const Id<CoolingLoop> loop : idsOf<CoolingLoop>(subjects, SubjectKind::CoolingLoop))
        edits.push_back(edits::removeCoolingLoop(target, loop));
    if (auto objects = idsOf<RoomObject>(subjects, SubjectKind::RoomObject); !objects.empty())
        edits.push_back(edits::moveRoomObjects(target, std::move(objects), by));
    if (auto nodes = nodesOf(design, subjects); !nodes.empty())
        edits.push_back(edits::movePathNodes(target, std::move(nodes), by));
    return joinedEdit("undo.things.move", "plan.move", std::move(edits), subjects);
}

std::optional<Edit> removeEdit(const Project& project, const std::vector<Subject>& subjects) {
    const edits::Target target = edits::activeTarget(project);
    const Design& design = *target.design();
    std::vector<Edit> edits;
    // Devices before their racks, which would take them along.
    std::vector<Id<Device>> devices = idsOf<Device>(subjects, SubjectKind::Device);
    const std::vector<Id<Rack>> racks = racksOf(subjects);
    std::erase_if(devices, [&](Id<Device> id) {
        const Device* device = design.devices.find(id);
        return !device || std::ranges::find(racks, rackOf(*device)) != racks.end();
    });
    if (!devices.empty())
        edits.push_back(edits::removeDevices(target, std::move(devices)));
    const auto inRemovedRack = [&](const auto* row) {
        return row && std::ranges::find(racks, rackOf(row->placement)) != racks.end();
    };
    if (auto cables = idsOf<Cable>(subjects, SubjectKind::Cable); !cables.empty())
        edits.push_back(edits::removeCables(target, std::move(cables)));
    for (const Id<Network> network : idsOf<Network>(subjects, SubjectKind::Network))
        edits.push_back(edits::removeNetwork(target, network));
    auto elements = idsOf<PowerElement>(subjects, SubjectKind::PowerElement);
    std::erase_if(elements, [&](Id<PowerElement> id) { return inRemovedRack(design.powerElements.find(id)); });
    if (!elements.empty())
        edits.push_back(edits::removePowerElements(target, std::move(elements)));
    auto units = idsOf<CoolingUnit>(subjects, SubjectKind::CoolingUnit);
    std::erase_if(units, [&](Id<CoolingUnit> id) { return inRemovedRack(design.coolingUnits.find(id)); });
    if (!units.empty())
        edits.push_back(edits::removeCoolingUnits(target, std::move(units)));
    if (auto objects = idsOf<RoomObject>(subjects, SubjectKind::RoomObject); !objects.empty())
        edits.push_back(edits::removeRoomObjects(target, std::move(objects)));
    // Points before their stretches, which would take them along.
    const std::vector<Id<PathSegment>> segments = pathStretchesOf(design, subjects);
    std::vector<Id<PathNode>> nodes = pathPointsOf(design, subjects);
    std::erase_if(nodes, [&](Id<PathNode> id) {
        return std::ranges::any_of(segments, [&](Id<PathSegment> segment) {
            const PathSegment* row = design.pathSegments.find(segment);
            return row->from == id || row->to == id;
        });
    });
    if (!nodes.empty())
        edits.push_back(edits::removePathNodes(target, std::move(nodes)));
    if (!segments.empty())
        edits.push_back(edits::removePathSegments(target, segments));
    if (!racks.empty())
        edits.push_back(edits::removeRacks(target, racks));
    return joinedEdit("undo.things.remove", "", std::move(edits), subjects);
}

} // namespace rackwright
