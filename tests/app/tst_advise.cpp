// SPDX-License-Identifier: GPL-3.0-or-later
// The verb advise as a person and a script use it: keys, sentences, questions, lists, JSON, batch files and designs; and
// the winners by the prices of the catalogue itself.
#include "tests/support/command_line.h"

#include "model/text/csv.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace rackwright;

class TestAdvise : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyDecidedCaseComesOutOfABatch() {
        QFile file(QStringLiteral(RW_TEST_DATA "/advice/cases.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto cases = CsvTable::read(file.readAll().toStdString());
        const CommandRun run = m_line.run({"advise", "--batch", file.fileName().toStdString()});
        QCOMPARE(run.code, 0);
        const auto answers = CsvTable::read(run.out);
        QVERIFY(answers);
        QCOMPARE(answers->size(), cases->size());
        for (std::size_t row = 0; row < cases->size(); ++row) {
            QCOMPARE(answers->cell(row, "id"), cases->cell(row, "case_id"));
            QCOMPARE(QString::fromStdString(answers->cell(row, "value")),
                     QString::fromStdString(cases->cell(row, "expected_verdict")));
            QVERIFY(!answers->cell(row, "source").empty() && !answers->cell(row, "grade").empty());
        }
    }
    void keysSentencesAndQuestionsAskTheSame() {
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"advise", "scheduler", "workload=both"},
              {"advise", "scheduler", "training", "and", "serving"},
              {"advise", "Slurm or Kubernetes for training and serving?"}}) {
            const CommandRun run = m_line.run(words);
            QCOMPARE(run.code, 0);
            QVERIFY2(run.out.starts_with("Slurm or Kubernetes: Slurm partition for training, Kubernetes for serving\n"),
                     run.out.c_str());
            QVERIFY(run.out.find("Source: Source document 003") != std::string::npos);
        }
        // Low and high stand in one cell, columns have their words and units.
        const std::string ladder = m_line.run({"advise", "overview", "group=all", "--tables"}).out;
        QVERIFY2(ladder.find("2000 to 3350") != std::string::npos && ladder.find("  GB/s") != std::string::npos &&
                     ladder.find("_low") == std::string::npos && ladder.find("Relates to") != std::string::npos,
                 ladder.c_str());
        QVERIFY(m_line.run({"advise", "scheduler", "training", "--tables"}).out.find("Native shape") != std::string::npos);
    }
    void winnersAreRankedFromTheCatalogue() {
        const QJsonObject all = m_line.run({"advise", "scenario_winner", "scenario=purchase", "--json"}).json();
        QCOMPARE(all[QStringLiteral("verdict")].toString(),
                 QStringLiteral("Gaudi 3 (by dense $/PFLOPS; ecosystem hedge)"));
        const QJsonArray ranking =
            all[QStringLiteral("computed")].toArray().first().toObject()[QStringLiteral("ranking")].toArray();
        QVERIFY(ranking.size() >= 7);
        QVERIFY(qAbs(ranking.first().toObject()[QStringLiteral("value")].toDouble() - 8515) < 1);
        for (qsizetype i = 1; i < ranking.size(); ++i)
            QVERIFY(ranking[i - 1].toObject()[QStringLiteral("value")].toDouble() <=
                    ranking[i].toObject()[QStringLiteral("value")].toDouble());
    }
    void listsNameGuidesAndKeys() {
        const CommandRun all = m_line.run({"advise", "--list"});
        for (const char* guide : {"fabric_by_nodes", "serving_engine", "compliance", "mig", "spot", "deployment"})
            QVERIFY2(all.out.find(guide) != std::string::npos, guide);
        QVERIFY(m_line.run({"advise", "--list", "mig"}).out.find("L40S") != std::string::npos);
        QVERIFY(m_line.run({"advise", "--list", "--json"}).json()[QStringLiteral("guides")].toArray().size() > 30);
    }
    void wrongWordsAreRefusedWithTheNearest() {
        const CommandRun guide = m_line.run({"advise", "schedular", "training"});
        QCOMPARE(guide.code, 2);
        QVERIFY(guide.err.find("scheduler") != std::string::npos);
        const CommandRun value = m_line.run({"advise", "cooling_by_kw", "kw_per_rack=lots"});
        QCOMPARE(value.code, 2);
        const CommandRun open = m_line.run({"advise", "storage_by_dataset"});
        QCOMPARE(open.code, 2);
        QVERIFY(open.err.find("dataset_tb") != std::string::npos);
        QCOMPARE(m_line.run({"advise"}).code, 2);
        const CommandRun batch =
            m_line.run({"advise", "--batch", m_line.write("b.csv", "id,guide,inputs\n1,mig,gpu=H100\n2,mig,gpu=Z\n")});
        QCOMPARE(batch.code, 0);
        const auto answers = CsvTable::read(batch.out);
        QVERIFY(answers->cell(0, "error").empty() && !answers->cell(1, "error").empty());
        QVERIFY(answers->cell(1, "value").empty());
    }
    void aDesignIsAnswered() {
        const CommandRun run = m_line.run({"advise", "--file", samplePath("hall-1024-h200.rkw.json")});
        QCOMPARE(run.code, 0);
        QVERIFY(run.out.find("Fabric by number of nodes: ") != std::string::npos);
        QVERIFY(run.out.find("Cooling by kW of a rack: ") != std::string::npos);
    }
    void aQuestionThatNoGuideDecidesIsLookedUp() {
        const CommandRun run = m_line.run({"advise", "MinIO bandwidth of a gateway"});
        QCOMPARE(run.code, 0);
        for (const char* words : {"MinIO / S3", "Source document 002"})
            QVERIFY2(run.out.find(words) != std::string::npos, words);
        QCOMPARE(m_line.run({"advise", "what is the weather"}).code, 2);
        const CommandRun price = m_line.run({"advise", "cloud price of H100"});
        QVERIFY2(price.out.find("1.38") != std::string::npos, price.out.c_str());
    }
    void theChecklistOfADesignIsPrinted() {
        const std::string file = samplePath("hall-1024-h200.rkw.json");
        const CommandRun run = m_line.run({"readiness", file});
        QCOMPARE(run.code, 0);
        for (const char* words : {"Tenants are isolated", "NVIDIA driver, major version", "Compliance", " open"})
            QVERIFY2(run.out.find(words) != std::string::npos, words);
        const QJsonArray rows =
            m_line.run({"readiness", file, "--area", "security", "--json"}).json()[QStringLiteral("rows")].toArray();
        QVERIFY(rows.size() >= 3);
        for (const QJsonValue& row : rows) {
            QCOMPARE(row[QStringLiteral("area")].toString(), QStringLiteral("security"));
            QCOMPARE(row[QStringLiteral("state")].toString(), QStringLiteral("unknown"));
        }
        const CommandRun tests = m_line.run({"readiness", file, "--tests"});
        for (const char* words : {"HPL", "Burn-in", "dcgmi diag -r 4", "ior "})
            QVERIFY2(tests.out.find(words) != std::string::npos, words);
        const CommandRun area = m_line.run({"readiness", file, "--area", "securty"});
        QCOMPARE(area.code, 2);
        QVERIFY(area.err.find("security") != std::string::npos);
    }

private:
    CommandLine m_line;
};

RW_CORE_SUITE(TestAdvise)
#include "tst_advise.moc"
