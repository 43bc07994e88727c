// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules as CSV and XLSX, and the export of one issue into a folder.
#include "model/base/check.h"
#include "model/text/csv.h"
#include "tests/support/report_fixture.h"
#include "tests/support/suite.h"
#include "tests/support/zip_entries.h"
#include "ui/report/export.h"
#include "ui/report/proposal.h"
#include "ui/report/registers.h"
#include "ui/report/schedule_files.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <clocale>
#include <cmath>
#include <new>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sys/stat.h>

using namespace rackwright;

class TestExport : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("de"));
    Texts plain = Texts::of("en");
    fixture::DrawnHall hall;

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

    static ReportInput inputOf(const Design& design, const fixture::DrawnHall& hall) {
        ReportInput input = fixture::testInput(hall);
        Project project = input.context->project();
        project.options.front().design = std::make_shared<const Design>(design);
        input.context = std::make_shared<const Context>(snapshotOf(std::make_shared<const Project>(project)));
        return input;
    }
    static bool isWellFormed(const QByteArray& xml) {
        QXmlStreamReader reader(xml);
        while (!reader.atEnd())
            reader.readNext();
        return !reader.hasError();
    }
    // One of everything that can be drawn, between two places.
    static Design drawnBetween(fixture::DrawnHall hall, Point from, Point to) {
        Design& design = hall.design;
        const std::vector<Point> outline = {from, {to.x, from.y}, to, {from.x, to.y}};
        const Length thick = Length::millimetres(200);
        Door door;
        door.isDouble = door.isDeliveryPath = true;
        KeepOut keepOut;
        keepOut.reason = "kept free";
        Aisle aisle;
        aisle.isContained = true;
        RaisedFloor floor;
        FloorTile tile;
        Opening opening;
        DimensionLine dimension;
        door.from = opening.from = dimension.from = from;
        door.to = opening.to = dimension.to = to;
        keepOut.outline = aisle.outline = floor.outline = tile.outline = outline;
        const RoomObjectShape shapes[] = {
            Wall{from, to, thick}, Column{outline}, door, keepOut, aisle, floor, tile, opening, dimension};
        for (const RoomObjectShape& shape : shapes)
            design.roomObjects =
                design.roomObjects.with(RoomObject{hall.ids.take<RoomObject>(), hall.room, "far", shape, {}});
        for (const PathwayKind kind : {PathwayKind::CableTray, PathwayKind::Busway, PathwayKind::PipeMain}) {
            PathSegment segment;
            segment.kind = kind;
            for (const bool isFrom : {true, false}) {
                PathNode node;
                node.id = hall.ids.take<PathNode>();
                node.room = hall.room;
                node.kind = PathNodeKind::Tap;
                node.hasValve = kind == PathwayKind::PipeMain;
                node.place = isFrom ? from : to;
                node.height = Length::millimetres(2700);
                design.pathNodes = design.pathNodes.with(node);
                (isFrom ? segment.from : segment.to) = node.id;
            }
            segment.id = hall.ids.take<PathSegment>();
            design.pathSegments = design.pathSegments.with(segment);
        }
        Rack rack = *design.racks.find(hall.racks.front());
        rack.centre = to;
        rack.rotation = Angle::degrees(33);
        design.racks = design.racks.with(rack);
        return design;
    }

