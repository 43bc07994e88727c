// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/cut_cables.h"

#include "solvers/fabric/bisection.h"

namespace rackwright {

std::vector<std::uint8_t> cutCables(const NetworkFabric& fabric) {
    const FabricGraph& graph = fabric.endpointGraph;
    if (fabric.unknownSpeeds > 0 || graph.endpointCount() < 2)
        return {};
    const auto bisection = bisectionOf(graph, Effort::Quick);
    return bisection ? cutCables(fabric, bisection->witness) : std::vector<std::uint8_t>();
}

std::vector<std::uint8_t> cutCables(const NetworkFabric& fabric, const Cut& cut) {
    const FabricGraph& graph = fabric.endpointGraph;
    if (!countCut(graph, cut).isValid)
        return {};
    std::vector<std::uint32_t> away(graph.endpoints.size()); // endpoints on the other side than their switch
    for (std::size_t run = 0; run < away.size(); ++run) {
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
