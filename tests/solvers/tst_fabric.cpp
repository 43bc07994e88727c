// SPDX-License-Identifier: GPL-3.0-or-later
// Fabrics by family and from files: counts, exact bisections, bounds with their proofs, distances and loads, against
// published and independently computed values and against plain enumeration.
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/fabric/answers.h"
#include "solvers/fabric/bisection_search.h"
#include "solvers/fabric/graph_file.h"
#include "solvers/fabric/lower_bounds.h"
#include "solvers/fabric/traffic.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

using namespace rackwright;

namespace {

std::string contents(const std::string& name) {
    QFile file(QStringLiteral(RW_TEST_DATA "/fabric/") + QString::fromStdString(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

FamilyRequest request(std::string family, const std::string& params) {
    FamilyRequest made{std::move(family), {}, {}, {}, {}};
    for (std::size_t at = 0; at < params.size();) {
        const std::size_t end = std::min(params.find(';', at), params.size());
        const std::string part = params.substr(at, end - at);
        const std::size_t equals = part.find('=');
        made.params[part.substr(0, equals)] = equals == std::string::npos ? "" : part.substr(equals + 1);
        at = end + 1;
    }
    return made;
}

FamilyRequest requestOf(const CsvTable& table, std::size_t row) {
    FamilyRequest made = request(table.cell(row, "family"), table.cell(row, "params"));
    made.endpointGbps = plainNumber(table.cell(row, "endpoint_link_gbps"));
    made.leafSpineGbps = plainNumber(table.cell(row, "leaf_spine_link_gbps"));
    made.spineCoreGbps = plainNumber(table.cell(row, "spine_core_link_gbps"));
    return made;
}

std::optional<double> valueOf(const FabricAnswers& answers, const std::string& quantity) {
    for (const FabricAnswer& row : answers.rows)
        if (row.quantity == quantity)
            return row.value;
    return std::nullopt;
}

bool isNear(double left, double right, double tolerance) {
    return std::abs(left - right) <= tolerance * std::max(1.0, std::abs(right));
}

Result<FabricAnswers> answersOf(const CsvTable& table, std::size_t row) {
    const std::string& file = table.cell(row, "graph_file");
    return file.empty() ? answersOfFamily(requestOf(table, row)) : answersOfGraph(contents(file));
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

std::string messageOf(const std::string& family, const std::string& params) {
    const auto made = generateFabric(request(family, params));
    return made ? std::string() : made.error().message.id;
}

std::string argument(const Message& message, const std::string& name) {
    for (const Argument& a : message.arguments)
        if (a.name == name) {
            if (const auto* text = std::get_if<std::string>(&a.value))
                return *text;
            if (const auto* number = std::get_if<std::int64_t>(&a.value))
                return std::to_string(*number);
            if (const auto* list = std::get_if<WordList>(&a.value)) {
                std::string all;
                for (const std::string& word : list->words)
                    all.append(all.empty() ? "" : " ").append(word);
                return all;
            }
        }
    return {};
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
        // Two pods of four on each side, each with 4 up.
        add("3-tier Clos, tapered top", "pods=4;gpus_per_pod=8;racks_per_pod=2;top_oversub=2;endpoint_gbps=1", 8);
    }
    void familiesBeyondTheTables() {
        QFETCH(QString, family);
        QFETCH(QString, params);
        QFETCH(double, gbps);
        const auto answers = answersOfFamily(request(family.toStdString(), params.toStdString()));
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
        QCOMPARE(messageOf("torus", "dims=900000x900000;endpoints_per_router=1"), std::string("fabric.over-size"));
        QCOMPARE(messageOf("hypercube", "d=60;endpoints_per_router=1"), std::string("fabric.over-size"));
        // 2 * 10,000 * 1,000,000 cables, and as many as can be of a speed a billion times the endpoints'.
        const std::string wide = "leaves=2;hosts_per_leaf=1;spines=10000;endpoint_gbps=0.001;uplink_gbps=1000000;";
        QCOMPARE(messageOf("leaf-spine", wide + "links_per_leaf_spine_pair=1000000"),
                 std::string("fabric.over-cables"));
        QCOMPARE(messageOf("leaf-spine", wide + "links_per_leaf_spine_pair=40000"),
                 std::string("fabric.over-capacity"));
        QCOMPARE(messageOf("leaf-spine", wide + "links_per_leaf_spine_pair=49"), std::string());
        QCOMPARE(messageOf("rail-optimised 3-tier Clos",
                           "superpods=1000000;SU_per_superpod=1000000;nodes_per_SU=50000;radix=100000;rails=4096"),
                 std::string("fabric.over-cables"));
        QCOMPARE(messageOf("rail-optimised 2-tier Clos, two planes",
                           "SU=1000;nodes_per_SU=1;rails=8;planes=2;gpu_links_per_plane=1x0.001G;switch=64x1000000G"),
                 std::string("fabric.over-cables"));
        QCOMPARE(messageOf("3-tier Clos, tapered top",
                           "pods=4;gpus_per_pod=100;racks_per_pod=1;top_oversub=999999.999;endpoint_gbps=1000000"),
                 std::string("fabric.over-capacity"));
        const Message key = generateFabric(request("hypercube", "d=3;endpoints_per_roter=1")).error().message;
        QCOMPARE(key.id, std::string("fabric.unknown-key"));
        QVERIFY(argument(key, "nearest").starts_with("endpoints_per_router"));
        // A side of two is one cable a pair, never two.
        const Message doubled =
            generateFabric(request("torus", "dims=8x2;double_links;endpoints_per_router=1")).error().message;
        QCOMPARE(doubled.id, std::string("fabric.unknown-key"));
        QCOMPARE(argument(doubled, "key"), std::string("double_links"));
        const Message family = generateFabric(request("Dragonflies", "")).error().message;
        QCOMPARE(family.id, std::string("fabric.unknown-family"));
        QVERIFY(argument(family, "nearest").starts_with("Dragonfly"));
    }
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

QTEST_APPLESS_MAIN(TestFabric)
#include "tst_fabric.moc"
