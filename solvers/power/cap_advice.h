// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The power cap of all accelerators that takes a load off a rack or a site, with what it costs in throughput where a
// table of that accelerator says so. Rules name it in their advice; nothing is capped by it.

#include "solvers/engine/context.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rackwright {

/// Below this share of its limit no cap is advised: the lowest of the table, else half.
double leastCapShare(const Part& accelerator);

struct CapAdvice {
    double watts = 0;                              ///< of each accelerator
    std::string accelerators;                      ///< "NVIDIA B200 SXM 180GB"; of several kinds the first
    std::optional<std::pair<double, double>> loss; ///< low and high share; nothing where no table exists
};

/// Nothing where limits of accelerators are not known, where devices are capped already, or where no cap takes off as
/// much.
std::optional<CapAdvice> capThatSaves(const Context& context, const std::vector<PartCount>& groups, double watts);

} // namespace rackwright
