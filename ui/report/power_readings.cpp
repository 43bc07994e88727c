// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/power_readings.h"

#include "solvers/power/figures.h"
#include "solvers/power/ride_through.h"
#include "ui/report/feed_headroom.h"
#include "ui/text/short_figure.h"
#include "ui/text/to_text.h"

#include <cmath>

namespace rackwright {

namespace {

// Unknown where it could not be worked out.
Value powerValue(const Solution& solution, FigureHandle figure, Subject subject) {
    const FigureResult* found = solution.find(figure, subject);
    return found && !found->error && std::isfinite(found->value.typical()) ? found->value : Value::unknown();
}

std::string kilowatts(const Value& watts, const Texts& texts) {
    return watts.isKnown() ? texts.figure(Value(watts.typical()), "kW", 1000, {3})
                           : shortFigure(watts, "kW", 1000, texts).amount;
}

std::optional<double> shareOf(const Value& load, const Value& rating) {
    if (load.isUnknown() || !rating.isKnown() || !(rating.typical() > 0))
        return std::nullopt;
    const double share = load.typical() / rating.typical();
    return load.isKnown() || share > 1 ? std::optional(share) : std::nullopt;
}

std::string loadWords(const Value& load, const Value& rating, const std::optional<double>& share, const Texts& texts) {
    const bool isRated = rating.isKnown() && rating.typical() > 0;
    if (load.isUnknown())
        return isRated ? texts.sentence(Message("single-line.open").with("rating", kilowatts(rating, texts)))
                       : texts.text("single-line.all-open");
    if (!isRated)
        return texts.sentence(Message("single-line.unrated").with("load", kilowatts(load, texts)));
    if (!load.isKnown())
        return texts.sentence(Message("single-line.load-in-part")
                                  .with("load", kilowatts(load, texts))
                                  .with("rating", kilowatts(rating, texts)));
    return texts.sentence(Message("single-line.load")
                              .with("load", kilowatts(load, texts))
                              .with("rating", kilowatts(rating, texts))
                              .with("share", texts.figure(Value(*share), "%", 0.01, {3})));
}

SingleLineReading unitReading(const Context& context, const CoolingUnit& unit, const Texts& texts) {
    const Value draw = unitDraw<Value>(context, unit).si();
    SingleLineReading reading;
    reading.isComplete = draw.isKnown();
    reading.words =
        toText(draw.isUnknown() ? texts.text("single-line.draw-open")
                                : texts.sentence(Message("single-line.draw").with("power", kilowatts(draw, texts))));
    return reading;
}

/// Of a battery nothing is loaded until it is needed: what it holds.
SingleLineReading batteryReading(const Context& context, const PowerElement& battery, const Texts& texts) {
    const Value energy = batteryEnergy<Value>(context, battery).si();
    SingleLineReading reading;
    reading.isComplete = energy.isKnown();
    reading.words = toText(
        energy.isUnknown()
            ? texts.text("single-line.energy-open")
            : texts.sentence(Message("single-line.energy").with("energy", texts.figure(energy, "kWh", 3.6e6, {3}))));
    return reading;
}

} // namespace

SingleLineReadings singleLineReadingsOf(const Solution& solution, const Texts& texts) {
    SingleLineReadings readings;
    for (const PowerElement& element : solution.context().design().powerElements) {
        const Subject subject(element.id);
        if (element.kind == PowerElementKind::Battery) {
            readings[subject] = batteryReading(solution.context(), element, texts);
            continue;
        }
        const Value load = powerValue(solution, figure_of::feedPowerPeak, subject);
        const Value rating = powerValue(solution, figure_of::feedRating, subject);
        SingleLineReading reading;
        reading.share = shareOf(load, rating);
        reading.lostShare = shareOf(powerValue(solution, figure_of::feedPowerOtherLost, subject), rating);
        reading.words = toText(loadWords(load, rating, reading.share, texts));
        if (const auto left = feedHeadroom(solution, solution.context().project(), element))
            reading.left = toText(texts.sentence(Message(*left < 0 ? "single-line.short" : "single-line.left")
                                                     .with("power", kilowatts(Value(std::abs(*left)), texts))));
        readings[subject] = std::move(reading);
    }
    for (const CoolingUnit& unit : solution.context().design().coolingUnits)
        readings[Subject(unit.id)] = unitReading(solution.context(), unit, texts);
    return readings;
}

} // namespace rackwright
