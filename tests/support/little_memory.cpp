// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/little_memory.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> g_mostAtOnce = SIZE_MAX;

void* taken(std::size_t size) noexcept {
    return size > g_mostAtOnce ? nullptr : std::malloc(std::max<std::size_t>(size, 1));
}

} // namespace

namespace rackwright::testing {

LittleMemory::LittleMemory(std::size_t mostAtOnce) { g_mostAtOnce = mostAtOnce; }

LittleMemory::~LittleMemory() { g_mostAtOnce = SIZE_MAX; }

} // namespace rackwright::testing

// The forms for arrays lead to these.
void* operator new(std::size_t size) {
    void* const place = taken(size);
    if (!place)
        throw std::bad_alloc();
    return place;
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return taken(size); }

void operator delete(void* place) noexcept { std::free(place); }

void operator delete(void* place, std::size_t) noexcept { std::free(place); }

void operator delete(void* place, const std::nothrow_t&) noexcept { std::free(place); }
