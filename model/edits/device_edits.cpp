// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/device_edits.h"

#include "model/design/occupancy.h"
#include "model/edits/copying.h"
#include "model/edits/part_edits.h"
#include "model/edits/rack_type_edits.h"
#include "model/edits/removal.h"

namespace rackwright::edits {

namespace {

template <class Change>
Edit changeDevices(const Target& target, std::string_view id, std::vector<Id<Device>> devices, Change change,
                   std::string mergeKey = {}) {
    Message text = namedText(target, id, &Design::devices, devices);
    return changeRows(target, std::move(text), &Design::devices, std::move(devices), "device", std::move(change),
                      std::move(mergeKey));
}

std::vector<Id<Device>> devicesOf(const std::vector<DeviceMove>& moves) {
    std::vector<Id<Device>> devices;
    for (const DeviceMove& move : moves)
        devices.push_back(move.device);
    return devices;
}

bool isWholeRackSystem(const Project& project, const Device& device) {
    const Part* part = findPart(project, device.part);
    return part && (part->mounting == Mounting::WholeRack || part->category == PartCategory::RackScaleSystem);
}

std::string modelName(const Part& part) { return part.model.empty() ? part.id : part.model; }

// A rack is full only where the part would go into it at all.
Error whyNoPlace(const Project& project, const Design& design, const Rack& rack, const Filling& filling) {
    const std::string part = modelName(*filling.part);
    if (!rackSpace(project, rack))
        return inputError(Message("edit.rack-height-unknown").with("rack", rack.name).with("part", part));
    const Done lowest = canPlace(project, design, {part, filling.part.get()}, InRack{rack.id, 1, filling.face, 0});
    const bool isTaken =
        lowest || lowest.error().message.id == "place.taken" || lowest.error().message.id == "place.not-alone";
    return isTaken ? inputError(Message("edit.rack-full").with("rack", rack.name).with("part", part)) : lowest.error();
}

Done fillRack(const Project& project, Design& design, IdSource& ids, const Rack& rack, Id<PartRow> row,
              const Filling& filling, std::unordered_set<std::string>& names) {
    std::int64_t placed = 0;
    for (; placed < filling.count; ++placed) {
        const auto unit = firstFreeUnit(project, design, rack, *filling.part, filling.face);
        if (!unit)
            break;
        Device device;
        device.id = ids.take<Device>();
        device.name = freeName(rack.name + '-' + (filling.role.empty() ? "d" : filling.role) + '1', names);
        device.part = row;
        device.placement = InRack{rack.id, *unit, filling.face, 0};
        device.role = filling.role;
        design.devices = design.devices.with(std::move(device));
    }
    return placed > 0 ? done() : Done(whyNoPlace(project, design, rack, filling));
}

} // namespace

Edit placeDevice(const Target& target, Device device, PartPtr part) {
    Message text = Message("undo.device.place").with("name", device.name.empty() ? modelName(*part) : device.name);
    auto change = [device = std::move(device), part = std::move(part)](Project& project, Design& design,
                                                                       IdSource& ids) -> Done {
        Device placed = device;
        if (placed.name.empty()) {
            auto names = namesOf(design.devices);
            placed.name = freeName(modelName(*part) + " 1", names);
        }
        const Candidate thing{placed.name, part.get()};
        if (Done fits = canPlace(project, design, thing, placed.placement); !fits)
            return fits;
        placed.id = ids.take<Device>();
        placed.part = embedPart(project, ids, part);
        design.devices = design.devices.with(std::move(placed));
        return done();
    };
    return changeBoth(target, std::move(text), std::move(change));
}

Edit moveDevice(const Target& target, Id<Device> device, Placement placement) {
    return changeDevices(
        target, "undo.device.move.", {device},
        [placement](const Project& project, const Design& design, Device& row) -> Done {
            const Candidate thing{row.name, findPart(project, row.part), OccupantKind::Device, row.id.value};
            if (Done fits = canPlace(project, design, thing, placement); !fits)
                return fits;
            row.placement = placement;
            markOverride(row, "placement");
            return done();
        },
        mergeKeyOf("move-device", std::vector{device}));
}

Edit moveDevices(const Target& target, std::vector<DeviceMove> moves) {
    const std::vector<Id<Device>> devices = devicesOf(moves);
    auto apply = [moves = std::move(moves)](const Project& project, const Design& design, IdSource&) -> Result<Design> {
        Result<std::vector<Device>> rows = rowsOf(design.devices, devicesOf(moves), "device");
        if (!rows)
            return rows.error();
        Design next = design;
        for (Device& row : *rows) {
            Device lifted = row;
            lifted.placement = Unplaced{};
            next.devices = next.devices.with(std::move(lifted));
        }
        for (std::size_t i = 0; i < moves.size(); ++i) {
            Device& row = (*rows)[i];
            const Candidate thing{row.name, findPart(project, row.part), OccupantKind::Device, row.id.value};
            if (Done fits = canPlace(project, next, thing, moves[i].placement); !fits)
                return fits.error();
            if (row.placement != moves[i].placement)
                markOverride(row, "placement");
            row.placement = moves[i].placement;
            next.devices = next.devices.with(std::move(row));
        }
        return next;
    };
    return designEdit(namedText(target, "undo.device.move.", &Design::devices, devices), target.option,
                      std::move(apply), mergeKeyOf("move-device", devices));
}

Edit copyDevices(const Target& target, std::vector<DeviceMove> copies) {
    Message text = namedText(target, "undo.device.copy.", &Design::devices, devicesOf(copies));
    auto apply = [copies = std::move(copies)](const Project& project, const Design& design,
                                              IdSource& ids) -> Result<Design> {
        if (Result<std::vector<Device>> rows = rowsOf(design.devices, devicesOf(copies), "device"); !rows)
            return rows.error();
        RowCollector collector(design);
        collector.add({.devices = devicesOf(copies)});
        Design next = design;
        RowPaster paster(collector.rows(), next, ids);
        paster.joinOwn();
        for (const DeviceMove& copy : copies)
            paster.place(copy.device.value, copy.placement);
        paster.paste({});
        for (const DeviceMove& copy : copies) {
            const Device* made = next.devices.find({paster.madeOf(copy.device.value)});
            const Candidate thing{made->name, findPart(project, made->part), OccupantKind::Device, made->id.value};
            if (Done fits = canPlace(project, next, thing, made->placement); !fits)
                return fits.error();
        }
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit renameDevice(const Target& target, Id<Device> device, std::string name) {
    return changeDevices(
        target, "undo.device.rename.", {device},
        [name = std::move(name)](const Project&, const Design&, Device& row) -> Done {
            if (name.empty())
                return badValue("edit.name-empty");
            row.name = name;
            markOverride(row, "name");
            return done();
        },
        mergeKeyOf("rename-device", std::vector{device}));
}

Edit setDevicePowerCap(const Target& target, std::vector<Id<Device>> devices, std::optional<Power> cap) {
    return changeDevices(target, "undo.device.cap.", std::move(devices),
                         [cap](const Project&, const Design&, Device& row) -> Done {
                             if (cap && cap->si() <= 0)
                                 return badValue("edit.power-cap");
                             row.powerCap = cap;
                             return done();
                         });
}

Edit setDeviceRole(const Target& target, std::vector<Id<Device>> devices, std::string role) {
    return changeDevices(target, "undo.device.role.", std::move(devices),
                         [role = std::move(role)](const Project&, const Design&, Device& row) -> Done {
                             row.role = role;
                             markOverride(row, "role");
                             return done();
                         });
}

Edit setDeviceScope(const Target& target, std::vector<Id<Device>> devices, Scope scope) {
    Message text = namedText(target, "undo.device.scope.", &Design::devices, devices);
    auto apply = [devices = std::move(devices), scope](const Project& project, const Design& design,
                                                       IdSource&) -> Result<Design> {
        Result<std::vector<Device>> rows = rowsOf(design.devices, devices, "device");
        if (!rows)
            return rows.error();
        // A rack-scale system and its rack are one product.
        std::vector<Rack> racks;
        for (Device& device : *rows) {
            device.scope = scope;
            const Rack* around = isWholeRackSystem(project, device) ? design.racks.find(rackOf(device)) : nullptr;
            if (around && std::ranges::find(racks, around->id, &Rack::id) == racks.end()) {
                racks.push_back(*around);
                racks.back().scope = scope;
            }
        }
        Design next = design;
        next.devices = design.devices.with(std::move(*rows));
        if (!racks.empty())
            next.racks = design.racks.with(std::move(racks));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit removeDevices(const Target& target, std::vector<Id<Device>> devices) {
    Message text = namedText(target, "undo.device.remove.", &Design::devices, devices);
    auto apply = [devices = std::move(devices)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<Device>> rows = rowsOf(design.devices, devices, "device"); !rows)
            return rows.error();
        Design next = design;
        takeDevices(next, devices);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit unplaceDevices(const Target& target, std::vector<Id<Device>> devices) {
    return changeDevices(target, "undo.device.unplace.", std::move(devices),
                         [](const Project&, const Design&, Device& row) {
                             row.placement = Unplaced{};
                             markOverride(row, "placement");
                             return done();
                         });
}

Edit fillRacks(const Target& target, std::vector<Id<Rack>> racks, Filling filling) {
    Message text = namedText(target, "undo.rack.fill.", &Design::racks, racks).with("part", modelName(*filling.part));
    auto change = [racks = std::move(racks), filling = std::move(filling)](Project& project, Design& design,
                                                                           IdSource& ids) -> Done {
        if (filling.count < 1)
            return badValue("edit.fill-count");
        const Id<PartRow> row = embedPart(project, ids, filling.part);
        auto names = namesOf(design.devices);
        for (const Id<Rack> id : racks) {
            const Rack* rack = design.racks.find(id);
            if (!rack)
                return missingRow("rack");
            if (Done filled = fillRack(project, design, ids, *rack, row, filling, names); !filled)
                return filled;
        }
        return done();
    };
    return changeBoth(target, std::move(text), std::move(change));
}

Edit putModule(const Target& target, Module module, PartPtr part) {
    Message text = Message("undo.module.put").with("name", modelName(*part));
    auto change = [module = std::move(module), part = std::move(part)](Project& project, Design& design,
                                                                       IdSource& ids) -> Done {
        if (!design.devices.contains(module.device))
            return missingRow("device");
        if (module.count < 1)
            return badValue("edit.module-count");
        Module put = module;
        put.part = embedPart(project, ids, part);
        if (!put.id)
            put.id = ids.take<Module>();
        design.modules = design.modules.with(std::move(put));
        return done();
    };
    return changeBoth(target, std::move(text), std::move(change));
}

Edit removeModules(const Target& target, std::vector<Id<Module>> modules) {
    Message text = Message("undo.module.remove").with("count", modules.size());
    auto apply = [modules = std::move(modules)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<Module>> rows = rowsOf(design.modules, modules, "module"); !rows)
            return rows.error();
        Design next = design;
        next.modules = design.modules.with({}, modules);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

} // namespace rackwright::edits
