// SPDX-License-Identifier: GPL-3.0-or-later
// Direct networks: torus, hypercube, HyperX, Dragonfly and Dragonfly+. Routers are numbered with the longest side
// first, so that the first half of them is a good half of the network.
#include "model/base/numbers.h"
#include "solvers/families/family_params.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace rackwright {

namespace {

constexpr const char* kNoTiers = "fabric.no-tiers";

FabricCounts directCounts(std::int64_t routers, std::int64_t endpoints, std::int64_t links) {
    return {routers, 0, 0, routers, endpoints, FabricCount::notDefined(kNoTiers), FabricCount::notDefined(kNoTiers),
            links};
}

GeneratedFabric countedFabric(std::int64_t routers, std::int64_t endpointsEach, std::int64_t links) {
    GeneratedFabric made;
    made.level = BisectionLevel::Router;
    made.endpoints = routers * endpointsEach;
    made.counts = directCounts(routers, made.endpoints, links);
    return made;
}

void addRouters(FabricGraph& graph, VertexKind kind, std::int64_t count, std::int64_t endpointsEach) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint32_t v = graph.addVertex(kind);
        if (endpointsEach > 0)
            graph.endpoints.push_back({v, narrow(endpointsEach), 0, 1});
    }
}

/// A product of equal factors, one a side: rings or complete graphs. `sides` are sorted, the longest first.
class Product {
public:
    explicit Product(std::vector<std::int64_t> sides) : m_sides(std::move(sides)), m_stride(m_sides.size(), 1) {
        for (std::size_t i = m_sides.size(); i-- > 1;)
            m_stride[i - 1] = m_stride[i] * m_sides[i];
    }
    std::int64_t size() const { return m_sides.empty() ? 1 : m_stride[0] * m_sides[0]; }
    std::size_t dimensions() const { return m_sides.size(); }
    std::int64_t side(std::size_t dimension) const { return m_sides[dimension]; }
    std::int64_t moved(std::int64_t v, std::size_t dimension, std::int64_t by) const {
        const std::int64_t at = v / m_stride[dimension] % m_sides[dimension];
        return v + ((at + by) % m_sides[dimension] - at) * m_stride[dimension];
    }
    std::int64_t coordinate(std::int64_t v, std::size_t dimension) const {
        return v / m_stride[dimension] % m_sides[dimension];
    }
    /// One step along each side maps the product on itself.
    std::vector<std::vector<std::uint32_t>> translations() const {
        std::vector<std::vector<std::uint32_t>> maps;
        for (std::size_t d = 0; d < dimensions(); ++d) {
            auto& map = maps.emplace_back();
            for (std::int64_t v = 0; v < size(); ++v)
                map.push_back(narrow(moved(v, d, 1)));
        }
        return maps;
    }

private:
    std::vector<std::int64_t> m_sides, m_stride;
};

void addLink(FabricGraph& graph, std::int64_t a, std::int64_t b, double gbps) {
    graph.links.push_back({narrow(a), narrow(b), capacityUnits(gbps), 1, LinkTier::Direct});
}

/// Where endpoints stand on the routers: without any there is nothing to split.
void setTheorem(GeneratedFabric& made, std::int64_t cables, double gbps) {
    if (made.endpoints == 0)
        return;
    const std::int64_t routers = made.counts.leaf.value, near = made.endpoints / routers * (routers / 2);
    made.theorem = BisectionTheorem{cables};
    made.closed = ClosedBisection{cables, gbps, made.endpoints - near, near, BoundProof::ProductTheorem};
}

/// A ring of two is one cable.
GeneratedFabric torus(const FamilyParams& params, const std::vector<std::int64_t>& sides, std::int64_t endpoints,
                      double gbps) {
    const Product product(sides);
    std::int64_t links = 0;
    for (const std::int64_t side : sides)
        links += side > 2 ? product.size() : product.size() / 2;
    GeneratedFabric made = countedFabric(product.size(), endpoints, links);
    setTheorem(made, torusBisection(sides), gbps);
    if (!params.isDrawn())
        return made;
    addRouters(made.graph, VertexKind::Router, product.size(), endpoints);
    for (std::size_t d = 0; d < product.dimensions(); ++d)
        for (std::int64_t v = 0; v < product.size(); ++v)
            if (product.side(d) > 2 || product.coordinate(v, d) == 0)
                addLink(made.graph, v, product.moved(v, d, 1), gbps);
    made.graph.symmetries = product.translations();
    reduceUnits(made.graph);
    return made;
}

