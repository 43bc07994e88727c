// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_view.h"

#include "ui/report/overlays.h"
#include "ui/text/to_text.h"

namespace rackwright {

namespace {

constexpr double kScreenDotsPerMm = 96.0 / 25.4;
constexpr double kLegiblePixels = 7;

} // namespace

RackView::RackView(StudioDocument& document, StudioServices& services, QWidget* parent)
    : DrawingView(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("racks"));
    setAccessibleName(toText(services.texts().text("rack.view")));
    setAcceptDrops(true);
    connect(&m_document, &StudioDocument::opened, this, [this] {
        endGesture();
        m_needsArranging = true;
        refresh();
    });
    connect(&m_document, &StudioDocument::changed, this, &RackView::refresh);
    connect(&m_document, &StudioDocument::solved, this, &RackView::redraw);
    connect(&m_document, &StudioDocument::selectionChanged, this, qOverload<>(&QWidget::update));
}

void RackView::setRacks(std::vector<Id<Rack>> racks) {
    if (racks == m_racks)
        return;
    endGesture();
    m_racks = std::move(racks);
    m_needsArranging = true;
    refresh();
}

void RackView::setFace(Face face) {
    if (face == m_face)
        return;
    endGesture();
    m_face = face;
    m_needsArranging = true;
    refresh();
}

QRectF RackView::boxOf(Subject thing) const {
    const RackThing* found = m_layout.find(thing);
    return found ? toView(found->box) : QRectF();
}

QRectF RackView::boxOf(const Placement& placement, const Part* part) const {
    const QRectF box = m_layout.boxOf(placement, part);
    return box.isEmpty() ? QRectF() : toView(box);
}

// Racks stand where they stood while a design only changes; they are put in lines anew when there are others, or the
// view has another shape.
void RackView::arrange() {
    m_needsArranging = false;
    const double aspect = height() > 0 ? static_cast<double>(width()) / height() : 1;
    m_places = RackLayout(*m_document.project(), m_document.design(), m_racks, m_face, aspect);
    setWorldBounds(m_places.bounds());
    zoomToFit();
}

void RackView::refresh() {
    if (!isVisible())
        return;
    if (m_needsArranging)
        arrange();
    else
        m_places = RackLayout(m_places, *m_document.project(), m_document.design());
    m_layout = m_document.isPreviewing() ? RackLayout(m_places, *m_document.shownProject(), m_document.shownDesign())
                                         : m_places;
    redraw();
}

void RackView::redraw() {
    if (!isVisible())
        return;
    setMaker([project = m_document.shownProject(), elevations = m_layout.elevations(m_document.shownDesign()),
              solution = m_document.newestSolution(), texts = m_services.texts(), face = m_face](double pixelsPerMm) {
        ElevationOptions options;
        options.scale = pixelsPerMm / kScreenDotsPerMm;
        options.legibleSize = kLegiblePixels / kScreenDotsPerMm;
        std::vector<Id<Rack>> racks;
        for (const PlacedElevation& each : elevations)
            racks.push_back(each.rack);
        const Overlay overlay = solution ? overlayOf(*solution, texts, racks) : Overlay{};
        return placedElevationsDrawing(*project, *activeOption(*project).design, elevations, face, overlay, texts,
                                       options);
    });
    update();
}

void RackView::showEvent(QShowEvent* event) {
    DrawingView::showEvent(event);
    m_needsArranging = true;
    refresh();
}

void RackView::resizeEvent(QResizeEvent* event) {
    DrawingView::resizeEvent(event);
    m_needsArranging = true;
    refresh();
}

std::vector<Id<Device>> RackView::selectedDevices() const {
    std::vector<Id<Device>> devices;
    for (const Subject subject : m_document.selection())
        if (subject.kind == SubjectKind::Device)
            devices.push_back({subject.id});
    return devices;
}

void RackView::refuse(const Message& message) { m_refusal = toText(m_services.texts().sentence(message)); }

void RackView::zoomToSelection() {
    QRectF whole;
    for (const Subject subject : m_document.selection())
        if (const QRectF box = boxOf(subject); !box.isEmpty())
            whole = whole.united(QRectF(toWorld(box.topLeft()), toWorld(box.bottomRight())));
    if (whole.isEmpty())
        return zoomToFit();
    zoomTo(whole.adjusted(-60, -60, 60, 60));
}

} // namespace rackwright
