// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// History: the committed values of a project with a name for each step. Undo is the value before; there is no inverse
// code. At least 1,000 steps are kept; beyond them a budget of 256 MB of memory not shared between steps decides.

#include "model/base/result.h"
#include "model/project/change_set.h"
#include "model/project/project.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// An edit: its name for the undo list, a pure function, and a key under which like edits in a row become one step
/// ("move rack 12" while an arrow key repeats); empty never merges.
struct Edit {
    Message text;
    std::string mergeKey;
    std::function<Result<ProjectPtr>(const Project&, IdSource&)> apply;
};

/// An edit of one option's design. `apply` gets the project too, for its parts and settings.
Edit designEdit(Message text, std::uint64_t option,
                std::function<Result<Design>(const Project&, const Design&, IdSource&)> apply, std::string mergeKey = {});

/// Undo and redo over whole projects. Used on one thread.
class History {
public:
    static constexpr std::size_t kMinimumSteps = 1000;
    static constexpr std::size_t kMemoryLimit = std::size_t{256} << 20;

    explicit History(Document document);

    /// Never null; shared, so it may be kept and read on other threads.
    const ProjectPtr& current() const { return m_steps[m_at].project; }
    /// The current value as it is saved.
    Document document() const { return {current(), m_nextId}; }
    std::uint64_t nextId() const { return m_nextId; }

    /// Applies an edit; on error nothing changes. An edit whose result equals the current value makes no step; one that
    /// leaves the limits of a value is refused.
    Done commit(const Edit& edit);
    /// The value that an edit would give, for previews; neither history nor id counter moves.
    Result<ProjectPtr> candidate(const Edit& edit) const;

    bool canUndo() const { return m_at > 0; }
    bool canRedo() const { return m_at + 1 < m_steps.size(); }
    /// One step back; nothing at the first. redo() goes forward likewise.
    void undo();
    void redo();
    /// Goes to step `index` of `steps()`.
    void jumpTo(std::size_t index);
    /// Like edits after this are a step of their own (mouse released, focus left).
    void closeMerge() { m_mergeOpen = false; }

    /// One entry of the undo list.
    struct Step {
        ProjectPtr project;
        Message text; ///< what led here; the first step has the id "undo.start"
        std::string mergeKey;
        std::size_t ownBytes = 0; ///< memory that this step does not share with the one before
    };
    const std::vector<Step>& steps() const { return m_steps; }
    /// Index of the current value in steps(); those behind it can be redone.
    std::size_t position() const { return m_at; }

private:
    void dropOldest();

    std::vector<Step> m_steps;
    std::size_t m_at = 0;
    std::uint64_t m_nextId;
    bool m_mergeOpen = false;
};

} // namespace rackwright
