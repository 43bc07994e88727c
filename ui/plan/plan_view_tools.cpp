// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing on the plan: the tools, where their points go, what they make, and the corners of what is drawn.
#include "ui/plan/plan_view.h"

#include "model/design/outline.h"
#include "ui/widgets/quantity_field.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineF>
#include <QRegularExpression>

#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace rackwright {

namespace {

/// What is drawn is as long as the inspector takes it.
constexpr Length kLeastLength = Length::millimetres(1);

/// The sides of a rectangle as they are typed: "1200 x 600", "3 m, 600 mm", or one of them.
struct TypedSides {
    Length wide;
    std::optional<Length> deep;

    /// Message id of the side that is too small; null: none is.
    const char* tooSmall() const {
        return wide < kLeastLength            ? deep ? "plan.typed.width" : "plan.typed.length"
               : deep && *deep < kLeastLength ? "plan.typed.depth"
                                              : nullptr;
    }
};

// "4 x 6 m" are metres both.
QString withUnitOf(const QString& second, const QString& first) {
    static const QRegularExpression plain(QStringLiteral("^[\\d.,\\s]+$"));
    static const QRegularExpression unit(QStringLiteral("^[\\d.,\\s]+([^\\d.,\\s]+)$"));
    const QRegularExpressionMatch found = unit.match(second);
    return found.hasMatch() && plain.match(first).hasMatch() ? first + found.captured(1) : first;
}

Result<TypedSides> typedSides(const QString& text, const Texts& texts) {
    // A decimal mark has no blank behind it.
    static const QRegularExpression by(QStringLiteral("[xX*\u00d7;]|,\\s"));
    const qsizetype at = text.indexOf(by);
    const QString first = text.left(at).trimmed(), second = at < 0 ? QString() : text.mid(at + 1).trimmed();
    const Result<Length> wide = typedLength(withUnitOf(second, first), "mm", texts);
    if (!wide)
        return wide.error();
    if (at < 0)
        return TypedSides{*wide, std::nullopt};
    const Result<Length> deep = typedLength(second, "mm", texts);
    if (!deep)
        return deep.error();
    return TypedSides{*wide, *deep};
}

} // namespace

void PlanView::setTool(const DrawTool* tool) {
    if (tool == m_tool)
        return;
    m_document.dropPreview();
    endGesture();
    m_tool = tool;
    m_drawn.clear();
    m_measured.clear();
    m_typed.clear();
    m_isAiming = false;
    setCursor(tool ? Qt::CrossCursor : Qt::ArrowCursor);
    Q_EMIT toolChanged();
    update();
}

Point PlanView::drawnPoint(QPointF world, Qt::KeyboardModifiers modifiers) const {
    const Length grid = modifiers & Qt::AltModifier ? Length::millimetres(10) : halfTile();
    const auto onGrid = [grid](Length l) {
        const double g = grid.inMillimetres();
        return Length::nearest(std::round(l.inMillimetres() / g) * g / 1000);
    };
    const Point free = toPoint(world);
    // A tap goes onto its pathway, a mark onto its place of the picture, neither onto the grid.
    if (m_tool && (m_tool->gesture == DrawGesture::Place || (!m_tool->make && !m_tool->keepsNothing)))
        return free;
    const Point snapped{onGrid(free.x), onGrid(free.y)};
    if ((modifiers & Qt::ShiftModifier) && !m_drawn.empty())
        return straightened(m_drawn.back(), snapped);
    // Pathways run beside walls, not in them.
    if ((modifiers & Qt::AltModifier) || (m_tool && m_tool->gesture == DrawGesture::Polyline))
        return snapped;
    return committedGeometry().onWall(free, halfTile(), reach()).value_or(snapped);
}

bool PlanView::takesLength() const {
    const bool isSized = m_tool && (m_tool->make || m_tool->keepsNothing) && m_tool->gesture != DrawGesture::Place;
    return isSized && !m_drawn.empty();
}

// A sign belongs to the length too: while something is drawn it does not zoom.
bool PlanView::beginsLength(const QString& text) const {
    return takesLength() && !text.isEmpty() && (text.front().isDigit() || QLatin1String(".+-").contains(text.front()));
}

bool PlanView::typeLength(const QKeyEvent& key) {
    const QString text = key.text();
    const bool isPlain = !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    if (!m_typed.isEmpty() && key.key() == Qt::Key_Backspace)
        m_typed.chop(1);
    else if (!m_typed.isEmpty() && key.key() == Qt::Key_Escape)
        m_typed.clear();
    else if (isPlain && !text.isEmpty() && text.front().isPrint() && (!m_typed.isEmpty() || beginsLength(text)))
        m_typed += text;
    else
        return false;
    previewTool(drawnPoint(m_atWorld, QGuiApplication::keyboardModifiers()));
    return true;
}

