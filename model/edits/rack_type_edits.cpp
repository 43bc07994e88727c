// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/rack_type_edits.h"

#include "model/design/occupancy.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/removal.h"

namespace rackwright::edits {

namespace {

constexpr std::string_view kRackMark = "{rack}";
constexpr std::string_view kNumberMark = "{n}";

void replaceAll(std::string& text, std::string_view mark, const std::string& with) {
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + with.size()))
        text.replace(at, mark.size(), with);
}

std::string slotName(const RackSlot& slot, const Rack& rack) {
    std::string name = slot.namePattern.empty() ? "{rack}-{n}" : slot.namePattern;
    replaceAll(name, kRackMark, rack.name);
    replaceAll(name, kNumberMark, std::to_string(slot.slot));
    return name;
}

// The side of a PDU stands in the role of its slot.
FeedSide sideOf(const RackSlot& slot) {
    return slot.role == "A" ? FeedSide::A : slot.role == "B" ? FeedSide::B : FeedSide::None;
}
std::string roleOf(FeedSide side) { return side == FeedSide::A ? "A" : side == FeedSide::B ? "B" : ""; }

// "A01-n1" is "{rack}-n1", and of what keeps no number of its own "Door A01" is "Door {rack}".
std::string namePattern(const std::string& name, const Rack& rack, OccupantKind kind) {
    const std::size_t at = rack.name.empty() ? std::string::npos : name.find(rack.name);
    if (at == 0 || (at != std::string::npos && kind != OccupantKind::Device))
        return std::string(name).replace(at, rack.name.size(), kRackMark);
    return kind == OccupantKind::Device ? "{rack}-{n}" : std::string(kRackMark).append(" ").append(name);
}

OccupantKind kindOf(const Project& project, const RackSlot& slot) {
    const Part* part = findPart(project, slot.part);
    return part ? occupantKindOf(*part) : OccupantKind::Device;
}

Placement slotPlacement(const RackSlot& slot, Id<Rack> rack) {
    if (slot.unit == 0)
        return ZeroU{rack, slot.side, slot.column};
    return InRack{rack, slot.unit, slot.face, slot.column};
}

bool isOverridden(const std::vector<std::string>& overrides, std::string_view field) {
    return std::ranges::find(overrides, field) != overrides.end();
}

/// Brings racks into line with a type and notes the effects.
class TypeWriter {
public:
    /// `old`: the type as the racks show it; null where they join.
    TypeWriter(const Project& project, Design& design, IdSource& ids, const RackType& type,
               const RackType* old = nullptr)
        : m_project(project), m_design(design), m_ids(ids), m_type(type), m_old(old) {}

    Done write(Rack rack) {
        adopt(rack);
        rewriteRack(rack);
        std::vector<Device> devices;
        m_design.devices.forEachWith<DevicesByRack>(rack.id, [&](const Device& device) {
            if (device.slot != 0)
                devices.push_back(device);
        });
        takeSlotless(rack, devices);
        for (const RackSlot& slot : m_type.slots)
            if (kindOf(m_project, slot) == OccupantKind::Device)
                writeSlot(rack, slot, devices);
        if (Done written = writeEquipment(rack, OccupantKind::PowerElement); !written)
            return written;
        if (Done written = writeEquipment(rack, OccupantKind::CoolingUnit); !written)
            return written;
        return checkPlaces(rack);
    }

    std::vector<TypeEffectRow> takeEffects() { return std::move(m_effects); }

private:
    // A rack that joins may hold already what the type asks for: the same part at the same place becomes the slot's
    // device, under its own name.
    void adopt(const Rack& rack) {
        std::vector<Device> own;
        m_design.devices.forEachWith<DevicesByRack>(rack.id, [&](const Device& device) { own.push_back(device); });
        for (const RackSlot& slot : m_type.slots) {
            if (std::ranges::find(own, slot.slot, &Device::slot) != own.end())
                continue;
            const Placement place = slotPlacement(slot, rack.id);
            const auto same = std::ranges::find_if(own, [&](const Device& device) {
                return device.slot == 0 && device.part == slot.part && device.placement == place;
            });
            if (same == own.end())
                continue;
            same->slot = slot.slot;
            if (same->name != slotName(slot, rack))
                markOverride(*same, "name");
            if (same->role != slot.role)
                markOverride(*same, "role");
            m_design.devices = m_design.devices.with(*same);
        }
    }

