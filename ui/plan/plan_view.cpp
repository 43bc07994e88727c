// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plan_view.h"

#include "model/edits/device_edits.h"
#include "model/edits/rack_edits.h"
#include "ui/paint/floor_plan.h"
#include "ui/plan/plan_edits.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {

constexpr double kScreenDotsPerMm = 96.0 / 25.4;
constexpr double kLegiblePixels = 8;
constexpr double kSnapPixels = 10;
constexpr double kRulerPixels = 18;
constexpr double kLeastTickPixels = 36;

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
    // A figure that grew stale changes no picture; a new solution does.
    connect(&m_document, &StudioDocument::solved, this, [this] {
        if (m_document.newestSolution() != m_drawnSolution)
            refresh();
    });
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
        // Rulers and references at the left and above, dimension chains at the right and below.
        const QRectF walls(toMm(box.low), toMm(box.high));
        const double size = std::max(walls.width(), walls.height());
        setWorldBounds(walls.adjusted(-0.08 * size, -0.09 * size, 0.13 * size, 0.13 * size));
        zoomToFit();
    }
    refresh();
}

void PlanView::refresh() {
    rebuildGeometry();
    const Room* row = m_document.shownDesign().rooms.find(m_room);
    if (!row)
        return;
    const SolutionPtr& newest = m_document.newestSolution();
    m_drawnSolution = newest;
    m_legend = newest && m_overlay != OverlayKind::Load ? overlayOf(*newest, m_overlay, m_services.texts(), m_room).legend
                                                        : std::vector<OverlayKey>();
    setMaker([project = m_document.shownProject(), room = *row, solution = m_document.newestSolution(),
              texts = m_services.texts(), showsDimensions = m_showsDimensions, overlayKind = m_overlay](double pixelsPerMm) {
        FloorPlanOptions options;
        options.scale = pixelsPerMm / kScreenDotsPerMm;
        options.legibleSize = kLegiblePixels / kScreenDotsPerMm;
        options.showLegend = false;
        options.showDimensions = showsDimensions;
        const Overlay overlay = solution ? overlayOf(*solution, overlayKind, texts, room.id) : Overlay{};
        return floorPlanDrawing(*project, *activeOption(*project).design, room, overlay, texts, options);
    });
    update();
}

