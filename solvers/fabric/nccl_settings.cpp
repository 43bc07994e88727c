// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/nccl_settings.h"

#include "model/parts/port_list.h"
#include "solvers/network/design_fabric.h"
#include "solvers/network/in_network_reduction.h"
#include "solvers/node/leaf_rails.h"
#include "solvers/space/inventory.h"

#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace rackwright {

namespace {

/// All compute networks together, since rails may be networks of their own.
struct ComputeLeaves {
    std::vector<LeafCable> cables;
    std::map<Id<Device>, std::uint32_t> numbers;             ///< of the leaves
    bool isInfiniBand = false, isEthernet = false;           ///< one of the networks
    std::map<Id<PartRow>, std::set<std::uint16_t>> adapters; ///< ports of each kind of node

    explicit ComputeLeaves(const Context& context) {
        for (const Network& network : context.design().networks) {
            if (network.role != NetworkRole::Compute)
                continue;
            const NetworkFabric fabric = networkFabric(context, network.id);
            for (const NetworkCable& cable : fabric.cables) {
                const bool isSwitchA = cable.endA.isSwitch;
                const Device& leaf = *fabric.devices[isSwitchA ? cable.a : cable.b];
                const Part* part = context.part(fabric.devices[isSwitchA ? cable.b : cable.a]->part);
                if (isSwitchA == cable.endB.isSwitch || leaf.role == "spine" || leaf.role == "core" ||
                    !isAcceleratorSystem(part))
                    continue;
                const auto number = static_cast<std::uint32_t>(numbers.size());
                cables.push_back({numbers.try_emplace(leaf.id, number).first->second, part,
                                  isSwitchA ? cable.endB.port : cable.endA.port});
                if (cables.back().port < portCount(*part))
                    adapters[fabric.devices[isSwitchA ? cable.b : cable.a]->part].insert(cables.back().port);
                isInfiniBand = isInfiniBand || network.protocol == FabricProtocol::InfiniBand;
                isEthernet = isEthernet || network.protocol == FabricProtocol::Ethernet;
            }
        }
    }
};

/// Which adapters carry the traffic of jobs: the operating system names them, so that the names of the ports stand in.
void addAdapters(std::string& text, const Context& context, const ComputeLeaves& leaves) {
    for (const auto& [row, ports] : leaves.adapters) {
        const Part* part = context.part(row);
        const std::vector<Port> names = portList(*part);
        // A rack of trays has a host in each.
        const auto all = static_cast<std::int64_t>(ports.size());
        const std::int64_t own = joinsAsTrays(all) ? kTrayRails : all;
        text.append("# ")
            .append(part->model)
            .append(": these ")
            .append(std::to_string(own))
            .append(" adapters of a host are on the compute network, and no others. Put the names\n# in their places "
                    "that the "
                    "host gives them (ibdev2netdev), and take away the mark.\n#NCCL_IB_HCA==");
        std::int64_t count = 0;
        for (const std::uint16_t port : ports) {
            if (count == own)
                break;
            text.append(count++ > 0 ? "," : "").append("<").append(names[port].name).append(">");
        }
        text.append("\n");
    }
}

// NCCL finds the address of RoCEv2 by itself since 2.21; the third entry of the table of addresses is that of the
// first IPv4 address (NCCL environment variables, NCCL_IB_GID_INDEX). The traffic class is the eight bits of the IP
// header: DSCP 26, which switches of the vendor keep lossless for RoCE unless told otherwise, times 4, with the mark
// that ECN is understood (RFC 3168).
constexpr std::string_view kRoce =
    "# RoCE: before NCCL 2.21 the place of a port's RoCEv2 address in its table must be given; 3 is that of its first\n"
    "# IPv4 address where it has no others (show_gids lists them). Take away the mark for such a version.\n"
    "#NCCL_IB_GID_INDEX=3\n"
    "# RoCE: the traffic class must be the one that all switches keep lossless. 106 is DSCP 26 x 4 + 2 (ECN), the "
    "usual\n"
    "# one; take away the mark when the switches have it.\n#NCCL_IB_TC=106\n";

// Source document 002, network libraries; the mark in the log is NCCL's.
constexpr std::string_view kGpuDirect =
    "# Adapters reach the memory of accelerators themselves (GPUDirect RDMA), over InfiniBand and RoCE alike, when "
    "the\n"
    "# hosts have MLNX_OFED and load nvidia-peermem; not all cards can. NCCL_DEBUG=INFO prints GDRDMA where they do.\n";

constexpr std::string_view kSharpHint =
    "# InfiniBand switches reduce in the network (SHARP), so that a message leaves a node once. Needs the SHARP "
    "plug-in "
    "of\n# NCCL on the nodes and the aggregation manager beside the subnet manager; with both, take away the mark.\n"
    "#NCCL_COLLNET_ENABLE=1\n";
constexpr std::string_view kSharpActive =
    "# The design says that the InfiniBand switches reduce in the network (SHARP). Needs the SHARP plug-in of NCCL on "
    "the\n# nodes and the aggregation manager beside the subnet manager.\nNCCL_COLLNET_ENABLE=1\n";

} // namespace

// Rings that stay on one rail need no crossing; where a leaf takes all ports, crossing costs nothing (NCCL environment
// variables, NCCL_CROSS_NIC; NVIDIA/nccl issue 1933: not detected by the library).
std::string ncclSettings(const Context& context) {
    const ComputeLeaves leaves(context);
    if (leaves.cables.empty())
        return {};
    std::string text = "# NCCL reads this as /etc/nccl.conf; RCCL takes the same names from the environment.\n";
    const int rails = railsOfLeaves(leaves.numbers.size(), leaves.cables).rails;
    if (rails > 1)
        text.append("# Rail-optimised, ")
            .append(std::to_string(rails))
            .append(" rails: each port of a node has leaves of its own, and rings stay on their rail.\n"
                    "NCCL_CROSS_NIC=0\n");
    else
        text.append("# No rails: a leaf takes all ports of a node, and rings may change from one to the other.\n"
                    "NCCL_CROSS_NIC=1\n");
    addAdapters(text, context, leaves);
    text.append(kGpuDirect);
    if (leaves.isEthernet)
        text.append(kRoce);
    if (leaves.isInfiniBand)
        text.append(isSharpOn(context) ? kSharpActive : kSharpHint);
    return text;
}

} // namespace rackwright
