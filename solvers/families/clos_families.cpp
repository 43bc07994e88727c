// SPDX-License-Identifier: GPL-3.0-or-later
// Clos families by their parameters, single switch and rail-only.
#include "model/base/numbers.h"
#include "solvers/families/family_params.h"

namespace rackwright {

namespace {

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

    /// Traffic is spread evenly over the spines, so that each takes its part of a pod's.
    bool isNonBlocking() const {
        const bool isSpread =
            pods * leavesPerPod == 1 || isCarried(hostsPerLeaf, endpointGbps, spinesPerPod, leafSpineGbps);
        const std::int64_t upOfPod = spinesPerPod * coresPerPlane * linksPerSpineCorePair;
        return isSpread && (pods == 1 || isCarried(leavesPerPod * hostsPerLeaf, endpointGbps, upOfPod, spineCoreGbps));
    }
};

GeneratedFabric threeTier(const FamilyParams& params, const ThreeTierShape& shape) {
    GeneratedFabric made;
    const std::int64_t leaves = shape.pods * shape.leavesPerPod, spines = shape.pods * shape.spinesPerPod;
    made.endpoints = leaves * shape.hostsPerLeaf;
    made.counts = closCounts(leaves, spines, shape.spinesPerPod * shape.coresPerPlane, made.endpoints,
                             leaves * shape.spinesPerPod, spines * shape.coresPerPlane * shape.linksPerSpineCorePair);
    if (shape.isNonBlocking())
        made.closed = halfOfEndpoints(made.endpoints, shape.endpointGbps);
    if (!params.isDrawn())
        return made;
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

GeneratedFabric generatedThreeTier(FamilyParams& params, const ThreeTierShape& shape) {
    const double leaves = real(shape.pods) * real(shape.leavesPerPod);
    const double spines = real(shape.pods) * real(shape.spinesPerPod);
    const double up = leaves * real(shape.spinesPerPod), top = spines * real(shape.coresPerPlane);
    params.setSize({leaves + spines + real(shape.spinesPerPod) * real(shape.coresPerPlane), up + top,
                    leaves * real(shape.hostsPerLeaf), up + top * real(shape.linksPerSpineCorePair)});
    return params.isSound() ? threeTier(params, shape) : GeneratedFabric{};
}

} // namespace

GeneratedFabric generateLeafSpine(FamilyParams& params) {
    if (params.has("uplinks_per_leaf"))
        return generateLeafSpineByUplinks(params);
    params.remark("uplinks_per_leaf");
    const std::int64_t leaves = params.count("leaves"), hosts = params.count("hosts_per_leaf");
    const std::int64_t spines = params.count("spines"), links = params.count("links_per_leaf_spine_pair");
    const double endpointGbps = params.endpointGbps(), uplinkGbps = params.leafSpineGbps();
    const double pairs = real(leaves) * real(spines);
    params.setSize({real(leaves) + real(spines), pairs, real(leaves) * real(hosts), pairs * real(links)});
    if (!params.isSound())
        return {};
    GeneratedFabric made;
    made.endpoints = leaves * hosts;
    made.counts = closCounts(leaves, spines, 0, made.endpoints, leaves * spines * links, 0);
    if (leaves == 1 || isCarried(hosts, endpointGbps, spines * links, uplinkGbps))
        made.closed = halfOfEndpoints(made.endpoints, endpointGbps);
    if (!params.isDrawn())
        return made;
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
    return generatedThreeTier(params, shape);
}

GeneratedFabric generateFatTree(FamilyParams& params) {
    const std::int64_t k = params.count("k", 2);
    params.demandMultiple("k", k, 2);
    const ThreeTierShape shape{
        k, k / 2, k / 2, k / 2, k / 2, 1, params.endpointGbps(), params.leafSpineGbps(), params.spineCoreGbps()};
    return generatedThreeTier(params, shape);
}

GeneratedFabric generateSingleSwitch(FamilyParams& params) {
    const std::int64_t hosts = params.count("hosts");
    const double gbps = params.endpointGbps();
    params.setSize({1, 0, real(hosts), 0});
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
    params.setSize({real(nodes) + real(rails), real(nodes) * real(rails), real(nodes) * real(rails), 0});
    if (!params.isSound())
        return {};
    GeneratedFabric made;
    made.level = BisectionLevel::Node;
    made.endpoints = nodes * rails;
    made.counts = closCounts(rails, 0, 0, nodes * rails, 0, 0);
    // A rail's switch joins all nodes and stands on one side: it is cut from those on the other.
    made.closed = ClosedBisection{nodes / 2 * rails, gbps, nodes - nodes / 2, nodes / 2, BoundProof::ClosedForm};
    if (!params.isDrawn())
        return made;
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
