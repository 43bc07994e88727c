// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Findings for the verbs: as lines for people and as JSON for machines. It judges nothing.

#include "app/json_writer.h"
#include "solvers/engine/rule_counts.h"
#include "solvers/engine/schedule.h"
#include "solvers/requirements/requirements.h"
#include "ui/text/texts.h"

#include <string>
#include <vector>

namespace rackwright {

/// One finding as some lines: severity, rule, what was found where, and the advice.
std::string findingText(const Context& context, const Finding& finding, const Texts& texts);

/// A line for each rule: how many of its checks came out how.
std::string ruleLines(const std::vector<RuleCounts>& rules, const Texts& texts);
/// "Findings: 2 open (errors 1, ...", and on a line of its own "Checks: 120 passed, 3 failed, 1 accepted, ...".
std::string countsLines(const CheckReport& report, const Texts& texts);

/// Members "findings", "findingCounts" and "counts" (of checks) of the object that is open.
void writeReport(JsonWriter& json, const Context& context, const CheckReport& report, const Texts& texts,
                 Edition edition = Edition::Internal);

/// Member "rules": each with its state and counts.
void writeRules(JsonWriter& json, const std::vector<RuleCounts>& rules, const Texts& texts);

/// Member "requirements" of the object that is open: each as it is judged, value and target in one unit.
void writeRequirements(JsonWriter& json, const Context& context, const FigureTable& figures,
                       Edition edition = Edition::Internal);

} // namespace rackwright
