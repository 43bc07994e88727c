// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/connect_layer.h"

#include "ui/plan/plan_view.h"
#include "ui/plan/subject_name.h"
#include "ui/supply/connections.h"
#include "ui/supply/pointer_words.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace rackwright {

namespace {

constexpr std::size_t kMostDrawn = 600; // of a utility that feeds a whole site, enough to see where it leads

std::optional<Point> placeIn(const Design& design, Id<Room> room, const Placement& placement) {
    if (const auto* floor = std::get_if<OnFloor>(&placement))
        return floor->room == room ? std::optional(floor->centre) : std::nullopt;
    const Rack* rack = design.racks.find(rackOf(placement));
    return rack && rack->room == room ? std::optional(rack->centre) : std::nullopt;
}

// The middle of a busway's run over the room.
std::optional<Point> runOf(const Design& design, Id<Room> room, Id<PowerElement> busway) {
    std::vector<Point> points;
    for (const PathSegment& segment : design.pathSegments)
        if (segment.busway == busway)
            for (const Id<PathNode> id : {segment.from, segment.to})
                if (const PathNode* node = design.pathNodes.find(id); node && node->room == room)
                    points.push_back(node->place);
    if (points.empty())
        return std::nullopt;
    const Box box = boundingBox(points);
    return Point{(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2};
}

std::optional<Point> placeOfElement(const Design& design, Id<Room> room, Id<PowerElement> id) {
    const PowerElement* element = design.powerElements.find(id);
    if (!element)
        return std::nullopt;
    if (const auto placed = placeIn(design, room, element->placement))
        return placed;
    if (const auto run = runOf(design, room, id))
        return run;
    // A tap-off hangs over what it feeds; whatever else has no place in the room is nowhere in it.
    if (element->kind != PowerElementKind::TapOff)
        return std::nullopt;
    for (const PowerLink& link : design.powerLinks)
        if (link.from == id)
            if (const PowerElement* fed = design.powerElements.find(link.to))
                if (const auto placed = placeIn(design, room, fed->placement))
                    return placed;
    return std::nullopt;
}

} // namespace

ConnectLayer::ConnectLayer(PlanView& view, StudioDocument& document, StudioServices& services)
    : QWidget(&view), m_view(view), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("plan.connect"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setMouseTracking(true);
    view.installEventFilter(this);
    connect(&view, &DrawingView::viewChanged, this, qOverload<>(&QWidget::update));
    for (const auto signal : {&StudioDocument::opened, &StudioDocument::selectionChanged})
        connect(&document, signal, this, &ConnectLayer::gather);
    connect(&document, &StudioDocument::changed, this, &ConnectLayer::gather);
    connect(&document, &StudioDocument::opened, this, [this] { setActive(false); });
    // One tool at a time.
    connect(&view, &PlanView::toolChanged, this, [this] {
        if (m_view.tool())
            setActive(false);
    });
    resize(view.size());
    gather();
}

void ConnectLayer::setActive(bool isActive) {
    if (isActive == m_isActive)
        return;
    drop();
    m_isActive = isActive;
    setAttribute(Qt::WA_TransparentForMouseEvents, !isActive);
    if (isActive) {
        m_view.setTool(nullptr);
        setCursor(Qt::CrossCursor);
        raise();
    } else {
        unsetCursor();
    }
    gather();
    Q_EMIT activeChanged();
    Q_EMIT hinted(isActive ? toText(m_services.texts().text("supply.hint")) : QString());
}

// The circuits and services of what is selected.
void ConnectLayer::gather() {
    m_lines.clear();
    const Design& design = m_document.shownDesign();
    const auto add = [this](Subject from, Subject to, bool isPower) {
        if (m_lines.size() < kMostDrawn)
            m_lines.push_back({from, to, isPower});
    };
    std::vector<std::uint64_t> elements, units;
    for (const Subject subject : m_document.selection()) {
        if (subject.kind == SubjectKind::PowerElement)
            elements.push_back(subject.id);
        if (subject.kind == SubjectKind::Rack) {
            for (const Id<PowerElement> id : rackElements(design, {subject.id}))
                elements.push_back(id.value);
            design.coolingServices.forEachWith<ServicesByRack>(
                Id<Rack>{subject.id}, [&](const CoolingService& each) { add(Subject(each.unit), subject, false); });
        }
        if (subject.kind == SubjectKind::CoolingUnit) {
            units.push_back(subject.id);
            design.coolingServices.forEachWith<ServicesByUnit>(
                Id<CoolingUnit>{subject.id},
                [&](const CoolingService& each) { add(subject, Subject(each.rack), false); });
        }
        if (subject.kind == SubjectKind::Pathway)
            if (const PathSegment* segment = design.pathSegments.find({subject.id}); segment && segment->busway)
                elements.push_back(segment->busway.value);
    }
    std::ranges::sort(elements);
    std::ranges::sort(units);
    if (!elements.empty() || !units.empty())
        for (const PowerLink& link : design.powerLinks)
            if (std::ranges::binary_search(elements, link.from.value) ||
                (link.to ? std::ranges::binary_search(elements, link.to.value)
                         : std::ranges::binary_search(units, link.unit.value)))
                add(Subject(link.from), link.to ? Subject(link.to) : Subject(link.unit), true);
    setVisible(m_isActive || !m_lines.empty());
    update();
}

std::optional<QPointF> ConnectLayer::placeOf(Subject subject) const {
    const Design& design = m_document.shownDesign();
    const auto shown = [this](std::optional<Point> place) {
        return place ? std::optional(m_view.toView(toMm(*place))) : std::nullopt;
    };
    if (subject.kind == SubjectKind::Rack)
        return m_view.placeOf({subject.id});
    if (subject.kind == SubjectKind::PowerElement)
        return shown(placeOfElement(design, m_view.room(), {subject.id}));
    if (const CoolingUnit* unit =
            subject.kind == SubjectKind::CoolingUnit ? design.coolingUnits.find({subject.id}) : nullptr)
        return shown(placeIn(design, m_view.room(), unit->placement));
    return std::nullopt;
}

std::vector<QLineF> ConnectLayer::drawnLines(bool isPower) const {
    std::vector<QLineF> drawn;
    for (const Line& line : m_lines) {
        const auto from = line.isPower == isPower ? placeOf(line.from) : std::nullopt;
        const auto to = from ? placeOf(line.to) : std::nullopt;
        if (to && *from != *to)
            drawn.emplace_back(*from, *to);
    }
    return drawn;
}

// The uppermost thing there that can be connected; a stretch or tap of a busway is its busway.
std::optional<Subject> ConnectLayer::thingAt(QPointF place) const {
    const Design& design = m_document.shownDesign();
    std::optional<Subject> run;
    for (const Subject subject : m_view.thingsAt(m_view.mapToGlobal(place.toPoint()))) {
        if (subject.kind == SubjectKind::Rack || subject.kind == SubjectKind::PowerElement ||
            subject.kind == SubjectKind::CoolingUnit) {
            // A busway over a rack is where a drag begins; over a drag's end the rack is meant.
            return run && !m_from ? run : std::optional(subject);
        }
        if (subject.kind == SubjectKind::Pathway && !run)
            for (const PathSegment& segment : design.pathSegments)
                if (segment.busway && (segment.id.value == subject.id || segment.from.value == subject.id ||
                                       segment.to.value == subject.id))
                    run = Subject(segment.busway);
    }
    return run;
}

// A drag onto one of several selected things means all of its kind.
std::vector<Subject> ConnectLayer::meantBy(Subject to) const {
    if (!m_document.isSelected(to) || (m_from && m_document.isSelected(*m_from)))
        return {to};
    std::vector<Subject> meant;
    for (const Subject subject : m_document.selection())
        if (subject.kind == to.kind)
            meant.push_back(subject);
    return meant;
}

void ConnectLayer::aim(QPointF place) {
    m_pointer = place;
    const std::optional<Subject> over = thingAt(place);
    m_over = over;
    m_words.clear();
    m_canConnect = false;
    const Texts& texts = m_services.texts();
    const Design& design = m_document.design();
    if (m_from && over && *over != *m_from) {
        const std::vector<Subject> to = meantBy(*over);
        const Result<Edit> edit = connectionOf(edits::activeTarget(*m_document.project()), *m_from, to);
        m_canConnect = bool(edit);
        m_words = toText(edit ? texts.sentence(Message("supply.connects")
                                                   .with("from", subjectName(design, *m_from, texts).toStdString())
                                                   .with("to", subjectName(design, *over, texts).toStdString())
                                                   .with("count", to.size()))
                              : texts.sentence(edit.error().message));
    } else if (over) {
        m_words = subjectName(design, *over, texts);
    }
    update();
}

void ConnectLayer::connectTo(Subject to) {
    const Texts& texts = m_services.texts();
    const Result<Edit> edit = connectionOf(edits::activeTarget(*m_document.project()), *m_from, meantBy(to));
    const Done made = edit ? m_document.commit(*edit) : Done(edit.error());
    m_document.closeMerge();
    Q_EMIT hinted(toText(made ? texts.text("supply.hint") : texts.sentence(made.error().message)));
}

void ConnectLayer::drop() {
    m_from.reset();
    m_over.reset();
    m_isDragging = false;
    m_words.clear();
    update();
}

void ConnectLayer::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    m_view.setFocus();
    m_pressed = event->position();
    const std::optional<Subject> at = thingAt(m_pressed);
    // The second of two clicks.
    if (m_from && at && *at != *m_from) {
        connectTo(*at);
        drop();
        return;
    }
    drop();
    m_from = at ? thingAt(m_pressed) : std::nullopt;
    m_isDragging = bool(m_from);
    if (!m_from)
        Q_EMIT hinted(toText(m_services.texts().text("supply.hint")));
    aim(m_pressed);
}

