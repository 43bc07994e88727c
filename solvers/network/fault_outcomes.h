// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What one fault leaves of a network, for its report: a bisection for each class of losses as long as a budget of work
// lasts, with bounds where they say enough. The table of failures, with loads and modules too, is not
// made here.

#include "solvers/network/design_fabric.h"
#include "solvers/network/network_report.h"

#include <future>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rackwright {

struct FaultOutcomes {
    std::vector<FaultOutcome> worked;
    std::int64_t leftOut = 0; ///< classes beyond the budget that may be worse than those worked out
};

/// Of a network whose bisections the report knows already.
FaultOutcomes faultOutcomes(const Context& context, const NetworkFabric& fabric, const NetworkReport& whole,
                            const std::stop_token& stop);

std::optional<BisectionSummary> summaryOf(const FabricGraph& graph, const std::stop_token& stop);

/// A thread of its own pays off from some thousand cables on.
std::launch howToRun(std::size_t cables);

} // namespace rackwright
