// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the fabric solver says of each network of a design: bisection with its proofs, oversubscription, loads and what
// one fault leaves. A look-up of the context, worked out once and kept while the cables and what they join stay.

#include "solvers/engine/context.h"
#include "solvers/graph/bisection.h"
#include "solvers/network/traffic_patterns.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

struct NetworkFabric;

/// A bisection without its sides, in Gb/s one way.
struct BisectionSummary {
    double lowerGbps = 0, upperGbps = 0;
    double injectionGbps = 0; ///< what the smaller half can send into the network
    std::int64_t onA = 0, onB = 0, cutCables = 0;
    BoundProof lowerProof = BoundProof::Trivial;
};

/// What fails: one switch of a tier, one cable between two, a rail or a plane.
enum class FaultKind : std::uint8_t {
    Leaf,
    Spine,
    Core,
    LeafSpineCable,
    SpineCoreCable,
    Router,
    RouterCable,
    Rail,
    Plane
};

/// How switches of a network are joined: leaves to spines and cores, groups of leaves and spines to each other, or
/// switches to their likes.
enum class TopologyKind : std::uint8_t { Tiers, DragonflyPlus, Direct };

/// What one loss leaves at least.
struct FaultOutcome {
    FaultKind kind = FaultKind::Leaf;
    std::string device; ///< that fails; of a cable, its lower end; "1" of a rail or plane
    std::int64_t endpoints = 0;
    double lowerGbps = 0;
    double endpointShare = 0;  ///< of the whole fabric
    double bisectionShare = 0; ///< the same, at least: lower bound after the loss / upper bound before it
    bool isSolved = false;     ///< by a bisection of its own; else by a bound
};

/// Devices of one part at the ends of a network.
struct EndDevices {
    Id<PartRow> part;
    std::int64_t count = 0;
    double leastGbps = 0; ///< of all ports in the network together, of the device with least
    double mostGbps = 0;
    std::string least;   ///< name of the device with least
    double portGbps = 0; ///< of the slowest port of one of them, as it is cabled
};

/// One device at an end of a network, with what all its ports in it carry together.
struct EndDevice {
    Id<Device> device;
    double gbps = 0;
};

/// What is known of one network; the unset is not solved or not asked of its role.
struct NetworkReport {
    std::int64_t endpoints = 0, devices = 0, switches = 0, cables = 0;
    std::int64_t unknownSpeeds = 0;
    Grade grade = Grade::Measured;
    std::optional<BisectionSummary> byEndpoint, byNode;
    std::optional<BisectionSummary> byRouter;                   ///< of direct networks
    double leafOversubscription = 0, spineOversubscription = 0; ///< 0: no such tier goes up
    bool hasEvenTrunks = true;
    bool isConnected = false;
    bool isOfRailsAlone = false; ///< not connected, but any two devices meet on a rail
    /// Of storage and management: leaves that only cables between them join, by which `leafOversubscription` is then.
    bool hasPeersAlone = false;
    bool mustCrossPeers = false;          ///< of such: two devices hang on no common leaf
    std::optional<std::int64_t> diameter; ///< links
    std::optional<double> meanDistance;   ///< links
    std::optional<double> worstLoad;      ///< of all-to-all at the endpoints' full rate, of the cable's capacity
    /// The same by pattern and way of spreading, of networks that jobs wait for.
    std::array<std::optional<SpreadLoads>, EnumNames<TrafficPattern>::names.size()> spreads;
    std::vector<EndDevices> ends;      ///< in the order of parts
    std::vector<EndDevice> endDevices; ///< in the order of ids
    FabricProtocol protocol = FabricProtocol::Either;
    TopologyKind topology = TopologyKind::Tiers; ///< of networks that jobs wait for
    std::vector<FaultOutcome> faults;            ///< in the order of kinds
    std::int64_t faultsLeftOut = 0; ///< kinds of losses beyond the budget of work that may be worse than `faults`

    /// All cables have a speed and there is something to split.
    bool isSolved() const { return unknownSpeeds == 0 && byEndpoint.has_value(); }
    /// The level that says most of the network: that of the routers of a direct one, and that of the nodes where only
    /// these join its switches (rails alone, whose ports have a bisection of nothing).
    BisectionLevel level() const;
};

/// The graph of a network that a level splits.
FabricGraph graphAt(NetworkFabric fabric, BisectionLevel level);

/// The reports of all networks; look it up with Context::lookUp().
class NetworkReports {
public:
    static constexpr std::string_view kReads[] = {"devices",  "cables",         "cable_details",
                                                  "networks", "power_elements", "cooling_units"};

    NetworkReports(const Context& context, const NetworkReports* before);

    /// Null when no cable is of the network.
    const NetworkReport* find(Id<Network> network) const;

private:
    struct Entry {
        Id<Network> network;
        Fingerprint cables, devices;     ///< what the report was worked out from
        std::vector<Id<Device>> reached; ///< in the order of ids
        std::shared_ptr<const NetworkReport> report;
    };
    std::vector<std::uint64_t> m_stamps; ///< of cables, details and networks
    std::vector<Entry> m_entries;
};

} // namespace rackwright
