// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs as a person types them: good paths, wrong words and wrong files; exit codes, nearest words, nothing
// changed.
#include "tests/support/command_line.h"
#include "tests/support/little_memory.h"

#include "app/command_line.h"
#include "model/file/design_file.h"
#include "model/file/design_text.h"

#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <sys/stat.h>

using namespace rackwright;

namespace {

std::string node() { return samplePath("single-node-fine-tuning.rkw.json"); }

void expectRefused(const CommandRun& answer, const char* word) {
    QCOMPARE(answer.code, kExitWrong);
    QVERIFY2(answer.out.empty(), answer.out.c_str());
    QVERIFY2(answer.err.find(word) != std::string::npos, answer.err.c_str());
    QVERIFY2(answer.err.starts_with("rackwright: ") && answer.err.ends_with("\n"), answer.err.c_str());
}

std::string fileText(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

class TestCommandLine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void helpListsEveryVerbOfThisBuild() {
        const CommandRun answer = m_line.run({"--help"});
        QCOMPARE(answer.code, kExitDone);
        for (const Verb& verb : verbs())
            QVERIFY(has(answer.out, "\n  " + std::string(verb.name) + " "));
    }
    void limitsOfARoom() {
        const std::string hall = samplePath("existing-hall-512-b200.rkw.json");
        const CommandRun answer = m_line.run({"limits", hall});
        QCOMPARE(answer.code, kExitDone);
        QVERIFY2(answer.out.starts_with("Data hall: "), answer.out.c_str());
        QVERIFY2(has(answer.out, "Feed: Busway 1 "), answer.out.c_str());
        expectRefused(m_line.run({"limits", hall, "--room", "Data hal"}), "Data hall");
        expectRefused(m_line.run({"limits", hall, "--room", ""}), "--room takes the name of a room");
        expectRefused(m_line.run({"limits", hall, "--of", "nv-dgx"}), "nv-dgx-b200");
    }
    // The customer's water is there, what takes its heat outside is not; the climate is kept in the design asked for.
    void yearOfAClimate() {
        const std::string hall = samplePath("hall-1024-h200.rkw.json");
        const CommandRun without = m_line.run({"year", hall});
        QCOMPARE(without.code, kExitDone);
        QVERIFY2(has(without.out, "The climate of the site is not known"), without.out.c_str());
        const std::string bins = m_line.write("bins.csv", "dry_bulb_c,wet_bulb_c,hours\n5,4,5000\n20,15,3760\n");
        const std::string kept = m_line.path("kept.rkw.json");
        const CommandRun answer = m_line.run({"year", hall, "--weather", bins, "--output", kept, "--json"});
        QCOMPARE(answer.code, kExitDone);
        QCOMPARE(answer.json().value(QStringLiteral("climate")).toString(), QStringLiteral("bins.csv"));
        QVERIFY(answer.json()
                    .value(QStringLiteral("missing"))
                    .toString()
                    .startsWith(QStringLiteral("Nothing is drawn that takes the heat of Facility water outside")));
        QVERIFY(has(m_line.read("kept.rkw.json"), "1;bins.csv;5:5000:4|20:3760:15"));
        // The design that was asked about is replaced only when that is said.
        expectRefused(m_line.run({"year", kept, "--weather", bins, "--output", kept}), "--force");
        QCOMPARE(m_line.run({"year", kept, "--weather", bins, "--output", kept, "--force"}).code, kExitDone);
        const CommandRun again = m_line.run({"year", kept, "--json"});
        QCOMPARE(again.json().value(QStringLiteral("climate")).toString(), QStringLiteral("bins.csv"));
        const std::string monthly = m_line.write("months.csv", "dry_bulb_c,wet_bulb_c\n5,4\n20,15\n");
        expectRefused(m_line.run({"year", hall, "--weather", monthly}), "months.csv");
        expectRefused(m_line.run({"year", hall, "--weather", m_line.path("none.epw")}), "none.epw");
    }
    // Terms and lines are set, kept and read again; cost and margin show only when they are asked for.
    void quoteTakesTermsAndLines() {
        const std::string kept = m_line.path("quoted.rkw.json");
        const CommandRun before = m_line.run({"quote", node(), "--json"});
        QCOMPARE(before.code, kExitDone);
        const CommandRun answer = m_line.run({"quote", node(), "--set", "customer=Acme", "--set",
                                              "discount.compute=12 %", "--set", "margin=8 %", "--line",
                                              "section=services;description=Site survey;price=1500;quantity=2;per=node",
                                              "--line", "key=allowance:freight;optional=yes", "--output", kept});
        QVERIFY2(answer.code == kExitDone, answer.err.c_str());
        QVERIFY2(has(answer.out, "Acme") && has(answer.out, "Total") && !has(answer.out, "Margin"), answer.out.c_str());
        const QJsonObject json = m_line.run({"quote", kept, "--json"}).json();
        const QJsonObject own = m_line.run({"quote", kept, "--json", "--internal"}).json();
        const auto total = [](const QJsonObject& quote) { return quote.value(QStringLiteral("total")).toObject(); };
        QVERIFY(!total(json).contains(QStringLiteral("cost")) && !json.contains(QStringLiteral("terms")));
        QCOMPARE(own.value(QStringLiteral("terms")).toArray().size(), 2);
        const double price = total(own).value(QStringLiteral("price")).toDouble();
        QVERIFY(price > total(own).value(QStringLiteral("cost")).toDouble());
        QVERIFY(price != total(before.json()).value(QStringLiteral("price")).toDouble());
        bool hasSurvey = false;
        for (const QJsonValue& line : json.value(QStringLiteral("lines")).toArray()) {
            const QJsonObject row = line.toObject();
            if (row.value(QStringLiteral("description")).toString() == QStringLiteral("Site survey")) {
                hasSurvey = true;
                QVERIFY(row.value(QStringLiteral("price")).toDouble() > 3000); // 2 x 1,500 / 0.92 a node
            }
            if (row.value(QStringLiteral("key")).toString() == QStringLiteral("allowance:freight"))
                QVERIFY(row.value(QStringLiteral("optional")).toBool());
        }
        QVERIFY(hasSurvey);
        const std::string again = m_line.path("again.rkw.json");
        QCOMPARE(m_line.run({"quote", kept, "--remove", "allowance:freight", "--output", again}).code, kExitDone);
        QVERIFY(!has(m_line.read("again.rkw.json"), "allowance:freight"));
        expectRefused(m_line.run({"quote", node(), "--set", "margin=99 %"}), "95");
        expectRefused(m_line.run({"quote", node(), "--set", "custmer=Acme"}), "customer");
        expectRefused(m_line.run({"quote", node(), "--line", "key=nothing;optional=yes"}), "nothing");
        expectRefused(m_line.run({"quote", node(), "--remove", "allowance:freight"}), "allowance:freight");
    }
    void everyVerbHasHelp() {
        for (const Verb& verb : verbs()) {
            const CommandRun answer = m_line.run({std::string(verb.name), "--help"});
            QCOMPARE(answer.code, kExitDone);
            QVERIFY(answer.out.starts_with("rackwright " + std::string(verb.name)));
        }
    }
    // What has no room in memory ends its answer by a sentence, not the program.
    void littleMemoryIsSaid() {
        const std::string before = m_line.contents();
        for (const auto& words : std::vector<std::vector<std::string>>{
                 {"check", samplePath("hall-1024-h200.rkw.json")},
                 {"convert", samplePath("hall-1024-h200.rkw.json"), "--output", m_line.path("c.rkw")},
                 {"new", "--recipe", "cluster", "--output", m_line.path("n.rkw.json")}}) {
            const testing::LittleMemory little(600'000);
            const CommandRun answer = m_line.run(words);
            QCOMPARE(answer.code, kExitInternal);
            QVERIFY2(answer.err.starts_with("rackwright: " + words.front()), answer.err.c_str());
            QVERIFY2(has(answer.err, "memory"), answer.err.c_str());
        }
        QCOMPARE(m_line.contents(), before);
    }
    void wrongWordsAreRefused_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QByteArray>("named");
        const auto row = [](const char* name, const char* words, const char* named) {
            QTest::newRow(name) << QString::fromUtf8(words) << QByteArray(named);
        };
        row("verb", "slove NODE", "solve");
        row("fabric family", "fabric family=dragonfli", "Dragonfly");
        row("option", "solve NODE --jsn", "--json");
        row("language", "solve NODE --lang tlh", "en");
        row("no language", "solve NODE --lang", "--lang");
        row("domain", "solve NODE --only powr", "power");
        row("option of the design", "solve NODE --option Z", "Z");
        row("figure", "explain NODE power.it.peek", "power.it.peak");
        row("subject", "explain NODE rack.power.peak@rack:Q99", "Q99");
        row("subject missing", "explain NODE rack.power.peak", "rack");
        row("severity", "check NODE --fail-on terrible", "warning");
        row("recipe", "new --recipe clustr --output x.rkw", "cluster");
        row("recipe key", "new --recipe cluster --set acelerators=8 --output x.rkw", "accelerators");
        row("recipe missing", "new --output x.rkw", "--recipe");
        row("recipe asked for", "recipes clustr", "cluster");
        row("format", "export NODE --to out --formats pfd", "pdf");
        row("format not built", "export NODE --to out --formats step", "pdf");
        row("folder missing", "export NODE", "--to");
        row("part", "catalog show nv-dgx-h20", "nv-dgx-h200");
        row("catalogue task", "catalog shwo x", "show");
        row("category", "catalog list --category swich", "switch");
        row("one word too many", "figures all", "--help");
        row("half an accelerator", "new --recipe cluster --set accelerators=1.5 --output x.rkw", "whole number");
        row("recipe key twice", "new --recipe cluster --set rows=1 --set rows=2 --output x.rkw", "twice");
        row("model unnamed", "train", "model=NAME");
        row("misspelt key", "train model=Llama-3.1-70B num_gpuz=8", "num_gpus");
        row("out of domain", "calc three_phase_current_a p_kw=1 v_ll=400 pf=2", "(0, 1]");
        row("graph word", "fabric torus", "\"torus\"");
        row("ports at speed",
            "fabric family=rail-optimised_2-tier_Clos,_two_planes SU=1 nodes_per_SU=64 rails=8 planes=2 "
            "gpu_links_per_plane=1x400GbE switch=64x",
            "64x800GbE");
        row("lanes",
            "fabric family=rail-optimised_2-tier_Clos,_two_planes SU=1 nodes_per_SU=64 rails=8 planes=2 "
            "gpu_links_per_plane=1x300GbE switch=64x800GbE",
            "400 or 266.67");
        row("over a bound", "fabric family=Dragonfly a=4 h=2 p=2 g=1", "Write 0 or less");
        row("quantity", "calc no_such_quantity a=1", "no_such_quantity");
    }
    void wrongWordsAreRefused() {
        QFETCH(QString, words);
        QFETCH(QByteArray, named);
        std::vector<std::string> list;
        for (const QString& word : words.split(QLatin1Char(' ')))
            list.push_back(word == QStringLiteral("NODE") ? node()
                           : word.startsWith(QStringLiteral("family="))
                               ? QString(word).replace(QLatin1Char('_'), QLatin1Char(' ')).toStdString()
                               : word.toStdString());
        const std::string before = m_line.contents();
        expectRefused(m_line.run(list), named.constData());
        QCOMPARE(m_line.contents(), before);
    }
    // What was typed is said again, in a line that a terminal can show.
    void longWordsAreCutInMessages_data() {
        QTest::addColumn<QString>("words");
        for (const char* words : {"LONG",
                                  "calc LONG",
                                  "calc spot_discount LONG=1",
                                  "train LONG",
                                  "train LONG=1",
                                  "train model=LONG",
                                  "fabric LONG",
                                  "fabric family=LONG",
                                  "fabric family=torus LONG=1",
                                  "fabric family=torus dims=LONG",
                                  "fabric graph_file=LONG",
                                  "solve LONG",
                                  "solve NODE --option LONG",
                                  "solve NODE --LONG",
                                  "explain NODE LONG",
                                  "export NODE --to out --formats LONG",
                                  "recipes LONG",
                                  "catalog LONG",
                                  "catalog show LONG",
                                  "check NODE --fail-on LONG",
                                  "figures LONG",
                                  "figures --lang LONG",
                                  "diff NODE LONG",
                                  "new --recipe cluster --set name=x --set LONG=1 --output x.rkw"})
            QTest::newRow(words) << QString::fromLatin1(words);
    }
    void longWordsAreCutInMessages() {
        QFETCH(QString, words);
        const std::string name = std::string(50'000, 'x') + "é" + std::string(50'000, 'y');
        std::vector<std::string> list;
        for (const QString& word : words.split(QLatin1Char(' ')))
            list.push_back(
                word == QStringLiteral("NODE")
                    ? node()
                    : QString(word).replace(QStringLiteral("LONG"), QString::fromStdString(name)).toStdString());
        const auto run = m_line.run(list);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.size() < 1'200, std::to_string(run.err.size()).c_str());
        QVERIFY(!run.err.empty());
    }
    // What is no file is called what it is, and nobody waits for a pipe that nobody writes to.
    void foldersAndPipesAreCalledSo() {
        QTemporaryDir folder;
        const std::string pipe = folder.filePath(QStringLiteral("pipe")).toStdString();
        QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
        for (const char* verb : {"calc", "train", "fabric"})
            expectRefused(m_line.run({verb, "--batch", pipe}), "is a pipe or a device");
        for (const char* start : {"graph_file=", ""}) {
            const std::vector<std::string> verb =
                *start ? std::vector<std::string>{"fabric"} : std::vector<std::string>{"train", "--config"};
            const auto of = [&](const std::string& file) {
                std::vector<std::string> words = verb;
                words.push_back(start + file);
                return m_line.run(words);
            };
            expectRefused(of(pipe), "is a pipe or a device");
            expectRefused(of(folder.path().toStdString()), "is a folder");
            expectRefused(of(pipe + "-none"), "There is no file");
        }
    }
    void withoutAVerbTheStudioIsAskedFor() {
        expectRefused(m_line.run({}), "window");
        expectRefused(m_line.run({node()}), "window");
    }
    void wrongFilesAreRefused_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("hello");
        QTest::newRow("zeros") << QByteArray(4096, '\0');
        QTest::newRow("broken json") << QByteArray("{\"format\": \"rackwright design\", ");
        QTest::newRow("other json") << QByteArray("{\"a\": 1}");
        QTest::newRow("foreign database") << QByteArray("SQLite format 3\0", 16).append(QByteArray(4080, '\0'));
        QTest::newRow("deep json") << QByteArray(200000, '[');
    }
    void wrongFilesAreRefused() {
        QFETCH(QByteArray, content);
        const std::string file = m_line.write("wrong.rkw", content.toStdString());
        const std::string before = m_line.contents();
        for (const char* verb : {"solve", "check"})
            expectRefused(m_line.run({verb, file}), "wrong.rkw");
        expectRefused(m_line.run({"convert", file, "--output", m_line.path("out.rkw")}), "wrong.rkw");
        expectRefused(m_line.run({"diff", file, node()}), "wrong.rkw");
        QCOMPARE(m_line.contents(), before);
    }
    void aMissingFileIsNamed() {
        expectRefused(m_line.run({"solve", m_line.path("nothing.rkw")}), "nothing.rkw");
        expectRefused(m_line.run({"check", m_line.path("")}), "");
    }
    void aHugeFileIsRefusedBeforeItIsRead() {
        const std::string file = m_line.path("huge.rkw");
        FILE* handle = std::fopen(file.c_str(), "wb");
        QVERIFY(handle);
        QCOMPARE(std::fseek(handle, 2L << 30, SEEK_SET), 0); // a hole: it takes no room on disk
        std::fputc(0, handle);
        std::fclose(handle);
        expectRefused(m_line.run({"solve", file}), "huge.rkw");
        std::remove(file.c_str());
    }
    // Neither the number nor its limits are written out in thirty digits.
    void aHugeNumberAndItsLimitsAreSaidShortly() {
        std::string text = fileText(node());
        const std::string key = "\"weight\", \"number\": {\"value\": ";
        const std::size_t at = text.find(key);
        QVERIFY(at != std::string::npos);
        const std::size_t number = at + key.size();
        text.replace(number, text.find_first_of(",}", number) - number, "1e300");
        const CommandRun answer = m_line.run({"solve", m_line.write("huge.rkw.json", text)});
        expectRefused(answer, "1e300");
        QVERIFY2(!QRegularExpression(QStringLiteral("[0-9]{16}")).match(QString::fromStdString(answer.err)).hasMatch(),
                 answer.err.c_str());
    }
    void aNewerFileIsRefused() {
        std::string text = fileText(node());
        const std::size_t at = text.find("\"version\":");
        QVERIFY(at != std::string::npos);
        text.replace(at, text.find_first_of(",}", at) - at, "\"version\":999");
        expectRefused(m_line.run({"solve", m_line.write("newer.rkw.json", text)}), "newer.rkw.json");
    }
    void aFolderThatIsNotThereIsNamed() {
        expectRefused(m_line.run({"convert", node(), "--output", m_line.path("no/such/folder/x.rkw")}), "x.rkw");
    }
    // The name decides the form: one that stands for neither is not taken for a database.
    void aNameOfNoFormIsRefused() {
        for (const char* name : {"a.txt", "a.csv", "a.rkw.txt"}) {
            expectRefused(m_line.run({"convert", node(), "-o", m_line.path(name)}), ".rkw.json");
            QVERIFY(!std::filesystem::exists(m_line.path(name)));
        }
        QCOMPARE(m_line.run({"convert", node(), "-o", m_line.path("plain")}).code, kExitDone);
    }
    void convertThereAndBackIsEqual() {
        QCOMPARE(m_line.run({"convert", node(), "-o", m_line.path("a.rkw")}).code, kExitDone);
        QCOMPARE(m_line.run({"convert", m_line.path("a.rkw"), "-o", m_line.path("a.rkw.json")}).code, kExitDone);
        QCOMPARE(m_line.read("a.rkw.json"), fileText(node()));
        const CommandRun equal = m_line.run({"diff", node(), m_line.path("a.rkw")});
        QCOMPARE(equal.code, kExitDone);
        QCOMPARE(equal.out, std::string("The two designs are equal.\n"));
    }
    void everyFieldOfAProjectIsCompared() {
        const Result<Document> read = readDesign(node());
        QVERIFY(read.has_value());
        auto project = std::make_shared<Project>(*read->project);
        project->name += " two";
        project->profile = "Other house";
        QuoteHeader& quote = project->quote;
        quote.customer = "Somebody else";
        quote.validUntil = "2031-02-03";
        quote.paymentTerms = "60 days net";
        quote.incoterm = "EXW";
        quote.exclusions = {"Building works", "Permits"};
        quote.destinationCountry = "NZ";
        quote.isTaxIncluded = !quote.isTaxIncluded;
        quote.supportMonths = 61;
        project->options.front().name = "Another";
        const std::string other = m_line.write("other.rkw.json", designText({project, read->nextId}));
        const CommandRun answer = m_line.run({"diff", node(), other});
        QCOMPARE(answer.code, kExitDone);
        for (const char* said :
             {" two", "Company profile", "Other house", "Quote, customer", "Somebody else", "Quote, valid until",
              "2031-02-03", "60 days net", "Incoterm", "EXW", "Building works; Permits", "country of destination", "NZ",
              "tax included", "61", "Another"})
            QVERIFY2(has(answer.out, said), (said + ("\n" + answer.out)).c_str());
        const QJsonObject json = m_line.run({"diff", node(), other, "--json"}).json();
        QCOMPARE(json[QStringLiteral("equal")], QJsonValue(false));
        std::map<QString, QString> after;
        for (const QJsonValue& field : json[QStringLiteral("fields")].toArray())
            after[field[QStringLiteral("field")].toString()] = field[QStringLiteral("after")].toString();
        QCOMPARE(after[QStringLiteral("quote.customer")], QStringLiteral("Somebody else"));
        QCOMPARE(after[QStringLiteral("option.name")], QStringLiteral("Another"));
        QCOMPARE(m_line.run({"diff", node(), node(), "--json"}).json()[QStringLiteral("equal")], QJsonValue(true));
    }
    void anotherOptionIsCompared() {
        const Result<Document> read = readDesign(node());
        QVERIFY(read.has_value());
        auto project = std::make_shared<Project>(*read->project);
        project->options.push_back(project->options.front());
        project->options.back().id = read->nextId;
        project->options.back().name = "Liquid";
        const std::string other = m_line.write("two.rkw.json", designText({project, read->nextId + 1}));
        const CommandRun answer = m_line.run({"diff", node(), other});
        QVERIFY2(has(answer.out, "options") && has(answer.out, "added") && has(answer.out, "Liquid"),
                 answer.out.c_str());
    }
    void solveGivesTheSchema() {
        const CommandRun answer = m_line.run({"solve", node(), "--json"});
        QCOMPARE(answer.code, kExitDone);
        const QJsonObject json = answer.json();
        QCOMPARE(json[QStringLiteral("schema")].toInt(), 1);
        const QJsonObject design = json[QStringLiteral("design")].toObject();
        QCOMPARE(design[QStringLiteral("hash")].toString().size(), 64);
        QVERIFY(!design[QStringLiteral("option")].toString().isEmpty());
        const QJsonArray figures = json[QStringLiteral("figures")].toArray();
        QVERIFY(figures.size() > 20);
        for (const QJsonValue& figure : figures)
            for (const char* key : {"name", "value", "unit", "low", "high", "grade", "unknown", "definition"})
                QVERIFY2(figure.toObject().contains(QLatin1String(key)), key);
        QVERIFY(json[QStringLiteral("findings")].isArray());
        QCOMPARE(m_line.run({"solve", node(), "--json"}).out, answer.out);
    }
    void solveOnlyNamesDomains() {
        const CommandRun answer = m_line.run({"solve", node(), "--only", "power", "--json"});
        QCOMPARE(answer.code, kExitDone);
        const QJsonArray some = answer.json()[QStringLiteral("figures")].toArray();
        const QJsonArray all = m_line.run({"solve", node(), "--json"}).json()[QStringLiteral("figures")].toArray();
        QVERIFY(!some.isEmpty() && some.size() < all.size());
    }
    void everyFigureIsExplainedWithItsOwnValue() {
        QVERIFY(has(m_line.run({"explain", node(), "power.it.peak"}).out, "power.it.peak = "));
        const QJsonArray figures = m_line.run({"solve", node(), "--json"}).json()[QStringLiteral("figures")].toArray();
        for (const QJsonValue& figure : figures) {
            const QString name = figure.toObject()[QStringLiteral("name")].toString();
            const CommandRun answer = m_line.run({"explain", node(), name.toStdString(), "--json"});
            QVERIFY2(answer.code == kExitDone, answer.err.c_str());
            const QJsonObject json = answer.json();
            QCOMPARE(json[QStringLiteral("value")], figure.toObject()[QStringLiteral("value")]);
            const QJsonArray nodes = json[QStringLiteral("nodes")].toArray();
            QVERIFY(!nodes.isEmpty());
            for (qsizetype i = 0; i < nodes.size(); ++i)
                for (const QJsonValue input : nodes[i].toObject()[QStringLiteral("inputs")].toArray())
                    QVERIFY(input.toInt() < i);
        }
    }
    // A name may clear a screen, name a window or hide what stands before it.
    void noNameCommandsTheTerminal() {
        std::string text = fileText(node());
        const std::string name = "A single 8-GPU node for fine-tuning", rack = "\"A01\"";
        const std::size_t at = text.find(name);
        QVERIFY(at != std::string::npos);
        text.replace(at, name.size(),
                     "x\\u001b]0;owned\\u0007\\u001b[2J\\u0000\\u009b1m\\rRackwright \\ty\\u202ex\\u2069");
        const std::string file = m_line.write("escape.rkw.json", text);
        for (const std::vector<std::string>& words : {std::vector<std::string>{"solve", file},
                                                      {"solve", file, "--json"},
                                                      {"check", file},
                                                      {"diff", node(), file},
                                                      {"solve", file, "--option", "\x1b[2J"}}) {
            const CommandRun answer = m_line.run(words);
            for (const std::string* printed : {&answer.out, &answer.err}) {
                for (const char c : *printed)
                    QVERIFY2((static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) || c == '\n' || c == '\t',
                             words.front().c_str());
                QVERIFY(!has(*printed, "\xc2\x9b"));
                // Nor what turns the direction of the rest of the line.
                QVERIFY(!has(*printed, "\u202e") && !has(*printed, "\u2069"));
            }
        }
        QVERIFY(has(m_line.run({"solve", file}).out, "]0;owned"));
        QVERIFY(has(m_line.run({"solve", file}).out, "\\u202ex\\u2069"));
        // What begins like them is printed as it is.
        const std::string harmless = "\u2013 \u2028 \u206a \u20ac";
        QVERIFY(has(m_line.run({"recipes", harmless}).err, harmless));
    }
    // Nor does one begin a line that looks like the program's own.
    void noNameBeginsALine() {
        const std::string forged = "x\nrackwright: all is well\ty", shown = "x\\nrackwright: all is well\\ty";
        for (const std::vector<std::string>& words : {std::vector<std::string>{"calc", forged},
                                                      {"figures", forged},
                                                      {"solve", forged},
                                                      {"solve", node(), "--option", forged},
                                                      {"fabric", "family=" + forged},
                                                      {"recipes", forged},
                                                      {"catalog", "show", forged},
                                                      {forged}}) {
            const CommandRun answer = m_line.run(words);
            QVERIFY2(!has(answer.err, "\nrackwright: all"), answer.err.c_str());
            QVERIFY2(has(answer.err, shown), answer.err.c_str());
        }
        std::string text = fileText(node());
        const std::string name = "A single 8-GPU node for fine-tuning";
        text.replace(text.find(name), name.size(), "x\\nforged\\ty");
        const std::string file = m_line.write("lines.rkw.json", text);
        QVERIFY(has(m_line.run({"solve", file}).out, "x\\nforged\\ty"));
        QVERIFY(!has(m_line.run({"diff", node(), file}).out, "\nforged"));
    }
    void batchesRunNothingInASpreadsheet() {
        const std::string file =
            m_line.write("batch.csv", "id,quantity,inputs\n\"=HYPERLINK(\"\"http://x\"\")\",@SUM(A1),\n-5,no.such,\n");
        const std::string out = m_line.run({"calc", "--batch", file}).out;
        QVERIFY2(has(out, "\n\"'=HYPERLINK(\"\"http://x\"\")\",'@SUM(A1),"), out.c_str());
        QVERIFY2(has(out, "\n-5,no.such,"), out.c_str());
    }
    void checkCountsAndFails() {
        const std::string mistakes = samplePath("mistakes.rkw.json");
        const CommandRun plain = m_line.run({"check", mistakes});
        QCOMPARE(plain.code, kExitDone);
        QVERIFY(has(plain.out, " not checked\n"));
        QVERIFY(has(plain.out, "COOL-04  ") && has(plain.out, ": not applicable\n"));
        // Each rule says how its checks came out; together they are the counts of the design.
        const QJsonObject json = m_line.run({"check", mistakes, "--json"}).json();
        std::map<QString, int> sums;
        for (const QJsonValue& rule : json[QStringLiteral("rules")].toArray())
            for (const char* state : {"passed", "failed", "accepted", "notApplicable", "notChecked"})
                sums[QLatin1String(state)] += rule.toObject()[QLatin1String(state)].toInt();
        for (const auto& [state, sum] : sums)
            QCOMPARE(sum, json[QStringLiteral("counts")].toObject()[state].toInt());
        // Findings are counted alike for people and machines, by "check" and by "solve".
        std::map<QString, int> levels;
        for (const QJsonValue& each : json[QStringLiteral("findings")].toArray())
            if (each.toObject()[QStringLiteral("state")] == QLatin1String("failed"))
                ++levels[each.toObject()[QStringLiteral("severity")].toString()];
        const QJsonObject counted = json[QStringLiteral("findingCounts")].toObject();
        QCOMPARE(counted[QStringLiteral("errors")].toInt(), levels[QStringLiteral("error")]);
        QCOMPARE(counted[QStringLiteral("warnings")].toInt(), levels[QStringLiteral("warning")]);
        QCOMPARE(counted[QStringLiteral("notes")].toInt(), levels[QStringLiteral("note")]);
        const std::string line = "(errors " + std::to_string(levels[QStringLiteral("error")]) + ", warnings " +
                                 std::to_string(levels[QStringLiteral("warning")]) + ", notes " +
                                 std::to_string(levels[QStringLiteral("note")]) + ")";
        QVERIFY2(has(plain.out, line), plain.out.c_str());
        const std::string solved = m_line.run({"solve", mistakes}).out;
        QVERIFY2(has(solved, line), solved.c_str());
        QCOMPARE(m_line.run({"check", mistakes, "--fail-on", "error"}).code, kExitFindings);
        QCOMPARE(m_line.run({"check", mistakes, "--fail-on", "warning"}).code, kExitFindings);
        QCOMPARE(m_line.run({"check", node(), "--fail-on", "error"}).code, kExitDone);
    }
    void newMakesADesignThatSolves() {
        const std::string file = m_line.path("new.rkw.json");
        std::vector<std::string> words = {"new", "--recipe", "cluster", "--set", "accelerators=64", "-o", file};
        const CommandRun made = m_line.run(words);
        QVERIFY2(made.code == kExitDone, made.err.c_str());
        const std::string first = m_line.read("new.rkw.json");
        // What lies there already is replaced only when that is said.
        m_line.write("new.rkw.json", "another design");
        expectRefused(m_line.run(words), "--force");
        expectRefused(m_line.run({"convert", node(), "-o", file}), "new.rkw.json");
        QCOMPARE(m_line.read("new.rkw.json"), std::string("another design"));
        words.push_back("--force");
        QCOMPARE(m_line.run(words).code, kExitDone);
        QCOMPARE(m_line.read("new.rkw.json"), first);
        QCOMPARE(m_line.run({"solve", file}).code, kExitDone);
        const CommandRun changed = m_line.run({"diff", node(), file});
        QCOMPARE(changed.code, kExitDone);
        QVERIFY(has(changed.out, "devices"));
        std::remove(file.c_str());
    }
    // What two files say alike is worked out once: the answer is that of two solves.
    void aDifferenceIsThatOfTwoSolves() {
        const std::string hall = samplePath("hall-1024-h200.rkw.json");
        std::string text = fileText(hall);
        const auto drop = [&text](const char* table) { // its first row
            const std::size_t from = text.find("{\"id\"", text.find(std::string("\n\"") + table + "\": ["));
            text.erase(from, text.find("\n{", from) + 1 - from);
        };
        drop("cables");
        drop("power_links");
        const std::size_t place = text.find("\"x_um\"", text.find("\n\"racks\": ["));
        QVERIFY(place != std::string::npos);
        text.insert(text.find(' ', place) + 1, "1");
        const auto wholeFigures = [this](const std::string& file) {
            std::map<QString, QJsonObject> values;
            for (const QJsonValue& figure :
                 m_line.run({"solve", file, "--json"}).json()[QStringLiteral("figures")].toArray())
                if (const QString name = figure[QStringLiteral("name")].toString();
                    !name.contains(QLatin1Char('@')) || name.contains(QStringLiteral("@section:")))
                    for (const char* key : {"value", "low", "high", "grade", "unknown"})
                        values[name][QLatin1String(key)] = figure[QLatin1String(key)];
            return values;
        };
        for (const std::string& other :
             {m_line.write("less.rkw.json", text), samplePath("typical-llm-cluster.rkw.json")}) {
            const CommandRun answer = m_line.run({"diff", hall, other, "--json"});
            QVERIFY2(answer.code == kExitDone, answer.err.c_str());
            const QJsonArray figures = answer.json()[QStringLiteral("figures")].toArray();
            QVERIFY(!figures.isEmpty());
            const auto before = wholeFigures(hall), after = wholeFigures(other);
            std::set<QString> told;
            for (const QJsonValue& figure : figures) {
                const QString name = figure[QStringLiteral("name")].toString();
                told.insert(name);
                for (const auto& [side, solved] :
                     {std::pair("before", &before.at(name)), std::pair("after", &after.at(name))})
                    for (const QString& key : solved->keys())
                        QVERIFY2(figure[QLatin1String(side)][key] == (*solved)[key], qPrintable(name + key));
            }
            for (const auto& [name, value] : after)
                if (before.contains(name) && before.at(name) != value)
                    QVERIFY2(told.contains(name), qPrintable(name));
        }
    }
    void cloudPricesOfAccelerators() {
        const CommandRun all = m_line.run({"catalog", "cloud"});
        QCOMPARE(all.code, kExitDone);
        QVERIFY(has(all.out, "nv-h200-sxm-141") && has(all.out, "3.89") && has(all.out, "5+"));
        QVERIFY(has(all.out, "2026-06-18"));
        const CommandRun one = m_line.run({"catalog", "cloud", "B200", "--json"});
        QVERIFY(has(one.out, "2.12") && !has(one.out, "h200"));
        expectRefused(m_line.run({"catalog", "cloud", "abacus"}), "nv-h200-sxm-141");
        QVERIFY(has(m_line.run({"calc", "cloud_hour", "accelerator=H200"}).out, "4.54"));
        QVERIFY(has(m_line.run({"calc", "cloud_hour", "accelerator=B200", "use=spot"}).out, "2.12"));
        // 2.27 USD of one's own against 4.54 of the H200's own row.
        QVERIFY(has(
            m_line.run({"calc", "breakeven_utilisation", "own_cost_per_available_hour=2.27", "accelerator=H200"}).out,
            "0.5"));
    }
    void catalogueListsShowsAndValidates() {
        QVERIFY(has(m_line.run({"catalog", "list", "--category", "switch"}).out, "switch"));
        QVERIFY(has(m_line.run({"catalog", "list", "--search", "DGX H200"}).out, "nv-dgx-h200"));
        const CommandRun part = m_line.run({"catalog", "show", "nv-dgx-h200", "--json"});
        QCOMPARE(part.code, kExitDone);
        QVERIFY2(has(m_line.run({"catalog", "show", "nv-dgx-h200"}).out, "30 \u00b0C"), "degrees Celsius, not kelvin");
        QVERIFY2(has(m_line.run({"catalog", "show", "nv-h200-sxm-141"}).out, "< 0.5 "), "the source says below 0.5 us");
        QVERIFY(part.json()[QStringLiteral("part")].toObject()[QStringLiteral("facts")].toArray().size() > 5);
        const CommandRun validated = m_line.run({"catalog", "validate"});
        QCOMPARE(validated.code, kExitDone);
        QVERIFY(has(validated.out, "order-code") && has(validated.out, "maximum-power"));
    }
    void coverageCountsWhatIsKnown() {
        const CommandRun run = m_line.run({"catalog", "validate", "--json"});
        QCOMPARE(run.code, kExitDone);
        std::map<QString, QJsonObject> nodes;
        for (const QJsonValue& row : run.json()[QStringLiteral("coverage")].toArray())
            if (row[QStringLiteral("category")] == QStringLiteral("gpu-node"))
                for (const QJsonValue& field : row[QStringLiteral("fields")].toArray())
                    nodes[field[QStringLiteral("name")].toString()] = field.toObject();
        QVERIFY(nodes.contains(QStringLiteral("ports")));
        for (const auto& [name, field] : nodes) {
            QVERIFY(field[QStringLiteral("known")].toInt() <= field[QStringLiteral("asked")].toInt());
            QVERIFY(field[QStringLiteral("estimated")].toInt() <= field[QStringLiteral("known")].toInt());
        }
        // Of the servers with eight accelerators all but two have ports that carry traffic.
        const QJsonObject ports = nodes[QStringLiteral("ports")];
        QVERIFY(ports[QStringLiteral("known")].toInt() >= ports[QStringLiteral("asked")].toInt() - 2);
    }
    void partsAreComparedFactByFact() {
        const CommandRun run = m_line.run({"catalog", "compare", "nv-dgx-h200", "nv-dgx-b200", "--json"});
        QCOMPARE(run.code, kExitDone);
        std::map<QString, QJsonObject> facts;
        for (const QJsonValue& fact : run.json()[QStringLiteral("facts")].toArray())
            facts[fact[QStringLiteral("name")].toString()] = fact.toObject();
        QVERIFY(!facts[QStringLiteral("accelerator-count")][QStringLiteral("differs")].toBool());
        QVERIFY(facts[QStringLiteral("rack-units")][QStringLiteral("differs")].toBool());
        QCOMPARE(facts[QStringLiteral("rack-units")][QStringLiteral("values")].toArray().size(), qsizetype(2));
        QVERIFY(!facts[QStringLiteral("ports compute")][QStringLiteral("differs")].toBool());
        const std::string text = m_line.run({"catalog", "compare", "nv-dgx-h200", "nv-dgx-b300-psu"}).out;
        QVERIFY(has(text, "*  rack-units") && has(text, "   accelerator-count"));
        QVERIFY2(has(text, "8 x 400 Gb/s") && has(text, "8 x 800 Gb/s"), "ports of a role stand in one row");
        QCOMPARE(m_line.run({"catalog", "compare", "nv-dgx-h200"}).code, kExitWrong);
        QCOMPARE(m_line.run({"catalog", "compare", "nv-dgx-h200", "nothing"}).code, kExitWrong);
    }
    // How far an import is, on a terminal alone; what is doubted of a part names its line.
    void anImportTellsHowFarItIs() {
        std::string csv = "id,category,vendor,model,rack-units [U],weight [kg],source-title\n";
        for (int i = 0; i < 600; ++i)
            csv += "row-" + std::to_string(i) + ",switch,V,M" + std::to_string(i) + ",1," + (i == 7 ? "4000" : "9") +
                   ",sheet\n";
        const std::string file = m_line.path("many.csv");
        std::ofstream(file) << csv;
        std::istringstream in;
        std::ostringstream out, err, terminal;
        Streams streams{in, out, err, &terminal};
        Session session(Texts::of("en"), {RW_BINARY_DIR, m_line.path("imported.sqlite"), "2026-01-15"});
        const std::vector<std::string> words = {"catalog", "import", file};
        QCOMPARE(runCommandLine(words, streams, session), kExitDone);
        QVERIFY2(has(terminal.str(), "Writing parts: 250 of 600"), terminal.str().c_str());
        QVERIFY2(terminal.str().ends_with("\r\x1b[K"), "the line is gone in the end");
        QVERIFY(err.str().empty());
        QVERIFY2(has(out.str(), "Line 9: "), out.str().c_str());
    }
    // What a person reads of a check are names: of cables, of inputs, of cooling methods.
    void aCheckNamesThings() {
        const CommandRun mistakes = m_line.run({"check", samplePath("mistakes.rkw.json")});
        QVERIFY2(has(mistakes.out, "to contained air, which"), mistakes.out.c_str());
        QVERIFY(!has(mistakes.out, "contained-air"));
        QVERIFY2(has(mistakes.out, "Not known: depth of Supermicro SYS-821GE-TNHR"), mistakes.out.c_str());
        QVERIFY2(!has(mistakes.out, "Not known: figure:"), mistakes.out.c_str());
        QVERIFY2(has(mistakes.out, "UPS A could not be checked. Not known: Maximum power of "), mistakes.out.c_str());
        // The next step is that of what was found, not of all that the rule finds.
        QVERIFY2(has(mistakes.out, "Give the rack a PDU or power shelf on a circuit"), mistakes.out.c_str());
        const CommandRun cluster = m_line.run({"check", samplePath("typical-llm-cluster.rkw.json")});
        QVERIFY2(has(cluster.out, "cable:node-01 \u2013 storage-leaf-1-a"), cluster.out.c_str());
        QVERIFY2(has(cluster.out, "Not known: airflow direction of "), cluster.out.c_str());
        QVERIFY2(!has(cluster.out, "Not known: part:"), cluster.out.c_str());
    }
    void aGraphTellsWhatIsWorkedOut() {
        const std::string file = m_line.path("pair.txt");
        std::ofstream(file) << "# unit 1 Gb/s\nvertex a leaf 2\nvertex b leaf 2\nedge a b 400\n";
        std::istringstream in;
        std::ostringstream out, err, terminal;
        Streams streams{in, out, err, &terminal};
        Session session(Texts::of("en"), {RW_BINARY_DIR, m_line.path("none.sqlite"), "2026-01-15"});
        const std::vector<std::string> words = {"fabric", "graph_file=" + file};
        QCOMPARE(runCommandLine(words, streams, session), kExitDone);
        QVERIFY2(has(terminal.str(), "bisection of 2 switches"), terminal.str().c_str());
        QVERIFY2(terminal.str().ends_with("\r\x1b[K"), "the line is gone in the end");
        QVERIFY(err.str().empty());
    }
    void recipesAreListed() {
        QVERIFY(has(m_line.run({"recipes"}).out, "cluster"));
        QVERIFY(has(m_line.run({"recipes", "cluster"}).out, "accelerators"));
        QVERIFY(m_line.run({"recipes", "--json"}).json()[QStringLiteral("recipes")].toArray().size() >= 3);
    }

private:
    CommandLine m_line;
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
