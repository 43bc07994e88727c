// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far endpoints are apart and how traffic loads the cables of a fabric, as a fluid with an equal split over all
// cables on a shortest path at each hop. No flows, packets or time; reports, figures and the command line use it.

#include "solvers/fabric/collapse.h"

#include <cstdint>
#include <optional>

namespace rackwright {

/// Loads are for one unit of capacity sent by each endpoint: 1 means that a cable of one unit is full.
struct FabricTraffic {
    bool isConnected = false;
    std::int64_t pairs = 0;    ///< ordered pairs of distinct endpoints
    std::int64_t diameter = 0; ///< links
    double meanDistance = 0;
    double allToAllMax = 0;                   ///< each endpoint sends to all others in equal parts
    double shiftHalfMax = 0;                  ///< endpoint i sends to endpoint i + floor(N/2)
    std::uint32_t worstFrom = 0, worstTo = 0; ///< items of the collapsed fabric with the highest load of all-to-all
};

/// Nothing when there are fewer than two endpoints or it would take too long.
std::optional<FabricTraffic> trafficOf(const FabricGraph& graph);

} // namespace rackwright
