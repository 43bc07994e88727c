// SPDX-License-Identifier: GPL-3.0-or-later
// Copies: cut, copy, paste and duplicate, within a design and between windows.
#include "ui/main_window.h"

#include "model/edits/clip_runs.h"
#include "model/edits/combined.h"
#include "solvers/space/floor_ways.h"
#include "solvers/space/settings.h"
#include "ui/clip/design_clip.h"
#include "ui/dialogs/delete_question.h"
#include "ui/plan/move_to_room_dialog.h"
#include "ui/plan/plan_edits.h"
#include "ui/plan/plan_workspace.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/rack_workspace.h"
#include "ui/text/to_text.h"
#include "ui/widgets/status_line.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace rackwright {

namespace {

/// The table or list that has the focus; shortcuts are for what is chosen in it.
QAbstractItemView* focusedTable(const QWidget& window) {
    for (QWidget* each = window.focusWidget(); each; each = each->parentWidget())
        if (auto* view = qobject_cast<QAbstractItemView*>(each))
            return view;
    return nullptr;
}

// The chosen cells, a line a row, as spreadsheets take them.
QString chosenCells(const QAbstractItemView& view) {
    QModelIndexList cells = view.selectionModel() ? view.selectionModel()->selectedIndexes() : QModelIndexList();
    std::sort(cells.begin(), cells.end());
    QString text;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        if (i > 0)
            text += cells[i].row() == cells[i - 1].row() && cells[i].parent() == cells[i - 1].parent()
                        ? QLatin1Char('\t')
                        : QLatin1Char('\n');
        text += cells[i].data().toString();
    }
    return text;
}

/// Of busways that copies of these rows do not take along; empty where they take all.
QString leftOutText(const Design& design, const edits::ClipRows& rows, const Texts& texts) {
    const std::size_t left = edits::runsLeftOut(design, rows).size();
    return left > 0 ? toText(texts.sentence(Message("clip.runs-left-out").with("count", left))) : QString();
}

Length onGrid(Length length, Length grid) {
    const std::int64_t g = std::max<std::int64_t>(grid.inMicrometres(), 1), um = length.inMicrometres();
    return Length::micrometres((um + (um >= 0 ? g / 2 : -g / 2)) / g * g);
}

// How far along its row the next of some alike things stands: side by side, or with the gaps that the row has.
Point rowStep(const Project& project, const Design& design, Id<Room> room, const std::vector<Footprint>& things) {
    if (things.empty())
        return {};
    const Footprint& model = things.front();
    Point ahead = placed({{}, model.width, model.depth, model.rotation}, {Length::metres(1), {}});
    // To the right and downwards first, whichever way the fronts look.
    if (const Length none = Length::micrometres(1); ahead.x < -none || (ahead.x <= none && ahead.y < Length()))
        ahead = {-ahead.x, -ahead.y};
    const auto along = [&ahead](Point at) {
        return at.x.inMetres() * ahead.x.inMetres() + at.y.inMetres() * ahead.y.inMetres();
    };
    const auto across = [&ahead](Point at) {
        return at.y.inMetres() * ahead.x.inMetres() - at.x.inMetres() * ahead.y.inMetres();
    };
    const auto isInRow = [&](const Footprint& other) {
        constexpr double near = 0.005;
        return other.rotation == model.rotation && std::abs(across(other.centre) - across(model.centre)) < near;
    };
    const double width = model.width.inMetres();
    double low = along(model.centre), high = low;
    for (const Footprint& thing : things) {
        low = std::min(low, along(thing.centre));
        high = std::max(high, along(thing.centre));
    }
    // Far neighbours are another row.
    constexpr double closeBy = 2;
    double pitch = closeBy * width;
    const auto look = [&](const Footprint& from, const Footprint& other) {
        const double gap = std::abs(along(other.centre) - along(from.centre));
        if (isInRow(other) && gap >= width - 0.001)
            pitch = std::min(pitch, gap);
    };
    for (const Footprint& other : things)
        look(model, other);
    for (const Rack& rack : design.racks)
        if (const auto other = rack.room == room ? footprintOf(project, rack) : std::nullopt)
            look(model, *other);
    if (pitch >= closeBy * width)
        pitch = width;
    const double step = high - low + pitch;
    return {Length::nearest(ahead.x.inMetres() * step), Length::nearest(ahead.y.inMetres() * step)};
}

