// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_findings.h"

#include "solvers/domains.h"

#include "model/text/csv.h"

namespace rackwright {

DomainsPtr sampleDomains() {
    static const DomainsPtr domains = joined(programDomains());
    return domains;
}

namespace {

std::string line(const std::vector<std::string>& cells) {
    std::string text;
    for (const std::string& cell : cells)
        text += (text.empty() ? "" : ",") + csvCell(cell);
    return text + '\n';
}

} // namespace

std::string findingsText(const Solution& solution) {
    std::string text = line({"state", "severity", "rule", "count", "subjects"});
    for (const Finding& finding : solution.report().findings) {
        std::string subjects;
        for (const Subject& subject : finding.subjects) {
            const std::string label = subjectLabel(solution.context(), subject);
            subjects += (subjects.empty() ? "" : "; ") + (label.empty() ? std::string("design") : label);
        }
        text += line({std::string(enumName(finding.state)), std::string(enumName(finding.severity)), finding.rule->id,
                      std::to_string(finding.subjects.size()), subjects});
    }
    return text;
}

} // namespace rackwright
