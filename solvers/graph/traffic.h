// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far endpoints are apart and how traffic loads the cables of a fabric along shortest ways, under three named
// assumptions of how switches spread it. No packets or time; reports, figures and the command line use it.

#include "model/base/fields.h"
#include "solvers/graph/collapse.h"
#include "solvers/graph/flow_hashing.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace rackwright {

/// How switches spread traffic over the cables that lead to the same place.
enum class Spreading : std::uint8_t {
    Ideal,    ///< every switch splits all equally over its next cables, as spraying each packet comes to
    Adaptive, ///< the split over all shortest ways whose fullest cable is least full: no such routing does better
    Hashed,   ///< each flow on one next cable of each switch by a hash: the fullest cable on the mean
    Hashed99  ///< the same, 99th percentile over the hashes
};
template <>
struct EnumNames<Spreading> {
    static constexpr std::array<std::string_view, 4> names = {"ideal", "adaptive", "hashed", "hashed-99"};
};

/// Loads are for one unit of capacity sent by each endpoint: 1 means that a cable of one unit is full.
struct FabricTraffic {
    bool isConnected = false;
    std::int64_t pairs = 0;    ///< ordered pairs of distinct endpoints
    std::int64_t diameter = 0; ///< links
    double meanDistance = 0;
    double allToAllMax = 0;                   ///< each endpoint sends to all others in equal parts
    double shiftHalfMax = 0;                  ///< endpoint i sends to endpoint i + floor(N/2); 0: not asked
    std::uint32_t worstFrom = 0, worstTo = 0; ///< items of the collapsed fabric with the highest load of all-to-all
};

/// What a summary tells of loads; the shift by half takes a search for each end of the fabric.
enum class SummaryOf : std::uint8_t { AllToAll, AllToAllAndShift };

/// Of one graph alone, see TrafficSolver.
std::optional<FabricTraffic> trafficOf(const FabricGraph& graph, SummaryOf what = SummaryOf::AllToAllAndShift);

/// Endpoints of one run of a graph that send to endpoints of another, in units of its capacity, all together.
struct TrafficStream {
    std::uint32_t from = 0, to = 0;
    double amount = 0;
    double pairs = 1; ///< of endpoints that talk
};

/// Who sends to whom: streams, or each endpoint to all others in equal parts at the mean rate of all.
struct TrafficDemand {
    bool isAllToAll = false;
    std::vector<TrafficStream> streams;
};

/// Loads of the cables of a graph as shares of their capacity, in the direction that is fuller.
struct TrafficLoads {
    bool isConnected = false;   ///< all that is sent has a way
    std::vector<double> ofLink; ///< as the links of the graph
    std::vector<double> ofRun;  ///< as its runs of endpoints; 0 where they are glued
    double worst = 0;           ///< of all
    double worstTrunk = 0;      ///< of links between switches
};

/// The fullest cable of one demand under each way of spreading.
struct SpreadLoads {
    bool isConnected = false; ///< all that is sent has a way
    double ideal = 0;
    std::optional<double> adaptive;
    double adaptiveBound = 0;         ///< no spread over shortest ways loads the fullest cable less
    std::vector<HashedCables> hashed; ///< see fullestCable(); empty where it would take too long
};

/// Asks one fabric, collapsed once, for several kinds of traffic; the graph must outlive it. No answer where there are
/// fewer than two endpoints or it would take too long.
class TrafficSolver {
public:
    explicit TrafficSolver(const FabricGraph& graph);

    /// Distances, and loads of the fullest cable under ideal spreading.
    std::optional<FabricTraffic> summary(SummaryOf what) const;
    /// For the ways of hashing, of the fullest cable of each link.
    std::optional<TrafficLoads> loads(const TrafficDemand& demand, Spreading spreading = Spreading::Ideal,
                                      double flowsPerPair = 1) const;
    /// Stopped, it answers soon with wider bounds.
    std::optional<SpreadLoads> spreadLoads(const TrafficDemand& demand, const std::stop_token& stop = {}) const;

private:
    struct Asked;
    Asked asked(const TrafficDemand& demand) const;

    const FabricGraph& m_graph;
    CollapsedGraph m_small;
};

} // namespace rackwright
