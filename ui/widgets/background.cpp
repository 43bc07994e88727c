// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/background.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QSemaphore>

#include <algorithm>
#include <system_error>
#include <thread>

namespace rackwright {

namespace {

// Lanes that wait for a long search must not keep others from being drawn: threads are many, the system shares them
// out.
constexpr int kThreadsBeyondCores = 12;

QPointer<Background>& theOne() {
    static QPointer<Background> one;
    return one;
}

void endTheOne() { delete theOne().data(); }

// A pool of Qt loses what it cannot start a thread for.
bool canStartThreads() {
    try {
        std::thread([] {}).join();
        return true;
    } catch (const std::system_error&) {
        return false;
    }
}

} // namespace

/// A lane, as long as anything of it is under way.
struct Background::State {
    Key key;
    struct Task {
        Job job;
        quint64 serial = 0;
    };
    std::deque<Task> waiting;
    std::stop_source stop;           ///< of what runs
    quint64 running = 0, wanted = 0; ///< serials: of what runs (0: nothing), and of the newest whose answer is wanted
    quint64 last = 0;
    bool isEach = false;
    QSemaphore done;

    bool isWanted() const { return !waiting.empty() || (running != 0 && wants(running)); }
    bool wants(quint64 serial) const { return isEach ? serial >= wanted : serial == wanted; }
};

Background& Background::instance() {
    if (!theOne()) {
        theOne() = new Background(nullptr);
        // Work may draw, which it can as long as the application is there.
        qAddPostRoutine(endTheOne);
    }
    return *theOne();
}

Background::Background(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(QThread::idealThreadCount() + kThreadsBeyondCores);
    m_pool.setExpiryTimeout(-1);
}

Background::~Background() {
    for (const auto& [lane, state] : m_lanes) {
        state->stop.request_stop();
        state->waiting.clear();
    }
    m_pool.waitForDone();
}

void Background::put(const Lane& lane, Job job, Turn turn) {
    StatePtr& state = m_lanes[{lane.owner, lane.key}];
    if (!state) {
        state = std::make_shared<State>();
        state->key = {lane.owner, lane.key};
        connect(lane.owner, &QObject::destroyed, this, &Background::forget, Qt::UniqueConnection);
    }
    state->isEach = turn == Turn::Each;
    if (turn == Turn::Newest) {
        state->stop.request_stop();
        state->waiting.clear();
        state->wanted = state->last + 1;
    }
    state->waiting.push_back({std::move(job), ++state->last});
    if (state->running == 0)
        startNext(StatePtr(state));
}

void Background::startNext(const StatePtr& state) {
    State::Task task = std::move(state->waiting.front());
    state->waiting.pop_front();
    state->running = task.serial;
    state->stop = std::stop_source();
    Run run;
    run.stop = state->stop.get_token();
    run.m_tell = [this, state, serial = task.serial](std::function<void()> what) {
        QMetaObject::invokeMethod(
            this,
            [state, serial, what = std::move(what)] {
                if (state->running == serial && state->wants(serial))
                    what();
            },
            Qt::QueuedConnection);
    };
    const auto work = [this, state, task = std::move(task), run = std::move(run)] {
        const Answer answer = task.job(run);
        QMetaObject::invokeMethod(
            this, [this, state, serial = task.serial, answer] { end(state, serial, answer); }, Qt::QueuedConnection);
        state->done.release();
    };
    if (m_pool.activeThreadCount() >= m_threads && !canStartThreads()) {
        work();
        return;
    }
    m_pool.start(work);
    m_threads = std::max(m_threads, m_pool.activeThreadCount());
}

void Background::end(const StatePtr& state, quint64 serial, const Answer& answer) {
    if (state->running != serial) // finished in its owner's stead
        return;
    state->running = 0;
    state->done.acquire();
    const bool isWanted = state->wants(serial);
    if (!state->waiting.empty())
        startNext(state);
    else if (const auto lane = m_lanes.find(state->key); lane != m_lanes.end() && lane->second == state)
        m_lanes.erase(lane);
    if (isWanted)
        answer();
}

void Background::drop(const QObject* owner, const std::string& key) {
    const auto found = m_lanes.find({owner, key});
    if (found == m_lanes.end())
        return;
    State& state = *found->second;
    state.stop.request_stop();
    state.waiting.clear();
    state.wanted = state.last + 1;
}

void Background::finish(const QObject* owner) {
    std::erase_if(m_lanes, [owner](const auto& each) {
        const auto& [lane, state] = each;
        if (lane.first != owner)
            return false;
        state->wanted = state->last + 1;
        if (std::exchange(state->running, 0) != 0)
            state->done.acquire();
        Run run;
        run.m_tell = [](const std::function<void()>&) {};
        for (const State::Task& task : std::exchange(state->waiting, {}))
            task.job(run);
        return true;
    });
}

void Background::forget(const QObject* owner) {
    std::erase_if(m_lanes, [owner](const auto& each) {
        const auto& [lane, state] = each;
        if (lane.first != owner)
            return false;
        state->stop.request_stop();
        state->waiting.clear();
        state->wanted = state->last + 1;
        return true;
    });
}

bool Background::isBusy(const QObject* owner, const std::string& key) const {
    const auto found = m_lanes.find({owner, key});
    return found != m_lanes.end() && found->second->isWanted();
}

} // namespace rackwright
