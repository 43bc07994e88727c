// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys of the view: what they select, take hold of and move.
#include "ui/rack/rack_view.h"

#include "model/edits/device_edits.h"
#include "ui/text/to_text.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace rackwright {

void RackView::mousePressEvent(QMouseEvent* event) {
    DrawingView::mousePressEvent(event);
    if (isPanning() || event->button() != Qt::LeftButton)
        return;
    m_pressWorld = m_atWorld = toWorld(event->position());
    m_gesture = Gesture::Press;
    const RackThing* under = m_layout.at(m_pressWorld);
    m_pressed = under ? std::optional(under->subject) : std::nullopt;
    if (!m_pressed)
        return;
    const bool extends = event->modifiers() & Qt::ShiftModifier;
    if (m_document.isSelected(*m_pressed) && !extends)
        return;
    std::vector<Subject> next = extends ? m_document.selection() : std::vector<Subject>{};
    std::erase_if(next, [](Subject s) { return s.kind == SubjectKind::Rack; });
    next.push_back(*m_pressed);
    m_document.select(std::move(next));
}

void RackView::mouseMoveEvent(QMouseEvent* event) {
    DrawingView::mouseMoveEvent(event);
    if (isPanning())
        return;
    m_atWorld = toWorld(event->position());
    if (m_gesture == Gesture::None) {
        const RackThing* under = m_layout.at(m_atWorld);
        const std::optional<Subject> subject = under ? std::optional(under->subject) : std::nullopt;
        if (subject != m_hovered) {
            m_hovered = subject;
            setCursor(under ? Qt::OpenHandCursor : Qt::ArrowCursor);
            update();
        }
        return;
    }
    if (m_gesture == Gesture::Press) {
        if ((toView(m_atWorld) - toView(m_pressWorld)).manhattanLength() < QApplication::startDragDistance())
            return;
        const RackThing* pressed = m_pressed ? m_places.find(*m_pressed) : nullptr;
        m_gesture = pressed ? Gesture::Carry : Gesture::Box;
        if (pressed) {
            m_carried = carriedFrom(*pressed);
            m_carried->copies = (event->modifiers() & Qt::ControlModifier) && m_pressed->kind == SubjectKind::Device;
            setCursor(m_carried->copies ? Qt::DragCopyCursor : Qt::ClosedHandCursor);
        }
    }
    if (m_gesture == Gesture::Carry) {
        if (isOverTray(event->globalPosition())) {
            if (!std::exchange(m_isTargetTray, true) && m_pressed->kind == SubjectKind::Device) {
                m_target.reset();
                m_refusal.clear();
                (void)m_document.preview(
                    edits::unplaceDevices(edits::activeTarget(*m_document.project()), selectedDevices()));
            }
        } else {
            carryTo(rect().contains(event->position().toPoint()) ? m_atWorld : QPointF(-1e9, -1e9), false);
        }
    }
    update();
}

void RackView::mouseReleaseEvent(QMouseEvent* event) {
    DrawingView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    m_atWorld = toWorld(event->position());
    switch (m_gesture) {
    case Gesture::None:
        return;
    case Gesture::Press:
        if (!m_pressed)
            selectRackAt(m_pressWorld, event->modifiers() & Qt::ShiftModifier);
        else if (m_pressed && !(event->modifiers() & Qt::ShiftModifier))
            m_document.select({*m_pressed});
        break;
    case Gesture::Carry:
        if (isOverTray(event->globalPosition()) && m_pressed->kind == SubjectKind::Device) {
            m_document.dropPreview();
            unplaceSelected();
        } else if (rect().contains(event->position().toPoint())) {
            carryTo(m_atWorld, true);
            m_document.closeMerge();
        }
        m_document.dropPreview();
        if (!m_refusal.isEmpty())
            Q_EMIT hinted(m_refusal);
        break;
    case Gesture::Box: {
        std::vector<Subject> found = m_layout.within(QRectF(m_pressWorld, m_atWorld).normalized());
        if (event->modifiers() & Qt::ShiftModifier)
            found.insert(found.end(), m_document.selection().begin(), m_document.selection().end());
        m_document.select(std::move(found));
        break;
    }
    }
    endGesture();
    setCursor(Qt::ArrowCursor);
    m_hovered.reset();
}

