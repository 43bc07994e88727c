// SPDX-License-Identifier: GPL-3.0-or-later
// How many endpoints half of a fabric holds where routers keep theirs, against trying all sums, and why there is none.
#include "solvers/families/fabric_quantities.h"
#include "solvers/graph/bisection.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace rackwright;

class TestHalves : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Routers that nothing joins cost nothing to part, but each takes its endpoints along.
    void halvesOfGluedEndpoints_data() {
        QTest::addColumn<QList<int>>("weights");
        QTest::addColumn<QList<int>>("counts");
        QTest::addColumn<qint64>("onB");
        QTest::newRow("fewer than half") << QList<int>{5, 3} << QList<int>{1, 1} << qint64{3};
        QTest::newRow("one lot") << QList<int>{4} << QList<int>{5} << qint64{8};
        QTest::newRow("half exactly") << QList<int>{7, 5, 2} << QList<int>{1, 3, 1} << qint64{12};
        // 200 of the first and one of the second are half.
        QTest::newRow("large") << QList<int>{1'000'000, 999'999} << QList<int>{400, 2} << qint64{200'999'999};
        // In units of 500,000: 2 * 2,500 and 1, half of it 2,500.
        QTest::newRow("common divisor") << QList<int>{1'000'000, 500'000} << QList<int>{2'500, 1}
                                        << qint64{1'250'000'000};
        QTest::newRow("too large") << QList<int>{1'000'000, 999'999} << QList<int>{2'500, 1} << qint64{-1};
    }
    void halvesOfGluedEndpoints() {
        QFETCH(QList<int>, weights);
        QFETCH(QList<int>, counts);
        QFETCH(qint64, onB);
        FabricGraph graph;
        for (qsizetype lot = 0; lot < weights.size(); ++lot)
            for (int i = 0; i < counts[lot]; ++i)
                graph.endpoints.push_back(
                    {graph.addVertex(VertexKind::Router), static_cast<std::uint32_t>(weights[lot]), 0, 1});
        const auto found = bisectionOf(graph);
        QCOMPARE(found ? found->onB : qint64{-1}, onB);
        if (!found)
            QCOMPARE(lackOfBisection(graph), BisectionLack::TooMuchGlue);
        QVERIFY(!found || found->upper == 0);
    }
    void halvesOfGluedEndpointsByTrying() {
        std::mt19937 random(3);
        for (int round = 0; round < 200; ++round) {
            FabricGraph graph;
            std::vector<std::int64_t> sums{0};
            const auto routers = 1 + random() % 9, most = std::uint_fast32_t{round % 2 == 0 ? 6U : 300U};
            for (unsigned i = 0; i < routers; ++i) {
                const auto weight = static_cast<std::uint32_t>((1 + random() % most) * (1 + round % 3));
                graph.endpoints.push_back({graph.addVertex(VertexKind::Router), weight, 0, 1});
                for (std::size_t s = 0, made = sums.size(); s < made; ++s)
                    sums.push_back(sums[s] + weight);
            }
            std::int64_t best = 0;
            for (const std::int64_t sum : sums)
                best = 2 * sum <= graph.endpointCount() ? std::max(best, sum) : best;
            QCOMPARE(bisectionOf(graph)->onB, best);
        }
    }
    void noEndpointsHaveNoHalves() {
        FabricGraph graph;
        graph.addVertex(VertexKind::Router);
        QVERIFY(!bisectionOf(graph));
        QCOMPARE(lackOfBisection(graph), BisectionLack::NoEndpoints);
    }
    void tooManyToWorkOutAreNamed() {
        std::string text = "# 1 Gb/s\n";
        for (int v = 0; v < 2'501; ++v)
            text += "vertex " + std::to_string(v) + " router " + (v == 0 ? "999999\n" : "1000000\n");
        const auto answers = quantitiesOfGraph(text);
        QVERIFY(answers.has_value());
        const auto row = std::ranges::find(answers->rows, "bisection_lower_gbps_oneway", &FabricQuantity::quantity);
        QCOMPARE(row->reason.id, std::string("fabric.glue-too-large"));
    }
};

RW_SUITE(TestHalves)
#include "tst_halves.moc"