Footprint around(const std::vector<Point>& outline) {
    const Box box = boundingBox(outline);
    return {{(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2},
            box.high.x - box.low.x,
            box.high.y - box.low.y,
            {}};
}

/// A strip along a line, `from` to `to` metres beside it: to its right in the direction of the line.
Footprint beside(Point a, Point b, double from, double to) {
    const double dx = (b.x - a.x).inMetres(), dy = (b.y - a.y).inMetres(), length = std::hypot(dx, dy);
    const double off = length > 0 ? (from + to) / 2 / length : 0;
    const double degrees = std::atan2(dy, dx) * 180 / std::numbers::pi;
    return {{(a.x + b.x) / 2 - Length::nearest(dy * off), (a.y + b.y) / 2 + Length::nearest(dx * off)},
            Length::nearest(length),
            Length::nearest(std::abs(to - from)),
            Angle::millidegrees(std::llround(degrees * 1000))};
}

/// What is drawn and takes up floor. Walls meet walls: only their copies look for a place of their own.
std::vector<Footprint> drawnFootprints(const Design& clip, bool withWalls) {
    std::vector<Footprint> things;
    for (const RoomObject& object : clip.roomObjects) {
        if (const auto* column = std::get_if<Column>(&object.shape))
            things.push_back(around(column->outline));
        else if (const auto* keepOut = std::get_if<KeepOut>(&object.shape))
            things.push_back(around(keepOut->outline));
        else if (const auto* wall = std::get_if<Wall>(&object.shape); wall && withWalls)
            things.push_back(
                beside(wall->from, wall->to, -wall->thickness.inMetres() / 2, wall->thickness.inMetres() / 2));
    }
    return things;
}

/// A door, or the line of an opening.
std::optional<Door> doorwayOf(const RoomObject& object) {
    if (const auto* door = std::get_if<Door>(&object.shape))
        return *door;
    Door way;
    if (const auto* opening = std::get_if<Opening>(&object.shape)) {
        way.from = opening->from;
        way.to = opening->to;
        return way;
    }
    return std::nullopt;
}

/// The doors and openings of a clip that holds nothing else.
std::vector<Door> onlyDoorways(const Design& clip) {
    std::vector<Door> doors;
    for (const RoomObject& object : clip.roomObjects)
        if (const auto door = doorwayOf(object))
            doors.push_back(*door);
    return doors.size() == clip.roomObjects.size() && clip.pathSegments.isEmpty() ? doors : std::vector<Door>();
}

/// Whether doors may be put into the walls of a room: where no other door is, and nothing stands before it.
class DoorPlaces {
public:
    DoorPlaces(const Project& project, const Design& design, Id<Room> room, Length wayOut)
        : m_design(design), m_room(room), m_wayOut(wayOut), m_floor(project, design, room) {
        for (const RoomObject& object : design.roomObjects)
            if (const auto door = doorwayOf(object); door && object.room == room && object.scope.isPresent())
                m_taken.push_back(bandOf(*door));
    }
    bool fits(Door door, Point by) const {
        for (Point* end : {&door.from, &door.to})
            *end = {end->x + by.x, end->y + by.y};
        const std::vector<Point> band = bandOf(door);
        const double depth = std::max(m_wayOut, distance(door.from, door.to)).inMetres(); // leaves are no longer
        return hangs(m_design, m_room, door) &&
               std::ranges::none_of(m_taken, [&](const auto& other) { return overlap(other, band); }) &&
               isFree(beside(door.from, door.to, kWall, depth)) && isFree(beside(door.from, door.to, -kWall, -depth));
    }

private:
    static constexpr double kWall = 0.3; // m; of the wall itself nothing is asked
    static std::vector<Point> bandOf(const Door& door) { return corners(beside(door.from, door.to, -kWall, kWall)); }
    // Beyond the edge of the room nothing stands that the room knows.
    bool isFree(const Footprint& strip) const {
        const Done done = m_floor.fits({strip});
        return done || done.error().message.id == "edit.floor.outside";
    }

    const Design& m_design;
    Id<Room> m_room;
    Length m_wayOut;
    FloorSpace m_floor;
    std::vector<std::vector<Point>> m_taken;
};

/// Whether ways from the doors to the racks of a room stay open with things of a clip in it.
class WayKeeper {
public:
    /// Of `things` the first `racks` are racks, whose fronts a way leads to.
    WayKeeper(ProjectPtr project, const SolutionPtr& solution, Id<Room> room, const std::vector<Footprint>& things,
              std::size_t racks)
        : m_context(snapshotOf(std::move(project)), solution ? &solution->context() : nullptr), m_ways(m_context, room),
          m_things(things), m_racks(std::min(racks, things.size())) {}

    FloorSpace::Accepts judge() {
        return [this](Point by) { return isOpen(by); };
    }
    /// A place was free but for the ways that it would close.
    bool hasRefused() const { return m_refused > 0; }

private:
    bool isOpen(Point by) {
        // Each takes some milliseconds: further places in a room as tight as this are not waited for.
        constexpr int most = 300;
        if (m_refused >= most)
            return false;
        std::vector<Footprint> racks;
        std::vector<std::vector<Point>> others;
        for (std::size_t i = 0; i < m_things.size(); ++i) {
            Footprint moved = m_things[i];
            moved.centre = {moved.centre.x + by.x, moved.centre.y + by.y};
            if (i < m_racks)
                racks.push_back(moved);
            else
                others.push_back(corners(moved));
        }
        const bool isOpen = m_ways.stayOpen(others, racks);
        m_refused += isOpen ? 0 : 1;
        return isOpen;
    }

    Context m_context;
    OpenWays m_ways;
    const std::vector<Footprint>& m_things;
    std::size_t m_racks;
    int m_refused = 0;
};

std::size_t placedRacks(const Project& clip) {
    const DesignPtr design = activeOption(clip).design;
    return static_cast<std::size_t>(std::ranges::count_if(
        design->racks, [&clip](const Rack& rack) { return footprintOf(clip, rack).has_value(); }));
}

/// The shortest move along the wall of the first of some doors, in whole steps and clear of themselves, at which all
/// may hang.
std::optional<Point> alongWall(const DoorPlaces& places, const std::vector<Door>& doors, Length step) {
    const Door& first = doors.front();
    const double dx = (first.to.x - first.from.x).inMetres(), dy = (first.to.y - first.from.y).inMetres();
    const double length = std::hypot(dx, dy), metres = std::max(step.inMetres(), 0.01);
    if (length <= 0)
        return std::nullopt;
    constexpr int kMostSteps = 400;
    for (int i = 1; i <= kMostSteps; ++i)
        for (const double way : {metres * i / length, -metres * i / length}) {
            const Point by{Length::nearest(dx * way), Length::nearest(dy * way)};
            if (std::ranges::all_of(doors, [&](const Door& door) { return places.fits(door, by); }))
                return by;
        }
    return std::nullopt;
}

} // namespace