// A rack is chosen by its name and where nothing stands in it; beside all racks a click selects nothing.
void RackView::selectRackAt(QPointF world, bool extends) {
    const RackLayout::Shown* shown = m_layout.standAt(world);
    std::vector<Subject> next = extends ? m_document.selection() : std::vector<Subject>{};
    if (extends && !shown)
        return;
    std::erase_if(next, [](Subject s) { return s.kind != SubjectKind::Rack; });
    if (shown && std::ranges::find(next, Subject(shown->rack)) == next.end())
        next.push_back(Subject(shown->rack));
    m_document.select(std::move(next));
}

// On a rack it fills the view with that rack, beside all racks it shows all of them again.
void RackView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const QPointF at = toWorld(event->position());
    if (const RackLayout::Shown* shown = m_layout.standAt(at))
        return zoomTo(RackLayout::standOf(*shown));
    zoomToFit();
}

// Escape ends a drag before it means anything else in the window.
bool RackView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && (m_gesture != Gesture::None || m_carried) &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return DrawingView::event(event);
}

void RackView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape:
        if (m_gesture == Gesture::None && !m_carried) {
            event->ignore();
            return;
        }
        m_document.dropPreview();
        endGesture();
        setCursor(Qt::ArrowCursor);
        return;
    case Qt::Key_Up:
        return moveSelectedBy(1, 0);
    case Qt::Key_Down:
        return moveSelectedBy(-1, 0);
    case Qt::Key_Left:
        return moveSelectedBy(0, -1);
    case Qt::Key_Right:
        return moveSelectedBy(0, 1);
    case Qt::Key_PageUp:
        return selectBeside(1);
    case Qt::Key_PageDown:
        return selectBeside(-1);
    default:
        DrawingView::keyPressEvent(event);
    }
}

// Arrow keys go one unit up or down, or to the rack beside; half-width things go across their rack first.
void RackView::moveSelectedBy(int units, int racks) {
    std::vector<ThingMove> moves;
    const auto& shown = m_places.shown();
    for (const RackThing& thing : m_places.things()) {
        const auto* place = std::get_if<InRack>(&thing.placement);
        if (!place || !m_document.isSelected(thing.subject))
            continue;
        InRack next = *place;
        next.unit += units;
        if (racks != 0) {
            const std::int64_t columns = thing.part ? rackClaim(*thing.part, *place).columns : 1;
            const std::int64_t column = place->column + (m_face == Face::Front ? racks : -racks);
            if (column >= 0 && column < columns) {
                next.column = column;
            } else {
                const auto at = std::ranges::find(shown, place->rack, &RackLayout::Shown::rack) - shown.begin() + racks;
                if (at < 0 || at >= static_cast<std::ptrdiff_t>(shown.size()))
                    return Q_EMIT hinted(toText(m_services.texts().text("rack.outside-shown")));
                next.rack = shown[static_cast<std::size_t>(at)].rack;
            }
        }
        moves.push_back({thing.subject, next});
    }
    if (moves.empty())
        return selectBeside(units > 0 || racks > 0 ? 1 : -1);
    const Done moved = m_document.commit(moveThings(edits::activeTarget(*m_document.project()), moves, false));
    if (!moved)
        Q_EMIT hinted(toText(m_services.texts().sentence(moved.error().message)));
}

// The next thing above or below the selected one, racks one after the other.
void RackView::selectBeside(int step) {
    std::vector<const RackThing*> order;
    for (const RackLayout::Shown& shown : m_layout.shown())
        for (const RackThing& thing : m_layout.things())
            if (thing.rack == shown.rack)
                order.push_back(&thing);
    if (order.empty())
        return;
    const auto rackIndex = [this](const RackThing* thing) {
        return m_layout.find(thing->rack) - m_layout.shown().data();
    };
    std::ranges::stable_sort(order, [&](const RackThing* a, const RackThing* b) {
        return std::pair(rackIndex(a), -a->box.bottom()) < std::pair(rackIndex(b), -b->box.bottom());
    });
    const auto at =
        std::ranges::find_if(order, [this](const RackThing* t) { return m_document.isSelected(t->subject); });
    std::ptrdiff_t next =
        at == order.end() ? (step > 0 ? 0 : static_cast<std::ptrdiff_t>(order.size()) - 1) : at - order.begin() + step;
    next = std::clamp<std::ptrdiff_t>(next, 0, static_cast<std::ptrdiff_t>(order.size()) - 1);
    m_document.select({order[static_cast<std::size_t>(next)]->subject});
}

void RackView::leaveEvent(QEvent*) {
    m_hovered.reset();
    update();
}

} // namespace rackwright
