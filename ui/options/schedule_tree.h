// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ScheduleTree: a schedule as a table in a dialog: columns that hold something, numbers to the right, rows that are
// known by their key, with the menu by which tables are copied and saved. It works nothing out.

#include "solvers/engine/schedule.h"
#include "ui/document/studio_services.h"

#include <QTreeWidget>

#include <functional>

namespace rackwright {

/// The words over a column of the change log by its header.
QString changeHeading(const std::string& header, const Texts& texts);

class ScheduleTree : public QTreeWidget {
    Q_OBJECT
public:
    /// `name` is the object's name and the stem of the files that are proposed.
    ScheduleTree(const QString& name, StudioServices& services, QWidget* parent = nullptr);

    /// `heading` gives the words over a column by its header; empty: the header itself.
    void setSchedule(Schedule schedule, const std::function<QString(const std::string&)>& heading = {});
    const Schedule& schedule() const { return m_schedule; }
    /// Rows of the schedule that are chosen, in their order.
    std::vector<const ScheduleRow*> chosen() const;
    /// The rows as they are shown, the headings first.
    std::vector<QStringList> rows() const;

Q_SIGNALS:
    void said(const QString& what);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    StudioServices& m_services;
    Schedule m_schedule;
};

} // namespace rackwright
