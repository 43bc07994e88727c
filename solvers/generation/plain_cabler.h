// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plain fabrics with real switches, ports and cables: rail-optimised non-blocking Clos of one, two or three tiers, and
// leaf trees for management and storage. It neither places switches nor chooses media; recipes and the fabric edit use
// it.

#include "model/project/project.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rackwright {

/// Sizes of a rail-optimised non-blocking Clos, worked out before anything is drawn. Words as in the trade: a scalable
/// unit (SU) is the set of nodes that share one leaf a rail; a pod shares one set of spines; spine j of all pods makes
/// plane j, which has cores of its own.
struct ClosPlan {
    std::int64_t tiers = 1;
    std::int64_t nodes = 0;
    std::int64_t rails = 0;
    std::int64_t radix = 0;        ///< ports of a switch at the link speed
    std::int64_t units = 1;        ///< SUs
    std::int64_t nodesPerUnit = 0; ///< of a full SU
    std::int64_t uplinksPerLeaf = 0;
    std::int64_t unitsPerPod = 0; ///< three tiers
    std::int64_t pods = 1;
    std::int64_t spinesPerPod = 0; ///< two tiers: all spines
    std::int64_t uplinksPerSpine = 0;
    std::int64_t coresPerPlane = 0;

    /// Of all pods; 1 where one switch joins all.
    std::int64_t leaves() const { return tiers == 1 ? 1 : units * rails; }
    std::int64_t spines() const { return pods * spinesPerPod; }
    std::int64_t cores() const { return spinesPerPod * coresPerPlane; }
    std::int64_t nodeLinks() const { return nodes * rails; }
    std::int64_t leafSpineLinks() const { return leaves() * uplinksPerLeaf; }
    std::int64_t spineCoreLinks() const { return spines() * uplinksPerSpine; }
    bool operator==(const ClosPlan&) const = default;
};

/// The smallest plan that carries all nodes without blocking: one switch, else two tiers, else three. Trunks are even:
/// spines are the smallest divisor of a leaf's uplinks that carries them all (so do cores of a spine's uplinks), as in
/// the published scalable-unit tables. A leaf may get a few uplinks more than its nodes where that saves spines.
Result<ClosPlan> planRailClos(std::int64_t nodes, std::int64_t rails, std::int64_t radix);

/// What a generator wrote; the caller places the switches and puts all into the tables of a design.
struct DrawnFabric {
    std::vector<Device> switches; ///< not placed; role "leaf", "spine" or "core", group = SU or pod from 1
    std::vector<Cable> cables;
    FabricGenerator generator;
};

struct FabricSwitch {
    Id<PartRow> row;
    const Part* part = nullptr;
};

/// Which network is drawn, under which generator key, and how its switches are called ("ib" gives ib-leaf-1-1).
struct FabricName {
    Id<Network> network;
    std::uint32_t key = 1;
    std::string prefix;
};

/// Draws a plan. `endpoints` holds, node by node, one port for each rail; all have the speed `link`.
Result<DrawnFabric> drawRailClos(const ClosPlan& plan, const std::vector<PortRef>& endpoints, DataRate link,
                                 const FabricSwitch& with, const FabricName& name, IdSource& ids);

/// Ports of a switch at a link speed, breakouts counted; an Error when it has none of that speed.
Result<std::int64_t> radixAt(const Part& networkSwitch, DataRate link);

/// An end of a tree: a port and its speed.
struct TreeEnd {
    PortRef port;
    DataRate speed;
    bool isOfPool = false; ///< its device is one of several that stand in for each other: they go to different pairs
};

/// A leaf tree for management, in-band or storage traffic: leaves carry the ends, each with `uplinks` links in equal
/// parts to a pair of aggregation switches a group of leaves, and these to a pair of cores when there is more than one
/// group.
struct TreeShape {
    FabricSwitch leaf;
    FabricSwitch upper;       ///< aggregation and core
    std::int64_t uplinks = 2; ///< of a leaf, even
    std::int64_t spare = 0;   ///< ports of a leaf that stay free
    std::int64_t leaves = 0;  ///< at least so many; the ends are dealt to them evenly, so that each keeps ports free
    /// Leaves stand in pairs, and a device deals its ports to both of one. A pair alone needs no upper switches: cables
    /// join the two.
    bool hasPairs = false;
};
/// Cables between the two leaves of a pair that stands alone; no traffic crosses them while both are there.
inline constexpr std::int64_t kPeerCables = 2;
Result<DrawnFabric> drawTree(const std::vector<TreeEnd>& ends, const TreeShape& shape, const FabricName& name,
                             IdSource& ids);

/// The design with what was drawn.
Design withFabric(const Design& design, DrawnFabric fabric);

} // namespace rackwright
