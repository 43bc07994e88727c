// SPDX-License-Identifier: GPL-3.0-or-later
// The fabrics of published reference architectures: rail-optimised Clos of two and three tiers, with stripes and
// planes, and the Clos whose top is narrower than its pods.
#include "model/base/numbers.h"
#include "model/units/number_text.h"
#include "solvers/families/family_params.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace rackwright {

namespace {

std::int64_t ceilOf(std::int64_t value, std::int64_t by) { return (value + by - 1) / by; }

FabricCounts countsOf(std::int64_t leaf, std::int64_t spine, std::int64_t core, std::int64_t node,
                      std::int64_t leafSpine, std::int64_t spineCore) {
    return {leaf, spine, core, leaf + spine + core, node, leafSpine, spineCore, leafSpine + spineCore};
}

/// Spines that carry `leaves` * `uplinks` with even trunks: the smallest divisor of the uplinks that is large enough.
std::int64_t spineRule(FamilyParams& params, std::int64_t leaves, std::int64_t uplinks, std::int64_t ports) {
    const std::int64_t least = ceilOf(leaves * uplinks, std::max<std::int64_t>(ports, 1));
    for (std::int64_t spines = least; spines <= uplinks; ++spines)
        if (uplinks % spines == 0)
            return spines;
    params.fail(Message("fabric.too-many-leaves")
                    .with("leaves", leaves)
                    .with("ports", ports)
                    .with("most", std::max<std::int64_t>(ports, 1)));
    return 1;
}

/// The speeds of whole numbers of lanes on both sides of a ratio that is none.
WordList nearestLanes(double gbps, double ratio) {
    const double fewer = std::max(1.0, std::floor(ratio)), more = fewer + 1;
    const std::string slower = roundedDigits(gbps / more, 5), faster = roundedDigits(gbps / fewer, 5);
    return ratio < 1 ? WordList{{faster}} : WordList{{faster, slower}};
}

/// Leaves with their cables dealt evenly over the spines, one after the other.
void joinToSpines(FabricGraph& graph, const std::vector<std::uint32_t>& leaves, std::uint32_t firstSpine,
                  std::int64_t spines, std::int64_t uplinks, double gbps) {
    for (std::size_t l = 0; l < leaves.size(); ++l) {
        const std::int64_t start = static_cast<std::int64_t>(l) * uplinks % spines;
        for (std::int64_t s = 0; s < spines; ++s) {
            const std::int64_t place = (s - start + spines) % spines;
            const std::int64_t cables = uplinks / spines + (place < uplinks % spines ? 1 : 0);
            if (cables > 0)
                graph.links.push_back(
                    {leaves[l], firstSpine + narrow(s), capacityUnits(gbps), narrow(cables), LinkTier::LeafSpine});
        }
    }
}

std::uint32_t addSpines(FabricGraph& graph, std::int64_t count) {
    const auto first = narrow(static_cast<std::int64_t>(graph.size()));
    for (std::int64_t i = 0; i < count; ++i)
        graph.addVertex(VertexKind::Spine);
    return first;
}

/// Half of the endpoints: proven where all spines have as many cables of each leaf, else by the word of the tables.
void takeHalf(GeneratedFabric& made, ClosedBisection half, bool isEven) {
    if (isEven) {
        made.closed = half;
        return;
    }
    half.proof = BoundProof::EvenSpread;
    made.spreadEvenly = half;
}

struct TwoTierShape {
    std::int64_t leaves, hosts; ///< of a leaf
    std::int64_t thinner = 0;   ///< the last leaves, with one host less
    std::int64_t spines = 1, uplinks = 1;
    double endpointGbps = 0, uplinkGbps = 0;
    bool isDealt = false; ///< cables that do not divide by spines are dealt as drawn, which is what is wanted
};

/// Cables up of a leaf with so many hosts: as many as a person says, as an oversubscription asks for, or as the hosts
/// at the speed of the cables.
CountAtSpeed readUplinks(FamilyParams& params, std::int64_t hosts, double endpointGbps, double uplinkGbps) {
    if (params.has("uplinks_per_leaf"))
        return params.countAtSpeed("uplinks_per_leaf", uplinkGbps);
    params.remark("uplinks_per_leaf");
    params.remark("oversub");
    if (!params.has("oversub"))
        return {hosts, uplinkGbps};
    constexpr double kLeast = 0.01, kNearlyWhole = 1e-9;
    const double wanted = real(hosts) * endpointGbps / (params.number("oversub", kLeast) * uplinkGbps);
    return {std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(wanted - kNearlyWhole))), uplinkGbps};
}

