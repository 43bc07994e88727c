// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/cable_drag.h"

#include "model/edits/cable_edits.h"

namespace rackwright {

namespace {

NetworkRole roleOf(const Design& design, Id<Network> network) {
    const Network* row = design.networks.find(network);
    return row ? row->role : NetworkRole::Compute;
}

} // namespace

CableDrag::CableDrag(StudioDocument& document, const FabricLayout& layout, Id<Network> network, CableStart start)
    : m_document(document), m_project(document.project()), m_design(activeOption(*m_project).design),
      m_network(network), m_start(start), m_ports(*m_project, *m_design, roleOf(*m_design, network), start.lifted) {
    if (const Cable* cable = m_start.lifted ? m_design->cables.find(m_start.lifted) : nullptr) {
        const bool isA = m_start.port && cable->a == *m_start.port;
        m_from = isA ? cable->a : cable->b;
        m_staying = isA ? cable->b : cable->a;
    }
    m_open.reserve(layout.places.size());
    for (const auto& [device, place] : layout.places)
        m_open.push_back(device);
}

bool CableDrag::findMore(std::chrono::milliseconds atMost) {
    constexpr int atATime = 32; // between looks at the clock
    const auto end = std::chrono::steady_clock::now() + atMost;
    while (m_isReading && std::chrono::steady_clock::now() < end)
        m_isReading = m_ports.readMore();
    while (!m_open.empty() && std::chrono::steady_clock::now() < end)
        for (int i = 0; i < atATime && !m_open.empty(); ++i) {
            const Id<Device> device = m_open.back();
            m_open.pop_back();
            if (isLegal(device))
                m_found.push_back(device);
        }
    return !m_open.empty();
}

bool CableDrag::isLegal(Id<Device> device, PortNumber port) const {
    if (m_start.lifted)
        return m_ports.canJoin(m_staying, device, port);
    return m_start.port ? m_ports.canJoin(*m_start.port, device, port) : m_ports.canJoin(m_start.device, device, port);
}

// A moved end must fit the end that stays, a new cable the device or port that it begins at.
Result<edits::CableEnds> CableDrag::endsAt(Id<Device> device, PortNumber port) const {
    if (m_start.lifted)
        return m_ports.between(m_staying, device, port);
    return m_start.port ? m_ports.between(*m_start.port, device, port) : m_ports.between(m_start.device, device, port);
}

Result<Edit> CableDrag::dropOn(Id<Device> device, PortNumber port) const {
    const Result<edits::CableEnds> ends = endsAt(device, port);
    if (!ends)
        return ends.error();
    const edits::Target target = edits::activeTarget(*m_project);
    if (m_start.lifted)
        return edits::moveCableEnd(target, m_start.lifted, m_from, ends->b);
    return edits::connectPorts(target, ends->a, ends->b, m_network);
}

} // namespace rackwright
