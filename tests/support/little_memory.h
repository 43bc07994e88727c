// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LittleMemory: while it lives, nobody gets more bytes at once than it says, as where memory is short. The program that
// is linked with it replaces operator new, for its libraries too. One at a time.

#include <cstddef>

namespace rackwright::testing {

class LittleMemory {
public:
    explicit LittleMemory(std::size_t mostAtOnce);
    ~LittleMemory();
    LittleMemory(const LittleMemory&) = delete;
    LittleMemory& operator=(const LittleMemory&) = delete;
};

} // namespace rackwright::testing
