// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plan_view.h"

#include "model/edits/device_edits.h"
#include "model/edits/rack_edits.h"
#include "ui/paint/floor_plan.h"
#include "ui/report/overlay_of.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr double kScreenDotsPerMm = 96.0 / 25.4;
constexpr double kLegiblePixels = 8;
constexpr double kSnapPixels = 10;

Point toPoint(QPointF worldMm) {
    return {Length::nearest(worldMm.x() / 1000), Length::nearest(worldMm.y() / 1000)};
}
QPointF toMm(Point point) { return {point.x.inMillimetres(), point.y.inMillimetres()}; }

QPolygonF polygonOf(const std::vector<Point>& points, const DrawingView& view) {
    QPolygonF polygon;
    for (const Point p : points)
        polygon.append(view.toView(toMm(p)));
    return polygon;
}

bool isInRow(PartCategory category) { return category == PartCategory::Rack || category == PartCategory::RackScaleSystem; }

} // namespace

PlanView::PlanView(StudioDocument& document, StudioServices& services, QWidget* parent)
    : DrawingView(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("plan"));
    setAccessibleName(QString::fromStdString(services.texts().text("workspace.plan")));
    setAcceptDrops(true);
    connect(&m_document, &StudioDocument::opened, this, &PlanView::showFirstRoom);
    connect(&m_document, &StudioDocument::changed, this, &PlanView::refresh);
    connect(&m_document, &StudioDocument::solved, this, &PlanView::refresh);
    connect(&m_document, &StudioDocument::selectionChanged, this, qOverload<>(&QWidget::update));
    showFirstRoom();
}

void PlanView::showFirstRoom() {
    const Table<Room>& rooms = m_document.design().rooms;
    setRoom(rooms.isEmpty() ? Id<Room>() : rooms.begin()->id);
}

void PlanView::setRoom(Id<Room> room) {
    m_room = room;
    const Room* row = m_document.shownDesign().rooms.find(room);
    if (row && !row->outline.empty()) {
        const Box box = boundingBox(row->outline);
        constexpr double margin = 1200; // mm, for references and dimensions
        setWorldBounds(QRectF(toMm(box.low), toMm(box.high)).adjusted(-margin, -margin, margin, margin));
        zoomToFit();
    }
    refresh();
}

void PlanView::refresh() {
    rebuildGeometry();
    const Room* row = m_document.shownDesign().rooms.find(m_room);
    if (!row)
        return;
    setMaker([project = m_document.shownProject(), room = *row, solution = m_document.newestSolution(),
              texts = m_services.texts()](double pixelsPerMm) {
        FloorPlanOptions options;
        options.scale = pixelsPerMm / kScreenDotsPerMm;
        options.legibleSize = kLegiblePixels / kScreenDotsPerMm;
        options.showLegend = false;
        const Overlay overlay = solution ? overlayOf(*solution, texts) : Overlay{};
        return floorPlanDrawing(*project, *activeOption(*project).design, room, overlay, texts, options);
    });
    update();
}

void PlanView::rebuildGeometry() {
    m_geometry = PlanGeometry(*m_document.shownProject(), m_document.shownDesign(), m_room);
}

std::optional<QPointF> PlanView::placeOf(Id<Rack> rack) const {
    const PlanOutline* outline = m_geometry.find({SubjectKind::Rack, rack.value});
    return outline ? std::optional(toView(toMm(outline->footprint.centre))) : std::nullopt;
}

void PlanView::reveal(const std::vector<Subject>& subjects) {
    QRectF box;
    for (const Subject subject : subjects)
        if (const PlanOutline* outline = m_geometry.find(subject))
            box = box.united(QRectF(toMm(outline->box.low), toMm(outline->box.high)));
    if (!box.isEmpty())
        zoomTo(box.adjusted(-2500, -2500, 2500, 2500));
}

std::vector<Id<Rack>> PlanView::selectedRacks() const {
    std::vector<Id<Rack>> racks;
    for (const Subject subject : m_document.selection())
        if (subject.kind == SubjectKind::Rack)
            racks.push_back({subject.id});
    return racks;
}

