// SPDX-License-Identifier: GPL-3.0-or-later
// `export` as a person types it: what is written where, the same bytes twice, and nothing where it cannot be written.
#include "tests/support/command_line.h"

#include "app/command_line.h"
#include "tests/support/suite.h"

#include "tests/support/zip_entries.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <array>
#include <sstream>

using namespace rackwright;

namespace {

std::string node() { return samplePath("single-node-fine-tuning.rkw.json"); }

QStringList filesIn(const std::string& folder) {
    return QDir(QString::fromStdString(folder)).entryList(QDir::Files, QDir::Name);
}

std::string changedNode(const std::string& what, const std::string& to) {
    QFile file(QString::fromStdString(node()));
    std::string text = file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    const std::size_t at = text.find(what);
    return at == std::string::npos ? std::string() : text.replace(at, what.size(), to);
}

QByteArray pdfText(const QString& file) {
    QProcess program;
    program.start(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), file, QStringLiteral("-")});
    program.waitForFinished();
    return program.readAllStandardOutput();
}

/// The words of a file that was written, whatever its kind.
QByteArray wordsOf(const QString& file) {
    if (file.endsWith(QStringLiteral(".pdf")))
        return pdfText(file);
    QFile opened(file);
    const QByteArray bytes = opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    if (!file.endsWith(QStringLiteral(".xlsx")))
        return bytes;
    QByteArray all;
    for (const QByteArray& entry : fixture::zipEntries(bytes))
        all += entry;
    return all;
}

/// All files below a folder that match, one after the other.
QByteArray everyFile(const std::string& folder, const QString& pattern) {
    QByteArray all;
    for (QDirIterator files(QString::fromStdString(folder), {pattern}, QDir::Files, QDirIterator::Subdirectories);
         files.hasNext();) {
        QFile read(files.next());
        all += read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    }
    return all;
}

} // namespace

