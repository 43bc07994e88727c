// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/finding_counts.h"

namespace rackwright {

void FindingCounts::add(const Finding& finding) {
    if (finding.state == RuleState::NotChecked)
        ++notChecked;
    else if (finding.state == RuleState::Accepted)
        ++accepted;
    else if (finding.severity == Severity::Error)
        ++errors;
    else if (finding.severity == Severity::Warning)
        ++warnings;
    else
        ++notes;
}

FindingCounts findingCounts(const CheckReport& report) {
    FindingCounts counts;
    for (const Finding& finding : report.findings)
        counts.add(finding);
    return counts;
}

Message message(const FindingCounts& counts) {
    return Message("findings.counted")
        .with("open", counts.open())
        .with("errors", counts.errors)
        .with("warnings", counts.warnings)
        .with("notes", counts.notes)
        .with("not-checked", counts.notChecked)
        .with("accepted", counts.accepted);
}

} // namespace rackwright
