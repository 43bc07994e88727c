// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// BillWorkspace: the quote: its lines, its terms and what the build costs over time as pages, and beside them what it
// adds up to: low, typical and high total, cost and margin, lines that are open, and the split by section as a chart.

#include "ui/bill/bill_panel.h"
#include "ui/widgets/workspace.h"

class QFormLayout;
class QLabel;

namespace rackwright {

class BarChart;

class BillWorkspace : public Workspace {
    Q_OBJECT
public:
    BillWorkspace(BillFeed& feed, StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    BillPanel* panel() const { return m_panel; }

    std::optional<Shareable> shareable() override { return m_panel->shareable(); }

private:
    void refresh();

    BillFeed& m_feed;
    StudioServices& m_services;
    BillPanel* m_panel = nullptr;
    BarChart* m_split = nullptr;
    QLabel* m_typical = nullptr;
    QLabel* m_low = nullptr;
    QLabel* m_high = nullptr;
    QLabel* m_cost = nullptr;
    QLabel* m_margin = nullptr;
    QFormLayout* m_sums = nullptr;
    QLabel* m_beside = nullptr; ///< what is offered beside the total
    QLabel* m_open = nullptr;
    std::vector<QuoteSection> m_sections; ///< of the chart's bars
};

WorkspaceFeature billFeature();

} // namespace rackwright