void PlanView::paintOver(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = Theme::current().ink(Ink::Accent);
    if (m_hovered && !m_document.isSelected(*m_hovered))
        if (const PlanOutline* outline = m_geometry.find(*m_hovered)) {
            painter.setPen(QPen(accent, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawPolygon(polygonOf(outline->corners, *this));
        }
    QColor wash = accent;
    wash.setAlpha(36);
    for (const Subject subject : m_document.selection())
        if (const PlanOutline* outline = m_geometry.find(subject)) {
            painter.setPen(QPen(accent, 2));
            painter.setBrush(wash);
            painter.drawPolygon(polygonOf(outline->corners, *this));
        }
    painter.setPen(QPen(Theme::current().ink(Ink::Bad), 1, Qt::DashLine));
    for (const SnapGuide& guide : m_guides)
        painter.drawLine(toView(toMm(guide.from)), toView(toMm(guide.to)));
    if (m_gesture == Gesture::Box) {
        painter.setPen(QPen(accent, 1, Qt::DashLine));
        painter.setBrush(wash);
        painter.drawRect(QRectF(toView(m_pressWorld), toView(m_atWorld)).normalized());
    }
    if (!m_refusal.isEmpty()) {
        painter.setFont(studioFont(12));
        const QPointF at = toView(m_atWorld) + QPointF(14, 18);
        QRectF box = painter.fontMetrics().boundingRect(QRect(0, 0, 280, 200), Qt::TextWordWrap, m_refusal);
        box = box.adjusted(-8, -6, 8, 6).translated(at - box.topLeft());
        painter.setPen(Theme::current().ink(Ink::Bad));
        painter.setBrush(Theme::current().ink(Ink::BadWash));
        painter.drawRoundedRect(box, 4, 4);
        painter.drawText(box.adjusted(8, 6, -8, -6), Qt::TextWordWrap, m_refusal);
    }
}

void PlanView::mousePressEvent(QMouseEvent* event) {
    DrawingView::mousePressEvent(event);
    if (isPanning() || event->button() != Qt::LeftButton)
        return;
    m_pressWorld = m_atWorld = toWorld(event->position());
    m_pressed = m_geometry.at(toPoint(m_pressWorld));
    m_gesture = Gesture::Press;
    if (!m_pressed)
        return;
    const bool extends = event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
    if (m_document.isSelected(*m_pressed) && !extends)
        return;
    std::vector<Subject> next = extends ? m_document.selection() : std::vector<Subject>{};
    next.push_back(*m_pressed);
    m_document.select(std::move(next));
}

void PlanView::mouseMoveEvent(QMouseEvent* event) {
    DrawingView::mouseMoveEvent(event);
    if (isPanning())
        return;
    m_atWorld = toWorld(event->position());
    if (m_gesture == Gesture::None) {
        const auto under = m_geometry.at(toPoint(m_atWorld));
        if (under != m_hovered) {
            m_hovered = under;
            setCursor(under ? Qt::PointingHandCursor : Qt::ArrowCursor);
            update();
        }
        return;
    }
    const QPointF moved = toView(m_atWorld) - toView(m_pressWorld);
    if (m_gesture == Gesture::Press) {
        if (moved.manhattanLength() < QApplication::startDragDistance())
            return;
        m_gesture = m_pressed && m_pressed->kind == SubjectKind::Rack ? Gesture::MoveRacks : Gesture::Box;
        m_copies = event->modifiers() & Qt::ControlModifier;
    }
    if (m_gesture == Gesture::MoveRacks)
        moveSelectionBy(toPoint(m_atWorld - m_pressWorld), false);
    update();
}

void PlanView::mouseReleaseEvent(QMouseEvent* event) {
    DrawingView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    m_atWorld = toWorld(event->position());
    switch (m_gesture) {
    case Gesture::None:
        break;
    case Gesture::Press:
        if (!m_pressed && !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
            m_document.select({});
        break;
    case Gesture::MoveRacks:
        moveSelectionBy(toPoint(m_atWorld - m_pressWorld), true);
        break;
    case Gesture::Box: {
        const QRectF box = QRectF(m_pressWorld, m_atWorld).normalized();
        std::vector<Subject> found = m_geometry.within({toPoint(box.topLeft()), toPoint(box.bottomRight())});
        if (event->modifiers() & Qt::ShiftModifier)
            found.insert(found.end(), m_document.selection().begin(), m_document.selection().end());
        m_document.select(std::move(found));
        break;
    }
    }
    endGesture();
}

void PlanView::endGesture() {
    m_gesture = Gesture::None;
    m_guides.clear();
    m_refusal.clear();
    update();
}

// The geometry of the committed design decides the snapping, so that a preview does not snap to itself.
void PlanView::moveSelectionBy(Point by, bool isFinal) {
    const std::vector<Id<Rack>> racks = selectedRacks();
    const Room* room = m_document.design().rooms.find(m_room);
    if (racks.empty() || !room)
        return;
    const PlanGeometry committed(*m_document.project(), m_document.design(), m_room);
    const Length reach = Length::nearest(kSnapPixels / pixelsPerMm() / 1000);
    const Snapped snap = committed.snapped(m_document.selection(), by, room->gridPitch / 2, reach);
    m_guides = snap.guides;
    const edits::Target target = edits::activeTarget(*m_document.project());
    const Edit edit = m_copies ? edits::duplicateRacks(target, racks, snap.by) : edits::moveRacks(target, racks, snap.by);
    const bool isMove = snap.by != Point{};
    if (!isMove) {
        m_document.dropPreview();
        return;
    }
    const Done result = isFinal ? m_document.commit(edit) : m_document.preview(edit);
    m_refusal = result ? QString() : QString::fromStdString(m_services.texts().sentence(result.error().message));
    if (isFinal && !result) {
        m_document.dropPreview();
        Q_EMIT hinted(m_refusal);
    }
}

void PlanView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto under = m_geometry.at(toPoint(toWorld(event->position()))); under && under->kind == SubjectKind::Rack)
        Q_EMIT rackOpened(under->id);
}

void PlanView::keyPressEvent(QKeyEvent* event) {
    const bool isFine = event->modifiers() & Qt::AltModifier;
    switch (event->key()) {
    case Qt::Key_Escape:
        m_document.dropPreview();
        endGesture();
        event->ignore();
        return;
    case Qt::Key_Left:
        return nudge(-1, 0, isFine);
    case Qt::Key_Right:
        return nudge(1, 0, isFine);
    case Qt::Key_Up:
        return nudge(0, -1, isFine);
    case Qt::Key_Down:
        return nudge(0, 1, isFine);
    case Qt::Key_Return:
        if (const auto racks = selectedRacks(); racks.size() == 1)
            Q_EMIT rackOpened(racks.front().value);
        return;
    default:
        DrawingView::keyPressEvent(event);
    }
}

void PlanView::nudge(int dx, int dy, bool isFine) {
    const std::vector<Id<Rack>> racks = selectedRacks();
    if (racks.empty()) {
        panBy(QPointF(-48.0 * dx, -48.0 * dy));
        return;
    }
    const Room* room = m_document.design().rooms.find(m_room);
    const Length step = isFine || !room ? Length::millimetres(10) : room->gridPitch / 2;
    const Done moved = m_document.commit(
        edits::moveRacks(edits::activeTarget(*m_document.project()), racks, {step * dx, step * dy}));
    if (!moved)
        Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(moved.error().message)));
}