GeneratedFabric hamming(const FamilyParams& params, std::int64_t side, std::int64_t dimensions, std::int64_t endpoints,
                        double gbps) {
    const Product product(std::vector<std::int64_t>(static_cast<std::size_t>(dimensions), side));
    GeneratedFabric made = countedFabric(product.size(), endpoints, product.size() * dimensions * (side - 1) / 2);
    setTheorem(made, hammingBisection(side, dimensions), gbps);
    if (!params.isDrawn())
        return made;
    addRouters(made.graph, VertexKind::Router, product.size(), endpoints);
    for (std::size_t d = 0; d < product.dimensions(); ++d)
        for (std::int64_t v = 0; v < product.size(); ++v)
            for (std::int64_t by = 1; by < side - product.coordinate(v, d); ++by)
                addLink(made.graph, v, product.moved(v, d, by), gbps);
    made.graph.symmetries = product.translations();
    // Swapping two neighbours of a line: with the translations these give every exchange of its routers.
    for (std::size_t d = 0; d < product.dimensions() && side > 2; ++d) {
        auto& map = made.graph.symmetries.emplace_back();
        for (std::int64_t v = 0; v < product.size(); ++v) {
            const std::int64_t at = product.coordinate(v, d);
            map.push_back(narrow(at > 1 ? v : product.moved(v, d, at == 0 ? 1 : side - 1)));
        }
    }
    reduceUnits(made.graph);
    return made;
}

double power(std::int64_t base, std::int64_t exponent) {
    double value = 1;
    for (std::int64_t i = 0; i < exponent; ++i)
        value *= real(base);
    return value;
}

} // namespace

std::int64_t torusBisection(std::vector<std::int64_t> sides) {
    const std::int64_t pairs = std::ranges::count(sides, 2);
    std::erase(sides, 2);
    sides.insert(sides.end(), static_cast<std::size_t>((pairs + 1) / 2), 4);
    std::ranges::sort(sides, std::greater<>());
    std::int64_t rest = std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>());
    std::int64_t sum = 0;
    for (const std::int64_t side : sides) {
        rest /= side;
        sum += rest;
        if (side % 2 == 0)
            break;
    }
    return pairs % 2 == 0 ? 2 * sum : sum;
}

std::int64_t hammingBisection(std::int64_t side, std::int64_t dimensions) {
    const std::int64_t near = side / 2, far = side - near;
    std::int64_t lines = 1, sum = 0; // lines along the dimension that are cut evenly
    for (std::int64_t d = 1; d < dimensions; ++d)
        lines *= side;
    if (side % 2 == 0)
        return lines * near * far;
    for (; lines >= 1; lines /= side)
        sum += near * far * lines;
    return sum;
}

GeneratedFabric generateTorus(FamilyParams& params) {
    std::vector<std::int64_t> sides;
    if (params.has("k") || params.has("n")) {
        const std::int64_t k = params.count("k", 2), n = params.count("n", 1, 20);
        sides.assign(static_cast<std::size_t>(n), k);
    } else {
        sides = params.sides("dims");
    }
    const std::int64_t endpoints = params.count("endpoints_per_router", 0);
    params.endpointGbps();
    const double gbps = params.leafSpineGbps();
    double routers = 1;
    for (const std::int64_t side : sides)
        routers *= real(side);
    const double links = routers * real(static_cast<std::int64_t>(sides.size()));
    params.setSize({routers, links, routers * real(endpoints), links});
    std::ranges::sort(sides, std::greater<>());
    return params.isSound() ? torus(params, sides, endpoints, gbps) : GeneratedFabric{};
}

GeneratedFabric generateHypercube(FamilyParams& params) {
    const std::int64_t d = params.count("d", 1, 60), endpoints = params.count("endpoints_per_router", 0);
    params.endpointGbps();
    const double gbps = params.leafSpineGbps();
    const double routers = power(2, d), links = routers * real(d) / 2;
    params.setSize({routers, links, routers * real(endpoints), links});
    return params.isSound() ? hamming(params, 2, d, endpoints, gbps) : GeneratedFabric{};
}

