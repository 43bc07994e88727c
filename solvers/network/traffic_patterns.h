// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the cables of a network carry under the traffic of jobs: all to all, a permutation, ring and tree all-reduce,
// and all to all within rails. Each endpoint sends at its full rate; who sends to whom follows the order of devices.

#include "solvers/graph/traffic.h"
#include "solvers/network/design_fabric.h"

#include <array>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace rackwright {

/// Who sends to whom.
enum class TrafficPattern : std::uint8_t { AllToAll, Permutation, Ring, Tree, Rail };
template <>
struct EnumNames<TrafficPattern> {
    static constexpr std::array<std::string_view, 5> names = {"all-to-all", "permutation", "ring", "tree", "rail"};
};

/// Traffic of jobs over one network.
class NetworkTraffic {
public:
    /// The fabric must outlive it.
    explicit NetworkTraffic(const NetworkFabric& fabric);

    const TrafficSolver& solver() const { return m_solver; }
    /// Nothing where the fabric is not known, or too large for the pattern.
    std::optional<TrafficLoads> loads(TrafficPattern pattern, Spreading spreading = Spreading::Ideal,
                                      double flowsPerPair = 1) const;
    std::optional<SpreadLoads> spreadLoads(TrafficPattern pattern, const std::stop_token& stop = {}) const;

private:
    /// A port of a device, with all its lanes.
    struct End {
        std::uint32_t device = 0;
        std::uint16_t port = 0;
        std::uint32_t run = 0;
        double rate = 0; ///< units of the graph
    };
    using Group = std::vector<const End*>; ///< a rail: the ports of one place, one of each device or of its trays

    std::optional<TrafficDemand> demand(TrafficPattern pattern) const;

    const NetworkFabric& m_fabric;
    const TrafficSolver m_solver;
    std::vector<End> m_ends; ///< by device and port
    std::vector<Group> m_rails;
};

/// The load of each cable of the network by its place; 0 for those that are not in the graph.
std::vector<double> cableLoads(const NetworkFabric& fabric, const TrafficLoads& loads);

/// Parent of a rank in the first of NCCL's two binary trees; nothing for the root. The second tree is the first of the
/// ranks in reverse order (shifted by one where their number is odd).
std::optional<std::size_t> parentInTree(std::size_t rank, std::size_t ranks);

} // namespace rackwright
