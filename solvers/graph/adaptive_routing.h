// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Adaptive routing at its best: the spread of a traffic over all shortest ways that loads the fullest cable least, and
// a bound below which no such spread gets. Internal to traffic; no queues, credits or time.

#include "solvers/graph/ecmp.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <vector>

namespace rackwright {

/// The best split that was found and how far from the best it may be.
struct BestSpread {
    std::vector<double> flow; ///< of directed edges in the order of the fabric's adjacency
    double worst = 0;         ///< load of the fullest cable
    double bound = 0;         ///< no spread over shortest ways has a lower one
};

struct SpreadLimits {
    std::size_t work = 60'000'000; ///< edges visited
    /// A load of the fullest cable that is of no use: once no spread is better, none is looked for.
    double useless = std::numeric_limits<double>::infinity();
    std::stop_token stop;
};

/// Begins with the equal split of the same traffic; all to all is that of one unit an endpoint, and streams come in the
/// order of their targets. Nothing when it would take too long.
std::optional<BestSpread> bestSpread(const CollapsedGraph& fabric, const std::vector<EcmpStream>& streams,
                                     bool isAllToAll, const EcmpFlows& equal, const SpreadLimits& limits = {});

} // namespace rackwright
