// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SpanChart: lanes over a common time, each with spans that are plain or, where something hides behind other work, hollow.
// It knows no design; who fills it says what a span is.

#include "ui/charts/chart_canvas.h"
#include "ui/paint/palette.h"

namespace rackwright {

struct LaneSpan {
    int lane = 0;
    double from = 0, to = 0; ///< in the unit of the chart
    Ink ink = Ink::Bar;
    bool isHidden = false; ///< behind other work: it takes no time of its own
    QString reading;
    bool operator==(const LaneSpan&) const = default;
};

struct TimeLanes {
    QString title;
    QString unit;
    QStringList lanes; ///< from the top
    std::vector<LaneSpan> spans;
    bool operator==(const TimeLanes&) const = default;
};

class SpanChart : public ChartCanvas {
    Q_OBJECT
public:
    explicit SpanChart(const QString& name, QWidget* parent = nullptr);

    void setLanes(TimeLanes lanes);
    const TimeLanes& lanes() const { return m_lanes; }

    std::vector<QStringList> table() const override;
    QPoint placeOf(int index) const override;
    QSize sizeHint() const override;

protected:
    int count() const override { return static_cast<int>(m_lanes.spans.size()); }
    int indexAt(QPointF place) const override;
    QString readingOf(int index) const override;
    void rebuild() override;
    void mark(int index) override;

private:
    TimeLanes m_lanes;
};

} // namespace rackwright
