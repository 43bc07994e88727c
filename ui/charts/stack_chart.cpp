// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stack_chart.h"

#include "ui/charts/plot.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace rackwright {

namespace {
constexpr double kBarWidth = 0.72;
constexpr int kMostNames = 16;
} // namespace

StackChart::StackChart(const QString& name, QWidget* parent) : ChartCanvas(name, parent) { rebuild(); }

void StackChart::setStacks(Stacks stacks) {
    if (stacks == m_stacks)
        return;
    m_stacks = std::move(stacks);
    setAccessibleName(m_stacks.title);
    rebuild();
}

double StackChart::heightOf(int index) const {
    const std::vector<double>& values = m_stacks.bars[static_cast<std::size_t>(index)].values;
    return std::accumulate(values.begin(), values.end(), 0.0);
}

void StackChart::rebuild() {
    QCustomPlot& p = plot();
    const Theme& theme = Theme::current();
    p.clearPlottables();
    p.clearItems();
    QCPBars* below = nullptr;
    for (std::size_t part = 0; part < m_stacks.parts.size(); ++part) {
        auto* bars = new QCPBars(p.xAxis, p.yAxis);
        // A few bars stay slim; many fill the axis.
        bars->setWidth(count() < 4 ? kBarWidth / 2 : kBarWidth);
        bars->setPen(Qt::NoPen);
        bars->setBrush(theme.ink(m_stacks.parts[part].ink));
        for (int i = 0; i < count(); ++i)
            bars->addData(i, m_stacks.bars[static_cast<std::size_t>(i)].values[part]);
        if (below)
            bars->moveAbove(below);
        below = bars;
    }
    double highest = m_stacks.limit.value_or(0);
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    const int every = std::max(1, (count() + kMostNames - 1) / kMostNames);
    for (int i = 0; i < count(); ++i) {
        highest = std::max(highest, heightOf(i));
        if (i % every == 0 || i == count() - 1)
            names->addTick(i, m_stacks.bars[static_cast<std::size_t>(i)].name);
    }
    if (m_stacks.limit && count() > 0) {
        QCPGraph* line = p.addGraph();
        line->setPen(QPen(theme.ink(Ink::Bad), 1.4, Qt::DashLine));
        line->addData(-0.9, *m_stacks.limit);
        line->addData(count() - 0.1, *m_stacks.limit);
        auto* text = new QCPItemText(&p);
        text->setText(m_stacks.limitName);
        text->setFont(studioFont(11));
        text->setColor(theme.ink(Ink::Bad));
        text->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
        text->position->setCoords(count() - 0.15, *m_stacks.limit);
        text->setClipToAxisRect(false);
    }
    p.xAxis->setTicker(names);
    p.xAxis->setTickLength(0);
    p.xAxis->grid()->setVisible(false);
    p.xAxis->setLabel(m_stacks.barsName);
    p.xAxis->setRange(-0.9, std::max(1, count()) - 0.1);
    p.yAxis->setRange(0, highest > 0 ? highest * 1.14 : 1);
    p.yAxis->setLabel(m_stacks.unit);
    p.yAxis->setTickLength(0);
    p.yAxis->ticker()->setTickCount(4);
    mark(m_marked < count() ? m_marked : -1);
}

void StackChart::mark(int index) {
    m_marked = index;
    QCustomPlot& p = plot();
    const Theme& theme = Theme::current();
    for (int i = 0; i < p.plottableCount(); ++i)
        if (auto* bars = qobject_cast<QCPBars*>(p.plottable(i)); bars && bars->property("outline").toBool()) {
            p.removePlottable(bars);
            break;
        }
    if (index >= 0) {
        auto* outline = new QCPBars(p.xAxis, p.yAxis);
        outline->setProperty("outline", true);
        outline->setWidth(count() < 4 ? kBarWidth / 2 : kBarWidth);
        outline->setPen(QPen(theme.ink(Ink::Accent), 2));
        outline->setBrush(Qt::NoBrush);
        outline->addData(index, heightOf(index));
    }
    p.replot(QCustomPlot::rpQueuedReplot);
}

int StackChart::indexAt(QPointF place) const {
    if (!plot().axisRect()->rect().contains(place.toPoint()))
        return -1;
    const int index = static_cast<int>(std::lround(plot().xAxis->pixelToCoord(place.x())));
    return index >= 0 && index < count() ? index : -1;
}

QPoint StackChart::placeOf(int index) const {
    return plot().mapTo(this, QPointF(plot().xAxis->coordToPixel(index),
                                      plot().yAxis->coordToPixel(heightOf(index) / 2))
                                  .toPoint());
}

QString StackChart::readingOf(int index) const { return m_stacks.bars[static_cast<std::size_t>(index)].reading; }

std::vector<QStringList> StackChart::table() const {
    QStringList head{m_stacks.barsName};
    for (const StackPart& part : m_stacks.parts)
        head.append(part.name + QStringLiteral(" [") + m_stacks.unit + QLatin1Char(']'));
    std::vector<QStringList> rows{head};
    for (const StackBar& bar : m_stacks.bars) {
        QStringList row{bar.name};
        for (const double value : bar.values)
            row.append(QString::number(value, 'g', 6));
        rows.push_back(row);
    }
    return rows;
}

} // namespace rackwright
