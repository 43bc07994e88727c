// SPDX-License-Identifier: GPL-3.0-or-later
// All rules of the program by the table of rule_cases.h; a rule that lacks a passing, a failing or a not-checked case
// fails here, so a new rule comes with its cases.
#include "solvers/engine/rules.h"
#include "solvers/engine/solution.h"
#include "tests/solvers/rule_cases.h"
#include "tests/support/sample_findings.h"
#include "tests/support/suite.h"

#include <QTest>

#include <set>

using namespace rackwright;
using fixture::RuleCase;

namespace {

const std::vector<RuleCase>& allCases() {
    static const std::vector<RuleCase> list = [] {
        std::vector<RuleCase> cases = fixture::facilityCases();
        std::ranges::move(fixture::coolingCases(), std::back_inserter(cases));
        std::ranges::move(fixture::powerCases(), std::back_inserter(cases));
        std::ranges::move(fixture::quoteCases(), std::back_inserter(cases));
        std::ranges::move(fixture::readinessCases(), std::back_inserter(cases));
        std::ranges::move(fixture::storageCases(), std::back_inserter(cases));
        std::ranges::move(fixture::cablingCases(), std::back_inserter(cases));
        std::ranges::move(fixture::inferenceCases(), std::back_inserter(cases));
        std::ranges::move(fixture::fabricCases(), std::back_inserter(cases));
        std::ranges::move(fixture::trainingCases(), std::back_inserter(cases));
        return cases;
    }();
    return list;
}

std::vector<Verdict> verdictsOf(const Rule& rule, const Snapshot& snapshot) {
    if (!rule.checkFigures)
        return verdictsOf(rule, Context(snapshot));
    const SolutionPtr solution = solve(snapshot, sampleDomains(), {{}, 1});
    return rule.checkFigures(solution->context(), *solution);
}

// The worst that a rule says: failed before not checked before the rest, then by severity.
Verdict worstOf(const std::vector<Verdict>& verdicts) {
    Verdict worst;
    for (const Verdict& verdict : verdicts) {
        const bool isWorse = verdict.state == RuleState::Failed &&
                             (worst.state != RuleState::Failed || verdict.severity > worst.severity);
        const bool isOpen = verdict.state == RuleState::NotChecked && worst.state == RuleState::Passed;
        if (isWorse || isOpen)
            worst = verdict;
    }
    return worst;
}

// By the names of both: "cooling.coil-approach" and "COOL-06".
bool isAbout(std::string_view setting, std::string_view rule) {
    const auto begins = [&](std::string_view word) { return setting.starts_with(word); };
    if (rule.starts_with("POWER") || rule.starts_with("SITE"))
        return begins("power.");
    if (rule.starts_with("COOL"))
        return begins("cooling.");
    return (rule.starts_with("FLOOR") || rule.starts_with("RACK")) &&
           (begins("floor.") || begins("weight.") || begins("rack."));
}

} // namespace

class TestRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyRuleHasAllThree() {
        std::set<std::pair<std::string, RuleState>> covered;
        for (const RuleCase& test : allCases())
            covered.insert({test.rule, test.state});
        for (const Rule* rule : sampleDomains()->rules())
            for (const RuleState state : {RuleState::Passed, RuleState::Failed, RuleState::NotChecked})
                QVERIFY2(covered.contains({rule->id, state}),
                         (rule->id + " has no case that is " + std::string(enumName(state))).c_str());
    }
    void rule_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < allCases().size(); ++i)
            QTest::newRow(allCases()[i].name.c_str()) << i;
    }
    void rule() {
        QFETCH(std::size_t, index);
        const RuleCase& test = allCases()[index];
        const Rule* rule = sampleDomains()->findRule(test.rule);
        QVERIFY(rule);
        const std::vector<Verdict> verdicts = verdictsOf(*rule, test.make());
        // A rule that finds nothing to judge has not passed anything.
        QVERIFY(!verdicts.empty());
        const Verdict worst = worstOf(verdicts);
        QVERIFY2(worst.state == test.state, (std::string(enumName(worst.state)) + " " + worst.message.id).c_str());
        if (!test.message.empty())
            QCOMPARE(worst.message.id, test.message);
        if (test.state == RuleState::Failed)
            QCOMPARE(enumName(worst.severity), enumName(test.severity));
        if (test.state == RuleState::NotChecked)
            QVERIFY(!worst.missing.empty());
    }
    // Whatever just passes fails by no setting that nobody can read: it is passed without it, or not checked.
    void aSettingThatNobodyCanReadFailsNothing() {
        for (const RuleCase& test : allCases()) {
            const Rule* rule = sampleDomains()->findRule(test.rule);
            if (test.state != RuleState::Passed || rule->checkFigures)
                continue;
            const Snapshot snapshot = test.make();
            for (const Domain& domain : sampleDomains()->list())
                for (const SettingDefinition& setting : domain.settings) {
                    if (!isAbout(setting.key, test.rule))
                        continue;
                    auto project = std::make_shared<Project>(*snapshot.project);
                    std::vector<Id<Setting>> given;
                    for (const Setting& each : project->settings)
                        if (each.key == setting.key)
                            given.push_back(each.id);
                    project->settings = project->settings.with({}, given);
                    project->settings = project->settings.with(
                        {Id<Setting>{1'000'000'000}, std::string(setting.key), "what nobody can read", "test"});
                    const Snapshot changed{project, snapshot.option, snapshot.design};
                    for (const Verdict& verdict : verdictsOf(*rule, changed))
                        QVERIFY2(verdict.state != RuleState::Failed || verdict.severity == Severity::Note,
                                 (test.name + ": " + std::string(setting.key) + ": " + verdict.message.id).c_str());
                }
        }
    }
    void aRuleOfThumbIsNeverAnError() {
        for (const RuleCase& test : allCases())
            for (const Verdict& verdict : verdictsOf(*sampleDomains()->findRule(test.rule), test.make()))
                QVERIFY2(!verdict.isRuleOfThumb || verdict.state != RuleState::Failed ||
                             verdict.severity != Severity::Error,
                         test.name.c_str());
    }
};

RW_SUITE(TestRules)
#include "tst_rules.moc"
