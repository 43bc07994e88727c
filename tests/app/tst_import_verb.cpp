// SPDX-License-Identifier: GPL-3.0-or-later
// `import` as a person types it, and the files of `export` that it takes back: a NetBox set, a list of cables, a floor
// drawing; wrong words and files, and nothing written then.
#include "tests/support/command_line.h"
#include "tests/support/suite.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sys/stat.h>

using namespace rackwright;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

class TestImportVerb : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void netboxThereAndBack() {
        const CommandLine line;
        const std::string first = line.path("first"), second = line.path("second"), design = line.path("back.rkw.json");
        const CommandRun out =
            line.run({"export", samplePath("hall-1024-h200.rkw.json"), "--to", first, "--formats", "netbox"});
        QVERIFY2(out.code == 0, out.err.c_str());
        const CommandRun dry = line.run({"import", "netbox", first, "--dry-run"});
        QVERIFY2(dry.code == 0, dry.err.c_str());
        QVERIFY(!QFile::exists(QString::fromStdString(design)));
        const CommandRun in = line.run({"import", "netbox", first, "-o", design});
        QVERIFY2(in.code == 0, in.err.c_str());
        QVERIFY2(holds(in.out, "racks"), in.out.c_str());
        QCOMPARE(line.run({"export", design, "--to", second, "--formats", "netbox"}).code, 0);
        const QDir folder(QString::fromStdString(first));
        QCOMPARE(folder.entryList(QDir::Files).size(), 17);
        for (const QString& name : folder.entryList(QDir::Files))
            QVERIFY2(bytesOf(folder.filePath(name)) == bytesOf(QDir(QString::fromStdString(second)).filePath(name)),
                     qPrintable(name));
        // The design of the set is solved like any other.
        const CommandRun solved = line.run({"solve", design});
        QVERIFY2(solved.code == 0, solved.err.c_str());
        // A row that is wrong names file and line, and makes nothing.
        const QString racks = folder.filePath(QStringLiteral("netbox-06-racks.csv"));
        QFile file(racks);
        QVERIFY(file.open(QIODevice::Append));
        file.write("Nowhere,,X1,planned,,,19,42,,\r\n");
        file.close();
        const CommandRun wrong = line.run({"import", "netbox", first, "-o", line.path("none.rkw")});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(holds(wrong.err, "netbox-06-racks.csv") && holds(wrong.err, "Nowhere"), wrong.err.c_str());
        QVERIFY(!QFile::exists(QString::fromStdString(line.path("none.rkw"))));
        QCOMPARE(line.run({"import", "netbox", line.path("nothing"), "-o", design}).code, 2);
        QVERIFY(holds(line.run({"import", "netbx"}).err, "netbox"));
        QVERIFY(holds(line.run({"import", "netbox", first}).err, "--output"));
    }

    void cablesThereAndBack() {
        const CommandLine line;
        const std::string sample = samplePath("single-node-fine-tuning.rkw.json"), out = line.path("out");
        QCOMPARE(line.run({"export", sample, "--to", out, "--formats", "csv"}).code, 0);
        const QString path = QString::fromStdString(out + "/cables.csv");
        const std::string before = line.contents();
        const CommandRun same = line.run({"import", "cables", sample, path.toStdString()});
        QVERIFY2(same.code == 0 && holds(same.out, "Nothing was written"), (same.out + same.err).c_str());
        QCOMPARE(line.contents(), before);
        const std::string edited = line.write("edited.csv", "Cable ID,A device,A port,B device,B port,Colour\n");
        const CommandRun missing = line.run({"import", "cables", sample, edited, "--dry-run"});
        QVERIFY2(holds(missing.err, "--remove-missing"), missing.err.c_str());
        const CommandRun removed =
            line.run({"import", "cables", sample, edited, "--remove-missing", "-o", line.path("less.rkw.json")});
        QVERIFY2(removed.code == 0, removed.err.c_str());
        QVERIFY2(holds(removed.out, "is taken out"), removed.out.c_str());
        QVERIFY(holds(line.run({"diff", sample, line.path("less.rkw.json")}).out, "cables"));
        const std::string wrong =
            line.write("wrong.csv", "Cable ID,A device,A port,B device,B port\n,nobody,p1,nobody,p2\n");
        const CommandRun refused = line.run({"import", "cables", sample, wrong});
        QCOMPARE(refused.code, 2);
        QVERIFY2(holds(refused.err, "wrong.csv") && holds(refused.err, "ine 2"), refused.err.c_str());
    }

    void drawingsBelowPlans() {
        const CommandLine line;
        const std::string sample = samplePath("hall-1024-h200.rkw.json"), made = line.path("made.rkw.json");
        const std::string dxf = line.write(
            "floor.dxf",
            "0\nSECTION\n2\nENTITIES\n0\nLINE\n8\nWALL\n10\n0\n20\n0\n11\n5000\n21\n0\n0\nLINE\n8\nX\n10\n0\n"
            "20\n0\n11\n0\n21\n4000\n0\nTEXT\n8\nX\n10\n0\n20\n0\n1\nHall\n0\nENDSEC\n0\nEOF\n");
        const CommandRun in =
            line.run({"import", "underlay", sample, dxf, "--walls", "WALL", "--units", "mm", "-o", made});
        QVERIFY2(in.code == 0, in.err.c_str());
        QVERIFY2(holds(in.out, "1 walls or columns") || holds(in.out, "layer WALL"), in.out.c_str());
        QVERIFY2(holds(in.err, "TEXT"), in.err.c_str());
        QVERIFY(holds(line.run({"diff", sample, made}).out, "room_objects"));
        QCOMPARE(line.run({"solve", made}).code, 0);
        QVERIFY(holds(line.run({"import", "underlay", sample, dxf, "--walls", "WALS"}).err, "WALL"));
        QVERIFY(holds(line.run({"import", "underlay", sample, dxf, "--room", "Attic"}).err, "--room"));
        const std::string broken = line.write("broken.dxf", "0\nSECTION\n2\nENTITIES\n0\nLINE\n10\nx\n");
        const CommandRun wrong = line.run({"import", "underlay", sample, broken, "-o", line.path("none.rkw")});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(holds(wrong.err, "broken.dxf") && holds(wrong.err, "8"), wrong.err.c_str());
        QVERIFY(!QFile::exists(QString::fromStdString(line.path("none.rkw"))));
    }

    // A pipe has no writer, and a device no end: neither is waited for.
    void pipesAndDevicesAreRefused() {
        const CommandLine line;
        const std::string sample = samplePath("hall-1024-h200.rkw.json");
        for (const char* name : {"floor.dxf", "floor.png", "floor.pdf", "floor.svg", "floor.bin"}) {
            const std::string pipe = line.path(name);
            QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
            const CommandRun run = line.run({"import", "underlay", sample, pipe, "--dry-run"});
            QCOMPARE(run.code, 2);
            QVERIFY2(holds(run.err, "pipe or a device"), run.err.c_str());
        }
        const CommandRun device = line.run({"import", "underlay", sample, "/dev/zero", "--dry-run"});
        QVERIFY2(device.code == 2 && holds(device.err, "pipe or a device"), device.err.c_str());
        const CommandRun folder = line.run({"import", "underlay", sample, line.path("."), "--dry-run"});
        QVERIFY2(folder.code == 2 && holds(folder.err, "folder"), folder.err.c_str());
    }

    // Each format by itself writes its files and no others.
    void formatsByThemselves() {
        const CommandLine line;
        struct Asked {
            const char* format;
            const char* file;
        };
        for (const Asked& asked : {Asked{"dxf", "plan-1-Data-hall.dxf"},
                                   {"drawio", "networks.drawio"},
                                   {"gltf", "hall.glb"},
                                   {"air", ".json"},
                                   {"netbox", "netbox-16-cables.csv"}}) {
            const std::string folder = line.path(asked.format);
            const CommandRun run =
                line.run({"export", samplePath("hall-1024-h200.rkw.json"), "--to", folder, "--formats", asked.format});
            QVERIFY2(run.code == 0, run.err.c_str());
            QVERIFY2(holds(run.out, asked.file), run.out.c_str());
            for (const QFileInfo& file : QDir(QString::fromStdString(folder)).entryInfoList(QDir::Files))
                QVERIFY2(file.size() > 0 && holds(run.out, file.fileName().toStdString()), qPrintable(file.fileName()));
        }
    }
};

RW_WINDOW_SUITE(TestImportVerb)
#include "tst_import_verb.moc"
