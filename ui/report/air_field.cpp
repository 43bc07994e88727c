// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/air_field.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

/// Upper ends of the bands of air, C. It is not judged: inlets are.
constexpr std::array kAirEdges = {22.0, 27.0, 32.0, 40.0};
constexpr std::array kAirInks = {Ink::Ramp3, Ink::Ramp1, Ink::OtherFill, Ink::BadWash, Ink::FeedA};
/// What reads as the edge of a band belongs to the band below it.
constexpr double kPrintedKelvin = 0.05;
constexpr std::size_t kSharedBands = 2; ///< with inlets
/// How far the mean of a row's inlets is from a measurement, K: judgement of the method.
constexpr double kRowAccuracy = 1.5;

std::string degreesOf(double celsius, const Texts& texts) { return texts.figure(Value(celsius), "C", 1, {3}); }

/// A difference of temperatures has no offset.
std::string kelvinOf(double kelvin, const Texts& texts) {
    return texts.units().system == UnitSystem::Metric ? texts.figure(Value(kelvin), "K")
                                                      : texts.figure(Value(kelvin * 1.8), "") + " \u00b0F";
}

} // namespace

OverlayField airField(const RoomAir& air) {
    OverlayField field;
    if (air.gap || !air.kept.shape || !air.kept.transport)
        return field;
    const AirGrid& grid = air.kept.shape->grid;
    const AirTransport& transport = *air.kept.transport;
    field.left = air.kept.shape->lowX * 1000;
    field.top = air.kept.shape->lowY * 1000;
    field.tile = grid.tile() * 1000;
    field.columns = grid.columns();
    field.inks.resize(grid.columns() * grid.rows());
    // The uppermost layer lies over the racks.
    const std::size_t layers = std::max<std::size_t>(grid.layers(), 2) - 1;
    for (std::size_t row = 0; row < grid.rows(); ++row)
        for (std::size_t column = 0; column < grid.columns(); ++column) {
            std::optional<double> warmest;
            for (std::size_t layer = 0; layer < layers; ++layer) {
                const std::uint32_t cell = grid.cell(column, row, layer);
                if (!grid.isFree(cell) || transport.diagonal[transport.place[cell]] <= 0)
                    continue;
                const double here = air.temperatures.cells[cell];
                warmest = std::max(warmest.value_or(here), here);
            }
            if (!warmest)
                continue;
            const auto band = std::ranges::lower_bound(kAirEdges, *warmest - kPrintedKelvin) - kAirEdges.begin();
            field.inks[row * field.columns + column] = kAirInks[static_cast<std::size_t>(band)];
        }
    return field;
}

std::vector<OverlayKey> airFieldKeys(const OverlayField& field, const Texts& texts) {
    std::vector<OverlayKey> keys;
    for (std::size_t band = kSharedBands; band < kAirInks.size(); ++band) {
        if (std::ranges::count(field.inks, std::optional(kAirInks[band])) == 0)
            continue;
        const bool isLast = band == kAirEdges.size();
        keys.push_back(
            {kAirInks[band], QString::fromStdString(texts.sentence(
                                 isLast ? Message("plan.air.above").with("from", degreesOf(kAirEdges.back(), texts))
                                        : Message("plan.air.to").with("to", degreesOf(kAirEdges[band], texts))))});
    }
    return keys;
}

std::vector<QString> airNotes(const RoomAir& air, const Texts& texts) {
    if (air.gap || air.racks.empty())
        return {};
    const auto share = [&](std::optional<double> value) {
        return value ? texts.figure(Value(*value), "%", 0.01, {3}) : std::string("\u2013");
    };
    double drawn = 0, captured = 0, least = 1;
    for (const auto& [rack, each] : air.racks) {
        drawn += each.flow;
        captured += each.flow * each.capture;
        least = std::min(least, each.capture);
    }
    const auto& indices = air.indices;
    const auto thousandths = [&](double value) { return texts.figure(Value(std::round(value * 1000) / 1000), "", 1); };
    const auto text = [&](const Message& message) { return QString::fromStdString(texts.sentence(message)); };
    std::vector<QString> notes;
    notes.push_back(text(Message("plan.air.accuracy")
                             .with("rack", kelvinOf(kInletAccuracy, texts))
                             .with("row", kelvinOf(kRowAccuracy, texts))));
    notes.push_back(text(Message("plan.air.capture")
                             .with("mean", share(drawn > 0 ? std::optional(captured / drawn) : std::nullopt))
                             .with("least", share(least))));
    notes.push_back(text(Message("plan.air.indices")
                             .with("shi", indices.supplyHeat ? thousandths(*indices.supplyHeat) : "\u2013")
                             .with("rti", share(indices.returnTemperature))
                             .with("rci", share(indices.rackCooling))));
    return notes;
}

} // namespace rackwright
