// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rack inlet temperatures from a matrix of heat recirculation (Tang, Gupta, Varsamopoulos, CLUSTER 2007): a small dense
// linear system. Not the hot-spot map, which derives such a matrix from the floor plan.

#include <optional>
#include <vector>

namespace rackwright {

struct Recirculation {
    /// crossing[i][j]: share of the exhaust of i that enters the inlet of j.
    std::vector<std::vector<double>> crossing;
    std::vector<double> flowKwPerK; ///< heat capacity flow of each rack
    std::vector<double> powerKw;
    double supplyC = 0;
};

/// Inlet temperatures in C; nothing when the system has no single solution. All sizes must agree.
std::optional<std::vector<double>> recirculationInlets(const Recirculation& system);

/// Largest violation of the heat balance at an inlet, in kW, for a checker.
double recirculationResidual(const Recirculation& system, const std::vector<double>& inletsC);

} // namespace rackwright