void PlanView::rebuildGeometry() {
    m_geometry = PlanGeometry(*m_document.shownProject(), m_document.shownDesign(), m_room);
    if (!m_document.isPreviewing())
        m_committed = m_geometry;
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

Length PlanView::halfTile() const {
    const Room* room = m_document.design().rooms.find(m_room);
    return room ? room->gridPitch / 2 : Length::millimetres(300);
}

Length PlanView::reach() const { return Length::nearest(kSnapPixels / pixelsPerMm() / 1000); }

void PlanView::setShowsDimensions(bool shows) {
    m_showsDimensions = shows;
    refresh();
}

void PlanView::setOverlay(OverlayKind kind) {
    m_overlay = kind;
    refresh();
}

void PlanView::setTool(const DrawTool* tool) {
    if (tool == m_tool)
        return;
    m_document.dropPreview();
    endGesture();
    m_tool = tool;
    m_drawn.clear();
    setCursor(tool ? Qt::CrossCursor : Qt::ArrowCursor);
    Q_EMIT toolChanged();
    update();
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
    paintLegend(painter);
    paintTool(painter);
    paintRulers(painter);
    paintRefusal(painter);
}

// The colours of the racks and what they mean, in the lower right corner.
void PlanView::paintLegend(QPainter& painter) const {
    const Theme& theme = Theme::current();
    std::vector<OverlayKey> keys = m_legend;
    if (m_overlay == OverlayKind::Load) {
        const auto text = [this](const char* id) { return QString::fromStdString(m_services.texts().text(id)); };
        keys = {{Ink::RackFill, text("plan.load-neutral")},
                {Ink::LoadAmber, text("plan.load-amber")},
                {Ink::LoadRed, text("plan.load-red")}};
    }
    if (keys.empty())
        return;
    painter.setFont(studioFont(11));
    constexpr double swatch = 12, gap = 14, height = 26;
    double wide = gap;
    for (const OverlayKey& key : keys)
        wide += swatch + 5 + painter.fontMetrics().horizontalAdvance(key.text) + gap;
    QRectF box(width() - wide - 10, this->height() - height - 8, wide, height);
    QColor ground = theme.surface();
    ground.setAlpha(230);
    painter.setPen(QPen(theme.ink(Ink::Rule), 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(box, 6, 6);
    double x = box.left() + gap;
    for (const OverlayKey& key : keys) {
        painter.setPen(QPen(theme.ink(Ink::RackLine), 1));
        painter.setBrush(theme.ink(key.fill));
        painter.drawRoundedRect(QRectF(x, box.center().y() - swatch / 2, swatch, swatch), 2, 2);
        x += swatch + 5;
        painter.setPen(theme.ink(Ink::Subdued));
        const double text = painter.fontMetrics().horizontalAdvance(key.text);
        painter.drawText(QRectF(x, box.top(), text + 2, box.height()), Qt::AlignVCenter | Qt::AlignLeft, key.text);
        x += text + gap;
    }
}

// Where the pointer is while something is drawn, and how long the stretch is.
void PlanView::paintTool(QPainter& painter) const {
    if (!m_tool)
        return;
    painter.setPen(QPen(Theme::current().ink(Ink::Accent), 1.5));
    painter.setBrush(Theme::current().surface());
    for (const Point& point : m_drawn)
        painter.drawEllipse(toView(toMm(point)), 3, 3);
    const QPointF at = toView(toMm(m_drawnTo));
    painter.drawLine(at - QPointF(7, 0), at + QPointF(7, 0));
    painter.drawLine(at - QPointF(0, 7), at + QPointF(0, 7));
    if (m_drawn.empty())
        return;
    const Point from = m_drawn.back();
    const QString size =
        m_tool->gesture == DrawGesture::Rectangle
            ? QStringLiteral("%1 × %2 mm")
                  .arg(std::abs((m_drawnTo.x - from.x).inMillimetres()), 0, 'f', 0)
                  .arg(std::abs((m_drawnTo.y - from.y).inMillimetres()), 0, 'f', 0)
            : QStringLiteral("%1 mm").arg(distance(from, m_drawnTo).inMillimetres(), 0, 'f', 0);
    painter.setFont(studioFont(12, QFont::Medium));
    const QRectF box = QRectF(painter.fontMetrics().boundingRect(size)).adjusted(-6, -3, 6, 3).translated(at + QPointF(18, -12));
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::current().ink(Ink::Accent));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, size);
}

void PlanView::paintRefusal(QPainter& painter) const {
    if (m_refusal.isEmpty())
        return;
    const Theme& theme = Theme::current();
    painter.setFont(studioFont(12));
    const QPointF at = toView(m_atWorld) + QPointF(14, 18);
    QRectF box = painter.fontMetrics().boundingRect(QRect(0, 0, 280, 200), Qt::TextWordWrap, m_refusal);
    box = box.adjusted(-8, -6, 8, 6).translated(at - box.topLeft());
    box.moveRight(std::min(box.right(), width() - 8.0));
    box.moveBottom(std::min(box.bottom(), height() - 8.0));
    painter.setPen(theme.ink(Ink::Bad));
    painter.setBrush(theme.ink(Ink::BadWash));
    painter.drawRoundedRect(box, 4, 4);
    painter.drawText(box.adjusted(8, 6, -8, -6), Qt::TextWordWrap, m_refusal);
}

// Metres from the room's corner along the upper and left edge.
void PlanView::paintRulers(QPainter& painter) const {
    const Theme& theme = Theme::current();
    painter.setFont(studioFont(9));
    painter.fillRect(QRectF(0, 0, width(), kRulerPixels), theme.surface());
    painter.fillRect(QRectF(0, 0, kRulerPixels, height()), theme.surface());
    painter.setPen(QPen(theme.ink(Ink::Rule), 1));
    painter.drawLine(QPointF(0, kRulerPixels), QPointF(width(), kRulerPixels));
    painter.drawLine(QPointF(kRulerPixels, 0), QPointF(kRulerPixels, height()));
    double step = 100; // mm
    for (const double next : {200., 500., 1000., 2000., 5000., 10'000., 20'000., 50'000.})
        if (step * pixelsPerMm() < kLeastTickPixels)
            step = next;
    const int digits = step < 1000 ? 1 : 0;
    const auto ticks = [&](double from, double to, auto mark) {
        for (double at = std::ceil(from / step) * step; at <= to; at += step)
            mark(at, QString::number(at / 1000, 'f', digits));
    };
    const QPointF low = toWorld({kRulerPixels, kRulerPixels}), high = toWorld(QPointF(width(), height()));
    painter.setPen(theme.ink(Ink::Subdued));
    ticks(low.x(), high.x(), [&](double x, const QString& text) {
        const double at = toView(QPointF(x, 0)).x();
        painter.drawLine(QPointF(at, kRulerPixels - 4), QPointF(at, kRulerPixels));
        painter.drawText(QRectF(at + 2, 0, 60, kRulerPixels - 2), Qt::AlignLeft | Qt::AlignVCenter, text);
    });
    ticks(low.y(), high.y(), [&](double y, const QString& text) {
        const double at = toView(QPointF(0, y)).y();
        painter.drawLine(QPointF(kRulerPixels - 4, at), QPointF(kRulerPixels, at));
        painter.save();
        painter.translate(0, at - 2);
        painter.rotate(-90);
        painter.drawText(QRectF(0, 0, 60, kRulerPixels - 2), Qt::AlignLeft | Qt::AlignVCenter, text);
        painter.restore();
    });
    painter.setPen(QPen(theme.ink(Ink::Accent), 1));
    const QPointF pointer = toView(m_atWorld);
    painter.drawLine(QPointF(pointer.x(), 0), QPointF(pointer.x(), kRulerPixels));
    painter.drawLine(QPointF(0, pointer.y()), QPointF(kRulerPixels, pointer.y()));
    painter.fillRect(QRectF(0, 0, kRulerPixels, kRulerPixels), theme.surface());
}

Point PlanView::drawnPoint(QPointF world, Qt::KeyboardModifiers modifiers) const {
    const Length grid = modifiers & Qt::AltModifier ? Length::millimetres(10) : halfTile();
    const auto onGrid = [grid](Length l) {
        const double g = grid.inMillimetres();
        return Length::nearest(std::round(l.inMillimetres() / g) * g / 1000);
    };
    const Point free = toPoint(world);
    const Point snapped{onGrid(free.x), onGrid(free.y)};
    return (modifiers & Qt::ShiftModifier) && !m_drawn.empty() ? straightened(m_drawn.back(), snapped) : snapped;
}

void PlanView::previewTool(Point to) {
    m_drawnTo = to;
    m_refusal.clear();
    if (m_tool && !m_drawn.empty() && m_drawn.back() != to) {
        std::vector<Point> points = m_drawn;
        if (m_tool->gesture == DrawGesture::Polyline)
            points.push_back(to);
        else
            points = gesturePoints(m_tool->gesture, m_drawn.front(), to);
        const edits::Target target = edits::activeTarget(*m_document.project());
        if (const Done shown = m_document.preview(m_tool->make(target, m_room, points)); !shown)
            m_refusal = QString::fromStdString(m_services.texts().sentence(shown.error().message));
    }
    update();
}

// Makes what was pointed out; the tool stays for the next one.
void PlanView::finishTool() {
    const std::vector<Point> points = m_tool->gesture == DrawGesture::Polyline || m_drawn.empty()
                                          ? std::exchange(m_drawn, {})
                                          : gesturePoints(m_tool->gesture, m_drawn.front(), m_drawnTo);
    m_drawn.clear();
    m_document.dropPreview();
    if (points.size() < 2 || points.front() == points.back())
        return;
    const edits::Target target = edits::activeTarget(*m_document.project());
    if (const Done made = m_document.commit(m_tool->make(target, m_room, points)); !made)
        Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(made.error().message)));
    m_document.closeMerge();
    update();
}

void PlanView::mousePressEvent(QMouseEvent* event) {
    DrawingView::mousePressEvent(event);
    if (isPanning() || event->button() != Qt::LeftButton)
        return;
    m_pressWorld = m_atWorld = toWorld(event->position());
    if (m_tool) {
        m_drawnTo = drawnPoint(m_atWorld, event->modifiers());
        if (m_drawn.empty() || m_tool->gesture == DrawGesture::Polyline) {
            if (m_drawn.empty() || m_drawn.back() != m_drawnTo)
                m_drawn.push_back(m_drawnTo);
            m_gesture = Gesture::Draw;
        } else {
            finishTool(); // the second of two clicks
        }
        update();
        return;
    }
    m_pressed = m_geometry.at(toPoint(m_pressWorld), reach() / 2);
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
    if (m_tool) {
        previewTool(drawnPoint(m_atWorld, event->modifiers()));
        return;
    }
    if (m_gesture == Gesture::None) {
        const auto under = m_geometry.at(toPoint(m_atWorld), reach() / 2);
        if (under != m_hovered) {
            m_hovered = under;
            setCursor(under ? Qt::PointingHandCursor : Qt::ArrowCursor);
        }
        update(); // the marks of the rulers follow
        return;
    }
    const QPointF moved = toView(m_atWorld) - toView(m_pressWorld);
    if (m_gesture == Gesture::Press) {
        if (moved.manhattanLength() < QApplication::startDragDistance())
            return;
        const bool isMovable = m_pressed && m_pressed->kind != SubjectKind::Pathway;
        m_gesture = isMovable ? Gesture::Move : Gesture::Box;
        m_copies = event->modifiers() & Qt::ControlModifier;
    }
    if (m_gesture == Gesture::Move)
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
    case Gesture::Draw: {
        // A drag of a line or rectangle is whole at its release; a click waits for the second.
        const bool isDragged = m_tool && m_tool->gesture != DrawGesture::Polyline && !m_drawn.empty() && m_drawnTo != m_drawn.front();
        if (isDragged)
            finishTool();
        break;
    }
    case Gesture::Move:
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
    const Snapped snap = m_committed.snapped(m_document.selection(), by, halfTile(), reach());
    m_guides = snap.guides;
    const std::vector<Id<Rack>> racks = racksOf(m_document.selection());
    const std::optional<Edit> edit =
        m_copies && !racks.empty()
            ? std::optional(edits::duplicateRacks(edits::activeTarget(*m_document.project()), racks, snap.by))
            : moveEdit(*m_document.project(), m_document.selection(), snap.by);
    if (!edit || snap.by == Point{}) {
        m_document.dropPreview();
        return;
    }
    const Done result = isFinal ? m_document.commit(*edit) : m_document.preview(*edit);
    m_refusal = result ? QString() : QString::fromStdString(m_services.texts().sentence(result.error().message));
    if (!isFinal)
        return;
    m_document.closeMerge();
    if (!result) {
        m_document.dropPreview();
        Q_EMIT hinted(m_refusal);
    }
}

void PlanView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (m_tool) {
        finishTool();
        return;
    }
    const auto under = m_geometry.at(toPoint(toWorld(event->position())), reach() / 2);
    if (under && under->kind == SubjectKind::Rack)
        Q_EMIT rackOpened(under->id);
}

