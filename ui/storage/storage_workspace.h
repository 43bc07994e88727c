// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StorageWorkspace: what the workloads ask of a storage pool against what it gives: rates, capacity, the path with its
// slowest hop, checkpoints with their best interval, and the nodes that are needed. It lays out; the form makes the
// edits.

#include "solvers/storage/checkpoint.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/widgets/figure_reading.h"
#include "ui/widgets/workspace.h"
#include "ui/widgets/workspace_parts.h"

#include <QWidget>

class QComboBox;
class QStackedWidget;
class QToolButton;

namespace rackwright {

class BarChart;
class ChartCanvas;
class FigureRows;
class FlowLayout;
class PathChain;
class PointChart;
class StorageForm;

class StorageWorkspace : public Workspace {
    Q_OBJECT
public:
    StorageWorkspace(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    Id<StoragePool> pool() const { return m_pool; }
    Id<Workload> workload() const { return m_workload; }
    std::optional<Shareable> shareable() override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    enum Card { Read, Write, Restore, Capacity };

    QWidget* buildSide();
    QWidget* buildPanels();
    QWidget* buildEmpty();
    void share(ChartCanvas& chart, const char* name);
    void refresh();
    void refreshChoices();
    void refreshFigures();
    void refreshCards();
    void refreshPaths();
    void refreshModes();
    void refreshGuides();
    std::vector<Parameter> chosen() const;
    void drawInterval();
    void drawNodes();
    FigureReading ofPool(const std::string& name) const;
    FigureReading ofJob(const std::string& name) const;
    void setCard(Card card, const FigureReading& supply, const FigureReading& demand, const FigureReading& share);
    void addPool();
    void removePool();
    QString text(const std::string& id) const;
    QString sentence(const Message& message) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    QStackedWidget* m_pages = nullptr; ///< nothing yet, storage
    QPushButton* m_firstPool = nullptr;
    QLabel* m_emptyText = nullptr;
    QComboBox* m_pools = nullptr;
    QComboBox* m_jobs = nullptr;
    QToolButton* m_remove = nullptr;
    StorageForm* m_form = nullptr;
    CardRow* m_cards = nullptr;
    PathChain* m_readPath = nullptr;
    PathChain* m_writePath = nullptr;
    PointChart* m_interval = nullptr;
    FigureRows* m_intervals = nullptr;
    FigureRows* m_stalls = nullptr;
    FigureRows* m_safes = nullptr;
    FigureRows* m_retention = nullptr;
    FigureRows* m_guides = nullptr; ///< rules of thumb beside what is worked out
    BarChart* m_nodes = nullptr;
    FigureRows* m_poolRows = nullptr;
    Id<StoragePool> m_pool;
    Id<Workload> m_workload;
};

WorkspaceFeature storageFeature();

} // namespace rackwright