void PlanView::leaveEvent(QEvent*) {
    m_hovered.reset();
    update();
}

void PlanView::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasFormat(QLatin1String(kPartMime)))
        event->acceptProposedAction();
}

// A rack goes onto the floor; what stands in racks goes into the rack under the pointer, at its lowest free place.
std::optional<Edit> PlanView::dropEdit(const QString& partId, QPointF world, QString* reason) {
    const PartLibrary* library = m_services.library();
    const Result<PartPtr> part =
        library ? library->part(partId.toStdString()) : inputError(Message("studio.no-catalogue"));
    const auto refuse = [&](const Message& message) -> std::optional<Edit> {
        *reason = QString::fromStdString(m_services.texts().sentence(message));
        return std::nullopt;
    };
    if (!part)
        return refuse(part.error().message);
    const edits::Target target = edits::activeTarget(*m_document.project());
    if (isInRow((*part)->category)) {
        const Room* room = m_document.design().rooms.find(m_room);
        const Length grid = room ? room->gridPitch / 2 : Length::millimetres(300);
        const auto onGrid = [grid](Length l) {
            const std::int64_t g = grid.inMicrometres();
            return Length::micrometres((l.inMicrometres() + (l.inMicrometres() >= 0 ? g / 2 : -g / 2)) / g * g);
        };
        Rack rack;
        rack.room = m_room;
        rack.centre = {onGrid(toPoint(world).x), onGrid(toPoint(world).y)};
        return edits::placeRack(target, std::move(rack), *part);
    }
    const auto under = m_geometry.at(toPoint(world));
    if (!under || under->kind != SubjectKind::Rack)
        return refuse(Message("studio.drop-needs-rack").with("part", (*part)->model));
    return edits::fillRacks(target, {Id<Rack>{under->id}}, {*part, 1, {}, Face::Front});
}

void PlanView::dragMoveEvent(QDragMoveEvent* event) {
    m_atWorld = toWorld(event->position());
    m_refusal.clear();
    const QString partId = QString::fromUtf8(event->mimeData()->data(QLatin1String(kPartMime)));
    if (const auto edit = dropEdit(partId, m_atWorld, &m_refusal)) {
        if (const Done shown = m_document.preview(*edit); !shown)
            m_refusal = QString::fromStdString(m_services.texts().sentence(shown.error().message));
    } else {
        m_document.dropPreview();
    }
    event->setAccepted(m_refusal.isEmpty());
    update();
}

void PlanView::dragLeaveEvent(QDragLeaveEvent*) {
    m_document.dropPreview();
    endGesture();
}

void PlanView::dropEvent(QDropEvent* event) {
    const QString partId = QString::fromUtf8(event->mimeData()->data(QLatin1String(kPartMime)));
    QString reason;
    m_document.dropPreview();
    if (const auto edit = dropEdit(partId, toWorld(event->position()), &reason)) {
        if (const Done placed = m_document.commit(*edit); placed)
            event->acceptProposedAction();
        else
            reason = QString::fromStdString(m_services.texts().sentence(placed.error().message));
    }
    if (!reason.isEmpty())
        Q_EMIT hinted(reason);
    endGesture();
}

} // namespace rackwright
