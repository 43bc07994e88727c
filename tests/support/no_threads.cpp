// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/no_threads.h"

#include <atomic>
#include <cerrno>
#include <dlfcn.h>
#include <pthread.h>

namespace rackwright::testing {

namespace {
std::atomic<bool> isAtLimit = false;
} // namespace

bool canStartThreads() { return !isAtLimit; }

NoThreads::NoThreads() { isAtLimit = true; }

NoThreads::~NoThreads() { isAtLimit = false; }

} // namespace rackwright::testing

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                              void* argument) noexcept {
    static const auto next = reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
    return rackwright::testing::canStartThreads() ? next(thread, attributes, work, argument) : EAGAIN;
}
