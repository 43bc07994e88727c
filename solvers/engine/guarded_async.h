// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// GuardedAsync: part of a solver's work on a thread of its own. A check that fails there fails for the one who waits,
// as if the work had been done by it: its guard names the figure or task, and the program goes on.

#include "model/base/check.h"
#include "model/base/message.h"

#include <future>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace rackwright {

/// A std::future whose failed checks come out at get().
template <class T>
class GuardedAsync {
public:
    GuardedAsync() = default;
    template <class Work>
    GuardedAsync(std::launch how, Work work)
        : m_future(started(how, [work = std::move(work)] {
              Answer answer;
              const Done worked = guarded({}, [&] { answer.value.emplace(work()); });
              if (!worked)
                  answer.failure = worked.error();
              return answer;
          })) {}

    bool isAsked() const { return m_future.valid(); }
    /// Waits; throws what the work threw.
    T get() {
        Answer answer = m_future.get();
        if (answer.value)
            return std::move(*answer.value);
        if (answer.failure->message.id == "internal.no-memory")
            throw std::bad_alloc();
        checkFailed("", wordOf(*answer.failure, "reason").c_str(), wordOf(*answer.failure, "place").c_str(), 0);
    }

private:
    struct Answer {
        std::optional<T> value;
        std::optional<Error> failure;
    };
    /// Where the system lets nobody start a further thread, the one who waits does the work.
    template <class Work>
    static std::future<Answer> started(std::launch how, const Work& work) {
        try {
            return std::async(how, work);
        } catch (const std::system_error&) {
            return std::async(std::launch::deferred, work);
        }
    }
    static std::string wordOf(const Error& failure, const char* name) {
        for (const Argument& argument : failure.message.arguments)
            if (const auto* word = std::get_if<std::string>(&argument.value); word && argument.name == name)
                return *word;
        return {};
    }

    std::future<Answer> m_future;
};

} // namespace rackwright
