// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rule engine: groups the verdicts of rules into findings (one cause, one finding), matches acceptances and counts
// the five states. It knows no rule; rules live in their domains.

#include "solvers/engine/finding.h"

#include <vector>

namespace rackwright {

struct RuleVerdicts {
    const Rule* rule = nullptr;
    const std::vector<Verdict>* verdicts = nullptr; ///< null when the rule could not be worked out
    std::optional<Error> error;
};

CheckReport reportOf(const std::vector<RuleVerdicts>& answers, const Table<AcceptedFinding>& accepted);

/// The row that accepts a finding as it stands.
AcceptedFinding acceptanceOf(const Finding& finding, Id<AcceptedFinding> id, std::string person, std::string date,
                             std::string reason);

// Verdicts in short, for rules.
Verdict passed(Subject subject);
Verdict notApplicable(Subject subject);
/// `missing` is the key of the input to enter.
Verdict notChecked(Subject subject, std::string missing, Message message);

} // namespace rackwright
