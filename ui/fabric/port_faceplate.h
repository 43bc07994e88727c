// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PortFaceplate: the ports of one device beside its box while a cable is in the hand, so that it can be dropped on a
// port of choice; those that can end it are lit. The view opens it, paints it and asks which port is under the pointer.

#include "ui/fabric/cable_drag.h"

#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace rackwright {

class PortFaceplate {
public:
    struct Port {
        std::uint16_t number = 0;
        QString name; ///< as on the device, "26/1" of a twin-port cage
        QRectF place; ///< in view coordinates
        bool isLegal = false;
    };

    /// Of a device whose box stands at `box` of a view that is `view` large. Without ports for the network it is empty.
    PortFaceplate(const Project& project, const Design& design, const CableDrag& drag, Id<Device> device, QRectF box,
                  QRectF view, QString title);

    Id<Device> device() const { return m_device; }
    const std::vector<Port>& ports() const { return m_ports; }
    bool isEmpty() const { return m_ports.empty(); }
    QRectF frame() const { return m_frame; }
    /// Faceplate and device.
    QRectF around() const { return m_frame.united(m_box); }
    /// The pointer is on it, on its device or on the way between.
    bool keeps(QPointF at) const;
    std::optional<std::uint16_t> portAt(QPointF at) const;
    void paint(QPainter& painter, QPointF pointer) const;

private:
    Id<Device> m_device;
    QString m_title;
    QRectF m_box;   ///< of the device
    QRectF m_frame; ///< of the faceplate
    std::vector<Port> m_ports;
};

} // namespace rackwright
