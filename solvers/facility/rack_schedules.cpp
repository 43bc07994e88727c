// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/schedule_parts.h"
#include "solvers/facility/facility_domain.h"
#include "solvers/facility/ports_out.h"

#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "model/units/heat_unit.h"
#include "solvers/cooling/figures.h"
#include "solvers/cooling/method.h"
#include "solvers/power/figures.h"
#include "solvers/power/power_schedule.h"
#include "solvers/power/rack_limit.h"
#include "solvers/space/figures.h"
#include "solvers/space/space_domain.h"

#include <algorithm>

namespace rackwright {

namespace {

bool isCopper(const Context& context, const Device* device, std::uint16_t port) {
    const Part* part = device ? context.part(device->part) : nullptr;
    const PortGroup* group = part ? portGroupOf(*part, port) : nullptr;
    return group && group->connector.find("RJ45") != std::string::npos;
}

struct Feeds {
    std::string a, b, plugs;
};

Feeds feedsOf(const Context& context, const Rack& rack) {
    Feeds feeds;
    for (const PowerElement* element : context.contents(rack.id).elements) {
        const std::string name = nameOr(element->name, element->id.value);
        if (element->side == FeedSide::A)
            addWord(feeds.a, name);
        if (element->side == FeedSide::B)
            addWord(feeds.b, name);
        addWord(feeds.plugs, inletOf(context, *element));
    }
    return feeds;
}

std::optional<double> share(const Value& part, const Value& whole) {
    if (part.isUnknown() || whole.isUnknown() || whole.typical() <= 0)
        return std::nullopt;
    return part.typical() / whole.typical();
}

Value factValue(const Context& context, const Rack& rack, std::string_view key) {
    return plainPartNumber(context, rack.part, key);
}

/// What of the rack is nearest to its limit, with its share.
ScheduleCell limitingFactor(const Context& context, const FigureTable& figures, const Rack& rack) {
    const Subject subject(rack.id);
    const Value used = valueOf(figures, figure_of::rackUnitsUsed, subject);
    struct Candidate {
        std::string_view id;
        std::optional<double> share;
    };
    // Of the rack itself: how full the units of the hall are is nothing that one rack is limited by.
    const auto ofServed = [&](HeatKind kind, FigureHandle heat, FigureHandle band) {
        return share(valueOf(figures, heat, subject),
                     servedHeatLimit(context, rack.id, kind, valueOf(figures, band, subject)));
    };
    const Candidate candidates[] = {
        {"limit.units", share(used, used + valueOf(figures, figure_of::rackUnitsFree, subject))},
        {"limit.weight",
         share(valueOf(figures, figure_of::rackWeight, subject), rackWeightLimit(context, figures, rack))},
        {"limit.power", shareOfLimit(context, rack, bindingRackLimit(context, rack))},
        {"limit.air", ofServed(HeatKind::Air, figure_of::rackHeatAir, figure_of::rackCoolingAirBandHigh)},
        {"limit.liquid", ofServed(HeatKind::Liquid, figure_of::rackHeatLiquid, figure_of::rackCoolingLiquidBandHigh)}};
    const Candidate* worst = nullptr;
    for (const Candidate& candidate : candidates)
        if (candidate.share && (!worst || *worst->share < *candidate.share))
            worst = &candidate;
    if (!worst)
        return std::monostate{};
    return Message(std::string(worst->id)).with("share", UnitNumber{100 * *worst->share, "%"});
}

/// Devices of a face by the units that they take.
const Device* deviceAt(const Context& context, const RackContents& contents, std::int64_t unit, Face face) {
    for (const Device* device : contents.devices) {
        const auto* in = std::get_if<InRack>(&device->placement);
        const Part* part = context.part(device->part);
        if (!in || !part || in->face != face)
            continue;
        if (unit >= in->unit && unit < in->unit + std::max<std::int64_t>(1, rackUnitsOf(*part)))
            return device;
    }
    return nullptr;
}

void addElevation(const Context& context, const Rack& rack, Schedule& schedule) {
    const RackContents& contents = context.contents(rack.id);
    const Value height = factValue(context, rack, "rack-height-units");
    std::int64_t top = height.isUnknown() ? 0 : static_cast<std::int64_t>(height.typical());
    for (const Device* device : contents.devices)
        if (const auto* in = std::get_if<InRack>(&device->placement))
            if (const Part* part = context.part(device->part))
                top = std::max(top, in->unit + std::max<std::int64_t>(1, rackUnitsOf(*part)) - 1);
    const auto add = [&](std::int64_t unit, const Device* device, ScheduleCell face) {
        const std::string key = "rack:" + std::to_string(rack.id.value) + ":" + std::to_string(unit) +
                                (device ? ":" + std::to_string(device->id.value) : std::string());
        std::optional<Subject> subject = Subject(rack.id);
        if (device)
            subject = Subject(device->id);
        std::vector<ScheduleCell> cells;
        cells.reserve(schedule.columns.size());
        cells.push_back(nameCell(rack));
        cells.emplace_back(unit);
        cells.push_back(std::move(face));
        cells.push_back(device ? textCell(nameOr(device->name, device->id.value)) : ScheduleCell());
        cells.push_back(device ? textCell(partText(context.part(device->part))) : ScheduleCell());
        cells.resize(schedule.columns.size()); // serial, asset
        schedule.rows.push_back({key, RowRole::Line, subject, std::move(cells)});
    };
    for (std::int64_t unit = top; unit >= 1; --unit) {
        const Device* front = deviceAt(context, contents, unit, Face::Front);
        const Device* rear = deviceAt(context, contents, unit, Face::Rear);
        if (front)
            add(unit, front, wordCell("face.", Face::Front));
        if (rear)
            add(unit, rear, wordCell("face.", Face::Rear));
        if (!front && !rear)
            add(unit, nullptr, std::monostate{});
    }
}

} // namespace

std::unordered_map<Id<Rack>, PortsOut> portsOut(const Context& context) {
    std::unordered_map<Id<Rack>, PortsOut> out;
    const Design& design = context.design();
    for (const Cable& cable : presentCables(design)) {
        const Cabled a = findCabled(design, cable.a.device);
        const Cabled b = findCabled(design, cable.b.device);
        const Id<Rack> from = a ? context.rackHolding(*a) : Id<Rack>{};
        const Id<Rack> to = b ? context.rackHolding(*b) : Id<Rack>{};
        if (from == to)
            continue;
        const bool copper = isCopper(context, a.get(), cable.a.port) || isCopper(context, b.get(), cable.b.port);
        for (const Id<Rack> rack : {from, to})
            if (rack)
                ++(copper ? out[rack].copper : out[rack].fibre);
    }
    return out;
}

ScheduleCell portsCell(const PortsOut& ports) {
    if (ports.fibre == 0 && ports.copper == 0)
        return std::monostate{};
    return Message("schedule.ports-out").with("fibre", ports.fibre).with("copper", ports.copper);
}

Schedule rackSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule = emptySchedule("racks", {textColumn("Rack"),
                                                textColumn("Row"),
                                                numberColumn("Position x (mm)", "mm"),
                                                numberColumn("Position y (mm)", "mm"),
                                                numberColumn("Rotation (deg)"),
                                                textColumn("Type"),
                                                numberColumn("U used"),
                                                numberColumn("U free"),
                                                numberColumn("Devices"),
                                                numberColumn("GPUs"),
                                                numberColumn("kW typical", "kW"),
                                                numberColumn("kW max", "kW"),
                                                numberColumn("kW air", std::string(kHeatUnit)),
                                                numberColumn("kW liquid", std::string(kHeatUnit)),
                                                numberColumn("l/min", "L/min"),
                                                numberColumn("BTU/h", "BTU/h"),
                                                numberColumn("kg total", "kg"),
                                                numberColumn("kg limit", "kg"),
                                                textColumn("Feed A"),
                                                textColumn("Feed B"),
                                                textColumn("Plugs"),
                                                textColumn("Ports out by medium"),
                                                textColumn("Limiting factor")});
    auto ports = portsOut(context);
    for (const Rack* rack : context.racks()) {
        const Feeds feeds = feedsOf(context, *rack);
        schedule.rows.push_back(rackRow(*rack, {nameCell(*rack),
                                                textCell(rack->row),
                                                Value(rack->centre.x.inMetres()),
                                                Value(rack->centre.y.inMetres()),
                                                Value(rack->rotation.inDegrees()),
                                                textCell(partText(context.part(rack->part))),
                                                rackFigure(figures, figure_of::rackUnitsUsed, *rack),
                                                rackFigure(figures, figure_of::rackUnitsFree, *rack),
                                                static_cast<std::int64_t>(context.contents(rack->id).devices.size()),
                                                rackFigure(figures, figure_of::rackAccelerators, *rack),
                                                rackFigure(figures, figure_of::rackPowerAverage, *rack),
                                                rackFigure(figures, figure_of::rackPowerNameplate, *rack),
                                                rackFigure(figures, figure_of::rackHeatAir, *rack),
                                                rackFigure(figures, figure_of::rackHeatLiquid, *rack),
                                                rackFigure(figures, figure_of::rackLiquidFlow, *rack),
                                                rackFigure(figures, figure_of::rackHeatBtu, *rack),
                                                rackFigure(figures, figure_of::rackWeight, *rack),
                                                rackWeightLimit(context, figures, *rack),
                                                textCell(feeds.a),
                                                textCell(feeds.b),
                                                textCell(feeds.plugs),
                                                portsCell(ports[rack->id]),
                                                limitingFactor(context, figures, *rack)}));
    }
    schedule.notes = {Message("schedule.note.power-basis"), Message("schedule.note.weight-limit")};
    return schedule;
}

Schedule elevationTable(const Context& context) {
    Schedule schedule =
        emptySchedule("elevations", {textColumn("Rack"), numberColumn("U"), textColumn("Face"), textColumn("Device"),
                                     textColumn("Type"), textColumn("Serial"), textColumn("Asset")});
    for (const Rack* rack : context.racks())
        addElevation(context, *rack, schedule);
    return schedule;
}

} // namespace rackwright
