// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/power_domain.h"

#include "solvers/engine/schedule_parts.h"
#include "solvers/power/loads.h"
#include "solvers/power/outlets.h"
#include "solvers/power/phases.h"

#include <algorithm>
#include <tuple>

namespace rackwright {

namespace {

// Of a bank: a line where outlets are wired to neutral, a pair where they are wired from line to line. Unset: not
// known.
std::optional<Lines> linesOfCord(const Context& context, const PluggedCord& cord) {
    if (cord.pdu->phases != 3) {
        const Lines lines = context.lookUp<PhaseLoads>().lines(cord.pdu->id);
        return lines == kAllLines ? std::nullopt : std::optional(lines);
    }
    const auto in = inputVoltageOf(context, *cord.pdu);
    const auto out = outputVoltageOf(context, *cord.pdu);
    if (cord.bank < 1 || !in || !out || in->si() <= 0)
        return std::nullopt;
    constexpr double kBetween = 0.79; // between 1/sqrt(3) and 1
    const auto line = static_cast<unsigned>(cord.bank - 1);
    const bool isAcross = out->si() / in->si() > kBetween;
    return static_cast<Lines>(isAcross ? (1U << line) | (1U << ((line + 1) % 3)) : 1U << line);
}

// Expected peak of a device, shared by its cords.
Value cordLoad(const Context& context, const PluggedCord& cord) {
    const Part* part = context.part(cord.device->part);
    const auto supplies = part ? supplyCount(*part) : std::nullopt;
    if (!supplies)
        return Value();
    const PartCount one{cord.device->part, 1, cord.device->powerCap};
    return devicePower<Value>(context, one, LoadKind::Peak).si() * setting<Value>(context, setting_of::peakRatio).si() /
           Value(static_cast<double>(*supplies));
}

ScheduleCell cordNote(const PluggedCord& cord) {
    if (cord.inlet == SupplyInlet::Unknown)
        return Message("schedule.no-inlet");
    return cord.outlet == OutletType::None ? ScheduleCell(Message("schedule.no-outlet")) : std::monostate{};
}

ScheduleRow cordRow(const Context& context, const Rack& rack, const PluggedCord& cord) {
    const Part* part = context.part(cord.device->part);
    const PowerInput* input = part ? inputOfSupply(*part, cord.supply) : nullptr;
    const auto lines = linesOfCord(context, cord);
    const auto voltage = outputVoltageOf(context, *cord.pdu);
    const Value watts = cordLoad(context, cord);
    const Value factor = setting<Value>(context, setting_of::powerFactor).si();
    const ScheduleCell blank = std::monostate{};
    return {"cord:" + std::to_string(cord.device->id.value) + ":" + std::to_string(cord.supply),
            RowRole::Line,
            Subject(cord.device->id),
            {nameCell(rack), textCell(nameOr(cord.pdu->name, cord.pdu->id.value)), wordCell("side.", cord.pdu->side),
             cord.bank > 0 ? ScheduleCell(cord.bank) : blank,
             textCell(cord.given.empty() ? outletName(cord) : cord.given),
             textCell(std::string(outletTypeName(cord.outlet))), lines ? textCell(linesText(*lines)) : blank,
             textCell(nameOr(cord.device->name, cord.device->id.value)), cord.supply + 1,
             textCell(input ? input->inlet : std::string()), watts,
             voltage && voltage->si() > 0 ? watts / (Value(voltage->si()) * factor) : Value(), cordNote(cord)}};
}

} // namespace

Schedule outletMap(const Context& context) {
    Schedule schedule =
        emptySchedule("outlet-map", {textColumn("Rack"), textColumn("PDU"), textColumn("Side"), numberColumn("Bank"),
                                     textColumn("Outlet"), textColumn("Type"), textColumn("Phase(s)"),
                                     textColumn("Device"), numberColumn("Supply"), textColumn("Inlet"),
                                     numberColumn("W", "W"), numberColumn("A", "A"), textColumn("Notes")});
    for (const Rack* rack : context.racks()) {
        std::vector<PluggedCord> cords = pluggedCords(context, context.contents(rack->id));
        std::ranges::stable_sort(cords, [](const PluggedCord& a, const PluggedCord& b) {
            return std::tuple(a.pdu->id, a.outlet, a.number) < std::tuple(b.pdu->id, b.outlet, b.number);
        });
        for (const PluggedCord& cord : cords)
            schedule.rows.push_back(cordRow(context, *rack, cord));
    }
    schedule.notes = {Message("schedule.note.outlets"), Message("schedule.note.outlet-load")};
    return schedule;
}

} // namespace rackwright
