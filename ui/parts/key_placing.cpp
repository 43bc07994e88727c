// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/key_placing.h"

#include "model/edits/rack_edits.h"
#include "ui/plan/floor_drops.h"
#include "ui/rack/rack_drops.h"
#include "ui/rack/rack_layout.h"

#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

bool standsInRow(const Part& part) {
    return part.category == PartCategory::Rack || part.category == PartCategory::RackScaleSystem;
}

Length onGrid(Length length, Length grid) {
    const std::int64_t g = std::max<std::int64_t>(1, grid.inMicrometres());
    const std::int64_t l = length.inMicrometres();
    return Length::micrometres((l + (l >= 0 ? g / 2 : -g / 2)) / g * g);
}

bool isOurKey(int key) {
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down ||
           key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape;
}

} // namespace

KeyPlacing::KeyPlacing(StudioDocument& document, StudioServices& services, QObject* parent)
    : QObject(parent), m_document(document), m_services(services) {
    connect(&m_document, &StudioDocument::opened, this, &KeyPlacing::end);
}

QString KeyPlacing::text(const Message& message) const {
    return QString::fromStdString(m_services.texts().sentence(message));
}

void KeyPlacing::begin(const QString& partId, Ground ground) {
    giveUp();
    const PartLibrary* library = m_services.library();
    const Result<PartPtr> part =
        library ? library->part(partId.toStdString()) : inputError(Message("studio.no-catalogue"));
    if (!part)
        return Q_EMIT hinted(text(part.error().message));
    if (const auto why = whyNotPlaced(**part))
        return Q_EMIT hinted(text(*why));
    m_part = *part;
    m_ground = std::move(ground);
    m_view = m_ground.view;
    m_rack = 0;
    const bool isOnFloor = floorEdit(m_ground.at).has_value();
    if (isOnFloor)
        m_ground.racks.clear();
    Message problem("studio.drop-needs-rack");
    bool canBegin = isOnFloor ? findFloor() : !m_ground.racks.empty();
    if (isOnFloor)
        problem = Message("place.no-floor");
    if (canBegin && !isOnFloor && !m_ground.fillsAll) {
        // The first of the racks that has a place.
        findPlaces();
        while (m_places.empty() && m_rack + 1 < m_ground.racks.size()) {
            ++m_rack;
            findPlaces();
        }
        canBegin = !m_places.empty();
        problem = Message("place.no-unit");
    }
    if (!canBegin) {
        const QString said = text(problem.with("part", m_part->model));
        end();
        return Q_EMIT hinted(said);
    }
    m_view->installEventFilter(this);
    m_view->setFocus();
    show();
}

void KeyPlacing::findPlaces() {
    m_places.clear();
    m_place = 0;
    const Design& design = m_document.design();
    const Rack* rack = m_rack < m_ground.racks.size() ? design.racks.find(m_ground.racks[m_rack]) : nullptr;
    if (!rack || !goesIntoRacks(*m_part))
        return;
    const bool isDoor = m_part->category == PartCategory::RearDoorExchanger;
    m_places = legalPlaces(*m_document.project(), design, *rack, *m_part, candidateOf(*m_part),
                           isDoor ? Face::Rear : Face::Front);
    std::ranges::stable_sort(m_places, {}, [](const Placement& place) {
        const auto* in = std::get_if<InRack>(&place);
        return in ? in->unit : 0;
    });
}

std::optional<Edit> KeyPlacing::floorEdit(Point at) const {
    const edits::Target target = edits::activeTarget(*m_document.project());
    if (standsInRow(*m_part)) {
        Rack rack;
        rack.room = m_ground.room;
        rack.centre = at;
        return edits::placeRack(target, std::move(rack), m_part);
    }
    return dropOnFloor(target, m_part, {m_ground.room, at, {}}, m_services.texts());
}

std::optional<Edit> KeyPlacing::editHere() const {
    if (m_ground.racks.empty())
        return floorEdit(m_ground.at);
    if (m_ground.fillsAll)
        return dropIntoAll(*m_document.project(), m_part, m_ground.racks).edit;
    if (m_place >= m_places.size())
        return std::nullopt;
    return dropPart(edits::activeTarget(*m_document.project()), m_part, m_places[m_place]);
}