private Q_SLOTS:
    void everythingIsDrawnWhereverItLies_data() {
        QTest::addColumn<qint64>("x1");
        QTest::addColumn<qint64>("y1");
        QTest::addColumn<qint64>("x2");
        QTest::addColumn<qint64>("y2");
        const qint64 mm = 1000, km = 1'000'000'000; // um
        QTest::newRow("20 m out of the room") << 1000 * mm << 1000 * mm << -20'000 * mm << 1000 * mm;
        QTest::newRow("100 m out of the room") << 1000 * mm << 1000 * mm << 100'000 * mm << 90'000 * mm;
        QTest::newRow("wholly outside") << 500'000 * mm << 500'000 * mm << 500'001 * mm << 500'900 * mm;
        QTest::newRow("a single point") << 1000 * mm << 1000 * mm << 1000 * mm << 1000 * mm;
        QTest::newRow("a micrometre") << 1000 * mm << 1000 * mm << 1000 * mm + 1 << 1000 * mm + 1;
        QTest::newRow("from horizon to horizon") << -1000 * km << -1000 * km << 1000 * km << 1000 * km;
        QTest::newRow("beyond the horizon") << 1000 * km - 1 << 1000 * km << 1000 * km << -1000 * km;
    }
    void everythingIsDrawnWhereverItLies() {
        QFETCH(qint64, x1);
        QFETCH(qint64, y1);
        QFETCH(qint64, x2);
        QFETCH(qint64, y2);
        const auto um = [](qint64 value) { return Length::micrometres(value); };
        const ReportInput input = inputOf(drawnBetween(hall, {um(x1), um(y1)}, {um(x2), um(y2)}), hall);
        QTemporaryDir folder;
        std::vector<Error> failures;
        ReportRun run;
        run.failed = [&failures](const Error& error) { failures.push_back(error); };
        const auto written = exportAll(input, ReportOptions(), folder.path().toStdString(),
                                       {ExportFormat::Pdf, ExportFormat::Svg, ExportFormat::Png}, texts, run);
        QVERIFY(written.has_value());
        QVERIFY2(failures.empty(), failures.empty() ? "" : plain.sentence(failures.front().message).c_str());
        const QByteArray svg = read(folder.filePath(QStringLiteral("plan-1-Hall-A.svg")));
        QVERIFY(isWellFormed(svg));
        // The room stays what the sheet shows: 24 m of it, not a dot beside a wall of a thousand kilometres.
        const qsizetype at = svg.indexOf("viewBox=\"") + 9;
        const QList<QByteArray> box = svg.mid(at, svg.indexOf('"', at) - at).split(' ');
        QVERIFY2(box.size() == 4 && box[2].toDouble() < 60'000, svg.mid(at, 60).constData());
        QVERIFY(!svg.contains("nan") && !svg.contains("inf"));
        QVERIFY(svg.size() < 4'000'000);
    }
    // A plan has one scale, whether it is exported as a drawing, printed or bound into the proposal.
    void exportAndPrintUseTheSameScale_data() {
        QTest::addColumn<int>("paper");
        for (const Paper paper : {Paper::A4, Paper::A3, Paper::Letter, Paper::Tabloid})
            QTest::newRow(QByteArray::number(int(paper)).constData()) << int(paper);
    }
    void exportAndPrintUseTheSameScale() {
        QFETCH(int, paper);
        const ReportInput input = fixture::testInput(hall);
        ReportOptions options;
        options.paper = static_cast<Paper>(paper);
        const auto planIn = [](const ReportDocument& document) {
            for (const Block& block : document.blocks)
                if (const auto* drawing = std::get_if<DrawingBlock>(&block))
                    return drawing->drawing;
            return Drawing();
        };
        ReportOptions sheets = options;
        sheets.paper = drawingFormat(options.paper).paper;
        const Drawing printed = planIn(printedOf(PrintContent::Plans, input, sheets, texts, {}));
        QVERIFY(printed.scale > 0);
        QTemporaryDir folder;
        QVERIFY(exportAll(input, options, folder.path().toStdString(), {ExportFormat::Svg}, texts, {}));
        const QByteArray svg = read(folder.filePath(QStringLiteral("plan-1-Hall-A.svg")));
        const qsizetype at = svg.indexOf("width=\"") + 7;
        const double width = svg.mid(at, svg.indexOf("mm", at) - at).toDouble();
        QCOMPARE(qRound(width), qRound(paperSize(printed).width()));
    }
    void aRoomOfNoSizeIsDrawn() {
        Design design = hall.design;
        Room room = *design.rooms.find(hall.room);
        for (const Length side : {Length(), Length::micrometres(1), Length::metres(1'000'000)}) {
            room.outline = {{}, {side, {}}, {side, side}, {{}, side}};
            design.rooms = design.rooms.with(room);
            QTemporaryDir folder;
            std::vector<Error> failures;
            ReportRun run;
            run.failed = [&failures](const Error& error) { failures.push_back(error); };
            QVERIFY(exportAll(inputOf(design, hall), ReportOptions(), folder.path().toStdString(),
                              {ExportFormat::Pdf, ExportFormat::Svg}, texts, run)
                        .has_value());
            QVERIFY2(failures.empty(), failures.empty() ? "" : plain.sentence(failures.front().message).c_str());
        }
    }
    void aFaultOfOursCostsItsOwnPartOnly() {
        ReportInput input = fixture::testInput(hall);
        Schedule broken = cells({Value(1.0)});
        broken.id = "failures"; // a section of the proposal
        broken.columns.front().header = "Element";
        broken.columns.front().unit = "no unit of the table";
        input.schedules.push_back(broken);
        QTemporaryDir folder;
        std::vector<Error> failures;
        ReportRun run;
        run.failed = [&failures](const Error& error) { failures.push_back(error); };
        const auto written = exportAll(input, ReportOptions(), folder.path().toStdString(),
                                       {ExportFormat::Pdf, ExportFormat::Csv, ExportFormat::Svg}, texts, run);
        QVERIFY(written.has_value());
        QVERIFY(failures.size() >= 2);
        for (const Error& failure : failures)
            QCOMPARE(failure.kind, ErrorKind::Internal);
        for (const char* name : {"proposal.pdf", "bom-customer.csv", "findings.csv", "plan-1-Hall-A.svg"})
            QVERIFY2(!read(folder.filePath(QLatin1String(name))).isEmpty(), name);
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("failures.csv"))));
    }
    void memoryThatIsNotEnoughIsAnError() {
        const Done made = guarded("the plan", [] { throw std::bad_alloc(); });
        QVERIFY(!made);
        QCOMPARE(made.error().kind, ErrorKind::Internal);
        QVERIFY(plain.sentence(made.error().message).starts_with("the plan could not be worked out"));
        QVERIFY(!guarded("rows", [] { std::vector<int>().reserve(std::vector<int>().max_size() + 1); }));
    }
    void workbooksHaveThePointUnderEveryLocale() {
        const std::string before = std::setlocale(LC_ALL, nullptr);
        bool isThere = false;
        for (const char* name : {"de_DE.UTF-8", "tr_TR.UTF-8", "fr_FR.UTF-8"})
            isThere = isThere || std::setlocale(LC_ALL, name);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.xlsx"));
        const Schedule numbers = cells({Value(72'500), Money(123'456, Currency::usd()), Thousandths{2500}});
        const Done written = writeXlsx(path.toStdString(), {&numbers}, plain);
        std::setlocale(LC_ALL, before.c_str());
        QVERIFY(written.has_value());
        const QByteArray sheet = fixture::zipEntries(read(path))[QStringLiteral("xl/worksheets/sheet1.xml")];
        QVERIFY2(sheet.contains("<v>72.5</v>") && sheet.contains("<v>1234.56</v>"), sheet.constData());
        if (!isThere)
            QSKIP("this machine has no locale with a decimal comma");
    }
    void noTextBreaksAFile() {
        const std::string hostile = "a\x01\x1b[2Jb\xef\xbf\xbe\xef\xbf\xbf\xc2\x9b<&>\"";
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.xlsx"));
        const Schedule named = cells({GivenText{hostile}});
        QVERIFY(writeXlsx(path.toStdString(), {&named}, plain).has_value());
        const QMap<QString, QByteArray> entries = fixture::zipEntries(read(path));
        QVERIFY(entries.size() > 5);
        for (auto it = entries.cbegin(); it != entries.cend(); ++it) {
            QVERIFY2(isWellFormed(it.value()), qPrintable(it.key()));
            QVERIFY2(!it.value().contains("\xef\xbf\xbe"), qPrintable(it.key()));
        }
        Design design = hall.design;
        Room room = *design.rooms.find(hall.room);
        room.name = hostile;
        design.rooms = design.rooms.with(room);
        Rack rack = *design.racks.find(hall.racks.front());
        rack.name = hostile;
        design.racks = design.racks.with(rack);
        for (const QString& name : exported(inputOf(design, hall), folder.path(), {ExportFormat::Svg}))
            QVERIFY2(isWellFormed(read(folder.filePath(name))), qPrintable(name));
    }
    void csvWritesEachKindOfCell() {
        const Schedule schedule =
            cells({std::monostate{}, GivenText{"a, \"b\"\nc"}, std::int64_t(-5), Thousandths{2500}, Thousandths{-50},
                   Value(41'250), Value(12'000) + Value::unknown(), Value::unknown(), Money(-123'456, Currency::usd()),
                   BoundedMoney{Money(100, Currency::usd()), 1, 3}, PriceRate(1'250'000'000, Currency::usd())});
        const auto table = CsvTable::read(csvOf(schedule, plain).toStdString());
        QVERIFY(table.has_value());
        const char* wanted[] = {"", "a, \"b\"\nc", "-5",        "2.5", "-0.05", "41.25", ">= 12",
                                "", "-1234.56",    "from 1.00", "1.25"};
        for (std::size_t i = 0; i < std::size(wanted); ++i)
            QCOMPARE(QString::fromStdString(table->cell(0, "Column " + std::to_string(i) + " (kW)")),
                     QString::fromLatin1(wanted[i]));
    }
    // A busway of two stretches is one run, trays of 3 m and 4 m are 7 m, as in the bill.
    void responsibilitiesCountRunsAndMetres() {
        auto made = hall;
        Design& design = made.design;
        design.pathSegments = {};
        const Id<PowerElement> busway = made.ids.take<PowerElement>();
        const auto add = [&](PathwayKind kind, int metres) {
            PathSegment segment;
            segment.kind = kind;
            for (const bool isFrom : {true, false}) {
                PathNode node;
                node.id = made.ids.take<PathNode>();
                node.room = made.room;
                node.place = {Length::metres(isFrom ? 2 : 2 + metres), Length::metres(2)};
                design.pathNodes = design.pathNodes.with(node);
                (isFrom ? segment.from : segment.to) = node.id;
            }
            segment.id = made.ids.take<PathSegment>();
            if (kind == PathwayKind::Busway)
                segment.busway = busway;
            design.pathSegments = design.pathSegments.with(segment);
        };
        for (const int metres : {3, 4}) {
            add(PathwayKind::Busway, metres);
            add(PathwayKind::CableTray, metres);
        }
        const Schedule matrix = responsibilitySchedule(inputOf(design, made), plain);
        const auto noteOf = [&](std::string_view item) {
            for (const ScheduleRow& row : matrix.rows)
                if (const auto* name = std::get_if<Message>(&row.cells.front()); name && name->id == item)
                    if (const auto* note = std::get_if<GivenText>(&row.cells.back()))
                        return note->text;
            return std::string();
        };
        QVERIFY(noteOf("report.item.pathway.busway").starts_with("1, "));
        QVERIFY(noteOf("report.item.pathway.tray").starts_with("7 m, "));
    }
    // 374 of a unit go through SI and come back as 374.00000000000006.
    void csvNumbersHaveNoNoiseOfUnits() {
        Schedule schedule = cells({Value(374.0 / 60'000), Value(0.018), Value(1'234'567.891)});
        schedule.columns[0].unit = "L/min";
        const auto table = CsvTable::read(csvOf(schedule, plain).toStdString());
        QVERIFY(table.has_value());
        const char* wanted[] = {"374", "0.000018", "1234.567891"};
        for (std::size_t i = 0; i < std::size(wanted); ++i)
            QCOMPARE(QString::fromStdString(table->cell(0, schedule.columns[i].header)),
                     QString::fromLatin1(wanted[i]));
    }
    // Words are kept from row to row: a cell says its own, not those of the row above or of another column.
    void csvWordsAreThoseOfTheirRow() {
        Schedule schedule = cells({Message("cabling.state.new"), Message("cabling.state.free")});
        for (const char* id : {"cabling.state.new", "cabling.state.free"}) {
            schedule.rows.push_back(schedule.rows.front());
            schedule.rows.back().cells.front() = Message(id);
        }
        const std::string taken = plain.text("cabling.state.new"), free = plain.text("cabling.state.free");
        QVERIFY(taken != free);
        const auto table = CsvTable::read(csvOf(schedule, plain).toStdString());
        QVERIFY(table.has_value());
        QCOMPARE(table->size(), std::size_t(3));
        for (std::size_t row = 0; row < 3; ++row) {
            QCOMPARE(table->cell(row, "Column 0 (kW)"), row == 2 ? free : taken);
            QCOMPARE(table->cell(row, "Column 1 (kW)"), free);
        }
    }
    void spreadsheetsRunNothing() {
        for (const char* text : {"=cmd|'/C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1"}) {
            const QByteArray csv = csvOf(cells({GivenText{text}}), plain);
            const auto table = CsvTable::read(csv.toStdString());
            QVERIFY(table.has_value());
            QCOMPARE(QString::fromStdString(table->cell(0, "Column 0 (kW)")).left(1), QStringLiteral("'"));
        }
    }
    // Schedules of thousands of racks take time and memory: each is made for its file alone, and a person can stop.
    void schedulesAreMadeForTheFilesThatShowThem() {
        QStringList made;
        std::mutex guard;
        std::stop_source stopped;
        ReportInput input = fixture::testInput(hall);
        input.schedules.clear();
        for (const char* id : {"racks", "power", "weights"})
            input.tables.push_back({id, true, [&made, &guard, &stopped, id](const std::stop_token&) {
                                        const std::scoped_lock lock(guard); // some are made side by side
                                        made.append(QLatin1String(id));
                                        if (made.size() == 5)
                                            stopped.request_stop();
                                        Schedule one = cells({GivenText{id}});
                                        one.id = id;
                                        return one;
                                    }});
        QTemporaryDir folder;
        ReportRun run;
        run.stop = stopped.get_token();
        const auto write = [&](std::vector<ExportFormat> formats) {
            return exportAll(input, ReportOptions(), folder.path().toStdString(), formats, texts, run);
        };
        QVERIFY(write({ExportFormat::Pdf, ExportFormat::Svg, ExportFormat::Slurm, ExportFormat::Labels}).has_value());
        QVERIFY2(made.isEmpty(), "nothing of them is shown");
        QVERIFY(write({ExportFormat::Csv}).has_value());
        made.sort();
        QCOMPARE(made, QStringList({QStringLiteral("power"), QStringLiteral("racks"), QStringLiteral("weights")}));
        for (const QString& id : made)
            QVERIFY(read(folder.filePath(id + QStringLiteral(".csv"))).contains(id.toUtf8()));
        const auto cut = write({ExportFormat::Xlsx});
        QVERIFY(!cut);
        QCOMPARE(cut.error().message.id, std::string("report.stopped"));
        QVERIFY2(made.size() == 5 || made.size() == 6, "the stopped one, and the one made ahead of it at the most");
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("schedules.xlsx"))));
        // Stopped before its first file, it takes its folders away again, and none that was there before.
        const std::string inner = folder.filePath(QStringLiteral("new/inner")).toStdString();
        QVERIFY(!exportAll(input, ReportOptions(), inner, {ExportFormat::Csv}, texts, run));
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("new"))));
        QVERIFY(folder.isValid() && QFile::exists(folder.path()));
    }
    void needsFollowFromFormats() {
        QVERIFY(!needsOf({ExportFormat::Slurm, ExportFormat::Labels}).figures());
        QVERIFY(needsOf({ExportFormat::Xlsx}).tables && !needsOf({ExportFormat::Xlsx}).proposal);
        QVERIFY(needsOf({ExportFormat::Png}).drawings && !needsOf({ExportFormat::Png}).tables);
        QVERIFY(needsOf({ExportFormat::Slurm, ExportFormat::Pdf}).proposal);
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
    // Totals are formulas: worked out anew from the cells above them they give what the schedule says.
    void formulasGiveTheTotals() {
        static const QRegularExpression aCell(
            QStringLiteral("<c r=\"([A-Z]+)(\\d+)\"((?: [a-z]+=\"[^\"]*\")*)>(?:<f>([^<]*)</f>)?<v>([^<]*)</v></c>"));
        static const QRegularExpression aSum(QStringLiteral("^SUBTOTAL\\(9,([A-Z]+)(\\d+):([A-Z]+)(\\d+)\\)$"));
        struct Sum {
            QString column;
            int row, from, to;
            double kept;
        };
        Schedule bill = fixture::testBill(Edition::Customer, 20);
        bill.rows.back().cells.back() = Money(3'800'050 * 210, Currency::usd()); // 1 to 20 times the first line
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.xlsx"));
        QVERIFY(writeXlsx(path.toStdString(), {&bill}, plain).has_value());
        const QByteArray sheet = fixture::zipEntries(read(path))[QStringLiteral("xl/worksheets/sheet1.xml")];
        QMap<QString, QMap<int, double>> numbers; // what is no formula: nested sums count once
        std::vector<Sum> sums;
        for (auto each = aCell.globalMatch(QString::fromUtf8(sheet)); each.hasNext();) {
            const QRegularExpressionMatch cell = each.next();
            if (cell.captured(3).contains(QStringLiteral("t=\"s\"")))
                continue;
            const int row = cell.captured(2).toInt();
            if (cell.captured(4).isEmpty()) {
                numbers[cell.captured(1)][row] = cell.captured(5).toDouble();
                continue;
            }
            const QRegularExpressionMatch range = aSum.match(cell.captured(4));
            QVERIFY2(range.hasMatch(), qPrintable(cell.captured(4)));
            QCOMPARE(range.captured(1), cell.captured(1));
            QCOMPARE(range.captured(3), cell.captured(1));
            sums.push_back({cell.captured(1), row, range.captured(2).toInt(), range.captured(4).toInt(),
                            cell.captured(5).toDouble()});
        }
        QVERIFY2(!sums.empty(), sheet.left(3000).constData());
        for (const Sum& sum : sums) {
            QVERIFY(sum.from <= sum.to && sum.to < sum.row);
            double worked = 0;
            for (int row = sum.from; row <= sum.to; ++row)
                worked += numbers[sum.column].value(row, 0);
            QVERIFY2(std::abs(worked - sum.kept) < 0.005, qPrintable(QString::number(worked, 'f', 2)));
        }
        const auto total = std::ranges::find(bill.rows, RowRole::Total, &ScheduleRow::role);
        QVERIFY(total != bill.rows.end());
        double last = -1;
        for (const ScheduleCell& cell : total->cells)
            if (const auto* money = std::get_if<Money>(&cell))
                last = money->inUnits();
        QVERIFY(std::ranges::any_of(sums, [last](const Sum& sum) { return std::abs(sum.kept - last) < 0.005; }));
    }
    // A long schedule is let go row by row while its sheet is written; the file is that of schedules kept whole.
    void workbooksOfGivenAndKeptSchedulesAreEqual() {
        QTemporaryDir folder;
        const auto path = [&](const char* name) { return folder.filePath(QString::fromLatin1(name)); };
        const Schedule bill = fixture::testBill(Edition::Customer, 200);
        const Schedule numbers = cells({Value(72'500), Value::unknown(), GivenText{"a <b>"}, std::int64_t(-5)});
        QVERIFY(writeXlsx(path("kept.xlsx").toStdString(), {&bill, &numbers, &bill}, plain).has_value());
        XlsxWriter writer;
        writer.add(Schedule(bill), plain);
        writer.add(Schedule(numbers), plain);
        writer.add(bill, plain);
        QVERIFY(!QFile::exists(path("given.xlsx")));
        QVERIFY(writer.save(path("given.xlsx").toStdString()).has_value());
        const QByteArray kept = read(path("kept.xlsx"));
        QVERIFY(kept.startsWith("PK"));
        QCOMPARE(read(path("given.xlsx")), kept);
        QCOMPARE(fixture::zipEntries(kept)[QStringLiteral("xl/worksheets/sheet1.xml")].count("<row "),
                 static_cast<qsizetype>(bill.rows.size() + 1));
    }
    void sheetsStandInTheOrderOfTheirTables() {
        ReportInput input = fixture::testInput(hall);
        input.schedules.clear();
        std::atomic<int> made = 0; // tables are made beside each other
        for (const char* id : {"racks", "power"})
            input.tables.push_back({id, true, [&, id](const std::stop_token&) {
                                        ++made;
                                        Schedule one = cells({GivenText{id}});
                                        one.id = id;
                                        return one;
                                    }});
        QTemporaryDir folder;
        QVERIFY(
            exportAll(input, ReportOptions(), folder.path().toStdString(), {ExportFormat::Xlsx}, texts).has_value());
        QCOMPARE(made.load(), 2);
        const auto entries = fixture::zipEntries(read(folder.filePath(QStringLiteral("schedules.xlsx"))));
        QVERIFY(entries[QStringLiteral("xl/sharedStrings.xml")].contains("racks"));
        QVERIFY(entries[QStringLiteral("xl/workbook.xml")].indexOf("\"racks\"") <
                entries[QStringLiteral("xl/workbook.xml")].indexOf("\"power\""));
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
        QCOMPARE(refusal(ExportFormat::Svg), std::string("file.is-a-pipe"));
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

RW_WINDOW_SUITE(TestExport)
#include "tst_export.moc"
