// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The table of rule cases: designs that a rule just passes, just fails or cannot check, with what it must answer.
// tst_rules runs them all; a rule without one of the three fails there.

#include "solvers/engine/context.h"
#include "solvers/engine/finding.h"

#include <functional>
#include <string>
#include <vector>

namespace rackwright::fixture {

struct RuleCase {
    std::string name;
    std::string rule;
    std::function<Snapshot()> make;
    RuleState state = RuleState::Passed;
    Severity severity = Severity::Note; ///< when failed
    std::string message;                ///< id; empty: any
};

std::vector<RuleCase> cablingCases();
std::vector<RuleCase> coolingCases();
std::vector<RuleCase> facilityCases();
std::vector<RuleCase> fabricCases();
std::vector<RuleCase> powerCases();
std::vector<RuleCase> quoteCases();
std::vector<RuleCase> readinessCases();
std::vector<RuleCase> storageCases();
std::vector<RuleCase> inferenceCases();
std::vector<RuleCase> trainingCases();

} // namespace rackwright::fixture
