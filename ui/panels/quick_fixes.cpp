// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/quick_fixes.h"

#include "model/design/occupancy.h"
#include "model/edits/combined_edit.h"
#include "model/edits/device_edits.h"
#include "model/edits/part_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "model/edits/workload_edits.h"
#include "model/parts/components.h"
#include "model/parts/part_title.h"
#include "solvers/workload/own_model.h"
#include "solvers/workload/row_parameters.h"
#include "ui/rack/rack_drops.h"

#include <array>
#include <set>

namespace rackwright {

namespace {

struct Case {
    const Finding& finding;
    const Project& project;
    const Design& design;
    edits::Target target;
    const PartFinder& library;
};

std::vector<const Device*> devicesOf(const Case& c) {
    std::vector<const Device*> found;
    for (const Subject subject : c.finding.subjects)
        if (subject.kind == SubjectKind::Device)
            if (const Device* device = c.design.devices.find({subject.id}))
                found.push_back(device);
    return found;
}

Message counted(const std::string& id, std::size_t count, const std::string& name) {
    return count == 1 ? Message(id + "one").with("name", name) : Message(id + "many").with("count", count);
}

Edit oneStep(std::vector<Edit> edits, const Message& text) {
    return edits.size() == 1 ? std::move(edits.front()) : edits::combined(text, std::move(edits));
}

// RACK-06: a device that blows into the cold aisle is mounted from the other face.
std::optional<QuickFix> turnDevices(const Case& c) {
    if (c.finding.message.id != "rule.RACK-06.cold-aisle")
        return std::nullopt;
    std::vector<Edit> turns;
    std::string name;
    for (const Device* device : devicesOf(c)) {
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
    const Message label = counted("fix.turn.", turns.size(), name);
    return QuickFix{label, oneStep(std::move(turns), label)};
}

// RACK-01: one of the two goes to the lowest free place of its rack.
std::optional<QuickFix> moveInRack(const Case& c) {
    for (const Device* device : devicesOf(c)) {
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

std::vector<std::vector<Point>> floorOutlines(const Case& c, const Rack& without) {
    std::vector<std::vector<Point>> taken;
    for (const Rack& rack : c.design.racks)
        if (rack.id != without.id && rack.room == without.room && rack.scope.isPresent())
            if (const auto footprint = footprintOf(c.project, rack))
                taken.push_back(corners(*footprint));
    const auto add = [&](const Placement& placement, Id<PartRow> id) {
        const auto* floor = std::get_if<OnFloor>(&placement);
        const Part* part = floor && floor->room == without.room ? findPart(c.project, id) : nullptr;
        if (const auto footprint = part ? footprintOf(*part, *floor) : std::nullopt)
            taken.push_back(corners(*footprint));
    };
    for (const PowerElement& element : c.design.powerElements)
        add(element.placement, element.part);
    for (const CoolingUnit& unit : c.design.coolingUnits)
        add(unit.placement, unit.part);
    for (const RoomObject& object : c.design.roomObjects) {
        if (object.room != without.room)
            continue;
        if (const auto* column = std::get_if<Column>(&object.shape))
            taken.push_back(column->outline);
        if (const auto* keepOut = std::get_if<KeepOut>(&object.shape))
            taken.push_back(keepOut->outline);
    }
    return taken;
}

// FLOOR-01: the rack goes to the nearest free place along its row, where one is within a few steps.
std::optional<QuickFix> moveOnFloor(const Case& c) {
    constexpr int kMostSteps = 40;
    for (const Subject subject : c.finding.subjects) {
        const Rack* rack = subject.kind == SubjectKind::Rack ? c.design.racks.find({subject.id}) : nullptr;
        const auto footprint = rack ? footprintOf(c.project, *rack) : std::nullopt;
        const Room* room = rack ? c.design.rooms.find(rack->room) : nullptr;
        if (!footprint || !room)
            continue;
        const auto taken = floorOutlines(c, *rack);
        const bool isUpright = rack->rotation.isQuarterTurn() && rack->rotation.inMillidegrees() % 180'000 != 0;
        for (int step = 1; step <= kMostSteps; ++step)
            for (const int sign : {1, -1}) {
                // In halves of its own width, so that a gap beside a neighbour is found.
                const Length way = footprint->width * (sign * step) / 2;
                Footprint tried = *footprint;
                (isUpright ? tried.centre.y : tried.centre.x) += way;
                const std::vector<Point> outline = corners(tried);
                const bool isFree =
                    isWithin(outline, room->outline) &&
                    std::ranges::none_of(taken, [&](const auto& other) { return overlap(outline, other); });
                if (!isFree)
                    continue;
                const Point by{tried.centre.x - footprint->centre.x, tried.centre.y - footprint->centre.y};
                return QuickFix{Message("fix.move-rack").with("name", rack->name),
                                edits::moveRacks(c.target, {rack->id}, by)};
            }
    }
    return std::nullopt;
}

// FLOOR-04: grates before the fronts that draw from no tile, one tile deep, where the floor is raised.
std::optional<QuickFix> layGrates(const Case& c) {
    if (c.finding.message.id != "rule.FLOOR-04.no-supply")
        return std::nullopt;
    std::vector<Edit> grates;
    std::string name;
    for (const Subject subject : c.finding.subjects) {
        const Rack* rack = subject.kind == SubjectKind::Rack ? c.design.racks.find({subject.id}) : nullptr;
        const auto footprint = rack ? footprintOf(c.project, *rack) : std::nullopt;
        const Room* room = rack ? c.design.rooms.find(rack->room) : nullptr;
        if (!footprint || !room)
            continue;
        const Length tile = room->gridPitch;
        RoomObject grate;
        grate.room = rack->room;
        grate.shape = FloorTile{corners({placed(*footprint, {Length(), -(footprint->depth + tile) / 2}),
                                         footprint->width, tile, footprint->rotation}),
                                FloorTileKind::Grate,
                                {}};
        grates.push_back(edits::putRoomObject(c.target, std::move(grate)));
        name = rack->name;
    }
    if (grates.empty())
        return std::nullopt;
    const Message label = counted("fix.grate.", grates.size(), name);
    return QuickFix{label, oneStep(std::move(grates), label)};
}

// A rack PDU like one that the rack has, on the first side that it has not, in a free 0U place.
std::optional<PowerElement> furtherPdu(const Case& c, Id<Rack> rack) {
    const auto elements = c.design.powerElements.allWith<PowerElementsByRack>(rack);
    const auto like = std::ranges::find_if(elements, [](const PowerElement* each) {
        return each->kind == PowerElementKind::RackPdu && std::holds_alternative<ZeroU>(each->placement);
    });
    const Part* part = like == elements.end() ? nullptr : findPart(c.project, (*like)->part);
    if (!part)
        return std::nullopt;
    PowerElement pdu = **like;
    pdu.id = {};
    for (const FeedSide side : {FeedSide::A, FeedSide::B, FeedSide::C, FeedSide::D})
        if (std::ranges::none_of(elements, [side](const PowerElement* each) { return each->side == side; })) {
            pdu.side = side;
            pdu.name += ' ';
            pdu.name += enumName(side);
            for (const Side where : {Side::Left, Side::Right})
                for (std::int64_t slot = 0; slot < kZeroUPlacesASide; ++slot) {
                    pdu.placement = ZeroU{rack, where, slot};
                    if (canPlace(c.project, c.design, candidateOf(*part), pdu.placement))
                        return pdu;
                }
            return std::nullopt;
        }
    return std::nullopt;
}

// POWER-05: the racks get a PDU on one more feed, so that a lost one takes fewer supplies. What feeds it is drawn next.
std::optional<QuickFix> addFeed(const Case& c) {
    constexpr std::size_t kMostRacks = 1000; // more are worked on by rack type, not by one click
    std::set<Id<Rack>> racks;
    for (const Device* device : devicesOf(c))
        if (const Id<Rack> rack = rackOf(device->placement))
            racks.insert(rack);
    if (racks.empty() || racks.size() > kMostRacks)
        return std::nullopt;
    std::vector<Edit> edits;
    std::string name;
    for (const Id<Rack> id : racks) {
        std::optional<PowerElement> pdu = furtherPdu(c, id);
        if (!pdu)
            return std::nullopt;
        edits.push_back(edits::putPowerElement(c.target, std::move(*pdu)));
        const Rack* rack = c.design.racks.find(id);
        name = rack ? rack->name : std::string();
    }
    const Message label = counted("fix.feed.", edits.size(), name);
    return QuickFix{label, oneStep(std::move(edits), label)};
}

// PART-01: what devices consist of comes from the library; the system that a rack is by its part goes into it.
std::optional<QuickFix> makeWhole(const Case& c) {
    if (c.finding.message.id == "rule.PART-01.system") {
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
        const Message label = counted("fix.system.", systems.size(), name);
        return QuickFix{label, oneStep(std::move(systems), label)};
    }
    std::vector<Edit> parts;
    std::set<std::string> taken;
    std::string name;
    for (const Device* device : devicesOf(c)) {
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
    return QuickFix{label, oneStep(std::move(parts), label)};
}

struct PlanFix {
    const char* message; ///< of the finding
    const char* text;
    std::vector<Parameter> settings; ///< of the workload; an empty value takes one away
    bool movesOn = false;            ///< only what has left the accelerators
};

std::vector<PlanFix> planFixes() {
    std::vector<Parameter> freely;
    for (const char* parameter : {"tp", "pp", "vp", "dp", "cp", "ep", "micro-batch", "zero", "shard", "offload",
                                  "offload-weights", "recompute"})
        freely.push_back({parameter, {}});
    std::vector<Parameter> offload = freely;
    for (const Parameter& each : {Parameter{"offload", "cpu"}, {"offload-weights", "cpu"}, {"recompute", "full"}})
        setParameter(offload, each.name, each.value);
    const std::vector<Parameter> keep = {{"offload", {}}, {"offload-weights", {}}};
    return {
        {"rule.TRAIN-01.recompute", "fix.plan.recompute", {{"recompute", "full"}}},
        {"rule.TRAIN-01.split", "fix.plan.split", freely},
        {"rule.TRAIN-01.offload", "fix.plan.offload", offload},
        {"rule.TRAIN-01.host.keep", "fix.plan.keep", keep},
        {"rule.TRAIN-01.drives.keep", "fix.plan.keep", keep},
        {"rule.TRAIN-01.host.drives", "fix.plan.to-drives", {{"offload", "nvme"}, {"offload-weights", "nvme"}}, true},
        {"rule.TRAIN-01.drives.host", "fix.plan.to-host", {{"offload", "cpu"}, {"offload-weights", "cpu"}}, true}};
}

// TRAIN-01: the change of plan that the finding names.
std::optional<QuickFix> changePlan(const Case& c) {
    const std::vector<PlanFix> fixes = planFixes();
    const auto fix = std::ranges::find(fixes, c.finding.message.id, [](const PlanFix& each) { return each.message; });
    if (fix == fixes.end())
        return std::nullopt;
    for (const Subject subject : c.finding.subjects) {
        const Workload* found = subject.kind == SubjectKind::Workload ? c.design.workloads.find({subject.id}) : nullptr;
        if (!found)
            continue;
        Workload workload = *found;
        for (const Parameter& each : fix->settings)
            // Weights that lie on the accelerators stay there while the others move on.
            if (!fix->movesOn || !parameterWord(workload.parameters, each.name, "").empty())
                setParameter(workload.parameters, each.name, each.value);
        const Message label = Message(fix->text).with("name", workload.name);
        Edit edit = edits::putWorkload(c.target, std::move(workload));
        edit.text = label;
        return QuickFix{label, std::move(edit)};
    }
    return std::nullopt;
}

struct FixRow {
    const char* rule;
    std::optional<QuickFix> (*fix)(const Case&);
};
constexpr std::array kFixes = {FixRow{"RACK-01", moveInRack},   FixRow{"RACK-06", turnDevices},
                               FixRow{"FLOOR-01", moveOnFloor}, FixRow{"FLOOR-04", layGrates},
                               FixRow{"PART-01", makeWhole},    FixRow{"POWER-05", addFeed},
                               FixRow{"TRAIN-01", changePlan}};

} // namespace

std::optional<QuickFix> quickFixOf(const Finding& finding, const Project& of, const PartFinder& library) {
    const auto row = std::ranges::find_if(kFixes, [&](const FixRow& each) { return each.rule == finding.rule->id; });
    if (finding.state != RuleState::Failed || row == kFixes.end())
        return std::nullopt;
    return row->fix({finding, of, *activeOption(of).design, edits::activeTarget(of), library});
}

} // namespace rackwright
