// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the catalogue on their way over the plan: what each would do where it is, the rack that takes it, the reason
// for a no.
#include "ui/plan/plan_view.h"

#include "model/edits/rack_edits.h"
#include "ui/plan/floor_drops.h"
#include "ui/plan/plan_edits.h"
#include "ui/rack/rack_drops.h"

#include <QDragEnterEvent>
#include <QMimeData>

#include <algorithm>

namespace rackwright {

namespace {

bool isInRow(PartCategory category) { return category == PartCategory::Rack || category == PartCategory::RackScaleSystem; }

} // namespace

void PlanView::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasFormat(QLatin1String(kPartMime)))
        event->acceptProposedAction();
}

// A rack and what stands by itself go onto the floor; what stands in racks goes into the rack under the pointer, at its lowest free place.
std::optional<PlanView::Drop> PlanView::dropOf(const QString& partId, QPointF world, QString* reason) const {
    const PartLibrary* library = m_services.library();
    const Result<PartPtr> part =
        library ? library->part(partId.toStdString()) : inputError(Message("studio.no-catalogue"));
    const auto refuse = [&](const Message& message) -> std::optional<Drop> {
        *reason = QString::fromStdString(m_services.texts().sentence(message));
        return std::nullopt;
    };
    if (!part)
        return refuse(part.error().message);
    if (const auto why = whyNotPlaced(**part))
        return refuse(*why);
    const edits::Target target = edits::activeTarget(*m_document.project());
    const Length grid = halfTile();
    const auto onGrid = [grid](Length l) {
        const std::int64_t g = grid.inMicrometres();
        return Length::micrometres((l.inMicrometres() + (l.inMicrometres() >= 0 ? g / 2 : -g / 2)) / g * g);
    };
    const Point centre{onGrid(toPoint(world).x), onGrid(toPoint(world).y)};
    if (isInRow((*part)->category)) {
        Rack rack;
        rack.room = m_room;
        rack.centre = centre;
        return Drop{edits::placeRack(target, std::move(rack), *part), std::nullopt};
    }
    if (auto standing = dropOnFloor(target, *part, {m_room, centre, {}}, m_services.texts()))
        return Drop{std::move(*standing), std::nullopt};
    const auto under = geometry().at(toPoint(world), reach() / 2);
    if (!under || under->kind != SubjectKind::Rack)
        return refuse(Message("studio.drop-needs-rack").with("part", (*part)->model));
    // On one of several chosen racks it goes into all of them.
    if (const auto chosen = racksOf(m_document.selection()); chosen.size() > 1 && m_document.isSelected(*under)) {
        BulkDrop bulk = dropIntoAll(*m_document.project(), *part, chosen);
        const QString note =
            QString::fromStdString(bulkDropText(m_document.design(), **part, bulk, m_services.texts()));
        if (!bulk.edit) {
            *reason = note;
            return std::nullopt;
        }
        return Drop{std::move(*bulk.edit), under, note};
    }
    return Drop{dropPartInRack(target, *part, {under->id}), under};
}

void PlanView::dragMoveEvent(QDragMoveEvent* event) {
    m_atWorld = toWorld(event->position());
    m_refusal.clear();
    m_dropTarget.reset();
    m_carriesPart = true;
    const QString partId = QString::fromUtf8(event->mimeData()->data(QLatin1String(kPartMime)));
    if (const auto drop = dropOf(partId, m_atWorld, &m_refusal)) {
        m_dropTarget = drop->rack;
        if (const Done shown = m_document.preview(drop->edit); !shown)
            m_refusal = QString::fromStdString(m_services.texts().sentence(shown.error().message));
    } else {
        m_document.dropPreview();
    }
    event->setAccepted(m_refusal.isEmpty());
    update();
}

// What is let go where it may not go comes here, not to a drop: the reason stays to be read.
void PlanView::dragLeaveEvent(QDragLeaveEvent*) {
    if (!m_refusal.isEmpty())
        Q_EMIT hinted(m_refusal);
    m_document.dropPreview();
    endGesture();
}

void PlanView::dropEvent(QDropEvent* event) {
    const QString partId = QString::fromUtf8(event->mimeData()->data(QLatin1String(kPartMime)));
    QString reason;
    m_document.dropPreview();
    if (const auto drop = dropOf(partId, toWorld(event->position()), &reason)) {
        // In a rack it is the rack that one goes on with.
        const bool isBulk = drop->rack && m_document.isSelected(*drop->rack);
        const Done placed = drop->rack ? m_document.commit(drop->edit) : m_document.commitAndSelect(drop->edit);
        if (placed) {
            event->acceptProposedAction();
            setFocus(); // keys go on with what was dropped
            if (drop->rack && !isBulk)
                m_document.select({*drop->rack});
            if (!drop->note.isEmpty())
                Q_EMIT hinted(drop->note);
        } else {
            reason = QString::fromStdString(m_services.texts().sentence(placed.error().message));
        }
    }
    if (!reason.isEmpty())
        Q_EMIT hinted(reason);
    endGesture();
}

} // namespace rackwright