GeneratedFabric generateHyperX(FamilyParams& params) {
    const std::int64_t q = params.count("q", 2), dimensions = params.count("dims", 1, 60);
    const std::int64_t endpoints = params.count("endpoints_per_router", 0);
    params.endpointGbps();
    const double gbps = params.leafSpineGbps();
    const double routers = power(q, dimensions), links = routers * real(dimensions) * real(q - 1) / 2;
    params.setSize({routers, links, routers * real(endpoints), links});
    return params.isSound() ? hamming(params, q, dimensions, endpoints, gbps) : GeneratedFabric{};
}

namespace {

struct Groups {
    std::int64_t count, members, portsPerMember; ///< members that have global ports
    std::int64_t linksPerPair = 0;               ///< of two groups, where a person says it; 0: all ports are used

    std::int64_t ports() const { return members * portsPerMember; }
    std::int64_t others() const { return count - 1; }
    /// Cables that every pair of groups has.
    std::int64_t base() const { return count < 2 ? 0 : linksPerPair > 0 ? linksPerPair : ports() / others(); }
    /// Ports of a group beyond those, each for one cable more to some other group.
    std::int64_t rest() const { return count < 2 || linksPerPair > 0 ? 0 : ports() % others(); }
    /// Between groups. A port is left over where an odd number of groups has an odd number of ports.
    std::int64_t cables() const { return count * others() / 2 * base() + count * rest() / 2; }

    GroupLinks links() const { return {count, cables(), base(), base() + (rest() > 0 ? 1 : 0)}; }
};

/// `ofCount`, `ofPorts`: the keys that say how many groups, and how many global ports a member has.
Groups readGroups(FamilyParams& params, Groups groups, const std::string& ofCount, const std::string& ofPorts) {
    if (params.has("links_per_group_pair"))
        groups.linksPerPair = params.count("links_per_group_pair");
    params.remark("links_per_group_pair");
    // A single group has no other to reach.
    if (groups.count == 1)
        params.demandAtMost(ofPorts, groups.portsPerMember, 0, ofCount + "=1");
    if (groups.count > groups.ports() + 1)
        params.fail(Message("fabric.too-many-groups")
                        .with("groups", groups.count)
                        .with("ports", groups.ports())
                        .with("most", groups.ports() + 1));
    else if (groups.count > 1)
        params.demandAtMost("links_per_group_pair", groups.linksPerPair, groups.ports() / groups.others(),
                            std::to_string(groups.ports()) + " / " + std::to_string(groups.others()));
    return groups;
}

/// Calls `join` for pairs of groups that have one cable more than the others, so that each group is in `rest` of them,
/// but for one group where that cannot be: steps around a ring of the groups, and where the number is odd, a matching
/// of groups that are half a ring apart.
template <class Join>
void forEachExtraPair(std::int64_t groups, std::int64_t rest, Join join) {
    for (std::int64_t step = 1; step <= rest / 2; ++step)
        for (std::int64_t i = 0; i < groups; ++i)
            join(i, (i + step) % groups);
    if (rest % 2 == 0)
        return;
    const std::int64_t half = groups / 2;
    if (groups % 2 == 0) {
        for (std::int64_t i = 0; i < half; ++i)
            join(i, i + half);
        return;
    }
    // Steps of half a ring go through all groups of an odd number in one cycle: every other step is a matching.
    for (std::int64_t k = 0; k + 1 < groups; k += 2)
        join(k * half % groups, (k + 1) * half % groups);
}

/// Calls `join` with group and member of both ends of each global cable, once a cable.
template <class Join>
void forEachGlobalCable(const Groups& groups, bool isRotated, Join join) {
    if (groups.count < 2)
        return;
    const std::int64_t others = groups.others();
    // The n-th cable of the list of group i, towards group j, is the one of j's list with the same round.
    const auto memberOf = [&](std::int64_t i, std::int64_t j, std::int64_t round) {
        if (isRotated)
            return ((j - i - 1 + groups.count) % groups.count) / groups.portsPerMember;
        return (round * others + (j < i ? j : j - 1)) % groups.members;
    };
    for (std::int64_t i = 0; i < groups.count; ++i)
        for (std::int64_t j = i + 1; j < groups.count; ++j)
            for (std::int64_t round = 0; round < groups.base(); ++round)
                join(i, memberOf(i, j, round), j, memberOf(j, i, round));
    // Those beyond take the next members in turn.
    std::vector<std::int64_t> dealt(static_cast<std::size_t>(groups.count), groups.base() * others);
    const auto next = [&](std::int64_t group) { return dealt[static_cast<std::size_t>(group)]++ % groups.members; };
    forEachExtraPair(groups.count, groups.rest(), [&](std::int64_t i, std::int64_t j) {
        const std::int64_t u = next(i), v = next(j);
        join(i, u, j, v);
    });
}

} // namespace

