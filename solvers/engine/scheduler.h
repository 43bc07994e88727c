// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scheduler: runs tasks with declared inputs over a snapshot and remembers their answers by version stamps, so that
// only what an edit reaches runs again; an answer equal to the old one stops the chain. It knows no figure and no rule.

#include "model/base/result.h"
#include "solvers/engine/context.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

using TaskValue = std::shared_ptr<const void>;

/// What a run may read. Settings need no declaration: the scheduler notes those that it asks its context for.
struct TaskInput {
    const Context& context;
    std::span<const TaskValue> upstream; ///< answers of the declared tasks; null where one failed
    std::span<const std::optional<Error>> upstreamErrors;
    TaskValue previous;                ///< the task's own former answer; null on the first run
    /// The inputs that `sharedTables` names and the settings read have not changed since `previous`.
    bool isPreviousComparable = false;
    std::stop_token stop;
};

/// One piece of work with what it reads; isEqual compares two of its answers.
struct Task {
    std::string name;
    bool readsEverything = false;
    std::vector<std::string_view> tables;           ///< any change runs the task
    std::vector<std::string_view> sharedTables;     ///< of `tables`, those that every part of the answer depends on
    std::vector<std::size_t> upstream;              ///< earlier tasks of the list
    std::function<TaskValue(const TaskInput&)> run; ///< null when it was stopped
    std::function<bool(const void*, const void*)> isEqual;
};

/// What is remembered of one task.
struct TaskMemo {
    std::vector<std::uint64_t> inputs; ///< stamps of tables, versions of upstream answers
    std::vector<std::uint64_t> shared; ///< stamps of sharedTables
    SettingsRead settings;             ///< that the answer rests on
    TaskValue value;
    std::optional<Error> error;
    std::uint64_t version = 0; ///< changes only when the answer does
};

struct SchedulerMemo {
    std::vector<TaskMemo> tasks;
    std::size_t ran = 0; ///< tasks that were run, not remembered, in the run that made this memo
};

class Scheduler {
public:
    /// Upstream tasks stand before those that read them.
    explicit Scheduler(std::vector<Task> tasks);

    const std::vector<Task>& tasks() const { return m_tasks; }
    /// Answers for a snapshot, from what `before` remembers; null when stopped. They do not depend on `threads`.
    std::shared_ptr<const SchedulerMemo> run(const Context& context, const Stamps& stamps, const SchedulerMemo* before,
                                             unsigned threads, std::stop_token stop) const;

private:
    struct Run;
    void runOne(Run& run, std::size_t index) const;

    std::vector<Task> m_tasks;
    std::vector<std::vector<std::size_t>> m_downstream;
};

/// Where a solve runs. The studio uses one worker thread, tests step by hand.
class Executor {
public:
    virtual ~Executor() = default;
    virtual void post(std::function<void()> job) = 0;
};

/// One worker thread; waits for the running job at its end, drops those not begun.
class ThreadExecutor : public Executor {
public:
    ThreadExecutor();
    ~ThreadExecutor() override;
    void post(std::function<void()> job) override;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Jobs wait until the test runs them, in any order.
class ManualExecutor : public Executor {
public:
    void post(std::function<void()> job) override { m_jobs.push_back(std::move(job)); }
    std::size_t waiting() const { return m_jobs.size(); }
    /// Runs and drops the job at a place of the queue.
    void run(std::size_t index = 0);

private:
    std::vector<std::function<void()>> m_jobs;
};

} // namespace rackwright
