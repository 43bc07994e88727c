// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CoolingWorkspace: the cooling loops of the design as a diagram with temperatures, flows, loads and findings, and
// beside it the air units with what they move and take.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/paint/loop_diagram.h"
#include "ui/report/loop_readings.h"
#include "ui/widgets/drawing_view.h"
#include "ui/widgets/workspace.h"

#include <QAbstractTableModel>

#include <memory>

class QLabel;
class QTableView;

namespace rackwright {

class OutOfService;

/// A click on a box selects its loop, units or racks, a double click goes nearer.
class LoopView : public DrawingView {
    Q_OBJECT
public:
    LoopView(StudioDocument& document, const Texts& texts, QWidget* parent = nullptr);

    void show(std::shared_ptr<const LoopDiagram> diagram, LoopReadings readings);
    const LoopDiagram& diagram() const { return *m_diagram; }
    const LoopReadings& readings() const { return m_readings; }
    Drawing drawing() const;

Q_SIGNALS:
    /// A menu for what is selected, at a place on the screen.
    void menuAsked(QPoint place);

protected:
    void paintOver(QPainter& painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    StudioDocument& m_document;
    const Texts& m_texts;
    std::shared_ptr<const LoopDiagram> m_diagram = std::make_shared<LoopDiagram>();
    LoopReadings m_readings;
    QPointF m_pressed;
};

/// Units that cool air, in the order in which they came.
class AirUnitTable : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Kind, Airflow, Heat, Capacity, Share, Headroom, Columns };
    AirUnitTable(StudioDocument& document, const StudioServices& services, QObject* parent = nullptr);

    void refresh();
    /// New figures of the same units.
    void refreshLoads();
    Id<CoolingUnit> unit(int row) const { return m_units[static_cast<std::size_t>(row)]; }
    int rowOf(Id<CoolingUnit> unit) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Unset where it is not known.
    std::optional<QString> text(const CoolingUnit& unit, Column column) const;
    /// As it is while something is out of service.
    UnitLoad loadNow(const Solution& solution, Id<CoolingUnit> unit) const;

    const StudioDocument& m_document;
    const StudioServices& m_services;
    const OutOfService& m_out;
    std::vector<Id<CoolingUnit>> m_units;
};

class CoolingWorkspace : public Workspace {
    Q_OBJECT
public:
    CoolingWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent = nullptr);

    LoopView& view() { return *m_view; }
    bool canZoom(ZoomStep step) const override { return step != ZoomStep::Selection; }
    void zoom(ZoomStep step) override { m_view->zoomStep(step); }
    bool canSelectAll() const override { return !m_document.design().coolingUnits.isEmpty(); }
    std::vector<Subject> everything() const override;
    std::optional<Shareable> shareable() override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void refreshLoads();
    void showSelection();
    void showMenu(QPoint place);

    StudioDocument& m_document;
    StudioServices& m_services;
    Actions& m_actions;
    QLabel* m_open = nullptr;
    QLabel* m_empty = nullptr;
    LoopView* m_view = nullptr;
    QTableView* m_list = nullptr;
    AirUnitTable* m_table = nullptr;
    bool m_isSelecting = false;
};

WorkspaceFeature coolingFeature();

} // namespace rackwright
