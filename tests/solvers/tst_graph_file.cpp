// SPDX-License-Identifier: GPL-3.0-or-later
// Graph files: what their lines count as and what is wrong with them.
#include "solvers/fabric/graph_file.h"
#include "tests/solvers/fabric_requests.h"

#include <QTest>

using namespace rackwright;
using namespace rackwright::fixture;

class TestGraphFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void graphFilesWithFaults_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("line");
        const auto add = [](const char* text, const char* id, int line) {
            QTest::newRow(id) << QString::fromLatin1("# units of 100 Gb/s\n") + QString::fromLatin1(text)
                              << QString::fromLatin1(id) << line;
        };
        add("", "graph.empty", 0);
        add("vertex 0 leaf\n", "graph.vertex-form", 2);
        add("vertex 0 leaf 1\nvertex 0 leaf 1\n", "graph.vertex-twice", 3);
        add("vertex 0 leaf -1\n", "graph.weight", 2);
        add("vertex 0 leaf 1\nedge 0 1 1\n", "graph.no-vertex", 3);
        add("vertex 0 leaf 1\nedge 0 0 1\n", "graph.loop", 3);
        add("vertex 0 leaf 1\nvertex 1 leaf 1\nedge 0 1 0\n", "graph.capacity", 4);
        add("vertex 0 leaf 1\nvertex 1 leaf 1\nedge 0 1\n", "graph.edge-form", 4);
        add("vertex 0 leaf 1\n\nrouter 1\n", "graph.unknown-word", 4);
    }
    void graphFilesWithFaults() {
        QFETCH(QString, text);
        QFETCH(QString, id);
        QFETCH(int, line);
        const auto read = readGraph(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().message.id), id);
        if (line > 0)
            QCOMPARE(argument(read.error().message, "line"), std::to_string(line));
    }
    void graphFilesAreLimited() {
        GraphLimits limits;
        limits.vertices = 1;
        QCOMPARE(readGraph("# 1 Gb/s\nvertex 0 leaf 1\nvertex 1 leaf 1\n", limits).error().message.id,
                 std::string("graph.too-many-vertices"));
        limits.bytes = 10;
        QCOMPARE(readGraph("# 1 Gb/s\nvertex 0 leaf 1\n", limits).error().message.id, std::string("graph.too-large"));
        QCOMPARE(readGraph("vertex 0 leaf 1\n").error().message.id, std::string("graph.no-unit"));
    }
    void isolatedSwitchesCount() {
        const auto answers =
            answersOfGraph("# 1 Gb/s\r\nvertex a leaf 2\r\nvertex b leaf 1\r\nvertex c spine 0\r\nedge a b 3\r\n");
        QVERIFY(answers.has_value());
        QCOMPARE(*valueOf(*answers, "switches_total"), 3.0);
        QCOMPARE(*valueOf(*answers, "bisection_lower_gbps_oneway"), 3.0);
        QCOMPARE(*valueOf(*answers, "node_links"), 0.0);
    }
    void anyOtherKindIsASwitch() {
        // Two hosts each on a "tor", joined over a "super-spine": what is no host or node is a switch.
        const auto answers = answersOfGraph("# 100 Gb/s\n"
                                            "vertex t1 tor 0\nvertex t2 tor 0\nvertex s super-spine 0\n"
                                            "vertex a host 1\nvertex b host 1\nvertex c node 1\nvertex d gpu 1\n"
                                            "edge a t1 1\nedge b t1 1\nedge c t2 1\nedge d t2 1\n"
                                            "edge t1 s 1\nedge s t2 1\n");
        QVERIFY(answers.has_value());
        QCOMPARE(*valueOf(*answers, "switches_total"), 4.0);
        QCOMPARE(*valueOf(*answers, "node_links"), 3.0);
        QCOMPARE(*valueOf(*answers, "interswitch_links"), 3.0);
        QCOMPARE(*valueOf(*answers, "bisection_lower_gbps_oneway"), 100.0);
    }
};

QTEST_APPLESS_MAIN(TestGraphFile)
#include "tst_graph_file.moc"