    void rewriteRack(Rack& rack) {
        if (rack.part != m_type.part && rack.rackType == m_type.id) {
            const bool isKept = isOverridden(rack.overrides, "part");
            m_effects.push_back({isKept ? TypeEffect::Kept : TypeEffect::Changed, rack.id, {}, "part"});
            if (!isKept)
                rack.part = m_type.part;
        }
        rack.rackType = m_type.id;
        rack.typeVersion = m_type.version;
        m_design.racks = m_design.racks.with(rack);
    }

    // Devices whose slot is no longer in the type go, unless a person had changed them.
    void takeSlotless(const Rack& rack, std::vector<Device>& devices) {
        std::vector<Id<Device>> gone;
        for (const Device& device : devices) {
            if (std::ranges::find(m_type.slots, device.slot, &RackSlot::slot) != m_type.slots.end())
                continue;
            const bool isKept = !device.overrides.empty();
            m_effects.push_back({isKept ? TypeEffect::Kept : TypeEffect::Removed, rack.id, device.id, {}});
            if (!isKept)
                gone.push_back(device.id);
        }
        takeDevices(m_design, std::move(gone));
    }

    void writeSlot(const Rack& rack, const RackSlot& slot, const std::vector<Device>& devices) {
        const auto found = std::ranges::find(devices, slot.slot, &Device::slot);
        if (found == devices.end()) {
            Device device;
            device.id = m_ids.take<Device>();
            device.name = slotName(slot, rack);
            device.part = slot.part;
            device.placement = slotPlacement(slot, rack.id);
            device.role = slot.role;
            device.slot = slot.slot;
            m_effects.push_back({TypeEffect::Added, rack.id, device.id, {}});
            m_design.devices = m_design.devices.with(std::move(device));
            return;
        }
        Device device = *found;
        rewrite(rack, device, "part", device.part, slot.part);
        rewrite(rack, device, "placement", device.placement, slotPlacement(slot, rack.id));
        rewrite(rack, device, "name", device.name, slotName(slot, rack));
        rewrite(rack, device, "role", device.role, slot.role);
        m_design.devices = m_design.devices.with(std::move(device));
    }

    template <class T>
    void rewrite(const Rack& rack, const Device& device, std::string_view field, T& member, const T& value) {
        if (member == value)
            return;
        const bool isKept = isOverridden(device.overrides, field);
        m_effects.push_back({isKept ? TypeEffect::Kept : TypeEffect::Changed, rack.id, device.id, std::string(field)});
        if (!isKept)
            member = value;
    }

    // PDUs and cooling units know no slot: what stands with the part of a slot in its place is the slot's. What a
    // person moved, exchanged or took away stays so.
    Done writeEquipment(const Rack& rack, OccupantKind kind) {
        const auto slotOf = [&](const RackType& type, std::int64_t number) {
            const auto found = std::ranges::find(type.slots, number, &RackSlot::slot);
            return found != type.slots.end() && kindOf(m_project, *found) == kind ? &*found : nullptr;
        };
        // Those that go make room first.
        if (m_old)
            for (const RackSlot& was : m_old->slots)
                if (kindOf(m_project, was) == kind && !slotOf(m_type, was.slot))
                    if (Done written = writeThing(rack, kind, &was, nullptr); !written)
                        return written;
        for (const RackSlot& now : m_type.slots)
            if (kindOf(m_project, now) == kind)
                if (Done written = writeThing(rack, kind, m_old ? slotOf(*m_old, now.slot) : nullptr, &now); !written)
                    return written;
        return done();
    }
    Done writeThing(const Rack& rack, OccupantKind kind, const RackSlot* was, const RackSlot* now) {
        return kind == OccupantKind::PowerElement
                   ? writeRow<PowerElementsByRack>(&Design::powerElements, rack, was, now)
                   : writeRow<CoolingUnitsByRack>(&Design::coolingUnits, rack, was, now);
    }

