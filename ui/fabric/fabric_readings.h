// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the bundles of a network's drawing are coloured by beside their shape: load under some traffic, medium, what a
// loss takes, and the cables of the bisection's cut. Worked out on a worker from a solution; it draws nothing.

#include "solvers/engine/solution.h"
#include "solvers/network/failures.h"
#include "solvers/network/traffic_patterns.h"
#include "ui/paint/fabric_drawing.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace rackwright {

/// What is asked beside the layout.
struct FabricQuestion {
    FabricColouring colouring = FabricColouring::Tier;
    TrafficPattern pattern = TrafficPattern::AllToAll;
    Spreading spreading = Spreading::Ideal;
    double flowsPerPair = 1; ///< where they are hashed
    Loss loss;
    std::shared_ptr<const Cut> cut;                  ///< to show; null: the one of the figure
    BisectionLevel level = BisectionLevel::Endpoint; ///< of the cut
};

/// Of the network as the solution has it: cables that the layout does not know count nowhere. Stopped, they are of a
/// part or of nothing.
FabricReadings fabricReadings(const Solution& solution, const FabricLayout& layout, Id<Network> network,
                              const FabricQuestion& question, const std::stop_token& stop = {});

} // namespace rackwright