void MainWindow::connectClipboard() {
    m_actions.connectTo("edit.copy", this, [this] { copySelection(); });
    m_actions.connectTo("edit.cut", this, [this] { cutSelection(); });
    m_actions.connectTo("edit.paste", this, [this] { pasteClipboard(); });
    m_actions.connectTo("edit.duplicate", this, [this] { duplicateSelection(); });
    m_actions.connectTo("plan.move-to-room", this, [this] { moveSelectionToRoom(); });
    connect(&m_document, &StudioDocument::opened, this, [this] {
        m_cut.reset();
        m_copied.reset();
    });
    const auto look = [this] {
        const QMimeData* held = QGuiApplication::clipboard()->mimeData();
        m_canPaste = held && held->hasFormat(QLatin1String(kClipMime));
        refreshClipboard();
    };
    connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, this, look);
    look();
}

void MainWindow::refreshClipboard() {
    const bool isOpen = m_pages->currentWidget() == m_workspaces;
    m_actions.action("edit.copy")->setEnabled(isOpen);
    m_actions.action("edit.cut")->setEnabled(isOpen && !m_document.selection().empty());
    m_actions.action("edit.paste")->setEnabled(isOpen && m_canPaste);
}

bool MainWindow::copySelection() {
    if (const QAbstractItemView* table = focusedTable(*this)) {
        if (const QString cells = chosenCells(*table); !cells.isEmpty())
            QGuiApplication::clipboard()->setText(cells);
        return false;
    }
    const edits::ClipRows rows = clipRowsOf(m_document.design(), m_document.selection());
    if (isEmpty(rows)) {
        say(text("clip.choose-first"));
        return false;
    }
    QMimeData* clip = mimeOf(edits::clipOf(*m_document.project(), m_document.design(), rows));
    m_copied = Copied{rows, m_document.option(), clip->data(QLatin1String(kClipMime))};
    QGuiApplication::clipboard()->setMimeData(clip);
    if (const QString left = leftOutText(m_document.design(), rows, m_services.texts()); !left.isEmpty())
        say(left);
    return true;
}