    template <class Index, class Row>
    Done writeRow(Table<Row> Design::*table, const Rack& rack, const RackSlot* was, const RackSlot* now) {
        if (was && now && *was == *now)
            return done();
        const RackSlot& shown = was ? *was : *now;
        const Row* there = nullptr;
        for (const Row* row : (m_design.*table).template allWith<Index>(rack.id))
            if (!there && row->part == shown.part && row->placement == slotPlacement(shown, rack.id))
                there = row;
        if (was && !there) {
            m_effects.push_back({TypeEffect::Kept, rack.id, {}, {}, slotName(shown, rack)});
            return done();
        }
        if (!was && there)
            return done();
        Row next = there ? *there : Row{};
        if (!now) {
            m_effects.push_back({TypeEffect::Removed, rack.id, {}, {}, next.name});
            take(next);
            return done();
        }
        if (!there)
            next.name = slotName(*now, rack);
        next.part = now->part;
        next.placement = slotPlacement(*now, rack.id);
        m_effects.push_back({there ? TypeEffect::Changed : TypeEffect::Added, rack.id, {}, {}, next.name});
        return put(std::move(next), *now);
    }

    void take(const PowerElement& element) { takePowerElements(m_design, {element.id}); }
    void take(const CoolingUnit& unit) { takeCoolingUnits(m_design, {unit.id}); }

    Done put(PowerElement element, const RackSlot& slot) {
        const Part* part = findPart(m_project, element.part);
        element.kind =
            part && part->category == PartCategory::RackPdu ? PowerElementKind::RackPdu : PowerElementKind::PowerShelf;
        element.side = sideOf(slot);
        if (Done fits = canPlace(m_project, m_design,
                                 {element.name, part, OccupantKind::PowerElement, element.id.value}, element.placement);
            !fits)
            return fits;
        if (!element.id)
            element.id = m_ids.take<PowerElement>();
        m_design.powerElements = m_design.powerElements.with(std::move(element));
        return done();
    }
    Done put(CoolingUnit unit, const RackSlot&) {
        const Part* part = findPart(m_project, unit.part);
        unit.kind =
            part && part->category == PartCategory::Cdu ? CoolingUnitKind::CduInRack : CoolingUnitKind::RearDoor;
        if (unit.kind == CoolingUnitKind::RearDoor && !unit.id)
            return hangDoor(m_project, m_design, m_ids, std::move(unit));
        const bool isDoor = unit.kind == CoolingUnitKind::RearDoor;
        const Candidate thing{unit.name, part, OccupantKind::CoolingUnit, unit.id.value};
        if (Done fits = isDoor ? checkRackForm(m_project, m_design, unit.name, part, rackOf(unit.placement))
                               : canPlace(m_project, m_design, thing, unit.placement);
            !fits)
            return fits;
        if (!unit.id)
            unit.id = m_ids.take<CoolingUnit>();
        m_design.coolingUnits = m_design.coolingUnits.with(std::move(unit));
        return done();
    }

    Done checkPlaces(const Rack& rack) const {
        for (const Device* device : m_design.devices.allWith<DevicesByRack>(rack.id)) {
            if (device->slot == 0)
                continue;
            const Candidate thing{device->name, findPart(m_project, device->part), OccupantKind::Device,
                                  device->id.value};
            if (Done fits = canPlace(m_project, m_design, thing, device->placement); !fits)
                return fits;
        }
        return done();
    }

    const Project& m_project;
    Design& m_design;
    IdSource& m_ids;
    const RackType& m_type;
    const RackType* m_old;
    std::vector<TypeEffectRow> m_effects;
};

Rack memberRack(const ScalableUnitMember& member, std::int64_t number, Id<Room> room, Point origin) {
    Rack rack;
    rack.room = room;
    rack.centre = {origin.x + member.offset.x + member.step.x * number,
                   origin.y + member.offset.y + member.step.y * number};
    rack.rotation = member.rotation;
    return rack;
}

} // namespace

void markOverride(Device& device, std::string_view field) {
    if (device.slot != 0 && !isOverridden(device.overrides, field))
        device.overrides.emplace_back(field);
}

OccupantKind occupantKindOf(const Part& part) {
    switch (part.category) {
    case PartCategory::RackPdu:
    case PartCategory::PowerShelf:
        return OccupantKind::PowerElement;
    case PartCategory::Cdu:
    case PartCategory::RearDoorExchanger:
        return OccupantKind::CoolingUnit;
    default:
        return OccupantKind::Device;
    }
}

