// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/year_chart.h"

#include "solvers/cooling/year_domain.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rackwright {

namespace {

constexpr int kBand = 5; // C

/// Typical hours of a band of temperature, by the heat of each plant; above: of the plant that has most of them.
struct BandHours {
    int all = 0;
    double chiller = 0, above = 0;
};

std::map<int, BandHours> bandsOf(const YearBasis& basis) {
    std::map<int, BandHours> bands;
    for (const WeatherBin& bin : basis.climate().bins) {
        const int low = static_cast<int>(std::floor(static_cast<double>(bin.dryBulbFloor) / kBand)) * kBand;
        BandHours& band = bands[low];
        band.all += bin.hours;
        const YearBasis hours = basis.in(bin);
        double above = 0;
        for (const YearPath& path : hours.paths()) {
            band.chiller += path.plant.share * path.hours.chiller[1];
            above = std::max(above, path.hours.above[1]);
        }
        band.above += above;
    }
    return bands;
}

} // namespace

Chart yearChart(const YearBasis& basis, const Texts& texts) {
    Chart chart;
    chart.title = QString::fromStdString(texts.sentence(Message("year.chart").with("name", basis.climate().name)));
    const auto words = [&texts](const Message& message) { return QString::fromStdString(texts.sentence(message)); };
    for (const auto& [low, band] : bandsOf(basis)) {
        Bar bar;
        bar.label = words(Message("year.band")
                              .with("low", UnitNumber{static_cast<double>(low), "C"})
                              .with("high", UnitNumber{static_cast<double>(low + kBand), "C"}));
        bar.value = band.all;
        const UnitNumber chillers{std::round(band.chiller), "h"}, above{std::round(band.above), "h"};
        const UnitNumber all{static_cast<double>(band.all), "h"};
        bar.printed = above.value > 0 ? words(Message("year.bar-above").with("hours", all).with("above", above))
                      : chillers.value > 0
                          ? words(Message("year.bar-chillers").with("hours", all).with("chillers", chillers))
                          : words(Message("year.bar").with("hours", all));
        bar.isBad = above.value > 0;
        chart.bars.push_back(std::move(bar));
    }
    return chart;
}

Chart monthChart(const Context& context, const YearBasis& basis, const Texts& texts) {
    Chart chart;
    chart.title =
        QString::fromStdString(texts.sentence(Message("year.month-chart").with("name", basis.climate().name)));
    for (std::size_t month = 0; month < basis.climate().months.size(); ++month) {
        const YearBasis hours = basis.inMonth(month);
        const Value energy = energyOfMonth(context, basis, month).si();
        if (!energy.isKnown())
            return chart;
        Bar bar;
        bar.label = QString::fromStdString(texts.text("month." + std::to_string(month + 1)));
        bar.value = energy.typical() / unit::megawattHour.si();
        bar.isBad = std::ranges::any_of(hours.paths(), [](const YearPath& path) { return path.hours.above[1] > 0; });
        bar.printed = QString::fromStdString(
            texts.sentence(Message("year.month-bar")
                               .with("energy", texts.figure(energy, "MWh", unit::megawattHour.si(), {3}))
                               .with("pue", texts.figure(pueOfYear<Value>(context, hours), "", 1, {3}))));
        chart.bars.push_back(std::move(bar));
    }
    return chart;
}

} // namespace rackwright
