// SPDX-License-Identifier: GPL-3.0-or-later
// The verb fabric as a person and a script use it: tables with families and graph files, single runs, wrong words.
#include "app/command_line.h"

#include "model/text/csv.h"
#include "tests/support/suite.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <sstream>

using namespace rackwright;

namespace {

struct Run {
    int code = 0;
    std::string out, err;
};

Run run(std::vector<std::string> words, const std::string& input = {}) {
    words.insert(words.begin(), "fabric");
    std::istringstream in(input);
    std::ostringstream out, err;
    Streams streams{in, out, err};
    Session session(Texts::of("en"));
    const int code = runCommandLine(words, streams, session);
    return {code, out.str(), err.str()};
}

std::string cell(const CsvTable& rows, const std::string& id, const std::string& quantity, const char* column) {
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows.cell(row, "id") == id && rows.cell(row, "quantity") == quantity)
            return rows.cell(row, column);
    return "no such row";
}

int rowsOf(const CsvTable& rows, const std::string& id) {
    int count = 0;
    for (std::size_t row = 0; row < rows.size(); ++row)
        count += rows.cell(row, "id") == id ? 1 : 0;
    return count;
}

} // namespace

class TestFabricVerb : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void batchOfFamiliesAndGraphs() {
        const Run batch = run({"--batch", RW_TEST_DATA "/fabric/counts.csv"});
        QCOMPARE(batch.code, 0);
        QVERIFY(batch.out.starts_with("id,quantity,value,unit,error\n"));
        const CsvTable rows = *CsvTable::read(batch.out);
        QCOMPARE(cell(rows, "fattree_k4", "bisection_lower_gbps_oneway", "value"), std::string("3200"));
        QCOMPARE(cell(rows, "fattree_k4", "bisection_lower_gbps_oneway", "unit"), std::string("Gb/s"));
        QCOMPARE(cell(rows, "fattree_k4", "core", "value"), std::string("4"));
        QCOMPARE(cell(rows, "fattree_k4", "core", "unit"), std::string());
        QCOMPARE(cell(rows, "graph_petersen", "diameter_links", "value"), std::string("2"));
        QCOMPARE(cell(rows, "graph_petersen", "leaf", "value"), std::string());
        QVERIFY(!cell(rows, "graph_petersen", "leaf", "error").empty());
        QVERIFY(!cell(rows, "torus_4x4", "leaf_spine_links", "error").empty());
        // Facts to show: one row with the reason, no counts.
        QVERIFY(cell(rows, "hpn7_segment", "", "error").find("rail-optimised dual-plane dual-ToR") !=
                std::string::npos);
        QCOMPARE(rowsOf(rows, "hpn7_segment"), 1);
        QVERIFY(!cell(rows, "graph_railonly_nic_level", "mean_distance_links", "error").empty());
    }
    void batchNamesWhatItCannotDoInItsPlace() {
        const Run batch = run({"--batch", "-"}, "id,family,params,graph_file,endpoint_link_gbps\n"
                                                "1,hypercube,d=3;endpoints_per_router=1,,100\n"
                                                "2,hypercube,d=3;colour=red,,100\n"
                                                "3,,,,\n"
                                                "4,,,../secret.txt,\n"
                                                "5,,,no-such-graph.txt,\n"
                                                "6,single switch,hosts=4;hosts=5,,\n"
                                                "7,single switch,hosts=4,,fast\n");
        QCOMPARE(batch.code, 0);
        const CsvTable rows = *CsvTable::read(batch.out);
        QCOMPARE(cell(rows, "1", "bisection_upper_gbps_oneway", "value"), std::string("400"));
        for (const auto& [id, word] : {std::pair{"2", "colour"},
                                       {"3", "family"},
                                       {"4", "secret"},
                                       {"5", "no-such-graph"},
                                       {"6", "hosts"},
                                       {"7", "fast"}})
            QVERIFY2(cell(rows, id, "", "error").find(word) != std::string::npos, id);
    }
    void batchColumnsWithASlipOrNotRead() {
        const Run slip = run({"--batch", "-"}, "id,family,param\n1,torus,dims=4x4\n");
        QCOMPARE(slip.code, 2);
        QVERIFY(slip.out.empty());
        QVERIFY2(slip.err.find("Name it params,") != std::string::npos, slip.err.c_str());
        const Run missing = run({"--batch", "-"}, "id,family\n1,torus\n");
        QCOMPARE(missing.code, 2);
        const std::string error = cell(*CsvTable::read(missing.out), "1", "", "error");
        QVERIFY2(error.starts_with("The column params is missing"), error.c_str());
        const Run others = run({"--batch", "-"}, "id,family,params,note\n1,single switch,hosts=4,x\n");
        QCOMPARE(others.code, 0);
        QCOMPARE(others.err, std::string("Columns not read: note.\n"));
    }
    void single() {
        const Run text = run({"family=rail-optimised 2-tier Clos", "SU=2", "nodes_per_SU=32", "rails=8", "radix=64",
                              "one_node_removed_for_UFM", "ufm_links=4"});
        QCOMPARE(text.code, 0);
        QVERIFY(text.out.find("508") != std::string::npos && text.out.find("100800") != std::string::npos);
        const Run file = run({"graph_file=" RW_TEST_DATA "/fabric/graphs/torus_3x3.txt"});
        QCOMPARE(file.code, 0);
        QVERIFY(file.out.find("800") != std::string::npos);
        // The graph is solved, whatever family stands beside it to describe it.
        const Run described = run({"graph_file=" RW_TEST_DATA "/fabric/graphs/torus_3x3.txt", "family=torus",
                                   "vertices=9", "leaf_spine_link_gbps=100"});
        QCOMPARE(described.code, 0);
        QCOMPARE(described.out, file.out);
        const Run json = run({"--json", "family=single switch", "hosts=8"});
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json.out));
        QVERIFY(document.object().contains(QStringLiteral("quantities")));
    }
    // Distances and loads as the help says, and groups that do not share their ports evenly.
    void familiesTellDistancesAndLoads() {
        const Run frontier = run({"family=Dragonfly", "a=32", "h=9", "p=16", "g=74"});
        QCOMPARE(frontier.code, 0);
        for (const char* quantity : {"groups", "diameter_links", "mean_distance_links", "ecmp_alltoall_max_util",
                                     "ecmp_shift_half_max_util", "global_links_per_group_pair_most"})
            QVERIFY2(frontier.out.find(quantity) != std::string::npos, quantity);
        const Run slim = run({"family=SlimFly", "q=5"});
        QCOMPARE(slim.code, 0);
        const Run own = run({"family=Dragonfly", "a=32", "h=9", "p=16", "g=74", "links_per_group_pair=4"});
        QCOMPARE(own.code, 2);
        QVERIFY(own.err.find("288 / 73") != std::string::npos);
    }
    // Every line of the list is a command that can be run as it stands.
    void theListRuns() {
        std::istringstream list(run({"--list"}).out);
        int families = 0;
        for (std::string line; std::getline(list, line); ++families) {
            const std::string begin = "rackwright fabric \"";
            QVERIFY2(line.starts_with(begin), line.c_str());
            const std::size_t end = line.find("\" ");
            QVERIFY2(end != std::string::npos, line.c_str());
            std::vector<std::string> words{line.substr(begin.size(), end - begin.size())};
            std::istringstream params(line.substr(end + 2));
            for (std::string word; params >> word && word != "#";)
                words.push_back(word);
            const Run made = run(words);
            QVERIFY2(made.code == 0 && made.out.find("bisection") != std::string::npos, (line + made.err).c_str());
        }
        QCOMPARE(families, 16);
    }
    void wrongWords() {
        const Run family = run({"family=dragonfli", "a=4"});
        QCOMPARE(family.code, 2);
        QVERIFY(family.err.find("Dragonfly") != std::string::npos);
        QCOMPARE(run({}).code, 2);
        const Run stray = run({"graph_file=" RW_TEST_DATA "/fabric/graphs/torus_3x3.txt", "famly=torus"});
        QCOMPARE(stray.code, 2);
        QVERIFY(stray.out.empty());
        QVERIFY(stray.err.find("famly") != std::string::npos && stray.err.find("family") != std::string::npos);
        QCOMPARE(run({"graph_file=" RW_TEST_DATA "/fabric/graphs/torus_3x3.txt", "colour=red"}).code, 2);
        QCOMPARE(run({"family=torus", "graph_file=x"}).code, 2); // there is no such file
        QCOMPARE(run({"--batch", "no-such-file.csv"}).code, 2);
        QVERIFY(run({"graph_file=" RW_SOURCE_DIR "/LICENSE"}).err.find("LICENSE: ") != std::string::npos);
        QVERIFY(run({"--batch", RW_SOURCE_DIR "/LICENSE"}).err.find("LICENSE: ") != std::string::npos);
        QVERIFY(run({"--batch", "/dev/zero"}).err.find("/dev/zero is a pipe or a device") != std::string::npos);
        QCOMPARE(run({"--batch", "-"}, "name\nx\n").code, 2);
        QCOMPARE(run({"--batch", "-", "hosts=4"}).code, 2);
        QCOMPARE(run({"--batch", "-"}, "").code, 2);
    }
};

RW_SUITE(TestFabricVerb)
#include "tst_fabric_verb.moc"
