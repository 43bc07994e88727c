// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The network that a request asks for, without ports on the switches: which switches there are, which end goes to which
// of them, and how many cables join two of them. The shape of the families stands here; drawing it is another's work.

#include "solvers/generation/network_request.h"
#include "solvers/graph/graph.h"
#include "solvers/network/port_run.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// The ports of the devices that a network is to join.
struct NetworkMembers {
    /// One port of a device.
    struct End {
        PortRef port;
        double gbps = 0;
        std::uint16_t rail = 0;  ///< its port's place among those that the network takes
        std::uint16_t plane = 0; ///< or leaf of a pair
    };
    /// One device with its ends.
    struct Member {
        Id<Device> device;
        std::size_t first = 0, count = 0; ///< in `ends`
    };
    std::vector<Member> members;
    std::vector<End> ends;
    std::int64_t mostEnds = 0;        ///< of one device
    std::int64_t mostEndsOfPlane = 0; ///< of one device in one plane
    std::int64_t mostPlanes = 0;      ///< that one device reaches
    std::int64_t rails = 0;           ///< that have an end
    std::int64_t busy = 0;            ///< ports that another network uses, left out
    bool isUniform = true;            ///< all ends of one speed
    double fastestGbps = 0;
    std::vector<double> speeds;                       ///< of the ends, each once, slowest first
    bool canBeEthernet = true;                        ///< no end is faster than its port's links of Ethernet
    FabricProtocol protocol = FabricProtocol::Either; ///< Ethernet or InfiniBand where the ends speak one only
};

struct TargetSwitch {
    std::string name, role;
    std::int64_t group = 0;
    bool isUpper = false;
    std::int64_t upFrom = 0; ///< port from which cables up are dealt; those below are for what is under it
};
struct TargetTrunk {
    std::uint32_t lower = 0, upper = 0; ///< of `switches`
    std::uint32_t cables = 1;
};
struct TargetEnd {
    PortRef port;
    std::uint32_t to = 0; ///< of `switches`
    double gbps = 0;
};

struct NetworkTarget {
    std::vector<TargetSwitch> switches;
    std::vector<TargetTrunk> trunks;
    std::vector<TargetEnd> ends;
    double trunkGbps = 0;
    std::int64_t units = 0;          ///< sets of devices that share their leaves or router
    std::int64_t leavesPerUnit = 1;  ///< over all planes; the first switches, unit by unit
    std::int64_t devicesPerUnit = 1; ///< at most
    std::int64_t endPorts = 0;       ///< ports of a leaf for ends
    /// Of all ends of a leaf, where slower ones leave room for more devices; 0: `devicesPerUnit` alone limits them.
    double endGbps = 0;
    /// Worked out where the request leaves it open.
    std::vector<std::int64_t> shape;
    std::int64_t uplinks = 0, spinesPerPod = 0, pods = 0;
    double leafGbps = 0; ///< of the ends that are dealt to the fullest leaf
    /// Cables up of a leaf beyond those asked for, so that fewer spines take equal trunks; the spines without them, or
    /// 0 where there are no such cables.
    std::int64_t moreUplinks = 0, spinesOtherwise = 0;
};

/// Devices of one part with as many ports that the network could take; what a request may choose among.
struct NodeGroup {
    std::string key; ///< of NetworkRequest::nodes
    const Part* part = nullptr;
    std::int64_t devices = 0;
    std::int64_t freePorts = 0; ///< of each; 0: cables of other networks hold them all
    double gbps = 0;            ///< of a whole port
    FabricProtocol protocol = FabricProtocol::Either;
    bool isOnNetwork = false; ///< a device of it hangs on the network already
};
/// The groups of devices that could hang on a network, whichever the request chooses.
std::vector<NodeGroup> nodeGroups(const Project& project, const Design& design, const NetworkRequest& request);
/// Nodes with accelerators of whose parts the catalogue does not know the ports for the network, by part; without keys,
/// as nothing can choose them.
std::vector<NodeGroup> nodesOfUnknownPorts(const Project& project, const Design& design, const NetworkRequest& request);
/// The keys of the groups of one speed and protocol that have the most ports together; nothing where those are all
/// groups with ports.
std::optional<std::vector<std::string>> nodesOfOneSpeed(const std::vector<NodeGroup>& groups);
/// What a dialog begins with for compute: what the network has, if it is there, with all that run at the same speed;
/// else the nodes of one speed.
std::optional<std::vector<std::string>> usualNodes(const std::vector<NodeGroup>& groups, const NetworkRequest& request);

/// The ends for a request; an Error when there is none.
Result<NetworkMembers> membersOf(const Project& project, const Design& design, const NetworkRequest& request);

/// Switches and trunks for so many devices; an Error that names the bound and the nearest values that can be. `more`
/// units are added to what the devices need.
/// `leafGbps`: what the fullest leaf carries, where that is known to be less than it could.
Result<NetworkTarget> closTarget(const NetworkRequest& request, const NetworkMembers& members, std::int64_t more,
                                 std::optional<double> leafGbps = {});
Result<NetworkTarget> directTarget(const NetworkRequest& request, const NetworkMembers& members, std::int64_t more);

/// Where an end is cabled to now, as a unit of the target; sorted by port.
struct EndHome {
    PortRef port;
    std::int64_t unit = 0;
};
using Homes = std::vector<EndHome>;

/// Deals the devices to the units: who has a home stays if there is room, the others fill up in order. False when not
/// all find room. `devicesPerUnit` grows where slower ends leave room for more.
bool dealEnds(const NetworkRequest& request, const NetworkMembers& members, const Homes& homes, NetworkTarget& target);

/// The target as a graph, for its bisection.
FabricGraph graphOf(const NetworkTarget& target);

/// What the ports that carry traffic speak.
FabricProtocol protocolOf(const Part& networkSwitch);
/// Of a number in Gb/s.
DataRate rateOf(double gbps);
/// How many planes the ends of a device are dealt to: of MultiPlane and DualTor, else 1.
std::int64_t planesOf(const NetworkRequest& request);
/// Whether devices hang on pairs of leaves for their survival alone: of storage and management. There a device of one
/// port may be too, and a pair that stands alone needs no spines.
bool hasLeafPairs(const NetworkRequest& request);

} // namespace rackwright
