// SPDX-License-Identifier: GPL-3.0-or-later
// Fabrics by family and from files: counts, exact bisections, bounds with their proofs, distances and loads, against
// published and independently computed values and against plain enumeration.
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/graph/bisection_search.h"
#include "solvers/graph/graph_file.h"
#include "solvers/graph/lower_bounds.h"
#include "solvers/graph/traffic.h"
#include "tests/solvers/fabric_requests.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

FamilyRequest requestOf(const CsvTable& table, std::size_t row) {
    FamilyRequest made = request(table.cell(row, "family"), table.cell(row, "params"));
    made.endpointGbps = plainNumber(table.cell(row, "endpoint_link_gbps"));
    made.leafSpineGbps = plainNumber(table.cell(row, "leaf_spine_link_gbps"));
    made.spineCoreGbps = plainNumber(table.cell(row, "spine_core_link_gbps"));
    return made;
}

bool isNear(double left, double right, double tolerance) {
    return std::abs(left - right) <= tolerance * std::max(1.0, std::abs(right));
}

Result<FabricQuantities> answersOf(const CsvTable& table, std::size_t row) {
    const std::string& file = table.cell(row, "graph_file");
    return file.empty() ? quantitiesOfFamily(requestOf(table, row)) : quantitiesOfGraph(contents(file));
}

/// The cheapest split by trying all sides of the switches: endpoints of a run are freed one by one, cheapest first.
std::int64_t bisectionByTrying(const FabricGraph& graph) {
    std::int64_t best = -1;
    const std::int64_t half = graph.endpointCount() / 2;
    for (std::uint64_t sides = 0; sides < std::uint64_t{1} << graph.size(); ++sides) {
        std::int64_t cost = 0, onB = 0;
        for (const FabricLink& link : graph.links)
            cost += (sides >> link.a & 1U) != (sides >> link.b & 1U) ? link.total() : 0;
        std::vector<std::int64_t> toB, toA;
        for (const EndpointRun& run : graph.endpoints) {
            const bool isOnB = (sides >> run.vertex & 1U) != 0;
            onB += isOnB ? run.count : 0;
            if (!run.isGlued())
                (isOnB ? toA : toB).insert((isOnB ? toA : toB).end(), run.count, run.capacity);
        }
        auto& moves = onB < half ? toB : toA;
        const auto missing = static_cast<std::size_t>(std::abs(half - onB));
        if (missing > moves.size())
            continue;
        std::ranges::sort(moves);
        for (std::size_t i = 0; i < missing; ++i)
            cost += moves[i];
        best = best < 0 ? cost : std::min(best, cost);
    }
    return best;
}

/// A small Clos of two or three tiers in which some cables are missing, thinner or doubled and leaves differ.
FabricGraph randomClos(std::mt19937& random) {
    const auto upTo = [&](int most) { return static_cast<std::uint32_t>(random() % static_cast<unsigned>(most)); };
    FabricGraph graph;
    const std::uint32_t pods = 1 + upTo(3), leaves = 1 + upTo(3), spines = 1 + upTo(2),
                        cores = pods > 1 ? 1 + upTo(2) : 0;
    std::vector<std::uint32_t> core;
    for (std::uint32_t i = 0; i < cores * spines; ++i)
        core.push_back(graph.addVertex(VertexKind::Core));
    const bool hasFailures = upTo(2) == 0;
    const auto join = [&](std::uint32_t a, std::uint32_t b, std::int64_t capacity) {
        if (!hasFailures || upTo(6) > 0)
            graph.links.push_back(
                {a, b, hasFailures && upTo(8) == 0 ? 3 : capacity, 1 + (upTo(9) == 0 ? 1U : 0U), LinkTier::Other});
    };
    for (std::uint32_t pod = 0; pod < pods; ++pod) {
        std::vector<std::uint32_t> spine;
        for (std::uint32_t j = 0; j < spines; ++j) {
            spine.push_back(graph.addVertex(VertexKind::Spine));
            for (std::uint32_t c = 0; c < cores; ++c)
                join(spine[j], core[j * cores + c], 2);
        }
        for (std::uint32_t l = 0; l < leaves; ++l) {
            const std::uint32_t leaf = graph.addVertex(VertexKind::Leaf);
            graph.endpoints.push_back({leaf, 1 + upTo(5), 1 + static_cast<std::int64_t>(upTo(3)), 1});
            if (upTo(4) == 0)
                graph.endpoints.push_back({leaf, 1 + upTo(2), 2, 1});
            for (const std::uint32_t s : spine)
                join(leaf, s, 2);
        }
    }
    return graph;
}

