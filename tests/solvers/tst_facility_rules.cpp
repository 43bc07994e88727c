// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of the facility rules: grouping by cause, keys, acceptance. The rules themselves are tested in tst_rules.
#include "solvers/cooling/cooling_domain.h"
#include "solvers/engine/rules.h"
#include "solvers/engine/solution.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/solvers/hall_fixture.h"

#include <QTest>

#include <algorithm>
#include <functional>

using namespace rackwright;
using fixture::Hall;

namespace {

DomainsPtr facilityDomains() {
    static const DomainsPtr domains = joined({spaceDomain(), powerDomain(), coolingDomain()});
    return domains;
}

void setAttribute(Part& part, std::string_view key, double si) {
    std::erase_if(part.attributes, [key](const Attribute& attribute) { return attribute.key == key; });
    part.attributes.push_back(fixture::number(key, si));
}
std::function<void(Hall&)> attributeIs(Id<PartRow> Hall::*part, std::string_view key, double si) {
    return [=](Hall& hall) { hall.changePart(hall.*part, [&](Part& p) { setAttribute(p, key, si); }); };
}
// Moves row B so that the aisle between the rows has this width (the rows are 3 m apart, racks 1.2 m deep).
std::function<void(Hall&)> aisleIs(std::int64_t mm) {
    return [=](Hall& hall) {
        for (std::size_t i = 4; i < 8; ++i)
            hall.change(&Design::racks, hall.racks[i],
                        [&](Rack& rack) { rack.centre.y = Length::millimetres(3'000 + 1'200 + mm); });
    };
}

} // namespace

class TestFacilityRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneCauseIsOneFinding() {
        Hall hall = fixture::hall();
        attributeIs(&Hall::rackPart, "static-load", 319)(hall);
        const auto solution = solve(hall.snapshot(), facilityDomains(), {{"space"}, 1});
        const auto& findings = solution->report().findings;
        const auto it = std::ranges::find_if(findings, [](const Finding& f) { return f.rule->id == "RACK-04"; });
        QVERIFY(it != findings.end());
        QCOMPARE(it->subjects.size(), std::size_t(8));
        QCOMPARE(std::ranges::count_if(findings, [](const Finding& f) { return f.rule->id == "RACK-04"; }), 1);
        QCOMPARE(it->measured->typical(), 320.0);
        QCOMPARE(it->limit->typical(), 319.0);
        // A new name changes nothing of the key.
        Hall renamed = hall;
        renamed.change(&Design::racks, renamed.racks[0], [](Rack& rack) { rack.name = "other"; });
        const auto again = solve(renamed.snapshot(), facilityDomains(), {{"space"}, 1});
        QVERIFY(std::ranges::any_of(again->report().findings, [&](const Finding& f) { return f.key == it->key; }));
    }
    void keysAreUnique() {
        Hall hall = fixture::hall();
        attributeIs(&Hall::rackPart, "static-load", 319)(hall);
        aisleIs(899)(hall);
        const auto solution = solve(hall.snapshot(), facilityDomains());
        std::vector<std::string> keys;
        for (const Finding& finding : solution->report().findings)
            keys.push_back(finding.key);
        std::ranges::sort(keys);
        QVERIFY(std::ranges::adjacent_find(keys) == keys.end());
    }
    void acceptanceEndsWhenFiguresChange() {
        Hall hall = fixture::hall();
        attributeIs(&Hall::rackPart, "static-load", 319)(hall);
        const auto find = [](const SolutionPtr& solution) {
            const auto& findings = solution->report().findings;
            return *std::ranges::find_if(findings, [](const Finding& f) { return f.rule->id == "RACK-04"; });
        };
        const auto before = solve(hall.snapshot(), facilityDomains());
        hall.project.acceptedFindings = hall.project.acceptedFindings.with(
            acceptanceOf(find(before), hall.ids.take<AcceptedFinding>(), "A. Architect", "2025-01-01", "braced"));
        const auto accepted = solve(hall.snapshot(), facilityDomains());
        QCOMPARE(find(accepted).state, RuleState::Accepted);
        QCOMPARE(accepted->report().accepted, std::size_t(8));
        QCOMPARE(accepted->report().failed + 8, before->report().failed);
        attributeIs(&Hall::rackPart, "static-load", 318)(hall);
        attributeIs(&Hall::nodePart, "weight", 131)(hall);
        const auto changed = solve(hall.snapshot(), facilityDomains());
        QCOMPARE(find(changed).state, RuleState::Failed);
    }
    void ruleOfThumbIsAWarningAtMost() {
        Verdict verdict;
        verdict.state = RuleState::Failed;
        verdict.severity = Severity::Error;
        verdict.message = Message("x");
        verdict.isRuleOfThumb = true;
        Rule rule;
        rule.id = "X-01";
        VerdictSorter sorter;
        sorter.add(verdict);
        const RuleSummary summary = sorter.summary(rule);
        const CheckReport report = reportOf({{&rule, &summary, {}}}, {});
        QCOMPARE(report.findings.front().severity, Severity::Warning);
    }
};

QTEST_APPLESS_MAIN(TestFacilityRules)
#include "tst_facility_rules.moc"
