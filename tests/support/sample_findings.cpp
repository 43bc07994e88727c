// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_findings.h"

#include "model/text/csv.h"
#include "solvers/cabling/cabling_domain.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/fabric/fabric_domain.h"
#include "solvers/inference/inference_domain.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "solvers/storage/storage_domain.h"
#include "solvers/training/training_domain.h"

namespace rackwright {

DomainsPtr sampleDomains() {
    static const DomainsPtr domains =
        joined({spaceDomain(), powerDomain(), coolingDomain(), fabricDomain(), storageDomain(), trainingDomain(),
                inferenceDomain(), costDomain(), cablingDomain()});
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
