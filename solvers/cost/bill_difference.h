// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What differs between two bills, line by line: a price moves by more than the list price of what was placed when an
// allowance goes and a line of its own comes. `diff`, the headline cards and the status line say which.

#include "solvers/cost/bill.h"

namespace rackwright {

enum class LineChange : std::uint8_t { Came, Went, Changed };
template <>
struct EnumNames<LineChange> {
    static constexpr std::array<std::string_view, 3> names = {"came", "went", "changed"};
};

/// A line that is in one bill and not the other, or differs.
struct LineDifference {
    std::string key;         ///< of the bill's line
    std::string description; ///< empty where `text` says it
    Message text;
    LineChange change = LineChange::Changed;
    std::int64_t beforeMilli = 0, afterMilli = 0; ///< 0 where the line is not there
    Value before, after;                          ///< in units of the quote's currency; 0 where it does not count
    std::string unit;
};

/// Lines of the two bills whose quantity or amount differs, in the order of the bills.
std::vector<LineDifference> lineDifferences(const Bill& before, const Bill& after);

} // namespace rackwright
