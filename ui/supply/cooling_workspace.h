// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CoolingWorkspace: the cooling loops of the design as a diagram with temperatures, flows, loads and findings, and
// beside it the air units with what they move and take.

#include "ui/paint/loop_diagram.h"
#include "ui/report/loop_readings.h"
#include "ui/supply/supply_page.h"

#include <memory>

class QLabel;

namespace rackwright {

/// A click on a box selects its loop, units or racks, a double click goes nearer.
class LoopView : public SupplyView {
    Q_OBJECT
public:
    LoopView(StudioDocument& document, const Texts& texts, QWidget* parent = nullptr);

    void show(std::shared_ptr<const LoopDiagram> diagram, LoopReadings readings);
    const LoopDiagram& diagram() const { return *m_diagram; }
    const LoopReadings& readings() const { return m_readings; }
    Drawing drawing() const override;

protected:
    std::optional<Box> boxAt(QPointF world) const override;
    std::optional<QRectF> placeOf(Subject subject) const override;
    void paintOver(QPainter& painter) override;
    bool event(QEvent* event) override;

private:
    std::shared_ptr<const LoopDiagram> m_diagram = std::make_shared<LoopDiagram>();
    LoopReadings m_readings;
};

/// Units that cool air, in the order in which they came.
class AirUnitTable : public SupplyTable {
    Q_OBJECT
public:
    enum Column { Name, Kind, Airflow, Heat, Capacity, Share, Headroom, Columns };
    using SupplyTable::SupplyTable;

    void refresh() override;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Unset where it is not known.
    std::optional<QString> text(const CoolingUnit& unit, Column column) const;
    /// As it is while something is out of service.
    UnitLoad loadNow(const Solution& solution, Id<CoolingUnit> unit) const;
};

class CoolingWorkspace : public SupplyPage {
    Q_OBJECT
public:
    CoolingWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent = nullptr);

    LoopView& view() { return *m_view; }
    bool canSelectAll() const override { return !m_document.design().coolingUnits.isEmpty(); }
    std::vector<Subject> everything() const override;

protected:
    void showLoads() override;

private:
    QLabel* m_open = nullptr;
    QLabel* m_empty = nullptr;
    LoopView* m_view = nullptr;
};

WorkspaceFeature coolingFeature();

} // namespace rackwright
