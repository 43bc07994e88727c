// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Equal-cost multipath as a fluid on a collapsed fabric: what flows over each edge when all endpoints send to each
// other and when given streams flow. Internal to traffic; no flows, packets or time.

#include "solvers/graph/collapse.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rackwright {

/// Endpoints of one item that send to endpoints of another, all together.
struct EcmpStream {
    std::uint32_t from = 0, to = 0;
    double amount = 0;
};

/// Flows are of directed edges in the order of the fabric's adjacency; all cables of an edge together.
struct EcmpFlows {
    bool isConnected = false;  ///< a way leads to each target from all that send to it
    bool isTree = false;       ///< the items are joined by one way each
    std::int64_t diameter = 0; ///< links
    double distances = 0;      ///< links, summed over ordered pairs of endpoints
    std::vector<double> all;   ///< each endpoint sends one unit to all others in equal parts
    std::vector<double> given; ///< the streams
};

/// What streams are asked for beside all-to-all, or alone.
enum class EcmpDemand : std::uint8_t { Both, StreamsOnly };

/// Nothing when it would take too long. Streams need no order.
std::optional<EcmpFlows> ecmpFlows(const CollapsedGraph& fabric, std::vector<EcmpStream> streams, EcmpDemand demand);

/// Capacity of all cables of an edge that leaves an item.
double ecmpCapacity(const CollapsedGraph& fabric, std::uint32_t from, const Adjacency::Edge& edge);

} // namespace rackwright
