// SPDX-License-Identifier: GPL-3.0-or-later
// The readiness checklist: what a design decides, what persons answer, the stack's and compliance's settings, and the
// sheet of acceptance tests.
#include "model/file/design_text.h"
#include "solvers/domains.h"
#include "solvers/engine/solution.h"
#include "solvers/readiness/readiness.h"
#include "solvers/readiness/readiness_domain.h"
#include "solvers/storage/figures.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/solvers/storage_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace rackwright;
using fixture::FabricHall;

namespace {

std::vector<ReadinessRow> rowsOf(const FabricHall& hall) {
    const SolutionPtr solution = solve(hall.snapshot(), joined(programDomains()));
    return readinessRows(solution->context(), *solution);
}

ReadinessRow rowOf(const FabricHall& hall, std::string_view name) {
    for (ReadinessRow& row : rowsOf(hall))
        if (row.key == "readiness." + std::string(name))
            return row;
    return {};
}

} // namespace

class TestReadiness : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyAreaHasRows() {
        std::set<ReadinessArea> areas;
        for (const ReadinessRow& row : rowsOf(fixture::fabricHall()))
            areas.insert(row.area);
        QCOMPARE(areas.size(), EnumNames<ReadinessArea>::names.size());
    }
    void theDesignDecidesWhatItKnows() {
        FabricHall hall = fixture::fabricHall();
        QCOMPARE(rowOf(hall, "network.technology").state, ReadinessState::Pass);
        hall.change(&Design::networks, hall.network,
                    [](Network& network) { network.protocol = FabricProtocol::Ethernet; });
        QCOMPARE(rowOf(hall, "network.technology").state, ReadinessState::Unknown);
        QCOMPARE(rowOf(hall, "network.three").state, ReadinessState::Fail);
        QCOMPARE(rowOf(hall, "security.tenants").state, ReadinessState::Unknown);
        QCOMPARE(rowOf(hall, "software.heads").state, ReadinessState::Unknown);
        hall.addUnplaced(hall.memberPart, "head-1", "head");
        QCOMPARE(rowOf(hall, "software.heads").state, ReadinessState::Fail);
        hall.addUnplaced(hall.memberPart, "head-2", "head");
        QCOMPARE(rowOf(hall, "software.heads").state, ReadinessState::Pass);
    }
    // Rates are told as rates: what the pools write against what the jobs ask them to write.
    void checkpointsAreToldInGigabytesASecond() {
        fixture::StorageHall hall = fixture::storageHall();
        const SolutionPtr solution = solve(hall.snapshot(), joined(programDomains()));
        const Value demand =
            solution->find(figure_of::storageWriteDemand, subjectOf(*hall.design.workloads.begin()))->value;
        QVERIFY(demand.isKnown() && demand.typical() > 1e6);
        for (const ReadinessRow& row : readinessRows(solution->context(), *solution))
            if (row.key == "readiness.storage.checkpoint-rate") {
                const auto it = std::ranges::find(row.evidence.arguments, "demand", &Argument::name);
                QVERIFY(it != row.evidence.arguments.end());
                QCOMPARE(std::get<UnitNumber>(it->value).value, demand.typical() / 1e9);
            }
    }
    // What neither the design nor a person says is open in every row: nothing is green by itself.
    void anEmptyDesignPassesNothing() {
        fixture::Hall hall;
        const SolutionPtr solution = solve(hall.snapshot(), joined(programDomains()));
        for (const ReadinessRow& row : readinessRows(solution->context(), *solution))
            QVERIFY2(row.state == ReadinessState::Unknown || row.state == ReadinessState::NotApplicable,
                     row.key.c_str());
        QVERIFY(!isReadinessBegun(solution->context()));
    }
    void anAnswerNeedsAName() {
        FabricHall hall = fixture::fabricHall();
        hall.setSetting("readiness.security.tenants", "pass", " |  | ");
        QCOMPARE(rowOf(hall, "security.tenants").state, ReadinessState::Unknown);
        hall.setSetting("readiness.security.tenants", "pass",
                        signatureText({"A. Owner", "2026-05-04", "audit | May"}));
        const ReadinessRow row = rowOf(hall, "security.tenants");
        QCOMPARE(row.state, ReadinessState::Pass);
        QVERIFY(row.by && *row.by == (ReadinessSignature{"A. Owner", "2026-05-04", "audit / May"}));
        // A person stands over what is computed, which is still told.
        hall.setSetting("readiness.network.technology", "fail", signatureText({"B", "2026-05-04", "not delivered"}));
        QCOMPARE(rowOf(hall, "network.technology").state, ReadinessState::Fail);
        QCOMPARE(rowOf(hall, "network.technology").computed, ReadinessState::Pass);
    }
    // Answers are settings: a file keeps them, whole, and brings them back.
    void aFileKeepsAnswers() {
        FabricHall hall = fixture::fabricHall();
        hall.setSetting("readiness.security.tenants", "fail",
                        signatureText({"Ö. Owner", "2026-05-04", "audit, \"May\"\nsecond line"}));
        hall.setSetting("stack.nccl", "2.28", signatureText({"A", "2026-05-04", "image 7"}));
        const Snapshot snapshot = hall.snapshot();
        const std::string text = designText({snapshot.project, 1'000'000});
        const Result<Document> read = readDesignText(text, "kept.rkw.json");
        QVERIFY(read.has_value());
        QVERIFY(read->project->settings == snapshot.project->settings);
    }
    void theStackIsJudgedByItsGuides() {
        FabricHall hall = fixture::fabricHall();
        const auto say = [&](const char* key, const char* value) { hall.setSetting(key, value, "A"); };
        QCOMPARE(rowOf(hall, "software.driver").state, ReadinessState::Unknown);
        say("stack.driver", "535");
        say("stack.cuda", "12.5");
        QCOMPARE(rowOf(hall, "software.driver").state, ReadinessState::Fail);
        say("stack.driver", "555");
        QCOMPARE(rowOf(hall, "software.driver").state, ReadinessState::Pass);
        say("stack.os", "Ubuntu 24.04 LTS");
        QCOMPARE(rowOf(hall, "software.os").state, ReadinessState::Pass);
        say("stack.driver", "535");
        QCOMPARE(rowOf(hall, "software.os").state, ReadinessState::Fail);
        say("stack.os", "Flatcar / Bottlerocket");
        say("stack.filesystem", "lustre");
        QCOMPARE(rowOf(hall, "software.os").state, ReadinessState::Fail);
        QCOMPARE(rowOf(hall, "storage.lustre-client").state, ReadinessState::Unknown);
        say("stack.lustre-client", "2.14");
        say("stack.lustre-server", "2.15");
        QCOMPARE(rowOf(hall, "storage.lustre-client").state, ReadinessState::Fail);
        say("stack.lustre-client", "2.15");
        QCOMPARE(rowOf(hall, "storage.lustre-client").state, ReadinessState::Pass);
        say("stack.cuda", "13.0");
        say("stack.nccl", "2.20");
        QCOMPARE(rowOf(hall, "software.nccl").state, ReadinessState::Fail);
        say("stack.nccl", "2.28");
        QCOMPARE(rowOf(hall, "software.nccl").state, ReadinessState::Pass);
        say("stack.scheduler", "kubernetes");
        QCOMPARE(rowOf(hall, "software.scheduler").state, ReadinessState::Unknown);
        say("stack.gang", "none");
        QCOMPARE(rowOf(hall, "software.scheduler").state, ReadinessState::Fail);
        QCOMPARE(rowOf(hall, "software.secure-boot").state, ReadinessState::Unknown);
        say("stack.secure-boot", "yes");
        QCOMPARE(rowOf(hall, "software.secure-boot").state, ReadinessState::Unknown);
        say("stack.secure-boot", "no");
        QCOMPARE(rowOf(hall, "software.secure-boot").state, ReadinessState::Pass);
        say("stack.monitoring", "dcgm");
        QCOMPARE(rowOf(hall, "monitoring.dcgm").state, ReadinessState::Pass);
    }
    void complianceFindsAndNeverPassesByItself() {
        FabricHall hall = fixture::fabricHall();
        const auto say = [&](const char* key, const char* value) { hall.setSetting(key, value, "A"); };
        say("compliance.data", "personal");
        say("compliance.data-country", "TR");
        say("compliance.processing-country", "DE");
        QCOMPARE(rowOf(hall, "compliance.data").state, ReadinessState::Fail);
        say("compliance.processing-country", "TR");
        QCOMPARE(rowOf(hall, "compliance.data").state, ReadinessState::Unknown);
        say("compliance.data-country", "FR");
        QCOMPARE(rowOf(hall, "compliance.data").state, ReadinessState::Fail);
        say("compliance.processing-country", "DE");
        QCOMPARE(rowOf(hall, "compliance.data").state, ReadinessState::Unknown);
        say("compliance.sector", "finance");
        QCOMPARE(rowOf(hall, "compliance.sector").state, ReadinessState::Fail);
    }
    // One finding for each row that fails, one for all that is open.
    void theRuleTellsEachRow() {
        FabricHall hall = fixture::fabricHall();
        hall.setSetting("stack.driver", "535", "A");
        hall.setSetting("stack.cuda", "12.5", "A");
        const SolutionPtr solution = solve(hall.snapshot(), joined(programDomains()));
        std::size_t failed = 0, open = 0;
        for (const Finding& finding : solution->report().findings)
            if (finding.rule->id == "SITE-01") {
                failed += finding.state == RuleState::Failed ? 1 : 0;
                open += finding.state == RuleState::NotChecked ? 1 : 0;
            }
        QVERIFY(failed >= 1);
        QCOMPARE(open, std::size_t{1});
    }
    void acceptanceTestsLeaveOpenWhatNobodyKnows() {
        const SolutionPtr solution = solve(fixture::fabricHall().snapshot(), joined(programDomains()));
        const Schedule sheet = acceptanceTestSchedule(solution->context(), *solution);
        QVERIFY(sheet.rows.size() >= 4);
        for (const ScheduleRow& row : sheet.rows) {
            QCOMPARE(row.cells.size(), sheet.columns.size());
            if (row.key.ends_with(":hpl"))
                QVERIFY(std::get<Value>(row.cells[3]).isUnknown());
        }
    }
    void everySettingBeginsUnknown() {
        for (const SettingDefinition& setting : stackSettings())
            QVERIFY2(setting.words.starts_with("unknown|"), setting.key.c_str());
        for (const SettingDefinition& setting : readinessSettings())
            QCOMPARE(setting.defaultWord, std::string("unknown"));
    }
};

RW_CORE_SUITE(TestReadiness)
#include "tst_readiness.moc"
