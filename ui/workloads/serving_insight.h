// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ServingInsight: whether a served model fits, how fast it answers and what a million tokens cost, with the memory of
// an instance, the sequences that fit by their length, and the roofline. A slider tries another length of the prompt.

#include "ui/workloads/insight.h"

class QSlider;

namespace rackwright {

class FigureRows;
class PointChart;
class StackChart;

class ServingInsight : public Insight {
    Q_OBJECT
public:
    ServingInsight(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void refresh() override;
    bool isIdle() const override { return true; }

protected:
    void reset() override;

private:
    void refreshCards();
    void refreshFigures();
    void sayChosen();
    void drawMemory();
    void drawContext();
    void drawRoofline();
    void drawCurve();
    QString costBand(const Value& cost) const;
    void slide(int place, bool isLast);
    /// The workload with another length of the prompt.
    std::optional<Edit> promptEdit(double tokens) const;

    StackChart* m_memory = nullptr;
    FigureRows* m_memoryParts = nullptr;
    PointChart* m_context = nullptr;
    QSlider* m_slider = nullptr;
    QLabel* m_length = nullptr;
    FigureRows* m_figures = nullptr;
    PointChart* m_roofline = nullptr;
    PointChart* m_curve = nullptr;
    QLabel* m_curveState = nullptr;
    SolutionPtr m_shown;
};

} // namespace rackwright
