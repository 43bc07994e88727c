// SPDX-License-Identifier: GPL-3.0-or-later
// Copies: cut, copy, paste and duplicate, within a design and between windows.
#include "ui/main_window.h"

#include "model/edits/combined.h"
#include "solvers/space/settings.h"
#include "ui/clip/design_clip.h"
#include "ui/dialogs/delete_question.h"
#include "ui/plan/move_to_room_dialog.h"
#include "ui/plan/plan_edits.h"
#include "ui/plan/plan_workspace.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/rack_workspace.h"
#include "ui/text/to_text.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>
#include <memory>

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

} // namespace

void MainWindow::connectClipboard() {
    m_actions.connectTo("edit.copy", this, [this] { copySelection(); });
    m_actions.connectTo("edit.cut", this, [this] { cutSelection(); });
    m_actions.connectTo("edit.paste", this, [this] { pasteClipboard(); });
    m_actions.connectTo("edit.duplicate", this, [this] { duplicateSelection(); });
    m_actions.connectTo("plan.move-to-room", this, [this] { moveSelectionToRoom(); });
    connect(&m_document, &StudioDocument::opened, this, [this] { m_cut.reset(); });
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
    QGuiApplication::clipboard()->setMimeData(mimeOf(edits::clipOf(*m_document.project(), m_document.design(), rows)));
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
        return say(toText(m_services.texts().sentence(done.error().message)));
    const QMimeData* held = QGuiApplication::clipboard()->mimeData();
    m_cut = Cut{{rows, before, activeOption(*m_document.project()).design},
                m_document.option(),
                held ? held->data(QLatin1String(kClipMime)) : QByteArray()};
    const QString going = goingText(*before, m_document.design(), m_services.texts());
    if (!going.isEmpty())
        say(toText(m_services.texts().sentence(Message("status.cut").with("things", going.toStdString()))));
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
    const edits::ClipFootprints prints = edits::footprintsOf(*clip.project);
    if (prints.things.empty())
        return wanted;
    const FloorSpace space(*m_document.project(), m_document.design(), room, floorClearance());
    return orNoPlace(space.nearest(prints.things, needsOf(clip), wanted), prints, room);
}

Result<Point> MainWindow::placeInRow(const Document& clip, Id<Room> room, Point step) const {
    const edits::ClipFootprints prints = edits::footprintsOf(*clip.project);
    const FloorSpace space(*m_document.project(), m_document.design(), room, floorClearance());
    return orNoPlace(space.continued(prints.things, needsOf(clip), step), prints, room);
}

Result<Point> MainWindow::orNoPlace(std::optional<Point> by, const edits::ClipFootprints& prints, Id<Room> room) const {
    if (by)
        return *by;
    const Room* row = m_document.design().rooms.find(room);
    return inputError(Message("edit.floor.no-place")
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

Result<Edit> MainWindow::pasteEdit(const Document& clip, const edits::CutRows* cut) const {
    const Design& rows = *activeOption(*clip.project).design;
    if (edits::standsOnFloor(rows)) {
        const Room* room = m_document.design().rooms.find(m_plan->view()->room());
        if (!room)
            return inputError(Message("edit.missing.room"));
        const edits::ClipFootprints prints = edits::footprintsOf(*clip.project);
        Point wanted;
        if (const std::optional<Point> at = m_plan->isVisible() ? m_plan->view()->pointerPlace() : std::nullopt) {
            const Point low = prints.box.low, high = prints.box.high;
            const Length grid = room->gridPitch / 2;
            wanted = {onGrid(at->x - (high.x - low.x) / 2, grid) - low.x,
                      onGrid(at->y - (high.y - low.y) / 2, grid) - low.y};
        } else if (prints.things.empty() && prints.room == room->id) {
            wanted = {room->gridPitch, room->gridPitch}; // beside what was copied, so that it is seen
        }
        return pasteOnFloor(clip, cut, wanted);
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
    const Result<Edit> edit = clip ? pasteEdit(*clip, cut) : Result<Edit>(clip.error());
    const Done done = edit ? m_document.commitAndSelect(*edit) : Done(edit.error());
    m_document.closeMerge();
    if (!done)
        say(toText(m_services.texts().sentence(done.error().message)));
    else if (cut)
        sayMoved(m_plan->view()->room());
}

// Copies go on along the row of the originals, as a group; what is in racks stays in the same racks.
void MainWindow::duplicateSelection() {
    const Design& design = m_document.design();
    const edits::ClipRows rows = clipRowsOf(design, m_document.selection());
    if (isEmpty(rows))
        return say(text("clip.choose-first"));
    const Document clip = edits::clipOf(*m_document.project(), design, rows);
    Result<Edit> edit = Edit{};
    if (edits::standsOnFloor(*activeOption(*clip.project).design)) {
        const edits::ClipFootprints prints = edits::footprintsOf(*clip.project);
        const Room* room = design.rooms.find(prints.room);
        const Length grid = room ? room->gridPitch : Length::millimetres(600);
        const Point aside{grid, grid}; // of drawn things, so that the copy is seen
        const Point next = rowStep(*m_document.project(), design, prints.room, prints.things);
        const Result<Point> by = prints.things.empty() ? Result<Point>(aside) : placeInRow(clip, prints.room, next);
        edit = by ? Result<Edit>(edits::duplicateRows(edits::activeTarget(*m_document.project()), rows, *by))
                  : Result<Edit>(by.error());
    } else {
        edit = pasteEdit(clip, nullptr);
    }
    const Done done = edit ? m_document.commitAndSelect(*edit) : Done(edit.error());
    if (!done)
        say(toText(m_services.texts().sentence(done.error().message)));
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
        return say(toText(m_services.texts().sentence(done.error().message)));
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
