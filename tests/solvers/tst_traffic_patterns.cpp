// SPDX-License-Identifier: GPL-3.0-or-later
// Traffic of jobs on fabrics that can be worked out by hand, and the cost model of all-reduces against its formulas.
#include "solvers/families/family.h"
#include "solvers/graph/adaptive_routing.h"
#include "solvers/graph/alike_targets.h"
#include "solvers/graph/ecmp.h"
#include "solvers/graph/flow_hashing.h"
#include "solvers/network/collectives.h"
#include "solvers/network/traffic_patterns.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>
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

/// By throwing them: the fullest of so many groups of cables, over seeds.
FullestCable thrownFlows(int flows, int ways, int groups) {
    constexpr int kSeeds = 3000;
    std::mt19937 random(7);
    std::vector<int> fullest;
    for (int seed = 0; seed < kSeeds; ++seed) {
        int most = 0;
        for (int group = 0; group < groups; ++group) {
            std::vector<int> cables(static_cast<std::size_t>(ways), 0);
            for (int flow = 0; flow < flows; ++flow)
                ++cables[std::uint64_t{random()} * static_cast<std::uint64_t>(ways) >> 32];
            most = std::max(most, std::ranges::max(cables));
        }
        fullest.push_back(most);
    }
    std::ranges::sort(fullest);
    return {std::accumulate(fullest.begin(), fullest.end(), 0.0) / kSeeds,
            static_cast<double>(fullest[kSeeds * 99 / 100])};
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
    // A node without the cable of its first port still has its second on the second rail.
    void aMissingCableLeavesTheOtherRails() {
        FabricHall hall = fixture::fabricHall();
        for (const Cable& cable : hall.design.cables)
            if (cable.a == PortRef{hall.members[1], 0, 0}) {
                hall.design.cables = hall.design.cables.without(cable.id);
                break;
            }
        for (const TrafficPattern pattern : {TrafficPattern::Ring, TrafficPattern::Tree, TrafficPattern::Rail}) {
            const Worst worst = worstOf(hall, pattern);
            QCOMPARE(worst.trunks, 0.0);
            QVERIFY(worst.all <= 1.0 && worst.all > 0);
        }
    }
    // A rack of 20 ports is five trays: their rails are on one leaf each, and the four rings stay below the spines.
    void traysOfARackAreRanks() {
        FabricHall hall = fixture::fabricHall();
        hall.changePart(hall.memberPart, [](Part& part) { part.portGroups[0].count = 20; });
        hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].count = 64; });
        std::vector<Id<Cable>> ends;
        for (const Cable& cable : hall.design.cables)
            if (std::ranges::find(hall.trunks, cable.id) == hall.trunks.end())
                ends.push_back(cable.id);
        for (const Id<Cable> id : ends)
            hall.design.cables = hall.design.cables.without(id);
        std::uint16_t at = 8; // beside the trunks
        for (std::uint16_t port = 0; port < 20; ++port, ++at)
            hall.join({hall.members[0], port, 0}, {hall.leaves[port % 4 / 2], at, 0});
        for (const TrafficPattern pattern : {TrafficPattern::Ring, TrafficPattern::Tree, TrafficPattern::Rail}) {
            const Worst worst = worstOf(hall, pattern);
            QCOMPARE(worst.trunks, 0.0);
            QVERIFY(worst.all <= 1.0 && worst.all > 0);
        }
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
    // The ring goes by the nodes' ids: cables that are drawn anew, behind all others, change nothing.
    void redrawnCablesKeepTheRing() {
        FabricHall hall = hallByNode();
        for (const std::size_t n : {1U, 3U}) {
            std::vector<Cable> cables;
            hall.design.cables.forEachWith<CablesByDevice>(hall.members[n],
                                                           [&](const Cable& cable) { cables.push_back(cable); });
            for (const Cable& cable : cables) {
                hall.design.cables = hall.design.cables.without(cable.id);
                hall.join(cable.a, cable.b);
            }
        }
        const Context context(hall.snapshot());
        const NetworkFabric fabric = networkFabric(context, hall.network);
        QVERIFY(std::ranges::is_sorted(fabric.devices, {}, [](const Device* device) { return device->id; }));
        QVERIFY(isNear(worstOf(hall, TrafficPattern::Ring).trunks, 0.5));
    }
    // Endpoint 1 on leaf A, endpoint 2 on leaf B, endpoint 3 with a lane to each: what joins the leaves is no switch.
    void portsWithLanesPassNothingOn() {
        FabricGraph graph;
        const std::uint32_t a = graph.addVertex(VertexKind::Leaf), b = graph.addVertex(VertexKind::Leaf);
        const std::uint32_t both = graph.addVertex(VertexKind::Host);
        graph.endpoints = {{a, 1, 1, 1}, {b, 1, 1, 1}, {both, 1, 0, 1}};
        graph.links = {{both, a, 1, 1, LinkTier::Endpoint}, {both, b, 1, 1, LinkTier::Endpoint}};
        QVERIFY(!trafficOf(graph)->isConnected);
        // Over two spines there is a way of five links from endpoint 1 to 2; over endpoint 3 it would be four.
        const std::uint32_t c = graph.addVertex(VertexKind::Spine), d = graph.addVertex(VertexKind::Spine);
        for (const auto& [from, to] : {std::pair{a, c}, {c, d}, {d, b}})
            graph.links.push_back({from, to, 1, 1, LinkTier::Other});
        const auto found = trafficOf(graph);
        QVERIFY(found->isConnected);
        QCOMPARE(found->diameter, std::int64_t{5});
        QVERIFY(isNear(found->meanDistance, (5.0 + 2 + 2) / 3));
        // Each sends half of the mean rate, 4/3, to each other: 3 and 1 over the first link, 1 and 2 over the third.
        const auto loads = TrafficSolver(graph).loads({true, {}});
        QVERIFY(isNear(loads->ofLink[0], 2.0 / 3));
        QVERIFY(isNear(loads->ofLink[2], 2.0 / 3));
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
    void anAdaptiveSpreadGoesRoundANarrowTrunk() {
        FabricHall hall = hallByNode();
        hall.design.cables = hall.design.cables.without(hall.trunks[7]);
        const Context context(hall.snapshot());
        const NetworkFabric fabric = networkFabric(context, hall.network);
        const NetworkTraffic traffic(fabric);
        // Four flows go over three cables, where an equal split over the spines sends two over one.
        const auto loads = traffic.spreadLoads(TrafficPattern::Permutation);
        QVERIFY(loads && isNear(loads->ideal, 2.0));
        QVERIFY(std::abs(*loads->adaptive - 4.0 / 3.0) < 0.01);
        QVERIFY(loads->adaptiveBound <= 4.0 / 3.0 + 1e-12 && loads->adaptiveBound > 1.32);
        // The drawing shows the same spread.
        const auto drawn = traffic.loads(TrafficPattern::Permutation, Spreading::Adaptive);
        QVERIFY(drawn && isNear(drawn->worst, *loads->adaptive));
        // All to all: four endpoints send 4/7 each over three cables; the endpoints' own cables are full.
        const auto all = traffic.spreadLoads(TrafficPattern::AllToAll);
        QVERIFY(all && isNear(*all->adaptive, 1.0) && isNear(all->adaptiveBound, 1.0));
    }
    void anEvenFabricIsSpreadAtItsBestByEqualSplits() {
        const FabricHall hall = hallByNode();
        const Context context(hall.snapshot());
        const NetworkFabric fabric = networkFabric(context, hall.network);
        for (std::size_t i = 0; i < EnumNames<TrafficPattern>::names.size(); ++i) {
            const auto loads = NetworkTraffic(fabric).spreadLoads(static_cast<TrafficPattern>(i));
            QVERIFY(loads && loads->adaptive);
            QVERIFY(isNear(loads->ideal, *loads->adaptive) && isNear(loads->adaptiveBound, loads->ideal));
            QVERIFY(fullestCable(loads->hashed, 1).mean >= loads->ideal - 1e-12);
        }
        // Four flows on four cables, each way from two leaves: the fullest of four groups.
        const auto loads = NetworkTraffic(fabric).spreadLoads(TrafficPattern::Permutation);
        const FullestCable thrown = thrownFlows(4, 4, 4);
        const FullestCable told = fullestCable(loads->hashed, 1);
        QVERIFY(std::abs(told.mean - thrown.mean) < 0.02);
        QCOMPARE(told.percentile99, thrown.percentile99);
        // Many flows come close to an even spread.
        QVERIFY(fullestCable(loads->hashed, 10'000).mean < 1.05);
    }
    // A spine that is no twin any more is a cable's width of the same choice.
    void hashedFlowsMeetAlikeHoweverTheFabricIsCollapsed() {
        const std::vector<HashedCables> whole = {{64, 64, 64, 1}};
        const std::vector<HashedCables> parts = {{64, 64, 63, 1}, {64, 64, 1, 1}};
        QVERIFY(std::abs(fullestCable(whole, 1).mean - fullestCable(parts, 1).mean) < 1e-9);
        FabricHall hall = hallByNode();
        const auto worstMean = [](const FabricHall& of) {
            const Context context(of.snapshot());
            const NetworkFabric fabric = networkFabric(context, of.network);
            return fullestCable(NetworkTraffic(fabric).spreadLoads(TrafficPattern::Permutation)->hashed, 1).mean;
        };
        const double before = worstMean(hall);
        hall.design.cables = hall.design.cables.without(hall.trunks[7]);
        QVERIFY(worstMean(hall) > before);
    }
    void hashedFlowsMeetAsThrownBallsDo() {
        QCOMPARE(fullestCable({{1, 16, 16, 1}}, 1).mean, 1.0);
        QCOMPARE(fullestCable({{5, 1, 1, 1}}, 1).percentile99, 5.0);
        // Two flows on two cables meet every other time.
        QVERIFY(isNear(fullestCable({{2, 2, 2, 1}}, 1).mean, 1.5));
        struct Case {
            int flows, ways, groups;
        };
        for (const auto& [flows, ways, groups] : {Case{3, 3, 1},
                                                  {12, 4, 1},
                                                  {32, 32, 1},
                                                  {64, 64, 16},
                                                  {200, 3, 2},
                                                  {500, 2, 1},
                                                  {1000, 4, 8},
                                                  {4096, 64, 1}}) {
            const FullestCable thrown = thrownFlows(flows, ways, groups);
            const FullestCable told = fullestCable(
                {{static_cast<double>(flows), static_cast<double>(ways), static_cast<double>(ways * groups), 1}}, 1);
            QVERIFY2(
                std::abs(told.mean - thrown.mean) < 0.01 * thrown.mean,
                qPrintable(
                    QStringLiteral("%1 on %2: %3, thrown %4").arg(flows).arg(ways).arg(told.mean).arg(thrown.mean)));
            QVERIFY(std::abs(told.percentile99 - thrown.percentile99) <= std::max(1.0, 0.02 * thrown.percentile99));
        }
        // Half the flow size, twice as many: never fuller on the mean.
        double before = 10;
        for (const double flows : {1.0, 2.0, 4.0, 64.0, 4'096.0, 1e6, 1e9}) {
            const double mean = fullestCable({{32, 32, 1'024, 1}}, flows).mean;
            QVERIFY(mean <= before && mean >= 1);
            before = mean;
        }
        QVERIFY(before < 1.001);
    }
    // All to all asks one of a kind of ends; as streams between all pairs it asks each.
    void alikeEndsAreAskedOnce() {
        auto made = generateFabric({"3-tier Clos",
                                    {{"pods", "3"},
                                     {"leaves_per_pod", "4"},
                                     {"hosts_per_leaf", "3"},
                                     {"spines_per_pod", "3"},
                                     {"cores_per_plane", "2"},
                                     {"links_per_spine_core_pair", "1"}},
                                    {},
                                    {},
                                    {}});
        QVERIFY(made.has_value());
        FabricGraph& graph = made->graph;
        graph.links.erase(graph.links.begin());
        graph.endpoints[6].count = 2;
        const CollapsedGraph small = collapsed(graph);
        std::vector<std::uint32_t> bundles;
        for (std::uint32_t item = 0; item < small.size(); ++item)
            if (small.isBundle[item])
                bundles.push_back(item);
        QCOMPARE(bundles.size(), std::size_t(12));
        // The leaf with a cable less, its three neighbours, the thinner leaf, its neighbours, and the third pod.
        const AlikeTargets alike(small);
        std::vector<std::uint32_t> counts;
        for (const std::uint32_t bundle : bundles)
            if (alike.count(bundle) > 0)
                counts.push_back(alike.count(bundle));
        std::ranges::sort(counts);
        QCOMPARE(counts, (std::vector<std::uint32_t>{1, 1, 3, 3, 4}));
        std::vector<EcmpStream> streams, pairs;
        for (const std::uint32_t to : bundles)
            for (const std::uint32_t from : bundles) {
                const auto sends = static_cast<double>(small.weight[from]);
                const double meet = sends * static_cast<double>(small.weight[to] - (from == to ? 1 : 0));
                streams.push_back({from, to, meet / static_cast<double>(small.total - 1)});
                pairs.push_back({from, to, meet});
            }
        const auto byKind = ecmpFlows(small, {}, EcmpDemand::Both),
                   each = ecmpFlows(small, streams, EcmpDemand::StreamsOnly);
        QVERIFY(byKind && each && byKind->isConnected && !byKind->isTree);
        for (std::size_t e = 0; e < each->given.size(); ++e)
            QVERIFY(isNear(byKind->all[e], each->given[e]));
        const auto crossing = pairsCrossing(small, {}, true, *byKind),
                   crossingEach = pairsCrossing(small, pairs, false, *each);
        QVERIFY(crossing && crossingEach);
        for (std::size_t e = 0; e < each->given.size(); ++e) {
            QVERIFY(isNear(crossing->mean[e], crossingEach->mean[e]));
            QVERIFY(isNear(crossing->squares[e], crossingEach->squares[e]));
        }
        const auto best = bestSpread(small, {}, true, *byKind), bestEach = bestSpread(small, streams, false, *each);
        QVERIFY(best && bestEach);
        QVERIFY(best->bound <= bestEach->worst * (1 + 1e-9) && bestEach->bound <= best->worst * (1 + 1e-9));
        QVERIFY(best->worst < best->bound * 1.01);
    }
    void allReduceByItsFormulas() {
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        const CollectiveJob<double> job{2, 16, 8, 400e9, 450e9, 1, 1, 1, 1, 1, 1e12};
        // 8 x 400G a node: busbw at most 400 GB/s, algbw of a ring 213 for 16 ranks.
        const double ring = 122.8e-6 + 1e12 * 1.875 / 400e9;
        QVERIFY(isNear(ringTime(context, job), ring));
        const double tree = 2 * (7 * 28e-6 + 50e-6) + 1e12 / (400e9 * 0.45);
        QVERIFY(isNear(treeTime(context, job), tree));
        // A node whose own links are slower sets the pace; so does a fabric that is oversubscribed.
        QCOMPARE((CollectiveJob<double>{2, 16, 8, 400e9, 100e9, 1, 1, 1, 1, 1, 1e9}.lineRate()), 100e9);
        QCOMPARE((CollectiveJob<double>{2, 16, 8, 400e9, 450e9, 1, 1, 0.5, 1, 1, 1e9}.lineRate()), 200e9);
        // Data reach a share of the line rates, each link its own; a bound is of the line rate.
        const CollectiveJob<double> real{2, 16, 8, 400e9, 450e9, 0.9, 0.75, 1, 1, 1, 1e12};
        QCOMPARE(real.lineRate(), 400e9);
        QCOMPARE(real.bandwidth(1), 450e9 * 0.75);
        QCOMPARE(real.bandwidth(0.5), 400e9 * 0.9 * 0.5);
        // Two trees over 4 nodes: 2 x 3 edges, half of the message up and down each, 6 S in all.
        QCOMPARE((CollectiveJob<double>{4, 8, 2, 1, 1, 1, 1, 1, 1, 1, 1}.treeFactor()), 1.5);
        // What the most loaded cable passes of rings slows rings alone.
        const CollectiveJob<double> crowded{2, 16, 8, 400e9, 450e9, 1, 1, 1, 0.5, 1, 1e12};
        QVERIFY(isNear(ringTime(context, crowded), 122.8e-6 + 1e12 * 1.875 / 200e9));
        QVERIFY(isNear(treeTime(context, crowded), tree));
    }
    // Routers of two nodes: of the rings over the nodes, one a port, both cross between them in either direction.
    void networksWithoutTiersPassWhatTheirCablesDo() {
        FabricHall hall = hallByNode();
        for (const Id<Cable> trunk : hall.trunks)
            hall.design.cables = hall.design.cables.without(trunk);
        for (const Id<Device> leaf : hall.leaves)
            hall.change(&Design::devices, leaf, [](Device& device) { device.role = "router"; });
        const auto jobOf = [&] {
            const Context context(hall.snapshot());
            const NetworkReport* report = context.lookUp<NetworkReports>().find(hall.network);
            return collectiveJob<Value>(context, *report);
        };
        for (const double share : {0.5, 1.0}) {
            const auto port = static_cast<std::uint16_t>(share < 1 ? 6 : 7);
            hall.join({hall.leaves[0], port, 0}, {hall.leaves[1], port, 0});
            QCOMPARE(jobOf().share.typical(), 1.0);
            QCOMPARE(jobOf().ringShare.typical(), share);
            QVERIFY(jobOf().treeShare.typical() <= 1);
        }
    }
};

RW_CORE_SUITE(TestTrafficPatterns)
#include "tst_traffic_patterns.moc"
