// SPDX-License-Identifier: GPL-3.0-or-later
// The direct families as targets: the generators of the families say which routers join, this file finds a shape for
// the devices there are, gives routers their names and says which bound a shape breaks.
#include "model/base/numbers.h"
#include "solvers/families/family.h"
#include "solvers/families/family_params.h"
#include "solvers/generation/network_target.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

using Shape = std::vector<std::int64_t>;

std::string wordsOf(const Shape& shape) {
    std::string text;
    for (const std::int64_t side : shape)
        text.append(text.empty() ? "" : "x").append(std::to_string(side));
    return text;
}

/// How many routers with endpoints a shape has, as a real number: what a person types may be of any size.
double routersAsked(NetworkFamily family, const Shape& shape) {
    const auto real = [&shape](std::size_t i) { return static_cast<double>(shape[i]); };
    switch (family) {
    case NetworkFamily::Dragonfly:
        return real(0) * real(2);
    case NetworkFamily::DragonflyPlus:
        return real(0) * real(3);
    case NetworkFamily::Hypercube:
        return std::exp2(real(0));
    case NetworkFamily::HyperX:
        return std::pow(real(0), real(1));
    case NetworkFamily::SlimFly:
        return 2 * real(0) * real(0);
    default: {
        double routers = 1;
        for (std::size_t i = 0; i < shape.size(); ++i)
            routers *= real(i);
        return routers;
    }
    }
}

/// Of a shape that is not too large.
std::int64_t routersOf(NetworkFamily family, const Shape& shape) { return std::llround(routersAsked(family, shape)); }

bool isTooLarge(NetworkFamily family, const Shape& shape) {
    const double spines =
        family == NetworkFamily::DragonflyPlus ? static_cast<double>(shape[1]) * static_cast<double>(shape[3]) : 0;
    return routersAsked(family, shape) + spines > kMostVertices;
}

/// The shape with its longest numbers cut, all to the same, so that it is as large as can be.
Shape cutToSize(NetworkFamily family, const Shape& shape) {
    const auto cut = [&shape](std::int64_t longest) {
        Shape made = shape;
        for (std::int64_t& number : made)
            number = std::min(number, longest);
        return made;
    };
    std::int64_t most = 1, tooMany = std::int64_t{1} << 62;
    while (tooMany - most > 1) {
        const std::int64_t longest = most + (tooMany - most) / 2;
        (isTooLarge(family, cut(longest)) ? tooMany : most) = longest;
    }
    return cut(most);
}

/// The shape with the fewest routers that are enough, as cubic as can be.
Shape torusFor(std::int64_t routers, std::int64_t dimensions) {
    Shape best;
    std::int64_t least = 0;
    const auto most = static_cast<std::int64_t>(
        std::ceil(std::pow(static_cast<double>(routers), 1.0 / static_cast<double>(dimensions))));
    const auto consider = [&](Shape shape) {
        const std::int64_t made = routersOf(NetworkFamily::Torus, shape);
        const std::int64_t spread = *std::ranges::max_element(shape) - *std::ranges::min_element(shape);
        if (const std::int64_t cost = made * 1000 + spread; made >= routers && (best.empty() || cost < least)) {
            best = std::move(shape);
            least = cost;
        }
    };
    for (std::int64_t x = 2; x <= std::max<std::int64_t>(2, most); ++x) {
        if (dimensions == 2) {
            consider({std::max<std::int64_t>(2, ceilingOf(routers, x)), x});
            continue;
        }
        for (std::int64_t y = x; y <= 2 * most + 2; ++y)
            consider({std::max<std::int64_t>(2, ceilingOf(routers, x * y)), y, x});
    }
    return best;
}

Shape shapeFor(NetworkFamily family, std::int64_t routers) {
    constexpr std::int64_t cube = 64; // from here on a third side keeps the ways short
    switch (family) {
    case NetworkFamily::Torus:
        return torusFor(routers, routers >= cube ? 3 : 2);
    case NetworkFamily::Hypercube: {
        std::int64_t d = 1;
        while ((std::int64_t{1} << d) < routers)
            ++d;
        return {d};
    }
    case NetworkFamily::HyperX: {
        std::int64_t q = 2;
        while (q * q < routers)
            ++q;
        return {q, 2};
    }
    case NetworkFamily::SlimFly: {
        std::int64_t q = 3;
        while (2 * q * q < routers || !isSlimFlySize(q))
            ++q;
        return {q};
    }
    case NetworkFamily::Dragonfly:
        // Balanced as a = 2h; each group has the same number of cables to each other one.
        for (std::int64_t h = 1;; ++h)
            for (std::int64_t g = 2; g <= 2 * h * h + 1; ++g)
                if (2 * h * g >= routers && 2 * h * h % (g - 1) == 0)
                    return {2 * h, h, g};
    case NetworkFamily::DragonflyPlus:
        for (std::int64_t s = 1;; ++s) // s leaves and s spines a group, each spine with s cables out
            for (std::int64_t g = 2; g <= s * s + 1; ++g)
                if (s * g >= routers && s * s % (g - 1) == 0)
                    return {s, s, s, g};
    default:
        return {};
    }
}

