// SPDX-License-Identifier: GPL-3.0-or-later
// What racks and devices show in the inspector.
#include "ui/inspector/inspector_fields.h"

#include "model/edits/device_edits.h"
#include "model/edits/rack_edits.h"
#include "solvers/cooling/figures.h"
#include "solvers/power/figures.h"
#include "solvers/space/figures.h"
#include "ui/inspector/device_lists.h"
#include "ui/inspector/field_binder.h"
#include "ui/text/to_text.h"

namespace rackwright {

namespace {

void addRackPlace(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    const auto place = [&document](Length Point::*axis) {
        return [&document, axis](const edits::Target& target, std::optional<double> si) -> Result<std::vector<Edit>> {
            std::vector<Edit> list;
            for (const Rack* rack : FieldBinder::rows<Rack>(document)) {
                Point by;
                by.*axis = Length::nearest(*si) - rack->centre.*axis;
                list.push_back(edits::moveRacks(target, {rack->id}, by));
            }
            return list;
        };
    };
    const auto step = [&document](Length Point::*axis) {
        return [&document, axis](const edits::Target& target, std::optional<double> si) -> Result<std::vector<Edit>> {
            Point by;
            by.*axis = Length::nearest(*si);
            return std::vector{edits::moveRacks(target, FieldBinder::ids<Rack>(document), by)};
        };
    };
    bind.form().addSection("place");
    bind.quantity<Rack>(
        "x", "m", QuantityField::Empty::Refused,
        [](const Rack& rack) { return std::optional<double>(rack.centre.x.inMetres()); }, place(&Point::x),
        step(&Point::x));
    bind.quantity<Rack>(
        "y", "m", QuantityField::Empty::Refused,
        [](const Rack& rack) { return std::optional<double>(rack.centre.y.inMetres()); }, place(&Point::y),
        step(&Point::y));
    bind.quantity<Rack>(
        "rotation", "", QuantityField::Empty::Refused,
        [](const Rack& rack) { return std::optional<double>(rack.rotation.inDegrees()); },
        [&document](const edits::Target& target, std::optional<double> degrees) -> Result<std::vector<Edit>> {
            const Result<Angle> wanted = typedAngle(*degrees);
            if (!wanted)
                return wanted.error();
            std::vector<Edit> list;
            for (const Rack* rack : FieldBinder::rows<Rack>(document)) {
                const Angle by = Angle::millidegrees(wanted->inMillidegrees() - rack->rotation.inMillidegrees());
                list.push_back(edits::rotateRacks(target, {rack->id}, by));
            }
            return list;
        });
}

void addRackCap(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    bind.quantity<Rack>(
        "cap", "kW", QuantityField::Empty::Allowed, [](const Rack& rack) { return optionalSi(rack.powerCap); },
        [&document](const edits::Target& target, std::optional<double> si) -> Result<std::vector<Edit>> {
            return std::vector{edits::setRackPowerCap(target, FieldBinder::ids<Rack>(document), optionalPower(si))};
        });
}

void addDevicePlace(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    const auto devices = FieldBinder::rows<Device>(document);
    if (devices.empty())
        return;
    bind.form().addSection("place");
    if (areAllOnFloor<Device>(document))
        return addFloorPlaceFields<Device>(bind,
                                           [](const edits::Target& target, Id<Device> id, const Placement& placement) {
                                               return edits::moveDevice(target, id, placement);
                                           });
    bind.form().addFact("place", [&document, &texts = bind.texts()] {
        const auto rows = FieldBinder::rows<Device>(document);
        return rows.size() == 1 ? placementText(document, rows.front()->placement, texts)
                                : toText(texts.text("inspector.mixed"));
    });
    if (!bind.isOne() || !std::holds_alternative<InRack>(devices.front()->placement))
        return;
    const auto inRack = [](const Device& device) { return std::get_if<InRack>(&device.placement); };
    bind.quantity<Device>(
        "unit", "", QuantityField::Empty::Refused,
        [inRack](const Device& device) {
            const InRack* in = inRack(device);
            return in ? std::optional<double>(static_cast<double>(in->unit)) : std::nullopt;
        },
        [&document, inRack](const edits::Target& target, std::optional<double> unit) -> Result<std::vector<Edit>> {
            if (*unit < 1 || *unit > 1000 || *unit != std::floor(*unit))
                return usageError(Message("inspector.unit.wrong"));
            std::vector<Edit> list;
            for (const Device* device : FieldBinder::rows<Device>(document))
                if (const InRack* in = inRack(*device)) {
                    InRack next = *in;
                    next.unit = static_cast<std::int64_t>(*unit);
                    list.push_back(edits::moveDevice(target, device->id, next));
                }
            return list;
        });
    bind.choice<Device>(
        "face", {bind.text("inspector.face.front"), bind.text("inspector.face.rear")},
        [inRack](const Device& device) {
            const InRack* in = inRack(device);
            return in ? static_cast<int>(in->face) : -1;
        },
        [&document, inRack](const edits::Target& target, int index) -> Result<std::vector<Edit>> {
            std::vector<Edit> list;
            for (const Device* device : FieldBinder::rows<Device>(document))
                if (const InRack* in = inRack(*device)) {
                    InRack next = *in;
                    next.face = static_cast<Face>(index);
                    list.push_back(edits::moveDevice(target, device->id, next));
                }
            return list;
        });
}

void addDeviceCap(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    bind.quantity<Device>(
        "cap", "kW", QuantityField::Empty::Allowed, [](const Device& device) { return optionalSi(device.powerCap); },
        [&document](const edits::Target& target, std::optional<double> si) -> Result<std::vector<Edit>> {
            return std::vector{edits::setDevicePowerCap(target, FieldBinder::ids<Device>(document), optionalPower(si))};
        });
}

} // namespace

void addRackFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    form.addSection("facts");
    if (bind.isOne())
        bind.text<Rack>(
            "name", [](const Rack& rack) { return rack.name; },
            [&document](const edits::Target& target, std::string name) {
                return std::vector{
                    edits::renameRack(target, FieldBinder::ids<Rack>(document).front(), std::move(name))};
            });
    bind.text<Rack>(
        "row", [](const Rack& rack) { return rack.row; },
        [&document](const edits::Target& target, std::string row) {
            return std::vector{edits::setRackRow(target, FieldBinder::ids<Rack>(document), std::move(row))};
        });
    bind.text<Rack>(
        "role", [](const Rack& rack) { return rack.role; },
        [&document](const edits::Target& target, std::string role) {
            return std::vector{edits::setRackRole(target, FieldBinder::ids<Rack>(document), std::move(role))};
        });
    form.addFact("part", [&document, &texts = bind.texts()] { return namesOfParts<Rack>(document, texts); });
    if (bind.isOne() && FieldBinder::rows<Rack>(document).front()->rackType)
        form.addFact("rack-type", [&document] {
            const auto rows = FieldBinder::rows<Rack>(document);
            const RackType* type =
                rows.empty() ? nullptr : document.shownDesign().rackTypes.find(rows.front()->rackType);
            return type ? toText(type->name) : QString();
        });
    addRackCap(bind);
    addRackSupply(form, document, services);
    addRackPlace(bind);
    bind.scopes();
    if (!bind.isOne())
        return;
    form.addSection("figures");
    for (const FigureHandle name :
         {figure_of::rackPowerPeak, figure_of::rackPowerNameplate, figure_of::rackPowerShortPeak,
          figure_of::rackPowerAverage, figure_of::rackPowerIdle, figure_of::rackHeatAir, figure_of::rackHeatLiquid,
          figure_of::rackAirflow, figure_of::rackWeight, figure_of::rackLoadArea, figure_of::rackUnitsFree})
        bind.figure(name, document.selection().front());
}

void addDeviceFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    form.addSection("facts");
    if (bind.isOne())
        bind.text<Device>(
            "name", [](const Device& device) { return device.name; },
            [&document](const edits::Target& target, std::string name) {
                return std::vector{
                    edits::renameDevice(target, FieldBinder::ids<Device>(document).front(), std::move(name))};
            });
    form.addFact("part", [&document, &texts = bind.texts()] { return namesOfParts<Device>(document, texts); });
    bind.text<Device>(
        "role", [](const Device& device) { return device.role; },
        [&document](const edits::Target& target, std::string role) {
            return std::vector{edits::setDeviceRole(target, FieldBinder::ids<Device>(document), std::move(role))};
        });
    addDeviceCap(bind);
    addDevicePlace(bind);
    bind.scopes();
    if (!bind.isOne())
        return;
    const Id<Device> only{document.selection().front().id};
    form.addSection("modules");
    form.addWidget(new ModuleList(only, document, services));
    if (CordList::isNeeded(*document.shownProject(), document.shownDesign(), only)) {
        form.addSection("cords");
        form.addWidget(new CordList(only, document, services));
    }
}

void addSharedFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder(form, document, services).scopes();
}

} // namespace rackwright
