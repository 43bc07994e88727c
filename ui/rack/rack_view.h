// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RackView: elevations of one or many racks that can be worked in: choose, drag between units and racks, take parts of
// the catalogue and devices of the tray. Which racks it shows, its owner decides; every change is an edit of the
// document.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/rack/rack_drops.h"
#include "ui/rack/rack_layout.h"
#include "ui/widgets/drawing_view.h"

#include <map>

class QDropEvent;
class QMimeData;

namespace rackwright {

/// The kind of drag data that a list of devices gives: ids as text, with commas between.
inline constexpr const char* kDevicesMime = "application/x-rackwright-devices";

class RackView : public DrawingView {
    Q_OBJECT
public:
    RackView(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void setRacks(std::vector<Id<Rack>> racks);
    const std::vector<Id<Rack>>& racks() const { return m_racks; }
    void setFace(Face face);
    Face face() const { return m_face; }
    /// Devices that are let go over this widget are unplaced.
    void setTray(QWidget* tray) { m_tray = tray; }

    /// What a thing or a place takes up, in view coordinates; empty when it is not shown.
    QRectF boxOf(Subject thing) const;
    QRectF boxOf(const Placement& placement, const Part* part) const;
    /// Why the place under the drag is refused; empty while it is legal.
    const QString& refusal() const { return m_refusal; }
    /// The lines of the card at a drag: name, before, after.
    struct CardLine {
        QString name, before, after;
    };
    std::vector<CardLine> cardLines() const;
    /// Shows the selected things that are in sight, or fits all racks where none is.
    void zoomToSelection();
    /// Puts the selected devices into the tray.
    void unplaceSelected();
    std::vector<Id<Device>> selectedDevices() const;

Q_SIGNALS:
    /// A sentence for the status bar.
    void hinted(const QString& text);

protected:
    bool event(QEvent* event) override;
    void paintOver(QPainter& painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    enum class Gesture { None, Press, Carry, Box };
    /// What hangs at the pointer: things of the design, or a new part.
    struct Carried {
        std::vector<RackThing> things; ///< the one that was taken hold of first; as in the committed design
        PartPtr newPart;
        QPointF hold; ///< where the pointer holds it, from its middle, world mm
        bool copies = false;
        const Part* part() const { return newPart ? newPart.get() : things.front().part; }
    };

    void refresh();
    void arrange();
    void redraw();
    std::optional<Carried> carriedFrom(const QMimeData& mime, QString* reason) const;
    Carried carriedFrom(const RackThing& pressed) const;
    /// Previews or does what letting go at the point would do.
    void carryTo(QPointF world, bool isFinal);
    /// Where each carried thing goes; nothing when one would leave the shown racks.
    std::optional<std::vector<ThingMove>> movesTo(const Placement& place) const;
    void endGesture();
    void refuse(const Message& message);
    const std::vector<QRectF>& legalBoxes(const RackLayout::Shown& shown);
    bool isOverTray(QPointF global) const;
    void moveSelectedBy(int units, int racks);
    void selectBeside(int step);
    void selectRackAt(QPointF world, bool extends);
    void paintCarried(QPainter& painter);
    void paintCard(QPainter& painter) const;
    void paintRefusal(QPainter& painter) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::vector<Id<Rack>> m_racks;
    Face m_face = Face::Front;
    QWidget* m_tray = nullptr;
    RackLayout m_places; ///< of the committed design
    RackLayout m_layout; ///< of the shown design, at the same places
    bool m_needsArranging = true;
    Gesture m_gesture = Gesture::None;
    QPointF m_pressWorld;
    QPointF m_atWorld;
    std::optional<Subject> m_pressed;
    std::optional<Subject> m_hovered;
    std::optional<Carried> m_carried;
    std::optional<Placement> m_target; ///< where the first of the carried would go
    bool m_isTargetTray = false;
    std::map<std::uint64_t, std::vector<QRectF>> m_legal; ///< by rack, while something is carried
    QString m_refusal;
};

} // namespace rackwright
