// SPDX-License-Identifier: GPL-3.0-or-later
// Families beyond the published rows: closed forms against the graph, what is too large to be drawn, and what each
// refusal names.
#include "solvers/graph/bisection_search.h"
#include "solvers/graph/traffic.h"
#include "tests/solvers/fabric_requests.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <map>

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
        // Eight ports over six other groups are one cable a pair and two over, so two a pair need 12.
        QCOMPARE(messageOf("Dragonfly", "a=4;h=2;p=2;g=7;links_per_group_pair=2"), std::string("fabric.over-bound"));
        const Message six = generateFabric(request("SlimFly", "q=6")).error().message;
        QCOMPARE(six.id, std::string("fabric.no-prime-power"));
        QCOMPARE(argument(six, "nearest"), std::string("5 7"));
        QCOMPARE(messageOf("rail-optimised 2-tier Clos", "nodes=48;rails=8;radix=64;uplinks_per_leaf=17"),
                 std::string("fabric.over-bound"));
        QCOMPARE(messageOf("leaf-spine", "leaves=4;hosts_per_leaf=8;uplinks_per_leaf=4;spines=5"),
                 std::string("fabric.over-bound"));
        QCOMPARE(messageOf("rail-optimised 3-tier Clos", "SU=2;nodes_per_SU=4;rails=4;radix=8;spines=4"),
                 std::string("fabric.too-few-spines"));
        QCOMPARE(messageOf("rail-optimised 3-tier Clos", "SU=2;nodes_per_SU=4;rails=4;radix=8;spines=8;cores=2"),
                 std::string("fabric.no-multiple"));
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
    // Every port is used but for one where it cannot be, no router has more than it has, and pairs of groups differ by
    // one cable.
    void unevenGroupsUseTheirPorts() {
        for (const std::int64_t g : {2, 3, 6, 7, 8, 11, 12, 13})
            for (const std::int64_t a : {3, 4})
                for (const std::int64_t h : {1, 2, 3, 5}) {
                    if (g > a * h + 1)
                        continue;
                    const auto made =
                        generateFabric(request("Dragonfly", "p=1;a=" + std::to_string(a) + ";h=" + std::to_string(h) +
                                                                ";g=" + std::to_string(g)));
                    QVERIFY(made.has_value());
                    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> ofPair;
                    std::map<std::int64_t, std::int64_t> ofRouter;
                    for (const FabricLink& link : made->graph.links) {
                        const std::int64_t from = link.a / a, to = link.b / a;
                        if (from == to)
                            continue;
                        ofPair[std::minmax(from, to)] += link.cables;
                        ofRouter[link.a] += link.cables;
                        ofRouter[link.b] += link.cables;
                    }
                    QCOMPARE(static_cast<std::int64_t>(ofPair.size()), g * (g - 1) / 2);
                    std::int64_t cables = 0;
                    for (const auto& [pair, count] : ofPair) {
                        QVERIFY(count >= made->groups->leastPerPair && count <= made->groups->mostPerPair);
                        cables += count;
                    }
                    QVERIFY(made->groups->mostPerPair - made->groups->leastPerPair <= 1);
                    QCOMPARE(cables, made->groups->cables);
                    QCOMPARE(cables, g * a * h / 2);
                    for (const auto& [router, count] : ofRouter)
                        QVERIFY(count <= h);
                }
    }
    // Frontier's Slingshot by its published numbers: 74 groups of 32 switches with 16 endpoints each and 9 global
    // ports. 288 ports over 73 others are 3 and 69 over, so each group has 69 pairs of 4 cables.
    void publishedMachines() {
        const auto counted = [](const char* family, const char* params) {
            const auto made = countFabric(request(family, params));
            return made ? *made : GeneratedFabric{};
        };
        const GeneratedFabric frontier = counted("Dragonfly", "a=32;h=9;p=16;g=74");
        QCOMPARE(frontier.groups->groups, std::int64_t{74});
        QCOMPARE(frontier.counts.switches.value, std::int64_t{2368});
        QCOMPARE(frontier.groups->cables, std::int64_t{74} * 288 / 2);
        QCOMPARE(frontier.groups->leastPerPair, std::int64_t{3});
        QCOMPARE(frontier.groups->mostPerPair, std::int64_t{4});
        QCOMPARE(trafficOf(frontier.graph, SummaryOf::AllToAll)->diameter, std::int64_t{3});
        // The largest Slingshot (De Sensi et al., SC20): 545 groups.
        const GeneratedFabric slingshot = counted("Dragonfly", "a=32;h=17;p=16;g=545");
        QCOMPARE(slingshot.counts.switches.value, std::int64_t{17440});
        QCOMPARE(slingshot.counts.nodeLinks.value, std::int64_t{279040});
        // LUMI-C (LUMI documentation, network): six groups of 16 switches with 16 nodes each.
        const GeneratedFabric lumi = counted("Dragonfly", "a=16;h=5;p=16;g=6");
        QCOMPARE(lumi.counts.nodeLinks.value, std::int64_t{1536});
        // Three hops at most by its documentation; with a cable of each router to each other group two are enough.
        QCOMPARE(trafficOf(lumi.graph, SummaryOf::AllToAll)->diameter, std::int64_t{2});
        // JUPITER (Forschungszentrum Juelich): 25 groups of 15 leaves and 16 spines, two cables of each leaf and spine.
        const GeneratedFabric jupiter =
            counted("Dragonfly+", "leaves=15;spines=16;hosts_per_leaf=16;groups=25;global_links_per_spine=24;"
                                  "links_per_leaf_spine_pair=2");
        QCOMPARE(jupiter.counts.leaf.value, std::int64_t{375});
        QCOMPARE(jupiter.counts.spine.value, std::int64_t{400});
        QCOMPARE(jupiter.counts.leafSpineLinks.value, std::int64_t{12000});
        QCOMPARE(jupiter.groups->leastPerPair, std::int64_t{16});
        QCOMPARE(jupiter.groups->mostPerPair, std::int64_t{16});
        // The deployed Slim Fly (Blach et al., NSDI 2024): 50 switches with 7 cables and 4 endpoints each.
        const GeneratedFabric slim = counted("SlimFly", "q=5");
        QCOMPARE(slim.counts.switches.value, std::int64_t{50});
        QCOMPARE(slim.counts.nodeLinks.value, std::int64_t{200});
        QCOMPARE(slim.counts.interswitchLinks.value, std::int64_t{175});
        QCOMPARE(trafficOf(slim.graph, SummaryOf::AllToAll)->diameter, std::int64_t{2});
    }
    // Besta and Hoefler (SC14): 2 q^2 routers of degree (3 q - d) / 2, none further than two from another.
    void slimFliesHaveDiameterTwo() {
        for (const auto& [q, degree] :
             {std::pair{3, 5}, std::pair{4, 6}, std::pair{5, 7}, std::pair{7, 11}, std::pair{8, 12}, std::pair{9, 13},
              std::pair{11, 17}, std::pair{13, 19}, std::pair{16, 24}, std::pair{25, 37}, std::pair{27, 41}}) {
            const FabricGraph graph = drawn("SlimFly", "p=1;q=" + std::to_string(q));
            QCOMPARE(static_cast<int>(graph.size()), 2 * q * q);
            const Adjacency near(graph);
            for (std::uint32_t v = 0; v < near.size(); ++v)
                QCOMPARE(static_cast<int>(near.degree(v)), degree);
            for (const std::uint32_t from : {0U, static_cast<std::uint32_t>(q * q)}) {
                std::vector<bool> isReached(graph.size());
                isReached[from] = true;
                for (const Adjacency::Edge& first : near.of(from)) {
                    isReached[first.to] = true;
                    for (const Adjacency::Edge& second : near.of(first.to))
                        isReached[second.to] = true;
                }
                QVERIFY(std::ranges::all_of(isReached, [](bool reached) { return reached; }));
            }
            // What the generator believes of itself is true, or a bound would rest on it.
            for (const auto& map : graph.symmetries)
                for (const FabricLink& link : graph.links)
                    QVERIFY(std::ranges::any_of(near.of(map[link.a]),
                                                [&](const Adjacency::Edge& edge) { return edge.to == map[link.b]; }));
        }
    }
    // Counts by hand. Rails: 4 units of 32 nodes on 8 rails, half as many cables up: 512 cables up, 8 spines of 64
    // ports.
    void tapersAndOwnSpines() {
        const auto of = [](const char* family, const char* params, const char* quantity) {
            const auto answers = quantitiesOfFamily(request(family, params));
            return answers ? valueOf(*answers, quantity).value_or(-1) : -2;
        };
        const char* rails = "rail-optimised 2-tier Clos";
        const char* half = "SU=4;nodes_per_SU=32;rails=8;radix=64;uplinks_per_leaf=16;endpoint_gbps=1";
        QCOMPARE(of(rails, half, "leaf_spine_links"), 512.0);
        QCOMPARE(of(rails, half, "spine"), 8.0);
        QCOMPARE(of(rails, half, "bisection_upper_gbps_oneway"), 256.0); // half of the leaves, 16 up of each
        QCOMPARE(of(rails, "SU=4;nodes_per_SU=32;rails=8;radix=64;oversub=2", "leaf_spine_links"), 512.0);
        QCOMPARE(of(rails, "SU=4;nodes_per_SU=32;rails=8;radix=64;uplinks_per_leaf=16;spines=10", "spine"), 10.0);
        // 24 ports up of 40 cables do not divide by 9 spines.
        QCOMPARE(of(rails, "SU=1;nodes_per_SU=40;rails=8;radix=64;uplinks_per_leaf=24;spines=9", "switches_total"),
                 17.0);
        // Three tiers: 64 units, 16,384 accelerators, less a node of 8 for the manager and with its 4 cables.
        const char* three = "rail-optimised 3-tier Clos";
        QCOMPARE(of(three, "SU=64;nodes_per_SU=32;radix=64;rails=8;one_node_removed_for_UFM;ufm_links=4", "node_links"),
                 16384.0 - 8 + 4);
        QCOMPARE(of(three, "SU=64;nodes_per_SU=32;radix=64;rails=8;one_node_removed_for_UFM;ufm_links=4", "core"),
                 256.0);
        // 5 units of 4 nodes on 2 rails with 3 up of each leaf: 10 leaves in 3 pods of 3 or 4 under 3 spines of 8
        // ports; 4 cables up of each spine, 3 pods, so two cores a plane.
        const char* odd = "SU=5;nodes_per_SU=4;radix=8;rails=2;uplinks_per_leaf=3";
        QCOMPARE(of(three, odd, "leaf"), 10.0);
        QCOMPARE(of(three, odd, "spine"), 9.0);
        QCOMPARE(of(three, odd, "core"), 6.0);
        QCOMPARE(of(three, odd, "spine_core_links"), 36.0);
    }
    // Two spines: leaf to spine and back, with the cables of both ends; each leaf's cables up carry what leaves it.
    void familiesHaveDistancesAndLoads() {
        const auto answers =
            quantitiesOfFamily(request("leaf-spine", "leaves=2;hosts_per_leaf=2;spines=2;links_per_leaf_spine_pair=1"));
        QVERIFY(answers.has_value());
        QCOMPARE(*valueOf(*answers, "diameter_links"), 4.0);
        // Of three others one hangs on the same leaf, at 2 cables, two at 4.
        QCOMPARE(*valueOf(*answers, "mean_distance_links"), 10.0 / 3);
        // Two endpoints send two thirds over two cables up; their own cables carry all that they send.
        QCOMPARE(*valueOf(*answers, "ecmp_alltoall_max_util"), 1.0);
        QCOMPARE(*valueOf(*answers, "ecmp_shift_half_max_util"), 1.0);
        const auto alone = quantitiesOfFamily(request("single switch", "hosts=1"));
        const auto row = std::ranges::find(alone->rows, "diameter_links", &FabricQuantity::quantity);
        QVERIFY(row != alone->rows.end() && !row->value && row->reason.id == "fabric.no-pairs");
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
        // 2048 global ports of a group: as many groups as can be drawn share them, evenly or not.
        const Message balanced = generateFabric(request("Dragonfly", "a=64;h=32;p=32;g=2049")).error().message;
        QVERIFY(argument(balanced, "nearest").find("g=1315") != std::string::npos);
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
        add("Dragonfly", "a=4;h=2;p=2;g=7", false);
        add("Dragonfly", "a=3;h=3;p=1;g=7", false); // 9 ports over 6 others: an odd port of an odd number of groups
        add("Dragonfly", "a=4;h=5;p=2;g=5;links_per_group_pair=3", false);
        add("Dragonfly+",
            "leaves=2;spines=3;hosts_per_leaf=3;groups=4;global_links_per_spine=4;links_per_leaf_spine_pair=2", false);
        add("SlimFly", "q=5", false);
        add("SlimFly", "q=4;p=1", false);
        add("leaf-spine", "leaves=6;hosts_per_leaf=6;uplinks_per_leaf=5;spines=3", false);
        add("leaf-spine", "leaves=6;hosts_per_leaf=6;uplinks_per_leaf=6;spines=3", true);
        add("rail-optimised 2-tier Clos", "SU=3;nodes_per_SU=6;rails=2;radix=9;uplinks_per_leaf=3;spines=2", false);
        add("rail-optimised 2-tier Clos", "SU=3;nodes_per_SU=6;rails=2;radix=9;oversub=2", false);
        add("rail-optimised 3-tier Clos", "SU=4;nodes_per_SU=4;radix=8;rails=2;one_node_removed_for_UFM", true);
        add("rail-optimised 3-tier Clos", "SU=5;nodes_per_SU=4;radix=8;rails=2;uplinks_per_leaf=3", false);
        add("rail-optimised 3-tier Clos", "SU=4;nodes_per_SU=4;radix=8;rails=2;spines=8;cores=8", true);
        add("rail-optimised 3-tier Clos", "SU=4;nodes_per_SU=4;radix=8;rails=2;spine_uplinks=3", false);
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
