// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/port_faceplate.h"

#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

// Pixels.
constexpr double kMargin = 8, kTitle = 20, kGap = 2, kPortHeight = 16;
constexpr double kWidest = 640, kNarrowest = 180;
constexpr int kFont = 10;
constexpr double kBeside = 10; ///< between a device and its faceplate

/// The ports that are for the network, group by group.
std::vector<PortFaceplate::Port> portsFor(const CableDrag& drag, const Part& part) {
    std::vector<PortFaceplate::Port> ports;
    for (const rackwright::Port& port : portList(part))
        if (drag.takes(part, part.portGroups[port.group]))
            ports.push_back({static_cast<std::uint16_t>(port.number), QString::fromStdString(port.name), {}, false});
    return ports;
}

} // namespace

PortFaceplate::PortFaceplate(const Project& project, const Design& design, const CableDrag& drag, Id<Device> device,
                             QRectF box, QRectF view, QString title)
    : m_device(device), m_title(std::move(title)), m_box(box) {
    const Cabled row = findCabled(design, device);
    const Part* part = row ? findPart(project, row->part) : nullptr;
    if (part)
        m_ports = portsFor(drag, *part);
    if (m_ports.empty())
        return;
    const QFontMetricsF metrics(studioFont(kFont));
    double portWidth = 22;
    for (const Port& port : m_ports)
        portWidth = std::max(portWidth, metrics.horizontalAdvance(port.name) + 2 * kGap + 2);
    // Two rows, as on most faceplates, or as many as the view is wide enough for.
    const double room = std::min(kWidest, view.width() - 4 * kMargin);
    const auto most = std::max<std::size_t>(1, static_cast<std::size_t>((room - 2 * kMargin) / (portWidth + kGap)));
    std::size_t rows = std::min<std::size_t>(2, m_ports.size());
    while ((m_ports.size() + rows - 1) / rows > most)
        ++rows;
    const std::size_t columns = (m_ports.size() + rows - 1) / rows;
    const double width = static_cast<double>(columns) * (portWidth + kGap) - kGap + 2 * kMargin;
    const double height = kTitle + static_cast<double>(rows) * (kPortHeight + kGap) - kGap + kMargin;
    m_frame = QRectF(0, 0, std::max(width, kNarrowest), height);
    m_frame.moveCenter(box.center());
    m_frame.moveBottom(box.top() - kBeside);
    if (m_frame.top() < view.top() + kMargin)
        m_frame.moveTop(box.bottom() + kBeside);
    m_frame.moveLeft(std::clamp(m_frame.left(), view.left() + kMargin,
                                std::max(view.left() + kMargin, view.right() - kMargin - m_frame.width())));
    for (std::size_t i = 0; i < m_ports.size(); ++i) {
        // Port 1 above port 2, as they are numbered on switches.
        const auto column = static_cast<double>(i / rows), down = static_cast<double>(i % rows);
        m_ports[i].place = QRectF(m_frame.left() + kMargin + column * (portWidth + kGap),
                                  m_frame.top() + kTitle + down * (kPortHeight + kGap), portWidth, kPortHeight);
        m_ports[i].isLegal = drag.isLegal(device, m_ports[i].number);
    }
}

bool PortFaceplate::keeps(QPointF at) const {
    return m_frame.adjusted(-kMargin, -kMargin, kMargin, kMargin).contains(at) ||
           m_box.adjusted(-2, -kBeside, 2, kBeside).contains(at);
}

std::optional<std::uint16_t> PortFaceplate::portAt(QPointF at) const {
    for (const Port& port : m_ports)
        if (port.place.adjusted(-kGap / 2, -kGap / 2, kGap / 2, kGap / 2).contains(at))
            return port.number;
    return std::nullopt;
}

void PortFaceplate::paint(QPainter& painter, QPointF pointer) const {
    const Theme& theme = Theme::current();
    painter.setPen(QPen(theme.ink(Ink::Rule), 1));
    painter.setBrush(theme.surface());
    painter.drawRoundedRect(m_frame, 4, 4);
    painter.setFont(studioFont(12, QFont::DemiBold));
    painter.setPen(theme.ink(Ink::Text));
    const QRectF head(m_frame.left() + kMargin, m_frame.top(), m_frame.width() - 2 * kMargin, kTitle);
    painter.drawText(head, Qt::AlignVCenter,
                     QFontMetricsF(painter.font()).elidedText(m_title, Qt::ElideMiddle, head.width()));
    painter.setFont(studioFont(kFont));
    const std::optional<std::uint16_t> over = portAt(pointer);
    for (const Port& port : m_ports) {
        QColor fill = theme.ink(port.isLegal ? Ink::Good : Ink::Faint);
        const bool isUnder = over == port.number;
        fill.setAlpha(isUnder ? 220 : port.isLegal ? 70 : 25);
        painter.setPen(QPen(theme.ink(port.isLegal ? Ink::Good : Ink::Rule), isUnder ? 2 : 1));
        painter.setBrush(fill);
        painter.drawRoundedRect(port.place, 2, 2);
        painter.setPen(theme.ink(port.isLegal ? Ink::Text : Ink::Subdued));
        painter.drawText(port.place, Qt::AlignCenter, port.name);
    }
}

} // namespace rackwright
