// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SupplyPage: what the pages of power and of cooling have in common: a drawing of boxes, a list of what stands in it,
// the strip of what is out of service, a menu, and one selection in all of them.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/widgets/drawing_view.h"
#include "ui/widgets/workspace.h"

#include <QAbstractTableModel>

#include <optional>
#include <string>
#include <utility>
#include <vector>

class QLabel;
class QTableView;

namespace rackwright {

class OutOfService;

/// A drawing of boxes: a click on one selects what it stands for, a double click goes nearer.
class SupplyView : public DrawingView {
    Q_OBJECT
public:
    SupplyView(const QString& name, const QString& title, StudioDocument& document, const Texts& texts,
               QWidget* parent = nullptr);

    virtual Drawing drawing() const = 0;
    /// Moves as little as brings the box of a thing into sight; nothing where it has none or is seen already.
    void reveal(Subject subject);

Q_SIGNALS:
    /// A menu for what is selected, at a place on the screen.
    void menuAsked(QPoint place);

protected:
    /// At which the words of a box are read.
    static constexpr double kReadableZoom = 3.4;
    /// Where a box stands in the world, and what it stands for.
    struct Box {
        QRectF place;
        std::vector<Subject> subjects;
    };
    virtual std::optional<Box> boxAt(QPointF world) const = 0;
    /// Where the box of a thing stands; nothing where it has none.
    virtual std::optional<QRectF> placeOf(Subject subject) const = 0;
    void paintSelected(QPainter& painter, const QRectF& box) const;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

    StudioDocument& m_document;
    const Texts& m_texts;
    QPointF m_pressed;
};

/// The list: each row is one thing.
class SupplyTable : public QAbstractTableModel {
    Q_OBJECT
public:
    SupplyTable(StudioDocument& document, const StudioServices& services, QObject* parent = nullptr);

    virtual void refresh() = 0;
    /// New figures of the same things.
    void refreshLoads();
    Subject subject(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// -1: it is not listed.
    int rowOf(Subject subject) const;

    int rowCount(const QModelIndex& parent = {}) const override;

protected:
    /// The same rows stay, with what is selected among them; refreshLoads() tells what they now say.
    void setRows(std::vector<Subject> rows);

    const StudioDocument& m_document;
    const StudioServices& m_services;
    const OutOfService& m_out;

private:
    std::vector<Subject> m_rows;
    std::vector<std::pair<Subject, int>> m_places; ///< the row of each, in their order
};

class SupplyPage : public Workspace {
    Q_OBJECT
public:
    bool canZoom(ZoomStep step) const override { return step != ZoomStep::Selection; }
    void zoom(ZoomStep step) override { m_drawing->zoomStep(step); }
    std::optional<Shareable> shareable() override;

protected:
    struct Names {
        QString page; ///< names of widgets begin with it
        QString file; ///< of what is shared
    };
    /// What it says.
    struct Words {
        QString title;
        QString list;
        QString noRows; ///< in the list while it has none
    };
    SupplyPage(Names names, StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent);

    /// Makes the list of a table; both become the page's.
    QTableView& makeList(SupplyView& drawing, SupplyTable& table, const Words& words);
    /// Puts the title with what is said beside it, and further where it has room, and the strip above the rest.
    void layOut(const Words& words, QLabel& beside, QWidget& rest, QWidget* further = nullptr);
    /// Of things that are in the design now.
    void refresh();
    void refreshLoads();
    /// Figures of the drawing and beside the title; asked while the page is visible.
    virtual void showLoads() = 0;
    void showEvent(QShowEvent* event) override;

    StudioDocument& m_document;
    StudioServices& m_services;
    Actions& m_actions;

private:
    void followDocument();
    void takeSelection();
    void showSelection();
    void showMenu(QPoint place);

    Names m_names;
    SupplyView* m_drawing = nullptr;
    SupplyTable* m_rows = nullptr;
    QTableView* m_list = nullptr;
    bool m_isSelecting = false;
};

} // namespace rackwright
