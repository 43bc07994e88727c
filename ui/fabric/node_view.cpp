// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/node_view.h"

#include "ui/fabric/key_strip.h"

#include <algorithm>
#include <mutex>

namespace rackwright {

NodeView::NodeView(StudioDocument& document, StudioServices& services, QWidget* parent)
    : DrawingView(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("scale-up.node"));
    setAccessibleName(QString::fromStdString(services.texts().text("node.view")));
    connect(&m_document, &StudioDocument::changed, this, &NodeView::refresh);
}

void NodeView::showEvent(QShowEvent* event) {
    DrawingView::showEvent(event);
    refresh();
}

NodeView::Source NodeView::source() const {
    const Design& design = m_document.shownDesign();
    return {design.devices.stamp(), design.cables.stamp(), m_document.shownProject()->parts.stamp(), m_node};
}

void NodeView::show(const std::shared_ptr<const ScaleUpLayout>& layout, std::size_t kind,
                    std::optional<std::size_t> domain) {
    if (!layout || kind >= layout->level.kinds.size())
        return;
    const ScaleUpLevel& level = layout->level;
    const auto first = domain && *domain < level.domains.size()
                           ? level.domains.begin() + static_cast<std::ptrdiff_t>(*domain)
                           : std::ranges::find(level.domains, kind, &ScaleUpDomain::kind);
    m_kind = level.kinds[kind];
    m_node = first == level.domains.end() || first->systems.empty() ? Id<Device>() : first->systems.front();
    refresh();
}

void NodeView::refresh() {
    const Source now = source();
    if (!isVisible() || !m_node || now == m_shown)
        return;
    m_shown = now;
    const QRectF bounds = nodeDiagramBounds(nodeInside(*m_document.shownProject(), m_kind));
    if (bounds != worldBounds()) {
        setWorldBounds(bounds);
        zoomToFit();
    }
    // The cables are gone through once, on the thread that draws first.
    struct Once {
        std::once_flag flag;
        NodeInside node;
    };
    setMaker([once = std::make_shared<Once>(), project = m_document.shownProject(), kind = m_kind, node = m_node,
              texts = m_services.texts()](double pixelsPerMm) {
        std::call_once(once->flag,
                       [&] { once->node = nodeInside(*project, *activeOption(*project).design, kind, node); });
        return nodeDiagram(once->node, *project, texts,
                           {pixelsPerMm / kScreenDotsPerMm, kLegiblePixels / kScreenDotsPerMm});
    });
}

} // namespace rackwright
