// SPDX-License-Identifier: GPL-3.0-or-later
// What hangs at the pointer and where it may go: within the view, from the catalogue and from the tray.
#include "ui/rack/rack_view.h"

#include "model/edits/device_edits.h"
#include "ui/plan/plan_view.h"
#include "ui/text/to_text.h"

#include <QDragEnterEvent>
#include <QMimeData>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

/// Cells that legal places cover, joined to boxes that do not overlap.
std::vector<QRectF> joined(const std::vector<QRectF>& boxes) {
    std::vector<QRectF> runs;
    for (const QRectF& box : boxes) {
        const auto touching = std::ranges::find_if(runs, [&box](const QRectF& run) {
            return qFuzzyCompare(run.left(), box.left()) && qFuzzyCompare(run.width(), box.width()) &&
                   box.bottom() >= run.top() - 0.5 && box.top() <= run.bottom() + 0.5;
        });
        if (touching == runs.end())
            runs.push_back(box);
        else
            *touching = touching->united(box);
    }
    return runs;
}

} // namespace

RackView::Carried RackView::carriedFrom(const RackThing& pressed) const {
    Carried carried;
    carried.things.push_back(pressed);
    carried.hold = m_pressWorld - pressed.box.center();
    if (pressed.subject.kind != SubjectKind::Device)
        return carried;
    for (const RackThing& thing : m_places.things())
        if (thing.subject.kind == SubjectKind::Device && thing.subject != pressed.subject &&
            m_document.isSelected(thing.subject) && std::holds_alternative<InRack>(thing.placement))
            carried.things.push_back(thing);
    return carried;
}

std::optional<RackView::Carried> RackView::carriedFrom(const QMimeData& mime, QString* reason) const {
    Carried carried;
    if (mime.hasFormat(QLatin1String(kPartMime))) {
        const PartLibrary* library = m_services.library();
        const Result<PartPtr> part = library ? library->part(mime.data(QLatin1String(kPartMime)).toStdString())
                                             : inputError(Message("studio.no-catalogue"));
        if (!part) {
            *reason = toText(m_services.texts().sentence(part.error().message));
            return std::nullopt;
        }
        carried.newPart = *part;
        return carried;
    }
    for (const QByteArray& id : mime.data(QLatin1String(kDevicesMime)).split(','))
        if (const Device* device = m_document.design().devices.find({id.toULongLong()}))
            carried.things.push_back(
                {Subject(device->id), {}, findPart(*m_document.project(), device->part), device->placement, {}});
    return carried.things.empty() ? std::nullopt : std::optional(std::move(carried));
}

// Devices that stood together keep their distances; those of a tray stand one above the other.
std::optional<std::vector<ThingMove>> RackView::movesTo(const Placement& place) const {
    const RackThing& first = m_carried->things.front();
    std::vector<ThingMove> moves{{first.subject, place}};
    const auto* to = std::get_if<InRack>(&place);
    const auto* from = std::get_if<InRack>(&first.placement);
    if (!to)
        return m_carried->things.size() == 1 ? std::optional(moves) : std::nullopt;
    const auto indexOf = [this](Id<Rack> rack) {
        const auto it = std::ranges::find(m_places.shown(), rack, &RackLayout::Shown::rack);
        return it - m_places.shown().begin();
    };
    std::int64_t above = to->unit + (first.part ? std::max<std::int64_t>(1, rackUnitsOf(*first.part)) : 1);
    for (std::size_t i = 1; i < m_carried->things.size(); ++i) {
        const RackThing& thing = m_carried->things[i];
        const auto* own = std::get_if<InRack>(&thing.placement);
        InRack next = *to;
        if (from && own) {
            const auto rack = indexOf(own->rack) + indexOf(to->rack) - indexOf(from->rack);
            if (rack < 0 || rack >= static_cast<std::ptrdiff_t>(m_places.shown().size()))
                return std::nullopt;
            next = *own;
            next.rack = m_places.shown()[static_cast<std::size_t>(rack)].rack;
            next.unit = own->unit + to->unit - from->unit;
        } else {
            next.unit = above;
            above += thing.part ? std::max<std::int64_t>(1, rackUnitsOf(*thing.part)) : 1;
        }
        moves.push_back({thing.subject, next});
    }
    return moves;
}