// It is remembered whole, so that the next paste is a move.
void MainWindow::cutSelection() {
    const auto removal = removeEdit(*m_document.project(), m_document.selection());
    const std::size_t count = m_document.selection().size();
    const edits::ClipRows rows = clipRowsOf(m_document.design(), m_document.selection());
    if (!copySelection() || !removal)
        return;
    const Edit cut = edits::combined(Message("undo.cut").with("count", count), {*removal});
    const DesignPtr before = activeOption(*m_document.project()).design;
    if (const Done done = m_document.commit(cut); !done)
        return refuse(done.error());
    const QMimeData* held = QGuiApplication::clipboard()->mimeData();
    m_cut = Cut{{rows, before, activeOption(*m_document.project()).design},
                m_document.option(),
                held ? held->data(QLatin1String(kClipMime)) : QByteArray()};
    const QString going = goingText(*before, m_document.design(), m_services.texts());
    if (!going.isEmpty())
        m_status->keep(toText(m_services.texts().sentence(Message("status.cut").with("things", going.toStdString()))),
                       StatusLine::Until::Edited);
}

const edits::CutRows* MainWindow::cutOnClipboard() const {
    const QMimeData* held = QGuiApplication::clipboard()->mimeData();
    const bool isIt = m_cut && held && m_cut->option == m_document.option() &&
                      held->data(QLatin1String(kClipMime)) == m_cut->clip &&
                      edits::canPutBack(m_cut->rows, m_document.design());
    return isIt ? &m_cut->rows : nullptr;
}

// What the rules ask for before and behind a rack, as the project has it.
RackClearance MainWindow::floorClearance() const {
    const SolutionPtr& solution = m_document.newestSolution();
    const auto length = [&solution](const auto& key) {
        const double metres = solution ? plainSetting(solution->context(), settingFact(key)).typical() : key.defaultSi;
        return Length::nearest(metres);
    };
    return {{length(setting_of::coldAisleLeast), length(setting_of::hotAisleLeast)},
            length(setting_of::rearDoorDepth) + length(setting_of::rearDoorAisle)};
}

