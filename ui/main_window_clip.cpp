// SPDX-License-Identifier: GPL-3.0-or-later
// Copies: cut, copy, paste and duplicate, within a design and between windows.
#include "ui/main_window.h"

#include "model/edits/combined.h"
#include "model/edits/rack_edits.h"
#include "solvers/space/settings.h"
#include "ui/clip/design_clip.h"
#include "ui/dialogs/delete_question.h"
#include "ui/plan/plan_edits.h"
#include "ui/plan/plan_workspace.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/rack_workspace.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QStackedWidget>

#include <algorithm>
#include <memory>

namespace rackwright {

namespace {

QString toText(const std::string& text) { return QString::fromStdString(text); }

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

std::vector<Footprint> footprintsOfRacks(const Project& project, const Design& design,
                                         const std::vector<Id<Rack>>& racks) {
    std::vector<Footprint> things;
    for (const Id<Rack> id : racks)
        if (const Rack* rack = design.racks.find(id))
            if (const auto footprint = footprintOf(project, *rack))
                things.push_back(*footprint);
    return things;
}

Length onGrid(Length length, Length grid) {
    const std::int64_t g = std::max<std::int64_t>(grid.inMicrometres(), 1), um = length.inMicrometres();
    return Length::micrometres((um + (um >= 0 ? g / 2 : -g / 2)) / g * g);
}

} // namespace

void MainWindow::connectClipboard() {
    m_actions.connectTo("edit.copy", this, [this] { copySelection(); });
    m_actions.connectTo("edit.cut", this, [this] { cutSelection(); });
    m_actions.connectTo("edit.paste", this, [this] { pasteClipboard(); });
    m_actions.connectTo("edit.duplicate", this, [this] { duplicateSelection(); });
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

void MainWindow::cutSelection() {
    const auto removal = removeEdit(*m_document.project(), m_document.selection());
    const std::size_t count = m_document.selection().size();
    if (!copySelection() || !removal)
        return;
    const Edit cut = edits::combined(Message("undo.cut").with("count", count), {*removal});
    const DesignPtr before = activeOption(*m_document.project()).design;
    if (const Done done = m_document.commit(cut); !done)
        return say(toText(m_services.texts().sentence(done.error().message)));
    // What led out of it is not on the clipboard, and nobody would see it go.
    const QString going = goingText(*before, m_document.design(), m_services.texts());
    if (!going.isEmpty())
        say(toText(m_services.texts().sentence(Message("status.cut").with("things", going.toStdString()))));
}

// What the rules ask for before and behind a rack, as the project has it.
FloorClearance MainWindow::floorClearance() const {
    const SolutionPtr& solution = m_document.newestSolution();
    const auto length = [&solution](const auto& key) {
        const double metres = solution ? plainSetting(solution->context(), settingFact(key)).typical() : key.defaultSi;
        return Length::nearest(metres);
    };
    return {length(setting_of::coldAisleLeast), length(setting_of::hotAisleLeast)};
}

// As near as may be to the wanted place.
Result<Edit> MainWindow::pasteOnFloor(const Document& clip, Point wanted) const {
    const Id<Room> room = m_plan->view()->room();
    const edits::ClipFootprints prints = edits::footprintsOf(*clip.project);
    const edits::Target target = edits::activeTarget(*m_document.project());
    if (prints.things.empty())
        return edits::pasteOnFloor(target, clip, room, wanted);
    const FloorSpace space(*m_document.project(), m_document.design(), room, floorClearance());
    const std::optional<Point> by = space.nearest(prints.things, prints.racks, wanted);
    const Room* row = m_document.design().rooms.find(room);
    if (!by)
        return inputError(Message("edit.floor.no-place")
                              .with("count", prints.things.size())
                              .with("room", row ? row->name : std::string()));
    return edits::pasteOnFloor(target, clip, room, *by);
}

Result<Edit> MainWindow::pasteEdit(const Document& clip) const {
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
        return pasteOnFloor(clip, wanted);
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
    return edits::pasteIntoRacks(edits::activeTarget(*m_document.project()), clip, std::move(racks));
}

void MainWindow::pasteClipboard() {
    const QMimeData* held = QGuiApplication::clipboard()->mimeData();
    const Result<Document> clip = held ? clipFrom(*held) : Result<Document>(inputError(Message("clip.nothing")));
    const Result<Edit> edit = clip ? pasteEdit(*clip) : Result<Edit>(clip.error());
    const Done done = edit ? m_document.commitAndSelect(*edit) : Done(edit.error());
    m_document.closeMerge();
    if (!done)
        say(toText(m_services.texts().sentence(done.error().message)));
}

// Copies stand as near to the originals as they may: racks as a group, what is in racks in the same racks.
void MainWindow::duplicateSelection() {
    const Design& design = m_document.design();
    const edits::ClipRows rows = clipRowsOf(design, m_document.selection());
    if (isEmpty(rows))
        return say(text("clip.choose-first"));
    const Rack* first = rows.racks.empty() ? nullptr : design.racks.find(rows.racks.front());
    Result<Edit> edit = Edit{};
    if (first && rows.racks.size() == m_document.selection().size()) {
        const std::vector<Footprint> things = footprintsOfRacks(*m_document.project(), design, rows.racks);
        const FloorSpace space(*m_document.project(), design, first->room, floorClearance());
        const std::optional<Point> by = space.nearest(things, things.size(), {});
        const Room* room = design.rooms.find(first->room);
        edit = by ? Result<Edit>(edits::duplicateRacks(edits::activeTarget(*m_document.project()), rows.racks, *by))
                  : Result<Edit>(inputError(Message("edit.floor.no-place")
                                                .with("count", rows.racks.size())
                                                .with("room", room ? room->name : std::string())));
    } else {
        const Document clip = edits::clipOf(*m_document.project(), design, rows);
        const Room* room = design.rooms.find(m_plan->view()->room());
        const Length step = room ? room->gridPitch : Length::millimetres(600);
        edit = edits::standsOnFloor(*activeOption(*clip.project).design) ? pasteOnFloor(clip, {step, step})
                                                                         : pasteEdit(clip);
    }
    const Done done = edit ? m_document.commitAndSelect(*edit) : Done(edit.error());
    if (!done)
        say(toText(m_services.texts().sentence(done.error().message)));
}

} // namespace rackwright
