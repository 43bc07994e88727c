// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rack_profile_chart.h"

#include "ui/charts/plot.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace rackwright {

namespace {

constexpr double kBarWidth = 0.82;
constexpr double kRowGap = 1.2;
constexpr int kMostNames = 48;

// As on the plan: neutral below 80 % of the own limit, amber to 100 %, red above.
Ink inkOf(const ProfileBar& bar) {
    if (!bar.limit || *bar.limit <= 0)
        return Ink::RackLine;
    const double share = bar.value / *bar.limit;
    return share > 1 ? Ink::LoadRed : share >= 0.8 ? Ink::LoadAmber : Ink::RackLine;
}

} // namespace

RackProfileChart::RackProfileChart(const QString& name, QWidget* parent) : ChartCanvas(name, parent) {
    plot().setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot().axisRect()->setRangeDrag(Qt::Horizontal);
    plot().axisRect()->setRangeZoom(Qt::Horizontal);
    rebuild();
}

void RackProfileChart::setProfile(RackProfile profile) {
    if (profile == m_profile)
        return;
    const bool isLike = profile.bars.size() == m_profile.bars.size();
    const QCPRange range = plot().xAxis->range();
    m_profile = std::move(profile);
    setAccessibleName(m_profile.title);
    rebuild();
    if (isLike && !m_profile.bars.empty())
        plot().xAxis->setRange(range);
}

void RackProfileChart::setSelected(std::vector<std::uint64_t> subjects) {
    std::ranges::sort(subjects);
    m_selected = std::move(subjects);
    drawSelection();
}

void RackProfileChart::rebuild() {
    QCustomPlot& p = plot();
    const Theme& theme = Theme::current();
    p.clearPlottables();
    p.clearItems();
    m_outline = nullptr;
    m_keys.clear();
    std::map<Ink, QCPBars*> bars;
    for (const Ink ink : {Ink::RackLine, Ink::LoadAmber, Ink::LoadRed}) {
        auto* made = new QCPBars(p.xAxis, p.yAxis);
        made->setWidth(kBarWidth);
        made->setPen(Qt::NoPen);
        made->setBrush(theme.ink(ink));
        bars[ink] = made;
    }
    m_outline = new QCPBars(p.xAxis, p.yAxis);
    m_outline->setWidth(kBarWidth);
    m_outline->setPen(QPen(theme.ink(Ink::Accent), 2));
    m_outline->setBrush(Qt::NoBrush);
    QCPGraph* limit = p.addGraph();
    limit->setLineStyle(QCPGraph::lsStepCenter);
    limit->setPen(QPen(theme.ink(Ink::Bad), 1.4, Qt::DashLine));
    QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    double at = 0, largest = 0, rowBegin = 0;
    const auto endRow = [&](std::size_t i) {
        if (count() > kMostNames && i > 0)
            names->addTick((rowBegin + m_keys[i - 1]) / 2, m_profile.bars[i - 1].row);
    };
    const double none = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < m_profile.bars.size(); ++i) {
        const ProfileBar& bar = m_profile.bars[i];
        const bool isNewRow = i > 0 && bar.row != m_profile.bars[i - 1].row;
        if (isNewRow) {
            endRow(i);
            limit->addData(at - 0.5, none);
            at += kRowGap;
        }
        if (isNewRow || i == 0) {
            rowBegin = at;
            if (bar.limit)
                limit->addData(at - 0.5, *bar.limit);
        }
        m_keys.push_back(at);
        bars[inkOf(bar)]->addData(at, bar.value);
        limit->addData(at, bar.limit.value_or(none));
        const bool isLast = i + 1 == m_profile.bars.size() || m_profile.bars[i + 1].row != bar.row;
        if (isLast && bar.limit)
            limit->addData(at + 0.5, *bar.limit);
        largest = std::max({largest, bar.value, bar.limit.value_or(0)});
        if (count() <= kMostNames)
            names->addTick(at, bar.name);
        at += 1;
    }
    endRow(m_profile.bars.size());
    p.xAxis->setTicker(names);
    p.xAxis->setTickLength(0);
    p.xAxis->grid()->setVisible(false);
    p.xAxis->setTickLabelRotation(count() > 24 && count() <= kMostNames ? -60 : 0);
    p.xAxis->setRange(-0.8, std::max(1.0, at) - 0.2);
    const bool hasLimit =
        std::ranges::any_of(m_profile.bars, [](const ProfileBar& bar) { return bar.limit.has_value(); });
    // Its name stands above the line, at the right where the rows end.
    p.yAxis->setRange(0, largest > 0 ? largest * (hasLimit ? 1.25 : 1.12) : 1);
    if (hasLimit) {
        auto* name = new QCPItemText(&p);
        name->position->setType(QCPItemPosition::ptAxisRectRatio);
        name->position->setCoords(1, 0);
        name->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
        name->setText(QStringLiteral("- - ") + m_profile.limitName);
        name->setColor(theme.ink(Ink::Bad));
        name->setFont(p.xAxis->tickLabelFont());
    }
    p.yAxis->setLabel(m_profile.unit);
    p.yAxis->setTickLength(0);
    p.yAxis->ticker()->setTickCount(4);
    drawSelection();
}

void RackProfileChart::drawSelection() {
    if (!m_outline)
        return;
    m_outline->data()->clear();
    for (std::size_t i = 0; i < m_profile.bars.size(); ++i)
        if (static_cast<int>(i) == m_marked || std::ranges::binary_search(m_selected, m_profile.bars[i].subject))
            m_outline->addData(m_keys[i], m_profile.bars[i].value);
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void RackProfileChart::mark(int index) {
    m_marked = index;
    drawSelection();
}

int RackProfileChart::indexAt(QPointF place) const {
    if (!plot().axisRect()->rect().contains(place.toPoint()))
        return -1;
    const double key = plot().xAxis->pixelToCoord(place.x());
    const auto it = std::ranges::lower_bound(m_keys, key - 0.5);
    return it != m_keys.end() && std::abs(*it - key) <= 0.5 ? static_cast<int>(it - m_keys.begin()) : -1;
}

QPoint RackProfileChart::placeOf(int index) const {
    const ProfileBar& bar = m_profile.bars[static_cast<std::size_t>(index)];
    return plot().mapTo(
        this, QPointF(plot().xAxis->coordToPixel(m_keys[static_cast<std::size_t>(index)]),
                      std::min(plot().yAxis->coordToPixel(bar.value) + 2.0, plot().axisRect()->bottom() - 2.0))
                  .toPoint());
}

QString RackProfileChart::readingOf(int index) const { return m_profile.bars[static_cast<std::size_t>(index)].reading; }

std::vector<QStringList> RackProfileChart::table() const {
    std::vector<QStringList> rows{{m_profile.title, m_profile.valueName, m_profile.limitName}};
    for (const ProfileBar& bar : m_profile.bars)
        rows.push_back({bar.name, QString::number(bar.value, 'g', 6),
                        bar.limit ? QString::number(*bar.limit, 'g', 6) : QString()});
    return rows;
}

} // namespace rackwright
