// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a person asks of a generated network: purpose, family, switches and the few numbers of the family, where 0 and
// empty mean "work it out". Kept with the network as a FabricGenerator, so that it can be run again.

#include "model/project/project.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// The shape of a network, as the trade calls it.
enum class NetworkFamily : std::uint8_t {
    LeafSpine,
    ThreeTier,
    RailOptimised, ///< with a third tier where two do not reach
    RailOnly,
    MultiPlane,
    DualTor,
    Dragonfly,
    DragonflyPlus,
    Torus,
    Hypercube,
    HyperX,
    SlimFly
};
template <>
struct EnumNames<NetworkFamily> {
    static constexpr std::array<std::string_view, 12> names = {
        "leaf-spine", "three-tier",     "rail-optimised", "rail-only", "multi-plane", "dual-tor",
        "dragonfly",  "dragonfly-plus", "torus",          "hypercube", "hyperx",      "slim-fly"};
};
/// Routers that join each other, without tiers of their own but for Dragonfly+.
constexpr bool isDirect(NetworkFamily family) { return family >= NetworkFamily::Dragonfly; }
/// Routers in groups that are joined by cables of their own.
constexpr bool hasGroups(NetworkFamily family) {
    return family == NetworkFamily::Dragonfly || family == NetworkFamily::DragonflyPlus;
}
constexpr bool hasRails(NetworkFamily family) {
    return family == NetworkFamily::RailOptimised || family == NetworkFamily::RailOnly ||
           family == NetworkFamily::MultiPlane;
}

/// How many spines: trunks of equal width (the published tables), or as few as carry all.
enum class SpineRule : std::uint8_t { EvenTrunks, Minimum };
template <>
struct EnumNames<SpineRule> {
    static constexpr std::array<std::string_view, 2> names = {"even-trunks", "minimum"};
};

/// Where switches that are not there yet go; what finds no place lies in the tray.
enum class SwitchPlacing : std::uint8_t { AnyRack, NetworkRacks, Tray };
template <>
struct EnumNames<SwitchPlacing> {
    static constexpr std::array<std::string_view, 3> names = {"any-rack", "network-racks", "tray"};
};

struct NetworkRequest {
    Id<Network> network; ///< null: a new one
    NetworkRole role = NetworkRole::Compute;
    NetworkFamily family = NetworkFamily::RailOptimised;
    PartPtr leaf;                     ///< leaf or router
    PartPtr upper;                    ///< spine and core; null: as the leaf
    std::int64_t portsPerDevice = 0;  ///< 0: all
    std::int64_t devicesPerUnit = 0;  ///< that share their leaves or router; 0: as many as the ports allow
    double oversubscription = 1;      ///< of a leaf, capacity down to capacity up
    double spineOversubscription = 1; ///< of a spine that goes up to cores
    SpineRule spineRule = SpineRule::EvenTrunks;
    double trunkGbps = 0;            ///< of cables between switches with tiers; 0: worked out
    std::int64_t planes = 2;         ///< of MultiPlane
    std::vector<std::int64_t> shape; ///< of direct families, see shapeWords; empty: worked out
    std::int64_t trunk = 1;          ///< cables between neighbours of a direct family
    std::int64_t spines = 0;         ///< of a pod, or of a plane of two tiers; 0: by the rule
    std::int64_t groupLinks = 0;     ///< between two groups of a Dragonfly; 0: as many as the global ports give
    std::int64_t leafSpineLinks = 1; ///< of a leaf and a spine of a Dragonfly+
    SwitchPlacing placing = SwitchPlacing::AnyRack;
    /// Keys of groups of nodes (see nodeGroups); nothing: all devices that could be on the network.
    std::optional<std::vector<std::string>> nodes;
    /// Orderable parts that the cables may be made of; the project takes those that fit the ports. Not kept.
    std::vector<PartPtr> cabling;
};

/// What the numbers of a shape are called, in their order: "sides"; "a", "h", "g"; ...; empty where a family has none.
std::vector<std::string_view> shapeWords(NetworkFamily family);

/// How switches and generators of a role are called ("compute-leaf-1-1").
std::string_view networkPrefix(NetworkRole role);

/// The request as it is kept, and read again. Reading fills what a kept generator says; parts come from the project.
std::vector<Parameter> parametersOf(const NetworkRequest& request);
/// A request for the network as it is drawn: its generator's words, its switches, its ports a device.
NetworkRequest requestOf(const Project& project, const Design& design, Id<Network> network);
/// A request for a new network of a role with the habits of its kind.
NetworkRequest requestFor(NetworkRole role);

} // namespace rackwright
