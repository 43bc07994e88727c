// SPDX-License-Identifier: GPL-3.0-or-later
// Graph files: what their lines count as, what is wrong with them, and exact bisections of graphs that nothing but the
// search can prove.
#include "solvers/graph/bisection.h"
#include "solvers/graph/graph_file.h"
#include "solvers/graph/lower_bounds.h"
#include "tests/solvers/fabric_requests.h"
#include "tests/support/suite.h"

#include <QTest>

#include <random>
#include <set>
#include <utility>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

using Edges = std::set<std::pair<int, int>>;

/// Routers with one endpoint each, as a file that says nothing of their shape.
std::string graphText(int routers, const Edges& edges) {
    std::string text = "# capacities in units of 1 Gb/s each way\n";
    for (int v = 0; v < routers; ++v)
        text += "vertex " + std::to_string(v) + " router 1\n";
    for (const auto& [a, b] : edges)
        text += "edge " + std::to_string(a) + " " + std::to_string(b) + " 1\n";
    return text;
}

/// A ring along each side. The routers are numbered in a stride that shares nothing with their count, so that the
/// order of the file shows no shape.
Edges torusEdges(const std::vector<int>& sides, int stride) {
    int routers = 1;
    for (const int side : sides)
        routers *= side;
    Edges edges;
    for (int v = 0; v < routers; ++v)
        for (int step = 1; const int side : sides) {
            const int at = v / step % side, to = v + ((at + 1) % side - at) * step;
            edges.insert(std::minmax({v * stride % routers, to * stride % routers}));
            step *= side;
        }
    return edges;
}

