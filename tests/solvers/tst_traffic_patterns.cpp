// SPDX-License-Identifier: GPL-3.0-or-later
// Traffic of jobs on fabrics that can be worked out by hand, and the cost model of all-reduces against its formulas.
#include "solvers/fabric/collectives.h"
#include "solvers/fabric/traffic_patterns.h"
#include "tests/solvers/fabric_hall.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace rackwright;
using fixture::FabricHall;

namespace {

/// The hall of fabric_hall.h, but with both ports of a node on one leaf: nodes 1 and 2 on the first.
FabricHall hallByNode() {
    FabricHall hall = fixture::fabricHall();
    std::vector<Id<Cable>> ends;
    for (const Cable& cable : hall.design.cables)
        if (std::ranges::find(hall.trunks, cable.id) == hall.trunks.end())
            ends.push_back(cable.id);
    for (const Id<Cable> id : ends)
        hall.design.cables = hall.design.cables.without(id);
    for (std::uint16_t n = 0; n < 4; ++n)
        for (std::uint16_t port = 0; port < 2; ++port)
            hall.join({hall.members[n], port, 0},
                      {hall.leaves[n / 2], static_cast<std::uint16_t>(n % 2 * 2 + port), 0});
    return hall;
}

struct Worst {
    double all = 0, trunks = 0;
};
Worst worstOf(const FabricHall& hall, TrafficPattern pattern) {
    const Context context(hall.snapshot());
    const NetworkFabric fabric = networkFabric(context, hall.network);
    const auto loads = NetworkTraffic(fabric).loads(pattern);
    return loads ? Worst{loads->worst, loads->worstTrunk} : Worst{-1, -1};
}

bool isNear(double a, double b) { return std::abs(a - b) < 1e-12 * std::max(1.0, std::abs(b)); }

} // namespace

class TestTrafficPatterns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void railsKeepRingsOffTheSpines() {
        const FabricHall hall = fixture::fabricHall();
        for (const TrafficPattern pattern :
             {TrafficPattern::Ring, TrafficPattern::Tree, TrafficPattern::Rail, TrafficPattern::Permutation}) {
            const Worst worst = worstOf(hall, pattern);
            QCOMPARE(worst.trunks, 0.0);
            QVERIFY(worst.all <= 1.0 && worst.all > 0);
        }
        // 4 endpoints of a leaf send 4/7 each over 4 cables.
        QVERIFY(isNear(worstOf(hall, TrafficPattern::AllToAll).trunks, 4.0 / 7.0));
    }
    void nodesOnOneLeafSendOverTheSpines() {
        const FabricHall hall = hallByNode();
        // Two rings; in each one flow leaves a leaf: 2 flows over 4 cables.
        QVERIFY(isNear(worstOf(hall, TrafficPattern::Ring).trunks, 0.5));
        // Endpoint i and i + 4 are on different leaves: 4 flows over 4 cables.
        QVERIFY(isNear(worstOf(hall, TrafficPattern::Permutation).trunks, 1.0));
        // Each sends 2/3 of its rate to the other leaf.
        QVERIFY(isNear(worstOf(hall, TrafficPattern::Rail).trunks, 2.0 / 3.0));
        // First tree 0-2, 2-1, 2-3; second 3-1, 1-2, 1-0 (ranks from 0). Between the leaves run 0-2 and 2-1, 3-1 and
        // 1-2: four edges a rail, a quarter of the rate each way; two rails over 4 cables.
        QVERIFY(isNear(worstOf(hall, TrafficPattern::Tree).trunks, 2 * 4 * 0.25 / 4));
    }
    void anUnevenTrunkIsFull() {
        FabricHall hall = hallByNode();
        // The second leaf loses one of two cables to the second spine: half of what the first sends meets there.
        hall.design.cables = hall.design.cables.without(hall.trunks[7]);
        QVERIFY(isNear(worstOf(hall, TrafficPattern::Permutation).trunks, 2.0));
        const Context context(hall.snapshot());
        const NetworkFabric fabric = networkFabric(context, hall.network);
        const std::vector<double> loads =
            cableLoads(fabric, *NetworkTraffic(fabric).loads(TrafficPattern::Permutation));
        std::set<std::uint64_t> full;
        for (std::size_t c = 0; c < loads.size(); ++c)
            if (isNear(loads[c], 2.0))
                full.insert(fabric.cables[c].id.value);
        QCOMPARE(full, std::set<std::uint64_t>{hall.trunks[6].value});
    }
    void treesSpanAllRanks() {
        for (const std::size_t ranks : {2U, 3U, 7U, 16U, 100U}) {
            std::vector<int> children(ranks, 0);
            for (std::size_t rank = 0; rank < ranks; ++rank) {
                const auto parent = parentInTree(rank, ranks);
                QCOMPARE(parent.has_value(), rank != 0);
                std::size_t at = rank, steps = 0;
                while (const auto up = parentInTree(at, ranks)) {
                    QVERIFY(*up < ranks);
                    at = *up;
                    QVERIFY(++steps < ranks);
                }
                if (parent)
                    ++children[*parent];
            }
            QVERIFY(std::ranges::max(children) <= 2);
        }
    }
    void hashedFlowsMeet() {
        QCOMPARE(hashedFlows(1, 16).mean, 1.0);
        QCOMPARE(hashedFlows(5, 1).percentile99, 5.0);
        // Two flows on two cables meet every other time.
        QVERIFY(std::abs(hashedFlows(2, 2).mean - 1.5) < 0.05);
        QVERIFY(hashedFlows(32, 32).mean > 3 && hashedFlows(32, 32).mean < 4);
        QVERIFY(hashedFlows(32, 32).percentile99 >= hashedFlows(32, 32).mean);
    }
    void allReduceByItsFormulas() {
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        const CollectiveJob<double> job{2, 16, 8, 400e9, 450e9, 1, 1e12};
        // 8 x 400G a node: busbw at most 400 GB/s, algbw of a ring 213 for 16 ranks.
        const double ring = 122.8e-6 + 1e12 * 1.875 / 400e9;
        QVERIFY(isNear(ringTime(context, job), ring));
        const double tree = 2 * (7 * 28e-6 + 50e-6) + 1e12 / (400e9 * 0.45);
        QVERIFY(isNear(treeTime(context, job), tree));
        // A node whose own links are slower sets the pace; so does a fabric that is oversubscribed.
        QCOMPARE((CollectiveJob<double>{2, 16, 8, 400e9, 100e9, 1, 1e9}.bandwidth()), 100e9);
        QCOMPARE((CollectiveJob<double>{2, 16, 8, 400e9, 450e9, 0.5, 1e9}.bandwidth()), 200e9);
    }
};

QTEST_MAIN(TestTrafficPatterns)
#include "tst_traffic_patterns.moc"
