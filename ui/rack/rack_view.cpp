// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_view.h"

#include "model/edits/device_edits.h"
#include "ui/plan/plan_view.h"
#include "ui/rack/rack_meters.h"
#include "ui/report/overlays.h"

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
constexpr double kLegiblePixels = 7;

QString toText(const std::string& text) { return QString::fromStdString(text); }

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

// ---- Carrying ------------------------------------------------------------------------------------------------------

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
            carried.things.push_back({{SubjectKind::Device, device->id.value},
                                      {},
                                      findPart(*m_document.project(), device->part),
                                      device->placement,
                                      {}});
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

// ---- Painting ------------------------------------------------------------------------------------------------------

void RackView::paintOver(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = Theme::current().ink(Ink::Accent);
    QColor wash = accent;
    wash.setAlpha(36);
    if (m_hovered && m_gesture == Gesture::None && !m_document.isSelected(*m_hovered)) {
        painter.setPen(QPen(accent, 1));
        painter.setBrush(Qt::NoBrush);
        if (const QRectF box = boxOf(*m_hovered); !box.isEmpty())
            painter.drawRoundedRect(box, 2, 2);
    }
    for (const Subject subject : m_document.selection()) {
        const QRectF box = boxOf(subject);
        if (box.isEmpty())
            continue;
        painter.setPen(QPen(accent, 2));
        painter.setBrush(wash);
        painter.drawRoundedRect(box, 2, 2);
    }
    if (m_gesture == Gesture::Box) {
        painter.setPen(QPen(accent, 1, Qt::DashLine));
        painter.setBrush(wash);
        painter.drawRect(QRectF(toView(m_pressWorld), toView(m_atWorld)).normalized());
    }
    if (m_carried)
        paintCarried(painter);
    if (m_racks.empty()) {
        painter.setFont(studioFont(13));
        painter.setPen(Theme::current().ink(Ink::Subdued));
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                         toText(m_services.texts().text("rack.none-shown")));
    }
}