// What the things of a clip need around them, in the order of their footprints.
std::vector<FloorClearance> MainWindow::needsOf(const Document& clip) const {
    const Project& project = *clip.project;
    const Design& design = *activeOption(project).design;
    const RackClearance ofRacks = floorClearance();
    std::vector<FloorClearance> needs;
    for (const Rack& rack : design.racks)
        if (footprintOf(project, rack))
            needs.push_back(clearanceOf(design, rack, ofRacks));
    const auto addStanding = [&](const auto& table) {
        for (const auto& row : table) {
            const auto* place = std::get_if<OnFloor>(&row.placement);
            const Part* part = findPart(project, row.part);
            if (place && part && footprintOf(*part, *place))
                needs.push_back(serviceSpaceOf(*part));
        }
    };
    addStanding(design.devices);
    addStanding(design.powerElements);
    addStanding(design.coolingUnits);
    return needs;
}

Result<Point> MainWindow::placeInRoom(const Document& clip, Id<Room> room, Point wanted) const {
    edits::ClipFootprints prints = edits::footprintsOf(*clip.project);
    if (prints.things.empty()) {
        prints.things = drawnFootprints(*activeOption(*clip.project).design, false);
        if (prints.things.empty())
            return wanted;
    }
    const FloorSpace space(*m_document.project(), m_document.design(), room, floorClearance());
    WayKeeper ways(m_document.project(), m_document.newestSolution(), room, prints.things, placedRacks(*clip.project));
    const std::optional<Point> by = space.nearest(prints.things, needsOf(clip), wanted, ways.judge());
    return orNoPlace(by, prints, room, ways.hasRefused());
}

Result<Point> MainWindow::placeInRow(const Document& clip, Id<Room> room, Point step) const {
    const edits::ClipFootprints prints = edits::footprintsOf(*clip.project);
    const FloorSpace space(*m_document.project(), m_document.design(), room, floorClearance());
    WayKeeper ways(m_document.project(), m_document.newestSolution(), room, prints.things, placedRacks(*clip.project));
    const std::optional<Point> by = space.continued(prints.things, needsOf(clip), step, ways.judge());
    return orNoPlace(by, prints, room, ways.hasRefused());
}

// Doors go on along their wall, what takes up floor to the next free place, what lies on the floor or over it aside, so
// that the copy is seen.
Result<Point> MainWindow::placeOfDrawn(const Document& clip, Id<Room> room, Point aside) const {
    const Project& project = *m_document.project();
    const Design& drawn = *activeOption(*clip.project).design;
    edits::ClipFootprints prints;
    if (const std::vector<Door> doors = onlyDoorways(drawn); !doors.empty()) {
        const SolutionPtr& solution = m_document.newestSolution();
        const double wayOut =
            solution ? plainSetting(solution->context(), settingFact(setting_of::accessibleLeast)).typical()
                     : setting_of::accessibleLeast.defaultSi;
        const DoorPlaces places(project, m_document.design(), room, Length::nearest(wayOut));
        prints.things.resize(doors.size());
        return orNoPlace(alongWall(places, doors, aside.x / 2), prints, room, false);
    }
    prints.things = drawnFootprints(drawn, true);
    if (prints.things.empty())
        return aside;
    const FloorSpace space(project, m_document.design(), room, floorClearance());
    WayKeeper ways(m_document.project(), m_document.newestSolution(), room, prints.things, 0);
    const std::optional<Point> by = space.nearest(prints.things, {}, aside, ways.judge());
    return orNoPlace(by, prints, room, ways.hasRefused());
}

Result<Point> MainWindow::orNoPlace(std::optional<Point> by, const edits::ClipFootprints& prints, Id<Room> room,
                                    bool wouldCloseWays) const {
    if (by)
        return *by;
    const Room* row = m_document.design().rooms.find(room);
    return inputError(Message(wouldCloseWays ? "edit.floor.no-open-place" : "edit.floor.no-place")
                          .with("count", prints.things.size())
                          .with("room", row ? row->name : std::string()));
}

