// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PowerWorkspace: the power of the design as a single-line diagram, and below it every element with what it carries and
// what is left of its rating; what nothing feeds stands first.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/paint/single_line.h"
#include "ui/widgets/drawing_view.h"
#include "ui/widgets/workspace.h"

#include <QAbstractTableModel>
#include <QAction>
#include <QPointer>

#include <memory>

class QLabel;
class QTableView;

namespace rackwright {

class OutOfService;

/// A click on a box selects its elements, a double click goes nearer. While it connects, a drag from box to box makes
/// the circuit, or says at the pointer why not.
class SingleLineView : public DrawingView {
    Q_OBJECT
public:
    SingleLineView(StudioDocument& document, const Texts& texts, QWidget* parent = nullptr);

    void show(std::shared_ptr<const SingleLine> line, SingleLineReadings readings);
    const SingleLine& line() const { return *m_line; }
    Drawing drawing() const;
    void setConnecting(bool isConnecting);
    /// What stands at the pointer while it connects.
    QString words() const { return m_words; }

Q_SIGNALS:
    /// A menu for what is selected, at a place on the screen.
    void menuAsked(QPoint place);
    /// Escape while it connects.
    void connectLeft();

protected:
    void paintOver(QPainter& painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void selectAt(QPointF place, bool extends);
    void beginConnection(QPointF place);
    /// Unset where the pointer is over no other box.
    std::optional<Result<Edit>> connectionTo(QPointF place) const;
    void aim(QPointF place);
    void connectAt(QPointF place);
    void paintConnection(QPainter& painter) const;

    StudioDocument& m_document;
    const Texts& m_texts;
    std::shared_ptr<const SingleLine> m_line = std::make_shared<SingleLine>();
    SingleLineReadings m_readings;
    QPointF m_pressed, m_pointer;
    std::optional<Subject> m_from; ///< that a drag began at
    QString m_words;
    bool m_isConnecting = false, m_canConnect = false;
};

/// The elements with their loads, those that nothing feeds first, then along the chain.
class PowerTable : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Kind, Side, FedFrom, Load, Rating, Share, OtherLost, Headroom, Columns };
    PowerTable(StudioDocument& document, const StudioServices& services, QObject* parent = nullptr);

    void refresh();
    Id<PowerElement> element(int row) const { return m_elements[static_cast<std::size_t>(row)]; }
    int rowOf(Id<PowerElement> element) const;
    std::size_t unfed() const { return m_unfed; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const PowerElement& element, Column column) const;
    bool isTooMuch(const PowerElement& element, Column column) const;

    const StudioDocument& m_document;
    const StudioServices& m_services;
    const OutOfService& m_out;
    std::vector<Id<PowerElement>> m_elements;
    std::map<std::uint64_t, QString> m_feeders;
    std::size_t m_unfed = 0;
};

class PowerWorkspace : public Workspace {
    Q_OBJECT
public:
    PowerWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent = nullptr);

    SingleLineView& view() { return *m_view; }
    bool canZoom(ZoomStep step) const override { return step != ZoomStep::Selection; }
    void zoom(ZoomStep step) override { m_view->zoomStep(step); }
    bool canSelectAll() const override { return !m_document.design().powerElements.isEmpty(); }
    std::vector<Subject> everything() const override;
    std::optional<Shareable> shareable() override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();
    void refreshLoads();
    void showSelection();
    void showMenu(QPoint place);
    SingleLineReadings readings() const;
    void addLoss(SingleLineReadings& readings) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Actions& m_actions;
    QPointer<QAction> m_connect;
    QLabel* m_title = nullptr;
    QLabel* m_unfed = nullptr;
    SingleLineView* m_view = nullptr;
    QTableView* m_list = nullptr;
    PowerTable* m_table = nullptr;
    bool m_isSelecting = false;
};

WorkspaceFeature powerFeature();

} // namespace rackwright
