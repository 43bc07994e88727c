// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Hashed flows: each pair of endpoints that talk sends so many flows, and each flow takes one of the equal next cables
// by a hash of its own. How full the fullest cable gets, as a distribution over the hashes. Internal to traffic.

#include "solvers/graph/ecmp.h"

#include <vector>

namespace rackwright {

/// Cables that like flows choose between: the flows of `pairs` pairs meet `ways` equal cables, and the fabric has
/// `cables` of these, in groups that are taken as independent.
struct HashedCables {
    double pairs = 0, ways = 1, cables = 1;
    double load = 0; ///< of all flows of one pair on one cable
};

/// How many pairs cross each directed edge on the mean, and the sum over them of the square of their chance to do so:
/// equal where a pair must cross the edge, and the smaller the freer its flows are.
struct PairsCrossing {
    std::vector<double> mean, squares;
};

/// Streams count pairs, in the order of their targets; all to all is that of one unit an endpoint. `equal` are the
/// flows of the same demand. Nothing when it would take too long.
std::optional<PairsCrossing> pairsCrossing(const CollapsedGraph& fabric, const std::vector<EcmpStream>& pairs,
                                           bool isAllToAll, const EcmpFlows& equal);

/// The cables of a directed edge that carries so much.
HashedCables hashedCables(const CollapsedGraph& fabric, std::uint32_t from, std::size_t edge, double flow,
                          const PairsCrossing& crossing);

/// Likes as one, to a hundred-thousandth; when there are very many, to a hundredth.
std::vector<HashedCables> likesMerged(std::vector<HashedCables> cables);

struct FullestCable {
    double mean = 0, percentile99 = 0; ///< loads
};
/// The load of the fullest of all cables when each pair sends so many flows.
FullestCable fullestCable(const std::vector<HashedCables>& cables, double flowsPerPair);

} // namespace rackwright
