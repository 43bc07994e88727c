// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/scale_up_view.h"

#include "ui/fabric/key_strip.h"
#include "ui/widgets/background.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

ScaleUpDrawingOptions optionsFor(double pixelsPerMm) {
    return {pixelsPerMm / kScreenDotsPerMm, kLegiblePixels / kScreenDotsPerMm};
}

std::vector<Subject> devicesOf(const ScaleUpDomain& domain) {
    std::vector<Subject> devices;
    for (const auto* each : {&domain.systems, &domain.switches})
        for (const Id<Device> device : *each)
            devices.push_back(Subject(device));
    return devices;
}

} // namespace

ScaleUpView::ScaleUpView(StudioDocument& document, StudioServices& services, QWidget* parent)
    : DrawingView(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("scale-up"));
    setAccessibleName(QString::fromStdString(services.texts().text("scale-up.view")));
    connect(&m_document, &StudioDocument::opened, this, &ScaleUpView::refresh);
    connect(&m_document, &StudioDocument::changed, this, &ScaleUpView::refresh);
    connect(&m_document, &StudioDocument::selectionChanged, this, &ScaleUpView::takeSelection);
}

void ScaleUpView::showEvent(QShowEvent* event) {
    DrawingView::showEvent(event);
    refresh();
}

ScaleUpView::Source ScaleUpView::source() const {
    const Design& design = m_document.shownDesign();
    return {design.devices.stamp(), design.modules.stamp(), design.racks.stamp(),
            m_document.shownProject()->parts.stamp()};
}

void ScaleUpView::refresh() {
    const Source now = source();
    if (!isVisible() || now == m_shown || now == m_asked)
        return;
    m_asked = now;
    const auto work = [project = m_document.shownProject()](const Background::Run&) {
        return std::make_shared<const ScaleUpLayout>(scaleUpLayout(*project, *activeOption(*project).design));
    };
    Background::instance().ask(
        {this, "layout", accessibleName().toStdString()}, work,
        [this, now](const std::shared_ptr<const ScaleUpLayout>& layout) { take(now, layout); },
        [this, now](const Error&) { take(now, std::make_shared<const ScaleUpLayout>()); });
}

void ScaleUpView::take(const Source& source, std::shared_ptr<const ScaleUpLayout> layout) {
    m_shown = source;
    m_asked = {};
    const bool isAnother = !m_layout || m_layout->bounds != layout->bounds;
    m_layout = std::move(layout);
    m_hovered.reset();
    m_legend = m_layout->isEmpty() ? std::vector<OverlayKey>() : scaleUpLegend(*m_layout, m_services.texts());
    if (!m_layout->isEmpty()) {
        setWorldBounds(m_layout->bounds);
        if (isAnother)
            zoomToFit();
    }
    setMaker([layout = m_layout, project = m_document.shownProject(), texts = m_services.texts()](double pixelsPerMm) {
        return scaleUpDrawing(*layout, *project, *activeOption(*project).design, texts, optionsFor(pixelsPerMm));
    });
    takeSelection();
}

void ScaleUpView::takeSelection() {
    m_selected.clear();
    if (m_layout)
        for (const Subject subject : m_document.selection())
            if (subject.kind == SubjectKind::Device)
                for (const std::size_t domain : m_layout->domainsOf({subject.id}))
                    if (std::ranges::find(m_selected, domain) == m_selected.end())
                        m_selected.push_back(domain);
    update();
    Q_EMIT chosenChanged();
}

Drawing ScaleUpView::drawing() const {
    return m_layout ? scaleUpDrawing(*m_layout, *m_document.shownProject(), m_document.shownDesign(),
                                     m_services.texts(), optionsFor(pixelsPerMm()))
                    : Drawing{};
}

std::optional<std::size_t> ScaleUpView::chosen() const {
    return m_selected.empty() ? std::nullopt : std::optional(m_selected.front());
}

QMargins ScaleUpView::fitMargins() const { return {8, 0, 8, keyStripHeight(m_legend, width())}; }

void ScaleUpView::paintOver(QPainter& painter) {
    if (!m_layout)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const auto outline = [&](std::size_t domain, double width) {
        if (domain >= m_layout->boxes.size())
            return;
        painter.setPen(QPen(Theme::current().ink(Ink::Accent), width));
        painter.drawRoundedRect(toView(m_layout->boxes[domain]).adjusted(-1, -1, 1, 1), 2, 2);
    };
    for (const std::size_t domain : m_selected)
        outline(domain, 2);
    if (m_hovered)
        outline(*m_hovered, 1);
    paintKeyStrip(painter, size(), m_legend);
}

void ScaleUpView::hoverAt(QPointF place) {
    const std::optional<std::size_t> domain = m_layout ? m_layout->domainAt(toWorld(place)) : std::nullopt;
    if (domain == m_hovered)
        return;
    m_hovered = domain;
    setCursor(domain ? Qt::PointingHandCursor : Qt::ArrowCursor);
    QToolTip::showText(mapToGlobal(place.toPoint()), hoverText(), this);
    update();
}

QString ScaleUpView::hoverText() const {
    if (!m_hovered)
        return {};
    const ScaleUpDomain& domain = m_layout->level.domains[*m_hovered];
    const Rack* rack = m_document.shownDesign().racks.find(domain.rack);
    return QString::fromStdString(
        m_services.texts().sentence(Message(rack ? "scale-up.hover.rack" : "scale-up.hover")
                                        .with("name", scaleUpName(domain, m_document.shownDesign()).toStdString())
                                        .with("rack", rack ? rack->name : std::string())
                                        .with("count", m_layout->level.kinds[domain.kind].accelerators)));
}

void ScaleUpView::mousePressEvent(QMouseEvent* event) {
    DrawingView::mousePressEvent(event);
    if (event->button() != Qt::LeftButton || isPanning())
        return;
    m_isPressed = true;
    m_isDragged = false;
    m_pressedAt = event->position();
}

void ScaleUpView::mouseMoveEvent(QMouseEvent* event) {
    DrawingView::mouseMoveEvent(event);
    if (!m_isPressed || isPanning())
        return hoverAt(event->position());
    const QPointF way = event->position() - m_pressedAt;
    if (!m_isDragged && way.manhattanLength() < QApplication::startDragDistance())
        return;
    m_isDragged = true;
    panBy(way);
    m_pressedAt = event->position();
}

void ScaleUpView::mouseReleaseEvent(QMouseEvent* event) {
    DrawingView::mouseReleaseEvent(event);
    if (!std::exchange(m_isPressed, false) || m_isDragged || !m_layout || event->button() != Qt::LeftButton)
        return;
    const QPointF world = toWorld(event->position());
    if (const auto domain = m_layout->domainAt(world)) {
        m_document.select(devicesOf(m_layout->level.domains[*domain]));
        return;
    }
    m_document.select({});
    if (const auto kind = m_layout->sampleAt(world))
        Q_EMIT kindChosen(*kind);
}

void ScaleUpView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!m_layout || event->button() != Qt::LeftButton)
        return;
    const ScaleUpFrame* frame = m_layout->frameAt(toWorld(event->position()));
    zoomIntoOrOut(frame ? std::optional(frame->box) : std::nullopt);
}

void ScaleUpView::leaveEvent(QEvent* event) {
    DrawingView::leaveEvent(event);
    m_hovered.reset();
    update();
}

} // namespace rackwright
