// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/schedules/nccl_settings.h"

#include "solvers/fabric/design_fabric.h"
#include "solvers/fabric/leaf_rails.h"
#include "solvers/space/inventory.h"

#include <map>
#include <vector>

namespace rackwright {

namespace {

/// All compute networks together, since rails may be networks of their own.
struct ComputeLeaves {
    std::vector<LeafCable> cables;
    std::map<Id<Device>, std::uint32_t> numbers; ///< of the leaves
    bool isInfiniBand = false;                   ///< one of the networks

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
                isInfiniBand = isInfiniBand || network.protocol == FabricProtocol::InfiniBand;
            }
        }
    }
};

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
    if (leaves.isInfiniBand)
        text.append("# InfiniBand switches reduce in the network (SHARP), so that a message leaves a node once. Needs "
                    "the SHARP plug-in of\n# NCCL on the nodes and the aggregation manager beside the subnet manager; "
                    "with both, take away the mark.\n#NCCL_COLLNET_ENABLE=1\n");
    return text;
}

} // namespace rackwright
