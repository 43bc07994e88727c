// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/span_chart.h"

#include "ui/charts/plot.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {
constexpr int kPitch = 22;
constexpr double kHalf = 0.34; // of a lane
} // namespace

SpanChart::SpanChart(const QString& name, QWidget* parent) : ChartCanvas(name, parent) { rebuild(); }

void SpanChart::setLanes(TimeLanes lanes) {
    if (lanes == m_lanes)
        return;
    m_lanes = std::move(lanes);
    setAccessibleName(m_lanes.title);
    updateGeometry();
    rebuild();
}

QSize SpanChart::sizeHint() const { return {360, 44 + kPitch * std::max(2, static_cast<int>(m_lanes.lanes.size()))}; }

void SpanChart::rebuild() {
    QCustomPlot& p = plot();
    const Theme& theme = Theme::current();
    p.clearPlottables();
    p.clearItems();
    double end = 0;
    for (const LaneSpan& span : m_lanes.spans) {
        auto* box = new QCPItemRect(&p);
        box->topLeft->setCoords(span.from, span.lane - kHalf);
        box->bottomRight->setCoords(span.to, span.lane + kHalf);
        QColor fill = theme.ink(span.ink);
        if (span.isHidden)
            fill.setAlphaF(0.22F);
        box->setBrush(fill);
        box->setPen(span.isHidden ? QPen(theme.ink(span.ink), 1, Qt::DotLine) : QPen(Qt::NoPen));
        end = std::max(end, span.to);
    }
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    for (int i = 0; i < m_lanes.lanes.size(); ++i)
        names->addTick(i, m_lanes.lanes[i]);
    p.yAxis->setTicker(names);
    p.yAxis->setTickLength(0);
    p.yAxis->grid()->setVisible(false);
    p.yAxis->setTickLabelColor(theme.ink(Ink::Text));
    p.yAxis->setBasePen(Qt::NoPen);
    p.yAxis->setRange(-0.6, std::max(2.0, static_cast<double>(m_lanes.lanes.size())) - 0.4);
    p.yAxis->setRangeReversed(true);
    p.xAxis->setRange(0, end > 0 ? end * 1.01 : 1);
    p.xAxis->setLabel(m_lanes.unit);
    p.xAxis->setTickLength(0);
    p.replot(QCustomPlot::rpQueuedReplot);
}

void SpanChart::mark(int index) {
    const Theme& theme = Theme::current();
    for (int i = 0; i < plot().itemCount() && i < count(); ++i)
        if (auto* box = qobject_cast<QCPItemRect*>(plot().item(i))) {
            const LaneSpan& span = m_lanes.spans[static_cast<std::size_t>(i)];
            box->setPen(i == index       ? QPen(theme.ink(Ink::Accent), 2)
                        : span.isHidden ? QPen(theme.ink(span.ink), 1, Qt::DotLine)
                                        : QPen(Qt::NoPen));
        }
    plot().replot(QCustomPlot::rpQueuedReplot);
}

int SpanChart::indexAt(QPointF place) const {
    const double time = plot().xAxis->pixelToCoord(place.x());
    const int lane = static_cast<int>(std::lround(plot().yAxis->pixelToCoord(place.y())));
    for (int i = 0; i < count(); ++i) {
        const LaneSpan& span = m_lanes.spans[static_cast<std::size_t>(i)];
        if (span.lane == lane && time >= span.from && time <= span.to)
            return i;
    }
    return -1;
}

QPoint SpanChart::placeOf(int index) const {
    const LaneSpan& span = m_lanes.spans[static_cast<std::size_t>(index)];
    return plot().mapTo(this, QPointF(plot().xAxis->coordToPixel((span.from + span.to) / 2),
                                      plot().yAxis->coordToPixel(span.lane))
                                  .toPoint());
}

QString SpanChart::readingOf(int index) const { return m_lanes.spans[static_cast<std::size_t>(index)].reading; }

std::vector<QStringList> SpanChart::table() const {
    std::vector<QStringList> rows{{m_lanes.title, m_lanes.unit, QString()}};
    for (const LaneSpan& span : m_lanes.spans)
        rows.push_back({m_lanes.lanes[span.lane], QString::number(span.to - span.from, 'g', 6), span.reading});
    return rows;
}

} // namespace rackwright
