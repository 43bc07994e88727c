// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/scheduler.h"

#include "solvers/engine/stop_scope.h"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace rackwright {

namespace {

std::uint64_t stampOf(const Stamps& stamps, std::string_view table) {
    const auto it = stamps.find(table);
    RW_CHECK(it != stamps.end(), "a task reads tables that a design or project has");
    return it->second;
}

// The window and its drawings are served before the figures where cores are few. The helpers of a run inherit it. Linux
// counts niceness by thread; elsewhere the call would slow the window as well.
void giveWayToDrawing() {
#ifdef __linux__
    constexpr int kNicer = 5;
    errno = 0;
    const int now = getpriority(PRIO_PROCESS, 0);
    if (errno == 0)
        setpriority(PRIO_PROCESS, 0, now + kNicer);
#endif
}

} // namespace

Scheduler::Scheduler(std::vector<Task> tasks) : m_tasks(std::move(tasks)), m_downstream(m_tasks.size()) {
    for (std::size_t i = 0; i < m_tasks.size(); ++i)
        for (const std::size_t from : m_tasks[i].upstream) {
            RW_CHECK(from < i, "a task reads answers of earlier tasks only");
            m_downstream[from].push_back(i);
        }
}

// One pass over the tasks: a task is ready when its upstream answers are there. Tasks that lie side by side in the list
// often need one look-up, which the first of them builds: two threads that took neighbours would wait for each other,
// so that every second thread takes from the end of the list.
struct Scheduler::Run {
    const Context& context;
    const Stamps& stamps;
    const SchedulerMemo* before;
    std::stop_token stop;
    std::shared_ptr<SchedulerMemo> after;
    std::vector<std::size_t> waitingFor;
    std::set<std::size_t> ready;
    std::size_t done = 0;
    bool isShort = false; ///< memory was not enough even to say so of a task: the run ends
    std::mutex mutex;
    std::condition_variable changed;
};

void Scheduler::runOne(Run& run, std::size_t index) const {
    const Task& task = m_tasks[index];
    const TaskMemo* old = run.before ? &run.before->tasks[index] : nullptr;
    TaskMemo memo;
    if (task.readsEverything)
        for (const auto& [name, stamp] : run.stamps)
            memo.inputs.push_back(stamp);
    for (const std::string_view table : task.tables)
        memo.inputs.push_back(stampOf(run.stamps, table));
    for (const std::string_view table : task.sharedTables)
        memo.shared.push_back(stampOf(run.stamps, table));
    std::vector<TaskValue> upstream;
    std::vector<std::optional<Error>> upstreamErrors;
    for (const std::size_t from : task.upstream) {
        memo.inputs.push_back(run.after->tasks[from].version);
        upstream.push_back(run.after->tasks[from].value);
        upstreamErrors.push_back(run.after->tasks[from].error);
    }
    const bool settingsHold = old && old->settings.holdIn(run.context);
    if (settingsHold && old->version != 0 && old->inputs == memo.inputs) {
        run.after->tasks[index] = *old;
        return;
    }
    const bool isComparable = settingsHold && old->value && old->shared == memo.shared;
    // Parts of the old answer that are kept rest on the settings that they were made with.
    if (isComparable)
        memo.settings = old->settings;
    try {
        const Done worked = guarded(task.name, [&] {
            const SettingsRecorder recorder(memo.settings);
            const StopScope scope(run.stop);
            memo.value =
                task.run({run.context, upstream, upstreamErrors, old ? old->value : nullptr, isComparable, run.stop});
        });
        if (!worked)
            memo.error = worked.error();
    } catch (const SolveStopped&) {
        return; // and the run gives no answer
    }
    const bool isSame =
        old && old->version != 0 && memo.error == old->error &&
        (memo.value && old->value ? memo.value == old->value || task.isEqual(memo.value.get(), old->value.get())
                                  : !memo.value && !old->value);
    memo.version = isSame ? old->version : freshStamp();
    run.after->tasks[index] = std::move(memo);
    const std::lock_guard lock(run.mutex);
    ++run.after->ran;
}

