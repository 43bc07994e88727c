// SPDX-License-Identifier: GPL-3.0-or-later
// CSV: what is written reads back; broken text is refused with its line; spreadsheet formulas do not run.
#include "model/text/csv.h"
#include "tests/support/suite.h"

#include <QTest>

using namespace rackwright;

class TestCsv : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsWrittenReadsBack() {
        const std::vector<std::vector<std::string>> rows = {
            {"a", "", "with, comma"}, {"with \"quotes\"", "two\nlines", " spaced "}, {""}, {"1.5", "-2", "end"}};
        std::string text;
        for (const auto& row : rows)
            text += csvLine(row);
        const auto read = readCsv(text);
        QVERIFY(read);
        QCOMPARE(read->size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            QVERIFY((*read)[i].cells == rows[i]);
        QCOMPARE((*read)[2].line, std::size_t(4)); // the second row takes two lines
    }
    void markAndLineEndsAndLastLine() {
        const auto table = CsvTable::read("\xEF\xBB\xBFid,text\n\n1,one\r\n2\r\n3,three");
        QVERIFY(table);
        QCOMPARE(table->size(), std::size_t(3));
        QCOMPARE(table->header().front(), std::string("id"));
        QCOMPARE(table->cell(0, "text"), std::string("one"));
        QCOMPARE(table->cell(1, "text"), std::string());
        QCOMPARE(table->cell(2, "text"), std::string("three"));
        QCOMPARE(table->cell(2, "nothing"), std::string());
    }
    void brokenTextIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("unclosed") << QByteArray("a,b\n1,\"two\n3") << QByteArray("csv.unclosed-quotation");
        QTest::newRow("after") << QByteArray("a,b\n\"1\"x,2\n") << QByteArray("csv.text-after-quotation");
        QTest::newRow("empty") << QByteArray("\n\n") << QByteArray("csv.no-header");
        QTest::newRow("twice") << QByteArray("a,a\n") << QByteArray("csv.column-twice");
        QTest::newRow("cells") << QByteArray("a,b\n1,2,3\n") << QByteArray("csv.too-many-cells");
        const auto twoBytes = [](const char* mark, bool isHighFirst) {
            QByteArray text(mark);
            for (const char c : QByteArray("id,text\n1,one\n"))
                text += isHighFirst ? QByteArray(1, '\0') + c : QByteArray(1, c) + '\0';
            return text;
        };
        QTest::newRow("UTF-16, low byte first") << twoBytes("\xFF\xFE", false) << QByteArray("csv.two-bytes");
        QTest::newRow("UTF-16, high byte first") << twoBytes("\xFE\xFF", true) << QByteArray("csv.two-bytes");
        QTest::newRow("UTF-16 without a mark") << twoBytes("", false) << QByteArray("csv.two-bytes");
        QTest::newRow("Latin-1") << QByteArray("id,vendor\na,Caf\xE9\n") << QByteArray("csv.not-utf8");
        QTest::newRow("Latin-1 in the header") << QByteArray("id,Caf\xE9\na,b\n") << QByteArray("csv.not-utf8");
        QTest::newRow("semicolons") << QByteArray("id;vendor;model\na;b;1,5\n") << QByteArray("csv.semicolons");
        QTest::newRow("nothing") << QByteArray() << QByteArray("csv.no-header");
        QTest::newRow("columns") << QByteArray(5000, ',') << QByteArray("csv.too-many-columns");
    }
    void brokenTextIsRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, id);
        const auto table = CsvTable::read(text.toStdString());
        QVERIFY(!table);
        QCOMPARE(QByteArray::fromStdString(table.error().message.id), id);
    }
    void placeOfTheFaultIsNamed() {
        const auto read = readCsv("a,b\n1,2\n3,\"x\n");
        QVERIFY(!read);
        QVERIFY(read.error().message == Message("csv.unclosed-quotation").with("line", 3).with("column", 2));
    }
    void tooLargeIsRefusedBeforeReading() {
        QVERIFY(!readCsv("a,b\n1,2\n", {.bytes = 7}));
        QVERIFY(readCsv("a,b\n1,2\n", {.bytes = 8}));
    }
    void moreCellsThanMemoryIsGoodForAreRefused() {
        const auto commas = readCsv(std::string(3'000'001, ','), {.columns = 10'000'000});
        QVERIFY(!commas);
        QCOMPARE(commas.error().message.id, std::string("csv.too-much"));
        std::string lines;
        for (int i = 0; i < 3'000'001; ++i)
            lines += "a\n";
        QVERIFY(!readCsv(lines));
    }
    void controlCharactersDoNotLeave() {
        using namespace std::string_literals;
        QCOMPARE(csvCell("A\x1b[2J\x7f\x00z\xc2\x9b"
                         "1m"s),
                 std::string("A\xEF\xBF\xBD[2J\xEF\xBF\xBD\xEF\xBF\xBDz\xEF\xBF\xBD"
                             "1m"));
        QCOMPARE(csvCell("lone\rreturn"), std::string("lone\xEF\xBF\xBDreturn"));
        QCOMPARE(csvCell("two\r\nlines\tand \xc2\xb5m"), std::string("\"two\r\nlines\tand \xc2\xb5m\""));
    }
    void formulasDoNotRun() {
        QCOMPARE(csvTextCell("=1+1"), std::string("'=1+1"));
        QCOMPARE(csvTextCell("@cmd"), std::string("'@cmd"));
        QCOMPARE(csvTextCell("-x"), std::string("'-x"));
        QCOMPARE(csvTextCell("-"), std::string("-"));
        QCOMPARE(csvTextCell("rack A01"), std::string("rack A01"));
        QCOMPARE(csvCell("-12.5"), std::string("-12.5"));
        std::string line = "1,";
        appendCsvTextCell(line, "=1,2");
        appendCsvCell(line, " \"");
        QCOMPARE(line, std::string("1,\"'=1,2\"\" \"\"\""));
    }
};

RW_CORE_SUITE(TestCsv)
#include "tst_csv.moc"
