// SPDX-License-Identifier: GPL-3.0-or-later
// Clos families by their parameters, single switch and rail-only.
#include "solvers/fabric/family_params.h"

namespace rackwright {

namespace {

std::uint32_t narrow(std::int64_t value) { return static_cast<std::uint32_t>(value); }
double real(std::int64_t value) { return static_cast<double>(value); }

FabricCounts closCounts(std::int64_t leaf, std::int64_t spine, std::int64_t core, std::int64_t node,
                        std::int64_t leafSpine, std::int64_t spineCore) {
    return {leaf, spine, core, leaf + spine + core, node, leafSpine, spineCore, leafSpine + spineCore};
}

std::uint32_t addVertices(FabricGraph& graph, VertexKind kind, std::int64_t count) {
    const auto first = narrow(static_cast<std::int64_t>(graph.size()));
    graph.kinds.insert(graph.kinds.end(), static_cast<std::size_t>(count), kind);
    return first;
}

struct ThreeTierShape {
    std::int64_t pods, leavesPerPod, hostsPerLeaf, spinesPerPod, coresPerPlane, linksPerSpineCorePair;
    double endpointGbps, leafSpineGbps, spineCoreGbps;
};

GeneratedFabric threeTier(const ThreeTierShape& shape) {
    GeneratedFabric made;
    const std::int64_t leaves = shape.pods * shape.leavesPerPod, spines = shape.pods * shape.spinesPerPod;
    made.endpoints = leaves * shape.hostsPerLeaf;
    made.counts = closCounts(leaves, spines, shape.spinesPerPod * shape.coresPerPlane, made.endpoints,
                             leaves * shape.spinesPerPod, spines * shape.coresPerPlane * shape.linksPerSpineCorePair);
    FabricGraph& graph = made.graph;
    const std::uint32_t leaf = addVertices(graph, VertexKind::Leaf, leaves);
    const std::uint32_t spine = addVertices(graph, VertexKind::Spine, spines);
    const std::uint32_t core = addVertices(graph, VertexKind::Core, made.counts.core.value);
    graph.links.reserve(static_cast<std::size_t>(leaves * shape.spinesPerPod + spines * shape.coresPerPlane));
    for (std::int64_t l = 0; l < leaves; ++l) {
        graph.endpoints.push_back({leaf + narrow(l), narrow(shape.hostsPerLeaf), capacityUnits(shape.endpointGbps), 1});
        for (std::int64_t j = 0; j < shape.spinesPerPod; ++j)
            graph.links.push_back({leaf + narrow(l), spine + narrow(l / shape.leavesPerPod * shape.spinesPerPod + j),
                                   capacityUnits(shape.leafSpineGbps), 1, LinkTier::LeafSpine});
    }
    for (std::int64_t s = 0; s < spines; ++s)
        for (std::int64_t c = 0; c < shape.coresPerPlane; ++c)
            graph.links.push_back({spine + narrow(s), core + narrow(s % shape.spinesPerPod * shape.coresPerPlane + c),
                                   capacityUnits(shape.spineCoreGbps), narrow(shape.linksPerSpineCorePair),
                                   LinkTier::SpineCore});
    reduceUnits(graph);
    return made;
}

void demandThreeTierSize(FamilyParams& params, const ThreeTierShape& shape) {
    const double leaves = real(shape.pods) * real(shape.leavesPerPod);
    const double spines = real(shape.pods) * real(shape.spinesPerPod);
    demandSize(params, leaves + spines + real(shape.spinesPerPod) * real(shape.coresPerPlane),
               leaves * real(shape.spinesPerPod) + spines * real(shape.coresPerPlane),
               leaves * real(shape.hostsPerLeaf));
}

} // namespace

GeneratedFabric generateLeafSpine(FamilyParams& params) {
    const std::int64_t leaves = params.count("leaves"), hosts = params.count("hosts_per_leaf");
    const std::int64_t spines = params.count("spines"), links = params.count("links_per_leaf_spine_pair");
    const double endpointGbps = params.endpointGbps(), uplinkGbps = params.leafSpineGbps();
    demandSize(params, real(leaves) + real(spines), real(leaves) * real(spines), real(leaves) * real(hosts));
    if (!params.isSound())
        return {};
    GeneratedFabric made;
    made.endpoints = leaves * hosts;
    made.counts = closCounts(leaves, spines, 0, made.endpoints, leaves * spines * links, 0);
    const std::uint32_t leaf = addVertices(made.graph, VertexKind::Leaf, leaves);
    const std::uint32_t spine = addVertices(made.graph, VertexKind::Spine, spines);
    for (std::int64_t l = 0; l < leaves; ++l) {
        made.graph.endpoints.push_back({leaf + narrow(l), narrow(hosts), capacityUnits(endpointGbps), 1});
        for (std::int64_t s = 0; s < spines; ++s)
            made.graph.links.push_back(
                {leaf + narrow(l), spine + narrow(s), capacityUnits(uplinkGbps), narrow(links), LinkTier::LeafSpine});
    }
    reduceUnits(made.graph);
    return made;
}

GeneratedFabric generateThreeTier(FamilyParams& params) {
    ThreeTierShape shape{};
    shape.pods = params.count("pods");
    shape.leavesPerPod = params.count("leaves_per_pod");
    shape.hostsPerLeaf = params.count("hosts_per_leaf");
    shape.spinesPerPod = params.count("spines_per_pod");
    shape.coresPerPlane = params.count("cores_per_plane");
    shape.linksPerSpineCorePair = params.count("links_per_spine_core_pair");
    shape.endpointGbps = params.endpointGbps();
    shape.leafSpineGbps = params.leafSpineGbps();
    shape.spineCoreGbps = params.spineCoreGbps();
    demandThreeTierSize(params, shape);
    return params.isSound() ? threeTier(shape) : GeneratedFabric{};
}

GeneratedFabric generateFatTree(FamilyParams& params) {
    const std::int64_t k = params.count("k", 2);
    params.demandMultiple("k", k, 2);
    const ThreeTierShape shape{
        k, k / 2, k / 2, k / 2, k / 2, 1, params.endpointGbps(), params.leafSpineGbps(), params.spineCoreGbps()};
    demandThreeTierSize(params, shape);
    return params.isSound() ? threeTier(shape) : GeneratedFabric{};
}

GeneratedFabric generateSingleSwitch(FamilyParams& params) {
    const std::int64_t hosts = params.count("hosts");
    const double gbps = params.endpointGbps();
    if (!params.isSound())
        return {};
    GeneratedFabric made;
    made.endpoints = hosts;
    made.counts = closCounts(1, 0, 0, hosts, 0, 0);
    made.graph.endpoints.push_back(
        {addVertices(made.graph, VertexKind::Leaf, 1), narrow(hosts), capacityUnits(gbps), 1});
    reduceUnits(made.graph);
    return made;
}

GeneratedFabric generateRailOnly(FamilyParams& params) {
    const std::int64_t nodes = params.count("nodes"), rails = params.count("rails", 1, 4096);
    const double gbps = params.endpointGbps();
    params.remark("node_internal");
    demandSize(params, real(nodes) + real(rails), real(nodes) * real(rails), real(nodes) * real(rails));
    if (!params.isSound())
        return {};
    GeneratedFabric made;
    made.level = BisectionLevel::Node;
    made.endpoints = nodes * rails;
    made.counts = closCounts(rails, 0, 0, nodes * rails, 0, 0);
    const std::uint32_t leaf = addVertices(made.graph, VertexKind::Leaf, rails);
    const std::uint32_t node = addVertices(made.graph, VertexKind::Node, nodes);
    for (std::int64_t n = 0; n < nodes; ++n) {
        made.graph.endpoints.push_back({node + narrow(n), 1, 0, 1});
        for (std::int64_t r = 0; r < rails; ++r)
            made.graph.links.push_back(
                {node + narrow(n), leaf + narrow(r), capacityUnits(gbps), 1, LinkTier::Endpoint});
    }
    reduceUnits(made.graph);
    return made;
}

} // namespace rackwright
