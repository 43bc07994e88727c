// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules as CSV and XLSX, and the export of one issue into a folder.
#include "model/text/csv.h"
#include "tests/support/report_fixture.h"
#include "ui/report/export.h"
#include "ui/report/schedule_files.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

using namespace rackwright;

class TestExport : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("de"));
    Texts plain = Texts::of("en");
    fixture::Hall hall;

    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static Schedule cells(std::vector<ScheduleCell> row) {
        Schedule made;
        made.id = "test";
        for (std::size_t i = 0; i < row.size(); ++i)
            made.columns.push_back({"Column " + std::to_string(i) + " (kW)", ColumnKind::Text, "kW", 4});
        made.rows.push_back({"row", RowRole::Line, {}, std::move(row)});
        return made;
    }
    QStringList exported(const ReportInput& input, const QString& folder,
                         const std::vector<ExportFormat>& formats) const {
        const auto written = exportAll(input, folder.toStdString(), formats, texts);
        QStringList names;
        if (written)
            for (const auto& path : *written)
                names.append(QString::fromStdString(path.filename().string()));
        return names;
    }

private Q_SLOTS:
    void csvWritesEachKindOfCell() {
        const Schedule schedule =
            cells({std::monostate{}, GivenText{"a, \"b\"\nc"}, std::int64_t(-5), Thousandths{2500}, Thousandths{-50},
                   Value(41'250), Value(12'000) + Value::unknown(), Value::unknown(), Money(-123'456, Currency::usd()),
                   BoundedMoney{Money(100, Currency::usd()), 1, 3}, PriceRate(1'250'000'000, Currency::usd())});
        const auto table = CsvTable::read(csvOf(schedule, plain).toStdString());
        QVERIFY(table.has_value());
        const char* wanted[] = {"", "a, \"b\"\nc", "-5",      "2.5", "-0.05", "41.25", ">= 12",
                                "", "-1234.56",    ">= 1.00", "1.25"};
        for (std::size_t i = 0; i < std::size(wanted); ++i)
            QCOMPARE(QString::fromStdString(table->cell(0, "Column " + std::to_string(i) + " (kW)")),
                     QString::fromLatin1(wanted[i]));
    }
    void spreadsheetsRunNothing() {
        for (const char* text : {"=cmd|'/C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1"}) {
            const QByteArray csv = csvOf(cells({GivenText{text}}), plain);
            const auto table = CsvTable::read(csv.toStdString());
            QVERIFY(table.has_value());
            QCOMPARE(QString::fromStdString(table->cell(0, "Column 0 (kW)")).left(1), QStringLiteral("'"));
        }
    }
    void headingsAndTotalsStayOutOfCsv() {
        const QByteArray csv = csvOf(fixture::testBill(Edition::Customer, 3), plain);
        QCOMPARE(csv.count("\r\n"), 4);
        QVERIFY(csv.startsWith("Line,Section,Part number,Description,Qty,Unit price (USD),Net total (USD)\r\n"));
        QVERIFY(csv.contains("1,Compute,PN-1000,64 x 400G switch,0.5,38000.50,38000.50\r\n"));
    }
    void workbookRepeatsByteByByte() {
        const Schedule bill = fixture::testBill(Edition::Customer, 20);
        Schedule twin = bill;
        QTemporaryDir folder;
        const auto write = [&](const char* name) {
            const QString path = folder.filePath(QString::fromLatin1(name));
            return writeXlsx(path.toStdString(), {&bill, &twin}, plain) ? read(path) : QByteArray();
        };
        const QByteArray once = write("a.xlsx");
        QVERIFY(once.startsWith("PK"));
        QCOMPARE(write("b.xlsx"), once);
    }
    void workbookInNoFolderIsAnError() {
        const Schedule bill = fixture::testBill(Edition::Customer, 1);
        const Done written = writeXlsx("/nonexistent/folder/a.xlsx", {&bill}, plain);
        QVERIFY(!written);
        QCOMPARE(written.error().message.id, std::string("file.no-folder"));
    }
    // Who can write into the folder of an export must not lead it elsewhere, nor to a device or a pipe.
    void plantedLinksAndDevicesAreLeftAlone() {
        const ReportInput input = fixture::testInput(hall);
        QTemporaryDir folder, elsewhere;
        const std::filesystem::path victim = elsewhere.filePath(QStringLiteral("victim")).toStdString();
        std::ofstream(victim) << "mine";
        const std::filesystem::path out = folder.path().toStdString();
        const auto refusal = [&](ExportFormat format) {
            const auto written = exportAll(input, out, {format}, plain);
            return written ? std::string("written") : written.error().message.id;
        };
        std::filesystem::create_symlink(victim, out / "findings.csv");
        std::filesystem::create_symlink(victim, out / "schedules.xlsx");
        std::filesystem::create_symlink("/dev/full", out / "proposal.pdf");
        QCOMPARE(refusal(ExportFormat::Csv), std::string("file.is-a-link"));
        QCOMPARE(refusal(ExportFormat::Xlsx), std::string("file.is-a-link"));
        QCOMPARE(refusal(ExportFormat::Pdf), std::string("file.is-a-link"));
        QCOMPARE(::mkfifo((out / "plan-1-Hall-A.svg").c_str(), 0600), 0);
        QCOMPARE(refusal(ExportFormat::Svg), std::string("file.is-no-plain-file"));
        QVERIFY(std::filesystem::is_fifo(out / "plan-1-Hall-A.svg"));
        QCOMPARE(read(QString::fromStdString(victim.string())), QByteArray("mine"));
    }
    void oneIssueGivesTheSameFilesEveryTime() {
        const ReportInput input = fixture::testInput(hall);
        const std::vector<ExportFormat> all = {ExportFormat::Pdf, ExportFormat::Csv,  ExportFormat::Svg,
                                               ExportFormat::Png, ExportFormat::Xlsx, ExportFormat::Labels};
        QTemporaryDir first, second;
        const QStringList names = exported(input, first.path(), all);
        QCOMPARE(exported(input, second.path(), all), names);
        for (const char* name : {"proposal.pdf", "bom-customer.csv", "findings.csv", "figures.csv", "assumptions.csv",
                                 "compliance.csv", "responsibility.csv", "plan-1-Hall-A.svg", "plan-1-Hall-A.png",
                                 "elevations-front-1.svg", "elevations-rear-1.png", "schedules.xlsx"})
            QVERIFY2(names.contains(QString::fromLatin1(name)), name);
        QCOMPARE(QDir(first.path()).entryList(QDir::Files).size(), names.size());
        for (const QString& name : names)
            QVERIFY2(read(first.filePath(name)) == read(second.filePath(name)), qPrintable(name));
    }
    void customerFilesHoldNoInternalValue() {
        QTemporaryDir folder;
        const QStringList names = exported(fixture::testInput(hall), folder.path(),
                                           {ExportFormat::Csv, ExportFormat::Svg, ExportFormat::Xlsx});
        QVERIFY(!names.contains(QStringLiteral("bom-internal.csv")));
        for (const QString& name : names)
            for (const std::string& secret : fixture::kSecrets)
                QVERIFY2(!read(folder.filePath(name)).contains(secret.c_str()), qPrintable(name));
        ReportInput internal = fixture::testInput(hall);
        internal.edition = Edition::Internal;
        QVERIFY(exported(internal, folder.path(), {ExportFormat::Csv}).contains(QStringLiteral("bom-internal.csv")));
        for (const std::string& secret : fixture::kSecrets)
            QVERIFY2(read(folder.filePath(QStringLiteral("bom-internal.csv"))).contains(secret.c_str()),
                     secret.c_str());
    }
    void filesStayInTheirFolder() {
        ReportInput input = fixture::testInput(hall);
        Project project = input.context->project();
        Design design = hall.design;
        Room room = *design.rooms.find(hall.room);
        room.name = "../../../etc/passwd\n<x>";
        design.rooms = design.rooms.with(room);
        project.options.front().design = std::make_shared<const Design>(design);
        input.requirements.clear(); // of the project before
        input.context = std::make_shared<const Context>(snapshotOf(std::make_shared<const Project>(project)));
        input.schedules[0].id = "../../bom";
        QTemporaryDir outer;
        const QString folder = outer.filePath(QStringLiteral("out"));
        const QStringList names = exported(input, folder, {ExportFormat::Csv, ExportFormat::Svg});
        QVERIFY(names.contains(QStringLiteral("plan-1-etc-passwd-x.svg")));
        QVERIFY(names.contains(QStringLiteral("bom.csv")));
        QCOMPARE(QDir(outer.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 QStringList(QStringLiteral("out")));
    }
    void aFileInTheWayIsAnError() {
        QTemporaryDir outer;
        QFile file(outer.filePath(QStringLiteral("taken")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto written =
            exportAll(fixture::testInput(hall), file.fileName().toStdString(), {ExportFormat::Csv}, texts);
        QVERIFY(!written);
        QCOMPARE(written.error().message.id, std::string("report.no-folder"));
    }
};

QTEST_MAIN(TestExport)
#include "tst_export.moc"
