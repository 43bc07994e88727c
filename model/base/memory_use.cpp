// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/memory_use.h"

#include <algorithm>
#include <thread>
#ifdef __GLIBC__
#include <execinfo.h>
#include <malloc.h>
#endif

namespace rackwright {

unsigned poolsOfMemory() { return std::max(2U, std::thread::hardware_concurrency()); }

void shareMemoryPools() {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, static_cast<int>(poolsOfMemory()));
#endif
}

void loadUnwinder() {
#ifdef __GLIBC__
    void* here = nullptr;
    (void)::backtrace(&here, 1);
#endif
}

} // namespace rackwright
