// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StudioDocument: the open project as the window sees it: the committed value with its history, the candidate of a
// drag, what is selected and the newest solution. It never waits: solves run on the executor, late answers are dropped.

#include "model/project/history.h"
#include "solvers/engine/solution.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace rackwright {

/// Used on the thread of the window alone; projects and solutions that it hands out as shared pointers may be read on
/// any.
class StudioDocument : public QObject {
    Q_OBJECT
public:
    /// Begins with an empty project of no room.
    StudioDocument(DomainsPtr domains, Executor& executor, QObject* parent = nullptr);
    ~StudioDocument() override;

    /// Another project takes the place of this one; its history begins anew and nothing is selected.
    void open(Document document) { open(History(std::move(document))); }
    /// The same with steps that can be undone; the first one counts as saved.
    void open(History history);

    /// No edit is taken from now on until another project is opened: an issued design is shown.
    void freeze() { m_isFrozen = true; }
    bool isFrozen() const { return m_isFrozen; }

    const History& history() const { return m_history; }
    const ProjectPtr& project() const { return m_history.current(); }
    const Design& design() const { return *activeOption(*project()).design; }
    std::uint64_t option() const { return activeOption(*project()).id; }

    /// The candidate while a drag or a form previews, else the committed value: what painters draw.
    const ProjectPtr& shownProject() const { return m_candidate ? m_candidate : project(); }
    const Design& shownDesign() const { return *activeOption(*shownProject()).design; }
    bool isPreviewing() const { return m_candidate != nullptr; }

    /// The newest solution of the committed value; null before the first solve.
    const SolutionPtr& solution() const { return m_solution; }
    /// The newest solution of what is shown: while previewing null until the candidate is solved.
    const SolutionPtr& shownSolution() const { return isPreviewing() ? m_candidateSolution : m_solution; }
    /// What views draw figures from: of what is shown, or the newest before it.
    const SolutionPtr& newestSolution() const { return shownSolution() ? shownSolution() : m_solution; }
    /// Whether the shown figures are older than the shown design.
    bool isStale() const { return m_isStale; }

    /// Makes an edit a step of the history; on error nothing changes. A preview ends.
    Done commit(const Edit& edit);
    /// The same; what came by it is selected then, so that it can be moved at once. What came with a rack goes with it.
    Done commitAndSelect(const Edit& edit);
    /// Shows what an edit would give; the history does not move. On error the preview before it stays away.
    Done preview(const Edit& edit);
    void dropPreview();
    void undo();
    void redo();
    void jumpTo(std::size_t step);
    /// Like edits after this are steps of their own (mouse released, focus left).
    void closeMerge() { m_history.closeMerge(); }

    /// Has all views show everything anew: the reader's numbers or units are others now.
    void showAnew();

    const std::vector<Subject>& selection() const { return m_selection; }
    void select(std::vector<Subject> subjects);
    bool isSelected(Subject subject) const;

    bool isModified() const { return m_savedProject != project(); }
    /// `saved` is what lies in the file now; it may be older than what is shown. Null: nothing of it lies in a file.
    void markSaved(const ProjectPtr& saved);

Q_SIGNALS:
    /// Another project is open; all that was shown of the one before is void. changed() does not come with it.
    void opened();
    /// The shown design differs from the one before: commit, undo, redo, preview or its end. Who shows a part of it
    /// compares the stamps of the tables that it shows.
    void changed();
    /// shownSolution() or isStale() is new.
    void solved();
    void selectionChanged();
    /// Steps, the place in them, or whether there are unsaved changes.
    void historyChanged();

private:
    struct Mailbox;

    void show(const ProjectPtr& before);
    void askSolver();
    void takeSolution(const SolutionPtr& solution);
    void pruneSelection();

    History m_history;
    ProjectPtr m_candidate;
    ProjectPtr m_savedProject;
    SolutionPtr m_solution;
    SolutionPtr m_candidateSolution;
    bool m_isStale = true;
    bool m_isFrozen = false;
    std::vector<Subject> m_selection;
    std::shared_ptr<Mailbox> m_mailbox; ///< where the solver's thread leaves answers; outlives this object
    Solver m_solver;
};

} // namespace rackwright