GeneratedFabric generateDragonfly(FamilyParams& params) {
    const std::int64_t a = params.count("a"), h = params.count("h", 0), p = params.count("p", 0);
    const std::int64_t g = params.count("g");
    params.endpointGbps();
    const double gbps = params.leafSpineGbps();
    const Groups groups = readGroups(params, {g, a, h}, "g", "h");
    const double routers = real(a) * real(g);
    const double links = routers * real(a - 1) / 2 + routers * real(h) / 2;
    params.setSize({routers, links, routers * real(p), links});
    if (!params.isSound())
        return {};
    GeneratedFabric made = countedFabric(a * g, p, g * (a * (a - 1) / 2) + groups.cables());
    made.groups = groups.links();
    if (!params.isDrawn())
        return made;
    addRouters(made.graph, VertexKind::Router, a * g, p);
    for (std::int64_t i = 0; i < g; ++i)
        for (std::int64_t u = 0; u < a; ++u)
            for (std::int64_t v = u + 1; v < a; ++v)
                addLink(made.graph, i * a + u, i * a + v, gbps);
    const bool isRotated = g == groups.ports() + 1 && g > 1; // each pair has one cable then
    forEachGlobalCable(groups, isRotated, [&](std::int64_t i, std::int64_t u, std::int64_t j, std::int64_t v) {
        addLink(made.graph, i * a + u, j * a + v, gbps);
    });
    if (isRotated) {
        auto& map = made.graph.symmetries.emplace_back();
        for (std::int64_t v = 0; v < a * g; ++v)
            map.push_back(narrow((v + a) % (a * g)));
    }
    reduceUnits(made.graph);
    return made;
}

GeneratedFabric generateDragonflyPlus(FamilyParams& params) {
    const std::int64_t leaves = params.count("leaves"), spines = params.count("spines");
    const std::int64_t hosts = params.count("hosts_per_leaf", 0), count = params.count("groups");
    const std::int64_t perPair =
        params.has("links_per_leaf_spine_pair") ? params.count("links_per_leaf_spine_pair") : 1;
    params.remark("links_per_leaf_spine_pair");
    params.endpointGbps();
    const double gbps = params.leafSpineGbps();
    const Groups groups = readGroups(params, {count, spines, params.count("global_links_per_spine", 0)}, "groups",
                                     "global_links_per_spine");
    const double links = real(count) * (real(leaves) * real(spines) * real(perPair) + real(groups.ports()) / 2);
    params.setSize(
        {real(count) * (real(leaves) + real(spines)), links, real(count) * real(leaves) * real(hosts), links});
    if (!params.isSound())
        return {};
    GeneratedFabric made;
    made.level = BisectionLevel::Router;
    made.endpoints = leaves * count * hosts;
    const std::int64_t inside = leaves * spines * perPair * count;
    made.counts = {leaves * count,
                   spines * count,
                   0,
                   (leaves + spines) * count,
                   made.endpoints,
                   inside,
                   FabricCount::notDefined("fabric.no-spine-core"),
                   inside + groups.cables()};
    made.groups = groups.links();
    if (!params.isDrawn())
        return made;
    addRouters(made.graph, VertexKind::Leaf, leaves * count, hosts);
    addRouters(made.graph, VertexKind::Spine, spines * count, 0);
    const std::int64_t firstSpine = leaves * count;
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t l = 0; l < leaves; ++l)
            for (std::int64_t s = 0; s < spines; ++s)
                made.graph.links.push_back({narrow(i * leaves + l), narrow(firstSpine + i * spines + s),
                                            capacityUnits(gbps), narrow(perPair), LinkTier::LeafSpine});
    forEachGlobalCable(groups, false, [&](std::int64_t i, std::int64_t u, std::int64_t j, std::int64_t v) {
        addLink(made.graph, firstSpine + i * spines + u, firstSpine + j * spines + v, gbps);
    });
    reduceUnits(made.graph);
    return made;
}

} // namespace rackwright
