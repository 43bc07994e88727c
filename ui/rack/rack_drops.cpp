// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_drops.h"

#include "model/edits/combined.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/rack_type_edits.h"
#include "model/parts/part_title.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rackwright {

namespace {

// The side that the rack has fewer of, so that a second PDU makes the pair.
FeedSide sideFor(const Design& design, Id<Rack> rack) {
    int balance = 0;
    design.powerElements.forEachWith<PowerElementsByRack>(rack, [&balance](const PowerElement& element) {
        balance += element.side == FeedSide::A ? 1 : element.side == FeedSide::B ? -1 : 0;
    });
    return balance > 0 ? FeedSide::B : FeedSide::A;
}

template <class Row>
std::string nameIn(const Table<Row>& table, const Rack* rack, std::string_view what) {
    auto names = edits::namesOf(table);
    return edits::freeName((rack ? rack->name + "-" : std::string()) + std::string(what), names);
}

Edit refuse(const std::string& name, Message message) {
    return {
        Message("undo.device.place").with("name", name), {}, [message = std::move(message)](const Project&, IdSource&) {
            return Result<ProjectPtr>(inputError(message));
        }};
}

std::optional<Placement> freePlaceBeside(const Project& project, const Design& design, Id<Rack> rack,
                                         const Part& part) {
    for (std::int64_t slot = 0; slot < kZeroUPlacesASide; ++slot)
        for (const Side side : {Side::Left, Side::Right})
            if (const Placement place = ZeroU{rack, side, slot}; canPlace(project, design, candidateOf(part), place))
                return place;
    return std::nullopt;
}

} // namespace

bool goesIntoRacks(const Part& part) {
    switch (part.category) {
    case PartCategory::Rack:
    case PartCategory::Nic:
    case PartCategory::Accelerator:
    case PartCategory::Processor:
    case PartCategory::Drive:
    case PartCategory::Transceiver:
    case PartCategory::CopperCable:
    case PartCategory::OpticalCable:
    case PartCategory::Fibre:
    case PartCategory::Software:
    case PartCategory::Service:
        return false;
    default:
        return part.mounting != Mounting::Floor;
    }
}

std::optional<Message> whyNotPlaced(const Part& part) {
    const auto because = [&part](const char* id) { return Message(id).with("part", partTitle(part)); };
    switch (part.category) {
    case PartCategory::Nic:
    case PartCategory::Accelerator:
    case PartCategory::Processor:
    case PartCategory::Drive:
        return because("place.built-in");
    case PartCategory::Transceiver:
    case PartCategory::CopperCable:
    case PartCategory::OpticalCable:
    case PartCategory::Fibre:
        return because("place.of-a-cable");
    case PartCategory::Software:
    case PartCategory::Service:
        return because("place.takes-none");
    default:
        return part.mounting == Mounting::InDevice ? std::optional(because("place.built-in")) : std::nullopt;
    }
}

// PDUs and manifolds that the catalogue gives no mounting hang there too.
bool hangsBeside(const Part& part) {
    return part.mounting == Mounting::ZeroU ||
           (part.mounting == Mounting::None &&
            (part.category == PartCategory::RackPdu || part.category == PartCategory::Manifold));
}

Candidate candidateOf(const Part& part) {
    return {part.model.empty() ? part.id : part.model, &part, edits::occupantKindOf(part), 0};
}