RackType rackTypeOf(const Design& design, const Rack& rack, std::string name) {
    RackType type;
    type.name = std::move(name);
    type.part = rack.part;
    const auto add = [&](const auto& thing, std::string role, OccupantKind kind) {
        RackSlot slot;
        slot.slot = static_cast<std::int64_t>(type.slots.size()) + 1;
        if (const auto* in = std::get_if<InRack>(&thing.placement)) {
            slot.unit = in->unit;
            slot.face = in->face;
            slot.column = in->column;
        } else if (const auto* beside = std::get_if<ZeroU>(&thing.placement)) {
            slot.unit = 0;
            slot.side = beside->side;
            slot.column = beside->slot;
        }
        slot.part = thing.part;
        slot.role = std::move(role);
        slot.namePattern = namePattern(thing.name, rack, kind);
        type.slots.push_back(std::move(slot));
    };
    design.devices.forEachWith<DevicesByRack>(
        rack.id, [&](const Device& device) { add(device, device.role, OccupantKind::Device); });
    // What has ratings only, and no part, cannot be put into another rack.
    design.powerElements.forEachWith<PowerElementsByRack>(rack.id, [&](const PowerElement& element) {
        if (element.part)
            add(element, roleOf(element.side), OccupantKind::PowerElement);
    });
    design.coolingUnits.forEachWith<CoolingUnitsByRack>(rack.id, [&](const CoolingUnit& unit) {
        if (unit.part)
            add(unit, {}, OccupantKind::CoolingUnit);
    });
    return type;
}

