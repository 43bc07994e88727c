// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include "ui/paint/sketch.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kPitch = 5.2;
constexpr double kBarHeight = 3.3;
constexpr Lettering kLabel{2.75, Weight::Regular, TextAlign::Left, Ink::Text};

} // namespace

Drawing chartDrawing(const Chart& chart, double width) {
    Sketch sketch(chart.title, 1);
    double labels = 0;
    double values = 0;
    double largest = 0;
    for (const Bar& bar : chart.bars) {
        labels = std::max(labels, sketch.widthOf(bar.label, kLabel));
        values = std::max(values, sketch.widthOf(bar.printed, kLabel));
        largest = std::max(largest, std::isfinite(bar.value) ? bar.value : 0);
    }
    labels = std::min(labels, width * 0.45);
    const double left = labels + 3;
    const double room = std::max(1.0, width - left - values - 3);
    double y = kPitch / 2;
    for (const Bar& bar : chart.bars) {
        sketch.enter(Layer::Labels);
        sketch.text({0, y}, elided(bar.label, Weight::Regular, labels / kLabel.size + 0.01), kLabel);
        const double value = std::isfinite(bar.value) ? std::max(0.0, bar.value) : 0;
        const double length = largest > 0 ? std::max(value > 0 ? 0.4 : 0.0, room * value / largest) : 0;
        if (length > 0)
            sketch.rectangle({left, y - kBarHeight / 2, length, kBarHeight}, Ink::Bar, {}, 0.3);
        if (bar.isLowerBound && length > 1.2)
            sketch.rectangle({left + length - 0.9, y - kBarHeight / 2, 0.45, kBarHeight}, Ink::Paper, {});
        sketch.text({left + length + 1.8, y}, bar.printed, kLabel);
        y += kPitch;
    }
    sketch.setBounds({0, 0, width, kPitch * static_cast<double>(std::max<std::size_t>(1, chart.bars.size()))});
    return std::move(sketch).take();
}

} // namespace rackwright
