// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where a verb reads and writes. The program gives the process's streams, a test its own; no verb touches std::cout.

#include <iosfwd>

namespace rackwright {

/// References: what it is made of outlives it.
struct Streams {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    std::ostream* terminal = nullptr; ///< that a person sits before, for words of ours that come and go
};

/// Exit codes of every verb.
inline constexpr int kExitDone = 0;
inline constexpr int kExitFindings = 1; ///< findings at or above --fail-on
inline constexpr int kExitWrong = 2;    ///< wrong usage or input
inline constexpr int kExitInternal = 3; ///< a part failed by a fault of ours; the rest is answered and written

} // namespace rackwright
