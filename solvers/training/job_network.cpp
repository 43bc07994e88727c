// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/training/job_network.h"

#include "solvers/fabric/network_report.h"
#include "solvers/storage/pool_path.h"

#include <algorithm>

namespace rackwright {

namespace {

std::optional<FaultKind> faultKind(JobFault fault) {
    switch (fault) {
    case JobFault::SwitchCable:
        return FaultKind::LeafSpineCable;
    case JobFault::Leaf:
        return FaultKind::Leaf;
    case JobFault::Spine:
        return FaultKind::Spine;
    case JobFault::Core:
        return FaultKind::Core;
    case JobFault::None:
    case JobFault::NodePort:
        break;
    }
    return std::nullopt;
}

double leftAfter(const NetworkReport& report, JobFault fault) {
    const std::optional<FaultKind> kind = faultKind(fault);
    if (!kind)
        return 1;
    const auto outcome = std::ranges::find(report.faults, *kind, &FaultOutcome::kind);
    // Endpoints below a leaf go with it: what their nodes keep is what is left of all.
    return outcome == report.faults.end() ? 1 : std::min(outcome->bisectionShare, outcome->endpointShare);
}

} // namespace

JobFault faultOf(const Workload& workload) {
    return enumFromName<JobFault>(parameterWord(workload.parameters, "fault", "")).value_or(JobFault::None);
}

Value networkPerAccelerator(const Context& context, Id<PartRow> system) {
    const Part* part = context.part(system);
    const Value count = plainPartNumber(context, system, attribute::acceleratorCount.key);
    if (!part || !count.isKnown())
        return Value::unknown();
    return portRate(*part, PortRole::Compute) / count;
}

CabledShare cabledShare(const Context& context, Id<PartRow> system) {
    const Part* part = context.part(system);
    const Value ports = part ? portRate(*part, PortRole::Compute) : Value::unknown();
    CabledShare found;
    if (!ports.isKnown() || ports.typical() <= 0)
        return found;
    // Rails may be networks of their own: what a node has in all of them, at least.
    double cabled = 0, most = 0;
    for (const Network& network : context.design().networks) {
        if (network.role != NetworkRole::Compute)
            continue;
        const NetworkReport* report = context.lookUp<NetworkReports>().find(network.id);
        if (!report || report->unknownSpeeds > 0)
            continue;
        const auto nodes = std::ranges::find(report->ends, system, &EndDevices::part);
        if (nodes == report->ends.end())
            continue;
        cabled += nodes->leastGbps;
        most += nodes->mostGbps;
        found.grade = weakest(found.grade, report->grade);
        if (nodes->leastGbps < nodes->mostGbps || found.node.empty())
            found.node = nodes->least;
    }
    constexpr double kGigabit = 1.25e8; // bytes/s
    if (most <= 0)
        return found;
    found.share = std::min(1.0, cabled * kGigabit / ports.typical());
    found.mostShare = std::min(1.0, most * kGigabit / ports.typical());
    return found;
}

std::optional<FabricShare> computeFabricShare(const Context& context, JobFault fault) {
    std::optional<FabricShare> least;
    for (const Network& network : context.design().networks) {
        if (network.role != NetworkRole::Compute)
            continue;
        const NetworkReport* report = context.lookUp<NetworkReports>().find(network.id);
        if (!report || !report->isSolved() || report->byEndpoint->injectionGbps <= 0)
            continue;
        const double whole = report->byEndpoint->lowerGbps / report->byEndpoint->injectionGbps;
        const double share = std::min(1.0, whole * leftAfter(*report, fault));
        if (!least || share < least->share)
            least = FabricShare{network.name, share, report->grade};
    }
    return least;
}

double shareWithoutPort(const Context& context, Id<PartRow> system) {
    const Part* part = context.part(system);
    std::int64_t ports = 0;
    for (const PortGroup& group : part ? part->portGroups : std::vector<PortGroup>())
        if (group.role == PortRole::Compute)
            ports += group.count;
    return ports > 1 ? static_cast<double>(ports - 1) / static_cast<double>(ports) : 1;
}

} // namespace rackwright