void ConnectLayer::mouseMoveEvent(QMouseEvent* event) {
    aim(event->position());
    if (!(event->buttons() & Qt::LeftButton))
        event->ignore();
}

void ConnectLayer::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_isDragging) {
        event->ignore();
        return;
    }
    m_isDragging = false;
    if ((event->position() - m_pressed).manhattanLength() < QApplication::startDragDistance())
        return; // a click: the next one ends it
    aim(event->position());
    if (m_over && *m_over != *m_from)
        connectTo(*m_over);
    drop();
}

bool ConnectLayer::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        resize(m_view.size());
    if (event->type() == QEvent::Hide && !event->spontaneous())
        setActive(false); // the tool ends with the page it was taken on
    if (m_isActive && event->type() == QEvent::KeyPress &&
        static_cast<const QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        if (m_from)
            drop();
        else
            setActive(false);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ConnectLayer::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::current();
    for (const bool isPower : {false, true}) {
        const QColor ink = theme.ink(isPower ? Ink::PowerLine : Ink::CoolingLine);
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(ink);
        for (const QLineF& line : drawnLines(isPower)) {
            painter.drawLine(line);
            painter.drawEllipse(line.p2(), 3, 3);
        }
    }
    if (!m_isActive)
        return;
    const bool isRefused = m_from && !m_words.isEmpty() && !m_canConnect;
    const QColor ink = theme.ink(isRefused ? Ink::Bad : Ink::Accent);
    if (m_from) {
        const QPointF start = placeOf(*m_from).value_or(m_pressed);
        painter.setPen(QPen(ink, 2));
        painter.drawLine(m_pressed, m_pointer);
        painter.setBrush(ink);
        painter.drawEllipse(start, 4, 4);
    }
    paintPointerWords(painter, *this, m_pointer, m_words, isRefused ? PointerMood::Refused : PointerMood::Plain);
}

} // namespace rackwright
