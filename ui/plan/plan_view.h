// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PlanView: the floor plan of one room to work on: select, box-select, drag racks with snapping, take parts from the
// catalogue. It shows candidates through the document; only a release makes an edit.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/plan/plan_geometry.h"
#include "ui/widgets/drawing_view.h"

#include <optional>

namespace rackwright {

class PlanView : public DrawingView {
    Q_OBJECT
public:
    PlanView(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void setRoom(Id<Room> room);
    Id<Room> room() const { return m_room; }
    /// Centre of a rack in view coordinates; nothing when it is not in this room.
    std::optional<QPointF> placeOf(Id<Rack> rack) const;
    /// Shows the subjects in the middle of the view.
    void reveal(const std::vector<Subject>& subjects);

Q_SIGNALS:
    void rackOpened(quint64 rack);
    /// A sentence for the status bar: what the pointer does or why it cannot.
    void hinted(const QString& text);

protected:
    void paintOver(QPainter& painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    enum class Gesture { None, Press, MoveRacks, Box };

    void showFirstRoom();
    void refresh();
    void rebuildGeometry();
    std::vector<Id<Rack>> selectedRacks() const;
    void moveSelectionBy(Point by, bool isFinal);
    void endGesture();
    std::optional<Edit> dropEdit(const QString& partId, QPointF world, QString* reason);
    void nudge(int dx, int dy, bool isFine);

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Room> m_room;
    PlanGeometry m_geometry;
    Gesture m_gesture = Gesture::None;
    QPointF m_pressWorld;
    QPointF m_atWorld;
    std::optional<Subject> m_pressed;
    std::optional<Subject> m_hovered;
    std::vector<SnapGuide> m_guides;
    QString m_refusal; ///< why the place under a drag is not legal
    bool m_copies = false;
};

/// The kind of drag data that the catalogue gives: the id of a part as UTF-8.
inline constexpr const char* kPartMime = "application/x-rackwright-part";

} // namespace rackwright
