// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CableDrag: a cable that is being drawn or moved in the fabric view: where it begins, which devices can end it, and
// what a drop on one of them would do or why it does nothing. It paints nothing.

#include "model/edits/hand_cabling.h"
#include "ui/document/studio_document.h"
#include "ui/paint/fabric_layout.h"

#include <QPointF>

#include <chrono>
#include <optional>
#include <vector>

namespace rackwright {

/// Where a drag begins: a device, or one of its ports, free or with the cable whose end is to be moved.
struct CableStart {
    Id<Device> device;
    std::optional<PortRef> port;
    Id<Cable> lifted;
};

class CableDrag {
public:
    CableDrag(StudioDocument& document, const FabricLayout& layout, Id<Network> network, CableStart start);

    const CableStart& start() const { return m_start; }
    using PortNumber = edits::FreePorts::PortNumber;
    /// Whether a drop on a device, or on one of its ports, draws a cable.
    bool isLegal(Id<Device> device, PortNumber port = {}) const;
    /// Whether ports of a group are shown to drop on, free or not.
    bool takes(const Part& part, const PortGroup& group) const { return m_ports.takes(part, group); }
    bool hasMore() const { return !m_open.empty(); }
    /// The ends found so far; there may be 20,000 devices to ask.
    const std::vector<Id<Device>>& found() const { return m_found; }
    /// Looks for more ends for a while; false when all devices were asked.
    bool findMore(std::chrono::milliseconds atMost);
    /// The edit that a drop on a device, or on one of its ports, makes, or why there is none.
    Result<Edit> dropOn(Id<Device> device, PortNumber port = {}) const;

    QPointF at; ///< of the pointer, in view coordinates

private:
    Result<edits::CableEnds> endsAt(Id<Device> device, PortNumber port) const;

    StudioDocument& m_document;
    ProjectPtr m_project;
    DesignPtr m_design;
    Id<Network> m_network;
    CableStart m_start;
    PortRef m_from;    ///< of the lifted cable: the end that moves
    PortRef m_staying; ///< and the one that stays
    edits::FreePorts m_ports;
    bool m_isReading = true;        ///< the cables, before the devices are asked
    std::vector<Id<Device>> m_open; ///< not asked yet
    std::vector<Id<Device>> m_found;
};

} // namespace rackwright
