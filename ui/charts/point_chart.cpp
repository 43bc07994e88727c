// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/point_chart.h"

#include "ui/charts/plot.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace rackwright {

namespace {

constexpr double kReach = 14; // pixels from a point at which the pointer reads it

struct Extent {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    bool isEmpty() const { return high < low; }
};

void setAxis(QCPAxis& axis, Extent extent, bool isLog, bool beginsAtZero) {
    axis.setScaleType(isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (isLog) {
        axis.setTicker(QSharedPointer<QCPAxisTickerLog>(new QCPAxisTickerLog));
        axis.setNumberFormat(QStringLiteral("gb"));
        axis.setNumberPrecision(2);
    } else {
        axis.setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
        axis.setNumberFormat(QStringLiteral("g"));
        axis.setNumberPrecision(5);
    }
    axis.ticker()->setTickCount(4);
    axis.setTickLength(0);
    axis.setSubTickLength(0);
    if (extent.isEmpty())
        return axis.setRange(isLog ? 1 : 0, isLog ? 10 : 1);
    if (isLog)
        return axis.setRange(extent.low / 1.5, extent.high * 1.8);
    const double room = std::max((extent.high - (beginsAtZero ? 0 : extent.low)) * 0.09, extent.high * 1e-3);
    axis.setRange(beginsAtZero ? 0 : extent.low - room, extent.high + room);
}

} // namespace

PointChart::PointChart(const QString& name, QWidget* parent) : ChartCanvas(name, parent) { rebuild(); }

void PointChart::setField(PointField field) {
    if (field == m_field)
        return;
    m_field = std::move(field);
    m_marked = -1;
    setAccessibleName(m_field.title);
    rebuild();
}

void PointChart::rebuild() {
    QCustomPlot& p = plot();
    const Theme& theme = Theme::current();
    p.clearPlottables();
    p.clearItems();
    Extent x, y;
    const auto label = [&](const QString& text, double atX, double atY, Qt::Alignment side, Ink ink) {
        auto* item = new QCPItemText(&p);
        item->setText(text);
        item->setFont(studioFont(11));
        item->setColor(theme.ink(ink));
        item->setPositionAlignment(side);
        item->setPadding(QMargins(6, 2, 6, 2));
        item->position->setCoords(atX, atY);
        item->setClipToAxisRect(false);
    };
    for (const PlacedLine& line : m_field.lines) {
        auto* curve = new QCPCurve(p.xAxis, p.yAxis);
        curve->setPen(QPen(theme.ink(line.ink), 1.6, line.isDashed ? Qt::DashLine : Qt::SolidLine));
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            curve->addData(static_cast<double>(i), line.x[i], line.y[i]);
            x.add(line.x[i]);
            y.add(line.y[i]);
        }
        if (!line.name.isEmpty() && !line.x.empty())
            label(line.name, line.x.back(), line.y.back(), Qt::AlignRight | Qt::AlignBottom, Ink::Subdued);
    }
    std::map<std::pair<Ink, bool>, QCPGraph*> graphs;
    for (const PlacedPoint& point : m_field.points) {
        QCPGraph*& graph = graphs[{point.ink, point.isLarge}];
        if (!graph) {
            graph = p.addGraph();
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.surface(), 1),
                                                   theme.ink(point.ink), point.isLarge ? 11 : 7));
        }
        graph->addData(point.x, point.y);
        x.add(point.x);
        y.add(point.y);
        if (!point.name.isEmpty())
            label(point.name, point.x, point.y, Qt::AlignLeft | Qt::AlignVCenter, Ink::Text);
    }
    setAxis(*p.xAxis, x, m_field.isLogX, m_field.beginsAtZero);
    setAxis(*p.yAxis, y, m_field.isLogY, m_field.beginsAtZero);
    p.xAxis->setLabel(m_field.xName);
    p.yAxis->setLabel(m_field.yName);
    mark(m_marked);
}

void PointChart::mark(int index) {
    m_marked = index < count() ? index : -1;
    QCustomPlot& p = plot();
    const Theme& theme = Theme::current();
    for (int i = 0; i < p.graphCount(); ++i)
        if (p.graph(i)->property("ring").toBool()) {
            p.removeGraph(i);
            break;
        }
    if (m_marked >= 0) {
        const PlacedPoint& point = m_field.points[static_cast<std::size_t>(m_marked)];
        QCPGraph* ring = p.addGraph();
        ring->setProperty("ring", true);
        ring->setLineStyle(QCPGraph::lsNone);
        ring->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.ink(Ink::Text), 1.6), Qt::NoBrush, 14));
        ring->addData(point.x, point.y);
    }
    p.replot(QCustomPlot::rpQueuedReplot);
}

int PointChart::indexAt(QPointF place) const {
    int nearest = -1;
    double least = kReach * kReach;
    for (int i = 0; i < count(); ++i) {
        const PlacedPoint& point = m_field.points[static_cast<std::size_t>(i)];
        const double dx = plot().xAxis->coordToPixel(point.x) - place.x();
        const double dy = plot().yAxis->coordToPixel(point.y) - place.y();
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            nearest = i;
        }
    }
    return nearest;
}

QPoint PointChart::placeOf(int index) const {
    const PlacedPoint& point = m_field.points[static_cast<std::size_t>(index)];
    return plot().mapTo(
        this, QPointF(plot().xAxis->coordToPixel(point.x), plot().yAxis->coordToPixel(point.y)).toPoint());
}

QString PointChart::readingOf(int index) const { return m_field.points[static_cast<std::size_t>(index)].reading; }

std::vector<QStringList> PointChart::table() const {
    std::vector<QStringList> rows{{m_field.title, m_field.xName, m_field.yName}};
    for (const PlacedPoint& point : m_field.points)
        rows.push_back({point.reading, QString::number(point.x, 'g', 6), QString::number(point.y, 'g', 6)});
    for (const PlacedLine& line : m_field.lines)
        for (std::size_t i = 0; i < line.x.size(); ++i)
            rows.push_back({line.name, QString::number(line.x[i], 'g', 6), QString::number(line.y[i], 'g', 6)});
    return rows;
}

} // namespace rackwright
