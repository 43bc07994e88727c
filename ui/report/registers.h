// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The registers of a proposal as schedules: figures by number, rule-check report, assumptions and RFIs, compliance and
// responsibility matrices. They are made of the project, check report and judged requirements, and work nothing out.

#include "ui/paint/palette.h"
#include "ui/report/report_input.h"

namespace rackwright {

/// "at least 1,024", "at most 1,800 kW"; empty of a sentence that no figure decides.
std::string targetText(const Requirement& requirement, const Texts& texts);

/// The figures that the proposal prints, under the same numbers.
Schedule figureSchedule(const ReportInput& input, const Texts& texts);
Schedule ruleCheckSchedule(const ReportInput& input, const Texts& texts);
Schedule assumptionSchedule(const ReportInput& input, const Texts& texts);
Schedule complianceSchedule(const ReportInput& input, const Texts& texts);
Schedule responsibilitySchedule(const ReportInput& input, const Texts& texts);

/// What hangs on a request, as it stands now.
std::string effectText(const Project& project, const Rfi& rfi, const Texts& texts);
/// "met", "not met (R. Meier, 2026-06-01)", "open" of a sentence that nobody judged.
std::string verdictText(const RequirementAnswer& answer, const Texts& texts);
/// The colour that it is written in.
Ink verdictInk(Compliance compliance);

/// Those of the five that the input does not have.
std::vector<Schedule> registersOf(const ReportInput& input, const Texts& texts);

/// Puts in those of the five that the input does not have.
void addRegisters(ReportInput& input, const Texts& texts);

/// Names of the subjects of a finding, runs of like names shortened ("A05, A06, A07 and 5 more").
std::string placesOf(const Context& context, const std::vector<Subject>& subjects, const Texts& texts);

/// "41.2 kW" of a measured value or limit of a finding; empty when there is none.
std::string amountOf(const Context& context, const std::optional<Value>& value, const std::string& unit,
                     const Texts& texts);

} // namespace rackwright
