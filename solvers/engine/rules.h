// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rule engine: groups the verdicts of rules into findings (one cause, one finding), matches acceptances and counts
// the five states. It knows no rule; rules live in their domains.

#include "solvers/engine/finding.h"

#include <vector>

namespace rackwright {

/// What one rule found, before acceptances.
struct RuleSummary {
    struct Cause {
        Finding finding; ///< Failed or NotChecked
        std::size_t verdicts = 0;
        bool operator==(const Cause&) const = default;
    };
    std::size_t passed = 0, notApplicable = 0;
    std::vector<Cause> causes;
    bool operator==(const RuleSummary&) const = default;
};

/// Counts verdicts that passed or do not apply; the others are kept for summary().
class VerdictSorter {
public:
    /// `verdict` must live until the summary is made where it did not pass.
    void add(const Verdict& verdict);
    /// `passed` and `notApplicable` with the other verdicts, which must live until the summary is made.
    void add(std::size_t passed, std::size_t notApplicable, const std::vector<Verdict>& others);
    RuleSummary summary(const Rule& rule) const;

private:
    std::size_t m_passed = 0, m_notApplicable = 0;
    std::vector<const Verdict*> m_open;
};

struct RuleResult {
    const Rule* rule = nullptr;
    const RuleSummary* summary = nullptr; ///< null when the rule could not be worked out
    std::optional<Error> error;
};

/// Findings in the order of CheckReport, with the acceptances that still hold.
CheckReport reportOf(const std::vector<RuleResult>& results, const Table<AcceptedFinding>& accepted);

/// The row that accepts a finding as it stands.
AcceptedFinding acceptanceOf(const Finding& finding, Id<AcceptedFinding> id, std::string person, std::string date,
                             std::string reason);

/// All verdicts of a rule that judges the design alone, not figures.
std::vector<Verdict> verdictsOf(const Rule& rule, const Context& context);

// Verdicts in short, for rules.
Verdict passed(Subject subject);
Verdict notApplicable(Subject subject);
/// `missing` is the key of the input to enter.
Verdict notChecked(Subject subject, std::string missing, Message message);

} // namespace rackwright