Edit saveRackType(const Target& target, Id<Rack> rack, std::string name) {
    Message text = Message("undo.rack-type.save").with("name", name);
    auto apply = [rack, name = std::move(name)](const Project&, const Design& design, IdSource& ids) -> Result<Design> {
        const Rack* row = design.racks.find(rack);
        if (!row)
            return missingRow("rack");
        if (name.empty())
            return badValue("edit.name-empty");
        Design next = design;
        RackType type = rackTypeOf(design, *row, name);
        type.id = ids.take<RackType>();
        Rack first = *row;
        first.rackType = type.id;
        first.typeVersion = type.version;
        std::vector<Device> devices;
        design.devices.forEachWith<DevicesByRack>(rack, [&](Device device) {
            const RackSlot& slot = type.slots[devices.size()];
            device.slot = slot.slot;
            device.overrides.clear();
            // A name that no pattern gives is the person's own: the type never writes over it.
            if (slotName(slot, first) != device.name)
                markOverride(device, "name");
            devices.push_back(std::move(device));
        });
        next.rackTypes = design.rackTypes.with(std::move(type));
        next.racks = design.racks.with(std::move(first));
        next.devices = design.devices.with(std::move(devices));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit applyRackType(const Target& target, Id<RackType> type, std::vector<Id<Rack>> racks) {
    Message text = namedText(target, "undo.rack-type.apply.", &Design::racks, racks);
    auto apply = [type, racks = std::move(racks)](const Project& project, const Design& design,
                                                  IdSource& ids) -> Result<Design> {
        const RackType* row = design.rackTypes.find(type);
        if (!row)
            return missingRow("rack-type");
        Design next = design;
        TypeWriter writer(project, next, ids, *row);
        for (const Id<Rack> id : racks) {
            const Rack* rack = design.racks.find(id);
            if (!rack)
                return missingRow("rack");
            Rack joined = *rack;
            joined.rackType = type;
            if (Done written = writer.write(std::move(joined)); !written)
                return written.error();
        }
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Result<RackTypeOutcome> withRackType(const Project& project, const Design& design, RackType type, IdSource& ids) {
    const RackType* old = design.rackTypes.find(type.id);
    if (!old)
        return missingRow("rack-type");
    type.version = old->version + 1;
    RackTypeOutcome outcome{design, {}};
    outcome.design.rackTypes = design.rackTypes.with(type);
    TypeWriter writer(project, outcome.design, ids, type, old);
    for (const Rack& rack : design.racks)
        if (rack.rackType == type.id)
            if (Done written = writer.write(rack); !written)
                return written.error();
    outcome.effects = writer.takeEffects();
    return outcome;
}

Edit changeRackType(const Target& target, RackType type) {
    Message text = Message("undo.rack-type.change").with("name", type.name);
    auto apply = [type = std::move(type)](const Project& project, const Design& design,
                                          IdSource& ids) -> Result<Design> {
        Result<RackTypeOutcome> outcome = withRackType(project, design, type, ids);
        if (!outcome)
            return outcome.error();
        return std::move(outcome->design);
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit detachRacks(const Target& target, std::vector<Id<Rack>> racks) {
    Message text = namedText(target, "undo.rack-type.detach.", &Design::racks, racks);
    auto apply = [racks = std::move(racks)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        Result<std::vector<Rack>> rows = rowsOf(design.racks, racks, "rack");
        if (!rows)
            return rows.error();
        std::vector<Device> devices;
        for (Rack& rack : *rows) {
            rack.rackType = {};
            rack.typeVersion = 0;
            rack.overrides.clear();
            design.devices.forEachWith<DevicesByRack>(rack.id, [&devices](Device device) {
                device.slot = 0;
                device.overrides.clear();
                devices.push_back(std::move(device));
            });
        }
        Design next = design;
        next.racks = design.racks.with(std::move(*rows));
        next.devices = design.devices.with(std::move(devices));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit removeRackType(const Target& target, Id<RackType> type) {
    auto apply = [type](const Project&, const Design& design, IdSource&) -> Result<Design> {
        const RackType* row = design.rackTypes.find(type);
        if (!row)
            return missingRow("rack-type");
        const bool isInRack = std::ranges::any_of(design.racks, [type](const Rack& r) { return r.rackType == type; });
        const bool isInUnit = std::ranges::any_of(design.scalableUnits, [type](const ScalableUnit& unit) {
            return std::ranges::find(unit.members, type, &ScalableUnitMember::rackType) != unit.members.end();
        });
        if (isInRack || isInUnit)
            return inputError(Message("edit.rack-type-in-use").with("name", row->name));
        Design next = design;
        next.rackTypes = design.rackTypes.without(type);
        return next;
    };
    return designEdit(namedText(target, "undo.rack-type.remove.", &Design::rackTypes, std::vector{type}), target.option,
                      apply);
}

Edit putScalableUnit(const Target& target, ScalableUnit unit) {
    Message text = Message("undo.scalable-unit.put").with("name", unit.name);
    return putRow(target, std::move(text), &Design::scalableUnits, std::move(unit),
                  [](const Project&, const Design& design, const ScalableUnit& row) -> Done {
                      for (const ScalableUnitMember& member : row.members) {
                          if (!design.rackTypes.contains(member.rackType))
                              return missingRow("rack-type");
                          if (member.count < 1)
                              return badValue("edit.member-count");
                      }
                      return done();
                  });
}

Edit removeScalableUnit(const Target& target, Id<ScalableUnit> unit) {
    auto apply = [unit](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (!design.scalableUnits.contains(unit))
            return missingRow("scalable-unit");
        Design next = design;
        next.scalableUnits = design.scalableUnits.without(unit);
        return next;
    };
    return designEdit(namedText(target, "undo.scalable-unit.remove.", &Design::scalableUnits, std::vector{unit}),
                      target.option, apply);
}

Edit placeScalableUnit(const Target& target, Id<ScalableUnit> unit, Id<Room> room, Point origin, std::string row) {
    Message text = namedText(target, "undo.scalable-unit.place.", &Design::scalableUnits, std::vector{unit});
    auto apply = [unit, room, origin, row = std::move(row)](const Project& project, const Design& design,
                                                            IdSource& ids) -> Result<Design> {
        const ScalableUnit* found = design.scalableUnits.find(unit);
        if (!found)
            return missingRow("scalable-unit");
        if (!design.rooms.contains(room))
            return missingRow("room");
        Design next = design;
        auto names = namesOf(design.racks);
        for (const ScalableUnitMember& member : found->members) {
            const RackType* type = design.rackTypes.find(member.rackType);
            TypeWriter writer(project, next, ids, *type);
            for (std::int64_t i = 0; i < member.count; ++i) {
                Rack rack = memberRack(member, i, room, origin);
                rack.id = ids.take<Rack>();
                rack.row = row;
                rack.name = freeName((row.empty() ? std::string("R") : row) + "01", names);
                rack.part = type->part;
                rack.rackType = type->id;
                if (Done written = writer.write(std::move(rack)); !written)
                    return written.error();
            }
        }
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

} // namespace rackwright::edits
