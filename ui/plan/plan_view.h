// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PlanView: the floor plan of one room to work on: select, box-select, drag racks with snapping, take parts from the
// catalogue. It shows candidates through the document; only a release makes an edit.

#include "model/edits/clip_edits.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/paint/floor_plan.h"
#include "ui/plan/draw_tools.h"
#include "ui/plan/plan_geometry.h"
#include "ui/plan/shape_handles.h"
#include "ui/report/loss_overlay.h"
#include "ui/report/overlays.h"
#include "ui/widgets/drawing_view.h"

#include <map>
#include <memory>
#include <optional>

namespace rackwright {

/// The plan as it is after a loss: how racks and busways are coloured, and things besides that are marked.
struct PlanLoss {
    Overlay overlay;
    std::vector<LossMark> marks;
};

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
    /// What the next gesture draws; null to select and move again.
    void setTool(const DrawTool* tool);
    /// The corner of the selected room at a place of the screen.
    std::optional<std::size_t> roomCornerAt(QPoint global) const;
    const DrawTool* tool() const { return m_tool; }
    /// How racks are coloured and what is written on them.
    void setOverlay(OverlayKind kind);
    OverlayKind overlay() const { return m_overlay; }
    /// Instead of the overlay, until it is taken away; null: the overlay again.
    void showLoss(std::shared_ptr<const PlanLoss> loss);
    /// Null while none is shown.
    const PlanLoss* loss() const { return m_loss.get(); }
    bool isShowingLoss() const { return m_loss != nullptr; }
    /// Dimension lines along the walls.
    void setShowsDimensions(bool shows);
    /// Pathways above the floor and below it.
    void setShowsLevels(bool overhead, bool underfloor);
    /// The clouds around what changed since the last issue.
    void setShowsClouds(bool isShown);
    /// Whether the pointer passes through the picture below the plan.
    void setUnderlayLocked(bool isLocked);
    /// Where the pointer is, or where its menu was opened; nothing while it is elsewhere.
    std::optional<Point> pointerPlace() const;
    /// Commands of a menu are for the place that it was opened at.
    void setMenuPlace(std::optional<QPoint> global);
    /// All things at a place of the screen, the uppermost first.
    std::vector<Subject> thingsAt(QPoint global) const;
    /// Whether each of them lies in the part of the room that is shown, at least with an edge.
    bool isInSight(const std::vector<Subject>& subjects) const;
    /// The room as a sheet at a usual scale, with references, dimensions and legend.
    Drawing sheet() const;
    /// Shows what is selected in this room; false when nothing is.
    bool zoomToSelection();

Q_SIGNALS:
    void rackOpened(quint64 rack);
    void toolChanged();
    /// Another room is shown.
    void roomChanged();
    /// The places of a tool that makes no edit of its own.
    void placesGiven(const std::vector<rackwright::Point>& places);
    /// A menu for what is selected, at a place on the screen.
    void menuAsked(QPoint place);
    /// Escape was pressed while a loss is shown.
    void lossLeft();
    /// A sentence for the status bar: what the pointer does or why it cannot.
    void hinted(const QString& text);

protected:
    QMargins fitMargins() const override;
    void paintOver(QPainter& painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    enum class Gesture { None, Press, Move, Box, Draw, Handle };

    void showFirstRoom();
    void refresh();
    /// Of what is shown and of what is committed; worked out when they are asked for.
    const PlanGeometry& geometry() const;
    const PlanGeometry& committedGeometry() const;
    void paintRulers(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    void paintFirstStep(QPainter& painter) const;
    void paintLoss(QPainter& painter) const;
    void paintTool(QPainter& painter) const;
    void paintRefusal(QPainter& painter) const;
    /// Points go to half a tile, to a tenth with Alt; Shift keeps lines straight.
    Point drawnPoint(QPointF world, Qt::KeyboardModifiers modifiers) const;
    void previewTool(Point to);
    void finishTool();
    void finishDrag(Point to);
    /// Whether a length can be typed now: of a line or of the next stretch or side, from the point before, or both
    /// sides of a rectangle.
    bool takesLength() const;
    bool beginsLength(const QString& text) const;
    /// Takes a key of a length that is typed; false when it is none.
    bool typeLength(const QKeyEvent& key);
    void takeTypedLength();
    QString typedProblem() const;
    /// Where the stretch ends: `to`, or after the typed length on the way to it.
    Point drawnEnd(Point to) const;
    Point typedCorner(Point to) const;
    /// The next thing below the selected one at the pointer.
    std::optional<Subject> pressedThing(Qt::KeyboardModifiers modifiers) const;
    /// Corners and ends of the one drawn thing or room that is selected, and the one at a place.
    std::vector<ShapeHandle> shapeHandlesShown() const;
    std::optional<ShapeHandle> shapeHandleAt(QPointF world) const;
    void moveShapeTo(Point to, bool isFinal);
    void paintShapeHandles(QPainter& painter) const;
    Id<Room> roomOf(Subject subject) const;
    /// Points of the selected pathways by their place, and the one at a place.
    std::map<Point, std::uint64_t> handles() const;
    std::optional<Subject> handleAt(QPointF world) const;
    FloorPlanOptions planOptions() const;
    void askLegend(const std::shared_ptr<const SharedOverlay>& overlay);
    Length halfTile() const;
    Length reach() const;
    void moveSelectionBy(Point by, bool isFinal);
    void sayOutcome(const Done& result, bool isFinal);
    /// Copies, where they may stand; else the reason why not.
    Result<Edit> copyBy(const edits::ClipRows& rows, Point by) const;
    /// The selection without a locked picture.
    std::vector<Subject> movable() const;
    void endGesture();
    void selectPressed(bool extends);
    void selectBelow();
    bool isGround(Subject subject) const;
    bool isInView(const QMouseEvent* event) const;
    struct Drop {
        Edit edit;
        std::optional<Subject> rack; ///< that takes it; none: it stands on the floor
        QString note{};              ///< of racks that take none, of many that were chosen
    };
    /// What a part of the catalogue would do that is let go at a place; nothing with a reason.
    std::optional<Drop> dropOf(const QString& partId, QPointF world, QString* reason) const;
    void nudge(int dx, int dy, bool isFine);

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Room> m_room;
    mutable std::shared_ptr<const PlanGeometry> m_geometry;
    mutable std::shared_ptr<const PlanGeometry> m_committed; ///< without what a drag previews
    Gesture m_gesture = Gesture::None;
    QPointF m_pressWorld;
    QPointF m_atWorld;
    std::optional<Subject> m_pressed;
    std::optional<ShapeHandle> m_shapeHandle; ///< that is dragged
    bool m_wasChosen = false;                 ///< it alone was selected before the press
    bool m_pressesGround = false;             ///< an aisle or tile that was not selected lies under the press
    std::optional<Subject> m_hovered;
    std::vector<SnapGuide> m_guides;
    const DrawTool* m_tool = nullptr;
    std::vector<Point> m_drawn;    ///< points of the tool so far
    std::vector<Point> m_measured; ///< both ends of what was measured last
    Point m_drawnTo;
    bool m_isAiming = false; ///< m_drawnTo is where the pointer is with the tool
    QString m_typed;         ///< a length, while it is typed
    bool m_showsDimensions = true;
    bool m_showsOverhead = true;
    bool m_showsClouds = true;
    bool m_showsUnderfloor = true;
    bool m_isUnderlayLocked = true;
    std::shared_ptr<PictureCache> m_pictures = std::make_shared<PictureCache>();
    OverlayKind m_overlay = OverlayKind::Load;
    std::vector<QString> m_notes;           ///< below the legend
    std::vector<OverlayKey> m_legend;       ///< of the newest solution whose overlay is made
    std::shared_ptr<const PlanLoss> m_loss; ///< that is shown
    SolutionPtr m_drawnSolution;            ///< what the picture shows figures of
    QString m_refusal;                      ///< why the place under a drag is not legal
    std::optional<Subject> m_dropTarget;    ///< the rack that takes the part under the pointer
    bool m_carriesPart = false;             ///< a part's picture hangs below the pointer
    bool m_copies = false;
    std::optional<QPointF> m_pointer; ///< world mm, while it is over the view
    std::optional<QPointF> m_menuPlace;
};

/// The kind of drag data that the catalogue gives: the id of a part as UTF-8.
inline constexpr const char* kPartMime = "application/x-rackwright-part";

} // namespace rackwright
