// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many checks of each rule came out how: what a document says of a rule besides its findings. It judges the rules
// once more, since a solution keeps findings alone; who shows a list of rules asks for it, no drag does.

#include "solvers/engine/solution.h"

#include <vector>

namespace rackwright {

/// A rule with none but inapplicable checks, or with none at all, says nothing of the design.
struct RuleCounts {
    const Rule* rule = nullptr;
    std::size_t passed = 0, failed = 0, accepted = 0, notApplicable = 0, notChecked = 0;
    bool isBroken = false; ///< it could not be worked out
    bool operator==(const RuleCounts&) const = default;

    /// The worst of its checks: failed, not checked, accepted, passed, not applicable.
    RuleState state() const;
};

/// Judges the rule anew over the solution's snapshot.
RuleCounts ruleCounts(const Solution& solution, const Rule& rule);

/// Of every rule of the program, in their order; in a solution of all domains they add up to the counts of its report.
std::vector<RuleCounts> ruleCounts(const Solution& solution);

} // namespace rackwright
