// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What of the network a training job can use: the ports of its systems as far as they are cabled, what the drawn
// compute fabric passes of it, and what a fault of the parameter "fault" leaves. The slowest node sets the pace.

#include "solvers/engine/reader.h"
#include "solvers/workload/job.h"

namespace rackwright {

/// Of one job while it runs on: a port or cable of one node, a cable between switches, or a switch.
enum class JobFault : std::uint8_t { None, NodePort, SwitchCable, Leaf, Spine, Core };
template <>
struct EnumNames<JobFault> {
    static constexpr std::array<std::string_view, 6> names = {"none", "port", "cable", "leaf", "spine", "core"};
};
/// "fault" of the workload; none for any other word.
JobFault faultOf(const Workload& workload);

/// Speed of the ports of a system's compute network per accelerator, bytes/s one way, by data sheet.
Value networkPerAccelerator(const Context& context, Id<PartRow> system);

/// What the node of these systems with the fewest cables has of its ports' speed, over all compute networks together.
/// Nothing is known to be missing until the first node of a job is cabled: then one without any cable is cut off.
struct CabledShare {
    std::string node;        ///< the one that is worst off; empty: all have their cables
    double share = 1;        ///< of its ports' speed; 0: it is cut off
    double mostShare = 1;    ///< of the node with the most cables
    std::int64_t cutOff = 0; ///< nodes without any cable
    Grade grade = Grade::Measured;
    bool isDrawn = false; ///< cables of known speed reach a node of a job
};
/// Of the nodes of one system.
CabledShare cabledShare(const Context& context, Id<PartRow> system);

/// Nodes of the job that no compute cable reaches.
struct CutOffNodes {
    std::string first; ///< by its name
    std::int64_t count = 0;
};
/// Over all systems that jobs run on; none while no node of a job is cabled.
CutOffNodes cutOffNodes(const Context& context);

/// What the drawn compute fabric passes of what its endpoints can send, by its bisection; unset where none is drawn or
/// solved. With a fault of switches or their cables: by the bisection that it leaves.
struct FabricShare {
    std::string network;
    double share = 1;
    Grade grade = Grade::Measured;
};
std::optional<FabricShare> computeFabricShare(const Context& context, JobFault fault = JobFault::None);

/// What a node keeps of its ports without one of them.
double shareWithoutPort(const Context& context, Id<PartRow> system);

/// A rate times a share that was found, which a trace names; `reference` is the message id of how.
template <class N>
N timesShare(const N& rate, double share, Grade grade, const std::string& label, const std::string& reference) {
    if constexpr (std::is_same_v<N, Value>)
        return rate * Value(share, grade);
    else
        return rate * computed(Value(share, grade), {label, "%", 0.01}, reference, {}, {});
}

/// What the compute ports of a system's nodes give an accelerator, one way, as far as they are cabled.
template <class N>
N cabledNetwork(const Context& context, Id<PartRow> system) {
    const N rate =
        Numbers<N>::given(networkPerAccelerator(context, system),
                          {"compute ports per accelerator of " + partName<N>(context, system), "Gb/s", 1.25e8}, {});
    const CabledShare cabled = cabledShare(context, system);
    return cabled.share < 1 ? timesShare(rate, cabled.share, cabled.grade, "cabled ports of " + cabled.node,
                                         "reference.cabled-ports")
                            : rate;
}

template <class N>
N networkOfJob(const Context& context, Id<PartRow> system, JobFault fault) {
    N rate = cabledNetwork<N>(context, system);
    if (fault == JobFault::NodePort)
        rate = timesShare(rate, shareWithoutPort(context, system), Grade::Measured, "ports of a node after a fault",
                          "reference.ports-after-fault");
    if (const std::optional<FabricShare> fabric = computeFabricShare(context, fault))
        rate =
            timesShare(rate, fabric->share, fabric->grade, "bisection of " + fabric->network, "reference.fabric-share");
    return rate;
}

} // namespace rackwright