void RackView::carryTo(QPointF world, bool isFinal) {
    if (!m_carried)
        return;
    const edits::Target target = edits::activeTarget(*m_document.project());
    const RackLayout::Shown* under = m_places.rackAt(world);
    const std::optional<Placement> place =
        under ? m_places.placeAt(world, m_carried->part(), m_carried->hold.y()) : std::nullopt;
    const bool wasTray = std::exchange(m_isTargetTray, false);
    if (!isFinal && place == m_target && !wasTray)
        return;
    m_target = place;
    m_refusal.clear();
    if (!place) {
        m_document.dropPreview();
        return;
    }
    std::optional<Edit> edit;
    if (m_carried->newPart) {
        edit = dropPart(target, m_carried->newPart, *place);
    } else if (*place != m_carried->things.front().placement) {
        if (const auto moves = movesTo(*place))
            edit = moveThings(target, *moves, m_carried->copies);
        else
            refuse(Message("rack.outside-shown"));
    }
    if (!edit) {
        m_document.dropPreview();
        return;
    }
    const Done result = isFinal ? m_document.commit(*edit) : m_document.preview(*edit);
    if (!result) {
        refuse(result.error().message);
        m_document.dropPreview();
    }
}

bool RackView::isOverTray(QPointF global) const {
    return m_tray && m_tray->isVisible() && m_tray->rect().contains(m_tray->mapFromGlobal(global.toPoint()));
}

void RackView::unplaceSelected() {
    const std::vector<Id<Device>> devices = selectedDevices();
    if (devices.empty())
        return;
    const Done done = m_document.commit(edits::unplaceDevices(edits::activeTarget(*m_document.project()), devices));
    if (!done)
        Q_EMIT hinted(toText(m_services.texts().sentence(done.error().message)));
}

void RackView::endGesture() {
    m_gesture = Gesture::None;
    m_carried.reset();
    m_target.reset();
    m_isTargetTray = false;
    m_legal.clear();
    m_refusal.clear();
    update();
}

// Judged on the committed design, once for each rack and drag.
const std::vector<QRectF>& RackView::legalBoxes(const RackLayout::Shown& shown) {
    const auto found = m_legal.find(shown.rack.value);
    if (found != m_legal.end())
        return found->second;
    std::vector<QRectF> boxes;
    const Rack* rack = m_document.design().racks.find(shown.rack);
    const Part* part = m_carried->part();
    if (rack && part) {
        Candidate thing = candidateOf(*part);
        if (!m_carried->newPart && !m_carried->copies) {
            thing.id = m_carried->things.front().subject.id;
            thing.kind = m_carried->things.front().subject.kind == SubjectKind::Device ? OccupantKind::Device
                         : m_carried->things.front().subject.kind == SubjectKind::PowerElement
                             ? OccupantKind::PowerElement
                             : OccupantKind::CoolingUnit;
        }
        if (!m_carried->newPart || goesIntoRacks(*part))
            for (const Placement& place :
                 legalPlaces(*m_document.project(), m_document.design(), *rack, *part, thing, m_face))
                boxes.push_back(m_places.boxOf(place, part));
    }
    return m_legal[shown.rack.value] = joined(boxes);
}

void RackView::dragEnterEvent(QDragEnterEvent* event) {
    if (!event->mimeData()->hasFormat(QLatin1String(kPartMime)) &&
        !event->mimeData()->hasFormat(QLatin1String(kDevicesMime)))
        return;
    m_carried = carriedFrom(*event->mimeData(), &m_refusal);
    event->acceptProposedAction();
    update();
}

void RackView::dragMoveEvent(QDragMoveEvent* event) {
    m_atWorld = toWorld(event->position());
    carryTo(m_atWorld, false);
    event->setAccepted(m_carried && m_target && m_refusal.isEmpty());
    update();
}

// What is let go where it may not go comes here, not to a drop: the reason stays to be read.
void RackView::dragLeaveEvent(QDragLeaveEvent*) {
    if (!m_refusal.isEmpty())
        Q_EMIT hinted(m_refusal);
    m_document.dropPreview();
    endGesture();
}

void RackView::dropEvent(QDropEvent* event) {
    m_atWorld = toWorld(event->position());
    const auto before = m_document.history().position();
    carryTo(m_atWorld, true);
    if (m_document.history().position() != before) {
        event->acceptProposedAction();
        setFocus(); // keys go on with what was dropped
    }
    m_document.dropPreview();
    if (!m_refusal.isEmpty())
        Q_EMIT hinted(m_refusal);
    endGesture();
}

} // namespace rackwright
