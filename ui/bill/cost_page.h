// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CostPage: what the build costs over its years: figures to click for how they came about, the cash flow as a table,
// and the inputs that move the cost of an accelerator-hour as bars. It is worked out beside the window and edits
// nothing.

#include "ui/bill/bill_feed.h"
#include "ui/document/studio_services.h"

#include <QWidget>

#include <vector>

class QTableWidget;
class QToolButton;

namespace rackwright {

class BarChart;
struct CostOverTime;

class CostPage : public QWidget {
    Q_OBJECT
public:
    CostPage(BillFeed& feed, StudioServices& services, QWidget* parent = nullptr);

Q_SIGNALS:
    void figureAsked(const QString& label);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void showFigures();
    void show(const CostOverTime& cost);

    BillFeed& m_feed;
    StudioServices& m_services;
    SolutionPtr m_shown; ///< whose cost the page has, or has asked for
    std::vector<QToolButton*> m_figures;
    QTableWidget* m_flow = nullptr;
    BarChart* m_tornado = nullptr;
    QTableWidget* m_cloud = nullptr;
};

} // namespace rackwright