Result<Edit> MainWindow::pasteOnFloor(const Document& clip, const edits::CutRows* cut, Point wanted) const {
    const Id<Room> room = m_plan->view()->room();
    const Result<Point> by = placeInRoom(clip, room, wanted);
    if (!by)
        return by.error();
    const edits::Target target = edits::activeTarget(*m_document.project());
    return cut ? edits::putBackOnFloor(target, *cut, room, *by) : edits::pasteOnFloor(target, clip, room, *by);
}

Point MainWindow::wantedPlace(const edits::ClipFootprints& prints, const Room& room) const {
    if (const std::optional<Point> at = m_plan->isVisible() ? m_plan->view()->pointerPlace() : std::nullopt) {
        const Point low = prints.box.low, high = prints.box.high;
        const Length grid = room.gridPitch / 2;
        return {onGrid(at->x - (high.x - low.x) / 2, grid) - low.x, onGrid(at->y - (high.y - low.y) / 2, grid) - low.y};
    }
    if (prints.things.empty() && prints.room == room.id)
        return {room.gridPitch, room.gridPitch}; // beside what was copied, so that it is seen
    return {};
}

const edits::ClipRows* MainWindow::plantOnClipboard() const {
    const QMimeData* held = QGuiApplication::clipboard()->mimeData();
    if (!m_copied || !held || m_copied->option != m_document.option() ||
        held->data(QLatin1String(kClipMime)) != m_copied->clip)
        return nullptr;
    const Design& design = m_document.design();
    const edits::ClipRows& rows = m_copied->rows;
    const auto areThere = [](const auto& table, const auto& ids) {
        return std::ranges::all_of(ids, [&table](auto id) { return table.contains(id); });
    };
    // What stands on the floor of another room is pasted into the one that is shown.
    const auto standsElsewhere = [&](const auto& table, const auto& ids) {
        return std::ranges::any_of(ids, [&](auto id) {
            const auto* place = table.contains(id) ? std::get_if<OnFloor>(&table.find(id)->placement) : nullptr;
            return place && place->room != m_plan->view()->room();
        });
    };
    if (standsElsewhere(design.powerElements, rows.powerElements) ||
        standsElsewhere(design.coolingUnits, rows.coolingUnits))
        return nullptr;
    return edits::isPlant(design, rows) && areThere(design.powerElements, rows.powerElements) &&
                   areThere(design.coolingUnits, rows.coolingUnits) && areThere(design.coolingLoops, rows.loops)
               ? &rows
               : nullptr;
}

// A copy by key goes on along the row of the originals, one that is pasted goes where the pointer is.
Result<Edit> MainWindow::plantEdit(const edits::ClipRows& rows, bool isPasted) const {
    const Design& design = m_document.design();
    const Document clip = edits::clipOf(*m_document.project(), design, rows);
    Point by;
    if (edits::standsOnFloor(*activeOption(*clip.project).design)) {
        const edits::ClipFootprints prints = edits::footprintsOf(*clip.project);
        const Room* room = design.rooms.find(prints.room);
        const bool isHere = room && m_plan->view()->room() == room->id;
        const Result<Point> place =
            isPasted && isHere
                ? placeInRoom(clip, prints.room, wantedPlace(prints, *room))
                : placeInRow(clip, prints.room, rowStep(*m_document.project(), design, prints.room, prints.things));
        if (!place)
            return place.error();
        by = *place;
    }
    return edits::duplicatePlant(edits::activeTarget(*m_document.project()), rows, by);
}

// The copy is selected; of what side it is, nothing else tells at once.
void MainWindow::sayCopiedPlant(std::size_t count) {
    const Design& design = m_document.design();
    FeedSide side = FeedSide::None;
    bool isOne = true;
    for (const Subject subject : m_document.selection())
        if (const PowerElement* element =
                subject.kind == SubjectKind::PowerElement ? design.powerElements.find({subject.id}) : nullptr;
            element && element->side != FeedSide::None) {
            isOne = isOne && (side == FeedSide::None || side == element->side);
            side = element->side;
        }
    const bool tellsSide = isOne && side != FeedSide::None;
    Message said = Message(tellsSide ? "status.copied-plant.side" : "status.copied-plant").with("count", count);
    if (tellsSide)
        said.with("side", m_services.texts().text("side." + std::string(enumName(side))));
    say(toText(m_services.texts().sentence(said)));
}

