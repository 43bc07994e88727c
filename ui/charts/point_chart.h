// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PointChart: points and lines in a plane, on plain or logarithmic axes: rooflines, fronts of plans, curves over an
// interval. It knows no design; who fills it says what a point is.

#include "ui/charts/chart_canvas.h"
#include "ui/paint/palette.h"

namespace rackwright {

struct PlacedPoint {
    double x = 0, y = 0;
    Ink ink = Ink::Accent;
    bool isLarge = false; ///< stands out: the chosen one
    QString name;         ///< beside it; empty: none
    QString reading;
    bool operator==(const PlacedPoint&) const = default;
};

struct PlacedLine {
    QString name; ///< at its end; empty: none
    Ink ink = Ink::Bar;
    bool isDashed = false;
    std::vector<double> x, y;
    bool operator==(const PlacedLine&) const = default;
};

struct PointField {
    QString title;
    QString xName, yName;
    bool isLogX = false, isLogY = false;
    bool beginsAtZero = true; ///< of axes that are not logarithmic
    std::vector<PlacedPoint> points;
    std::vector<PlacedLine> lines;
    bool operator==(const PointField&) const = default;
};

class PointChart : public ChartCanvas {
    Q_OBJECT
public:
    explicit PointChart(const QString& name, QWidget* parent = nullptr);

    void setField(PointField field);
    const PointField& field() const { return m_field; }

    std::vector<QStringList> table() const override;
    QPoint placeOf(int index) const override;
    QSize sizeHint() const override { return {360, 220}; }

protected:
    int count() const override { return static_cast<int>(m_field.points.size()); }
    int indexAt(QPointF place) const override;
    QString readingOf(int index) const override;
    void rebuild() override;
    void mark(int index) override;

private:
    PointField m_field;
    int m_marked = -1;
};

} // namespace rackwright
