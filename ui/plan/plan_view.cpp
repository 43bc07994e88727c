// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plan_view.h"

#include "model/design/floor_space.h"
#include "model/design/outline.h"
#include "model/edits/device_edits.h"
#include "model/parts/part_family.h"
#include "ui/clip/design_clip.h"
#include "ui/plan/plan_edits.h"
#include "ui/report/plan_page.h"
#include "ui/widgets/background.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {

constexpr double kScreenDotsPerMm = 96.0 / 25.4;
constexpr double kLegiblePixels = 8;
constexpr double kSnapPixels = 10;

bool extendsSelection(const QMouseEvent* event) {
    return event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
}

// The walls of a room, what its open doors sweep and what stands in the yard.
QRectF reachOf(const Project& project, const Design& design, const Room& room) {
    std::vector<Point> points = room.outline;
    for (const RoomObject& object : design.roomObjects)
        if (const auto* door = std::get_if<Door>(&object.shape); door && object.room == room.id) {
            const Length leaf = distance(door->from, door->to) / (door->isDouble ? 2 : 1);
            for (const Point& end : {door->from, door->to}) {
                points.push_back({end.x - leaf, end.y - leaf});
                points.push_back({end.x + leaf, end.y + leaf});
            }
        }
    const auto addStanding = [&](const auto& table) {
        for (const auto& row : table) {
            const auto* place = std::get_if<OnFloor>(&row.placement);
            const Part* part = place && place->room == room.id ? findPart(project, row.part) : nullptr;
            if (const auto footprint =
                    part && mayStandOutdoors(part->category) ? footprintOf(*part, *place) : std::nullopt) {
                const std::vector<Point> outline = corners(*footprint);
                points.insert(points.end(), outline.begin(), outline.end());
            }
        }
    };
    addStanding(design.powerElements);
    addStanding(design.coolingUnits);
    const Box box = boundingBox(points);
    return {toMm(box.low), toMm(box.high)};
}

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
    // What the tool made, or was taken back, leaves no mark of the tool on the plan: the pointer sets the next one.
    connect(&m_document, &StudioDocument::historyChanged, this, [this] {
        m_isAiming = m_isAiming && !m_drawn.empty();
        update();
    });
    showFirstRoom();
}

void PlanView::showFirstRoom() {
    const Table<Room>& rooms = m_document.design().rooms;
    setRoom(rooms.isEmpty() ? Id<Room>() : rooms.begin()->id);
}

void PlanView::setRoom(Id<Room> room) {
    // What was measured or begun has its place in the room that it was begun in.
    if (room != m_room) {
        m_measured.clear();
        if (!m_drawn.empty())
            m_document.dropPreview();
        m_drawn.clear();
        m_typed.clear();
    }
    m_room = room;
    m_committed.reset();
    const Room* row = m_document.shownDesign().rooms.find(room);
    if (row && !row->outline.empty()) {
        setWorldBounds(reachOf(*m_document.shownProject(), m_document.shownDesign(), *row));
        zoomToFit();
    }
    refresh();
    Q_EMIT roomChanged();
}

Id<Room> PlanView::roomOf(Subject subject) const {
    const Design& design = m_document.shownDesign();
    const auto onFloor = [](const auto* row) {
        const auto* place = row ? std::get_if<OnFloor>(&row->placement) : nullptr;
        return place ? place->room : Id<Room>();
    };
    switch (subject.kind) {
    case SubjectKind::Room:
        return {subject.id};
    case SubjectKind::Rack: {
        const Rack* rack = design.racks.find({subject.id});
        return rack ? rack->room : Id<Room>();
    }
    case SubjectKind::Device:
        return onFloor(design.devices.find({subject.id}));
    case SubjectKind::PowerElement:
        return onFloor(design.powerElements.find({subject.id}));
    case SubjectKind::CoolingUnit:
        return onFloor(design.coolingUnits.find({subject.id}));
    case SubjectKind::RoomObject: {
        const RoomObject* object = design.roomObjects.find({subject.id});
        return object ? object->room : Id<Room>();
    }
    case SubjectKind::Pathway: {
        const PathSegment* segment = design.pathSegments.find({subject.id});
        const PathNode* node = design.pathNodes.find(segment ? segment->from : Id<PathNode>{subject.id});
        return node ? node->room : Id<Room>();
    }
    default:
        return {};
    }
}

