// SPDX-License-Identifier: GPL-3.0-or-later
// The verb study: which designs it makes, that its table says what the designs say by themselves, which of them are the
// best, how it is stopped and taken up again, and wrong words. Slurm has a test of its own (tests/study).
#include "app/command_line.h"
#include "app/reference/command_reference.h"
#include "model/file/design_file.h"
#include "model/project/history.h"
#include "model/text/csv.h"
#include "solvers/cost/figures.h"
#include "solvers/domains.h"
#include "solvers/power/figures.h"
#include "tests/support/command_line.h"
#include "tests/support/suite.h"
#include "ui/study/study_folder.h"
#include "ui/study/study_slurm.h"
#include "ui/study/study_table.h"

#include <QTest>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <set>
#include <thread>

using namespace rackwright;

namespace {

const std::string kSmall = "single-node-fine-tuning.rkw.json";

CsvTable tableOf(const CommandLine& line, const std::string& folder) {
    Result<CsvTable> table = CsvTable::read(line.read(folder + "/study.csv"));
    return table ? std::move(*table) : CsvTable();
}

double numberIn(const CsvTable& table, std::size_t row, const std::string& column) {
    return QString::fromStdString(table.cell(row, column)).toDouble();
}

StudyRow rowOf(std::size_t design, double price, double compute, double errors = 0) {
    return {design,
            {{"price", "USD", Value(price)}, {"compute", "PFLOPS", Value(compute)}, {"errors", {}, Value(errors)}},
            {}};
}

} // namespace

