// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The time that the processor spends on this program, for tests that something comes soon: a busy machine fails nobody.

#include <cstdint>
#include <ctime>
#include <utility>

namespace rackwright::testing {

class ProcessorTime {
public:
    /// Milliseconds since it was made or restarted.
    std::int64_t elapsed() const { return now() - m_from; }
    std::int64_t restart() {
        const std::int64_t present = now();
        return present - std::exchange(m_from, present);
    }

private:
    static std::int64_t now() {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return static_cast<std::int64_t>(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
    }
    std::int64_t m_from = now();
};

} // namespace rackwright::testing
