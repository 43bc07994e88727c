// SPDX-License-Identifier: GPL-3.0-or-later
// `schedule` as a person types it: weeks and days from an order to ready for service, what falls due, and a day that is
// none.
#include "tests/support/command_line.h"
#include "tests/support/suite.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace rackwright;

class TestScheduleVerb : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theProgrammeIsPrinted() {
        const CommandLine line;
        const CommandRun run = line.run({"schedule", samplePath("hall-1024-h200.rkw.json"), "--order", "2027-03-01"});
        QCOMPARE(run.code, 0);
        for (const char* words : {"Ready for service", "Delivery: compute", "Level 1", "Level 5", "critical", "Order"})
            QVERIFY2(run.out.find(words) != std::string::npos, words);
    }
    void machinesReadTheSame() {
        const CommandLine line;
        const QJsonObject said =
            line.run({"schedule", samplePath("hall-1024-h200.rkw.json"), "--order", "2027-03-01", "--json"}).json();
        QCOMPARE(said[QStringLiteral("order")].toString(), QStringLiteral("2027-03-01"));
        const double weeks = said[QStringLiteral("ready_weeks")].toDouble();
        QVERIFY(weeks > 12);
        QVERIFY(said[QStringLiteral("ready_date")].toString() > QStringLiteral("2027-05-24"));
        QVERIFY(said[QStringLiteral("activities")].toArray().size() >= 10);
        QVERIFY(!said[QStringLiteral("payments")].toArray().isEmpty());
    }
    void aDayThatIsNoneIsRefused() {
        const CommandLine line;
        const CommandRun run = line.run({"schedule", samplePath("hall-1024-h200.rkw.json"), "--order", "soon"});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.find("soon") != std::string::npos, run.err.c_str());
    }
};

RW_CORE_SUITE(TestScheduleVerb)
#include "tst_schedule_verb.moc"