GeneratedFabric twoTiers(FamilyParams& params, const TwoTierShape& shape) {
    const double leaves = real(shape.leaves);
    params.setSize({leaves + real(shape.spines), leaves * real(std::min(shape.spines, shape.uplinks)),
                    leaves * real(shape.hosts), leaves * real(shape.uplinks)});
    if (!params.isSound())
        return {};
    GeneratedFabric made;
    made.endpoints = shape.leaves * shape.hosts - shape.thinner;
    made.counts = countsOf(shape.leaves, shape.spines, 0, made.endpoints, shape.leaves * shape.uplinks, 0);
    const bool isEven = shape.uplinks % shape.spines == 0;
    if (isCarried(shape.hosts, shape.endpointGbps, shape.uplinks, shape.uplinkGbps)) {
        if (isEven || !shape.isDealt)
            takeHalf(made, halfOfEndpoints(made.endpoints, shape.endpointGbps), isEven);
    } else
        params.demandAtMost("spines", shape.spines, shape.uplinks, "uplinks of a leaf");
    if (!params.isSound())
        return {};
    if (!params.isDrawn())
        return made;
    std::vector<std::uint32_t> vertices;
    for (std::int64_t l = 0; l < shape.leaves; ++l) {
        vertices.push_back(made.graph.addVertex(VertexKind::Leaf));
        const std::int64_t hosts = shape.hosts - (l >= shape.leaves - shape.thinner ? 1 : 0);
        if (hosts > 0)
            made.graph.endpoints.push_back({vertices.back(), narrow(hosts), capacityUnits(shape.endpointGbps), 1});
    }
    const std::uint32_t spine = addSpines(made.graph, shape.spines);
    joinToSpines(made.graph, vertices, spine, shape.spines, shape.uplinks, shape.uplinkGbps);
    reduceUnits(made.graph);
    return made;
}

GeneratedFabric stripes(FamilyParams& params) {
    const std::int64_t count = params.count("stripes"), perStripe = params.count("leaves_per_stripe");
    const std::int64_t servers = params.count("servers"), gpus = params.count("gpus_per_server");
    const CountAtSpeed uplinks = params.countAtSpeed("uplinks_per_leaf");
    const std::int64_t spines = params.count("spines");
    const double gbps = params.endpointGbps();
    const std::int64_t leaves = count * perStripe;
    params.demandMultiple("servers", servers, count);
    params.demandMultiple("gpus_per_server", gpus, perStripe);
    return twoTiers(params, {leaves, servers * gpus / std::max<std::int64_t>(leaves, 1), 0, spines, uplinks.count, gbps,
                             uplinks.gbps});
}

} // namespace

GeneratedFabric generateLeafSpineByUplinks(FamilyParams& params) {
    const std::int64_t leaves = params.count("leaves"), hosts = params.count("hosts_per_leaf");
    const std::int64_t spines = params.count("spines");
    const double endpointGbps = params.endpointGbps();
    const CountAtSpeed uplinks = params.countAtSpeed("uplinks_per_leaf", params.leafSpineGbps());
    params.demandAtMost("spines", spines, uplinks.count, "uplinks of a leaf");
    return twoTiers(params, {leaves, hosts, 0, spines, uplinks.count, endpointGbps, uplinks.gbps, true});
}