void PlanView::refresh() {
    m_geometry.reset();
    if (!m_document.isPreviewing())
        m_committed.reset();
    const Room* row = m_document.shownDesign().rooms.find(m_room);
    if (!row) {
        // Taken away, or not yet there: another one is shown.
        if (!m_document.design().rooms.isEmpty() && !m_document.isPreviewing())
            showFirstRoom();
        return;
    }
    if (!m_document.isPreviewing() && !row->outline.empty())
        setWorldBounds(reachOf(*m_document.project(), m_document.design(), *row));
    const SolutionPtr& newest = m_document.newestSolution();
    m_drawnSolution = newest;
    const auto overlay = std::make_shared<const SharedOverlay>(newest, m_overlay, m_services.texts(), m_room);
    askLegend(overlay);
    setMaker([project = m_document.shownProject(), room = *row, texts = m_services.texts(), shown = planOptions(),
              overlay, loss = m_loss](double pixelsPerMm) {
        FloorPlanOptions options = shown;
        options.scale = pixelsPerMm / kScreenDotsPerMm;
        options.legibleSize = kLegiblePixels / kScreenDotsPerMm;
        options.drawsPathwaysOverRacks = true;
        options.showLegend = false;
        return floorPlanDrawing(*project, *activeOption(*project).design, room, loss ? loss->overlay : overlay->get(),
                                texts, options);
    });
    update();
}

void PlanView::showLoss(std::shared_ptr<const PlanLoss> loss) {
    if (!loss && !m_loss)
        return;
    m_loss = std::move(loss);
    refresh();
}

// The legend of load is always the same; others say which amounts the colours stand for.
void PlanView::askLegend(const std::shared_ptr<const SharedOverlay>& overlay) {
    const std::string lane = "legend";
    if (m_overlay == OverlayKind::Load) {
        Background::instance().drop(this, lane);
        m_legend.clear();
        m_notes.clear();
        return;
    }
    using Words = std::pair<std::vector<OverlayKey>, std::vector<QString>>;
    const auto take = [this](Words words) {
        m_legend = std::move(words.first);
        m_notes = std::move(words.second);
        update();
    };
    // Where the overlay cannot be made, the picture says so.
    Background::instance().ask(
        {this, lane, "legend"},
        [overlay](const Background::Run&) { return Words(overlay->get().legend, overlay->get().notes); }, take,
        [](const Error&) {});
}

FloorPlanOptions PlanView::planOptions() const {
    FloorPlanOptions options;
    options.showDimensions = m_showsDimensions;
    options.showOverhead = m_showsOverhead;
    options.showClouds = m_showsClouds;
    options.showUnderfloor = m_showsUnderfloor;
    options.pictures = m_pictures;
    return options;
}

Drawing PlanView::sheet() const {
    const Room* room = m_document.design().rooms.find(m_room);
    if (!room)
        return {};
    const SolutionPtr& solution = m_document.solution();
    const Texts& texts = m_services.texts();
    const Overlay overlay = solution ? overlayOf(*solution, m_overlay, texts, m_room) : Overlay{};
    return planOnPaper(*m_document.project(), m_document.design(), *room, overlay, texts,
                       planRoom(drawingFormat(Paper::A3)), planOptions());
}

const PlanGeometry& PlanView::geometry() const {
    if (!m_document.isPreviewing())
        return committedGeometry();
    if (!m_geometry)
        m_geometry = std::make_shared<const PlanGeometry>(*m_document.shownProject(), m_document.shownDesign(), m_room,
                                                          !m_isUnderlayLocked);
    return *m_geometry;
}

const PlanGeometry& PlanView::committedGeometry() const {
    if (!m_committed)
        m_committed = std::make_shared<const PlanGeometry>(*m_document.project(), m_document.design(), m_room,
                                                           !m_isUnderlayLocked);
    return *m_committed;
}

