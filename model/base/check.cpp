// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/check.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

namespace rackwright {

namespace {

// Thrown only from checkFailed to the nearest guarded() on the same thread; it never crosses any other interface.
struct FailedCheck {
    std::string condition;
    std::string reason;
    std::string file;
    int line = 0;
};

thread_local int t_guardDepth = 0;

std::mutex& handlerMutex() {
    static std::mutex mutex;
    return mutex;
}

std::function<void()>& handler() {
    static std::function<void()> function;
    return function;
}

struct GuardDepth {
    GuardDepth() { ++t_guardDepth; }
    ~GuardDepth() { --t_guardDepth; }
};

Error noMemory(const std::string& thing) {
    return Error{Message("internal.no-memory").with("thing", thing), ErrorKind::Internal};
}

} // namespace

void setCheckFailureHandler(std::function<void()> newHandler) {
    const std::lock_guard lock(handlerMutex());
    handler() = std::move(newHandler);
}

void checkFailed(const char* condition, const char* reason, const char* file, int line) {
    if (t_guardDepth > 0)
        throw FailedCheck{condition, reason, file, line};
    std::fprintf(stderr, "rackwright: internal check failed: %s (%s) at %s:%d\n", reason, condition, file, line);
    std::function<void()> flush;
    {
        const std::lock_guard lock(handlerMutex());
        flush = std::exchange(handler(), nullptr);
    }
    if (flush)
        flush();
    std::abort();
}

Done guarded(std::string thing, const std::function<void()>& work) {
    const GuardDepth depth;
    try {
        work();
        return done();
    } catch (const FailedCheck& failure) {
        return Error{Message("internal.check")
                         .with("thing", thing)
                         .with("reason", failure.reason)
                         .with("place", failure.file + ":" + std::to_string(failure.line)),
                     ErrorKind::Internal};
    } catch (const std::bad_alloc&) {
        return noMemory(thing);
    } catch (const std::length_error&) {
        // A container that is asked for more than any memory holds says it so.
        return noMemory(thing);
    }
}

} // namespace rackwright