Result<Edit> MainWindow::pasteEdit(const Document& clip, const edits::CutRows* cut) const {
    const Design& rows = *activeOption(*clip.project).design;
    if (edits::standsOnFloor(rows)) {
        const Room* room = m_document.design().rooms.find(m_plan->view()->room());
        if (!room)
            return inputError(Message("edit.missing.room"));
        const edits::ClipFootprints prints = edits::footprintsOf(*clip.project);
        return pasteOnFloor(clip, cut, wantedPlace(prints, *room));
    }
    std::vector<Id<Rack>> racks = racksOf(m_document.selection());
    const auto addRackOf = [&racks](const Placement& placement) {
        if (const Id<Rack> rack = rackOf(placement); rack && std::ranges::find(racks, rack) == racks.end())
            racks.push_back(rack);
    };
    if (racks.empty())
        for (const Subject subject : m_document.selection()) {
            if (const Device* device =
                    subject.kind == SubjectKind::Device ? m_document.design().devices.find({subject.id}) : nullptr)
                addRackOf(device->placement);
            if (const PowerElement* element = subject.kind == SubjectKind::PowerElement
                                                  ? m_document.design().powerElements.find({subject.id})
                                                  : nullptr)
                addRackOf(element->placement);
        }
    if (racks.empty() && m_racks->isVisible() && m_racks->view()->racks().size() == 1)
        racks = m_racks->view()->racks();
    const edits::Target target = edits::activeTarget(*m_document.project());
    if (cut && racks.size() == 1)
        return edits::putBackInRack(target, *cut, clip, racks.front());
    return edits::pasteIntoRacks(target, clip, std::move(racks));
}

void MainWindow::pasteClipboard() {
    const QMimeData* held = QGuiApplication::clipboard()->mimeData();
    const Result<Document> clip = held ? clipFrom(*held) : Result<Document>(inputError(Message("clip.nothing")));
    const edits::CutRows* cut = cutOnClipboard();
    const edits::ClipRows* plant = clip && !cut ? plantOnClipboard() : nullptr;
    const Result<Edit> edit = !clip   ? Result<Edit>(clip.error())
                              : plant ? plantEdit(*plant, true)
                                      : pasteEdit(*clip, cut);
    const Done done = edit ? m_document.commitAndSelect(*edit) : Done(edit.error());
    m_document.closeMerge();
    if (!done)
        refuse(done.error());
    else if (plant)
        sayCopiedPlant(plant->count());
    else if (!edits::standsOnFloor(*activeOption(*clip->project).design))
        sayWherePasted();
    else if (cut)
        sayMoved(m_plan->view()->room());
}

// What stands on no floor may land out of sight: in racks, or in the list of what has no place yet.
void MainWindow::sayWherePasted() {
    const Design& design = m_document.design();
    std::vector<Id<Rack>> racks;
    std::size_t unplaced = 0;
    const auto look = [&](const auto* row) {
        if (!row)
            return;
        if (std::holds_alternative<Unplaced>(row->placement))
            ++unplaced;
        else if (const Id<Rack> rack = rackOf(row->placement); rack && (racks.empty() || racks.back() != rack))
            racks.push_back(rack);
    };
    for (const Subject subject : m_document.selection()) {
        if (subject.kind == SubjectKind::Device)
            look(design.devices.find({subject.id}));
        else if (subject.kind == SubjectKind::PowerElement)
            look(design.powerElements.find({subject.id}));
        else if (subject.kind == SubjectKind::CoolingUnit)
            look(design.coolingUnits.find({subject.id}));
    }
    std::ranges::sort(racks, {}, &Id<Rack>::value);
    racks.erase(std::unique(racks.begin(), racks.end()), racks.end());
    const Rack* only = racks.size() == 1 ? design.racks.find(racks.front()) : nullptr;
    const auto sayIt = [this](const Message& message) { say(toText(m_services.texts().sentence(message))); };
    if (unplaced > 0)
        sayIt(Message("status.pasted.unplaced").with("count", unplaced));
    else if (only)
        sayIt(Message("status.pasted.rack").with("rack", only->name));
    else if (!racks.empty())
        sayIt(Message("status.pasted.racks").with("count", racks.size()));
}

