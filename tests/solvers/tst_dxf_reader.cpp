// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of DXF files: hand-worked entities, blocks in blocks, files that are wrong, and bytes changed at random.
#include "solvers/exchange/dxf_reader.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace rackwright;

namespace {

std::string withEntities(const std::string& entities, const std::string& blocks = {}, const char* units = "4") {
    return std::string("0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n") + units + "\n0\nENDSEC\n0\nSECTION\n2\nBLOCKS\n" +
           blocks + "0\nENDSEC\n0\nSECTION\n2\nENTITIES\n" + entities + "0\nENDSEC\n0\nEOF\n";
}

void compare(const DxfPoint& found, double x, double y) {
    QVERIFY2(std::abs(found.x - x) < 1e-6 && std::abs(found.y - y) < 1e-6,
             (std::to_string(found.x) + ", " + std::to_string(found.y)).c_str());
}

DxfDrawing drawingOf(const std::string& text) {
    Result<DxfDrawing> read = readDxf(text);
    return read ? std::move(*read) : DxfDrawing();
}

} // namespace

class TestDxfReader : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linesAndPolylines() {
        const DxfDrawing drawing = drawingOf(withEntities(
            "0\nLINE\n8\nWALLS\n10\n0\n20\n1\n11\n5000\n21\n1\n"
            "0\nLWPOLYLINE\n8\nCOLS\n90\n4\n70\n1\n10\n0\n20\n0\n10\n400\n20\n0\n10\n400\n20\n400\n10\n0\n20\n400\n"
            "0\nPOLYLINE\n8\nWALLS\n66\n1\n70\n0\n0\nVERTEX\n8\nWALLS\n10\n1\n20\n2\n0\nVERTEX\n8\nWALLS\n10\n3\n20\n4"
            "\n"
            "0\nSEQEND\n8\nWALLS\n0\nTEXT\n8\nNOTES\n10\n0\n20\n0\n40\n2.5\n1\nHall\n"));
        QCOMPARE(drawing.unit, 1.0);
        QCOMPARE(drawing.layers, (std::vector<std::string>{"WALLS", "COLS"}));
        QCOMPARE(drawing.lines.size(), std::size_t{3});
        compare(drawing.lines[0].points[1], 5000, 1);
        QVERIFY(drawing.lines[1].isClosed);
        QCOMPARE(drawing.lines[1].points.size(), std::size_t{4});
        compare(drawing.lines[2].points[1], 3, 4);
        QCOMPARE(drawing.leftOut, (std::map<std::string, std::size_t>{{"TEXT", 1}}));
    }
    void curves() {
        // A bulge of 1 is half a circle: from (0, 0) to (10, 0), to the left of the way, which is below.
        const DxfDrawing drawing =
            drawingOf(withEntities("0\nLWPOLYLINE\n8\n0\n90\n2\n70\n0\n10\n0\n20\n0\n42\n1\n10\n10\n20\n0\n"
                                   "0\nARC\n8\n0\n10\n0\n20\n0\n40\n5\n50\n0\n51\n90\n"
                                   "0\nCIRCLE\n8\n0\n10\n1\n20\n1\n40\n2\n"
                                   "0\nARC\n8\n0\n10\n0\n20\n0\n40\n5\n50\n0\n51\n90\n210\n0\n220\n0\n230\n-1\n"));
        QCOMPARE(drawing.lines.size(), std::size_t{4});
        double lowest = 0;
        for (const DxfPoint& point : drawing.lines[0].points) {
            lowest = std::min(lowest, point.y);
            QVERIFY(std::abs(std::hypot(point.x - 5, point.y) - 5) < 1e-9);
        }
        QVERIFY(std::abs(lowest + 5) < 1e-9);
        compare(drawing.lines[1].points.front(), 5, 0);
        compare(drawing.lines[1].points.back(), 0, 5);
        QVERIFY(drawing.lines[2].isClosed);
        for (const DxfPoint& point : drawing.lines[2].points)
            QVERIFY(std::abs(std::hypot(point.x - 1, point.y - 1) - 2) < 1e-9);
        compare(drawing.lines[3].points.front(), -5, 0);
    }
    void blocksAreLaidOut() {
        const std::string block = "0\nBLOCK\n8\n0\n2\nCOLUMN\n70\n0\n10\n100\n20\n0\n"
                                  "0\nLINE\n8\n0\n10\n100\n20\n0\n11\n300\n21\n0\n0\nENDBLK\n8\n0\n"
                                  "0\nBLOCK\n8\n0\n2\nPAIR\n70\n0\n10\n0\n20\n0\n"
                                  "0\nINSERT\n8\nINNER\n2\nCOLUMN\n10\n0\n20\n50\n0\nENDBLK\n8\n0\n";
        // Turned by 90 degrees and doubled; two columns 1000 apart along the turned x.
        const DxfDrawing drawing = drawingOf(withEntities(
            "0\nINSERT\n8\nA\n2\nCOLUMN\n10\n1000\n20\n2000\n41\n2\n42\n2\n50\n90\n70\n2\n71\n1\n44\n1000\n"
            "0\nINSERT\n8\nB\n2\nPAIR\n10\n0\n20\n0\n",
            block));
        QCOMPARE(drawing.lines.size(), std::size_t{3});
        compare(drawing.lines[0].points[0], 1000, 2000);
        compare(drawing.lines[0].points[1], 1000, 2400);
        compare(drawing.lines[1].points[0], 1000, 3000);
        compare(drawing.lines[2].points[1], 200, 50);
        // Layer 0 of a block is that of its insertion, through all of them.
        QCOMPARE(drawing.layers, (std::vector<std::string>{"A", "INNER"}));
    }
    void unitsOfTheFile() {
        const std::string line = "0\nLINE\n8\n0\n10\n0\n20\n0\n11\n1\n21\n0\n";
        QCOMPARE(drawingOf(withEntities(line, {}, "6")).unit, 1000.0);
        QCOMPARE(drawingOf(withEntities(line, {}, "1")).unit, 25.4);
        QCOMPARE(drawingOf(withEntities(line, {}, "0")).unit, 0.0);
    }
    void wrongFiles_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("line");
        const auto row = [](const char* name, const std::string& text, const char* id, int line) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QString::fromLatin1(id) << line;
        };
        row("empty", "", "dxf.cut-off", 0);
        row("DWG", "AC1015\0\0", "dxf.dwg", 0);
        row("binary", "AutoCAD Binary DXF\r\n\x1a", "dxf.binary", 0);
        row("no code", "0\nSECTION\n2\nENTITIES\nfoo\nbar\n", "dxf.no-code", 5);
        row("no number", "0\nSECTION\n2\nENTITIES\n0\nLINE\n10\nx\n", "dxf.no-number", 8);
        row("cut off", "0\nSECTION\n2\nENTITIES\n0\nLINE\n10\n", "dxf.cut-off", 7);
        row("a PNG", "\x89PNG\r\n\x1a\n", "dxf.no-code", 1);
        row("no entities", "0\nSECTION\n2\nHEADER\n0\nENDSEC\n0\nEOF\n", "dxf.no-entities", 0);
        row("nothing drawn", withEntities(""), "dxf.no-lines", 0);
        row("block in itself",
            withEntities("0\nINSERT\n8\n0\n2\nA\n10\n0\n20\n0\n",
                         "0\nBLOCK\n2\nA\n0\nINSERT\n8\n0\n2\nA\n10\n0\n20\n0\n0\nENDBLK\n"),
            "dxf.deep-block", 0);
        row("bomb of blocks",
            withEntities("0\nINSERT\n8\n0\n2\nA\n10\n0\n20\n0\n70\n9999\n71\n9999\n44\n1\n45\n1\n",
                         "0\nBLOCK\n2\nA\n0\nLINE\n8\n0\n10\n0\n20\n0\n11\n1\n21\n0\n0\nENDBLK\n"),
            "dxf.too-many", 0);
    }
    void wrongFiles() {
        QFETCH(QByteArray, text);
        QFETCH(QString, id);
        QFETCH(int, line);
        const Result<DxfDrawing> read = readDxf(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().message.id), id);
        for (const Argument& argument : read.error().message.arguments)
            if (argument.name == "line" && line > 0)
                QCOMPARE(std::get<std::int64_t>(argument.value), std::int64_t{line});
    }
    void hostileBytes() {
        const std::string sound = withEntities(
            "0\nLINE\n8\nWALLS\n10\n0\n20\n1\n11\n5000\n21\n1\n"
            "0\nLWPOLYLINE\n8\nCOLS\n90\n4\n70\n1\n10\n0\n20\n0\n42\n0.5\n10\n400\n20\n0\n10\n400\n20\n400\n"
            "0\nSPLINE\n8\nS\n70\n0\n71\n3\n40\n0\n40\n0\n40\n0\n40\n0\n40\n1\n40\n1\n40\n1\n40\n1\n"
            "10\n0\n20\n0\n10\n1\n20\n1\n10\n2\n20\n1\n10\n3\n20\n0\n"
            "0\nELLIPSE\n8\nE\n10\n0\n20\n0\n11\n5\n21\n0\n40\n0.5\n41\n0\n42\n6.283\n"
            "0\nINSERT\n8\nA\n2\nB\n10\n1\n20\n2\n41\n2\n50\n30\n",
            "0\nBLOCK\n2\nB\n10\n0\n20\n0\n0\nARC\n8\n0\n10\n0\n20\n0\n40\n5\n50\n0\n51\n90\n0\nENDBLK\n");
        QVERIFY(readDxf(sound));
        std::mt19937 random(11);
        int taken = 0;
        for (int round = 0; round < 6000; ++round) {
            std::string text = sound;
            for (int change = round % 3; change >= 0; --change) {
                const std::size_t at = random() % text.size();
                switch (random() % 4) {
                case 0:
                    text[at] = static_cast<char>(random() % 256);
                    break;
                case 1:
                    text.erase(at, random() % 20);
                    break;
                case 2: // a number of its own
                    text.insert(std::min(text.find('\n', at), text.size() - 1) + 1, "40\n1e308\n");
                    break;
                default:
                    text.insert(at, text.substr(at / 2, random() % 60));
                    break;
                }
                if (text.empty())
                    break;
            }
            const Result<DxfDrawing> read = readDxf(text);
            taken += read.has_value();
            if (read)
                for (const DxfLine& line : read->lines)
                    for (const DxfPoint& point : line.points)
                        QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
        }
        QVERIFY(taken > 60);
    }
};

RW_SUITE(TestDxfReader)
#include "tst_dxf_reader.moc"