Point PlanView::drawnEnd(Point to) const {
    if (m_typed.isEmpty() || !takesLength())
        return to;
    if (m_tool->gesture == DrawGesture::Rectangle)
        return typedCorner(to);
    const Result<Length> length = typedLength(m_typed, "mm", m_services.texts());
    if (!length || *length < kLeastLength)
        return to;
    const Point from = m_drawn.back();
    const double dx = (to.x - from.x).inMetres(), dy = (to.y - from.y).inMetres(), way = std::hypot(dx, dy);
    if (way <= 0)
        return {from.x + *length, from.y}; // nobody has pointed anywhere yet
    // Who types a length means the axis or the diagonal that the pointer is next to.
    constexpr double near = 5 * std::numbers::pi / 180;
    constexpr double eighth = std::numbers::pi / 4;
    const double angle = std::atan2(dy, dx), straight = std::round(angle / eighth) * eighth;
    if (const double turn = std::abs(angle - straight) < near ? straight : angle; turn != angle)
        return {from.x + Length::nearest(std::cos(turn) * length->inMetres()),
                from.y + Length::nearest(std::sin(turn) * length->inMetres())};
    return {from.x + Length::nearest(dx / way * length->inMetres()),
            from.y + Length::nearest(dy / way * length->inMetres())};
}

// Towards the pointer. One length alone is of the longer side, and of both where the other one has none.
Point PlanView::typedCorner(Point to) const {
    const Result<TypedSides> typed = typedSides(m_typed, m_services.texts());
    if (!typed || typed->tooSmall())
        return to;
    const Point from = m_drawn.front();
    const Length dx = to.x - from.x, dy = to.y - from.y;
    const bool isWide = std::abs(dx.inMetres()) >= std::abs(dy.inMetres());
    const auto towards = [](Length side, Length way) { return way < Length() ? Length() - side : side; };
    Point corner = to;
    if (typed->deep || isWide || dx == Length())
        corner.x = from.x + towards(typed->wide, dx);
    if (typed->deep || !isWide || dy == Length())
        corner.y = from.y + towards(typed->deep.value_or(typed->wide), dy);
    return corner;
}

// What is wrong with what was typed; empty where it is good.
QString PlanView::typedProblem() const {
    const Texts& texts = m_services.texts();
    const auto problem = [&texts](const Error* error, const char* tooSmall) {
        if (error)
            return QString::fromStdString(texts.sentence(error->message));
        return tooSmall ? QString::fromStdString(texts.sentence(
                              Message(tooSmall).with("least", UnitNumber{kLeastLength.inMillimetres(), "mm"})))
                        : QString();
    };
    if (m_tool->gesture == DrawGesture::Rectangle) {
        const Result<TypedSides> sides = typedSides(m_typed, texts);
        return problem(sides ? nullptr : &sides.error(), sides ? sides->tooSmall() : nullptr);
    }
    const Result<Length> length = typedLength(m_typed, "mm", texts);
    return problem(length ? nullptr : &length.error(),
                   length && *length < kLeastLength ? "plan.typed.length" : nullptr);
}

// As a click there would.
void PlanView::takeTypedLength() {
    if (const QString problem = typedProblem(); !problem.isEmpty()) {
        Q_EMIT hinted(problem);
        return;
    }
    m_drawnTo = drawnEnd(drawnPoint(m_atWorld, QGuiApplication::keyboardModifiers()));
    m_typed.clear();
    if (!takesManyPoints(m_tool->gesture))
        return finishTool();
    if (m_tool->gesture == DrawGesture::Outline && crossingTo(m_drawn, m_drawnTo))
        Q_EMIT hinted(QString::fromStdString(m_services.texts().text("plan.outline-crosses")));
    else if (m_tool->gesture == DrawGesture::Outline && m_drawn.size() > 2 && m_drawn.front() == m_drawnTo)
        return finishTool();
    else
        m_drawn.push_back(m_drawnTo);
    m_gesture = Gesture::None;
    previewTool(m_drawnTo);
}

void PlanView::previewTool(Point pointed) {
    const Point to = drawnEnd(pointed);
    m_drawnTo = to;
    m_isAiming = true;
    m_refusal.clear();
    const bool isPlace = m_tool && m_tool->gesture == DrawGesture::Place;
    if (m_tool && m_tool->make && (isPlace || (!m_drawn.empty() && m_drawn.back() != to))) {
        std::vector<Point> points = m_drawn;
        if (isPlace)
            points = {to};
        else if (takesManyPoints(m_tool->gesture))
            points.push_back(to);
        else
            points = gesturePoints(m_tool->gesture, m_drawn.front(), to);
        const edits::Target target = edits::activeTarget(*m_document.project());
        if (m_tool->gesture == DrawGesture::Outline && m_gesture == Gesture::Draw && m_drawn.size() == 1)
            points = gesturePoints(DrawGesture::Rectangle, m_drawn.front(), to); // while the button is down
        if (m_tool->gesture == DrawGesture::Outline && crossingTo(m_drawn, to))
            m_refusal = QString::fromStdString(m_services.texts().text("plan.outline-crosses"));
        const bool isOutline = m_tool->gesture == DrawGesture::Outline;
        if (isOutline && (points.size() < 3 || area(points).si() <= 0 || crossingOf(points)))
            m_document.dropPreview(); // not yet an outline
        else if (const Done shown = m_document.preview(m_tool->make(target, m_room, points)); !shown) {
            m_document.dropPreview();
            m_refusal = QString::fromStdString(m_services.texts().sentence(shown.error().message));
        }
    }
    update();
}