FabricGraph drawn(const std::string& family, const std::string& params) {
    return generateFabric(request(family, params))->graph;
}

} // namespace

class TestFabric : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsAndBisections() {
        const CsvTable table = *CsvTable::read(contents("counts.csv"));
        QVERIFY(table.size() > 100);
        int exact = 0, counted = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const char* id = table.cell(row, "id").c_str();
            const auto answers = answersOf(table, row);
            if (table.cell(row, "category") == "vendor-info") {
                QVERIFY2(!answers.has_value(), id);
                continue;
            }
            QVERIFY2(answers.has_value(), id);
            for (const char* column : {"leaf", "spine", "core", "switches_total", "node_links", "leaf_spine_links",
                                       "spine_core_links", "interswitch_links"})
                if (const auto expected = plainNumber(table.cell(row, column))) {
                    QVERIFY2(valueOf(*answers, column) == expected, id);
                    ++counted;
                }
            const auto lower = valueOf(*answers, "bisection_lower_gbps_oneway");
            const auto upper = valueOf(*answers, "bisection_upper_gbps_oneway");
            QVERIFY2(lower && upper && *lower <= *upper, id);
            if (const auto expected = plainNumber(table.cell(row, "bisection_gbps_oneway"))) {
                QVERIFY2(isNear(*lower, *expected, 1e-9) && isNear(*upper, *expected, 1e-9), id);
                ++exact;
            }
        }
        QVERIFY(exact > 100 && counted > 500);
    }
    void traffic() {
        const CsvTable table = *CsvTable::read(contents("traffic.csv"));
        QVERIFY(table.size() > 40);
        int compared = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const char* id = table.cell(row, "id").c_str();
            const auto answers = answersOf(table, row);
            QVERIFY2(answers.has_value(), id);
            for (const char* column :
                 {"diameter_links", "mean_distance_links", "ecmp_alltoall_max_util", "ecmp_shift_half_max_util"}) {
                const auto expected = plainNumber(table.cell(row, column));
                const auto value = valueOf(*answers, column);
                QVERIFY2(value.has_value() == expected.has_value(), id);
                QVERIFY2(!value || isNear(*value, *expected, 1e-6), id);
                compared += value ? 1 : 0;
            }
        }
        QVERIFY(compared > 150);
    }
    void witnessIsACutOfTheUpperBound() {
        const CsvTable table = *CsvTable::read(contents("counts.csv"));
        int counted = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            const std::string& file = table.cell(row, "graph_file");
            if (file.empty())
                continue;
            const FabricGraph graph = readGraph(contents(file))->graph;
            const Bisection bisection = *bisectionOf(graph);
            std::int64_t cost = 0, onB = 0;
            for (const FabricLink& link : graph.links)
                cost += bisection.witness.isOnB[link.a] != bisection.witness.isOnB[link.b] ? link.total() : 0;
            for (std::size_t i = 0; i < graph.endpoints.size(); ++i) {
                const EndpointRun& run = graph.endpoints[i];
                onB += bisection.witness.onB[i];
                cost += run.capacity * (bisection.witness.isOnB[run.vertex] ? run.count - bisection.witness.onB[i]
                                                                            : bisection.witness.onB[i]);
            }
            QCOMPARE(cost, bisection.upper);
            QCOMPARE(onB, graph.endpointCount() / 2);
            ++counted;
        }
        QVERIFY(counted > 30);
    }
    void aCutThatDoesNotFitIsNone() {
        const FabricGraph graph = drawn("single switch", "hosts=4");
        QVERIFY(!countCut(graph, {{0, 0}, {2}}).isValid);
        QVERIFY(!countCut(graph, {{0}, {5}}).isValid);
        QVERIFY(countCut(graph, {{0}, {2}}).isValid);
        QCOMPARE(countCut(graph, {{0}, {2}}).capacity, std::int64_t(2));
    }
    void randomClosBothWaysAndByTrying() {
        std::mt19937 random(20);
        int solved = 0;
        for (int round = 0; round < 300; ++round) {
            const FabricGraph graph = randomClos(random);
            if (graph.size() > 14)
                continue;
            const std::int64_t expected = bisectionByTrying(graph);
            const CollapsedGraph small = collapsed(graph);
            const std::int64_t half = small.total / 2;
            const auto enumerated = enumerateClasses(small, half, 1'000'000);
            QVERIFY(enumerated.has_value());
            QCOMPARE(enumerated->capacity, expected);
            const auto searched = searchBisection(small, half, 1'000'000);
            QVERIFY(searched.isComplete && searched.split);
            QCOMPARE(searched.split->capacity, expected);
            for (const ItemSides& sides : {enumerated->sides, searched.split->sides}) {
                const CutCount count = countCut(graph, expanded(small, graph, sides));
                QVERIFY(count.isValid);
                QCOMPARE(count.capacity, expected);
                QCOMPARE(count.onB, half);
            }
            const Bisection bisection = *bisectionOf(graph);
            QCOMPARE(bisection.lower, expected);
            QCOMPARE(bisection.upper, expected);
            ++solved;
        }
        QVERIFY(solved > 150);
    }
    // Endpoints that are glued to switches beside others that can be cut off. A half that no split has is left out.
    void gluedAndFreeEndpointsByTrying() {
        std::mt19937 random(21);
        int solved = 0;
        for (int round = 0; round < 400; ++round) {
            FabricGraph graph = randomClos(random);
            if (graph.size() > 12)
                continue;
            for (std::uint32_t v = 0; v < graph.size(); ++v)
                if (random() % 3 == 0)
                    graph.endpoints.push_back({v, static_cast<std::uint32_t>(1 + random() % 4), 0, 1});
            const std::int64_t expected = bisectionByTrying(graph);
            const Bisection bisection = *bisectionOf(graph);
            if (expected < 0 || bisection.onB != graph.endpointCount() / 2)
                continue;
            QCOMPARE(bisection.lower, expected);
            QCOMPARE(bisection.upper, expected);
            QVERIFY(countCut(graph, bisection.witness).isValid);
            ++solved;
        }
        QVERIFY(solved > 150);
    }
    // Regular graphs have few eigenvalues: the search for the second ends early. The cut of a product of complete
    // graphs by Lindsey's theorem.
    void fewEigenvaluesBoundAsWell() {
        for (const auto& [a, b] : {std::pair{9, 3}, {10, 3}, {13, 3}, {6, 3}}) {
            FabricGraph graph;
            for (int v = 0; v < a * b; ++v) {
                graph.endpoints.push_back({graph.addVertex(VertexKind::Router), 1, 0, 1});
                for (int u = 0; u < v; ++u)
                    if (u % a == v % a || u / a == v / a)
                        graph.links.push_back(
                            {static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v), 1, 1, LinkTier::Direct});
            }
            for (const Effort effort : {Effort::Quick, Effort::Thorough}) {
                const auto bisection = bisectionOf(graph, effort);
                QVERIFY(bisection.has_value());
                QVERIFY(bisection->lower > 0 && bisection->lower <= bisection->upper);
                QCOMPARE(countCut(graph, bisection->witness).capacity, bisection->upper);
            }
        }
    }
    void oneUplinkLess() {
        // 4 leaves of 4, tapered 2:1: each uplink of the cheaper half counts.
        FabricGraph graph = drawn("leaf-spine", "leaves=4;hosts_per_leaf=4;spines=2;links_per_leaf_spine_pair=1");
        QCOMPARE(bisectionOf(graph)->lower, std::int64_t(4));
        graph.links.pop_back();
        QCOMPARE(bisectionOf(graph)->lower, std::int64_t(3));
        QCOMPARE(bisectionOf(graph)->upper, std::int64_t(3));
        // 131,072 endpoints without blocking: the leaf with one uplink less is the cheapest to put across.
        graph = drawn("3-tier Clos", "pods=32;leaves_per_pod=64;hosts_per_leaf=64;spines_per_pod=64;cores_per_plane=16;"
                                     "links_per_spine_core_pair=4");
        QCOMPARE(bisectionOf(graph)->lower, std::int64_t(65536));
        graph.links.erase(graph.links.begin());
        const Bisection less = *bisectionOf(graph);
        QCOMPARE(less.lower, std::int64_t(65535));
        QCOMPARE(less.upper, std::int64_t(65535));
    }
    void groupsBoundADragonfly() {
        const auto dragonfly = [](const char* a, const char* h, const char* g) {
            return generateFabric(request("Dragonfly", std::string("p=1;a=") + a + ";h=" + h + ";g=" + g));
        };
        // Never above what the search proves.
        for (const auto& [a, h, g] : {std::array{"4", "2", "9"}, {"3", "2", "7"}, {"8", "4", "5"}, {"4", "4", "5"}}) {
            const auto made = dragonfly(a, h, g);
            QVERIFY(made.has_value());
            const Bisection exact = *bisectionOf(made->graph);
            QVERIFY(exact.isExact());
            if (const auto bound = groupBound(*switchGraph(made->graph), exact.onB))
                QVERIFY2(*bound <= exact.lower && *bound > 0, g);
        }
        const auto even = dragonfly("12", "4", "49");
        QVERIFY(even.has_value());
        const Bisection close = *bisectionOf(even->graph, Effort::Quick);
        QCOMPARE(close.lowerProof, BoundProof::GroupRouting);
        QVERIFY2(static_cast<double>(close.upper) < 1.05 * static_cast<double>(close.lower),
                 qPrintable(QStringLiteral("%1 %2").arg(close.lower).arg(close.upper)));
        // A switch that has lost a cable of its group is in none.
        auto edited = dragonfly("6", "3", "19");
        QVERIFY(edited.has_value());
        QVERIFY(groupBound(*switchGraph(edited->graph), 57).has_value());
        edited->graph.links.erase(edited->graph.links.begin());
        QVERIFY(!groupBound(*switchGraph(edited->graph), 57).has_value());
    }
    // A caller that no longer waits gets what was proven until then: weaker, and still true.
    void aStoppedBisectionKeepsToWhatIsProven() {
        const auto made = generateFabric(request("Dragonfly", "p=1;a=8;h=4;g=5"));
        QVERIFY(made.has_value());
        const Bisection exact = *bisectionOf(made->graph);
        QVERIFY(exact.isExact());
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = bisectionOf(made->graph, Effort::Thorough, std::nullopt, stop.get_token());
        QVERIFY2(!stopped || !stopped->isExact(), "it was not stopped");
        QVERIFY(!stopped || (stopped->lower <= exact.lower && stopped->upper >= exact.upper));
        // What is collapsed less far is another form of the same fabric.
        const auto clos = generateFabric(request("fat-tree", "k=8"));
        QVERIFY(clos.has_value());
        const CollapsedGraph whole = collapsed(clos->graph, stop.get_token());
        QVERIFY(whole.size() > collapsed(clos->graph).size());
        QCOMPARE(whole.total, clos->graph.endpointCount());
        // Of the ways to look for them, none takes long or claims to have come to its end.
        const CollapsedGraph small = collapsed(made->graph);
        SearchLimits search;
        search.stop = stop.get_token();
        QVERIFY(searchBisection(small, exact.onB, exact.upper + 1).isComplete);
        QVERIFY(!searchBisection(small, exact.onB, exact.upper + 1, search).isComplete);
    }
    // A chain is as wide as its thinnest cable, a ring as two.
    void whatHangsTogetherIsCutSomewhere() {
        FabricGraph graph;
        constexpr std::uint32_t kSwitches = 20'000;
        for (std::uint32_t v = 0; v < kSwitches; ++v)
            graph.endpoints.push_back({graph.addVertex(VertexKind::Leaf), 1, 0, 1});
        for (std::uint32_t v = 0; v + 1 < kSwitches; ++v)
            graph.links.push_back({v, v + 1, 400, 1, LinkTier::Other});
        const Bisection chain = *bisectionOf(graph);
        QCOMPARE(chain.lower, std::int64_t{400});
        QVERIFY(chain.isExact() && chain.lowerProof == BoundProof::Connected);
        graph.links.push_back({0, kSwitches - 1, 400, 1, LinkTier::Other});
        const Bisection ring = *bisectionOf(graph);
        QCOMPARE(ring.lower, std::int64_t{800});
        QVERIFY(ring.isExact());
        graph.links.erase(graph.links.begin() + 7);
        graph.links.erase(graph.links.begin() + 70);
        QCOMPARE(bisectionOf(graph, Effort::Quick)->lower, std::int64_t{0}); // in two parts
    }
    void connectedBoundIsNoMoreThanTheBisection() {
        std::mt19937 random(11);
        for (int i = 0; i < 200; ++i) {
            const FabricGraph graph = randomClos(random);
            const std::int64_t onB = graph.endpointCount() / 2;
            const std::int64_t cheapest = graph.size() <= 16 ? bisectionByTrying(graph) : -1;
            if (const auto bound = connectedBound(graph, onB); bound && cheapest >= 0 && onB > 0)
                QVERIFY2(*bound <= cheapest, std::to_string(i).c_str());
        }
    }
    void boundsHoldWhereTheSearchIsNot() {
        // Random regular graphs large enough for bounds alone: the lower one is proven, the upper one a cut.
        std::mt19937 random(5);
        FabricGraph graph;
        constexpr std::uint32_t kRouters = 600;
        for (std::uint32_t v = 0; v < kRouters; ++v)
            graph.endpoints.push_back({graph.addVertex(VertexKind::Router), 1, 0, 1});
        for (int i = 0; i < 5; ++i)
            for (std::uint32_t v = 0; v < kRouters; ++v)
                if (const std::uint32_t to = static_cast<std::uint32_t>(random() % kRouters); to != v)
                    graph.links.push_back({v, to, 1, 1, LinkTier::Direct});
        const Bisection bisection = *bisectionOf(graph, Effort::Quick);
        QVERIFY(bisection.lower > 0 && bisection.lower <= bisection.upper);
        QVERIFY(bisection.lowerProof == BoundProof::Spectral || bisection.lowerProof == BoundProof::Embedding);
        const CutCount count = countCut(graph, bisection.witness);
        QVERIFY(count.isValid);
        QCOMPARE(count.capacity, bisection.upper);
        QCOMPARE(count.onB, std::int64_t(kRouters / 2));
    }
    // Leaves with unlike numbers of endpoints below pairs of spines: enumerated at once, at length, or not at all. Who
    // asks for the bounds alone gets those of a quick look.
    void boundsAloneAreThoseOfAQuickLook() {
        int exact = 0, open = 0;
        for (const auto& [pairs, leaves, endpoints, kinds] :
             {std::array{2, 6, 8, 3}, {4, 20, 40, 6}, {4, 40, 150, 12}, {6, 40, 400, 30}, {6, 60, 900, 60}}) {
            std::mt19937 random(static_cast<unsigned>(pairs * 100 + kinds));
            FabricGraph graph;
            const std::uint32_t core = graph.addVertex(VertexKind::Core), other = graph.addVertex(VertexKind::Core);
            for (int pair = 0; pair < pairs; ++pair) {
                const std::uint32_t left = graph.addVertex(VertexKind::Spine);
                const std::uint32_t right = graph.addVertex(VertexKind::Spine);
                for (const std::uint32_t spine : {left, right}) {
                    graph.links.push_back({spine, core, 40, 2, LinkTier::Other});
                    graph.links.push_back({spine, other, 40, 2, LinkTier::Other});
                }
                for (int i = 0; i < leaves; ++i) {
                    const std::uint32_t leaf = graph.addVertex(VertexKind::Leaf);
                    const auto less = static_cast<int>(random() % static_cast<unsigned>(kinds));
                    graph.endpoints.push_back({leaf, static_cast<std::uint32_t>(endpoints - less), 1, 1});
                    graph.links.push_back({leaf, left, 10, 1, LinkTier::Other});
                    graph.links.push_back({leaf, right, 10, 1, LinkTier::Other});
                }
            }
            const Bisection quick = *bisectionOf(graph, Effort::Quick), bounds = *bisectionOf(graph, Effort::Bounds);
            QCOMPARE(bounds.lower, quick.lower);
            QCOMPARE(bounds.upper, quick.upper);
            QCOMPARE(bounds.onB, quick.onB);
            QCOMPARE(countCut(graph, bounds.witness).capacity, bounds.upper);
            ++(quick.isExact() ? exact : open);
        }
        QVERIFY2(exact > 0 && open > 0, qPrintable(QStringLiteral("%1 exact, %2 open").arg(exact).arg(open)));
    }
    // More time narrows what a first look leaves open, most of all from below where switches differ in their cables.
    void timeNarrowsTheInterval() {
        std::mt19937 random(11);
        FabricGraph graph;
        constexpr std::uint32_t kRouters = 300;
        for (std::uint32_t v = 0; v < kRouters; ++v)
            graph.endpoints.push_back({graph.addVertex(VertexKind::Router), 1, 0, 1});
        // A ring, so that all is joined, and cables between any two.
        for (std::uint32_t v = 0; v < kRouters; ++v)
            graph.links.push_back({v, (v + 1) % kRouters, 1, 1, LinkTier::Direct});
        for (std::uint32_t i = 0; i < 4 * kRouters; ++i) {
            const auto a = static_cast<std::uint32_t>(random() % kRouters);
            const auto b = static_cast<std::uint32_t>(random() % kRouters);
            if (a != b)
                graph.links.push_back({a, b, 1, 1, LinkTier::Direct});
        }
        const Bisection quick = *bisectionOf(graph, Effort::Quick), thorough = *bisectionOf(graph, Effort::Thorough);
        QVERIFY(thorough.lower <= thorough.upper);
        QVERIFY(thorough.upper <= quick.upper && thorough.lower > quick.lower);
        QCOMPARE(thorough.lowerProof, BoundProof::RaisedSpectral);
        const CutCount count = countCut(graph, thorough.witness);
        QVERIFY(count.isValid);
        QCOMPARE(count.capacity, thorough.upper);
    }
};

RW_SUITE(TestFabric)
#include "tst_fabric.moc"
