// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/readiness/readiness.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/solvers/rule_cases.h"

namespace rackwright::fixture {

namespace {

/// Every row answered with a word by somebody, but the one named with another.
std::function<Snapshot()> answered(std::string word, std::string but = {}, std::string butWord = {}) {
    return [=] {
        FabricHall hall = fabricHall();
        for (const SettingDefinition& row : readinessSettings())
            hall.setSetting(row.key, row.key == but ? butWord : word,
                            signatureText({"A. Owner", "2026-05-04", "site visit"}));
        return hall.snapshot();
    };
}

/// A stack that somebody states; all rows but the one of driver and CUDA are answered.
Snapshot stated(std::initializer_list<std::pair<const char*, const char*>> statements) {
    FabricHall hall = fabricHall();
    for (const SettingDefinition& row : readinessSettings())
        if (row.key != "readiness.software.driver")
            hall.setSetting(row.key, "pass", signatureText({"A. Owner", "2026-05-04", "site visit"}));
    for (const auto& [key, value] : statements)
        hall.setSetting(key, value, signatureText({"A. Owner", "2026-05-04", "build sheet"}));
    return hall.snapshot();
}

Snapshot withHeads(int heads) {
    FabricHall hall = fabricHall();
    for (int i = 1; i <= heads; ++i)
        hall.addUnplaced(hall.memberPart, "head-" + std::to_string(i), "head");
    return hall.snapshot();
}

} // namespace

std::vector<RuleCase> readinessCases() {
    return {{"SITE-01 all rows answered", "SITE-01", answered("pass"), RuleState::Passed, Severity::Note, {}},
            {"SITE-01 one row fails", "SITE-01", answered("pass", "readiness.security.tenants", "fail"),
             RuleState::Failed, Severity::Note, "rule.SITE-01.answered"},
            {"SITE-01 a row that is advised fails", "SITE-01", answered("pass", "readiness.power.hvdc", "fail"),
             RuleState::Passed, Severity::Note, {}},
            {"SITE-01 one row open", "SITE-01", answered("pass", "readiness.security.tenants", "unknown"),
             RuleState::NotChecked, Severity::Note, {}},
            {"SITE-01 one head node", "SITE-01", [] { return withHeads(1); }, RuleState::Failed, Severity::Note,
             "readiness.evidence.heads"},
            {"SITE-01 two head nodes", "SITE-01", [] { return withHeads(2); }, RuleState::Passed, Severity::Note, {}},
            {"SITE-01 the driver is too old for CUDA", "SITE-01",
             [] { return stated({{"stack.driver", "525"}, {"stack.cuda", "12.8"}}); }, RuleState::Failed,
             Severity::Note, "readiness.evidence.guide"},
            {"SITE-01 driver and CUDA go together", "SITE-01",
             [] { return stated({{"stack.driver", "570"}, {"stack.cuda", "12.8"}}); }, RuleState::Passed,
             Severity::Note, {}}};
}

} // namespace rackwright::fixture