std::optional<QPointF> PlanView::placeOf(Id<Rack> rack) const {
    const PlanOutline* outline = geometry().find(Subject(rack));
    return outline ? std::optional(toView(toMm(outline->footprint.centre))) : std::nullopt;
}

void PlanView::reveal(const std::vector<Subject>& subjects) {
    // What is to be seen may stand in another room.
    const auto placed = std::ranges::find_if(subjects, [this](Subject subject) { return bool(roomOf(subject)); });
    if (placed != subjects.end() && roomOf(*placed) != m_room &&
        m_document.shownDesign().rooms.contains(roomOf(*placed)))
        setRoom(roomOf(*placed));
    QRectF box;
    for (const Subject subject : subjects)
        if (const PlanOutline* outline = geometry().find(subject))
            box = box.united(QRectF(toMm(outline->box.low), toMm(outline->box.high)));
    if (!box.isEmpty())
        zoomTo(box.adjusted(-2500, -2500, 2500, 2500));
}

bool PlanView::zoomToSelection() {
    const std::vector<Subject>& chosen = m_document.selection();
    if (std::ranges::none_of(chosen, [this](Subject subject) { return geometry().find(subject); }))
        return false;
    reveal(chosen);
    return true;
}

bool PlanView::isInSight(const std::vector<Subject>& subjects) const {
    const QRectF shown(toWorld(QPointF()), toWorld(QPointF(width(), height())));
    return std::ranges::all_of(subjects, [&](Subject subject) {
        const PlanOutline* outline = geometry().find(subject);
        return outline &&
               shown.intersects(QRectF(toMm(outline->box.low), toMm(outline->box.high)).adjusted(-1, -1, 1, 1));
    });
}

std::vector<Subject> PlanView::thingsAt(QPoint global) const {
    return geometry().allAt(toPoint(toWorld(mapFromGlobal(global))), reach() / 2);
}

std::optional<Point> PlanView::pointerPlace() const {
    const std::optional<QPointF>& at = m_menuPlace ? m_menuPlace : m_pointer;
    return at ? std::optional(toPoint(*at)) : std::nullopt;
}

void PlanView::setMenuPlace(std::optional<QPoint> global) {
    m_menuPlace = global ? std::optional(toWorld(mapFromGlobal(*global))) : std::nullopt;
}

void PlanView::setUnderlayLocked(bool isLocked) {
    m_isUnderlayLocked = isLocked;
    m_committed.reset();
    refresh();
}

void PlanView::setShowsClouds(bool isShown) {
    m_showsClouds = isShown;
    refresh();
}