// Copies go on along the row of the originals, as a group; what is in racks stays in the same racks.
void MainWindow::duplicateSelection() {
    const Design& design = m_document.design();
    const edits::ClipRows rows = clipRowsOf(design, m_document.selection());
    if (isEmpty(rows))
        return say(text("clip.choose-first"));
    const Document clip = edits::clipOf(*m_document.project(), design, rows);
    Result<Edit> edit = Edit{};
    const bool isPlant = edits::isPlant(design, rows);
    if (isPlant) {
        edit = plantEdit(rows, false);
    } else if (edits::standsOnFloor(*activeOption(*clip.project).design)) {
        const edits::ClipFootprints prints = edits::footprintsOf(*clip.project);
        const Room* room = design.rooms.find(prints.room);
        const Length grid = room ? room->gridPitch : Length::millimetres(600);
        const Point next = rowStep(*m_document.project(), design, prints.room, prints.things);
        const Result<Point> by =
            prints.things.empty() ? placeOfDrawn(clip, prints.room, {grid, grid}) : placeInRow(clip, prints.room, next);
        edit = by ? Result<Edit>(edits::duplicateRows(edits::activeTarget(*m_document.project()), rows, *by))
                  : Result<Edit>(by.error());
    } else {
        edit = pasteEdit(clip, nullptr);
    }
    const Done done = edit ? m_document.commitAndSelect(*edit) : Done(edit.error());
    if (!done)
        refuse(done.error());
    else if (isPlant)
        sayCopiedPlant(rows.count());
    else if (const QString left = leftOutText(m_document.design(), rows, m_services.texts()); !left.isEmpty())
        say(left);
}

void MainWindow::moveSelectionToRoom() {
    const Design& design = m_document.design();
    const edits::ClipRows rows = clipRowsOf(design, m_document.selection());
    const Document clip = edits::clipOf(*m_document.project(), design, rows);
    if (!edits::standsOnFloor(*activeOption(*clip.project).design))
        return say(text("move-to-room.choose"));
    const Id<Room> from = edits::footprintsOf(*clip.project).room;
    std::vector<Room> others;
    for (const Room& room : design.rooms)
        if (room.id != from)
            others.push_back(room);
    if (others.empty())
        return say(text("move-to-room.no-other"));
    const auto judge = [&](Id<Room> room) {
        const Result<Point> by = placeInRoom(clip, room, {});
        return by ? QString() : toText(m_services.texts().sentence(by.error().message));
    };
    MoveToRoomDialog dialog(m_services.texts(), others, judge, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const Id<Room> room = dialog.room();
    const Result<Point> by = placeInRoom(clip, room, {});
    const Done done =
        by ? m_document.commit(edits::moveToRoom(edits::activeTarget(*m_document.project()), rows, room, *by))
           : Done(by.error());
    m_document.closeMerge();
    if (!done)
        return refuse(done.error());
    reveal(m_document.selection());
    sayMoved(room);
}

// What was moved is selected; of cables that lead elsewhere somebody must know.
void MainWindow::sayMoved(Id<Room> room) {
    const Design& design = m_document.design();
    const Room* row = design.rooms.find(room);
    const std::size_t cables = edits::cablesToOtherRooms(design, clipRowsOf(design, m_document.selection()));
    if (!row)
        return;
    say(toText(m_services.texts().sentence(Message(cables > 0 ? "status.moved-to-room.cables" : "status.moved-to-room")
                                               .with("count", cables)
                                               .with("room", row->name))));
}

} // namespace rackwright