void RackView::paintCarried(QPainter& painter) {
    const Theme& theme = Theme::current();
    QColor green = theme.ink(Ink::Good);
    painter.setPen(QPen(green, 1, Qt::DotLine));
    green.setAlpha(30);
    painter.setBrush(green);
    for (const RackLayout::Shown& shown : m_places.shown()) {
        if (!toView(shown.frame.frame).intersects(QRectF(rect())))
            continue;
        for (const QRectF& box : legalBoxes(shown))
            painter.drawRoundedRect(toView(box).adjusted(1, 1, -1, -1), 2, 2);
    }
    if (!m_carried->newPart && !m_carried->copies) {
        painter.setPen(QPen(theme.ink(Ink::Faint), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        for (const RackThing& thing : m_carried->things)
            if (!thing.box.isEmpty())
                painter.drawRoundedRect(toView(thing.box), 2, 2);
    }
    if (m_target) {
        const bool isLegal = m_refusal.isEmpty();
        QColor ink = theme.ink(isLegal ? Ink::Accent : Ink::Bad);
        painter.setPen(QPen(ink, 2, isLegal ? Qt::SolidLine : Qt::DashLine));
        ink.setAlpha(isLegal ? 40 : 48);
        painter.setBrush(ink);
        const auto moves = m_carried->newPart ? std::nullopt : movesTo(*m_target);
        if (moves) {
            for (std::size_t i = 0; i < moves->size(); ++i)
                painter.drawRoundedRect(boxOf((*moves)[i].placement, m_carried->things[i].part), 2, 2);
        } else {
            painter.drawRoundedRect(boxOf(*m_target, m_carried->part()), 2, 2);
        }
        if (isLegal)
            paintCard(painter);
    }
    paintRefusal(painter);
}

std::vector<RackView::CardLine> RackView::cardLines() const {
    std::vector<CardLine> lines;
    if (!m_target)
        return lines;
    const Id<Rack> rack = rackOf(*m_target);
    const Texts& texts = m_services.texts();
    const auto line = [&](const char* id, const QString& before, const QString& after) {
        lines.push_back({toText(texts.text(id)), before, after == before ? QString() : after});
    };
    const auto whole = [&](std::optional<std::int64_t> count, const char* unit) {
        return count ? toText(texts.figure(Value(static_cast<double>(*count)), unit))
                     : toText(texts.text("meter.unknown"));
    };
    line("rack.card.units", whole(freeUnits(*m_document.project(), m_document.design(), rack), "U"),
         whole(freeUnits(*m_document.shownProject(), m_document.shownDesign(), rack), "U"));
    const SolutionPtr& before = m_document.solution();
    const SolutionPtr after = m_document.isPreviewing() ? m_document.shownSolution() : before;
    const auto readingsOf = [rack](const SolutionPtr& solution) {
        return solution ? rackReadings(*solution, rack) : std::vector<RackReading>{};
    };
    const std::vector<RackReading> old = readingsOf(before);
    const std::vector<RackReading> next = readingsOf(after);
    const auto left = [&](const std::vector<RackReading>& readings, RackMeasure measure) -> QString {
        const auto it = std::ranges::find(readings, measure, &RackReading::measure);
        if (it == readings.end())
            return readings.empty() ? QStringLiteral("…") : toText(texts.text("meter.unknown"));
        if (!it->limit || it->value.isUnknown())
            return toText(texts.text("meter.unknown"));
        const std::string amount = texts.figure(Value(*it->limit - it->value.typical()), it->unit, it->factor);
        // Unknown terms make the load a lower bound, so that what is left is at most this.
        return toText((it->value.isLowerBound() ? "≤ " : "") + amount);
    };
    const bool isCapped = std::ranges::find(old, RackMeasure::PowerCap, &RackReading::measure) != old.end();
    const RackMeasure power = isCapped ? RackMeasure::PowerCap : RackMeasure::AirHeat;
    line(isCapped ? "rack.card.power" : "rack.card.heat", left(old, power), left(next, power));
    if (std::ranges::find(next, RackMeasure::LiquidHeat, &RackReading::measure) != next.end())
        line("rack.card.liquid", left(old, RackMeasure::LiquidHeat), left(next, RackMeasure::LiquidHeat));
    line("rack.card.weight", left(old, RackMeasure::Weight), left(next, RackMeasure::Weight));
    const auto plugs = [&](const Project& project, const Design& design) {
        const auto counted = rackPlugs(project, design, rack);
        return whole(counted ? std::optional(counted->left()) : std::nullopt, "");
    };
    line("rack.card.plugs", plugs(*m_document.project(), m_document.design()),
         plugs(*m_document.shownProject(), m_document.shownDesign()));
    return lines;
}

void RackView::paintCard(QPainter& painter) const {
    const Theme& theme = Theme::current();
    const std::vector<CardLine> lines = cardLines();
    const Rack* rack = m_document.design().racks.find(rackOf(*m_target));
    constexpr int row = 18;
    const QFont plain = studioFont(12);
    const QFont bold = studioFont(12, QFont::Medium);
    const QFontMetrics metrics(bold);
    const auto valueOf = [](const CardLine& line) {
        return line.after.isEmpty() ? line.before : line.before + QStringLiteral(" → ") + line.after;
    };
    int names = 0;
    int values = 0;
    for (const CardLine& line : lines) {
        names = std::max(names, QFontMetrics(plain).horizontalAdvance(line.name));
        values = std::max(values, metrics.horizontalAdvance(valueOf(line)));
    }
    const QSizeF size(names + values + 40, row * static_cast<double>(lines.size() + 1) + 14);
    QPointF corner = toView(m_atWorld) + QPointF(18, 18);
    corner.setX(std::min(corner.x(), width() - size.width() - 6));
    if (corner.y() + size.height() > height() - 6)
        corner.setY(toView(m_atWorld).y() - size.height() - 14);
    corner = {std::max(6.0, corner.x()), std::max(6.0, corner.y())};
    const QRectF box(corner, size);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 34));
    painter.drawRoundedRect(box.adjusted(-1, 1, 1, 4), 7, 7);
    painter.setPen(QPen(theme.ink(Ink::Rule), 1));
    painter.setBrush(theme.surface());
    painter.drawRoundedRect(box, 6, 6);
    QRectF at(box.left() + 12, box.top() + 7, box.width() - 24, row);
    painter.setFont(bold);
    painter.setPen(theme.ink(Ink::Text));
    QString title = rack ? toText(rack->name) : QString();
    if (const auto* place = std::get_if<InRack>(&*m_target))
        title += QStringLiteral(" · U%1").arg(place->unit);
    painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, title);
    for (const CardLine& line : lines) {
        at.translate(0, row);
        painter.setFont(plain);
        painter.setPen(theme.ink(Ink::Subdued));
        painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, line.name);
        painter.setFont(bold);
        painter.setPen(theme.ink(line.after.startsWith(QLatin1Char('-')) ? Ink::Bad
                                 : line.after.isEmpty()                  ? Ink::Text
                                                                         : Ink::Accent));
        painter.drawText(at, Qt::AlignRight | Qt::AlignVCenter, valueOf(line));
    }
}

