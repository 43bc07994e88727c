// SPDX-License-Identifier: GPL-3.0-or-later
// What the plan view paints over its tiles: hover, selection, guides, rulers, legend and the mark of the tool.
#include "ui/plan/plan_view.h"

#include "ui/theme/theme.h"
#include "ui/widgets/quantity_field.h"

#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kRulerPixels = 18;
constexpr double kLeastTickPixels = 36;

QPolygonF polygonOf(const std::vector<Point>& points, const DrawingView& view) {
    QPolygonF polygon;
    for (const Point p : points)
        polygon.append(view.toView(toMm(p)));
    return polygon;
}

} // namespace

void PlanView::paintOver(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = Theme::current().ink(Ink::Accent);
    if (m_hovered && !m_document.isSelected(*m_hovered))
        if (const PlanOutline* outline = geometry().find(*m_hovered)) {
            painter.setPen(QPen(accent, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawPolygon(polygonOf(outline->corners, *this));
        }
    QColor wash = accent;
    wash.setAlpha(36);
    for (const Subject subject : m_document.selection())
        if (const PlanOutline* outline = geometry().find(subject)) {
            painter.setPen(QPen(accent, 2));
            painter.setBrush(subject.kind == SubjectKind::Room ? QBrush(Qt::NoBrush) : QBrush(wash));
            painter.drawPolygon(polygonOf(outline->corners, *this));
        }
    if (const PlanOutline* outline = m_dropTarget ? geometry().find(*m_dropTarget) : nullptr) {
        QColor target = Theme::current().ink(m_refusal.isEmpty() ? Ink::Good : Ink::Bad);
        painter.setPen(QPen(target, 3));
        target.setAlpha(60);
        painter.setBrush(target);
        painter.drawPolygon(polygonOf(outline->corners, *this));
    }
    painter.setPen(QPen(accent, 1.5));
    painter.setBrush(Theme::current().surface());
    for (const auto& [place, id] : handles())
        painter.drawRect(QRectF(toView(toMm(place)) - QPointF(4, 4), QSizeF(8, 8)));
    paintShapeHandles(painter);
    painter.setPen(QPen(Theme::current().ink(Ink::Bad), 1, Qt::DashLine));
    for (const SnapGuide& guide : m_guides)
        painter.drawLine(toView(toMm(guide.from)), toView(toMm(guide.to)));
    if (m_gesture == Gesture::Box) {
        painter.setPen(QPen(accent, 1, Qt::DashLine));
        painter.setBrush(wash);
        painter.drawRect(QRectF(toView(m_pressWorld), toView(m_atWorld)).normalized());
    }
    paintFirstStep(painter);
    paintLoss(painter);
    paintLegend(painter);
    paintTool(painter);
    paintRulers(painter);
    paintRefusal(painter);
}

// Corners as squares; the middles of sides, which become corners, as small circles.
void PlanView::paintShapeHandles(QPainter& painter) const {
    for (const ShapeHandle& handle : shapeHandlesShown()) {
        const QPointF at = toView(toMm(handle.place));
        if (handle.isNew)
            painter.drawEllipse(at, 3, 3);
        else
            painter.drawRect(QRectF(at - QPointF(4, 4), QSizeF(8, 8)));
    }
}

// Rulers, references and north stand at the left and above, dimension chains at the right and below. The legend keeps
// its corner: beside a room that is higher than the view, below one that is wider. A low view has no room for notes.
QMargins PlanView::fitMargins() const {
    constexpr int roomy = 220;
    const QMargins notes = height() < roomy ? QMargins(54, 26, 56, 8) : QMargins(54, 54, 56, 56);
    if (m_document.shownDesign().racks.isEmpty())
        return notes;
    const QSizeF walls = worldBounds().size();
    const auto scaleWith = [&](QMargins margins) {
        const QRect room = rect().marginsRemoved(margins);
        return std::min(room.width() / walls.width(), room.height() / walls.height());
    };
    const QMargins beside = notes + QMargins(0, 0, 160, 0), below = notes + QMargins(0, 0, 0, 20);
    return scaleWith(beside) >= scaleWith(below) ? beside : below;
}

// An empty room says how one begins.
void PlanView::paintFirstStep(QPainter& painter) const {
    const Design& design = m_document.shownDesign();
    if (!design.racks.isEmpty() || !design.devices.isEmpty() || !design.coolingUnits.isEmpty() || m_tool)
        return;
    // Walls and trays would lie below the words, and who drew them has begun.
    const auto isHere = [this](const RoomObject& object) { return object.room == m_room; };
    if (std::ranges::any_of(design.roomObjects, isHere) || !design.pathNodes.isEmpty())
        return;
    const QString words = QString::fromStdString(m_services.texts().text("plan.first-step"));
    painter.setFont(studioFont(13));
    const QRectF room = toView(worldBounds());
    const double width = std::min(340.0, room.width() * 0.55);
    QRectF box = painter.fontMetrics().boundingRect(QRect(0, 0, static_cast<int>(width), 200),
                                                    Qt::TextWordWrap | Qt::AlignCenter, words);
    box.moveCenter(room.center());
    painter.setPen(Theme::current().ink(Ink::Subdued));
    painter.drawText(box, Qt::TextWordWrap | Qt::AlignCenter, words);
}

// What stands on the floor and is dark or overloaded, and a cross over what is out of service; where there is room for
// them with their words below.
void PlanView::paintLoss(QPainter& painter) const {
    if (!m_loss)
        return;
    const Theme& theme = Theme::current();
    painter.setFont(studioFont(10));
    const QFontMetricsF letters = painter.fontMetrics();
    constexpr double wordsAside = 1.6; // of the width of the thing that they may reach over
    for (const LossMark& mark : m_loss->marks) {
        const PlanOutline* outline = geometry().find(mark.subject);
        const QPolygonF shape = outline ? polygonOf(outline->corners, *this) : QPolygonF();
        if (shape.size() < 3)
            continue;
        const QColor ink = theme.ink(mark.after == AfterLoss::Lost         ? Ink::Text
                                     : mark.after == AfterLoss::Overloaded ? Ink::Bad
                                                                           : Ink::Column);
        QColor wash = ink;
        wash.setAlpha(60);
        painter.setPen(QPen(ink, 2));
        painter.setBrush(wash);
        painter.drawPolygon(shape);
        const QRectF box = shape.boundingRect();
        if (mark.after == AfterLoss::Lost) {
            painter.drawLine(box.topLeft(), box.bottomRight());
            painter.drawLine(box.bottomLeft(), box.topRight());
        }
        const double wide = letters.horizontalAdvance(mark.words) + 8;
        if (wide > box.width() * wordsAside)
            continue;
        const QRectF place(box.center().x() - wide / 2, box.bottom() + 2, wide, letters.height() + 2);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.surface());
        painter.drawRoundedRect(place, 3, 3);
        painter.setPen(theme.ink(mark.after == AfterLoss::Overloaded ? Ink::Bad : Ink::Text));
        painter.drawText(place, Qt::AlignCenter, mark.words);
    }
}

// The colours of the racks and what they mean, in the lower right corner.
void PlanView::paintLegend(QPainter& painter) const {
    const Theme& theme = Theme::current();
    std::vector<OverlayKey> keys = m_loss ? m_loss->overlay.legend : m_legend;
    if (m_overlay == OverlayKind::Load && !m_loss) {
        const auto text = [this](const char* id) { return QString::fromStdString(m_services.texts().text(id)); };
        keys = {{Ink::RackFill, text("plan.load-neutral")},
                {Ink::LoadAmber, text("plan.load-amber")},
                {Ink::LoadRed, text("plan.load-red")},
                {Ink::WarningWash, text("plan.load-unknown")}};
    }
    if (keys.empty() || m_document.shownDesign().racks.isEmpty())
        return;
    painter.setFont(studioFont(11));
    constexpr double swatch = 12, gap = 10, line = 18;
    double wide = 0;
    for (const OverlayKey& key : keys)
        wide = std::max(wide, painter.fontMetrics().horizontalAdvance(key.text) * 1.0);
    const std::vector<QString> notes = m_loss ? m_loss->overlay.notes : m_notes;
    for (const QString& note : notes)
        wide = std::max(wide, painter.fontMetrics().horizontalAdvance(note) - swatch - gap * 0.7);
    const double high = line * static_cast<double>(keys.size() + notes.size()) + gap;
    const QRectF box(width() - wide - swatch - 3 * gap - 8, height() - high - 8, wide + swatch + 3 * gap, high);
    QColor ground = theme.surface();
    ground.setAlpha(230);
    painter.setPen(QPen(theme.ink(Ink::Rule), 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(box, 6, 6);
    QRectF row(box.left() + gap, box.top() + gap / 2, box.width() - 2 * gap, line);
    for (const OverlayKey& key : keys) {
        painter.setPen(QPen(theme.ink(Ink::RackLine), 1));
        painter.setBrush(theme.ink(key.fill));
        painter.drawRoundedRect(QRectF(row.left(), row.center().y() - swatch / 2, swatch, swatch), 2, 2);
        painter.setPen(theme.ink(Ink::Subdued));
        painter.drawText(row.adjusted(swatch + gap * 0.7, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, key.text);
        row.translate(0, line);
    }
    for (const QString& note : notes) {
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, note);
        row.translate(0, line);
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
    if (m_isAiming) {
        painter.drawLine(at - QPointF(7, 0), at + QPointF(7, 0));
        painter.drawLine(at - QPointF(0, 7), at + QPointF(0, 7));
    }
    // What was measured last stays until the next begins.
    const std::vector<Point> points = m_measured.empty() ? m_drawn : std::vector{m_measured.front()};
    const Point to = m_measured.empty() ? m_drawnTo : m_measured.back();
    if (!m_tool->make && !points.empty())
        painter.drawLine(toView(toMm(points.front())), toView(toMm(to)));
    if (m_tool->gesture == DrawGesture::Outline && !points.empty()) {
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(polygonOf(points, *this));
        painter.drawLine(toView(toMm(points.back())), at);
    }
    if (points.empty())
        return;
    const Point from = points.back();
    const Texts& texts = m_services.texts();
    const auto length = [&texts](Length l) {
        return QString::fromStdString(texts.figure(Value(std::abs(l.inMetres())), "mm", 0.001, {5}));
    };
    // The x of "1200 x 600" is no unit.
    const QString unit =
        unitOfPlainNumber(QString(m_typed).remove(QRegularExpression(QStringLiteral("[xX]"))), "mm", texts);
    const QString typed = m_typed + QStringLiteral("|") + (unit.isEmpty() ? unit : QLatin1Char(' ') + unit);
    const QString size = !m_typed.isEmpty() ? typed
                         : m_tool->gesture == DrawGesture::Rectangle
                             ? length(to.x - from.x) + QStringLiteral(" × ") + length(to.y - from.y)
                             : length(distance(from, to));
    painter.setFont(studioFont(12, QFont::Medium));
    const QRectF box = QRectF(painter.fontMetrics().boundingRect(size))
                           .adjusted(-6, -3, 6, 3)
                           .translated(toView(toMm(to)) + QPointF(18, -12));
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
    // Right of the part's picture, which hangs below the pointer.
    const QPointF at = toView(m_atWorld) + (m_carriesPart ? QPointF(52, 14) : QPointF(14, 18));
    QRectF box = painter.fontMetrics().boundingRect(QRect(0, 0, 280, 200), Qt::TextWordWrap, m_refusal);
    box = box.adjusted(-8, -6, 8, 6).translated(at - box.topLeft());
    if (box.right() > width() - 8.0)
        box.moveRight(std::max(m_carriesPart ? toView(m_atWorld).x() - 8.0 : width() - 8.0, box.width() + 8.0));
    box.moveBottom(std::min(box.bottom(), height() - 8.0));
    painter.setPen(theme.ink(Ink::Bad));
    painter.setBrush(theme.ink(Ink::BadWash));
    painter.drawRoundedRect(box, 4, 4);
    painter.drawText(box.adjusted(8, 6, -8, -6), Qt::TextWordWrap, m_refusal);
}

// Metres or feet from the room's corner along the upper and left edge.
void PlanView::paintRulers(QPainter& painter) const {
    const Theme& theme = Theme::current();
    painter.setFont(studioFont(9));
    painter.fillRect(QRectF(0, 0, width(), kRulerPixels), theme.surface());
    painter.fillRect(QRectF(0, 0, kRulerPixels, height()), theme.surface());
    painter.setPen(QPen(theme.ink(Ink::Rule), 1));
    painter.drawLine(QPointF(0, kRulerPixels), QPointF(width(), kRulerPixels));
    painter.drawLine(QPointF(kRulerPixels, 0), QPointF(kRulerPixels, height()));
    const double unit = m_services.texts().units().system == UnitSystem::Imperial ? 304.8 : 1000; // mm
    double step = 0.1 * unit;
    for (const double next : {0.2, 0.5, 1., 2., 5., 10., 20., 50.})
        if (step * pixelsPerMm() < kLeastTickPixels)
            step = next * unit;
    const int digits = step < unit ? 1 : 0;
    const auto ticks = [&](double from, double to, auto mark) {
        for (double n = std::ceil(from / step); n * step <= to; ++n)
            mark(n * step, QString::number(n * step / unit, 'f', digits));
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

} // namespace rackwright
