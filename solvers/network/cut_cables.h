// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which cables of a network the cheapest known cut into halves goes through: the witness of the bisection's upper bound
// in the words of the design. The fabric workspace shows them.

#include "solvers/network/design_fabric.h"
#include "solvers/network/network_report.h"

#include <cstdint>
#include <vector>

namespace rackwright {

/// One a cable of the network: 1 where it is cut. Empty where there is nothing to split. Of equal endpoints on one
/// switch the first cables stand for all.
std::vector<std::uint8_t> cutCables(const NetworkFabric& fabric, BisectionLevel level = BisectionLevel::Endpoint);
/// The same of a cut that is known, as of a bound that was refined. Empty where it is of another fabric.
std::vector<std::uint8_t> cutCables(const NetworkFabric& fabric, const Cut& cut,
                                    BisectionLevel level = BisectionLevel::Endpoint);

} // namespace rackwright
