// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include "ui/paint/sketch.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kPitch = 5.2;
constexpr double kBarHeight = 3.3;
constexpr Lettering kLabel{2.75, Weight::Regular, TextAlign::Left, Ink::Text};

constexpr double kMarkHeight = 4;
constexpr Lettering kMark{2.2, Weight::Regular, TextAlign::Centre, Ink::Subdued};

double drawable(const Bar& bar) { return std::isfinite(bar.value) ? std::max(0.0, bar.value) : 0; }

// A bar of a tenth of a decade at least, so that the least one can be seen.
BarScale logarithmic(const Chart& chart, double largest) {
    double least = largest;
    for (const Bar& bar : chart.bars)
        if (drawable(bar) > 0)
            least = std::min(least, drawable(bar));
    constexpr double shortest = 0.1;
    const double from = std::floor(std::log10(least) - shortest), decades = std::log10(largest) - from;
    const auto shareOf = [&](double value) { return (std::log10(value) - from) / decades; };
    BarScale scale;
    for (const Bar& bar : chart.bars)
        scale.shares.push_back(drawable(bar) > 0 ? shareOf(drawable(bar)) : 0);
    for (double power = from; power <= std::log10(largest); ++power)
        scale.marks.push_back({shareOf(std::pow(10, power)), std::pow(10, power)});
    return scale;
}

} // namespace

BarScale barScale(const Chart& chart) {
    double largest = 0;
    for (const Bar& bar : chart.bars)
        largest = std::max(largest, drawable(bar));
    if (chart.isLogarithmic && largest > 0)
        return logarithmic(chart, largest);
    BarScale scale;
    for (const Bar& bar : chart.bars)
        scale.shares.push_back(largest > 0 ? drawable(bar) / largest : 0);
    return scale;
}

Drawing chartDrawing(const Chart& chart, double width) {
    Sketch sketch(chart.title, 1);
    double labels = 0;
    double values = 0;
    for (const Bar& bar : chart.bars) {
        labels = std::max(labels, sketch.widthOf(bar.label, kLabel));
        values = std::max(values, sketch.widthOf(bar.printed, kLabel));
    }
    labels = std::min(labels, width * 0.45);
    const double left = labels + 3;
    const double room = std::max(1.0, width - left - values - 3);
    const BarScale scale = barScale(chart);
    const double height = kPitch * static_cast<double>(std::max<std::size_t>(1, chart.bars.size()));
    for (const BarMark& mark : scale.marks) {
        const double x = left + room * mark.share;
        sketch.enter(Layer::Ground);
        sketch.line({x, 0}, {x, height}, {Ink::Rule, 0.15});
        sketch.enter(Layer::Labels);
        sketch.text({x, height + kMarkHeight / 2}, QLocale::c().toString(mark.value, 'g', 6), kMark);
    }
    double y = kPitch / 2;
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        const Bar& bar = chart.bars[i];
        sketch.enter(Layer::Labels);
        sketch.text({0, y}, elided(bar.label, Weight::Regular, labels / kLabel.size + 0.01), kLabel);
        const double length = scale.shares[i] > 0 ? std::max(0.4, room * scale.shares[i]) : 0;
        if (length > 0)
            sketch.rectangle({left, y - kBarHeight / 2, length, kBarHeight}, bar.isBad ? Ink::Bad : Ink::Bar, {}, 0.3);
        if (bar.isLowerBound && length > 1.2)
            sketch.rectangle({left + length - 0.9, y - kBarHeight / 2, 0.45, kBarHeight}, Ink::Paper, {});
        Lettering printed = kLabel;
        printed.ink = bar.isBad ? Ink::Bad : kLabel.ink;
        sketch.text({left + length + 1.8, y}, bar.printed, printed);
        y += kPitch;
    }
    sketch.setBounds({0, 0, width, height + (scale.marks.empty() ? 0 : kMarkHeight)});
    return std::move(sketch).take();
}

} // namespace rackwright
