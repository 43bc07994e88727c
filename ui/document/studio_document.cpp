// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/studio_document.h"

#include <QMetaObject>

#include <algorithm>
#include <mutex>
#include <utility>

namespace rackwright {

namespace {
Error frozenError() { return inputError(Message("edit.issued-design")); }
} // namespace

// The solver answers on its own thread, perhaps after the document is gone; the lock makes that safe.
struct StudioDocument::Mailbox {
    std::mutex mutex;
    StudioDocument* owner = nullptr;

    void deliver(const SolutionPtr& solution) {
        const std::lock_guard lock(mutex);
        if (!owner)
            return;
        StudioDocument* document = owner;
        QMetaObject::invokeMethod(
            document, [document, solution] { document->takeSolution(solution); }, Qt::QueuedConnection);
    }
};

StudioDocument::StudioDocument(DomainsPtr domains, Executor& executor, QObject* parent)
    : QObject(parent), m_history(emptyDocument({})), m_savedProject(m_history.current()),
      m_mailbox(std::make_shared<Mailbox>()),
      m_solver(std::move(domains), executor, [box = m_mailbox](SolutionPtr solution) { box->deliver(solution); }) {
    m_mailbox->owner = this;
}

StudioDocument::~StudioDocument() {
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->owner = nullptr;
}

void StudioDocument::open(History history) {
    m_history = std::move(history);
    m_savedProject = m_history.steps().front().project;
    m_candidate.reset();
    m_candidateSolution.reset();
    m_solution.reset();
    m_selection.clear();
    m_isFrozen = false;
    Q_EMIT opened();
    Q_EMIT historyChanged();
    Q_EMIT selectionChanged();
    askSolver();
}

Done StudioDocument::commit(const Edit& edit) {
    if (m_isFrozen)
        return frozenError();
    const ProjectPtr before = shownProject();
    if (Done committed = m_history.commit(edit); !committed)
        return committed;
    const bool wasPreviewed = std::exchange(m_candidate, nullptr) && changes(*before, *project()).isEmpty();
    m_candidateSolution.reset();
    show(before);
    // What is committed as it was shown changes no picture, but what stands committed for the next drag.
    if (wasPreviewed)
        Q_EMIT changed();
    Q_EMIT historyChanged();
    return done();
}

Done StudioDocument::commitAndSelect(const Edit& edit) {
    const ProjectPtr before = project();
    if (Done committed = commit(edit); !committed)
        return committed;
    const ProjectChanges difference = changes(*before, *project());
    const auto own = std::ranges::find(difference.options, option(), &ProjectChanges::OptionChanges::option);
    if (own == difference.options.end())
        return done();
    std::vector<Subject> added;
    const auto collect = [&](std::string_view table, SubjectKind kind, const auto& isTaken) {
        if (const TableChanges* rows = own->design.find(table))
            for (const RowChange& row : rows->rows)
                if (row.kind == ChangeKind::Added && isTaken(row.id))
                    added.push_back({kind, row.id});
    };
    const auto all = [](std::uint64_t) { return true; };
    collect("racks", SubjectKind::Rack, all);
    // What stands in a rack or hangs on it goes with the rack.
    const bool hasRacks = !added.empty();
    const auto alone = [hasRacks]<class Row>(const Table<Row>& table) {
        return [&table, hasRacks](std::uint64_t id) {
            const Row* row = table.find(Id<Row>{id});
            return row && (!hasRacks || std::holds_alternative<OnFloor>(row->placement));
        };
    };
    collect("cooling_units", SubjectKind::CoolingUnit, alone(design().coolingUnits));
    collect("power_elements", SubjectKind::PowerElement, alone(design().powerElements));
    collect("devices", SubjectKind::Device, alone(design().devices));
    collect("room_objects", SubjectKind::RoomObject, all);
    collect("path_segments", SubjectKind::Pathway, all);
    if (!added.empty())
        select(std::move(added));
    return done();
}

Done StudioDocument::preview(const Edit& edit) {
    Result<ProjectPtr> candidate = m_isFrozen ? frozenError() : m_history.candidate(edit);
    if (!candidate) {
        dropPreview();
        return candidate.error();
    }
    const ProjectPtr before = shownProject();
    m_candidate = std::move(*candidate);
    show(before);
    return done();
}

void StudioDocument::dropPreview() {
    if (!m_candidate)
        return;
    const ProjectPtr before = std::exchange(m_candidate, nullptr);
    m_candidateSolution.reset();
    show(before);
}

void StudioDocument::undo() {
    if (m_history.canUndo())
        jumpTo(m_history.position() - 1);
}

void StudioDocument::redo() {
    if (m_history.canRedo())
        jumpTo(m_history.position() + 1);
}

void StudioDocument::jumpTo(std::size_t step) {
    const ProjectPtr before = shownProject();
    m_candidate.reset();
    m_candidateSolution.reset();
    m_history.jumpTo(step);
    show(before);
    Q_EMIT historyChanged();
}

void StudioDocument::select(std::vector<Subject> subjects) {
    std::ranges::sort(subjects);
    const auto repeated = std::ranges::unique(subjects);
    subjects.erase(repeated.begin(), repeated.end());
    if (subjects == m_selection)
        return;
    m_selection = std::move(subjects);
    Q_EMIT selectionChanged();
}

void StudioDocument::markSaved(const ProjectPtr& saved) {
    m_savedProject = saved;
    Q_EMIT historyChanged();
}

bool StudioDocument::isSelected(Subject subject) const { return std::ranges::binary_search(m_selection, subject); }

void StudioDocument::show(const ProjectPtr& before) {
    if (before == shownProject())
        return;
    const bool isAnother = !changes(*before, *shownProject()).isEmpty();
    pruneSelection();
    if (isAnother)
        Q_EMIT changed();
    askSolver();
}

void StudioDocument::askSolver() {
    m_isStale = true;
    m_solver.ask(snapshotOf(shownProject()));
    Q_EMIT solved();
}

void StudioDocument::takeSolution(const SolutionPtr& solution) {
    const Snapshot& of = solution->context().snapshot();
    if (of.project != shownProject())
        return;
    (isPreviewing() ? m_candidateSolution : m_solution) = solution;
    m_isStale = false;
    Q_EMIT solved();
}

void StudioDocument::showAnew() {
    Q_EMIT changed();
    Q_EMIT solved();
}

// A selected row that an edit or undo took away is no longer selected.
void StudioDocument::pruneSelection() {
    const Design& now = shownDesign();
    const auto isGone = [&now](Subject subject) { return !holdsSubject(now, subject); };
    if (std::erase_if(m_selection, isGone) > 0)
        Q_EMIT selectionChanged();
}

} // namespace rackwright
