// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is left of a network when something of it is lost: one leaf, spine, core or router, a rail, a plane, a cage or a
// cable, one line a class, since likes fail alike; or whatever a person takes out. Panels ask for it on a worker.

#include "solvers/graph/bisection.h"
#include "solvers/network/design_fabric.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rackwright {

/// What is lost: a switch of a tier, all of a rail or plane, a cage, or one cable (to a device, between switches).
enum class LossKind : std::uint8_t { Leaf, Spine, Core, Router, Rail, Plane, Cage, EndCable, Cable };
template <>
struct EnumNames<LossKind> {
    static constexpr std::array<std::string_view, 9> names = {"leaf",  "spine", "core",      "router", "rail",
                                                              "plane", "cage",  "end-cable", "cable"};
};

/// What is taken out: whole switches, and cables by their place in NetworkFabric::cables.
struct Loss {
    std::vector<Id<Device>> switches;
    std::vector<std::size_t> cables;
};

/// Bounds of a bisection, one way.
struct BisectionBounds {
    double lowerGbps = 0, upperGbps = 0;
};

/// What is left of a network after a loss, or the whole of it.
struct Remainder {
    std::int64_t endpoints = 0;
    double lowerGbps = 0, upperGbps = 0; ///< at the level of losses
    /// That the bisection loses at most, where the cables that are lost tell it.
    std::optional<double> lostAtMostGbps;
    std::optional<double> worstLoad; ///< of all-to-all at full rate, of a cable's capacity; unset: not connected
};

/// Losses that leave the same, with one of them worked out.
struct LossClass {
    LossKind kind = LossKind::Leaf;
    std::int64_t alike = 1; ///< things whose loss leaves the same
    Loss example;           ///< that the figures are worked out with
    std::string name;       ///< of the example: its switch, "1" of a rail or plane
    std::string other;      ///< of a cable: the switch or device at its far end
    Remainder left;
};

/// What each single loss leaves of one network.
struct FailureTable {
    BisectionLevel level = BisectionLevel::Endpoint; ///< of all bisections in it
    Remainder whole;
    std::vector<LossClass> classes;
    std::int64_t unsolved = 0; ///< classes beyond the most of their kind, left out
};

/// One a cable of the network: 1 where it is lost, by itself or with a switch.
std::vector<std::uint8_t> lostCables(const NetworkFabric& fabric, const Loss& loss);
/// The fabric with its cables and its graph of endpoints without what is lost; the graph of whole devices stays.
NetworkFabric withoutLoss(const NetworkFabric& fabric, const Loss& loss);

FabricGraph graphWithout(const NetworkFabric& fabric, const Loss& loss);
/// The graph of whole devices without what is lost and without devices that no cable reaches any more.
FabricGraph nodesWithout(const NetworkFabric& fabric, const Loss& loss);

/// What a bisection after a loss is split by: ports, routers of direct networks with more than two, or whole nodes
/// where only these join the switches (rails alone), since the ports of such a network have a bisection of nothing
/// before anything fails.
BisectionLevel lossLevel(const NetworkFabric& fabric);

/// Colours of the switches: equal where nothing that a cut or a load depends on tells them apart.
std::vector<std::uint64_t> switchColours(const FabricGraph& graph);
/// The classes of losses of leaves, spines, cores and routers, rails and planes, with nothing worked out.
std::vector<LossClass> switchLosses(const Context& context, const NetworkFabric& fabric);

/// Share of the bisection that is left for certain: the lower bound after a loss against the upper bound before it, or
/// by what the loss takes at most. Two lower bounds would say nothing where an interval is open. 0 to 1.
double bisectionLeft(const BisectionBounds& before, double lowerAfterGbps, std::optional<double> lostAtMostGbps);
/// The same of remainders.
double bisectionLeft(const Remainder& whole, const Remainder& left);

/// What a network has left without some switches and cables.
Remainder remainderOf(const NetworkFabric& fabric, const Loss& loss, const std::stop_token& stop = {});

/// The classes of losses of each kind, up to a number that says enough; stopped, the table ends early.
FailureTable failureTable(const Context& context, const NetworkFabric& fabric, const std::stop_token& stop = {});

} // namespace rackwright
