// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_chart.h"

#include "ui/charts/plot.h"
#include "ui/theme/theme.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {
constexpr double kBarWidth = 0.62;
constexpr int kPitch = 26;
constexpr int kLeastPitch = 17;      ///< of names that do not run into one another
constexpr double kRoomForText = 2.1; ///< the longest bar takes not quite half the width, its value the rest
constexpr std::size_t kMostNumbers = 4;
constexpr double kRoomBesideLogarithmic = 1.6; ///< their values are short
} // namespace

BarChart::BarChart(const QString& name, QWidget* parent) : ChartCanvas(name, parent) { rebuild(); }

void BarChart::setChart(Chart chart, std::vector<double> before) {
    if (chart == m_chart && before == m_before)
        return;
    m_chart = std::move(chart);
    m_before = std::move(before);
    setAccessibleName(m_chart.title);
    updateGeometry();
    rebuild();
}

QSize BarChart::sizeHint() const {
    const int marks = m_chart.isLogarithmic ? kPitch : 0;
    return {320, 20 + marks + kPitch * std::max(3, count())};
}

QSize BarChart::minimumSizeHint() const {
    const int marks = m_chart.isLogarithmic ? kPitch : 0;
    return {ChartCanvas::minimumSizeHint().width(), 20 + marks + kLeastPitch * count()};
}

// Powers of ten below logarithmic bars.
void BarChart::showMarks(const std::vector<BarMark>& marks) {
    QCPAxis& axis = *plot().xAxis;
    axis.setVisible(!marks.empty());
    if (marks.empty())
        return;
    QSharedPointer<QCPAxisTickerText> powers(new QCPAxisTickerText); // the type that the axis asks for
    // Of many marks every second has its number, so that none runs into the next.
    const std::size_t step = marks.size() > kMostNumbers ? 2 : 1;
    for (std::size_t i = 0; i < marks.size(); ++i)
        powers->addTick(marks[i].share, i % step == 0 ? QLocale::c().toString(marks[i].value, 'g', 6) : QString());
    axis.setTicker(powers);
    axis.setBasePen(Qt::NoPen);
    axis.setTickLength(0);
    axis.grid()->setVisible(true);
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

void BarChart::rebuild() {
    QCustomPlot& p = plot();
    const Theme& theme = Theme::current();
    p.clearPlottables();
    p.clearItems();
    p.yAxis->grid()->setVisible(false);
    p.yAxis->setTicks(true);
    p.yAxis->setTickLength(0);
    p.yAxis->setTickLabelColor(theme.ink(Ink::Text));
    p.yAxis->setBasePen(Qt::NoPen);
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText); // the type that the axis asks for
    auto* now = new QCPBars(p.yAxis, p.xAxis);
    now->setName(QStringLiteral("now"));
    now->setWidth(kBarWidth);
    now->setPen(Qt::NoPen);
    now->setBrush(theme.ink(Ink::Bar));
    auto* before = new QCPBars(p.yAxis, p.xAxis);
    before->setWidth(kBarWidth);
    before->setPen(QPen(theme.ink(Ink::Accent), 1.2));
    before->setBrush(Qt::NoBrush);
    auto* bad = new QCPBars(p.yAxis, p.xAxis);
    bad->setWidth(kBarWidth);
    bad->setPen(Qt::NoPen);
    bad->setBrush(theme.ink(Ink::Bad));
    const BarScale scale = barScale(m_chart);
    showMarks(scale.marks);
    double largest = 0;
    for (int i = 0; i < count(); ++i) {
        const Bar& bar = m_chart.bars[static_cast<std::size_t>(i)];
        const double amount = std::isfinite(bar.value) ? std::max(0.0, bar.value) : 0;
        const double value = m_chart.isLogarithmic ? scale.shares[static_cast<std::size_t>(i)] : amount;
        (bar.isBad ? bad : now)->addData(i, value);
        names->addTick(i, bar.label);
        largest = std::max(largest, value);
        if (static_cast<std::size_t>(i) < m_before.size()) {
            before->addData(i, m_before[static_cast<std::size_t>(i)]);
            largest = std::max(largest, m_before[static_cast<std::size_t>(i)]);
        }
        auto* text = new QCPItemText(&p);
        text->setText(QLatin1Char(' ') + bar.printed);
        text->setFont(studioFont(11));
        text->setColor(theme.ink(inkOf(i)));
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        text->position->setCoords(value, i);
        text->setClipToAxisRect(false);
    }
    p.yAxis->setTicker(names);
    p.yAxis->setRange(-0.6, std::max(1, count()) - 0.4);
    p.yAxis->setRangeReversed(true);
    const double room = m_chart.isLogarithmic ? kRoomBesideLogarithmic : kRoomForText;
    p.xAxis->setRange(0, largest > 0 ? largest * room : 1);
    p.replot(QCustomPlot::rpQueuedReplot);
}

Ink BarChart::inkOf(int index) const {
    return m_chart.bars[static_cast<std::size_t>(index)].isBad ? Ink::Bad : Ink::Subdued;
}

void BarChart::mark(int index) {
    const Theme& theme = Theme::current();
    if (plot().plottableCount() == 0)
        return;
    for (int i = 0; i < plot().itemCount(); ++i)
        if (auto* text = qobject_cast<QCPItemText*>(plot().item(i)))
            text->setColor(theme.ink(i == index ? Ink::Accent : inkOf(i)));
    plot().replot(QCustomPlot::rpQueuedReplot);
}

int BarChart::indexAt(QPointF place) const {
    if (!plot().axisRect()->outerRect().contains(place.toPoint()))
        return -1;
    const int index = static_cast<int>(std::lround(plot().yAxis->pixelToCoord(place.y())));
    return index >= 0 && index < count() ? index : -1;
}

QPoint BarChart::placeOf(int index) const {
    return plot().mapTo(
        this, QPoint(plot().axisRect()->left() + 4, static_cast<int>(std::lround(plot().yAxis->coordToPixel(index)))));
}

QString BarChart::readingOf(int index) const {
    const Bar& bar = m_chart.bars[static_cast<std::size_t>(index)];
    return bar.label + QStringLiteral(": ") + bar.printed;
}

std::vector<QStringList> BarChart::table() const {
    std::vector<QStringList> rows{{m_chart.title, QString()}};
    for (const Bar& bar : m_chart.bars)
        rows.push_back({bar.label, bar.printed});
    return rows;
}

} // namespace rackwright