void PlanView::setShowsLevels(bool overhead, bool underfloor) {
    m_showsOverhead = overhead;
    m_showsUnderfloor = underfloor;
    refresh();
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

void PlanView::mousePressEvent(QMouseEvent* event) {
    DrawingView::mousePressEvent(event);
    if (isPanning() || event->button() != Qt::LeftButton)
        return;
    m_pressWorld = m_atWorld = toWorld(event->position());
    if (m_tool) {
        m_drawnTo = drawnEnd(drawnPoint(m_atWorld, event->modifiers()));
        m_isAiming = true;
        m_typed.clear();
        if (m_tool->gesture == DrawGesture::Place) {
            m_drawn = {m_drawnTo};
            finishTool();
        } else if (m_tool->gesture == DrawGesture::Outline && crossingTo(m_drawn, m_drawnTo)) {
            Q_EMIT hinted(QString::fromStdString(m_services.texts().text("plan.outline-crosses")));
        } else if (m_tool->gesture == DrawGesture::Outline && m_drawn.size() > 2 && m_drawn.front() == m_drawnTo) {
            finishTool(); // at the corner that it began with
        } else if (m_drawn.empty() || takesManyPoints(m_tool->gesture)) {
            if (m_drawn.empty() || m_drawn.back() != m_drawnTo)
                m_drawn.push_back(m_drawnTo);
            m_measured.clear();
            m_gesture = Gesture::Draw;
        } else {
            finishTool(); // the second of two clicks
        }
        update();
        return;
    }
    m_shapeHandle = shapeHandleAt(m_pressWorld);
    if (m_shapeHandle) {
        m_gesture = Gesture::Handle;
        return;
    }
    m_pressed = pressedThing(event->modifiers());
    m_wasChosen = m_pressed && m_document.selection() == std::vector{*m_pressed};
    m_pressesGround = m_pressed && isGround(*m_pressed) && !m_document.isSelected(*m_pressed);
    m_gesture = Gesture::Press;
    if (!m_pressed || m_pressesGround || (m_document.isSelected(*m_pressed) && !extendsSelection(event)))
        return;
    selectPressed(extendsSelection(event));
}

void PlanView::selectPressed(bool extends) {
    std::vector<Subject> next = extends ? m_document.selection() : std::vector<Subject>{};
    next.push_back(*m_pressed);
    m_document.select(std::move(next));
}

// A second click on what is selected goes on to what it hides: a rack under a tray, a tray over a rack. Alt does the
// same, but many desktops take Alt for themselves.
void PlanView::selectBelow() {
    std::vector<Subject> here = geometry().allAt(toPoint(m_pressWorld), reach() / 2);
    std::erase_if(here, [this](Subject subject) { return isGround(subject); });
    const auto chosen = std::ranges::find(here, *m_pressed);
    if (here.size() < 2 || chosen == here.end())
        return;
    m_document.select({chosen + 1 == here.end() ? here.front() : *(chosen + 1)});
}

// What covers the floor is taken by a click; a drag that begins on it draws a box around what stands there.
bool PlanView::isGround(Subject subject) const {
    if (subject.kind == SubjectKind::Room)
        return true;
    const RoomObject* object =
        subject.kind == SubjectKind::RoomObject ? m_document.shownDesign().roomObjects.find({subject.id}) : nullptr;
    return object &&
           (std::holds_alternative<Aisle>(object->shape) || std::holds_alternative<KeepOut>(object->shape) ||
            std::holds_alternative<RaisedFloor>(object->shape) || std::holds_alternative<FloorTile>(object->shape));
}

// With Alt what lies below: a click goes one deeper each time. The points of a selected pathway come before all else.
std::optional<Subject> PlanView::pressedThing(Qt::KeyboardModifiers modifiers) const {
    const std::vector<Subject> here = geometry().allAt(toPoint(m_pressWorld), reach() / 2);
    if (modifiers & Qt::AltModifier) {
        const auto chosen =
            std::ranges::find_if(here, [this](Subject subject) { return m_document.isSelected(subject); });
        if (chosen != here.end())
            return chosen + 1 != here.end() ? *(chosen + 1) : here.front();
    }
    const std::optional<Subject> handle = handleAt(m_pressWorld);
    if (handle)
        return handle;
    // What is selected is taken hold of, though something else lies above it.
    if (const std::vector<Subject>& chosen = m_document.selection();
        chosen.size() == 1 && chosen.front().kind != SubjectKind::Room && !isGround(chosen.front()))
        if (std::ranges::find(here, chosen.front()) != here.end())
            return chosen.front();
    return here.empty() ? std::nullopt : std::optional(here.front());
}

// The points of the selected stretches show as handles, which are taken hold of within a few pixels.
std::optional<Subject> PlanView::handleAt(QPointF world) const {
    constexpr double grip = 7;
    for (const auto& [place, id] : handles())
        if (QLineF(toView(toMm(place)), toView(world)).length() <= grip)
            return Subject{SubjectKind::Pathway, id};
    return std::nullopt;
}

std::map<Point, std::uint64_t> PlanView::handles() const {
    std::map<Point, std::uint64_t> places;
    const Design& design = m_document.shownDesign();
    const auto add = [&](Id<PathNode> id) {
        if (const PathNode* node = design.pathNodes.find(id); node && node->room == m_room)
            places[node->place] = id.value;
    };
    for (const Id<PathSegment> id : pathStretchesOf(design, m_document.selection())) {
        add(design.pathSegments.find(id)->from);
        add(design.pathSegments.find(id)->to);
    }
    for (const Id<PathNode> id : pathPointsOf(design, m_document.selection()))
        add(id);
    return places;
}

void PlanView::mouseMoveEvent(QMouseEvent* event) {
    DrawingView::mouseMoveEvent(event);
    if (isPanning())
        return;
    m_atWorld = toWorld(event->position());
    m_pointer = m_atWorld;
    if (m_tool) {
        previewTool(drawnPoint(m_atWorld, event->modifiers()));
        return;
    }
    if (m_gesture == Gesture::None) {
        const auto under = geometry().at(toPoint(m_atWorld), reach() / 2);
        if (under != m_hovered) {
            m_hovered = under;
            setCursor(under ? Qt::PointingHandCursor : Qt::ArrowCursor);
        }
        update(); // the marks of the rulers follow
        return;
    }
    if (m_gesture == Gesture::Handle) {
        moveShapeTo(drawnPoint(m_atWorld, event->modifiers()), false);
        update();
        return;
    }
    const QPointF moved = toView(m_atWorld) - toView(m_pressWorld);
    if (m_gesture == Gesture::Press) {
        if (moved.manhattanLength() < QApplication::startDragDistance())
            return;
        m_gesture = m_pressed && !m_pressesGround ? Gesture::Move : Gesture::Box;
        m_copies = event->modifiers() & Qt::ControlModifier;
    }
    if (m_gesture == Gesture::Move && isInView(event)) {
        moveSelectionBy(toPoint(m_atWorld - m_pressWorld), false);
    } else if (m_gesture == Gesture::Move) {
        m_document.dropPreview();
        m_guides.clear();
        m_refusal.clear();
    }
    update();
}

// Outside of the view a drag ends without effect: what is let go there would land out of sight.
bool PlanView::isInView(const QMouseEvent* event) const { return QRectF(rect()).contains(event->position()); }

void PlanView::mouseReleaseEvent(QMouseEvent* event) {
    DrawingView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    m_atWorld = toWorld(event->position());
    switch (m_gesture) {
    case Gesture::None:
        break;
    case Gesture::Press:
        if (m_pressesGround)
            selectPressed(extendsSelection(event));
        else if (!m_pressed && !extendsSelection(event))
            m_document.select({});
        else if (m_wasChosen && !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier)))
            selectBelow();
        else if (m_pressed && !extendsSelection(event) && m_document.selection().size() > 1)
            m_document.select({*m_pressed}); // the press kept the others, to drag them together
        break;
    case Gesture::Draw:
        finishDrag(drawnPoint(m_atWorld, event->modifiers()));
        break;
    case Gesture::Handle:
        // A press that goes nowhere changes nothing.
        if (isInView(event) &&
            (toView(m_atWorld) - toView(m_pressWorld)).manhattanLength() >= QApplication::startDragDistance())
            moveShapeTo(drawnPoint(m_atWorld, event->modifiers()), true);
        else
            m_document.dropPreview();
        break;
    case Gesture::Move:
        if (isInView(event))
            moveSelectionBy(toPoint(m_atWorld - m_pressWorld), true);
        else
            Q_EMIT hinted(QString::fromStdString(m_services.texts().text("plan.dropped-outside")));
        break;
    case Gesture::Box: {
        const QRectF box = QRectF(m_pressWorld, m_atWorld).normalized();
        std::vector<Subject> found = geometry().within({toPoint(box.topLeft()), toPoint(box.bottomRight())});
        if (extendsSelection(event))
            found.insert(found.end(), m_document.selection().begin(), m_document.selection().end());
        m_document.select(std::move(found));
        break;
    }
    }
    endGesture();
}

