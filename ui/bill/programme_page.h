// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ProgrammePage: the build from the order to ready for service as a Gantt chart and as tables of activities and of what
// falls due. Worked out beside the window; it edits nothing.

#include "ui/bill/bill_feed.h"
#include "ui/document/studio_services.h"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace rackwright {

class SpanChart;
struct ProgrammeShown;

class ProgrammePage : public QWidget {
    Q_OBJECT
public:
    ProgrammePage(BillFeed& feed, StudioServices& services, QWidget* parent = nullptr);

    SpanChart* chart() const { return m_chart; }

Q_SIGNALS:
    void figureAsked(const QString& label);
    void hinted(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void show(const ProgrammeShown& shown);

    BillFeed& m_feed;
    StudioServices& m_services;
    SolutionPtr m_shown; ///< whose programme the page has, or has asked for
    QLabel* m_ready = nullptr;
    QLabel* m_notes = nullptr;
    SpanChart* m_chart = nullptr;
    QTableWidget* m_activities = nullptr;
    QTableWidget* m_payments = nullptr;
};

} // namespace rackwright
