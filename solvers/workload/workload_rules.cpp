// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/workload/workload_rules.h"

namespace rackwright {

std::string inputOf(const Workload& workload, std::string_view parameter) {
    return std::string("workload:").append(workload.name).append(":").append(parameter);
}

Verdict openVerdict(Subject subject, const std::string& name, std::string missing) {
    return notChecked(subject, std::move(missing), Message("rule.not-checked").with("subject", name));
}

Verdict failedVerdict(Subject subject, Severity severity, Message message, std::string cause) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = severity;
    verdict.subject = subject;
    verdict.message = std::move(message);
    verdict.cause = std::move(cause);
    return verdict;
}

Rule makeWorkloadRule(std::string id, std::string reference, Reads reads, bool (*isMeant)(const Workload&),
                      WorkloadCheck check) {
    return makeRule(
        std::move(id), PowerBasis::None, std::move(reference),
        [isMeant, check = std::move(check)](const Context& context) {
            std::vector<Verdict> verdicts;
            for (const Workload& workload : context.design().workloads)
                if (isMeant(workload))
                    check(context, workload, verdicts);
                else
                    verdicts.push_back(notApplicable(subjectOf(workload)));
            return verdicts;
        },
        std::move(reads));
}

} // namespace rackwright
