// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The fabric of one network of a design: its switches and cables as a graph, with each network port of a device as an
// endpoint of its own, or with whole devices. It solves nothing; the report of the network does.

#include "solvers/engine/context.h"
#include "solvers/graph/graph.h"

#include <array>
#include <memory>
#include <stop_token>
#include <vector>

namespace rackwright {

/// A port that carries cables of the network, after breakout.
struct NetworkCableEnd {
    double gbps = 0; ///< 0: not known
    std::uint16_t port = 0;
    bool isSwitch = false;
};

/// A present cable of the network with the devices it joins, as places in the list of devices.
struct NetworkCable {
    static constexpr std::uint32_t kNone = ~0U;

    std::uint32_t a = 0, b = 0;
    NetworkCableEnd endA, endB;
    Id<Cable> id;
    /// Its link and the run of endpoints that it serves, in `endpointGraph`.
    std::uint32_t link = kNone, run = kNone;

    /// What both ends can do; 0 when one is not known.
    double gbps() const { return endA.gbps < endB.gbps ? endA.gbps : endB.gbps; }
};

/// One network as graphs, with the way back from graph to design. Points into the context that it was made of.
struct NetworkFabric {
    std::vector<const Device*> devices;               ///< that cables reach, in the order of ids
    std::vector<const Part*> parts;                   ///< of each device; null: not known
    std::vector<std::shared_ptr<const Device>> plant; ///< of them, power elements and cooling units as devices
    std::vector<NetworkCable> cables;
    std::int64_t switches = 0;
    std::int64_t unknownSpeeds = 0; ///< cables without a speed, left out of the graphs
    Grade grade = Grade::Measured;  ///< of the weakest port speed

    FabricGraph endpointGraph;           ///< each port of a device that is no switch is an endpoint
    FabricGraph nodeGraph;               ///< each device that is no switch is one
    std::vector<std::uint32_t> deviceOf; ///< of each switch of `endpointGraph`, which come first
};

/// Stopped, it is empty.
NetworkFabric networkFabric(const Context& context, Id<Network> network, const std::stop_token& stop = {});

/// Whether switches of one tier are joined to each other and none of them goes up instead: torus, Dragonfly and their
/// like; with spines joined to spines Dragonfly+.
bool isDirectNetwork(const FabricGraph& graph);

/// Whether cables lead from each endpoint to all others.
bool joinsEndpoints(const FabricGraph& graph);

/// The same graph with each endpoint kept on the side of its switch, so that only cables between switches are cut.
FabricGraph routerGraph(FabricGraph graph);

/// Whether the network is rails alone: no way leads between some of its switches, and yet any two devices have a port
/// each in the same part. Its ports are in parts; its devices reach each other.
bool areRailsAlone(const NetworkFabric& fabric);

/// Where each device stands in `nodeGraph`.
std::vector<std::uint32_t> nodeVertices(const NetworkFabric& fabric);

/// Capacity down to the endpoints' side against capacity up, of the worst switch of a tier; 0: the tier has no way up.
double worstOversubscription(const FabricGraph& graph, VertexKind tier);
/// The same of leaves that cables join to each other and to nothing above: what comes from below a leaf against what
/// goes to its peers, the worst. 0 where a leaf has no peers.
double peerOversubscription(const FabricGraph& graph);
/// Whether any two devices hang on one switch, so that none needs another switch to reach another device.
bool doAllShareSwitches(const NetworkFabric& fabric);

/// Whether all trunks between leaves, spines and cores have as many cables as the others of their tiers, and none is
/// missing; direct networks have no such trunks.
bool hasEvenTrunks(const FabricGraph& graph);

} // namespace rackwright