Edit dropPart(const edits::Target& target, const PartPtr& part, const Placement& placement) {
    const Design* design = target.design();
    const Rack* rack = design ? design->racks.find(rackOf(placement)) : nullptr;
    const std::string model = part->model.empty() ? part->id : part->model;
    if (const auto why = whyNotPlaced(*part))
        return refuse(model, *why);
    if (!design || !goesIntoRacks(*part))
        return refuse(model, Message("rack.not-into-racks").with("part", model));
    switch (edits::occupantKindOf(*part)) {
    case OccupantKind::PowerElement: {
        PowerElement element;
        element.kind =
            part->category == PartCategory::RackPdu ? PowerElementKind::RackPdu : PowerElementKind::PowerShelf;
        element.placement = placement;
        element.side = sideFor(*design, rackOf(placement));
        element.name = nameIn(design->powerElements, rack, element.side == FeedSide::A ? "A1" : "B1");
        return edits::putPowerElement(target, std::move(element), part);
    }
    case OccupantKind::CoolingUnit: {
        CoolingUnit unit;
        unit.kind = part->category == PartCategory::Cdu ? CoolingUnitKind::CduInRack : CoolingUnitKind::RearDoor;
        unit.placement = placement;
        unit.name = nameIn(design->coolingUnits, rack, part->category == PartCategory::Cdu ? "CDU" : "RDHX");
        if (unit.kind == CoolingUnitKind::RearDoor)
            return edits::hangRearDoor(target, std::move(unit), part);
        return edits::putCoolingUnit(target, std::move(unit), part);
    }
    case OccupantKind::Device:
        break;
    }
    Device device;
    device.placement = placement;
    device.name = nameIn(design->devices, rack, part->category == PartCategory::Switch ? "sw1" : "n1");
    return edits::placeDevice(target, std::move(device), part);
}

Edit dropPartInRack(const edits::Target& target, const PartPtr& part, Id<Rack> id) {
    const Design* design = target.design();
    const Rack* rack = design ? design->racks.find(id) : nullptr;
    const std::string model = candidateOf(*part).name;
    if (const auto why = whyNotPlaced(*part))
        return refuse(model, *why);
    if (!rack || !goesIntoRacks(*part))
        return refuse(model, Message("rack.not-into-racks").with("part", model));
    if (part->category == PartCategory::RackPdu && isRackScale(target.project, *rack))
        return refuse(model, Message("rack.system-takes-no-pdu").with("part", model).with("rack", rack->name));
    if (part->category == PartCategory::RearDoorExchanger)
        return dropPart(target, part, InRack{id, 1, Face::Rear, 0});
    if (hangsBeside(*part)) {
        const auto place = freePlaceBeside(target.project, *design, id, *part);
        return place ? dropPart(target, part, *place)
                     : refuse(model, Message("rack.no-zero-u-left").with("part", model).with("rack", rack->name));
    }
    if (edits::occupantKindOf(*part) == OccupantKind::Device)
        return edits::fillRacks(target, {id}, {part, 1, {}, Face::Front});
    const auto unit = firstFreeUnit(target.project, *design, *rack, *part, Face::Front);
    const InRack place{id, unit.value_or(1), Face::Front, 0};
    const Done fits = canPlace(target.project, *design, candidateOf(*part), place);
    const bool isFull = !unit && (fits || fits.error().message.id == "place.taken");
    return isFull ? refuse(model, Message("edit.rack-full").with("part", model).with("rack", rack->name))
                  : dropPart(target, part, place);
}

namespace {

constexpr std::uint64_t kTrialIds = std::uint64_t{1} << 62; // of rows that are thrown away

// Where a part would come to stand in a rack; nothing where it takes none.
std::optional<Placement> trialPlace(const Project& project, const PartPtr& part, Id<Rack> rack) {
    IdSource ids(kTrialIds);
    const Result<ProjectPtr> made = dropPartInRack(edits::activeTarget(project), part, rack).apply(project, ids);
    if (!made)
        return std::nullopt;
    std::optional<Placement> place;
    const auto look = [&](const auto& table) {
        for (const auto& row : table)
            if (row.id.value >= kTrialIds && rackOf(row.placement) == rack)
                place = row.placement;
    };
    const Design& design = *activeOption(**made).design;
    look(design.devices);
    look(design.powerElements);
    look(design.coolingUnits);
    return place;
}

// From rack to rack, the nearest first; a hall that is full far around is not tried to its end.
void findNext(const Project& project, const PartPtr& part, const std::vector<Id<Rack>>& chosen, BulkDrop& bulk) {
    constexpr std::size_t kMostTried = 40;
    const Design& design = *activeOption(project).design;
    const Rack* from = design.racks.find(bulk.refused.front());
    if (!from)
        return;
    std::vector<const Rack*> others;
    for (const Rack& rack : design.racks)
        if (rack.room == from->room && std::ranges::find(chosen, rack.id) == chosen.end())
            others.push_back(&rack);
    std::ranges::stable_sort(others, {}, [from](const Rack* rack) { return distance(rack->centre, from->centre); });
    others.resize(std::min(others.size(), kMostTried));
    for (const Rack* rack : others)
        if (const auto place = trialPlace(project, part, rack->id)) {
            bulk.nextRack = rack->id;
            bulk.nextPlace = *place;
            return;
        }
}

} // namespace

