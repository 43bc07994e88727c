// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/jobs/job_network.h"

#include "solvers/network/network_report.h"
#include "solvers/pools/pool_path.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace rackwright {

namespace {

/// What a fault of a job is in a network; a direct one has routers for leaves.
bool isOf(JobFault fault, FaultKind kind) {
    switch (fault) {
    case JobFault::SwitchCable:
        return kind == FaultKind::LeafSpineCable || kind == FaultKind::RouterCable;
    case JobFault::Leaf:
        return kind == FaultKind::Leaf || kind == FaultKind::Router;
    case JobFault::Spine:
        return kind == FaultKind::Spine;
    case JobFault::Core:
        return kind == FaultKind::Core;
    case JobFault::None:
    case JobFault::NodePort:
        break;
    }
    return false;
}

/// Cables of each node that jobs run on, all compute networks together: rails may be networks of their own. Spare nodes
/// may wait without.
class NodeCables {
public:
    static constexpr std::array<std::string_view, 6> kReads = {"devices",  "cables",         "cable_details",
                                                               "networks", "power_elements", "cooling_units"};

    struct OfPart {
        Id<PartRow> part;
        std::string least; ///< name of the node with fewest
        double leastGbps = 0, mostGbps = 0;
        std::int64_t cutOff = 0;
    };

    explicit NodeCables(const Context& context) {
        std::unordered_map<std::uint64_t, double> cabled;
        for (const Network& network : context.design().networks) {
            if (network.role != NetworkRole::Compute)
                continue;
            const NetworkReport* report = context.lookUp<NetworkReports>().find(network.id);
            if (!report)
                continue;
            if (report->unknownSpeeds > 0)
                return; // nobody knows who has least
            grade = weakest(grade, report->grade);
            for (const EndDevice& end : report->endDevices)
                cabled[end.device.value] += end.gbps;
        }
        if (cabled.empty())
            return;
        bool isAnyCabled = false;
        for (const Device& device : context.design().devices) {
            if (!device.scope.isPresent() || device.role == "spare" || !isAcceleratorSystem(context.part(device.part)))
                continue;
            const auto found = cabled.find(device.id.value);
            const double gbps = found == cabled.end() ? 0 : found->second;
            isAnyCabled = isAnyCabled || gbps > 0;
            add(device, gbps);
        }
        if (!isAnyCabled)
            m_parts.clear();
    }

    const OfPart* find(Id<PartRow> part) const {
        const auto found = std::ranges::find(m_parts, part, &OfPart::part);
        return found == m_parts.end() ? nullptr : &*found;
    }

    Grade grade = Grade::Measured;

private:
    void add(const Device& device, double gbps) {
        auto at = std::ranges::find(m_parts, device.part, &OfPart::part);
        const bool isFirst = at == m_parts.end();
        if (isFirst)
            at = m_parts.insert(at, {device.part, {}, 0, 0, 0});
        if (isFirst || gbps < at->leastGbps) {
            at->leastGbps = gbps;
            at->least = device.name;
        }
        at->mostGbps = std::max(at->mostGbps, gbps);
        at->cutOff += gbps > 0 ? 0 : 1;
    }

    std::vector<OfPart> m_parts;
};

double leftAfter(const NetworkReport& report, JobFault fault) {
    double left = 1;
    // Endpoints below a leaf go with it: what their nodes keep is what is left of all.
    for (const FaultOutcome& outcome : report.faults)
        if (isOf(fault, outcome.kind))
            left = std::min({left, outcome.bisectionShare, outcome.endpointShare});
    return left;
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
    const auto& cables = context.lookUp<NodeCables>();
    const NodeCables::OfPart* nodes = cables.find(system);
    found.isDrawn = nodes != nullptr;
    if (!ports.isKnown() || ports.typical() <= 0 || !nodes)
        return found;
    constexpr double kGigabit = 1.25e8; // bytes/s
    const auto shareOf = [&](double gbps) { return std::min(1.0, gbps * kGigabit / ports.typical()); };
    found.node = nodes->least;
    found.share = shareOf(nodes->leastGbps);
    found.mostShare = shareOf(nodes->mostGbps);
    found.cutOff = nodes->cutOff;
    found.grade = cables.grade;
    return found;
}

CutOffNodes cutOffNodes(const Context& context) {
    CutOffNodes found;
    for (const PartCount& group : jobGroups(context)) {
        const CabledShare cabled = cabledShare(context, group.part);
        if (cabled.cutOff > 0 && found.count == 0)
            found.first = cabled.node;
        found.count += cabled.cutOff;
    }
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