void RackView::paintRefusal(QPainter& painter) const {
    if (m_refusal.isEmpty())
        return;
    painter.setFont(studioFont(12));
    QRectF box = painter.fontMetrics().boundingRect(QRect(0, 0, 280, 200), Qt::TextWordWrap, m_refusal);
    box = box.adjusted(-10, -7, 10, 7);
    QPointF at = toView(m_atWorld) + QPointF(14, 18);
    at.setX(std::clamp(at.x(), 6.0, std::max(6.0, width() - box.width() - 6)));
    at.setY(std::clamp(at.y(), 6.0, std::max(6.0, height() - box.height() - 6)));
    box.moveTo(at);
    painter.setPen(Theme::current().ink(Ink::Bad));
    painter.setBrush(Theme::current().ink(Ink::BadWash));
    painter.drawRoundedRect(box, 5, 5);
    painter.drawText(box.adjusted(10, 7, -10, -7), Qt::TextWordWrap, m_refusal);
}

// ---- Mouse and keys ------------------------------------------------------------------------------------------------

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
        if (!m_pressed && !(event->modifiers() & Qt::ShiftModifier))
            m_document.select({});
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

void RackView::zoomToSelection() {
    QRectF whole;
    for (const Subject subject : m_document.selection())
        if (const QRectF box = boxOf(subject); !box.isEmpty())
            whole = whole.united(QRectF(toWorld(box.topLeft()), toWorld(box.bottomRight())));
    if (whole.isEmpty())
        return zoomToFit();
    zoomTo(whole.adjusted(-60, -60, 60, 60));
}

// On a rack it fills the view with that rack, beside all racks it shows all of them again.
void RackView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const QPointF at = toWorld(event->position());
    for (const RackLayout::Shown& shown : m_layout.shown()) {
        const QRectF whole = shown.frame.frame.adjusted(-kElevationMargin, -kElevationHead, kElevationMargin / 2, 0);
        if (whole.contains(at))
            return zoomTo(whole);
    }
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

void RackView::dragLeaveEvent(QDragLeaveEvent*) {
    m_document.dropPreview();
    endGesture();
}

void RackView::dropEvent(QDropEvent* event) {
    m_atWorld = toWorld(event->position());
    const auto before = m_document.history().position();
    carryTo(m_atWorld, true);
    if (m_document.history().position() != before)
        event->acceptProposedAction();
    m_document.dropPreview();
    if (!m_refusal.isEmpty())
        Q_EMIT hinted(m_refusal);
    endGesture();
}

} // namespace rackwright
