// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LaneSpeed: what the end of a cable can do at a port that may be broken out. Ports of one kind of a device are usually
// broken out alike; a port with its first lane alone may all the same be a whole one, where the far end is surely
// faster than a lane. The solver of networks and their drawing ask it.

#include <bit>
#include <cstdint>

namespace rackwright {

/// Speeds of one lane and of the whole port, in one unit of the caller's choice.
struct LaneSpeed {
    double lane = 0, whole = 0; ///< 0: not known
    bool isSure = true;         ///< that it is the lane

    /// `highestLane`: in use at the ports of its kind; `isBrokenOut`: this port has a lane beyond the first.
    static LaneSpeed of(double port, std::uint8_t highestLane, bool isBrokenOut) {
        if (highestLane == 0)
            return {port, port, true};
        return {port / std::bit_ceil(highestLane + 1U), port, isBrokenOut};
    }
    /// Facing another end.
    double facing(const LaneSpeed& other) const { return !isSure && other.isSure && other.lane > lane ? whole : lane; }
};

} // namespace rackwright