std::shared_ptr<const SchedulerMemo> Scheduler::run(const Context& context, const Stamps& stamps,
                                                    const SchedulerMemo* before, unsigned threads,
                                                    std::stop_token stop) const {
    RW_CHECK(!before || before->tasks.size() == m_tasks.size(), "a memo belongs to its scheduler");
    Run run{context, stamps, before, stop, std::make_shared<SchedulerMemo>(), {}, {}, 0, false, {}, {}};
    run.after->tasks.resize(m_tasks.size());
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        run.waitingFor.push_back(m_tasks[i].upstream.size());
        if (m_tasks[i].upstream.empty())
            run.ready.insert(i);
    }
    const auto workOn = [&](std::unique_lock<std::mutex>& lock, bool isFromEnd) {
        while (run.done < m_tasks.size() && !run.isShort && !run.stop.stop_requested()) {
            if (run.ready.empty()) {
                run.changed.wait(lock);
                continue;
            }
            const auto next = isFromEnd ? std::prev(run.ready.end()) : run.ready.begin();
            const std::size_t index = *next;
            run.ready.erase(next);
            lock.unlock();
            // Where memory is not enough even to look whether it must run, the task has no answer.
            if (const Done ran = guarded(m_tasks[index].name, [&] { runOne(run, index); }); !ran) {
                TaskMemo failed;
                failed.error = ran.error();
                failed.version = freshStamp();
                run.after->tasks[index] = std::move(failed);
            }
            lock.lock();
            ++run.done;
            for (const std::size_t waiting : m_downstream[index])
                if (--run.waitingFor[waiting] == 0)
                    run.ready.insert(waiting);
            run.changed.notify_all();
        }
    };
    // Nothing leaves a thread, which would end the program, and nobody waits for one that works no more.
    const auto work = [&](bool isFromEnd) {
        std::unique_lock lock(run.mutex);
        try {
            workOn(lock, isFromEnd);
        } catch (const std::bad_alloc&) {
            if (!lock.owns_lock())
                lock.lock();
            run.isShort = true;
        }
        run.changed.notify_all();
    };
    {
        std::vector<std::jthread> helpers;
        try {
            for (unsigned i = 1; i < threads; ++i)
                helpers.emplace_back(work, i % 2 == 1);
        } catch (const std::system_error&) {
            // The system lets nobody start a further thread: those that are there do the work.
        } catch (const std::bad_alloc&) {
            // Nor is there memory for one.
        }
        work(false);
    }
    if (run.isShort)
        throw std::bad_alloc(); // for the guard of the one who asked
    if (stop.stop_requested())
        return nullptr;
    return run.after;
}

struct ThreadExecutor::State {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> jobs;
    bool isEnding = false;
    std::thread worker;

    void work() {
        giveWayToDrawing();
        std::unique_lock lock(mutex);
        while (true) {
            changed.wait(lock, [this] { return isEnding || !jobs.empty(); });
            if (isEnding)
                return;
            const std::function<void()> job = std::move(jobs.front());
            jobs.pop_front();
            lock.unlock();
            job();
            lock.lock();
        }
    }
};

ThreadExecutor::ThreadExecutor() : m_state(std::make_unique<State>()) {
    try {
        m_state->worker = std::thread([state = m_state.get()] { state->work(); });
    } catch (const std::system_error&) {
        // The system lets nobody start a further thread: who posts a job does it.
    }
}

ThreadExecutor::~ThreadExecutor() {
    if (!m_state->worker.joinable())
        return;
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->isEnding = true;
    }
    m_state->changed.notify_all();
    m_state->worker.join();
}

void ThreadExecutor::post(std::function<void()> job) {
    if (!m_state->worker.joinable()) {
        job();
        return;
    }
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->jobs.push_back(std::move(job));
    }
    m_state->changed.notify_all();
}

void ManualExecutor::run(std::size_t index) {
    RW_CHECK(index < m_jobs.size(), "a test runs a job that waits");
    const std::function<void()> job = std::move(m_jobs[index]);
    m_jobs.erase(m_jobs.begin() + static_cast<std::ptrdiff_t>(index));
    job();
}

} // namespace rackwright