void PlanView::endGesture() {
    m_gesture = Gesture::None;
    m_shapeHandle.reset();
    m_guides.clear();
    m_refusal.clear();
    m_dropTarget.reset();
    m_carriesPart = false;
    update();
}

std::vector<Subject> PlanView::movable() const {
    std::vector<Subject> things = m_document.selection();
    if (m_isUnderlayLocked)
        std::erase_if(things, [this](Subject subject) {
            const RoomObject* object =
                subject.kind == SubjectKind::RoomObject ? m_document.design().roomObjects.find({subject.id}) : nullptr;
            return object && std::holds_alternative<Underlay>(object->shape);
        });
    return things;
}

// The geometry of the committed design decides the snapping, so that a preview does not snap to itself.
void PlanView::moveSelectionBy(Point by, bool isFinal) {
    const Snapped snap = committedGeometry().snapped(m_document.selection(), by, halfTile(), reach());
    m_guides = snap.guides;
    const edits::ClipRows rows = m_copies ? clipRowsOf(m_document.design(), movable()) : edits::ClipRows();
    const bool areCopies = !isEmpty(rows);
    const Result<Edit> copies = areCopies ? copyBy(rows, snap.by) : Result<Edit>(Edit{});
    const std::optional<Edit> edit = !areCopies ? moveEdit(*m_document.project(), movable(), snap.by)
                                     : copies   ? std::optional(*copies)
                                                : std::nullopt;
    if (snap.by == Point{} || (!edit && !areCopies)) {
        m_refusal.clear();
        m_document.dropPreview();
        return;
    }
    const Done result = !edit     ? Done(copies.error())
                        : isFinal ? m_document.commitAndSelect(*edit)
                                  : m_document.preview(*edit);
    if (!edit)
        m_document.dropPreview();
    sayOutcome(result, isFinal);
}

