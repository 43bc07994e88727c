// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which changes of an append-only store stand. A change adds to what was before; a roll-back puts back the state after
// an older change and is a change itself, so that it can be rolled back too. Used by the overlay and the price book.

#include <cstdint>
#include <optional>
#include <set>
#include <span>

namespace rackwright {

struct LogEntry {
    std::int64_t sequence = 0;                  ///< 1, 2, 3, ... without gaps
    std::optional<std::int64_t> rolledBackTo{}; ///< state after this sequence (0: the empty store)
};

/// Sequences whose additions stand after the last entry.
inline std::set<std::int64_t> standingChanges(std::span<const LogEntry> log) {
    std::set<std::int64_t> standing;
    auto current = static_cast<std::int64_t>(log.size());
    while (current > 0) {
        const LogEntry& entry = log[static_cast<std::size_t>(current - 1)];
        if (!entry.rolledBackTo)
            standing.insert(entry.sequence);
        current = entry.rolledBackTo ? *entry.rolledBackTo : current - 1;
    }
    return standing;
}

} // namespace rackwright