// What a rack refuses is found by trying: each on the design as those before it left it, since the second PDU of a rack
// takes the place beside the first and the other side.
BulkDrop dropIntoAll(const Project& project, const PartPtr& part, const std::vector<Id<Rack>>& racks,
                     std::int64_t each) {
    IdSource ids(kTrialIds);
    BulkDrop bulk;
    std::vector<Edit> edits;
    auto now = std::make_shared<const Project>(project);
    for (const Id<Rack> id : racks) {
        const std::size_t before = edits.size();
        for (std::int64_t count = 0; count < each; ++count) {
            Edit edit = dropPartInRack(edits::activeTarget(*now), part, id);
            Result<ProjectPtr> next = edit.apply(*now, ids);
            if (!next)
                break;
            edits.push_back(std::move(edit));
            now = std::move(*next);
        }
        if (edits.size() > before)
            ++bulk.taken;
        else
            bulk.refused.push_back(id);
    }
    bulk.placed = edits.size();
    if (!bulk.refused.empty())
        findNext(project, part, racks, bulk);
    if (!edits.empty())
        bulk.edit = edits::combined(Message("undo.rack.fill.many")
                                        .with("count", bulk.taken)
                                        .with("part", part->model.empty() ? part->id : part->model),
                                    std::move(edits));
    return bulk;
}

std::string bulkDropText(const Design& design, const Part& part, const BulkDrop& bulk, const Texts& texts) {
    if (bulk.refused.empty())
        return {};
    constexpr std::size_t most = 8;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, bulk.refused.size()); ++i)
        if (const Rack* rack = design.racks.find(bulk.refused[i]))
            names += (names.empty() ? "" : ", ") + rack->name;
    if (bulk.refused.size() > most)
        names += " …";
    const std::string told =
        texts.sentence(Message(bulk.taken > 0 ? "studio.drop-some-refuse" : "studio.drop-no-rack-takes")
                           .with("part", part.model.empty() ? part.id : part.model)
                           .with("taken", bulk.taken)
                           .with("count", bulk.taken + bulk.refused.size())
                           .with("racks", names));
    const Rack* next = design.racks.find(bulk.nextRack);
    if (!next)
        return told + ' ' + texts.text("studio.drop-next.none");
    Message where = Message("studio.drop-next").with("rack", next->name);
    if (const auto* in = std::get_if<InRack>(&bulk.nextPlace))
        where = Message("studio.drop-next.unit").with("rack", next->name).with("unit", in->unit);
    else if (const auto* beside = std::get_if<ZeroU>(&bulk.nextPlace))
        where = Message(beside->side == Side::Left ? "studio.drop-next.left" : "studio.drop-next.right")
                    .with("rack", next->name);
    return told + ' ' + texts.sentence(where);
}

Edit moveThings(const edits::Target& target, const std::vector<ThingMove>& moves, bool copies) {
    if (moves.size() == 1 && moves.front().thing.kind == SubjectKind::PowerElement)
        return edits::movePowerElement(target, {moves.front().thing.id}, moves.front().placement);
    if (moves.size() == 1 && moves.front().thing.kind == SubjectKind::CoolingUnit)
        return edits::moveCoolingUnit(target, {moves.front().thing.id}, moves.front().placement);
    std::vector<edits::DeviceMove> devices;
    for (const ThingMove& move : moves)
        if (move.thing.kind == SubjectKind::Device)
            devices.push_back({{move.thing.id}, move.placement});
    return copies ? edits::copyDevices(target, std::move(devices)) : edits::moveDevices(target, std::move(devices));
}

} // namespace rackwright