// A drag shows at the pointer what is wrong; a release says it and leaves nothing half done.
void PlanView::sayOutcome(const Done& result, bool isFinal) {
    m_refusal = result ? QString() : QString::fromStdString(m_services.texts().sentence(result.error().message));
    if (!isFinal)
        return;
    m_document.closeMerge();
    if (!result) {
        m_document.dropPreview();
        Q_EMIT hinted(m_refusal);
    }
}

// What is moved may pass through others; what is made by copying may not stand in them.
Result<Edit> PlanView::copyBy(const edits::ClipRows& rows, Point by) const {
    const Document clip = edits::clipOf(*m_document.project(), m_document.design(), rows);
    const std::vector<Footprint> things = edits::footprintsOf(*clip.project).things;
    if (const Done fits = FloorSpace(*m_document.project(), m_document.design(), m_room).fits(things, by); !fits)
        return fits.error();
    return edits::duplicateRows(edits::activeTarget(*m_document.project()), rows, by);
}

void PlanView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (m_tool) {
        finishTool();
        return;
    }
    const auto under = geometry().at(toPoint(toWorld(event->position())), reach() / 2);
    if (under && under->kind == SubjectKind::Rack)
        Q_EMIT rackOpened(under->id);
}

// While a length is typed its letters ("m", "ft") are no commands.
bool PlanView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isTyped = m_typed.isEmpty() ? beginsLength(key->text()) : !key->text().isEmpty();
        if (isTyped && !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier))) {
            event->accept();
            return true;
        }
    }
    return DrawingView::event(event);
}

void PlanView::keyPressEvent(QKeyEvent* event) {
    if (takesLength() && typeLength(*event))
        return;
    const bool isFine = event->modifiers() & Qt::AltModifier;
    switch (event->key()) {
    case Qt::Key_Escape: {
        const bool hadGesture = m_gesture != Gesture::None || !m_drawn.empty() || !m_measured.empty();
        const bool wasBegun = m_tool && !m_drawn.empty();
        m_measured.clear();
        m_document.dropPreview();
        m_drawn.clear();
        m_typed.clear();
        endGesture();
        if (wasBegun)
            Q_EMIT hinted(QString::fromStdString(m_services.texts().text("plan.begun-dropped")));
        if (!hadGesture && m_tool)
            setTool(nullptr);
        else if (!hadGesture && m_loss)
            Q_EMIT lossLeft();
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
    case Qt::Key_Enter:
        if (!m_typed.isEmpty())
            takeTypedLength();
        else if (m_tool)
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
    const auto edit = moveEdit(*m_document.project(), movable(), {step * dx, step * dy});
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
    const auto under = geometry().at(toPoint(toWorld(event->pos())), reach() / 2);
    if (under && !m_document.isSelected(*under))
        m_document.select({*under});
    Q_EMIT menuAsked(event->globalPos());
}

void PlanView::leaveEvent(QEvent*) {
    m_hovered.reset();
    m_pointer.reset();
    update();
}

} // namespace rackwright