/// Drawn anew until no two routers are joined twice and none with itself (the pairing model).
Edges regularEdges(int routers, int degree, std::mt19937& random) {
    for (;;) {
        std::vector<int> stubs;
        for (int i = 0; i < routers * degree; ++i)
            stubs.push_back(i % routers);
        for (std::size_t i = stubs.size(); i > 1; --i)
            std::swap(stubs[i - 1], stubs[random() % i]);
        Edges edges;
        for (std::size_t i = 0; i < stubs.size(); i += 2)
            if (stubs[i] != stubs[i + 1])
                edges.insert(std::minmax({stubs[i], stubs[i + 1]}));
        if (edges.size() * 2 == stubs.size())
            return edges;
    }
}

} // namespace

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
        for (const char* unit : {"0", "1e-300", "1e308"})
            QCOMPARE(readGraph("# in units of " + std::string(unit) + " Gb/s each way\nvertex 0 leaf 1\n")
                         .error()
                         .message.id,
                     std::string("graph.unit-out-of-range"));
        QCOMPARE(readGraph("# in units of many Gb/s\nvertex 0 leaf 1\n").error().message.id,
                 std::string("graph.no-unit"));
    }
    void graphFilesHaveAsManySwitchesAndEdgesAsAreWorkedOut() {
        std::string switches = "# 1 Gb/s\nvertex h host 1\n";
        for (int i = 0; i < 65'537; ++i)
            switches += "vertex " + std::to_string(i) + " leaf 0\n";
        const auto tooMany = readGraph(switches);
        QVERIFY(!tooMany);
        QCOMPARE(tooMany.error().message.id, std::string("graph.too-many-switches"));
        QCOMPARE(argument(tooMany.error().message, "limit"), std::string("65536"));
        QCOMPARE(argument(tooMany.error().message, "line"), std::string("65539"));
        std::string edges = "# 1 Gb/s\nvertex a leaf 1\nvertex b leaf 1\n";
        for (int i = 0; i < 1'000'001; ++i)
            edges += "edge a b 1\n";
        const auto tooFull = readGraph(edges);
        QVERIFY(!tooFull);
        QCOMPARE(tooFull.error().message.id, std::string("graph.too-many-edges"));
        QCOMPARE(argument(tooFull.error().message, "limit"), std::string("1000000"));
    }
    void isolatedSwitchesCount() {
        const auto answers =
            quantitiesOfGraph("# 1 Gb/s\r\nvertex a leaf 2\r\nvertex b leaf 1\r\nvertex c spine 0\r\nedge a b 3\r\n");
        QVERIFY(answers.has_value());
        QCOMPARE(*valueOf(*answers, "switches_total"), 3.0);
        QCOMPARE(*valueOf(*answers, "bisection_lower_gbps_oneway"), 3.0);
        QCOMPARE(*valueOf(*answers, "node_links"), 0.0);
    }
    void anyOtherKindIsASwitch() {
        // Two hosts each on a "tor", joined over a "super-spine": what is no host or node is a switch.
        const auto answers = quantitiesOfGraph("# 100 Gb/s\n"
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
    // A host with cables to two switches is on the shortest way of the others, and so is a host behind a host.
    void waysLeadOverHostsOfAFile() {
        for (const char* kind : {"host", "node"}) {
            std::string text = "# 100 Gb/s\nvertex l1 leaf 0\nvertex l2 leaf 0\nvertex s1 spine 0\nvertex s2 spine 0\n"
                               "edge l1 s1 1\nedge s1 s2 1\nedge s2 l2 1\n";
            for (const char* host : {"a", "b", "c"})
                text.append("vertex ").append(host).append(" ").append(kind).append(" 1\n");
            text.append("edge a l1 1\nedge a l2 1\nedge b l1 1\nedge c l2 1\n");
            const auto answers = quantitiesOfGraph(text);
            QVERIFY(answers.has_value());
            QCOMPARE(*valueOf(*answers, "diameter_links"), 4.0); // b, l1, a, l2, c
            QCOMPARE(*valueOf(*answers, "mean_distance_links"), 8.0 / 3);
            const auto behind = quantitiesOfGraph(std::string("# 1 Gb/s\nvertex l leaf 0\nvertex a ")
                                                      .append(kind)
                                                      .append(" 1\nvertex b ")
                                                      .append(kind)
                                                      .append(" 1\nvertex c ")
                                                      .append(kind)
                                                      .append(" 1\nedge a l 1\nedge b l 1\nedge c b 1\n"));
            QVERIFY(behind.has_value());
            QCOMPARE(*valueOf(*behind, "diameter_links"), 3.0); // a, l, b, c
        }
    }
    // Routers joined at random, with and without endpoints: no shape helps.
    void graphsOfNoShapeAreBounded_data() {
        QTest::addColumn<bool>("isUneven");
        QTest::newRow("an endpoint each") << false;
        QTest::newRow("none to three endpoints") << true;
    }
    void graphsOfNoShapeAreBounded() {
        QFETCH(bool, isUneven);
        constexpr int kRouters = 500;
        constexpr std::size_t kEdges = 5'000;
        std::mt19937 random(7);
        Edges edges;
        while (edges.size() < kEdges) {
            const int a = static_cast<int>(random() % kRouters), b = static_cast<int>(random() % kRouters);
            if (a != b)
                edges.insert(std::minmax({a, b}));
        }
        std::string text = graphText(kRouters, edges);
        if (isUneven)
            for (std::size_t at = text.find(" router 1\n"); at != std::string::npos;
                 at = text.find(" router 1\n", at + 1))
                text[at + 8] = static_cast<char>('0' + random() % 4);
        const auto answers = quantitiesOfGraph(text);
        QVERIFY(answers.has_value() && answers->bisection);
        QVERIFY(answers->bisection->lower > 0);
        QVERIFY(answers->bisection->lower <= answers->bisection->upper);
    }
    // The search for a better bound that is given one at hand ends early, never with another answer above it.
    void aBoundAtHandChangesNoBetterOne() {
        std::mt19937 random(5);
        for (int round = 0; round < 6; ++round) {
            const auto file = readGraph(graphText(30, regularEdges(30, 4, random)));
            QVERIFY(file.has_value());
            const CollapsedGraph small = collapsed(file->graph);
            const auto alone = spreadBound(small, 15);
            QVERIFY(alone && *alone > 0);
            for (const std::int64_t known : {*alone / 2, *alone - 1, *alone, *alone + 1, 3 * *alone}) {
                const auto beside = spreadBound(small, 15, known);
                QVERIFY(beside.has_value());
                QCOMPARE(std::max(*beside, known), std::max(*alone, known));
            }
        }
    }
    // Small enough for a proof, and hard: nothing tells the shape but the edges (fabric.md, 4.3).
    void hardGraphsAreSolvedExactly_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("routers");
        QTest::addColumn<int>("expected"); // 0: what the search says
        const auto add = [](const char* name, int routers, const Edges& edges, int expected) {
            QTest::newRow(name) << QString::fromStdString(graphText(routers, edges)) << routers << expected;
        };
        // 2 * (3 * 4 + 3), by the first even side; 2 * 8; 2 * 16.
        add("torus 5x4x3", 60, torusEdges({5, 4, 3}, 7), 30);
        add("torus 8x8", 64, torusEdges({8, 8}, 23), 16);
        add("torus 4x4x4", 64, torusEdges({4, 4, 4}, 23), 32);
        std::mt19937 random(48);
        for (int i = 0; i < 3; ++i)
            add(qPrintable(QStringLiteral("5-regular %1").arg(i)), 48, regularEdges(48, 5, random), 0);
    }
    void hardGraphsAreSolvedExactly() {
        QFETCH(QString, text);
        QFETCH(int, routers);
        QFETCH(int, expected);
        const auto file = readGraph(text.toStdString());
        QVERIFY(file.has_value());
        const auto bisection = bisectionOf(file->graph);
        QVERIFY(bisection.has_value());
        QCOMPARE(bisection->lower, bisection->upper);
        QCOMPARE(bisection->onB, std::int64_t(routers / 2));
        const CutCount count = countCut(file->graph, bisection->witness);
        QVERIFY(count.isValid);
        QCOMPARE(count.capacity, bisection->upper);
        if (expected > 0)
            QCOMPARE(bisection->upper, std::int64_t(expected));
    }
};

RW_SUITE(TestGraphFile)
#include "tst_graph_file.moc"
