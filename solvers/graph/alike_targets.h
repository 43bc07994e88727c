// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ends of a collapsed fabric that swap places without a change: bundles of equal endpoints on switches that are cabled
// alike. All-to-all traffic to one of them says what the traffic to the others does. Internal to traffic.

#include "solvers/graph/collapse.h"

#include <cstdint>
#include <vector>

namespace rackwright {

class AlikeTargets {
public:
    explicit AlikeTargets(const CollapsedGraph& fabric);

    /// How many targets an item stands for, itself among them; 0: another one stands for it.
    std::uint32_t count(std::uint32_t item) const { return m_count[item]; }
    /// What was summed over the targets that stand for others, as often as they do, becomes what all targets sum to:
    /// edges that the swaps map on each other carry the same, their mean.
    void share(std::vector<double>& ofEdges) const;

private:
    std::vector<std::uint32_t> m_count;
    std::vector<std::uint32_t> m_kind; ///< of each edge: those that swaps map on each other; empty: nothing is alike
    std::vector<double> m_edges;       ///< how many are of a kind
};

} // namespace rackwright
