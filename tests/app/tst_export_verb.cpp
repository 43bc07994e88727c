// SPDX-License-Identifier: GPL-3.0-or-later
// `export` as a person types it: what is written where, the same bytes twice, and nothing where it cannot be written.
#include "tests/support/command_line.h"

#include "app/streams.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace rackwright;

namespace {

std::string node() { return samplePath("single-node-fine-tuning.rkw.json"); }

QStringList filesIn(const std::string& folder) {
    return QDir(QString::fromStdString(folder)).entryList(QDir::Files, QDir::Name);
}

} // namespace

class TestExportVerb : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everythingIsWrittenAndNamed() {
        const Answer answer = m_line.run({"export", node(), "--to", m_line.path("first")});
        QVERIFY2(answer.code == kExitDone, answer.err.c_str());
        const QStringList files = filesIn(m_line.path("first"));
        for (const char* name : {"proposal.pdf", "figures.json"})
            QVERIFY2(files.contains(QLatin1String(name)), name);
        for (const char* kind : {".csv", ".svg", ".png"})
            QVERIFY2(!files.filter(QLatin1String(kind)).isEmpty(), kind);
        for (const QString& file : files)
            QVERIFY(answer.out.find("/" + file.toStdString() + "\n") != std::string::npos);
    }
    void theSameDesignGivesTheSameBytes() {
        QCOMPARE(m_line.run({"export", node(), "--to", m_line.path("second")}).code, kExitDone);
        const QStringList files = filesIn(m_line.path("first"));
        QCOMPARE(filesIn(m_line.path("second")), files);
        for (const QString& file : files) {
            if (file.endsWith(QStringLiteral(".xlsx")))
                continue; // a workbook holds the time of its making
            const std::string name = file.toStdString();
            QVERIFY2(m_line.read("first/" + name) == m_line.read("second/" + name), name.c_str());
        }
    }
    void onlyTheFormatsAskedFor() {
        QCOMPARE(m_line.run({"export", node(), "--to", m_line.path("csv"), "--formats", "csv"}).code, kExitDone);
        const QStringList files = filesIn(m_line.path("csv"));
        QVERIFY(!files.isEmpty());
        QCOMPARE(files.filter(QStringLiteral(".csv")), files);
    }
    void theInternalEditionHoldsMore() {
        const std::string folder = m_line.path("internal");
        QCOMPARE(
            m_line.run({"export", node(), "--to", folder, "--formats", "csv", "--edition", "internal"}).code,
            kExitDone);
        QVERIFY(filesIn(folder).size() > filesIn(m_line.path("csv")).size());
    }
    void aFolderThatCannotBeMadeIsNamed() {
        const std::string file = m_line.write("a-file", "x");
        const Answer answer = m_line.run({"export", node(), "--to", file, "--formats", "csv"});
        QCOMPARE(answer.code, kExitWrong);
        QVERIFY2(answer.err.find("a-file") != std::string::npos, answer.err.c_str());
        QCOMPARE(m_line.read("a-file"), std::string("x"));
    }

private:
    CommandLine m_line;
};

QTEST_MAIN(TestExportVerb)
#include "tst_export_verb.moc"
