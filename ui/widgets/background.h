// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Background: work beside the window, for everyone in it. Who asks gives the work, which takes values alone, and what
// is done with its answer on the thread of the window. A failed check, or memory that is not enough, ends that work and
// is told to the one who asked, never the program.

#include "model/base/check.h"

#include <QObject>
#include <QThreadPool>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

namespace rackwright {

/// The one way for work beside the window.
class Background : public QObject {
    Q_OBJECT
public:
    /// The one of the program, made at the first call; everybody calls on the thread of the window.
    static Background& instance();
    ~Background() override;

    /// Whose work it is, in which of its lanes, and the thing that a failure names. A lane does one work at a time;
    /// those of other lanes go on beside it. Lanes end with their owner.
    struct Lane {
        QObject* owner = nullptr;
        std::string key{};
        std::string thing{};
    };

    /// What work is given beside its values.
    class Run {
    public:
        /// Nobody wants the answer any more.
        std::stop_token stop;
        /// Has something done on the thread of the window, such as the showing of progress, if the answer is wanted
        /// then.
        void tell(std::function<void()> what) const { m_tell(std::move(what)); }

    private:
        friend class Background;
        std::function<void(std::function<void()>)> m_tell;
    };

    /// Newest first: what was asked before in the lane is dropped, and stopped where it runs. `work(const Run&)` runs
    /// beside; `take` gets its answer, `failed` an Error in its place.
    template <class Work, class Take, class Failed>
    void ask(const Lane& lane, Work work, Take take, Failed failed) {
        put(lane, jobOf(lane.thing, std::move(work), std::move(take), std::move(failed)), Turn::Newest);
    }
    /// The same one after the other: each is done, none dropped.
    template <class Work, class Take, class Failed>
    void queue(const Lane& lane, Work work, Take take, Failed failed) {
        put(lane, jobOf(lane.thing, std::move(work), std::move(take), std::move(failed)), Turn::Each);
    }
    /// Nobody waits for the lane's answers any more.
    void drop(const QObject* owner, const std::string& key);
    /// Waits until everything that was queued by the owner is done; the answers are dropped.
    void finish(const QObject* owner);

    /// Somebody waits for an answer of the lane.
    bool isBusy(const QObject* owner, const std::string& key) const;
    /// No work is under way and no answer waits to be taken.
    bool isIdle() const { return m_lanes.empty(); }

private:
    using Answer = std::function<void()>;
    using Job = std::function<Answer(const Run&)>;
    enum class Turn { Newest, Each };
    using Key = std::pair<const QObject*, std::string>;
    struct State;
    using StatePtr = std::shared_ptr<State>;

    explicit Background(QObject* parent);

    template <class Work, class Take, class Failed>
    static Job jobOf(std::string thing, Work work, Take take, Failed failed) {
        return [thing = std::move(thing), work = std::move(work), take = std::move(take),
                failed = std::move(failed)](const Run& run) -> Answer {
            using Result = std::invoke_result_t<const Work&, const Run&>;
            auto result = std::make_shared<std::optional<Result>>();
            const Done worked = guarded(thing, [&] { result->emplace(work(run)); });
            if (!worked)
                return [failed, error = worked.error()] { failed(error); };
            return [take, result] { take(std::move(**result)); };
        };
    }

    void put(const Lane& lane, Job job, Turn turn);
    void startNext(const StatePtr& state);
    void end(const StatePtr& state, quint64 serial, const Answer& answer);
    void forget(const QObject* owner);

    std::map<Key, StatePtr> m_lanes; ///< those under way
    QThreadPool m_pool;
    int m_threads = 0; ///< that the pool has started, and keeps
};

} // namespace rackwright