class TestExportVerb : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Only the rate that holds stands in what a customer reads; the record keeps the one before.
    void aCustomerReadsTheRateThatHolds() {
        const CommandLine line;
        const std::string path = line.path("rates.rkw.json");
        QCOMPARE(line.run({"quote", node(), "--set", "customer=Example", "-o", path}).code, kExitDone);
        for (const auto& [rate, date] : {std::pair{"SEK=0.0811", "2026-01-10"}, {"SEK=0.0955", "2026-02-10"}})
            QCOMPARE(line.run({"prices", "rate", path, rate, "--date", date, "--source", "bank"}).code, kExitDone);
        QCOMPARE(
            line.run({"export", path, "--to", line.path("out"), "--volumes", "proposal", "--formats", "html"}).code,
            kExitDone);
        const QByteArray page = everyFile(line.path("out"), QStringLiteral("*.html"));
        QVERIFY(page.contains("0.0955") && !page.contains("0.0811"));
    }
    // What a discount did to prices a customer reads, and not how it came about.
    void theCustomersChangeLogNamesNoTerm() {
        const CommandLine line;
        const std::string first = line.path("a.rkw.json"), file = line.path("b.rkw.json");
        const std::string sample = samplePath("typical-llm-cluster.rkw.json");
        QCOMPARE(line.run({"quote", sample, "--set", "discount.compute=12 %", "-o", first}).code, kExitDone);
        QCOMPARE(line.run({"revisions", first, "issue", "-o", first, "--force"}).code, kExitDone);
        QCOMPARE(line.run({"quote", first, "--set", "discount.compute=14 %", "-o", file}).code, kExitDone);
        QCOMPARE(line.run({"export", file, "--to", line.path("out"), "--volumes", "data", "--formats", "csv"}).code,
                 kExitDone);
        const QByteArray log = everyFile(line.path("out"), QStringLiteral("*change-log.csv"));
        QVERIFY2(log.contains(",price"), log.constData());
        for (const char* ours : {"iscount", "argin", "14 %", "uantity"})
            QVERIFY2(!log.contains(ours), log.constData());
    }
    void everythingIsWrittenAndNamed() {
        const CommandRun answer = m_line.run({"export", node(), "--to", m_line.path("first")});
        QVERIFY2(answer.code == kExitDone, answer.err.c_str());
        const QStringList files = filesIn(m_line.path("first"));
        for (const char* name : {"proposal.pdf", "technical-review.pdf", "build-pack.pdf", "figures.json"})
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
    void powersAndCapsAreWritten() {
        const CommandRun answer = m_line.run({"export", node(), "--to", m_line.path("powers"), "--formats", "csv"});
        QVERIFY2(answer.code == kExitDone, answer.err.c_str());
        const std::string powers = m_line.read("powers/powers.csv"), caps = m_line.read("powers/power-caps.csv");
        for (const char* column :
             {"Idle W", "Typical W", "Expected peak W", "Maximum W", "Short peak W", "Cap W", "All: Maximum kW"})
            QVERIFY2(powers.find(column) != std::string::npos, column);
        QVERIFY(powers.find("DGX H200") != std::string::npos);
        QVERIFY2(powers.find("10200") != std::string::npos, "watts, by its data sheet");
        for (const char* column : {"Cap W", "IT peak kW", "Speed lost low %", "Accelerators within the limit"})
            QVERIFY2(caps.find(column) != std::string::npos, column);
    }
    // The proposal is in the units asked for; schedules in files keep those that their headers name.
    void documentsAreInTheUnitsAskedFor() {
        const auto write = [&](const char* units) {
            return m_line.run({"export", node(), "--to", m_line.path(units), "--formats", "pdf,csv", "--units", units})
                .code;
        };
        QCOMPARE(write("metric"), kExitDone);
        QCOMPARE(write("imperial"), kExitDone);
        const auto proposal = [&](const char* units) {
            return QString::fromUtf8(
                pdfText(QString::fromStdString(m_line.path(std::string(units) + "/proposal.pdf"))));
        };
        static const QRegularExpression pounds(QStringLiteral("[0-9] lb"));
        QVERIFY(!proposal("metric").contains(pounds));
        QVERIFY(proposal("imperial").contains(pounds));
        for (const QString& file : filesIn(m_line.path("metric")).filter(QStringLiteral(".csv")))
            QVERIFY2(m_line.read("metric/" + file.toStdString()) == m_line.read("imperial/" + file.toStdString()),
                     qPrintable(file));
        const CommandRun wrong = m_line.run({"export", node(), "--to", m_line.path("other"), "--units", "furlongs"});
        QCOMPARE(wrong.code, kExitWrong);
        QVERIFY2(wrong.err.find("metric or imperial") != std::string::npos, wrong.err.c_str());
    }
    void onlyTheFormatsAskedFor() {
        QCOMPARE(m_line.run({"export", node(), "--to", m_line.path("csv"), "--formats", "csv"}).code, kExitDone);
        const QStringList files = filesIn(m_line.path("csv"));
        QVERIFY(!files.isEmpty());
        QCOMPARE(files.filter(QStringLiteral(".csv")), files);
    }
    void onlyTheVolumesAskedFor() {
        const auto written = [&](const std::string& volumes, std::vector<std::string> more = {}) {
            const std::string folder = m_line.path("volumes-" + volumes);
            std::vector<std::string> words = {"export", node(), "--to", folder, "--volumes", volumes};
            words.insert(words.end(), more.begin(), more.end());
            return m_line.run(words).code == kExitDone ? filesIn(folder) : QStringList();
        };
        QCOMPARE(written("proposal"),
                 (QStringList{QStringLiteral("proposal.pdf"), QStringLiteral("review-page.html")}));
        QCOMPARE(written("review,build"),
                 (QStringList{QStringLiteral("build-pack.pdf"), QStringLiteral("technical-review.pdf")}));
        const QStringList data = written("data");
        QVERIFY(data.contains(QStringLiteral("schedules.xlsx")) && data.contains(QStringLiteral("figures.json")));
        QVERIFY(data.filter(QStringLiteral("proposal")).isEmpty());
        // Formats keep to some kinds of file of what was asked for; nothing at all is a mistake.
        const CommandRun nothing =
            m_line.run({"export", node(), "--to", m_line.path("nothing"), "--volumes", "proposal", "--formats", "csv"});
        QCOMPARE(nothing.code, kExitWrong);
        QVERIFY2(nothing.err.find("data pack") != std::string::npos, nothing.err.c_str());
        const CommandRun unknown =
            m_line.run({"export", node(), "--to", m_line.path("nothing"), "--volumes", "appendix"});
        QCOMPARE(unknown.code, kExitWrong);
        QVERIFY2(unknown.err.find("review") != std::string::npos, unknown.err.c_str());
    }
    // Each works out only what it shows, of a design with cables and networks too.
    void aFormatAloneGivesTheSameBytes() {
        const std::string cluster = samplePath("typical-llm-cluster.rkw.json");
        const std::string all = m_line.path("all");
        QCOMPARE(m_line
                     .run({"export", cluster, "--to", all, "--formats", "pdf,csv,svg,xlsx,slurm,jobs,labels,html",
                           "--edition", "internal"})
                     .code,
                 kExitDone);
        qsizetype found = 0;
        for (const char* format : {"pdf", "csv", "svg", "xlsx", "slurm", "jobs", "labels", "html"}) {
            const std::string folder = std::string("alone-") + format;
            const CommandRun alone = m_line.run(
                {"export", cluster, "--to", m_line.path(folder), "--formats", format, "--edition", "internal"});
            QVERIFY2(alone.code == kExitDone, alone.err.c_str());
            QVERIFY(alone.err.empty()); // progress is for terminals
            for (const QString& file : filesIn(m_line.path(folder))) {
                const std::string name = file.toStdString();
                QVERIFY2(m_line.read("all/" + name) == m_line.read(folder + "/" + name), name.c_str());
                ++found;
            }
        }
        QCOMPARE(found, filesIn(all).size());
    }
    void aTerminalShowsHowFarItIs() {
        std::istringstream in;
        std::ostringstream out, err, terminal;
        Streams streams{in, out, err, &terminal};
        Session session(Texts::of("en"), {RW_BINARY_DIR, m_line.path("own-parts.sqlite"), "2026-01-15"});
        const std::vector<std::string> words = {"export", node(), "--to", m_line.path("shown"), "--formats", "csv,svg"};
        QCOMPARE(runCommandLine(words, streams, session), kExitDone);
        const QString shown = QString::fromStdString(terminal.str());
        for (const char* stage : {"Working out the design", "Writing schedules: 1 of ", "Drawing 1 of "})
            QVERIFY2(shown.contains(QLatin1String(stage)), qPrintable(shown));
        QVERIFY2(shown.endsWith(QLatin1String("\r\x1b[K")), "the line is gone in the end");
        QVERIFY(err.str().empty());
    }
    void theInternalEditionHoldsMore() {
        const std::string folder = m_line.path("internal");
        QCOMPARE(m_line.run({"export", node(), "--to", folder, "--formats", "csv", "--edition", "internal"}).code,
                 kExitDone);
        QVERIFY(filesIn(folder).size() > filesIn(m_line.path("csv")).size());
    }
    // Of a cluster with cables, prices and a bill, every word of every file.
    void customerFilesNameNothingInternal() {
        const std::string cluster = samplePath("typical-llm-cluster.rkw.json");
        const auto written = [&](const char* edition) {
            const std::string folder = m_line.path(edition);
            const CommandRun answer = m_line.run({"export", cluster, "--to", folder, "--formats",
                                                  "pdf,html,csv,xlsx,svg,labels,slurm,jobs,json", "--edition", edition});
            QMap<QString, QByteArray> words;
            for (const QString& file : answer.code == kExitDone ? filesIn(folder) : QStringList())
                words[file] = wordsOf(QString::fromStdString(folder) + QLatin1Char('/') + file);
            return words;
        };
        const QMap<QString, QByteArray> customer = written("customer"), internal = written("internal");
        QVERIFY(customer.size() > 15 && internal.contains(QStringLiteral("bom-internal.csv")));
        QByteArray all;
        for (const QByteArray& words : internal)
            all += words;
        const std::array secrets = {"dearer",         "class-",
                                    "ource document", "Price source",
                                    "Margin %",       "Planning price (USD)",
                                    "Chosen because", "cheapest that serves",
                                    "AIDC-Studio"};
        for (const char* secret : secrets) {
            QVERIFY2(all.contains(secret), secret); // else the search finds nothing by looking for nothing
            for (auto it = customer.cbegin(); it != customer.cend(); ++it)
                QVERIFY2(!it.value().contains(secret),
                         qPrintable(it.key() + QStringLiteral(": ") + QLatin1String(secret)));
        }
        const QJsonArray figures = QJsonDocument::fromJson(customer[QStringLiteral("figures.json")])
                                       .object()[QStringLiteral("figures")]
                                       .toArray();
        QVERIFY(!figures.isEmpty());
        for (const QJsonValue each : figures) {
            const QJsonObject figure = each.toObject();
            const QString name = figure[QStringLiteral("name")].toString();
            if (name.startsWith(QStringLiteral("cost.price")))
                QVERIFY2(figure[QStringLiteral("low")] == figure[QStringLiteral("high")], qPrintable(name));
        }
        QVERIFY(internal[QStringLiteral("proposal.pdf")] != customer[QStringLiteral("proposal.pdf")]);
    }
    void aWallFarOutsideIsFoundAndDrawn() {
        const std::string text =
            changedNode("\"wall\": {\"to\": {\"x_um\": 6800000}}", "\"wall\": {\"to\": {\"x_um\": 20000000}}");
        QVERIFY(!text.empty());
        const std::string file = m_line.write("wall.rkw.json", text);
        const CommandRun answer = m_line.run({"export", file, "--to", m_line.path("wall"), "--formats", "pdf,svg"});
        QVERIFY2(answer.code == kExitDone, answer.err.c_str());
        QVERIFY(pdfText(QString::fromStdString(m_line.path("wall/proposal.pdf"))).contains("Data hall"));
        const CommandRun checked = m_line.run({"check", file});
        QVERIFY2(checked.out.find("FLOOR-09") != std::string::npos &&
                     checked.out.find("Wall 1 reaches 13.2 m out of Data hall.") != std::string::npos,
                 checked.out.c_str());
    }
    // Names as long as they may be, and a description as long as a text may be, without a blank to break them at.
    void theLongestNamesAndTextsCostNoTime() {
        const std::string name = "\"name\": \"A single 8-GPU node for fine-tuning\"";
        const std::string room = "\"name\": \"Data hall\"";
        std::string text = changedNode(name, "\"name\": \"" + std::string(1'000, 'w') + "\", \"description\": \"" +
                                                 std::string(100'000, 'd') + "\"");
        QVERIFY(!text.empty());
        const std::size_t at = text.find(room);
        QVERIFY(at != std::string::npos);
        text.replace(at, room.size(), "\"name\": \"" + std::string(1'000, 'i') + "\"");
        const std::string file = m_line.write("long.rkw.json", text);
        QElapsedTimer timer;
        timer.start();
        const CommandRun answer = m_line.run({"export", file, "--to", m_line.path("long"), "--formats", "pdf,svg"});
        QVERIFY2(answer.code == kExitDone, answer.err.c_str());
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
    }
    // The proposal and the figures say whose they are; the same design goes over its own without a word.
    void documentsOfAnotherDesignAreNotReplacedUnasked() {
        const std::string other = samplePath("typical-llm-cluster.rkw.json");
        for (const char* formats : {"pdf", "json"}) {
            const std::string folder = m_line.path(std::string("whose-") + formats);
            const auto exported = [&](const std::string& design, std::vector<std::string> more = {}) {
                std::vector<std::string> words = {"export", design, "--to", folder, "--formats", formats};
                words.insert(words.end(), more.begin(), more.end());
                return m_line.run(words);
            };
            const std::string file =
                std::string("whose-") + formats + (std::string(formats) == "pdf" ? "/proposal.pdf" : "/figures.json");
            QCOMPARE(exported(node()).code, kExitDone);
            QCOMPARE(exported(node()).code, kExitDone);
            const std::string before = m_line.read(file);
            const CommandRun refusal = exported(other);
            QCOMPARE(refusal.code, kExitWrong);
            QVERIFY2(refusal.err.find("--force") != std::string::npos &&
                         refusal.err.find("A single 8-GPU node for fine-tuning") != std::string::npos,
                     refusal.err.c_str());
            QVERIFY(m_line.read(file) == before);
            QCOMPARE(exported(other, {"--force"}).code, kExitDone);
            QVERIFY(m_line.read(file) != before);
        }
    }
    // A file that cannot be replaced keeps no other from being written, and the end names it.
    void whatCouldNotBeWrittenIsNamedAndTheRestIsWritten() {
        const std::string folder = m_line.path("partly");
        QVERIFY(QDir().mkpath(QString::fromStdString(folder + "/proposal.pdf")));
        const CommandRun answer = m_line.run({"export", node(), "--to", folder, "--formats", "pdf,csv,json"});
        QCOMPARE(answer.code, kExitWrong);
        const QStringList files = filesIn(folder);
        QVERIFY(files.contains(QStringLiteral("racks.csv")) && files.contains(QStringLiteral("figures.json")));
        const std::string said =
            "Files written: " + std::to_string(files.size()) + ". Not written: proposal.pdf; what lay there";
        QVERIFY2(answer.err.find(said) != std::string::npos, answer.err.c_str());
        QVERIFY(answer.out.find("/racks.csv\n") != std::string::npos);
    }
    void aFolderThatCannotBeMadeIsNamed() {
        const std::string file = m_line.write("a-file", "x");
        const CommandRun answer = m_line.run({"export", node(), "--to", file, "--formats", "csv"});
        QCOMPARE(answer.code, kExitWrong);
        QVERIFY2(answer.err.find("a-file") != std::string::npos, answer.err.c_str());
        QCOMPARE(m_line.read("a-file"), std::string("x"));
    }
    // What fails takes away the folders that it made, and no other.
    void aFailedExportLeavesNoEmptyFolder() {
        const std::string taken = m_line.path("mine");
        QVERIFY(QDir().mkpath(QString::fromStdString(taken)));
        const std::string deep = taken + "/made/" + std::string(300, 'x'); // a name that no disk takes
        const CommandRun answer = m_line.run({"export", node(), "--to", deep, "--formats", "csv"});
        QCOMPARE(answer.code, kExitWrong);
        QCOMPARE(QDir(QString::fromStdString(taken)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
        QVERIFY(QDir(QString::fromStdString(taken)).exists());
        QCOMPARE(m_line.run({"export", node(), "--to", deep, "--formats", "json"}).code, kExitWrong);
        QCOMPARE(QDir(QString::fromStdString(taken)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    }

private:
    CommandLine m_line;
};

RW_WINDOW_SUITE(TestExportVerb)
#include "tst_export_verb.moc"
