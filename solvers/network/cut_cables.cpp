// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/network/cut_cables.h"

#include "solvers/graph/bisection.h"

namespace rackwright {

namespace {

/// Of a graph in which each device stands for itself.
std::vector<std::uint8_t> cutBetweenDevices(const NetworkFabric& fabric, const Cut& cut) {
    const std::vector<std::uint32_t> vertexOf = nodeVertices(fabric);
    std::vector<std::uint8_t> isCut(fabric.cables.size(), 0);
    for (std::size_t c = 0; c < fabric.cables.size(); ++c)
        isCut[c] = cut.isOnB[vertexOf[fabric.cables[c].a]] != cut.isOnB[vertexOf[fabric.cables[c].b]] ? 1 : 0;
    return isCut;
}

} // namespace

std::vector<std::uint8_t> cutCables(const NetworkFabric& fabric, BisectionLevel level) {
    if (fabric.unknownSpeeds > 0 || fabric.endpointGraph.endpointCount() < 2)
        return {};
    const auto bisection = bisectionOf(graphAt(fabric, level), Effort::Quick);
    return bisection ? cutCables(fabric, bisection->witness, level) : std::vector<std::uint8_t>();
}

std::vector<std::uint8_t> cutCables(const NetworkFabric& fabric, const Cut& cut, BisectionLevel level) {
    if (!countCut(graphAt(fabric, level), cut).isValid)
        return {};
    if (level == BisectionLevel::Node)
        return cutBetweenDevices(fabric, cut);
    const FabricGraph& graph = fabric.endpointGraph;
    std::vector<std::uint32_t> away(graph.endpoints.size(), 0); // endpoints on the other side than their switch
    for (std::size_t run = 0; run < away.size() && level == BisectionLevel::Endpoint; ++run) {
        const bool isOnB = cut.isOnB[graph.endpoints[run].vertex] != 0;
        away[run] = isOnB ? graph.endpoints[run].count - cut.onB[run] : cut.onB[run];
    }
    std::vector<std::uint8_t> isCut(fabric.cables.size(), 0);
    for (std::size_t c = 0; c < fabric.cables.size(); ++c) {
        const NetworkCable& cable = fabric.cables[c];
        if (cable.link != NetworkCable::kNone) {
            const FabricLink& link = graph.links[cable.link];
            isCut[c] = cut.isOnB[link.a] != cut.isOnB[link.b] ? 1 : 0;
        } else if (cable.run != NetworkCable::kNone && away[cable.run] > 0) {
            --away[cable.run];
            isCut[c] = 1;
        }
    }
    return isCut;
}

} // namespace rackwright
