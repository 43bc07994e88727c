// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StopScope: tells work that is called from a task, but has no parameter for it (a look-up that the context builds on
// first use), that nobody waits for the task any more. It stops nothing itself; such work ends by SolveStopped.

#include <exception>
#include <stop_token>
#include <utility>

namespace rackwright {

/// Ends work whose answer must not be kept. The task that it belongs to is dropped with its solve.
struct SolveStopped : std::exception {
    const char* what() const noexcept override { return "the solve was stopped"; }
};

/// For as long as it lives, token() of this thread is `stop`.
class StopScope {
public:
    explicit StopScope(std::stop_token stop) : m_outer(std::exchange(current(), std::move(stop))) {}
    ~StopScope() { current() = std::move(m_outer); }
    StopScope(const StopScope&) = delete;
    StopScope& operator=(const StopScope&) = delete;

    /// Of the task that this thread works on; one that never stops where there is none.
    static const std::stop_token& token() { return current(); }

private:
    static std::stop_token& current() {
        thread_local std::stop_token token;
        return token;
    }

    std::stop_token m_outer;
};

} // namespace rackwright
