// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Solution: every figure of a snapshot with the check report, as a value that shares what an edit has not changed.
// solve() is the front for the command line; Solver follows a stream of edits for the studio.

#include "solvers/engine/domain.h"
#include "solvers/engine/scheduler.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// One figure for all its subjects, in the order of subject ids.
struct FigureBlock {
    const FigureDefinition* definition = nullptr;
    const std::vector<FigureResult>* results = nullptr; ///< null only in a solution that was asked for other domains
};

/// Immutable; may be read on any thread, and keeps its snapshot alive.
class Solution : public FigureTable {
public:
    Solution(DomainsPtr domains, std::shared_ptr<const Context> context, std::shared_ptr<const SchedulerMemo> memo,
             std::vector<std::size_t> figureTasks, std::size_t reportTask);

    const Context& context() const { return *m_context; }
    const Domains& domains() const { return *m_domains; }
    /// In the order of Domains::figures().
    const std::vector<FigureBlock>& figures() const { return m_blocks; }
    const FigureResult* find(std::string_view name, Subject subject) const override;
    const FigureResult* find(std::string_view label) const override;
    /// Of the rules of the domains that were solved; its internal errors name whole figures that failed, too.
    const CheckReport& report() const { return *m_report; }
    /// Every result whose figure could not be worked out.
    std::vector<const FigureResult*> failures() const;
    /// Tasks that ran for this solution; the others were remembered.
    std::size_t tasksRun() const { return m_memo->ran; }

private:
    DomainsPtr m_domains;
    std::shared_ptr<const Context> m_context;
    std::shared_ptr<const SchedulerMemo> m_memo;
    std::vector<FigureBlock> m_blocks;
    std::shared_ptr<const CheckReport> m_withFailed; ///< the report with tasks that failed as a whole; null: none did
    const CheckReport* m_report = nullptr;
};

using SolutionPtr = std::shared_ptr<const Solution>;

struct SolveOptions {
    std::vector<std::string> only; ///< names of domains; empty: all
    unsigned threads = 0;          ///< 0: as many as the machine has
};

/// All figures and findings of a snapshot.
SolutionPtr solve(const Snapshot& snapshot, const DomainsPtr& domains, const SolveOptions& options = {});

/// Solves one snapshot after another, remembering what an edit leaves unchanged.
class Solver {
public:
    /// `onSolved` is called where the executor runs jobs; it may be empty.
    Solver(DomainsPtr domains, Executor& executor, std::function<void(SolutionPtr)> onSolved,
           SolveOptions options = {});
    /// Stops the solve in progress; its late result is dropped.
    ~Solver();
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    /// Asks for a snapshot; the one asked for before is stopped, and dropped if it ends all the same.
    void ask(Snapshot snapshot);
    /// The newest solution; null before the first.
    SolutionPtr latest() const;

private:
    struct State;
    std::shared_ptr<State> m_state;
    Executor& m_executor;
};

} // namespace rackwright
