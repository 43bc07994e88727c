// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How rules of workloads are made, and the verdicts that they have in common. Used by the domains of training, inference
// and storage; what is judged is their business.

#include "solvers/engine/judging.h"
#include "solvers/workload/job.h"

namespace rackwright {

/// "workload:<name>:<parameter>", an input to enter.
std::string inputOf(const Workload& workload, std::string_view parameter);

/// Not checked: `missing` is the key of the input to enter.
Verdict openVerdict(Subject subject, const std::string& name, std::string missing);
/// Verdicts of one `cause` are one finding.
Verdict failedVerdict(Subject subject, Severity severity, Message message, std::string cause);

/// One workload after the other; those that `isMeant` says no of have nothing to judge.
using WorkloadCheck = std::function<void(const Context&, const Workload&, std::vector<Verdict>&)>;
Rule makeWorkloadRule(std::string id, std::string reference, Reads reads, bool (*isMeant)(const Workload&),
                      WorkloadCheck check);

} // namespace rackwright
