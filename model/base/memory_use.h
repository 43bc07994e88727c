// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace rackwright {

/// As many as can run at once.
unsigned poolsOfMemory();

/// Called once, before any thread: the threads of a solve take their memory from no more pools than processors can run
/// at once. Left to itself the allocator of glibc gives nearly every new thread a pool of its own, up to eight a
/// processor; each keeps what its threads have let go, so that a program that solves again and again holds the memory
/// of several solves.
void shareMemoryPools();

/// Called once, early: loads what glibc needs to unwind through its own functions. Left to itself it does so when the
/// first exception comes, and ends the program when the memory that it wants for that is what is missing.
void loadUnwinder();

} // namespace rackwright
