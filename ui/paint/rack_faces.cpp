// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/rack_faces.h"

#include "model/parts/port_list.h"
#include "ui/paint/plan_layers.h"

#include <algorithm>
#include <cmath>

namespace rackwright::elevation {

namespace {

// EIA-310 panel width of 19-inch equipment; Open Rack v3 equipment is 537 mm wide.
constexpr double kEiaPanel = 482.6;
constexpr double kOpenPanel = 537;
// Drawn around the units of a rack whose outer size is not known.
constexpr double kUnknownWidth = 600;
constexpr double kUnknownMargin = 60;
constexpr double kTall = 5.5; // paper mm: from here on a device has its name at the top and glyphs below

struct DeviceInks {
    Ink fill, line;
};

DeviceInks inksOf(const Occupant& occupant) {
    if (occupant.kind == OccupantKind::PowerElement)
        return {Ink::PowerFill, Ink::PowerLine};
    if (occupant.kind == OccupantKind::CoolingUnit)
        return {Ink::CoolingFill, Ink::CoolingLine};
    switch (occupant.part ? occupant.part->category : PartCategory::Other) {
    case PartCategory::GpuNode:
    case PartCategory::PcieGpuNode:
    case PartCategory::RackScaleSystem:
    case PartCategory::Tray:
        return {Ink::ComputeFill, Ink::ComputeLine};
    case PartCategory::Switch:
        return {Ink::SwitchFill, Ink::SwitchLine};
    case PartCategory::StorageNode:
    case PartCategory::StorageSystem:
        return {Ink::StorageFill, Ink::StorageLine};
    case PartCategory::RackPdu:
    case PartCategory::PowerShelf:
    case PartCategory::BatteryShelf:
    case PartCategory::Ups:
        return {Ink::PowerFill, Ink::PowerLine};
    case PartCategory::Cdu:
    case PartCategory::Manifold:
        return {Ink::CoolingFill, Ink::CoolingLine};
    default:
        return {Ink::OtherFill, Ink::OtherLine};
    }
}

const Scope* scopeOf(const Design& design, const Occupant& occupant) {
    switch (occupant.kind) {
    case OccupantKind::Device:
        if (const Device* device = design.devices.find({occupant.id}))
            return &device->scope;
        break;
    case OccupantKind::PowerElement:
        if (const PowerElement* element = design.powerElements.find({occupant.id}))
            return &element->scope;
        break;
    case OccupantKind::CoolingUnit:
        if (const CoolingUnit* unit = design.coolingUnits.find({occupant.id}))
            return &unit->scope;
        break;
    }
    return nullptr;
}

FeedSide feedSideOf(const Design& design, const Occupant& occupant) {
    const PowerElement* element =
        occupant.kind == OccupantKind::PowerElement ? design.powerElements.find({occupant.id}) : nullptr;
    return element ? element->side : FeedSide::None;
}

/// Small like boxes in rows, centred in `place`; left out when they would be too small to tell apart.
struct Glyphs {
    std::int64_t count = 0;
    int rows = 1;
    double paperWidth = 1.4, paperHeight = 1.4;
    double share = 0.62; ///< of a glyph in its pitch
    Ink ink = Ink::Cage;
    double smallest = 0.18; ///< paper mm
};

void addGlyphs(Sketch& sketch, const QRectF& place, const Glyphs& glyphs) {
    if (glyphs.count <= 0 || place.width() <= 0 || place.height() <= 0)
        return;
    const auto columns = static_cast<double>((glyphs.count + glyphs.rows - 1) / glyphs.rows);
    const double pitchX =
        std::min(sketch.world(glyphs.paperWidth * growth(sketch)) / glyphs.share, place.width() / columns);
    const double pitchY =
        std::min(sketch.world(glyphs.paperHeight * growth(sketch)) / glyphs.share, place.height() / glyphs.rows);
    const QSizeF size(pitchX * glyphs.share, pitchY * glyphs.share);
    if (sketch.paper(size.width()) < glyphs.smallest || sketch.paper(size.height()) < glyphs.smallest)
        return;
    const double left = place.center().x() - pitchX * columns / 2;
    const double top = place.center().y() - pitchY * glyphs.rows / 2;
    for (std::int64_t i = 0; i < glyphs.count; ++i) {
        const auto column = static_cast<double>(i / glyphs.rows);
        const auto row = static_cast<double>(i % glyphs.rows);
        const QPointF corner(left + column * pitchX + (pitchX - size.width()) / 2,
                             top + row * pitchY + (pitchY - size.height()) / 2);
        sketch.rectangle({corner, size}, glyphs.ink, {}, std::min(0.25, sketch.paper(size.width()) * 0.2));
    }
}

std::int64_t cageCount(const Part& part) {
    std::int64_t cages = 0;
    for (const PortGroup& group : part.portGroups)
        if (group.role == PortRole::Data || group.role == PortRole::Uplink || group.role == PortRole::Compute)
            cages += (group.count + group.portsPerCage - 1) / std::max<std::int64_t>(1, group.portsPerCage);
    return cages;
}

std::int64_t supplyCount(const Part& part) {
    std::int64_t supplies = 0;
    for (const PowerInput& input : part.powerInputs)
        supplies += input.count;
    return supplies;
}

struct DeviceBox {
    const Occupant& occupant;
    QRectF box;
    bool isFarSide = false;    ///< its panel is on the other face
    bool showsOwnFront = true; ///< the face seen is the device's own front
};

QRectF addDeviceText(Sketch& sketch, const RackInput& input, const DeviceBox& device) {
    const double paperHeight = sketch.paper(device.box.height());
    const double size = std::min(2.0 * growth(sketch), paperHeight * 0.72);
    const bool isTall = paperHeight > kTall;
    const double middle = isTall ? device.box.top() + sketch.world(1.9 * growth(sketch)) : device.box.center().y();
    const double inset = sketch.world(0.9);
    QRectF rest = device.box.adjusted(inset, isTall ? sketch.world(3.4 * growth(sketch)) : 0, -inset,
                                      isTall ? -sketch.world(0.8) : 0);
    if (size < input.options.legibleSize)
        return rest;
    const Ink ink = device.isFarSide ? Ink::Subdued : Ink::Text;
    const Lettering right{size, Weight::Regular, TextAlign::Right, ink};
    const OverlayReading* reading = device.isFarSide ? nullptr : input.overlay.find(device.occupant.id);
    const Weight weight = device.isFarSide ? Weight::Regular : Weight::Medium;
    const QString name = QString::fromStdString(device.occupant.name);
    const double whole = sketch.paper(device.box.width()) - 1.8;
    double room = whole;
    bool hasReadingBelow = false;
    if (reading && !reading->power.isEmpty()) {
        const double width = sketch.paper(sketch.widthOf(reading->power, right));
        // The name comes first; where both do not fit into its line, the reading goes below it or is left out.
        const bool fits = width + 1.2 + textWidth(name, weight) * size <= room;
        hasReadingBelow = !fits && paperHeight > 8 && width < room * 0.6;
        if (fits && width < room * 0.6) {
            sketch.text({device.box.right() - inset, middle}, reading->power, right);
            room -= width + 1.2;
            rest.setRight(isTall ? rest.right() : device.box.right() - inset - sketch.world(width + 1.2));
        }
    }
    const QString model = device.occupant.part ? QString::fromStdString(device.occupant.part->model) : QString();
    const bool isSwitch = device.occupant.part && device.occupant.part->category == PartCategory::Switch;
    QString shown = name + QStringLiteral(" \u00b7 ") + model;
    if (model.isEmpty() || (isSwitch && !isTall) || textWidth(shown, weight) * size > room) {
        shown = elided(name, weight, room / size);
        if (paperHeight > 8 && !model.isEmpty()) {
            const Lettering below{1.7 * growth(sketch), Weight::Regular, TextAlign::Left, Ink::Subdued};
            const double line = middle + sketch.world(2.7 * growth(sketch));
            double width = whole;
            if (hasReadingBelow) {
                const Lettering number{below.size, below.weight, TextAlign::Right, ink};
                sketch.text({device.box.right() - inset, line}, reading->power, number);
                width -= sketch.paper(sketch.widthOf(reading->power, number)) + 0.8;
            }
            if (width > below.size * 2)
                sketch.text({device.box.left() + inset, line}, elided(model, below.weight, width / below.size), below);
            rest.setTop(rest.top() + sketch.world(2.2 * growth(sketch)));
        }
        constexpr qsizetype fewest = 5; // letters that still tell one name from another
        if (shown != name && shown.size() < fewest)
            return rest;
    }
    sketch.text({device.box.left() + inset, middle}, shown, {size, weight, TextAlign::Left, ink});
    if (!isTall)
        rest.setLeft(device.box.left() + inset + sketch.world(textWidth(shown, weight) * size + 1.0));
    return rest;
}

void addDeviceGlyphs(Sketch& sketch, const DeviceBox& device, const QRectF& rest) {
    const Part* part = device.occupant.part;
    if (!part || device.isFarSide)
        return;
    if (!device.showsOwnFront) {
        const std::int64_t supplies = supplyCount(*part);
        if (sketch.paper(device.box.height()) > kTall && supplies <= 24)
            addGlyphs(sketch, rest.adjusted(0, rest.height() * 0.35, 0, 0),
                      {supplies, 1, 1.9, 1.4, 0.7, Ink::PowerLine});
        return;
    }
    if (part->category == PartCategory::Switch) {
        const std::int64_t cages = cageCount(*part);
        addGlyphs(sketch, rest, {cages, cages > 16 ? 2 : 1, 0.8, 0.8, 0.7, Ink::Cage});
        return;
    }
    const auto count = fact(*part, attribute::acceleratorCount).typical();
    if (!count || *count < 1 || *count > 256 || sketch.paper(device.box.height()) <= kTall)
        return;
    const auto accelerators = static_cast<std::int64_t>(std::lround(*count));
    const int rows = static_cast<int>((accelerators + 17) / 18);
    addGlyphs(sketch, rest.adjusted(0, rows > 1 ? 0 : rest.height() * 0.35, 0, 0),
              {accelerators, rows, 1.7, 1.4, 0.74, Ink::Accelerator});
}

void addDevice(Sketch& sketch, const RackInput& input, const DeviceBox& device) {
    sketch.enter(Layer::Devices, device.occupant.id);
    const DeviceInks inks = inksOf(device.occupant);
    const QRectF body =
        device.box.adjusted(sketch.world(0.12), sketch.world(0.06), -sketch.world(0.12), -sketch.world(0.06));
    if (device.isFarSide) {
        sketch.rectangle(body, Ink::RackEmpty, PaperPen{Ink::Faint, 0.12, Dash::Dashed}, 0.25);
    } else {
        const Scope* scope = scopeOf(input.design, device.occupant);
        const bool isExisting = scope && scope->status == Status::Existing;
        sketch.rectangle(body, isExisting ? Ink::RackEmpty : inks.fill,
                         scope ? plan::penFor(*scope, inks.line, 0.18) : PaperPen{inks.line, 0.18}, 0.25);
    }
    addDeviceGlyphs(sketch, device, addDeviceText(sketch, input, device));
}

void addZeroU(Sketch& sketch, const RackInput& input, const RackFrame& frame, const Occupant& occupant,
              const ZeroU& place) {
    const QRectF box = zeroUBox(frame, place, input.face);
    const FeedSide side = feedSideOf(input.design, occupant);
    const Ink ink = side == FeedSide::A ? Ink::FeedA : side == FeedSide::B ? Ink::FeedB : Ink::PowerLine;
    sketch.enter(Layer::Devices, occupant.id);
    const bool isNear = input.face == Face::Rear;
    sketch.rectangle(box, isNear ? std::optional(ink) : std::nullopt,
                     PaperPen{ink, 0.15, isNear ? Dash::Solid : Dash::Dashed}, 0.3);
    const QString name = QString::fromStdString(occupant.name);
    const double size = std::min(1.6 * growth(sketch), sketch.paper(box.width()) * 0.6);
    if (isNear && size >= input.options.legibleSize)
        sketch.text(box.center(), elided(name, Weight::Regular, sketch.paper(box.height()) * 0.9 / size),
                    {size, Weight::Regular, TextAlign::Centre, Ink::Text, -90});
}

void addUnitNumbers(Sketch& sketch, const RackFrame& frame) {
    const double pitch = sketch.paper(frame.pitch);
    const std::int64_t step = pitch >= 3 ? 1 : pitch >= 1.1 ? 2 : 5;
    sketch.enter(Layer::Labels);
    std::vector<std::vector<QPointF>> ticks;
    for (std::int64_t unit = 1; unit <= frame.units; ++unit) {
        const double y = frame.bay.bottom() - (static_cast<double>(unit) - 0.5) * frame.pitch;
        if (unit % step == 0)
            sketch.text({frame.frame.left() - sketch.world(0.9), y}, QString::number(unit),
                        {std::min(1.6 * growth(sketch), pitch * static_cast<double>(step) * 0.7), Weight::Regular,
                         TextAlign::Right, Ink::Faint});
        const double edge = frame.bay.bottom() - static_cast<double>(unit) * frame.pitch;
        if (unit < frame.units)
            ticks.push_back({QPointF(frame.bay.left(), edge), QPointF(frame.bay.right(), edge)});
    }
    if (pitch > 1)
        sketch.lines(std::move(ticks), {Ink::Rule, 0.08});
}

void addFreeSpace(Sketch& sketch, const RackInput& input, const RackFrame& frame, const std::vector<bool>& taken) {
    sketch.enter(Layer::Devices);
    for (std::size_t unit = 1; unit < taken.size();) {
        std::size_t end = unit;
        while (end < taken.size() && !taken[end])
            ++end;
        const auto count = static_cast<std::int64_t>(end - unit);
        if (count >= 2) {
            const RackClaim claim{static_cast<std::int64_t>(unit), static_cast<std::int64_t>(end) - 1};
            const QRectF box =
                claimBox(frame, claim, input.face)
                    .adjusted(sketch.world(0.3), sketch.world(0.2), -sketch.world(0.3), -sketch.world(0.2));
            sketch.rectangle(box, Ink::RackEmpty, PaperPen{Ink::Faint, 0.12, Dash::Dashed}, 0.3);
            const double size = std::min(1.8 * growth(sketch), sketch.paper(box.height()) * 0.6);
            if (size >= input.options.legibleSize)
                sketch.text(box.center(), input.words.text(Message("elevation.free").with("units", count)),
                            {size, Weight::Regular, TextAlign::Centre, Ink::Subdued});
        }
        unit = std::max(end, unit + 1);
    }
}

void addOccupant(Sketch& sketch, const RackInput& input, const RackFrame& frame, const Occupant& occupant,
                 std::vector<bool>& taken) {
    if (const auto* beside = std::get_if<ZeroU>(&occupant.placement)) {
        addZeroU(sketch, input, frame, occupant, *beside);
        return;
    }
    const auto* place = std::get_if<InRack>(&occupant.placement);
    if (!place)
        return;
    const RackClaim claim = claimIn(frame, occupant.part, *place);
    for (std::int64_t unit = std::max<std::int64_t>(1, claim.bottom); unit <= std::min(claim.top, frame.units); ++unit)
        taken[static_cast<std::size_t>(unit)] = true;
    const bool isVisible = input.face == Face::Front ? claim.takesFront : claim.takesRear;
    addDevice(sketch, input, {occupant, claimBox(frame, claim, input.face), !isVisible, place->face == input.face});
}

} // namespace

RackFrame rackFrame(const Project& project, const Design& design, const Rack& rack, QPointF foot) {
    const Part* part = findPart(project, rack.part);
    const auto space = rackSpace(project, rack);
    const auto sized = [part](const PartAttribute<Length>& key, double otherwise) {
        const auto known = part ? fact(*part, key).typical() : std::nullopt;
        return known && *known > Length() ? known->inMillimetres() : otherwise;
    };
    RackFrame made;
    const bool isOpen = space && space->mounting == Mounting::OpenRack21;
    made.pitch = sized(attribute::unitPitch, isOpen ? kOpenUnit.inMillimetres() : kRackUnit.inMillimetres());
    made.isHeightKnown = space.has_value();
    made.units = space ? space->units : 0;
    for (const Occupant& occupant : occupants(project, design, rack.id))
        if (const auto* place = std::get_if<InRack>(&occupant.placement))
            made.units = std::max(made.units, occupant.part ? rackClaim(*occupant.part, *place).top : place->unit);
    made.units = std::clamp<std::int64_t>(made.units, 1, 120);
    const double bayHeight = static_cast<double>(made.units) * made.pitch;
    const double width = std::max(sized(attribute::width, kUnknownWidth), kEiaPanel);
    const double height = std::max(sized(attribute::height, bayHeight + 2 * kUnknownMargin), bayHeight);
    made.frame = QRectF(foot.x(), foot.y() - height, width, height);
    const double panel = std::min(isOpen ? kOpenPanel : kEiaPanel, width);
    const double lift = (height - bayHeight) / 2;
    made.bay = QRectF(foot.x() + (width - panel) / 2, foot.y() - lift - bayHeight, panel, bayHeight);
    return made;
}

QRectF claimBox(const RackFrame& frame, const RackClaim& claim, Face face) {
    const double width = frame.bay.width() / static_cast<double>(claim.columns);
    const std::int64_t column =
        face == Face::Front ? claim.column : claim.columns - 1 - claim.column; // seen from behind
    const double bottom = frame.bay.bottom() - static_cast<double>(claim.bottom - 1) * frame.pitch;
    const double top = frame.bay.bottom() - static_cast<double>(claim.top) * frame.pitch;
    return {QPointF(frame.bay.left() + static_cast<double>(column) * width, top),
            QPointF(frame.bay.left() + static_cast<double>(column + 1) * width, bottom)};
}

QRectF zeroUBox(const RackFrame& frame, const ZeroU& place, Face face) {
    const bool isLeft = (place.side == Side::Left) != (face == Face::Rear);
    const double gap = std::min(frame.bay.left() - frame.frame.left(), frame.frame.right() - frame.bay.right());
    const double width = std::min(gap * 0.42, 56.0);
    const double step = gap * 0.46;
    const double near = isLeft ? frame.bay.left() - gap * 0.04 - width - static_cast<double>(place.slot) * step
                               : frame.bay.right() + gap * 0.04 + static_cast<double>(place.slot) * step;
    const double length = frame.bay.height() * 0.88;
    return {near, frame.bay.center().y() - length / 2, width, length};
}

RackClaim claimIn(const RackFrame& frame, const Part* part, const InRack& place) {
    if (part && part->mounting == Mounting::WholeRack)
        return {1, frame.units};
    return part ? rackClaim(*part, place) : RackClaim{place.unit, place.unit};
}

void addRackFace(Sketch& sketch, const RackInput& input, const Rack& rack, const RackFrame& frame) {
    sketch.enter(Layer::Racks, rack.id.value);
    const PaperPen pen = plan::penFor(rack.scope, Ink::Wall, 0.3);
    sketch.rectangle(frame.frame, Ink::Panel, frame.isHeightKnown ? pen : PaperPen{Ink::Faint, 0.3, Dash::Dashed}, 0.6);
    sketch.rectangle(frame.bay, Ink::Paper, PaperPen{Ink::RackLine, 0.15});
    addUnitNumbers(sketch, frame);
    std::vector<bool> taken(static_cast<std::size_t>(frame.units) + 1, false);
    taken[0] = true;
    for (const Occupant& occupant : occupants(input.project, input.design, rack.id))
        addOccupant(sketch, input, frame, occupant, taken);
    addFreeSpace(sketch, input, frame, taken);
    if (rack.scope.status == Status::Removed)
        plan::addRemovalCross(sketch, {frame.frame.topLeft(), frame.frame.topRight(), frame.frame.bottomRight(),
                                       frame.frame.bottomLeft()});
}

} // namespace rackwright::elevation
