// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/network/acceptance.h"

#include "solvers/graph/disjoint_sets.h"
#include "solvers/network/design_fabric.h"
#include "solvers/node/scale_up_domains.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace rackwright {

namespace {

/// Which port of a node leads to which switch, or to which pod.
using Ways = std::vector<std::pair<std::uint16_t, std::uint32_t>>;

/// The most nodes of a part that have the same ways: rings of one port each stay within what these lead to.
std::int64_t mostAlike(const NetworkFabric& fabric, Id<PartRow> part, const std::vector<std::uint32_t>& target) {
    std::map<std::uint32_t, Ways> ofNode;
    for (const NetworkCable& cable : fabric.cables) {
        if (cable.run == NetworkCable::kNone)
            continue;
        const std::uint32_t node = cable.endA.isSwitch ? cable.b : cable.a;
        const std::uint32_t leaf = cable.endA.isSwitch ? cable.a : cable.b;
        if (fabric.devices[node]->part == part)
            ofNode[node].emplace_back(cable.endA.isSwitch ? cable.endB.port : cable.endA.port, target[leaf]);
    }
    std::map<Ways, std::int64_t> alike;
    std::int64_t most = 0;
    for (auto& [node, ways] : ofNode) {
        std::ranges::sort(ways);
        most = std::max(most, ++alike[std::move(ways)]);
    }
    return most;
}

/// Nodes on one leaf and in one pod; a network without cores is no pods.
struct NodeGroups {
    std::int64_t onLeaf = 0, inPod = 0;

    NodeGroups() = default;
    NodeGroups(const NetworkFabric& fabric, Id<PartRow> part) {
        std::vector<std::uint32_t> itself(fabric.devices.size());
        for (std::uint32_t device = 0; device < itself.size(); ++device)
            itself[device] = device;
        onLeaf = mostAlike(fabric, part, itself);
        const FabricGraph& graph = fabric.endpointGraph;
        if (std::ranges::find(graph.kinds, VertexKind::Core) == graph.kinds.end())
            return;
        DisjointSets pods(fabric.devices.size());
        const auto isBelow = [&](std::uint32_t v) {
            return v < fabric.deviceOf.size() && graph.kinds[v] != VertexKind::Core;
        };
        for (const FabricLink& link : graph.links)
            if (isBelow(link.a) && isBelow(link.b))
                pods.join(fabric.deviceOf[link.a], fabric.deviceOf[link.b]);
        for (std::uint32_t& device : itself)
            device = pods.of(device);
        inPod = mostAlike(fabric, part, itself);
    }
};

/// Scale-up domains that nodes of a part stand in.
struct Domains {
    std::int64_t nodes = 0; ///< of the network within the largest one; 0: a node is more than one, or none is known
    Value inside = Value::unknown(); ///< of an accelerator, bytes/s one way

    Domains() = default;
    Domains(const Context& context, const NetworkReport& report, Id<PartRow> part) {
        std::set<Id<Device>> ends;
        for (const EndDevice& end : report.endDevices)
            ends.insert(end.device);
        const ScaleUpLevel level = scaleUpLevel(context.project(), context.design());
        for (const ScaleUpDomain& domain : level.domains) {
            const ScaleUpKind& kind = level.kinds[domain.kind];
            if (kind.system != part || kind.inSystem > 1 || kind.joining == ScaleUpJoining::None || !kind.oneWay)
                continue;
            const std::int64_t held =
                std::ranges::count_if(domain.systems, [&](Id<Device> system) { return ends.contains(system); });
            if (held <= nodes)
                continue;
            nodes = held;
            inside = partNumber<Value>(context, kind.accelerator, attribute::scaleUpBandwidth).si() / Value(2.0);
        }
    }
};

/// Within a domain all links are alike: what is a node to the network is none to it.
CollectiveJob<Value> withinDomain(CollectiveJob<Value> job, const Value& inside) {
    job.nodes = Value(1.0);
    job.perNode = job.ranks;
    job.injection = job.inside = inside;
    job.networkShare = job.insideShare;
    job.share = job.ringShare = job.treeShare = Value(1.0);
    job.isReducing = false;
    return job;
}

CollectiveNodes firstNodes(const std::vector<EndDevices>& all, std::int64_t count) {
    CollectiveNodes nodes;
    for (EndDevices ends : all) {
        ends.count = std::min(ends.count, count);
        count -= ends.count;
        if (ends.count > 0)
            nodes.ends.push_back(std::move(ends));
    }
    return nodes;
}

class StepMaker {
public:
    StepMaker(const Context& context, const Network& network, const NetworkReport& report)
        : m_context(context), m_report(report), m_ends(allNodes(context, report).ends) {
        std::ranges::stable_sort(m_ends, std::greater(), &EndDevices::count);
        if (m_ends.empty())
            return;
        const Id<PartRow> part = m_ends.front().part;
        m_groups = NodeGroups(networkFabric(context, network.id), part);
        m_domains = Domains(context, report, part);
    }

    std::vector<AcceptanceStep> steps() const {
        std::vector<AcceptanceStep> made;
        const std::int64_t all = CollectiveNodes{m_ends}.count();
        for (std::int64_t nodes = 1; nodes < all; nodes *= 2)
            addStep(made, nodes);
        if (all > 0)
            addStep(made, all);
        return made;
    }

private:
    void addStep(std::vector<AcceptanceStep>& made, std::int64_t count) const {
        CollectiveNodes nodes = firstNodes(m_ends, count);
        nodes.reach = reachOf(nodes);
        const bool isInside = nodes.reach == CollectiveReach::ScaleUp;
        CollectiveJob<Value> job = collectiveJob<Value>(m_context, m_report, nodes);
        if (count == 1 && (job.ranks.isUnknown() || job.ranks.typical() < 2))
            return;
        if (isInside)
            job = withinDomain(job, m_domains.inside);
        AcceptanceStep step;
        step.accelerators = job.ranks;
        step.message = job.message;
        step.algorithm = fastestAlgorithm(m_context, job);
        step.time = allReduceTime(m_context, job);
        step.algbw = job.message / step.time;
        step.busbw = step.algbw * job.factor();
        step.nodes = std::move(nodes);
        made.push_back(std::move(step));
    }

    CollectiveReach reachOf(const CollectiveNodes& nodes) const {
        const std::int64_t count = nodes.count();
        if (count == 1)
            return CollectiveReach::ScaleUp;
        if (nodes.ends.size() > 1)
            return CollectiveReach::Network;
        if (count <= m_domains.nodes)
            return CollectiveReach::ScaleUp;
        if (count <= m_groups.onLeaf)
            return CollectiveReach::Leaf;
        return count <= m_groups.inPod ? CollectiveReach::Pod : CollectiveReach::Network;
    }

    const Context& m_context;
    const NetworkReport& m_report;
    std::vector<EndDevices> m_ends;
    NodeGroups m_groups;
    Domains m_domains;
};

} // namespace

std::vector<AcceptanceStep> acceptanceSteps(const Context& context, const Network& network) {
    const NetworkReport* report = context.lookUp<NetworkReports>().find(network.id);
    if (network.role != NetworkRole::Compute || !report)
        return {};
    return StepMaker(context, network, *report).steps();
}

} // namespace rackwright
