// SPDX-License-Identifier: GPL-3.0-or-later
// Families beyond the published rows: closed forms against the graph, what is too large to be drawn, and what each
// refusal names.
#include "solvers/graph/bisection_search.h"
#include "tests/solvers/fabric_requests.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

FabricGraph drawn(const std::string& family, const std::string& params) {
    return generateFabric(request(family, params))->graph;
}

std::string messageOf(const std::string& family, const std::string& params) {
    const auto made = generateFabric(request(family, params));
    return made ? std::string() : made.error().message.id;
}

} // namespace

class TestFabricFamilies : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void familiesBeyondTheTables_data() {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("params");
        QTest::addColumn<double>("gbps");
        const auto add = [](const char* family, const char* params, double gbps) {
            QTest::newRow(params) << QString::fromLatin1(family) << QString::fromLatin1(params) << gbps;
        };
        add("single switch", "hosts=9;endpoint_gbps=100", 400);
        add("single switch", "hosts=1", 0);
        add("2D torus", "dims=3x2;endpoints_per_router=1;uplink_gbps=1", 3);
        add("torus", "dims=2x2x2;endpoints_per_router=1;uplink_gbps=1", 4);
        add("torus", "dims=2x3x4;endpoints_per_router=1;uplink_gbps=1", 12);
        add("torus", "dims=5x4x3;endpoints_per_router=1;uplink_gbps=1", 30);
        add("torus", "dims=9;endpoints_per_router=1;uplink_gbps=1", 2);
        // Beyond the search: half of what 101x4 and 51x3x4 have; 101x2x2 is 101x4.
        add("torus", "dims=101x2;endpoints_per_router=1;uplink_gbps=1", 5);
        add("torus", "dims=51x3x2;endpoints_per_router=1;uplink_gbps=1", 15);
        add("torus", "dims=101x2x2;endpoints_per_router=1;uplink_gbps=1", 10);
        add("torus", "k=3;n=2;endpoints_per_router=2;uplink_gbps=1", 8);
        add("hypercube", "d=5;endpoints_per_router=1;uplink_gbps=1", 16);
        add("HyperX", "q=3;dims=3;endpoints_per_router=1;uplink_gbps=1", 26);
        add("HyperX", "q=7;dims=2;endpoints_per_router=1;uplink_gbps=1", 96);
        add("k-ary 3-tier fat-tree", "k=6;endpoint_gbps=1", 27);
        add("rail-only", "nodes=7;rails=3;endpoint_gbps=1", 9);
        add("rail-optimised 2-tier Clos",
            "SU=2;nodes_per_SU=32;radix=64;rails=8;one_node_removed_for_UFM;endpoint_gbps=1", 252);
        add("rail-optimised 3-tier Clos", "SU=24;nodes_per_SU=32;radix=64;rails=8;endpoint_gbps=1", 3072);
        // 72 cables up to 16 spines: as many up as down, whichever spine has the odd ones.
        add("rail-optimised 2-tier Clos", "SU=4;nodes_per_SU=72;rails=8;radix=144;spines=16;endpoint_gbps=1", 1152);
        add("rail-optimised 2-tier Clos", "SU=4;nodes_per_SU=8;rails=8;radix=19;spines=16;endpoint_gbps=1", 128);
        // Two pods of four on each side, each with 4 up.
        add("3-tier Clos, tapered top", "pods=4;gpus_per_pod=8;racks_per_pod=2;top_oversub=2;endpoint_gbps=1", 8);
    }
    // Which spine has the odd cable is left open: the answer is that of the tables, the proof says so, and a deal of
    // the cables carries less.
    void anOddCableIsLeftOpen() {
        const std::string params = "SU=2;nodes_per_SU=4;rails=3;radix=8;spines=3;endpoint_gbps=1";
        const auto answers = quantitiesOfFamily(request("rail-optimised 2-tier Clos", params));
        QVERIFY(answers && answers->bisection);
        QVERIFY(answers->bisection->lowerProof == BoundProof::EvenSpread);
        QCOMPARE(*valueOf(*answers, "bisection_lower_gbps_oneway"), 12.0);
        const auto drawn = bisectionOf(generateFabric(request("rail-optimised 2-tier Clos", params))->graph);
        QVERIFY(drawn && drawn->upper < 12);
    }
    void familiesBeyondTheTables() {
        QFETCH(QString, family);
        QFETCH(QString, params);
        QFETCH(double, gbps);
        const auto answers = quantitiesOfFamily(request(family.toStdString(), params.toStdString()));
        QVERIFY(answers.has_value());
        QCOMPARE(*valueOf(*answers, "bisection_lower_gbps_oneway"), gbps);
        QCOMPARE(*valueOf(*answers, "bisection_upper_gbps_oneway"), gbps);
    }
    void theoremsAgreeWithTheSearch() {
        using Sides = std::vector<std::int64_t>;
        const std::vector<Sides> ofTori = {Sides{3, 3},    Sides{4, 3},       Sides{5, 4},      Sides{6, 5},
                                           Sides{7, 5},    Sides{4, 3, 3},    Sides{3, 2},      Sides{5, 2},
                                           Sides{9, 2},    Sides{2, 2, 3},    Sides{2, 3, 3},   Sides{2, 3, 5},
                                           Sides{2, 2, 5}, Sides{2, 2, 2, 3}, Sides{2, 2, 2, 2}};
        for (const Sides& sides : ofTori) {
            std::string dims;
            for (const std::int64_t side : sides)
                dims.append(dims.empty() ? "" : "x").append(std::to_string(side));
            const FabricGraph graph = drawn("torus", "dims=" + dims + ";endpoints_per_router=1");
            const CollapsedGraph small = collapsed(graph);
            const auto answer = searchBisection(small, small.total / 2, 1'000);
            QVERIFY(answer.isComplete);
            QCOMPARE(answer.split->capacity, torusBisection(sides));
        }
        for (const auto& [side, dimensions] : {std::pair{3, 2}, std::pair{5, 2}, std::pair{4, 2}, std::pair{2, 4}}) {
            const FabricGraph graph =
                drawn("HyperX",
                      "q=" + std::to_string(side) + ";dims=" + std::to_string(dimensions) + ";endpoints_per_router=1");
            const CollapsedGraph small = collapsed(graph);
            const auto answer = searchBisection(small, small.total / 2, 1'000);
            QVERIFY(answer.isComplete);
            QCOMPARE(answer.split->capacity, hammingBisection(side, dimensions));
        }
    }
    void impossibleParametersNameTheBound() {
        QCOMPARE(messageOf("k-ary 3-tier fat-tree", "k=5"), std::string("fabric.no-multiple"));
        QCOMPARE(argument(generateFabric(request("fat-tree", "k=5")).error().message, "nearest"), std::string("4 6"));
        QCOMPARE(messageOf("Dragonfly", "a=4;h=2;p=2;g=10"), std::string("fabric.too-many-groups"));
        const Message uneven = generateFabric(request("Dragonfly", "a=4;h=2;p=2;g=7")).error().message;
        QCOMPARE(uneven.id, std::string("fabric.uneven-groups"));
        QCOMPARE(argument(uneven, "nearest"), std::string("5 9"));
        QCOMPARE(messageOf("rail-optimised 2-tier Clos", "SU=2;nodes_per_SU=33;radix=64;rails=8"),
                 std::string("fabric.over-bound"));
        QCOMPARE(messageOf("rail-optimised 2-tier Clos", "SU=9;nodes_per_SU=32;radix=64;rails=8"),
                 std::string("fabric.too-many-leaves"));
        QCOMPARE(argument(generateFabric(request("rail-optimised 2-tier Clos", "SU=9;nodes_per_SU=32;radix=64;rails=8"))
                              .error()
                              .message,
                          "most"),
                 std::string("64"));
        for (const char* count : {"x400G", "1x2x400G", "200000x1G", "0x400G", "4", "4xfast"})
            QCOMPARE(messageOf("rail-optimised 2-tier Clos", std::string("stripes=1;leaves_per_stripe=2;servers=2;"
                                                                         "gpus_per_server=2;spines=2;"
                                                                         "uplinks_per_leaf=") +
                                                                 count),
                     std::string("fabric.no-count-at-speed"));
        // Facts of one published plant, whatever its keys say.
        QCOMPARE(messageOf("rail-optimised dual-plane dual-ToR", "gpus_per_segment=16;nics_per_gpu=1x2x200G"),
                 std::string("fabric.shown-only"));
        QCOMPARE(messageOf("rail-optimised 2-tier Clos", "nodes=32;rails=8;radix=64;spines=2"),
                 std::string("fabric.too-few-spines"));
        QCOMPARE(messageOf("leaf-spine", "leaves=4;hosts_per_leaf=0;spines=2;links_per_leaf_spine_pair=1"),
                 std::string("fabric.count-out-of-range"));
        QCOMPARE(messageOf("leaf-spine", "leaves=4;spines=2;links_per_leaf_spine_pair=1"),
                 std::string("fabric.missing-key"));
        QCOMPARE(messageOf("leaf-spine", "leaves=1.5;hosts_per_leaf=4;spines=2;links_per_leaf_spine_pair=1"),
                 std::string("fabric.no-count"));
        QCOMPARE(messageOf("torus", "dims=4x1;endpoints_per_router=1"), std::string("fabric.no-sides"));
        // One group has no other to reach.
        const Message alone = generateFabric(request("Dragonfly", "a=4;h=2;p=2;g=1")).error().message;
        QCOMPARE(alone.id, std::string("fabric.over-bound"));
        QCOMPARE(argument(alone, "key") + "=" + argument(alone, "value") + " " + argument(alone, "bound"),
                 std::string("h=2 g=1"));
        // 2^49 routers with 49 * 2^48 cables pass 2^53, 2^48 routers with 48 * 2^47 do not.
        const Message many = generateFabric(request("hypercube", "d=60;endpoints_per_router=1")).error().message;
        QCOMPARE(many.id, std::string("fabric.over-count"));
        QCOMPARE(argument(many, "nearest"), std::string("d=48"));
        const Message key = generateFabric(request("hypercube", "d=3;endpoints_per_roter=1")).error().message;
        QCOMPARE(key.id, std::string("fabric.unknown-key"));
        QVERIFY(argument(key, "nearest").starts_with("endpoints_per_router"));
        // Each that is unknown.
        const Message two =
            generateFabric(request("hypercube", "d=3;endpoints_per_router=1;size=2;zzz")).error().message;
        QCOMPARE(argument(two, "key"), std::string("size zzz"));
        // A side of two is one cable a pair, never two.
        const Message doubled =
            generateFabric(request("torus", "dims=8x2;double_links;endpoints_per_router=1")).error().message;
        QCOMPARE(doubled.id, std::string("fabric.unknown-key"));
        QCOMPARE(argument(doubled, "key"), std::string("double_links"));
        const Message top =
            generateFabric(request("rail-optimised 3-tier Clos", "SU=1000;nodes_per_SU=8;radix=16;rails=8"))
                .error()
                .message;
        // Leaves of 4 with two cables up reach two of four spines: which, nobody says.
        QCOMPARE(messageOf("rail-optimised 2-tier Clos", "stripes=2;leaves_per_stripe=4;servers=8;gpus_per_server=4;"
                                                         "uplinks_per_leaf=2x1G;spines=4;endpoint_gbps=1"),
                 std::string("fabric.over-bound"));
        QCOMPARE(top.id, std::string("fabric.over-bound"));
        QCOMPARE(argument(top, "key"), std::string("SU"));
        QVERIFY(generateFabric(request("rail-optimised 3-tier Clos", "SU=16;nodes_per_SU=8;radix=16;rails=8")));
        const Message family = generateFabric(request("Dragonflies", "")).error().message;
        QCOMPARE(family.id, std::string("fabric.unknown-family"));
        QVERIFY(argument(family, "nearest").starts_with("Dragonfly"));
    }
    // What is too large to be drawn is counted all the same.
    void largeFabricsAreCounted() {
        const auto fatTree = quantitiesOfFamily(request("fat-tree", "k=256;endpoint_gbps=400"));
        QVERIFY(fatTree.has_value());
        QCOMPARE(*valueOf(*fatTree, "switches_total"), 81920.0);
        QCOMPARE(*valueOf(*fatTree, "interswitch_links"), 8388608.0);
        QCOMPARE(*valueOf(*fatTree, "bisection_lower_gbps_oneway"), 2097152.0 * 400);
        QCOMPARE(*valueOf(*fatTree, "bisection_upper_gbps_oneway"), 2097152.0 * 400);
        const auto torus =
            quantitiesOfFamily(request("torus", "dims=900000x900000;endpoints_per_router=1;uplink_gbps=1"));
        QVERIFY(torus.has_value());
        QCOMPARE(*valueOf(*torus, "interswitch_links"), 1.62e12);
        QCOMPARE(*valueOf(*torus, "bisection_lower_gbps_oneway"), 1.8e6);
        // Two cables up for three endpoints: no closed form, so the bisection wants a smaller fabric, as is possible.
        const std::string tapered = "hosts_per_leaf=3;spines=2;links_per_leaf_spine_pair=1;leaves=";
        const auto wide = quantitiesOfFamily(request("leaf-spine", tapered + "600000"));
        QVERIFY(wide.has_value());
        QCOMPARE(*valueOf(*wide, "leaf_spine_links"), 1.2e6);
        QVERIFY(!valueOf(*wide, "bisection_lower_gbps_oneway"));
        const auto row = std::ranges::find(wide->rows, "bisection_upper_gbps_oneway", &FabricQuantity::quantity);
        QCOMPARE(row->reason.id, std::string("fabric.not-drawn"));
        QCOMPARE(argument(row->reason, "nearest"), std::string("leaves=499998"));
        QVERIFY(!countFabric(request("leaf-spine", tapered + "499998"))->undrawn);
        QVERIFY(countFabric(request("leaf-spine", tapered + "499999"))->undrawn);
        // Drawn networks need the graph.
        QCOMPARE(messageOf("fat-tree", "k=256"), std::string("fabric.not-drawn"));
        const Message tree = generateFabric(request("fat-tree", "k=256")).error().message;
        QCOMPARE(argument(tree, "nearest"), std::string("k=200"));
        // 32 million routers; with fewer groups it can be drawn.
        const Message groups = generateFabric(request("Dragonfly", "a=400;h=200;p=1;g=80001")).error().message;
        QVERIFY(argument(groups, "nearest").find("g=") != std::string::npos);
        // 2048 global ports of a group: 1,315 groups would be few enough, and 1,025 share them evenly.
        const Message balanced = generateFabric(request("Dragonfly", "a=64;h=32;p=32;g=2049")).error().message;
        QVERIFY(argument(balanced, "nearest").find("g=1025") != std::string::npos);
    }
    // 2 * 10,000 * 1,000,000 cables are counted and not drawn, and no sum of capacities may pass what is exact.
    void sumsAreBounded() {
        const std::string wide = "leaves=2;hosts_per_leaf=1;spines=10000;endpoint_gbps=0.001;uplink_gbps=1000000;";
        QCOMPARE(messageOf("leaf-spine", wide + "links_per_leaf_spine_pair=1000000"), std::string("fabric.not-drawn"));
        QCOMPARE(messageOf("leaf-spine", wide + "links_per_leaf_spine_pair=40000"),
                 std::string("fabric.over-capacity"));
        QCOMPARE(messageOf("leaf-spine", wide + "links_per_leaf_spine_pair=49"), std::string());
        QCOMPARE(messageOf("3-tier Clos, tapered top",
                           "pods=4;gpus_per_pod=100;racks_per_pod=1;top_oversub=999999.999;endpoint_gbps=1000000"),
                 std::string("fabric.over-capacity"));
    }
    void closedFormsAgreeWithTheGraph_data() {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("params");
        QTest::addColumn<bool>("isClosed");
        const auto add = [](const char* family, const char* params, bool isClosed) {
            QTest::newRow(params) << QString::fromLatin1(family) << QString::fromLatin1(params) << isClosed;
        };
        add("leaf-spine", "leaves=5;hosts_per_leaf=4;spines=2;links_per_leaf_spine_pair=2", true);
        add("leaf-spine", "leaves=5;hosts_per_leaf=5;spines=2;links_per_leaf_spine_pair=2", false);
        add("leaf-spine", "leaves=1;hosts_per_leaf=5;spines=1;links_per_leaf_spine_pair=1", true);
        add("leaf-spine", "leaves=3;hosts_per_leaf=8;spines=2;links_per_leaf_spine_pair=1;uplink_gbps=1600", true);
        add("3-tier Clos",
            "pods=3;leaves_per_pod=3;hosts_per_leaf=2;spines_per_pod=2;cores_per_plane=3;links_per_spine_core_pair=1",
            true);
        add("3-tier Clos",
            "pods=3;leaves_per_pod=3;hosts_per_leaf=2;spines_per_pod=2;cores_per_plane=2;links_per_spine_core_pair=1",
            false);
        add("3-tier Clos",
            "pods=1;leaves_per_pod=3;hosts_per_leaf=2;spines_per_pod=2;cores_per_plane=1;links_per_spine_core_pair=1",
            true);
        add("3-tier Clos",
            "pods=4;leaves_per_pod=1;hosts_per_leaf=4;spines_per_pod=2;cores_per_plane=4;links_per_spine_core_pair=1",
            false);
        add("fat-tree", "k=6", true);
        add("rail-only", "nodes=7;rails=3", true);
        add("torus", "dims=5x4x2;endpoints_per_router=3", true);
        add("torus", "dims=5x5;endpoints_per_router=0", false);
        add("hypercube", "d=5;endpoints_per_router=2", true);
        add("HyperX", "q=5;dims=2;endpoints_per_router=2", true);
        add("Dragonfly", "a=4;h=2;p=2;g=5", false);
        add("Dragonfly+", "leaves=2;spines=2;hosts_per_leaf=3;groups=3;global_links_per_spine=2", false);
        add("rail-optimised 2-tier Clos", "SU=3;nodes_per_SU=4;rails=2;radix=8;one_node_removed_for_UFM", true);
        add("rail-optimised 2-tier Clos", "SU=2;nodes_per_SU=4;rails=2;radix=8;spines=3", false);
        add("rail-optimised 2-tier Clos",
            "stripes=2;leaves_per_stripe=2;servers=4;gpus_per_server=4;uplinks_per_leaf=4x400G;spines=2", true);
        add("rail-optimised 2-tier Clos, two planes",
            "SU=2;nodes_per_SU=4;rails=2;planes=2;gpu_links_per_plane=1x400G;switch=8x800G", true);
        add("rail-optimised 3-tier Clos", "SU=4;nodes_per_SU=4;radix=8;rails=2", true);
        add("3-tier Clos, tapered top", "pods=3;gpus_per_pod=6;racks_per_pod=2;top_oversub=1", true);
        add("3-tier Clos, tapered top", "pods=3;gpus_per_pod=6;racks_per_pod=2;top_oversub=1.5", false);
    }
    void closedFormsAgreeWithTheGraph() {
        QFETCH(QString, family);
        QFETCH(QString, params);
        QFETCH(bool, isClosed);
        const auto made = generateFabric(request(family.toStdString(), params.toStdString()));
        QVERIFY(made.has_value());
        QCOMPARE(made->closed.has_value(), isClosed);
        // Of the graph itself, without the theorem.
        const auto bisection = bisectionOf(made->graph);
        QCOMPARE(bisection.has_value(), made->endpoints > 0);
        if (isClosed) {
            QVERIFY(bisection->isExact());
            QCOMPARE(static_cast<double>(made->closed->cables) * made->closed->gbps,
                     static_cast<double>(bisection->lower) * made->graph.unitGbps);
            QCOMPARE(made->closed->onA, bisection->onA);
            QCOMPARE(made->closed->onB, bisection->onB);
        }
        // Counts are formulas; the graph has as many.
        std::int64_t between = 0, ends = 0;
        for (const FabricLink& link : made->graph.links)
            (link.tier == LinkTier::Endpoint ? ends : between) += link.cables;
        for (const EndpointRun& run : made->graph.endpoints)
            ends += isEndpointKind(made->graph.kinds[run.vertex]) ? 0 : run.count;
        QCOMPARE(made->graph.endpointCount() * (made->level == BisectionLevel::Node ? 3 : 1), made->endpoints);
        const bool isDrawnInLanes = family.endsWith(QLatin1String("two planes"));
        if (made->counts.interswitchLinks.undefined.empty() && !isDrawnInLanes) {
            QCOMPARE(between, made->counts.interswitchLinks.value);
            QCOMPARE(ends, made->counts.nodeLinks.value);
        }
    }
};

RW_SUITE(TestFabricFamilies)
#include "tst_fabric_families.moc"
