// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// WorkloadsWorkspace: the workloads of the design as a list, what the selected one enters, and what follows: fits, how
// fast, how long, what it costs. It lays out and commits what concerns whole workloads; fields and figures have views
// of their own.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/widgets/workspace.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableWidget;
class QToolButton;

namespace rackwright {

class Insight;
class ServingInsight;
class TrainingInsight;
class WorkloadForm;

class WorkloadsWorkspace : public Workspace {
    Q_OBJECT
public:
    WorkloadsWorkspace(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    Id<Workload> workload() const { return m_workload; }
    void choose(Id<Workload> workload);
    /// Nothing is being worked out for what is shown.
    bool isIdle() const;
    TrainingInsight* training() const { return m_training; }
    ServingInsight* serving() const { return m_serving; }
    void showSubject(Subject subject) override { choose({subject.id}); }
    std::optional<Shareable> shareable() override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildList();
    QWidget* buildEmpty();
    void refresh();
    void refreshList();
    void refreshInsight();
    void add(WorkloadKind kind);
    void duplicate();
    void remove();
    void showJobFiles();
    void commit(const Edit& edit);
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    QStackedWidget* m_pages = nullptr; ///< nothing yet, workloads
    QTableWidget* m_list = nullptr;
    QToolButton* m_duplicate = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_jobFiles = nullptr;
    WorkloadForm* m_form = nullptr;
    QLabel* m_noSystems = nullptr;
    QStackedWidget* m_insights = nullptr;
    TrainingInsight* m_training = nullptr;
    ServingInsight* m_serving = nullptr;
    QLabel* m_emptyText = nullptr;
    Id<Workload> m_workload;
};

WorkspaceFeature workloadsFeature();

} // namespace rackwright