FamilyRequest familyOf(const NetworkRequest& request, const Shape& shape) {
    const auto text = [&shape](std::size_t i) { return std::to_string(shape[i]); };
    FamilyRequest made;
    switch (request.family) {
    case NetworkFamily::Dragonfly:
        made = {"Dragonfly", {{"a", text(0)}, {"h", text(1)}, {"p", "0"}, {"g", text(2)}}, {}, {}, {}};
        if (request.groupLinks > 0)
            made.params["links_per_group_pair"] = std::to_string(request.groupLinks);
        return made;
    case NetworkFamily::DragonflyPlus:
        made = {"Dragonfly+",
                {{"leaves", text(0)},
                 {"spines", text(1)},
                 {"global_links_per_spine", text(2)},
                 {"groups", text(3)},
                 {"hosts_per_leaf", "0"},
                 {"links_per_leaf_spine_pair", std::to_string(std::max<std::int64_t>(1, request.leafSpineLinks))}},
                {},
                {},
                {}};
        if (request.groupLinks > 0)
            made.params["links_per_group_pair"] = std::to_string(request.groupLinks);
        return made;
    case NetworkFamily::SlimFly:
        return {"SlimFly", {{"q", text(0)}, {"p", "0"}}, {}, {}, {}};
    case NetworkFamily::Hypercube:
        return {"hypercube", {{"d", text(0)}, {"endpoints_per_router", "0"}}, {}, {}, {}};
    case NetworkFamily::HyperX:
        return {"HyperX", {{"q", text(0)}, {"dims", text(1)}, {"endpoints_per_router", "0"}}, {}, {}, {}};
    default:
        return {"torus", {{"dims", wordsOf(shape)}, {"endpoints_per_router", "0"}}, {}, {}, {}};
    }
}

class DirectPlanner {
public:
    DirectPlanner(const NetworkRequest& request, const NetworkMembers& members)
        : m_request(request), m_members(members), m_leaf(*request.leaf) {}

    Result<NetworkTarget> plan(std::int64_t more) {
        const auto run = portRun(m_leaf, PortRole::Data, rateOf(m_members.fastestGbps));
        if (!run)
            return inputError(Message("fabric.no-speed")
                                  .with("switch", m_leaf.model)
                                  .with("speed", UnitNumber{m_members.fastestGbps, "Gb/s"}));
        m_run = *run;
        if (!m_request.shape.empty())
            return planGiven();
        const std::int64_t most = m_run.links() / m_members.mostEnds;
        const std::int64_t from = m_request.devicesPerUnit > 0 ? m_request.devicesPerUnit : most;
        std::optional<Error> last;
        for (std::int64_t each = from; each >= 1; --each) {
            const std::int64_t routers = std::max<std::int64_t>(2, ceilingOf(devices(), each)) + more;
            Result<NetworkTarget> made = planShape(shapeFor(m_request.family, routers), each);
            if (made || m_request.devicesPerUnit > 0)
                return made;
            if (!last)
                last = made.error();
        }
        return last ? *last : noDevice();
    }

private:
    std::int64_t devices() const { return static_cast<std::int64_t>(m_members.members.size()); }

    Error noDevice() const {
        return inputError(Message("network.no-device-fits")
                              .with("switch", m_leaf.model)
                              .with("ports", m_run.links())
                              .with("ends", m_members.mostEnds)
                              .with("most", std::max<std::int64_t>(0, m_run.links() - m_request.trunk * 2))
                              .with("uplinks", m_request.trunk * 2));
    }

