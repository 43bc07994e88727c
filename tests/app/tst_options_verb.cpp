// SPDX-License-Identifier: GPL-3.0-or-later
// `options` and `revisions` as a person types them: options are compared, brought in and changed, issues are kept, told
// apart and written out again.
#include "tests/support/command_line.h"
#include "tests/support/suite.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace rackwright;

namespace {

std::vector<std::string> names(const QJsonObject& listed) {
    std::vector<std::string> found;
    for (const QJsonValue& each : listed[QStringLiteral("options")].toArray())
        found.push_back(each[QStringLiteral("name")].toString().toStdString());
    return found;
}

QJsonObject rowOf(const QJsonObject& table, const QString& list, const QString& column, const QString& value) {
    for (const QJsonValue& each : table[list].toArray())
        if (each[column].toString() == value)
            return each.toObject();
    return {};
}

const QString kCriteria = QStringLiteral("criteria"), kChanges = QStringLiteral("changes");

} // namespace

class TestOptionsVerb : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void optionsAreMadeMovedAndRemoved() {
        const CommandLine line;
        const std::string sample = samplePath("single-node-fine-tuning.rkw.json"), file = line.path("a.rkw.json");
        QCOMPARE(line.run({"options", sample, "copy", "-o", file}).code, 0);
        QCOMPARE(names(line.run({"options", file, "--json"}).json()), (std::vector<std::string>{"A", "B"}));
        const std::string force = "--force";
        QCOMPARE(line.run({"options", file, "rename", "Liquid", "--option", "B", "-o", file, force}).code, 0);
        QCOMPARE(line.run({"options", file, "move", "--option", "Liquid", "--position", "1", "-o", file}).code, 0);
        QCOMPARE(names(line.run({"options", file, "--json"}).json()), (std::vector<std::string>{"Liquid", "A"}));
        QCOMPARE(line.run({"options", file, "activate", "--option", "Liquid", "-o", file}).code, 0);
        QVERIFY(line.run({"options", file}).out.find("active") != std::string::npos);
        QCOMPARE(line.run({"options", file, "remove", "--option", "A", "-o", file}).code, 0);
        const std::string before = line.contents();
        const CommandRun last = line.run({"options", file, "remove", "-o", file});
        QCOMPARE(last.code, 2);
        QVERIFY2(last.err.find("only one") != std::string::npos, last.err.c_str());
        QCOMPARE(line.contents(), before);
    }

    void optionsComeFromFilesAndAreComparedSideBySide() {
        const CommandLine line;
        const std::string file = line.path("a.rkw");
        QCOMPARE(line.run({"options", samplePath("single-node-fine-tuning.rkw.json"), "add", "Cluster", "--from-file",
                           samplePath("typical-llm-cluster.rkw.json"), "-o", file})
                     .code,
                 0);
        const QJsonObject table = line.run({"options", file, "compare", "--json"}).json();
        const QJsonObject power =
            rowOf(table, kCriteria, QStringLiteral("Criterion"), QStringLiteral("IT power at expected peak"));
        const double alone = power[QStringLiteral("A")].toDouble(),
                     cluster = power[QStringLiteral("Cluster")].toDouble();
        QVERIFY(alone > 0 && cluster > alone);
        QCOMPARE(power[QStringLiteral("Best")].toString(), QStringLiteral("A"));
        // By model, so that a swap that keeps their number is seen; an option without a model has none of it.
        const QJsonObject h200 = rowOf(table, kCriteria, QStringLiteral("Criterion"),
                                       QStringLiteral("Accelerators in use, NVIDIA H200 SXM 141GB"));
        QCOMPARE(h200[QStringLiteral("A")].toDouble(), 8.0);
        QVERIFY(h200[QStringLiteral("Cluster")].isDouble() && h200[QStringLiteral("Cluster")].toDouble() == 0);
        const QJsonObject h100 = rowOf(table, kCriteria, QStringLiteral("Criterion"),
                                       QStringLiteral("Accelerators in use, NVIDIA H100 SXM5 80GB"));
        QCOMPARE(h100[QStringLiteral("Cluster")].toDouble(), 32.0);
        const QJsonObject memory =
            rowOf(table, kCriteria, QStringLiteral("Criterion"), QStringLiteral("Accelerator memory"));
        QVERIFY(memory[QStringLiteral("Cluster")].toDouble() > memory[QStringLiteral("A")].toDouble());
        // A range of prices has its typical one beside it.
        const QJsonObject typical =
            rowOf(table, kCriteria, QStringLiteral("Criterion"), QStringLiteral("Price, typical"));
        QVERIFY(typical[QStringLiteral("Cluster")].toDouble() > 0);
        // What the option has is what the file has.
        const QJsonObject own = line.run({"solve", samplePath("typical-llm-cluster.rkw.json"), "--json"}).json();
        for (const QJsonValue& each : own[QStringLiteral("figures")].toArray())
            if (each[QStringLiteral("name")].toString() == QLatin1String("power.it.peak"))
                QVERIFY(std::abs(each[QStringLiteral("value")].toDouble() - cluster) < 1e-6 * cluster);
        QVERIFY(line.run({"options", file, "compare", "--csv"}).out.starts_with("Criterion,Unit,A,Cluster,Best\r\n"));
        QCOMPARE(line.run({"options", file, "add", "--from-file", file, "--from-option", "None", "-o", file}).code, 2);
        QCOMPARE(line.run({"options", file, "dance"}).code, 2);
    }

    // Two prices whose ranges overlap have no cheapest among them.
    void withinEachOthersRangeNoneIsBest() {
        const CommandLine line;
        const std::string file = line.path("a.rkw");
        QCOMPARE(line.run({"options", samplePath("typical-llm-cluster.rkw.json"), "copy", "-o", file}).code, 0);
        QCOMPARE(line.run({"quote", file, "--option", "B", "--line", "description=Training;price=1000", "-o", file,
                           "--force"})
                     .code,
                 0);
        const QJsonObject price = rowOf(line.run({"options", file, "compare", "--json"}).json(), kCriteria,
                                        QStringLiteral("Criterion"), QStringLiteral("Price"));
        QCOMPARE(price[QStringLiteral("Best")].toString(), QStringLiteral("within each other's range"));
        const std::string sheet = line.run({"options", file, "compare"}).out;
        QVERIFY(sheet.find("within each other's range") != std::string::npos);
    }

    // Amounts of the change log end at the cent.
    void changesOfPricesEndAtTheCent() {
        const CommandLine line("2026-11-02");
        const std::string file = line.path("a.rkw.json");
        QCOMPARE(line.run({"revisions", samplePath("typical-llm-cluster.rkw.json"), "issue", "-o", file}).code, 0);
        QCOMPARE(line.run({"quote", file, "--set", "margin=7.77 %", "-o", file, "--force"}).code, 0);
        const QJsonObject changes = line.run({"revisions", file, "changes", "A", "--json"}).json();
        int amounts = 0;
        for (const QJsonValue& row : changes[kChanges].toArray()) {
            if (!row[QStringLiteral("Price")].isDouble())
                continue;
            const double cents = 100 * row[QStringLiteral("Price")].toDouble();
            QVERIFY2(std::abs(cents - std::round(cents)) < 1e-4, qPrintable(QString::number(cents, 'f', 6)));
            ++amounts;
        }
        QVERIFY(amounts > 20);
        const QJsonObject total = rowOf(changes, kChanges, QStringLiteral("Object"), QStringLiteral("Price"));
        const QString before = total[QStringLiteral("Before")].toString();
        QVERIFY2(before.contains(QRegularExpression(QStringLiteral("^[0-9,]+\\.[0-9]{2} USD$"))), qPrintable(before));
    }

    // A discount changes the price of a line, not its quantity.
    void aDiscountChangesThePriceOfLines() {
        const CommandLine line("2026-11-02");
        const std::string first = line.path("a.rkw.json"), file = line.path("b.rkw.json"), force = "--force";
        const std::string sample = samplePath("typical-llm-cluster.rkw.json");
        QCOMPARE(line.run({"quote", sample, "--set", "discount.compute=12 %", "-o", first}).code, 0);
        QCOMPARE(line.run({"revisions", first, "issue", "-o", first, force}).code, 0);
        QCOMPARE(line.run({"quote", first, "--set", "discount.compute=14 %", "-o", file}).code, 0);
        const QJsonObject changes = line.run({"revisions", file, "changes", "A", "--json"}).json();
        const QJsonObject term =
            rowOf(changes, kChanges, QStringLiteral("Object"), QStringLiteral("Discount of compute"));
        QCOMPARE(term[QStringLiteral("Before")].toString(), QStringLiteral("12 %"));
        QCOMPARE(term[QStringLiteral("After")].toString(), QStringLiteral("14 %"));
        int prices = 0;
        for (const QJsonValue& row : changes[kChanges].toArray()) {
            if (row[QStringLiteral("Kind")].toString() != QLatin1String("line of the bill"))
                continue;
            QCOMPARE(row[QStringLiteral("Property")].toString(), QStringLiteral("price"));
            for (const char* column : {"Before", "After"})
                QVERIFY2(row[QLatin1String(column)].toString().endsWith(QStringLiteral(" USD")),
                         qPrintable(row[QLatin1String(column)].toString()));
            ++prices;
        }
        QVERIFY(prices > 0);
    }

    // Who has no figure is no best one.
    void anUnknownFigureIsNeverBest() {
        const CommandLine line;
        const std::string file = line.path("a.rkw");
        QCOMPARE(line.run({"options", samplePath("mistakes.rkw.json"), "add", "--from-file",
                           samplePath("hall-1024-h200.rkw.json"), "-o", file})
                     .code,
                 0);
        const QJsonArray rows = line.run({"options", file, "compare", "--json"}).json()[kCriteria].toArray();
        QVERIFY(!rows.isEmpty());
        for (const QJsonValue& row : rows)
            for (const QString& option : {QStringLiteral("A"), QStringLiteral("B")})
                if (!row[option].isDouble()) // "unknown", or at least so much
                    QVERIFY2(row[QStringLiteral("Best")].toString().isEmpty(),
                             qPrintable(row[QStringLiteral("Criterion")].toString()));
    }

    void revisionsAreIssuedComparedAndWrittenOut() {
        const CommandLine line("2026-11-02");
        const std::string sample = samplePath("single-node-fine-tuning.rkw.json"), file = line.path("a.rkw.json");
        QCOMPARE(line.run({"revisions", sample}).out, std::string("No revision has been issued yet.\n"));
        QCOMPARE(line.run({"revisions", sample, "changes"}).code, 2);
        QCOMPARE(line.run({"revisions", sample, "issue", "--purpose", "for review", "--checked-by", "M. Check",
                           "--approved-by", "N. Sign", "-o", file})
                     .code,
                 0);
        const QJsonObject listed = line.run({"revisions", file, "--json"}).json();
        const QJsonObject issued = listed[QStringLiteral("revisions")].toArray().at(0).toObject();
        QCOMPARE(issued[QStringLiteral("revision")].toString(), QStringLiteral("A"));
        QCOMPARE(issued[QStringLiteral("date")].toString(), QStringLiteral("2026-11-02"));
        QCOMPARE(issued[QStringLiteral("approved_by")].toString(), QStringLiteral("N. Sign"));
        QCOMPARE(listed[QStringLiteral("next")].toString(), QStringLiteral("B"));
        QCOMPARE(line.run({"revisions", file, "issue", "A", "-o", file}).code, 2);

        // Nothing changed; then the design of another file takes the place of the option's.
        QCOMPARE(line.run({"revisions", file, "changes"}).out, std::string("Nothing has changed.\n"));
        QCOMPARE(
            line.run({"options", file, "add", "--from-file", samplePath("typical-llm-cluster.rkw.json"), "-o", file})
                .code,
            0);
        const QJsonObject changes = line.run({"revisions", file, "changes", "A", "--option", "B", "--json"}).json();
        const QJsonObject power =
            rowOf(changes, kChanges, QStringLiteral("Object"), QStringLiteral("IT power at expected peak"));
        QVERIFY(power[QStringLiteral("kW")].toDouble() > 0);
        QVERIFY(!rowOf(changes, kChanges, QStringLiteral("Kind"), QStringLiteral("rack")).isEmpty());
        QVERIFY(!rowOf(changes, kChanges, QStringLiteral("Kind"), QStringLiteral("line of the bill")).isEmpty());

        const std::string kept = line.path("kept.rkw");
        QCOMPARE(line.run({"revisions", file, "extract", "A", "-o", kept}).code, 0);
        QCOMPARE(names(line.run({"options", kept, "--json"}).json()), (std::vector<std::string>{"A"}));
        QCOMPARE(line.run({"diff", sample, kept}).code, 0);
        QCOMPARE(line.run({"revisions", file, "extract", "Z", "-o", line.path("none.rkw")}).code, 2);
    }

    void changesOfOneOptionAreTakenOverIntoAnother() {
        const CommandLine line;
        const std::string file = line.path("a.rkw.json");
        QCOMPARE(line.run({"options", samplePath("single-node-fine-tuning.rkw.json"), "copy", "-o", file}).code, 0);
        const CommandRun same = line.run({"options", file, "take", "B", "--option", "A", "-o", file});
        QCOMPARE(same.code, 2);
        QVERIFY2(same.err.find("Nothing of option B") != std::string::npos, same.err.c_str());
    }
};

RW_CORE_SUITE(TestOptionsVerb)
#include "tst_options_verb.moc"
