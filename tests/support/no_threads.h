// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// NoThreads: while it lives, the process can start no thread, as where memory or the number of threads is limited. The
// program that is linked with it replaces the system's call, for its libraries too. One at a time.

namespace rackwright::testing {

class NoThreads {
public:
    NoThreads();
    ~NoThreads();
    NoThreads(const NoThreads&) = delete;
    NoThreads& operator=(const NoThreads&) = delete;
};

} // namespace rackwright::testing
