// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PowerWorkspace: the power of the design as a single-line diagram, and below it every element with what it carries and
// what is left of its rating, and every cooling unit with what it draws; what nothing feeds stands first.

#include "ui/paint/single_line.h"
#include "ui/supply/supply_page.h"

#include <QAction>
#include <QPointer>

#include <map>
#include <memory>

class QLabel;

namespace rackwright {

class ElidedLabel;

/// A click on a box selects its elements, a double click goes nearer. While it connects, a drag from box to box makes
/// the circuit, or says at the pointer why not.
class SingleLineView : public SupplyView {
    Q_OBJECT
public:
    SingleLineView(StudioDocument& document, const Texts& texts, QWidget* parent = nullptr);

    void show(std::shared_ptr<const SingleLine> line, SingleLineReadings readings);
    const SingleLine& line() const { return *m_line; }
    Drawing drawing() const override;
    void setConnecting(bool isConnecting);
    /// What stands at the pointer while it connects.
    QString words() const { return m_words; }

Q_SIGNALS:
    /// Escape while it connects.
    void connectLeft();

protected:
    std::optional<Box> boxAt(QPointF world) const override;
    std::optional<QRectF> placeOf(Subject subject) const override;
    void paintOver(QPainter& painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void beginConnection(QPointF place);
    /// Unset where the pointer is over no other box.
    std::optional<Result<Edit>> connectionTo(QPointF place) const;
    void aim(QPointF place);
    void connectAt(QPointF place);
    void paintConnection(QPainter& painter) const;

    std::shared_ptr<const SingleLine> m_line = std::make_shared<SingleLine>();
    SingleLineReadings m_readings;
    QPointF m_pointer;
    std::optional<Subject> m_from; ///< that a drag began at
    QString m_words;
    bool m_isConnecting = false, m_canConnect = false;
};

/// The elements with their loads, those that nothing feeds first, then along the chain; then the cooling units.
class PowerTable : public SupplyTable {
    Q_OBJECT
public:
    enum Column { Name, Kind, Side, FedFrom, Load, Rating, Share, OtherLost, Headroom, Columns };
    using SupplyTable::SupplyTable;

    void refresh() override;
    std::size_t unfed() const { return m_unfed; }

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const PowerElement& element, Column column) const;
    QString text(const CoolingUnit& unit, Column column) const;
    QVariant dataOf(const CoolingUnit& unit, Column column, int role) const;
    bool isTooMuch(const PowerElement& element, Column column) const;

    std::map<Subject, QString> m_feeders;
    std::size_t m_unfed = 0;
};

class PowerWorkspace : public SupplyPage {
    Q_OBJECT
public:
    PowerWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent = nullptr);

    SingleLineView& view() { return *m_view; }
    bool canSelectAll() const override { return !everything().empty(); }
    std::vector<Subject> everything() const override;

protected:
    void showLoads() override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    SingleLineReadings readings() const;
    void addLoss(SingleLineReadings& readings) const;
    void showUtility();

    QPointer<QAction> m_connect;
    QLabel* m_unfed = nullptr;
    ElidedLabel* m_utility = nullptr;
    SingleLineView* m_view = nullptr;
    PowerTable* m_table = nullptr;
};

WorkspaceFeature powerFeature();

} // namespace rackwright
