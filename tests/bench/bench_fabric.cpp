// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long the fabric solver takes: the whole report of a Clos of 131,072 endpoints, the bisection after edits,
// first certified intervals of direct networks of 16,000 routers, and beside them METIS and (where its headers are)
// LEMON's maximum flow on the plain graph with hosts as vertices. It judges nothing: bench_fabric [REPETITIONS].
#include "solvers/families/family.h"
#include "solvers/graph/bisection.h"
#include "solvers/graph/traffic.h"

#include <metis.h>
#if RW_HAS_LEMON
#include <lemon/preflow.h>
#include <lemon/smart_graph.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

using namespace rackwright;

namespace {

template <class Work>
double milliseconds(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Median of some runs.
template <class Work>
double usual(int times, Work work) {
    std::vector<double> took;
    for (int i = 0; i < times; ++i)
        took.push_back(milliseconds(work));
    std::ranges::sort(took);
    return took[took.size() / 2];
}

FabricGraph drawn(std::string family, std::map<std::string, std::string, std::less<>> params) {
    return generateFabric({std::move(family), std::move(params), {}, {}, {}})->graph;
}

/// 32 pods x 64 leaves x 64 hosts, 64 spines a pod; `links` cables to each of 16 cores of a plane.
FabricGraph clos(int pods, int links) {
    return drawn("3-tier Clos", {{"pods", std::to_string(pods)},
                                 {"leaves_per_pod", "64"},
                                 {"hosts_per_leaf", "64"},
                                 {"spines_per_pod", "64"},
                                 {"cores_per_plane", "16"},
                                 {"links_per_spine_core_pair", std::to_string(links)}});
}

FabricGraph withoutSwitch(const FabricGraph& graph, std::uint32_t vertex) {
    FabricGraph left = graph;
    std::erase_if(left.links, [&](const FabricLink& link) { return link.a == vertex || link.b == vertex; });
    std::erase_if(left.endpoints, [&](const EndpointRun& run) { return run.vertex == vertex; });
    return left;
}

void print(const char* what, double ms, const std::string& answer = {}) {
    std::printf("  %-52s %9.1f ms  %s\n", what, ms, answer.c_str());
    std::fflush(stdout);
}

std::string boundsOf(const Bisection& bisection) {
    return bisection.lower == bisection.upper
               ? "exact " + std::to_string(bisection.lower)
               : "[" + std::to_string(bisection.lower) + ", " + std::to_string(bisection.upper) + "]";
}

void report(const char* name, FabricGraph graph, int times) {
    std::printf("%s: %zu switches, %lld endpoints\n", name, graph.size(),
                static_cast<long long>(graph.endpointCount()));
    Bisection answer;
    const auto bisect = [&] { answer = *bisectionOf(graph); };
    const double whole = usual(times, bisect);
    print("bisection", whole, boundsOf(answer));
    FabricTraffic traffic;
    const double loads = usual(times, [&] { traffic = *trafficOf(graph); });
    print("distances and ECMP loads", loads, "most loaded cable " + std::to_string(traffic.allToAllMax));
    const auto firstOf = [&](VertexKind kind) {
        return static_cast<std::uint32_t>(std::ranges::find(graph.kinds, kind) - graph.kinds.begin());
    };
    const double faults = milliseconds([&] {
        for (const VertexKind kind : {VertexKind::Leaf, VertexKind::Spine, VertexKind::Core})
            if (const std::uint32_t vertex = firstOf(kind); vertex < graph.size())
                (void)bisectionOf(withoutSwitch(graph, vertex));
    });
    print("table of one leaf, spine, core lost", faults);
    print("whole report", whole + loads + faults);
    const double edited = usual(times, [&] {
        graph.links.erase(graph.links.begin());
        bisect();
    });
    print("bisection after a cable is taken out", edited, boundsOf(answer));
}

void interval(const char* name, const FabricGraph& graph) {
    Bisection answer;
    const double ms = milliseconds([&] { answer = *bisectionOf(graph, Effort::Quick); });
    std::printf("%s: %zu routers, %zu cables\n", name, graph.size(), graph.links.size());
    print("first certified interval", ms, boundsOf(answer));
}

FabricGraph randomRegular(std::uint32_t routers, int degree) {
    std::mt19937 random(7);
    FabricGraph graph;
    for (std::uint32_t v = 0; v < routers; ++v)
        graph.endpoints.push_back({graph.addVertex(VertexKind::Router), 1, 0, 1});
    std::vector<std::uint32_t> order(routers);
    for (std::uint32_t v = 0; v < routers; ++v)
        order[v] = v;
    for (int round = 0; round < degree / 2; ++round) {
        std::ranges::shuffle(order, random);
        for (std::uint32_t i = 0; i < routers; ++i)
            graph.links.push_back({order[i], order[(i + 1) % routers], 1, 1, LinkTier::Direct});
    }
    return graph;
}

/// The plain graph: every host a vertex.
struct Plain {
    idx_t vertices = 0;
    std::vector<idx_t> first{0}, neighbours, capacities, weights;
    std::vector<std::pair<idx_t, idx_t>> edges;
    std::vector<std::int64_t> capacityOf;

    explicit Plain(const FabricGraph& graph) {
        vertices = static_cast<idx_t>(graph.size());
        for (const FabricLink& link : graph.links)
            add(static_cast<idx_t>(link.a), static_cast<idx_t>(link.b), link.total());
        weights.assign(graph.size(), 0);
        for (const EndpointRun& run : graph.endpoints)
            for (std::uint32_t i = 0; i < run.count; ++i) {
                add(vertices++, static_cast<idx_t>(run.vertex), run.capacity);
                weights.push_back(1);
            }
        std::vector<std::vector<std::pair<idx_t, idx_t>>> lists(static_cast<std::size_t>(vertices));
        for (std::size_t e = 0; e < edges.size(); ++e) {
            lists[static_cast<std::size_t>(edges[e].first)].emplace_back(edges[e].second, capacityOf[e]);
            lists[static_cast<std::size_t>(edges[e].second)].emplace_back(edges[e].first, capacityOf[e]);
        }
        for (const auto& list : lists) {
            for (const auto& [to, capacity] : list) {
                neighbours.push_back(to);
                capacities.push_back(capacity);
            }
            first.push_back(static_cast<idx_t>(neighbours.size()));
        }
    }
    void add(idx_t a, idx_t b, std::int64_t capacity) {
        edges.emplace_back(a, b);
        capacityOf.push_back(capacity);
    }
};

void compareWithLibraries(const FabricGraph& graph, [[maybe_unused]] std::uint32_t podsOfHalf,
                          [[maybe_unused]] std::uint32_t leavesPerPod) {
    std::printf("the same Clos for other ways, hosts as vertices\n");
    Plain plain(graph);
    idx_t constraints = 1, parts = 2, cut = 0, options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_UFACTOR] = 1;
    std::vector<idx_t> sides(static_cast<std::size_t>(plain.vertices));
    const double metis = milliseconds([&] {
        METIS_PartGraphRecursive(&plain.vertices, &constraints, plain.first.data(), plain.neighbours.data(),
                                 plain.weights.data(), nullptr, plain.capacities.data(), &parts, nullptr, nullptr,
                                 options, &cut, sides.data());
    });
    long long onB = 0;
    for (std::size_t v = 0; v < sides.size(); ++v)
        onB += sides[v] * plain.weights[v];
    print("METIS, recursive bisection, one seed", metis,
          "cut " + std::to_string(cut) + ", " + std::to_string(onB) + " endpoints on a side");
#if RW_HAS_LEMON
    lemon::SmartDigraph digraph;
    std::vector<lemon::SmartDigraph::Node> nodes;
    for (idx_t v = 0; v < plain.vertices + 2; ++v)
        nodes.push_back(digraph.addNode());
    lemon::SmartDigraph::ArcMap<long long> capacity(digraph);
    const auto arc = [&](std::size_t a, std::size_t b, long long value) {
        capacity[digraph.addArc(nodes[a], nodes[b])] = value;
    };
    for (std::size_t e = 0; e < plain.edges.size(); ++e) {
        arc(static_cast<std::size_t>(plain.edges[e].first), static_cast<std::size_t>(plain.edges[e].second),
            plain.capacityOf[e]);
        arc(static_cast<std::size_t>(plain.edges[e].second), static_cast<std::size_t>(plain.edges[e].first),
            plain.capacityOf[e]);
    }
    const auto source = static_cast<std::size_t>(plain.vertices), sink = source + 1;
    for (std::size_t v = graph.size(); v < source; ++v) {
        const auto leaf = static_cast<std::uint32_t>(plain.neighbours[static_cast<std::size_t>(plain.first[v])]);
        const bool isHalf = leaf / leavesPerPod < podsOfHalf;
        isHalf ? arc(source, v, 1'000'000) : arc(v, sink, 1'000'000);
    }
    lemon::Preflow<lemon::SmartDigraph, lemon::SmartDigraph::ArcMap<long long>> flow(digraph, capacity, nodes[source],
                                                                                     nodes[sink]);
    const double ms = milliseconds([&] { flow.runMinCut(); });
    print("LEMON, maximum flow of half of the pods to the rest", ms, "flow " + std::to_string(flow.flowValue()));
#else
    std::printf("  (LEMON's headers are not on this machine)\n");
#endif
}

} // namespace

int main(int argc, char** argv) {
    const int times = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    report("Clos, three tiers, non-blocking", clos(32, 4), times);
    report("Clos, three tiers, 2:1 at the spines, 31 pods", clos(31, 2), times);
    interval("torus 16 x 20 x 50", drawn("torus", {{"dims", "16x20x50"}, {"endpoints_per_router", "1"}}));
    interval("Dragonfly a=32 h=16 g=513", drawn("Dragonfly", {{"a", "32"}, {"h", "16"}, {"p", "16"}, {"g", "513"}}));
    interval("random, degree 16", randomRegular(16'000, 16));
    compareWithLibraries(clos(32, 4), 16, 64);
    return 0;
}
