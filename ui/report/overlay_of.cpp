// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/overlay_of.h"

#include "solvers/engine/reader.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace rackwright {

namespace {

/// Figures whose share of a limit colours a rack.
constexpr std::array<std::string_view, 2> kRackShares = {"rack.cooling.air.share", "rack.cooling.liquid.share"};
/// Heat against the highest that the rack's cooling method usually takes, where no unit serves it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kRackBands = {
    {{"rack.heat.air", "rack.cooling.air.band-high"}, {"rack.heat.liquid", "rack.cooling.liquid.band-high"}}};

std::optional<double> typicalOf(const Solution& solution, std::string_view name, Subject subject) {
    const FigureResult* found = solution.find(name, subject);
    if (!found || found->error || found->value.isUnknown())
        return {};
    return found->value.typical();
}

void take(std::optional<double>& largest, std::optional<double> share) {
    if (share && (!largest || *share > *largest))
        largest = share;
}

std::optional<double> rackLoad(const Solution& solution, const Rack& rack) {
    const Subject subject{SubjectKind::Rack, rack.id.value};
    std::optional<double> load;
    for (const std::string_view name : kRackShares)
        take(load, typicalOf(solution, name, subject));
    for (const auto& [heat, limit] : kRackBands) {
        const auto part = typicalOf(solution, heat, subject);
        const auto whole = typicalOf(solution, limit, subject);
        if (!load && part && whole && *whole > 0)
            take(load, *part / *whole);
    }
    const auto power = typicalOf(solution, "rack.power.peak", subject);
    if (rack.powerCap && power && rack.powerCap->si() > 0)
        take(load, *power / rack.powerCap->si());
    return load;
}

OverlayReading powerReading(const Value& watts, const Texts& texts) {
    if (watts.isUnknown())
        return {};
    const Value typical = watts.isLowerBound() ? watts : Value(watts.typical(), watts.grade());
    const std::string amount = texts.figure(Value(typical.typical()), "kW", 1000);
    const std::string prefix = watts.isLowerBound() ? ">= " : "";
    const std::string bare = texts.figure(Value(typical.typical()), "", 1000);
    return {QString::fromStdString(prefix + amount), QString::fromStdString(prefix + bare), {}};
}

void addRack(Overlay& overlay, const Solution& solution, const Rack& rack, const Texts& texts) {
    const FigureResult* power = solution.find("rack.power.peak", {SubjectKind::Rack, rack.id.value});
    OverlayReading reading = power && !power->error ? powerReading(power->value, texts) : OverlayReading{};
    reading.load = rackLoad(solution, rack);
    overlay.readings[rack.id.value] = std::move(reading);
}

void addDevice(Overlay& overlay, const Context& context, const Device& device, const Texts& texts) {
    if (const Part* part = context.part(device.part))
        if (const auto watts = powerIn(*part, PowerModeKind::Maximum).typical())
            overlay.readings[device.id.value] = powerReading(Value(watts->si()), texts);
}

} // namespace

Overlay overlayOf(const Solution& solution, const Texts& texts) {
    const Context& context = solution.context();
    Overlay overlay;
    for (const Rack* rack : context.racks())
        addRack(overlay, solution, *rack, texts);
    for (const Device& device : context.design().devices)
        addDevice(overlay, context, device, texts);
    return overlay;
}

Overlay overlayOf(const Solution& solution, const Texts& texts, const std::vector<Id<Rack>>& racks) {
    const Context& context = solution.context();
    Overlay overlay;
    for (const Id<Rack> id : racks) {
        const Rack* rack = context.design().racks.find(id);
        if (!rack)
            continue;
        addRack(overlay, solution, *rack, texts);
        context.design().devices.forEachWith<DevicesByRack>(
            id, [&](const Device& device) { addDevice(overlay, context, device, texts); });
    }
    return overlay;
}

} // namespace rackwright