class TestStudy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // A design under other settings: the table has what the design with that setting says by itself.
    void settingsOfADesign() {
        const CommandLine line;
        const CommandRun run =
            line.run({"study", samplePath(kSmall), "--vary", "power.pue=1.2,1.3,2.5", "--vary",
                      "site.power-limit=20 kW,40 kW", "--figure", "power.it.peak", "--to", line.path("s")});
        QVERIFY2(run.code == 0, (run.out + run.err).c_str());
        const CsvTable table = tableOf(line, "s");
        QCOMPARE(table.size(), std::size_t{6});
        QCOMPARE(table.cell(1, "site.power-limit"), std::string("40 kW"));
        for (std::size_t row = 0; row + 2 < 6; ++row)
            QVERIFY(numberIn(table, row, "utility-power [kW]") <= numberIn(table, row + 2, "utility-power [kW]"));
        // A site takes no less than what is drawn, whatever its PUE.
        QVERIFY(numberIn(table, 0, "utility-power [kW]") < numberIn(table, 4, "utility-power [kW]"));
        // The same by a design of its own: the first of the best is a file with the setting in it.
        const Result<Document> best = readDesign(line.path("s/best-01.rkw.json"));
        QVERIFY(best);
        const SolutionPtr solution = solve(snapshotOf(best->project), joined(programDomains()));
        std::size_t place = 6;
        for (std::size_t row = 0; row < 6; ++row)
            if (table.cell(row, "best") == "1")
                place = row;
        QVERIFY(place < 6);
        const FigureResult* utility = solution->find(figure_of::powerUtilityPeak, Subject());
        const FigureResult* it = solution->find(figure_of::powerItPeak, Subject());
        QVERIFY(utility && it);
        QCOMPARE(numberIn(table, place, "utility-power [kW]"), utility->value.typical() / 1000);
        QCOMPARE(numberIn(table, place, "power.it.peak [kW]"), it->value.typical() / 1000);
        QVERIFY(std::filesystem::exists(line.path("s/study.json")));
        QVERIFY(std::ranges::any_of(std::filesystem::directory_iterator(line.path("s")),
                                    [](const auto& entry) { return entry.path().extension() == ".pdf"; }));
    }

    // Designs of a recipe are options of one project, each with the figures of its line.
    void parametersOfARecipe() {
        const CommandLine line;
        const CommandRun run = line.run({"study", "--recipe", "single-node", "--vary", "storage-nodes=1..3:1", "--vary",
                                         "supply=415,400", "--goal", "price=least", "--goal", "storage-read=most",
                                         "--to", line.path("s"), "--threads", "2"});
        QVERIFY2(run.code == 0, (run.out + run.err).c_str());
        const CsvTable table = tableOf(line, "s");
        QCOMPARE(table.size(), std::size_t{6});
        const Result<Document> best = readDesign(line.path("s/best.rkw.json"));
        QVERIFY(best);
        QCOMPARE(best->project->options.size(), std::size_t{6});
        const DomainsPtr domains = joined(programDomains());
        for (const Option& option : best->project->options) {
            const auto design = static_cast<std::size_t>(std::stoul(option.name)); // "5: storage-nodes=3, supply=415"
            QVERIFY2(option.name.find("storage-nodes=" + table.cell(design - 1, "storage-nodes")) != std::string::npos,
                     option.name.c_str());
            const SolutionPtr solution = solve(snapshotOf(best->project, option.id), domains);
            const FigureResult* price = solution->find(figure_of::costPriceTotal, Subject());
            QVERIFY(price);
            QVERIFY(std::abs(price->value.typical() - numberIn(table, design - 1, "price [USD]")) <=
                    1e-9 * price->value.typical());
        }
        // By one thread the same bytes.
        const CommandRun alone = line.run({"study", "--recipe", "single-node", "--vary", "storage-nodes=1..3:1",
                                           "--vary", "supply=415,400", "--goal", "price=least", "--goal",
                                           "storage-read=most", "--to", line.path("one"), "--threads", "1"});
        QCOMPARE(alone.code, 0);
        QCOMPARE(line.read("one/study.csv"), line.read("s/study.csv"));
    }

    // A line that cannot be made says why and ends nothing.
    void whatCannotBeMadeIsALine() {
        const CommandLine line;
        const CommandRun run =
            line.run({"study", "--recipe", "single-node", "--vary", "storage-nodes=1,99", "--to", line.path("s")});
        QVERIFY2(run.code == 0, (run.out + run.err).c_str());
        QVERIFY2(run.out.find("1 of 2 designs solved") != std::string::npos, run.out.c_str());
        const CommandRun none =
            line.run({"study", "--recipe", "single-node", "--vary", "storage-nodes=98,99", "--to", line.path("n")});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.out.find("0 of 2 designs solved") != std::string::npos, none.out.c_str());
        const CsvTable table = tableOf(line, "s");
        QVERIFY(table.cell(0, "error").empty() && !table.cell(0, "price [USD]").empty());
        QVERIFY(!table.cell(1, "error").empty() && table.cell(1, "price [USD]").empty());
    }

    // Without keys the settings that are ranges are drawn, each from all of its range.
    void uncertainSettings() {
        const CommandLine line;
        const CommandRun run = line.run({"study", samplePath(kSmall), "--sample", "8", "--goal", "price=least",
                                         "--goal", "utility-power=least", "--to", line.path("s")});
        QVERIFY2(run.code == 0, (run.out + run.err).c_str());
        const CsvTable table = tableOf(line, "s");
        QCOMPARE(table.size(), std::size_t{8});
        std::set<std::string> powers;
        for (std::size_t row = 0; row < table.size(); ++row)
            powers.insert(table.cell(row, "utility-power [kW]"));
        QVERIFY(powers.size() > 4);
    }

    // Of as many slices as there are designs each key is drawn from each once, in another order.
    void drawnEvenly() {
        const std::vector<StudyAxis> axes = {{"a", StudyKeyKind::Maker, {}, 0, 100, "kW", false},
                                             {"b", StudyKeyKind::Maker, {"x", "y", "z"}, 0, 0, {}, false},
                                             {"c", StudyKeyKind::Maker, {}, 1, 4, {}, true}};
        const auto designs = sampled(axes, 12, 7);
        QCOMPARE(designs, sampled(axes, 12, 7));
        QVERIFY(designs != sampled(axes, 12, 8));
        std::set<int> slices;
        std::map<std::string, int> words, counts;
        for (const auto& values : designs) {
            QVERIFY(values[0].ends_with(" kW"));
            slices.insert(static_cast<int>(std::stod(values[0]) / 100 * 12));
            ++words[values[1]];
            ++counts[values[2]];
        }
        QCOMPARE(slices.size(), std::size_t{12});
        QCOMPARE(words, (std::map<std::string, int>{{"x", 4}, {"y", 4}, {"z", 4}}));
        QCOMPARE(counts, (std::map<std::string, int>{{"1", 3}, {"2", 3}, {"3", 3}, {"4", 3}}));
    }

    void frontsAndTheBest() {
        Study study;
        study.goals = {{"price", false}, {"compute", true}};
        std::vector<StudyRow> rows = {rowOf(1, 10, 5), rowOf(2, 8, 5),     rowOf(3, 12, 9),
                                      rowOf(4, 12, 7), rowOf(5, 1, 99, 1), rowOf(6, 20, 20)};
        rows.push_back({7, {}, "not made"});
        rows.push_back({8, {{"price", "USD", Value()}, {"compute", "PFLOPS", Value(1)}}, {}});
        const StudyRanks ranks = ranked(study, rows);
        // 5 is better in all goals, but an error is found in it: it stands behind the last front of the sound ones.
        QCOMPARE(ranks.fronts, (std::vector<std::size_t>{2, 1, 1, 2, 3, 1, 0, 0}));
        QCOMPARE(ranks.best, (std::vector<std::size_t>{1, 2, 5, 0, 3, 4}));
        // Ten of a long front, its ends among them.
        rows.clear();
        for (std::size_t i = 0; i < 100; ++i)
            rows.push_back(rowOf(i + 1, static_cast<double>(i), static_cast<double>(i)));
        const StudyRanks all = ranked(study, rows);
        QCOMPARE(all.best.size(), kBestOfStudy);
        QCOMPARE(all.best.front(), std::size_t{0});
        QCOMPARE(all.best.back(), std::size_t{99});
        QVERIFY(std::ranges::count(all.fronts, std::size_t{1}) == 100);
    }

    // Ctrl+C leaves a folder that the work goes on in; what was found is not worked out again.
    void stoppedAndTakenUpAgain() {
        const CommandLine line;
        const auto before = std::signal(SIGINT, SIG_IGN); // a signal that comes too late is nobody's
        const std::string folder = line.path("s");
        std::jthread person([&folder](const std::stop_token& stop) {
            std::error_code problem;
            while (!stop.stop_requested() && !std::filesystem::exists(folder + "/results/0001.csv", problem))
                std::this_thread::yield();
            std::raise(SIGINT);
        });
        const std::vector<std::string> words = {"study",    samplePath(kSmall),
                                                "--vary",   "power.pue=1.1..1.6",
                                                "--vary",   "cost.tariff=0.05..0.3",
                                                "--sample", "400",
                                                "--to",     folder};
        const CommandRun run = line.run(words);
        person.request_stop();
        person.join();
        std::signal(SIGINT, before);
        QCOMPARE(run.code, 1);
        QVERIFY2(run.err.find("study --resume") != std::string::npos, run.err.c_str());
        QVERIFY(!std::filesystem::exists(folder + "/study.csv"));
        const auto first = std::filesystem::last_write_time(folder + "/results/0001.csv");
        const CommandRun again = line.run({"study", "--resume", folder});
        QVERIFY2(again.code == 0, (again.out + again.err).c_str());
        QCOMPARE(tableOf(line, "s").size(), std::size_t{400});
        QVERIFY(std::filesystem::last_write_time(folder + "/results/0001.csv") == first);
        // A task that is asked again finds the same; a damaged result is worked out again.
        const std::string found = line.read("s/results/0003.csv"), table = line.read("s/study.csv");
        QCOMPARE(line.run({"study", "--task", folder + "/tasks/0003.csv"}).code, 0);
        QCOMPARE(line.read("s/results/0003.csv"), found);
        (void)line.write("s/results/0003.csv", found.substr(0, found.size() / 2));
        QCOMPARE(line.run({"study", "--resume", folder}).code, 0);
        QCOMPARE(line.read("s/results/0003.csv"), found);
        QCOMPARE(line.read("s/study.csv"), table);
        // The same words take the folder up as it is, others are refused.
        QCOMPARE(line.run(words).code, 0);
        std::vector<std::string> others = words;
        others[3] = "power.pue=1.1..1.7";
        const CommandRun refused = line.run(others);
        QCOMPARE(refused.code, 2);
        QVERIFY(refused.err.find("another study") != std::string::npos);
    }

    void wrongWords_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* words, const char* says) {
            QTest::newRow(name) << QString::fromLatin1(words) << QString::fromLatin1(says);
        };
        row("nothing", "", "--recipe NAME");
        row("nothing varies", "FILE", "--vary KEY=a,b,c");
        row("no key", "FILE --vary power.pu=1,2", "power.pue");
        row("key of a recipe", "FILE --vary accelerators=1,2", "--recipe NAME");
        row("no parameter", "--recipe cluster --vary acelerators=1,2", "accelerators");
        row("no recipe", "--recipe clustr --vary accelerators=1,2", "cluster");
        row("range", "FILE --vary power.pue=1..2", "--sample N");
        row("falling range", "FILE --vary power.pue=2..1:0.1", "LOW..HIGH");
        row("twice a value", "FILE --vary power.pue=1.2,1.2", "each value once");
        row("twice a key", "FILE --vary power.pue=1,2 --vary power.pue=3,4", "power.pue");
        row("too many", "FILE --vary power.pue=1..2:0.001 --vary cost.tariff=0..1:0.001", "100000");
        row("goal", "FILE --vary power.pue=1,2 --goal price=low --goal x=most", "KEY=least");
        row("one goal", "FILE --vary power.pue=1,2 --goal price=least", "2 to 4");
        row("figure", "FILE --vary power.pue=1,2 --figure power.peek", "power.peek");
        row("sample", "FILE --vary power.pue=1,2 --sample 0", "--sample");
    }
    void wrongWords() {
        QFETCH(const QString, words);
        QFETCH(const QString, says);
        const CommandLine line;
        std::vector<std::string> all{"study"};
        for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            all.push_back(word == QStringLiteral("FILE") ? samplePath(kSmall) : word.toStdString());
        all.insert(all.end(), {"--to", line.path("s")});
        const CommandRun run = line.run(all);
        QCOMPARE(run.code, 2);
        const QString said = QString::fromStdString(run.err).remove(QLatin1Char(','));
        QVERIFY2(said.contains(QString(says).remove(QLatin1Char(','))), run.err.c_str());
        QVERIFY(!std::filesystem::exists(line.path("s")));
    }

    void tasksAndTheirNumbers() {
        QCOMPARE(tasksFor(1).size(), std::size_t{1});
        QCOMPARE(tasksFor(12).size(), std::size_t{12});
        QCOMPARE(tasksFor(2000).size(), std::size_t{250});
        QCOMPARE(tasksFor(100'000).size(), std::size_t{256});
        QCOMPARE(tasksFor(2000).back().designs.back(), std::size_t{2000});
        QCOMPARE(arrayIndices({{1, {}}, {2, {}}, {3, {}}, {7, {}}, {9, {}}, {10, {}}}), std::string("1-3,7,9-10"));
    }

    // What shells and man read is made from the table of verbs: each option of a usage is known with its words.
    void referenceOfTheCommandLine() {
        const UsageWords usage =
            usageWords("FILE [list|compare] --to DIR [--paper a4|a3] [--set K=V]... [--json|--csv]");
        QCOMPARE(usage.words, (std::vector<std::string>{"list", "compare"}));
        QCOMPARE(usage.options, (std::vector<UsageOption>{{"--to", "DIR", {}},
                                                          {"--paper", "a4|a3", {"a4", "a3"}},
                                                          {"--set", "K=V", {}},
                                                          {"--json", {}, {}},
                                                          {"--csv", {}, {}}}));
        const CommandLine line;
        const CommandRun page = line.run({"--manual-page"});
        QCOMPARE(page.code, 0);
        for (const Verb& verb : verbs())
            QVERIFY2(page.out.find(".B rackwright " + std::string(verb.name) + "\n") != std::string::npos,
                     std::string(verb.name).c_str());
        QCOMPARE(line.run({"--completion", "bash"}).code, 0);
        const CommandRun none = line.run({"--completion", "fish"});
        QCOMPARE(none.code, 2);
        QVERIFY(none.err.find("bash") != std::string::npos);
    }
};

RW_WINDOW_SUITE(TestStudy)
#include "tst_study.moc"
