// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// TrainingInsight: whether a training job fits, how fast and how long it runs and what it costs, with the memory of its
// stages, one step, the products of a layer, and the plans that a search finds meanwhile. A click on a plan enters it.

#include "ui/workloads/insight.h"
#include "ui/workloads/training_picture.h"

#include <memory>

namespace rackwright {

class FigureRows;
class PointChart;
class SpanChart;
class StackChart;

class TrainingInsight : public Insight {
    Q_OBJECT
public:
    TrainingInsight(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void refresh() override;
    bool isIdle() const override { return !m_isPicturing && !m_isSearching; }
    const TrainingPicture* picture() const { return m_picture.get(); }
    const PlanFront& front() const { return m_front; }

protected:
    void reset() override;

private:
    void buildPanels();
    void refreshCards();
    void askPicture();
    void takePicture(const SolutionPtr& solution, Id<Workload> of, std::shared_ptr<const TrainingPicture> picture);
    void drawMemory();
    void drawStep();
    void drawRoofline();
    void drawChanges();
    void askPlans();
    void takePlans(PlanFront front);
    void drawPlans();
    void enter(const std::vector<Parameter>& parameters, const QString& what);
    QString planText(const ParallelPlan& plan) const;

    std::shared_ptr<const TrainingPicture> m_picture;
    SolutionPtr m_pictured; ///< what the picture was made from
    bool m_isPicturing = false, m_isSearching = false;
    PlanFront m_front;
    JobQuestion m_searched;
    QLabel* m_problem = nullptr;
    QFrame* m_changes = nullptr;
    QVBoxLayout* m_changeRows = nullptr;
    StackChart* m_memory = nullptr;
    FigureRows* m_memoryParts = nullptr;
    SpanChart* m_step = nullptr;
    FigureRows* m_stepParts = nullptr;
    PointChart* m_plans = nullptr;
    QLabel* m_plansState = nullptr;
    PointChart* m_roofline = nullptr;
    FigureRows* m_products = nullptr;
};

} // namespace rackwright