void PlanView::keyPressEvent(QKeyEvent* event) {
    const bool isFine = event->modifiers() & Qt::AltModifier;
    switch (event->key()) {
    case Qt::Key_Escape: {
        const bool hadGesture = m_gesture != Gesture::None || !m_drawn.empty();
        m_document.dropPreview();
        m_drawn.clear();
        endGesture();
        if (!hadGesture && m_tool)
            setTool(nullptr);
        else if (!hadGesture)
            m_document.select({});
        return;
    }
    case Qt::Key_Left:
        return nudge(-1, 0, isFine);
    case Qt::Key_Right:
        return nudge(1, 0, isFine);
    case Qt::Key_Up:
        return nudge(0, -1, isFine);
    case Qt::Key_Down:
        return nudge(0, 1, isFine);
    case Qt::Key_Return:
        if (m_tool)
            finishTool();
        else if (const auto racks = racksOf(m_document.selection()); racks.size() == 1)
            Q_EMIT rackOpened(racks.front().value);
        return;
    default:
        DrawingView::keyPressEvent(event);
    }
}

void PlanView::nudge(int dx, int dy, bool isFine) {
    const Length step = isFine ? Length::millimetres(10) : halfTile();
    const auto edit = moveEdit(*m_document.project(), m_document.selection(), {step * dx, step * dy});
    if (!edit) {
        panBy(QPointF(-48.0 * dx, -48.0 * dy));
        return;
    }
    if (const Done moved = m_document.commit(*edit); !moved)
        Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(moved.error().message)));
}

void PlanView::contextMenuEvent(QContextMenuEvent* event) {
    if (m_tool) {
        setTool(nullptr);
        return;
    }
    const auto under = m_geometry.at(toPoint(toWorld(event->pos())), reach() / 2);
    if (under && !m_document.isSelected(*under))
        m_document.select({*under});
    Q_EMIT menuAsked(event->globalPos());
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
        const Length grid = halfTile();
        const auto onGrid = [grid](Length l) {
            const std::int64_t g = grid.inMicrometres();
            return Length::micrometres((l.inMicrometres() + (l.inMicrometres() >= 0 ? g / 2 : -g / 2)) / g * g);
        };
        Rack rack;
        rack.room = m_room;
        rack.centre = {onGrid(toPoint(world).x), onGrid(toPoint(world).y)};
        return edits::placeRack(target, std::move(rack), *part);
    }
    const auto under = m_geometry.at(toPoint(world), reach() / 2);
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