    Result<NetworkTarget> planGiven() {
        const Shape& shape = m_request.shape;
        const std::size_t wanted = shapeWords(m_request.family).size();
        const bool isTorus = m_request.family == NetworkFamily::Torus;
        const bool isSound = (shape.size() == wanted || (isTorus && (shape.size() == 2 || shape.size() == 3))) &&
                             std::ranges::all_of(shape, [](std::int64_t side) { return side >= 1; });
        if (!isSound) {
            WordList words;
            for (const std::string_view word : shapeWords(m_request.family))
                words.words.emplace_back(word);
            return inputError(Message("network.shape-words").with("words", std::move(words)));
        }
        if (isTooLarge(m_request.family, shape))
            return inputError(Message("network.shape-large")
                                  .with("shape", wordsOf(shape))
                                  .with("most", static_cast<std::int64_t>(kMostVertices))
                                  .with("nearest", wordsOf(cutToSize(m_request.family, shape))));
        const std::int64_t routers = routersOf(m_request.family, shape);
        const std::int64_t each = m_request.devicesPerUnit > 0
                                      ? m_request.devicesPerUnit
                                      : std::max<std::int64_t>(1, ceilingOf(devices(), routers));
        if (routers * each < devices()) {
            const std::int64_t needed = ceilingOf(devices(), each);
            return inputError(Message("network.shape-small")
                                  .with("shape", wordsOf(shape))
                                  .with("routers", routers)
                                  .with("room", routers * each)
                                  .with("devices", devices())
                                  .with("needed", needed)
                                  .with("nearest", wordsOf(shapeFor(m_request.family, needed))));
        }
        return planShape(shape, each);
    }

    Result<NetworkTarget> planShape(const Shape& shape, std::int64_t each) {
        Result<GeneratedFabric> made = generateFabric(familyOf(m_request, shape));
        if (!made)
            return made.error();
        const FabricGraph& graph = made->graph;
        std::vector<std::int64_t> degree(graph.size(), 0);
        for (const FabricLink& link : graph.links) {
            degree[link.a] += link.cables * m_request.trunk;
            degree[link.b] += link.cables * m_request.trunk;
        }
        const std::int64_t routers = routersOf(m_request.family, shape);
        std::int64_t neighbours = 0, inner = 0;
        for (std::size_t v = 0; v < graph.size(); ++v) {
            std::int64_t& most = v < static_cast<std::size_t>(routers) ? neighbours : inner;
            most = std::max(most, degree[v]);
        }
        const std::int64_t ends = each * m_members.mostEnds;
        if (std::max(ends + neighbours, inner) > m_run.links())
            return inputError(
                Message("network.router-ports")
                    .with("shape", wordsOf(shape))
                    .with("needed", std::max(ends + neighbours, inner))
                    .with("ends", ends)
                    .with("neighbours", std::max(neighbours, inner))
                    .with("switch", m_leaf.model)
                    .with("ports", m_run.links())
                    .with("most", std::max<std::int64_t>(0, m_run.links() - neighbours) / m_members.mostEnds));
        NetworkTarget target;
        target.shape = shape;
        target.trunkGbps = m_members.fastestGbps;
        target.units = routers;
        target.devicesPerUnit = each;
        target.endPorts = m_run.count - ceilingOf(neighbours, m_run.split);
        addRouters(target, graph, routers, ends);
        for (const FabricLink& link : graph.links)
            target.trunks.push_back({link.a, link.b, static_cast<std::uint32_t>(link.cables * m_request.trunk)});
        return target;
    }

    void addRouters(NetworkTarget& target, const FabricGraph& graph, std::int64_t routers, std::int64_t ends) const {
        const std::string prefix(networkPrefix(m_request.role));
        const Shape& shape = target.shape;
        const bool isPlus = m_request.family == NetworkFamily::DragonflyPlus;
        const bool isGrouped = hasGroups(m_request.family);
        for (std::int64_t v = 0; v < static_cast<std::int64_t>(graph.size()); ++v) {
            const bool isInner = v >= routers;
            const std::int64_t inGroup = isInner ? shape[1] : isGrouped ? shape[0] : 1;
            const std::int64_t number = isInner ? v - routers : v;
            std::string name = prefix + (isInner ? "-spine-" : isPlus ? "-leaf-" : "-router-");
            if (isGrouped)
                name.append(std::to_string(number / inGroup + 1))
                    .append("-")
                    .append(std::to_string(number % inGroup + 1));
            else
                name.append(std::to_string(number + 1));
            const std::int64_t upFrom = m_run.first + ceilingOf(isInner ? 0 : ends, m_run.split);
            target.switches.push_back({std::move(name),
                                       isInner  ? "spine"
                                       : isPlus ? "leaf"
                                                : "router",
                                       isGrouped ? number / inGroup + 1 : 0, false, upFrom});
        }
    }

    const NetworkRequest& m_request;
    const NetworkMembers& m_members;
    const Part& m_leaf;
    PortRun m_run;
};

} // namespace

Result<NetworkTarget> directTarget(const NetworkRequest& request, const NetworkMembers& members, std::int64_t more) {
    return DirectPlanner(request, members).plan(more);
}

} // namespace rackwright