// Makes what was pointed out; the tool stays for the next one.
void PlanView::finishTool() {
    const bool isPlace = m_tool->gesture == DrawGesture::Place;
    const std::vector<Point> points = isPlace || takesManyPoints(m_tool->gesture) || m_drawn.empty()
                                          ? std::exchange(m_drawn, {})
                                          : gesturePoints(m_tool->gesture, m_drawn.front(), m_drawnTo);
    m_drawn.clear();
    m_typed.clear();
    m_document.dropPreview();
    const bool isOutline = m_tool->gesture == DrawGesture::Outline;
    // The last side would cross another one: the corners stay, so that one goes on or takes back.
    if (isOutline && crossingOf(points)) {
        m_drawn = points;
        Q_EMIT hinted(QString::fromStdString(m_services.texts().text("plan.outline-crosses")));
        return update();
    }
    const std::size_t least = isPlace ? 1 : isOutline ? 3 : 2;
    if (points.size() < least || (!isPlace && points.front() == points.back()))
        return update();
    if (m_tool->keepsNothing) {
        m_measured = points;
        return update();
    }
    if (!m_tool->make) {
        setTool(nullptr);
        Q_EMIT placesGiven(points);
        return;
    }
    const edits::Target target = edits::activeTarget(*m_document.project());
    const std::uint64_t next = m_document.history().nextId();
    if (const Done made = m_document.commitAndSelect(m_tool->make(target, m_room, points)); !made)
        Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(made.error().message)));
    m_document.closeMerge();
    // A tap parts a stretch in two; the point is what was placed.
    if (isPlace)
        for (const PathNode& node : m_document.design().pathNodes)
            if (node.id.value >= next)
                m_document.select({{SubjectKind::Pathway, node.id.value}});
    // One room has one outline: what follows is to move its corners.
    if (m_tool->gesture == DrawGesture::Outline) {
        setTool(nullptr);
        m_document.select({Subject(m_room)});
    }
    update();
}

// A drag is whole at its release: a line, a rectangle, a straight stretch; a click waits for the next one. A drag that
// follows clicks is one bend more.
void PlanView::finishDrag(Point to) {
    const bool isFar =
        (toView(m_atWorld) - toView(m_pressWorld)).manhattanLength() >= QApplication::startDragDistance();
    if (!m_tool || m_drawn.empty() || !isFar || to == m_drawn.back())
        return;
    m_drawnTo = drawnEnd(to);
    m_typed.clear();
    if (!takesManyPoints(m_tool->gesture))
        return finishTool();
    const bool isFirst = m_drawn.size() == 1;
    if (isFirst && m_tool->gesture == DrawGesture::Outline)
        m_drawn = gesturePoints(DrawGesture::Rectangle, m_drawn.front(), m_drawnTo);
    else
        m_drawn.push_back(m_drawnTo);
    if (isFirst)
        finishTool();
}

std::vector<ShapeHandle> PlanView::shapeHandlesShown() const {
    const std::vector<Subject>& chosen = m_document.selection();
    if (chosen.size() != 1 || m_tool || roomOf(chosen.front()) != m_room)
        return {};
    return shapeHandles(m_document.shownDesign(), chosen.front());
}

std::optional<ShapeHandle> PlanView::shapeHandleAt(QPointF world) const {
    constexpr double grip = 7;
    for (const ShapeHandle& handle : shapeHandlesShown())
        if (QLineF(toView(toMm(handle.place)), toView(world)).length() <= grip)
            return handle;
    return std::nullopt;
}

std::optional<std::size_t> PlanView::roomCornerAt(QPoint global) const {
    const std::vector<Subject>& chosen = m_document.selection();
    if (chosen.size() != 1 || chosen.front().kind != SubjectKind::Room)
        return std::nullopt;
    const auto handle = shapeHandleAt(toWorld(mapFromGlobal(global)));
    return handle && !handle->isNew ? std::optional(handle->corner) : std::nullopt;
}

void PlanView::moveShapeTo(Point to, bool isFinal) {
    const edits::Target target = edits::activeTarget(*m_document.project());
    const std::optional<Edit> edit = m_shapeHandle && !m_document.selection().empty() && to != m_shapeHandle->place
                                         ? moveShapeHandle(target, m_document.selection().front(), *m_shapeHandle, to)
                                         : std::nullopt;
    if (!edit) {
        m_refusal.clear();
        m_document.dropPreview();
        return;
    }
    const Done result = isFinal ? m_document.commit(*edit) : m_document.preview(*edit);
    sayOutcome(result, isFinal);
}

} // namespace rackwright
