// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FabricView: the drawing of one network on the screen: hover, click and double click on devices, bundles and boxes.
// The workspace gives it a layout; it changes nothing but the selection.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/fabric/cable_drag.h"
#include "ui/fabric/port_faceplate.h"
#include "ui/paint/fabric_drawing.h"
#include "ui/widgets/drawing_view.h"

#include <QElapsedTimer>
#include <QTimer>

#include <memory>
#include <optional>

namespace rackwright {

class FabricView : public DrawingView {
    Q_OBJECT
public:
    FabricView(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// Of the shown design; null: nothing to show. The view stays where it is while the network is the same.
    void showFabric(std::shared_ptr<const FabricLayout> layout, Id<Network> network);
    const FabricLayout* fabric() const { return m_layout.get(); }
    const std::shared_ptr<const FabricLayout>& layout() const { return m_layout; }
    /// Colours that need readings are those of an unknown until they are there; readings are of the shown layout.
    void setColouring(FabricColouring colouring, std::shared_ptr<const FabricReadings> readings = nullptr);
    FabricColouring colouring() const { return m_colouring; }
    const FabricReadings* readings() const { return m_readings.get(); }
    const std::vector<OverlayKey>& legend() const { return m_legend; }

    /// The box of the selected device, or its own place where no box is around it; nothing where it is not shown.
    std::optional<QRectF> selectedPlace() const;

    /// Bundles that are lit as chosen.
    void setChosenBundles(std::vector<std::size_t> bundles);
    /// The drawing as the view shows it now.
    Drawing drawing() const;

    /// Switches that are shown as failed: a state of the view, not of the design.
    void setFailed(std::vector<Id<Device>> devices);
    const std::vector<Id<Device>>& failed() const { return m_failed; }
    /// A click on a device fails it instead of selecting it.
    void setFailing(bool isFailing) { m_isFailing = isFailing; }

    /// A cable in the hand: it follows the pointer until it is dropped or given up. Places are of the view.
    void beginCable(const CableStart& start);
    void moveCable(QPointF place);
    void dropCable();
    void abortCable();
    const CableDrag* cable() const { return m_cable.get(); }
    /// The ports of the device on which a cable rests for a moment; null: none is open.
    const PortFaceplate* faceplate() const { return m_faceplate ? &*m_faceplate : nullptr; }
    /// What a drop where the pointer is would join, or why it joins nothing; empty over no device.
    QString cableHint() const;

Q_SIGNALS:
    /// What could not be done, and why.
    void hinted(const QString& text);
    void failureToggled(rackwright::Id<rackwright::Device> device);
    void bundlesChosen(const std::vector<std::size_t>& bundles);

protected:
    QMargins fitMargins() const override;
    void paintOver(QPainter& painter) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paintCable(QPainter& painter) const;
    void lightEnds();
    void letGo();
    void rest();
    void openFaceplate();
    /// What the cable in the hand is over: a port of the open faceplate, or a device.
    struct DropPlace {
        Id<Device> device;
        CableDrag::PortNumber port;
    };
    DropPlace dropPlace() const;
    bool isGraspable(Id<Device> device) const;
    void redraw();
    void findPeers();
    void hoverAt(QPointF place);
    QString hoverText() const;
    void paintBundle(QPainter& painter, std::size_t index, const QColor& colour) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::shared_ptr<const FabricLayout> m_layout;
    Id<Network> m_network;
    FabricColouring m_colouring = FabricColouring::Tier;
    std::shared_ptr<const FabricReadings> m_readings;
    std::vector<OverlayKey> m_legend;
    std::vector<std::size_t> m_chosen;
    std::vector<std::size_t> m_hoveredBundles;
    Id<Device> m_hovered;
    std::vector<std::pair<QPointF, QPointF>> m_peerLines; ///< of the selected device
    std::vector<Id<Device>> m_failed;
    bool m_isFailing = false;
    std::unique_ptr<CableDrag> m_cable;
    std::optional<PortFaceplate> m_faceplate;
    Id<Device> m_restsOn; ///< a device that can end the cable in the hand
    QTimer m_rest;
    QElapsedTimer m_litShown; ///< since ends that were found were painted
    Id<Device> m_pressedDevice;
    bool m_isPressed = false;
    bool m_isDragged = false;
    QPointF m_pressedAt;
};

} // namespace rackwright
