// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// BarChart: a Chart on the screen: horizontal bars with their values beside them, those of the design before a change
// behind them. It knows no design.

#include "ui/charts/chart.h"
#include "ui/charts/chart_canvas.h"

namespace rackwright {

class BarChart : public ChartCanvas {
    Q_OBJECT
public:
    explicit BarChart(const QString& name, QWidget* parent = nullptr);

    /// `before`: the values that a drag would change, bar for bar; empty: nothing changes. Logarithmic bars take none.
    void setChart(Chart chart, std::vector<double> before = {});
    const Chart& chart() const { return m_chart; }

    std::vector<QStringList> table() const override;
    QPoint placeOf(int index) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    int count() const override { return static_cast<int>(m_chart.bars.size()); }
    int indexAt(QPointF place) const override;
    QString readingOf(int index) const override;
    void rebuild() override;
    void mark(int index) override;

private:
    void showMarks(const std::vector<BarMark>& marks);
    Ink inkOf(int index) const;

    Chart m_chart;
    std::vector<double> m_before;
};

} // namespace rackwright
