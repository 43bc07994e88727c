// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/technology_rules.h"

#include "solvers/engine/judging.h"
#include "solvers/fabric/network_rules.h"
#include "solvers/network/design_fabric.h"
#include "solvers/network/in_network_reduction.h"

namespace rackwright {

namespace {

Verdict verdictOf(const Network& network, RuleState state, Message message = {}) {
    Verdict verdict;
    verdict.state = state;
    verdict.severity = Severity::Note;
    verdict.subject = Subject(network.id);
    verdict.message = std::move(message);
    return verdict;
}

/// The first at the end of a cable whose speed is not known.
const Device* firstOfUnknownPorts(const NetworkFabric& fabric) {
    for (const NetworkCable& cable : fabric.cables) {
        if (cable.endA.gbps <= 0)
            return fabric.devices[cable.a];
        if (cable.endB.gbps <= 0)
            return fabric.devices[cable.b];
    }
    return nullptr;
}

/// One answer for each network that is asked, with what its ports leave open; `judge` has the rest.
template <class IsAsked, class Judge>
std::vector<Verdict> ofNetworks(const Context& context, IsAsked isAsked, Judge judge) {
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        const NetworkReport* report = context.lookUp<NetworkReports>().find(network.id);
        if (!report || !isAsked(network, *report)) {
            verdicts.push_back(notApplicable(Subject(network.id)));
            continue;
        }
        const Device* unknown =
            report->unknownSpeeds > 0 ? firstOfUnknownPorts(networkFabric(context, network.id)) : nullptr;
        verdicts.push_back(unknown ? unknownPorts(context, network, *unknown) : judge(network, *report));
    }
    return verdicts;
}

Verdict failedNote(const Network& network, const char* message) {
    return verdictOf(network, RuleState::Failed, Message(message).with("subject", network.name));
}

// NET-14: switches of an Ethernet network do not reduce what accelerators send, whatever the project says.
std::vector<Verdict> reduction(const Context& context) {
    const bool isOn = isSharpOn(context);
    return ofNetworks(
        context,
        [isOn](const Network& network, const NetworkReport&) { return isOn && network.role == NetworkRole::Compute; },
        [](const Network& network, const NetworkReport&) {
            if (network.protocol == FabricProtocol::InfiniBand)
                return verdictOf(network, RuleState::Passed);
            return failedNote(network, network.protocol == FabricProtocol::Ethernet ? "rule.NET-14.ethernet"
                                                                                    : "rule.NET-14.undecided");
        });
}

// NET-15: a shape that the technology is not used in by the tables of AI networks is told of, and stays possible.
std::vector<Verdict> topologies(const Context& context) {
    return ofNetworks(
        context,
        [](const Network& network, const NetworkReport& report) {
            return report.switches > 1 &&
                   (network.role == NetworkRole::Compute || network.role == NetworkRole::Storage);
        },
        [](const Network& network, const NetworkReport& report) {
            if (isListed(network.protocol, report.topology))
                return verdictOf(network, RuleState::Passed);
            return failedNote(network, network.protocol == FabricProtocol::InfiniBand ? "rule.NET-15.infiniband"
                                                                                      : "rule.NET-15.ethernet");
        });
}

} // namespace

TopologyKind topologyOf(NetworkFamily family) {
    if (family == NetworkFamily::DragonflyPlus)
        return TopologyKind::DragonflyPlus;
    return isDirect(family) ? TopologyKind::Direct : TopologyKind::Tiers;
}

// Source document 002, network technologies: fat-tree and spine-leaf are both tiers here. It lists XDR for Dragonfly+
// alone, as planned; the published tables of XDR are fat-trees, so that all of InfiniBand has both.
bool isListed(FabricProtocol protocol, TopologyKind topology) {
    switch (protocol) {
    case FabricProtocol::InfiniBand:
        return topology != TopologyKind::Direct;
    case FabricProtocol::Ethernet:
        return topology == TopologyKind::Tiers;
    case FabricProtocol::Either: // not decided yet
    case FabricProtocol::NvLink: // a mesh over switches inside of nodes and racks, no network
    case FabricProtocol::InfinityFabric:
    case FabricProtocol::Other:
        break;
    }
    return true;
}

std::vector<Rule> technologyRules() {
    const Reads cables =
        Reads::only({"devices", "cables", "cable_details", "networks", "power_elements", "cooling_units"});
    return {makeRule("NET-14", PowerBasis::None, "reference.sharp-infiniband", reduction, cables),
            makeRule("NET-15", PowerBasis::None, "reference.network-technologies", topologies, cables)};
}

} // namespace rackwright
