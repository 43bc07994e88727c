// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ladder_chart.h"

#include "ui/text/short_figure.h"

#include <limits>

namespace rackwright {

namespace {

// Only what is known for certain is called too little.
bool isShort(const Value& value, const std::optional<Value>& demand) {
    return demand && demand->isKnown() && value.isKnown() && value.typical() < demand->typical() * (1 - 1e-9);
}

QString amountOf(const Value& value, const Texts& texts) {
    return QString::fromStdString(shortFigure(value, "GB/s", 1e9, texts).amount);
}

} // namespace

Chart ladderChart(const std::vector<RungReading>& rungs, const std::optional<Value>& demand, const Texts& texts) {
    Chart chart;
    chart.title = QString::fromStdString(texts.text("node.ladder"));
    chart.isLogarithmic = true;
    for (const auto& [rung, value] : rungs) {
        Bar bar;
        bar.label = QString::fromStdString(texts.text(std::string("node.rung.").append(enumName(rung))));
        bar.value = value.isUnknown() ? std::numeric_limits<double>::quiet_NaN() : value.typical() / 1e9;
        bar.isLowerBound = value.isLowerBound();
        bar.isBad = rung == LadderRung::Storage && isShort(value, demand);
        bar.printed = amountOf(value, texts);
        if (bar.isBad)
            bar.printed = QString::fromStdString(
                texts.sentence(Message("node.rung.short").with("amount", bar.printed.toStdString())));
        chart.bars.push_back(std::move(bar));
    }
    return chart;
}

} // namespace rackwright