GeneratedFabric generateRailOptimised(FamilyParams& params) {
    if (params.has("stripes"))
        return stripes(params);
    std::int64_t units = 1, nodesPerUnit = 0;
    if (params.has("nodes")) {
        nodesPerUnit = params.count("nodes");
    } else {
        units = params.count("SU");
        nodesPerUnit = params.count("nodes_per_SU");
    }
    const std::int64_t rails = params.count("rails", 1, 4096);
    const bool isOneRemoved = params.flag("one_node_removed_for_UFM");
    const std::int64_t managerLinks = params.has("ufm_links") ? params.count("ufm_links", 0) : 0;
    params.remark("ufm_links");
    const bool hasSpines = params.has("spines"), hasRadix = params.has("radix") || !hasSpines;
    const std::int64_t radix = hasRadix ? params.count("radix", 2, 100'000) : 0;
    const double endpointGbps = params.endpointGbps();
    const CountAtSpeed up = readUplinks(params, nodesPerUnit, endpointGbps, params.leafSpineGbps());
    const bool isTapered = params.has("uplinks_per_leaf") || params.has("oversub");
    const std::int64_t leaves = units * rails, uplinks = up.count;
    const std::string_view ofNodes = params.has("nodes") ? "nodes" : "nodes_per_SU";
    if (hasRadix && isTapered)
        params.demandAtMost(ofNodes, nodesPerUnit, std::max<std::int64_t>(0, radix - uplinks), "radix - uplinks");
    else if (hasRadix)
        params.demandAtMost(ofNodes, nodesPerUnit, radix / 2, "radix / 2");
    std::int64_t spines = 1;
    if (hasSpines) {
        spines = params.count("spines");
        if (hasRadix && ceilOf(leaves * uplinks, radix) > spines)
            params.fail(Message("fabric.too-few-spines")
                            .with("spines", spines)
                            .with("cables", leaves * uplinks)
                            .with("radix", radix)
                            .with("least", ceilOf(leaves * uplinks, radix)));
    } else if (params.isSound()) {
        spines = spineRule(params, leaves, uplinks, radix);
    }
    params.remark("spines");
    params.remark("radix");
    GeneratedFabric made =
        twoTiers(params, {leaves, nodesPerUnit, isOneRemoved ? rails : 0, spines, uplinks, endpointGbps, up.gbps});
    made.counts.nodeLinks = made.endpoints + managerLinks;
    return made;
}

GeneratedFabric generateTwoPlanes(FamilyParams& params) {
    const std::int64_t units = params.count("SU"), nodesPerUnit = params.count("nodes_per_SU");
    const std::int64_t rails = params.count("rails", 1, 4096), planes = params.count("planes", 1, 64);
    const CountAtSpeed lane = params.countAtSpeed("gpu_links_per_plane");
    const CountAtSpeed ports = params.countAtSpeed("switch");
    params.endpointGbps();
    params.leafSpineGbps();
    if (!params.isSound())
        return {};
    const double ratio = ports.gbps / lane.gbps;
    const std::int64_t lanesPerPort = std::llround(ratio);
    if (lanesPerPort < 1 || std::abs(ratio - real(lanesPerPort)) > 1e-9)
        params.fail(Message("fabric.lanes-of-port")
                        .with("port", ports.gbps)
                        .with("lane", lane.gbps)
                        .with("nearest", nearestLanes(ports.gbps, ratio)));
    const std::int64_t leavesPerPlane = units * rails;
    const std::int64_t down = ceilOf(nodesPerUnit * lane.count, std::max<std::int64_t>(lanesPerPort, 1));
    params.demandAtMost("nodes_per_SU", nodesPerUnit, (ports.count - 1) * lanesPerPort / lane.count, "switch");
    const std::int64_t wantedUp = params.has("uplinks_per_leaf") ? params.count("uplinks_per_leaf") : 0;
    params.remark("uplinks_per_leaf");
    params.demandAtMost("uplinks_per_leaf", wantedUp, std::max<std::int64_t>(ports.count - down, 0), "switch");
    const std::int64_t uplinks = wantedUp > 0 ? wantedUp : std::max<std::int64_t>(ports.count - down, 1);
    std::int64_t spines = 1;
    if (params.has("spines")) {
        spines = params.count("spines");
        const std::int64_t least = ceilOf(leavesPerPlane * uplinks, ports.count);
        if (spines < least)
            params.fail(Message("fabric.too-few-spines")
                            .with("spines", spines)
                            .with("cables", leavesPerPlane * uplinks)
                            .with("radix", ports.count)
                            .with("least", least));
        params.demandAtMost("spines", spines, lanesPerPort * uplinks, "uplinks of a leaf");
    } else if (params.isSound()) {
        spines = spineRule(params, leavesPerPlane, lanesPerPort * uplinks, lanesPerPort * ports.count);
    }
    params.remark("spines");
    const double endpoints = real(units) * real(nodesPerUnit) * real(rails);
    params.setSize({real(planes) * (real(leavesPerPlane) + real(spines)) + endpoints,
                    real(planes) * (real(leavesPerPlane) * real(spines) + endpoints), endpoints,
                    real(planes) * real(leavesPerPlane) * real(uplinks)});
    if (!params.isSound())
        return {};
    GeneratedFabric made;
    made.endpoints = units * nodesPerUnit * rails;
    made.counts =
        countsOf(planes * leavesPerPlane, planes * spines, 0, made.endpoints, planes * leavesPerPlane * uplinks, 0);
    // Each plane for itself carries every pairing of the halves.
    if (nodesPerUnit * lane.count <= lanesPerPort * uplinks && lanesPerPort * uplinks % spines == 0)
        made.closed = halfOfEndpoints(made.endpoints, lane.gbps * real(planes * lane.count));
    if (!params.isDrawn())
        return made;
    std::vector<std::vector<std::uint32_t>> leaves(static_cast<std::size_t>(planes));
    for (auto& plane : leaves) {
        for (std::int64_t l = 0; l < leavesPerPlane; ++l)
            plane.push_back(made.graph.addVertex(VertexKind::Leaf));
        const std::uint32_t spine = addSpines(made.graph, spines);
        joinToSpines(made.graph, plane, spine, spines, lanesPerPort * uplinks, lane.gbps);
    }
    for (std::int64_t l = 0; l < leavesPerPlane; ++l)
        for (std::int64_t n = 0; n < nodesPerUnit; ++n) {
            const std::uint32_t gpu = made.graph.addVertex(VertexKind::Host);
            made.graph.endpoints.push_back({gpu, 1, 0, 1});
            for (const auto& plane : leaves)
                made.graph.links.push_back({gpu, plane[static_cast<std::size_t>(l)], capacityUnits(lane.gbps),
                                            narrow(lane.count), LinkTier::Endpoint});
        }
    reduceUnits(made.graph);
    return made;
}

namespace {

struct TopShape {
    std::int64_t leaves, hosts;
    std::int64_t thinner; ///< the last leaves, with one host less
    std::int64_t uplinks, radix, spineUplinks;
    std::int64_t pods, spinesPerPod, cores;
    double endpointGbps, uplinkGbps, coreGbps;

    /// Leaves that share their spines: pods differ by one at most.
    std::int64_t firstLeaf(std::int64_t pod) const { return leaves * pod / pods; }
    std::int64_t mostLeavesOfPod() const { return ceilOf(leaves, pods); }
    bool isNonBlocking() const {
        return isCarried(hosts, endpointGbps, uplinks, uplinkGbps) &&
               isCarried(mostLeavesOfPod() * hosts, endpointGbps, spinesPerPod * spineUplinks, coreGbps);
    }
};

/// Every leaf has its cables dealt over the spines of its pod, and spine j of every pod reaches the cores of plane j.
void drawRailOptimisedThreeTier(GeneratedFabric& made, const TopShape& shape) {
    FabricGraph& graph = made.graph;
    std::vector<std::uint32_t> leaves;
    for (std::int64_t l = 0; l < shape.leaves; ++l) {
        leaves.push_back(graph.addVertex(VertexKind::Leaf));
        const std::int64_t hosts = shape.hosts - (l >= shape.leaves - shape.thinner ? 1 : 0);
        if (hosts > 0)
            graph.endpoints.push_back({leaves.back(), narrow(hosts), capacityUnits(shape.endpointGbps), 1});
    }
    // The cables in the order of the leaves go down to the spines in rounds, so that all spines of a pod get as many.
    const std::int64_t spines = made.counts.spine.value;
    const std::uint32_t spine = addSpines(graph, spines);
    // The cores of a plane as one: how a spine's cables are shared among them is left open and changes no cut.
    const auto core = narrow(static_cast<std::int64_t>(graph.size()));
    for (std::int64_t plane = 0; plane < shape.spinesPerPod; ++plane)
        graph.addVertex(VertexKind::Core);
    for (std::int64_t pod = 0; pod < shape.pods; ++pod) {
        const std::vector<std::uint32_t> members(leaves.begin() + shape.firstLeaf(pod),
                                                 leaves.begin() + shape.firstLeaf(pod + 1));
        joinToSpines(graph, members, spine + narrow(pod * shape.spinesPerPod), shape.spinesPerPod, shape.uplinks,
                     shape.uplinkGbps);
    }
    for (std::int64_t s = 0; s < spines; ++s)
        graph.links.push_back({spine + narrow(s), core + narrow(s % shape.spinesPerPod), capacityUnits(shape.coreGbps),
                               narrow(shape.spineUplinks), LinkTier::SpineCore});
    reduceUnits(graph);
}

/// Spines, pods and cores of a shape whose leaves are known: those that a person says, else as the published tables
/// have them where their numbers divide, else as few as carry all.
void shapeTop(FamilyParams& params, TopShape& shape) {
    const std::int64_t half = shape.radix / 2, cables = shape.leaves * shape.uplinks;
    const bool isOwn = params.has("spines") || params.has("spine_uplinks") || params.has("cores");
    for (const char* key : {"spines", "spine_uplinks", "cores"})
        params.remark(key);
    if (!isOwn && cables % shape.radix == 0 && shape.uplinks * std::gcd(shape.leaves, half) % half == 0) {
        shape.pods = shape.leaves / std::gcd(shape.leaves, half);
        shape.spinesPerPod = cables / half / shape.pods;
        shape.spineUplinks = half;
        shape.cores = cables / shape.radix;
        return;
    }
    const std::int64_t up = params.has("spine_uplinks") ? params.count("spine_uplinks") : half;
    params.demandAtMost("spine_uplinks", up, shape.radix - 1, "radix - 1");
    const std::int64_t down = std::max<std::int64_t>(1, params.has("spine_uplinks") ? shape.radix - up : half);
    // A spine has a cable to each leaf of its pod at least.
    shape.pods = ceilOf(shape.leaves, down);
    shape.spinesPerPod = ceilOf(shape.mostLeavesOfPod() * shape.uplinks, down);
    if (params.has("spines")) {
        const std::int64_t spines = params.count("spines"), least = shape.spinesPerPod * shape.pods;
        params.demandMultiple("spines", spines, shape.pods);
        if (spines < least)
            params.fail(Message("fabric.too-few-spines")
                            .with("spines", spines)
                            .with("cables", cables)
                            .with("radix", down)
                            .with("least", least));
        shape.spinesPerPod = std::max(spines / shape.pods, std::int64_t{1});
    }
    params.demandAtMost("spines of a pod", shape.spinesPerPod, shape.uplinks, "uplinks of a leaf");
    // As many up as down, unless a person says otherwise.
    const std::int64_t used = ceilOf(shape.mostLeavesOfPod() * shape.uplinks, shape.spinesPerPod);
    shape.spineUplinks = params.has("spine_uplinks") ? up : used;
    const std::int64_t least = ceilOf(shape.pods * shape.spineUplinks, shape.radix);
    std::int64_t perPlane = least;
    if (params.has("cores")) {
        const std::int64_t cores = params.count("cores");
        params.demandMultiple("cores", cores, shape.spinesPerPod);
        if (cores < least * shape.spinesPerPod)
            params.fail(Message("fabric.too-few-cores")
                            .with("cores", cores)
                            .with("cables", shape.pods * shape.spinesPerPod * shape.spineUplinks)
                            .with("radix", shape.radix)
                            .with("least", least * shape.spinesPerPod));
        perPlane = std::max<std::int64_t>(1, cores / shape.spinesPerPod);
    }
    params.demandAtMost("cores of a plane", perPlane, shape.spineUplinks, "uplinks of a spine");
    shape.cores = perPlane * shape.spinesPerPod;
}

} // namespace

GeneratedFabric generateRailOptimisedThreeTier(FamilyParams& params) {
    std::int64_t units = 1;
    if (params.has("superpods"))
        units = params.count("superpods") * params.count("SU_per_superpod");
    else
        units = params.count("SU");
    const std::int64_t hosts = params.count("nodes_per_SU"), rails = params.count("rails", 1, 4096);
    const std::int64_t radix = params.count("radix", 2, 100'000);
    const double endpointGbps = params.endpointGbps();
    const double coreGbps = params.spineCoreGbps();
    const CountAtSpeed up = readUplinks(params, hosts, endpointGbps, params.leafSpineGbps());
    const bool isTapered = params.has("uplinks_per_leaf") || params.has("oversub");
    const bool isOneRemoved = params.flag("one_node_removed_for_UFM");
    const std::int64_t managerLinks = params.has("ufm_links") ? params.count("ufm_links", 0) : 0;
    params.remark("ufm_links");
    params.demandMultiple("radix", radix, 2);
    if (isTapered)
        params.demandAtMost("nodes_per_SU", hosts, std::max<std::int64_t>(0, radix - up.count), "radix - uplinks");
    else
        params.demandAtMost("nodes_per_SU", hosts, radix / 2, "radix / 2");
    const double leaves = real(units) * real(rails), links = leaves * real(up.count), ports = real(radix);
    params.setSize({leaves + links * 3 / ports, links * 2, leaves * real(hosts), links * 2});
    if (!params.size().isCountable())
        return {};
    // A core reaches no more pods than it has ports, a spine no more leaves of its pod than ports down.
    const std::int64_t mostLeaves = radix * (radix / 2);
    params.demandAtMost(params.has("superpods") ? "superpods" : "SU",
                        params.has("superpods") ? params.count("superpods") : units,
                        mostLeaves / rails / (params.has("superpods") ? params.count("SU_per_superpod") : 1),
                        "radix * radix / 2 / rails");
    if (!params.isSound())
        return {};
    TopShape shape{units * rails, hosts,   isOneRemoved ? rails : 0, up.count, radix, 1, 1, 1, 1, endpointGbps,
                   up.gbps,       coreGbps};
    shapeTop(params, shape);
    if (!params.isSound())
        return {};
    const std::int64_t spines = shape.pods * shape.spinesPerPod, cores = shape.cores;
    GeneratedFabric made;
    made.endpoints = shape.leaves * hosts - shape.thinner;
    made.counts = countsOf(shape.leaves, spines, cores, made.endpoints + managerLinks, shape.leaves * shape.uplinks,
                           spines * shape.spineUplinks);
    if (shape.isNonBlocking())
        takeHalf(made, halfOfEndpoints(made.endpoints, endpointGbps), shape.uplinks % shape.spinesPerPod == 0);
    if (params.isDrawn())
        drawRailOptimisedThreeTier(made, shape);
    return made;
}

GeneratedFabric generateTaperedTop(FamilyParams& params) {
    const std::int64_t pods = params.count("pods"), gpus = params.count("gpus_per_pod");
    const std::int64_t racks = params.count("racks_per_pod");
    constexpr double kLeast = 0.001;
    const double taper = params.number("top_oversub", kLeast);
    params.remark("nodes_per_rack");
    const double gbps = params.endpointGbps();
    params.leafSpineGbps();
    params.spineCoreGbps();
    params.demandAtMost("racks_per_pod", racks, gpus, "gpus_per_pod");
    const double switches = real(pods) * (real(racks) + 1);
    params.setSize({switches, switches, real(pods) * real(gpus), 0});
    if (!params.isSound())
        return {};
    // A pod's way up is gpus * speed * thousand / taper in thousandths: all capacities are counted in 1/taper of a
    // unit.
    const std::int64_t thousandths = std::llround(taper * 1000), common = std::gcd(thousandths, std::int64_t{1000});
    const std::int64_t finer = thousandths / common, coarser = 1000 / common;
    demandCapacity(params, real(pods) * real(gpus) * real(capacityUnits(gbps)) * real(std::max(finer, coarser)),
                   0.001 / real(finer));
    if (!params.isSound())
        return {};
    const std::int64_t perPod = gpus * capacityUnits(gbps) * coarser;
    GeneratedFabric made;
    made.endpoints = pods * gpus;
    const std::string reason = "fabric.ideal-top";
    made.counts.leaf = pods * racks;
    made.counts.nodeLinks = made.endpoints;
    for (FabricCount* count : {&made.counts.spine, &made.counts.core, &made.counts.switches,
                               &made.counts.leafSpineLinks, &made.counts.spineCoreLinks, &made.counts.interswitchLinks})
        *count = FabricCount::notDefined(reason);
    if (taper <= 1 || pods == 1)
        made.closed = halfOfEndpoints(made.endpoints, gbps);
    if (!params.isDrawn())
        return made;
    FabricGraph& graph = made.graph;
    const std::uint32_t core = graph.addVertex(VertexKind::Core);
    for (std::int64_t p = 0; p < pods; ++p) {
        const std::uint32_t pod = graph.addVertex(VertexKind::Spine);
        graph.links.push_back({pod, core, perPod, 1, LinkTier::SpineCore});
        for (std::int64_t r = 0; r < racks; ++r) {
            const std::uint32_t leaf = graph.addVertex(VertexKind::Leaf);
            const std::int64_t hosts = gpus * (r + 1) / racks - gpus * r / racks;
            const std::int64_t capacity = capacityUnits(gbps) * finer;
            graph.endpoints.push_back({leaf, narrow(hosts), capacity, 1});
            graph.links.push_back({leaf, pod, capacity * hosts, 1, LinkTier::LeafSpine});
        }
    }
    reduceUnits(graph, 0.001 / real(finer));
    return made;
}

} // namespace rackwright
