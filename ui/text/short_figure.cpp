// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/short_figure.h"

#include "solvers/facility/figures.h"
#include "ui/text/more_text.h"

#include <array>
#include <cmath>

namespace rackwright {

namespace {

struct LargerUnit {
    std::string_view unit, larger;
    double from; ///< in `unit`
};
constexpr std::array<LargerUnit, 4> kLarger = {
    {{"kW", "MW", 1000}, {"kg", "t", 10'000}, {"mm", "m", 10'000}, {"GB", "TB", 10'000}}};

bool isCurrency(std::string_view unit) {
    return unit.size() == 3 && unit.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string_view::npos;
}

/// Parts of a day are hours, and parts of an hour minutes.
ReadableUnit timeUnit(double days, double unitFactor) {
    constexpr double hoursOfDay = 24, minutesOfHour = 60;
    if (days >= 1 || days <= 0)
        return {"d", unitFactor};
    if (days * hoursOfDay >= 1)
        return {"h", unitFactor / hoursOfDay};
    return {"min", unitFactor / (hoursOfDay * minutesOfHour)};
}

// The sign that screens and documents use where plain text writes ">=".
std::string withBoundSign(std::string text) {
    if (text.starts_with(">= "))
        text.replace(0, 2, "\u2265");
    return text;
}

} // namespace

ReadableUnit readableUnit(const Value& value, std::string_view unit, double unitFactor, const Texts& texts) {
    const double size = value.isUnknown() ? 0 : std::abs(value.typical()) / unitFactor;
    for (const LargerUnit& step : kLarger)
        if (step.unit == unit && size >= step.from)
            return {std::string(step.larger), unitFactor * 1000};
    if (unit == "d" && size < 1)
        return timeUnit(size, unitFactor);
    const std::string plural = "unit.plural." + std::string(unit);
    if (size != 1 && texts.catalogue().find(plural))
        return {texts.text(plural), unitFactor};
    return {std::string(unit), unitFactor};
}

namespace {

// Amounts of money from a million on count in millions.
ReadableUnit shortUnit(const Value& value, std::string_view unit, double unitFactor, const Texts& texts) {
    ReadableUnit shown = readableUnit(value, unit, unitFactor, texts);
    if (isCurrency(unit) && !value.isUnknown() && std::abs(value.typical()) / shown.factor >= 1e6)
        return {"M " + shown.symbol, shown.factor * 1e6};
    return shown;
}

/// To the three digits that an estimate is good for.
double rounded(double value) {
    if (value == 0 || !std::isfinite(value))
        return value;
    const double step = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
    return step > 1 ? std::round(value / step) * step : value;
}

Value roundedRange(const Value& value, double unitFactor) {
    const auto each = [unitFactor](double number) { return rounded(number / unitFactor) * unitFactor; };
    return Value::range(each(value.low()), each(value.typical()), each(value.high()), value.grade());
}

} // namespace

ShortFigure shortFigure(const Value& value, std::string_view unit, double givenFactor, const Texts& texts) {
    const auto [shown, unitFactor] = shortUnit(value, unit, givenFactor, texts);
    ShortFigure made;
    if (value.isUnknown()) {
        made.amount = texts.figure(value, shown, unitFactor);
        return made;
    }
    // Counts are whole: 1,056 is not 1,060.
    const double typical = value.typical() / unitFactor;
    const bool isCount = shown.empty() && typical == std::round(typical) && std::abs(typical) < 1e9;
    const bool isSpread = value.isRange() && !value.isLowerBound() && !isCount;
    made.amount = texts.figure(isSpread ? Value(rounded(typical) * unitFactor) : Value(value.typical()), shown,
                               unitFactor, {isCount ? 9 : 3});
    if (value.isLowerBound())
        made.amount = isMoneyUnit(shown) ? texts.sentence(Message("amount.from").with("amount", made.amount))
                                         : "\u2265 " + made.amount;
    if (value.isRange() || value.isLowerBound())
        made.spread =
            withBoundSign(texts.figure(isSpread ? roundedRange(value, unitFactor) : value, shown, unitFactor));
    return made;
}

std::string shortTarget(double target, std::string_view unit, double unitFactor, const Texts& texts) {
    const Value value(target * unitFactor);
    const auto [shown, factor] = shortUnit(value, unit, unitFactor, texts);
    return texts.figure(value, shown, factor, {6});
}

ShortFigure shortFigureOf(std::string_view figure, const Value& value, std::string_view unit, double unitFactor,
                          const Texts& texts) {
    if (figure == figure_of::limitsMore.name || figure == figure_of::roomLimitMore.name ||
        figure == figure_of::roomLimitFits.name)
        return {moreText(value, false, texts), {}};
    const ShownUnit shown = shownUnitOf(figure, unit, texts.units());
    if (shown.symbol != "BTU/h")
        return shortFigure(value, unit, unitFactor, texts);
    return shortFigure(value, shown.symbol, unitFactor / shown.ratio, texts);
}

ReadableUnit inReadersUnit(std::string_view unit, double unitFactor, const Texts& texts) {
    const ShownUnit shown = shownUnit(unit, texts.units());
    return {shown.symbol, unitFactor / shown.ratio};
}

} // namespace rackwright