// Rings of the grid around the place that one looks at, until one is free.
bool KeyPlacing::findFloor() {
    constexpr int rings = 24;
    const Point middle{onGrid(m_ground.at.x, m_ground.step), onGrid(m_ground.at.y, m_ground.step)};
    const Length pitch = m_ground.step * 2;
    for (int ring = 0; ring <= rings; ++ring)
        for (int y = -ring; y <= ring; ++y)
            for (int x = -ring; x <= ring; ++x) {
                if (std::max(std::abs(x), std::abs(y)) != ring)
                    continue;
                const Point at{middle.x + pitch * x, middle.y + pitch * y};
                const std::optional<Edit> edit = floorEdit(at);
                if (edit && m_document.history().candidate(*edit)) {
                    m_ground.at = at;
                    return true;
                }
            }
    return false;
}

void KeyPlacing::show() {
    const std::optional<Edit> edit = editHere();
    const Done shown = edit ? m_document.preview(*edit) : Done(inputError(Message("place.no-unit").with("part", m_part->model)));
    if (!shown)
        m_document.dropPreview();
    Q_EMIT guided(text(keysHere()));
    if (!shown)
        Q_EMIT hinted(text(shown.error().message));
}

Message KeyPlacing::keysHere() const {
    if (m_ground.racks.empty())
        return Message("place.keys").with("part", m_part->model);
    if (m_ground.fillsAll)
        return Message("place.keys.all").with("part", m_part->model).with("count", m_ground.racks.size());
    return Message("place.keys.rack").with("part", m_part->model);
}

void KeyPlacing::moveBy(int right, int up) {
    if (m_ground.fillsAll)
        return;
    if (m_ground.racks.empty()) {
        m_ground.at = {m_ground.at.x + m_ground.step * right, m_ground.at.y - m_ground.step * up};
    } else if (up != 0) {
        const auto last = static_cast<std::ptrdiff_t>(m_places.size()) - 1;
        m_place = static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(m_place) + up, 0, std::max<std::ptrdiff_t>(0, last)));
    } else {
        const auto last = static_cast<std::ptrdiff_t>(m_ground.racks.size()) - 1;
        m_rack = static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(m_rack) + right, 0, last));
        findPlaces();
    }
    show();
}

void KeyPlacing::place() {
    const std::optional<Edit> edit = editHere();
    if (!edit)
        return;
    const bool isOnFloor = m_ground.racks.empty();
    const std::string refused =
        m_ground.fillsAll && !isOnFloor
            ? bulkDropText(m_document.design(), *m_part, dropIntoAll(*m_document.project(), m_part, m_ground.racks),
                           m_services.texts())
            : std::string();
    m_document.dropPreview();
    const Done placed = isOnFloor ? m_document.commitAndSelect(*edit) : m_document.commit(*edit);
    m_document.closeMerge();
    if (!placed)
        return Q_EMIT hinted(text(placed.error().message));
    const QString said = refused.empty() ? text(Message("place.done").with("part", m_part->model))
                                         : QString::fromStdString(refused);
    end();
    Q_EMIT hinted(said);
}

void KeyPlacing::giveUp() {
    if (!m_part)
        return;
    m_document.dropPreview();
    end();
}

void KeyPlacing::end() {
    if (m_view)
        m_view->removeEventFilter(this);
    m_view = nullptr;
    m_part = nullptr;
    m_places.clear();
    Q_EMIT guided(QString());
}

bool KeyPlacing::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (isOurKey(static_cast<QKeyEvent*>(event)->key()))
            event->accept();
        break;
    case QEvent::KeyPress:
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Left:
            moveBy(-1, 0);
            return true;
        case Qt::Key_Right:
            moveBy(1, 0);
            return true;
        case Qt::Key_Up:
            moveBy(0, 1);
            return true;
        case Qt::Key_Down:
            moveBy(0, -1);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            place();
            return true;
        case Qt::Key_Escape:
            giveUp();
            return true;
        default:
            break;
        }
        break;
    case QEvent::MouseButtonPress:
    case QEvent::FocusOut:
    case QEvent::Hide:
        giveUp();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace rackwright
