// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far endpoints are apart and how traffic loads the cables of a fabric, as a fluid with an equal split over all
// cables on a shortest path at each hop. No flows, packets or time; reports, figures and the command line use it.

#include "solvers/fabric/collapse.h"

#include <cstdint>
#include <optional>
#include <vector>

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

/// Of one graph alone, see TrafficSolver.
std::optional<FabricTraffic> trafficOf(const FabricGraph& graph);

/// Endpoints of one run of a graph that send to endpoints of another, in units of its capacity, all together.
struct TrafficStream {
    std::uint32_t from = 0, to = 0;
    double amount = 0;
};

/// Loads of the cables of a graph as shares of their capacity, in the direction that is fuller.
struct TrafficLoads {
    bool isConnected = false;
    std::vector<double> ofLink; ///< as the links of the graph
    std::vector<double> ofRun;  ///< as its runs of endpoints; 0 where they are glued
    double worst = 0;           ///< of all
    double worstTrunk = 0;      ///< of links between switches
};

/// Asks one fabric, collapsed once, for several kinds of traffic; the graph must outlive it. No answer where there are
/// fewer than two endpoints or it would take too long.
class TrafficSolver {
public:
    explicit TrafficSolver(const FabricGraph& graph);

    std::optional<FabricTraffic> summary() const;
    /// Every endpoint sends to all others in equal parts, at the mean rate of all.
    std::optional<TrafficLoads> allToAll() const;
    std::optional<TrafficLoads> of(const std::vector<TrafficStream>& streams) const;

private:
    const FabricGraph& m_graph;
    CollapsedGraph m_small;
};

} // namespace rackwright
