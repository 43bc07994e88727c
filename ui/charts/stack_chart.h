// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StackChart: upright bars made of parts, with a line for the limit that all of them stand against. It knows no design.

#include "ui/charts/chart_canvas.h"
#include "ui/paint/palette.h"

#include <optional>

namespace rackwright {

/// What a colour of the stacks means.
struct StackPart {
    QString name;
    Ink ink = Ink::Bar;
    bool operator==(const StackPart&) const = default;
};

struct StackBar {
    QString name;
    std::vector<double> values; ///< one a part, from the bottom
    QString reading;            ///< what the pointer reads
    bool operator==(const StackBar&) const = default;
};

struct Stacks {
    QString title;
    QString unit;
    QString barsName; ///< along the axis ("pipeline stage")
    std::vector<StackPart> parts;
    std::vector<StackBar> bars;
    std::optional<double> limit;
    QString limitName;
    bool operator==(const Stacks&) const = default;
};

class StackChart : public ChartCanvas {
    Q_OBJECT
public:
    explicit StackChart(const QString& name, QWidget* parent = nullptr);

    void setStacks(Stacks stacks);
    const Stacks& stacks() const { return m_stacks; }

    std::vector<QStringList> table() const override;
    QPoint placeOf(int index) const override;
    QSize sizeHint() const override { return {360, 200}; }

protected:
    int count() const override { return static_cast<int>(m_stacks.bars.size()); }
    int indexAt(QPointF place) const override;
    QString readingOf(int index) const override;
    void rebuild() override;
    void mark(int index) override;

private:
    double heightOf(int index) const;

    Stacks m_stacks;
    int m_marked = -1;
};

} // namespace rackwright
