// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/technology_rules.h"

#include "solvers/engine/judging.h"
#include "solvers/fabric/design_fabric.h"
#include "solvers/fabric/in_network_reduction.h"
#include "solvers/fabric/network_report.h"
#include "solvers/fabric/network_rules.h"

namespace rackwright {

namespace {

Verdict verdictOf(const Network& network, RuleState state, Message message = {}) {
    Verdict verdict;
    verdict.state = state;
    verdict.severity = Severity::Note;
    verdict.subject = {SubjectKind::Network, network.id.value};
    verdict.message = std::move(message);
    return verdict;
}

const Device* firstOfUnknownPorts(const NetworkFabric& fabric) {
    for (std::size_t i = 0; i < fabric.devices.size(); ++i)
        if (!fabric.parts[i] || fabric.parts[i]->portGroups.empty())
            return fabric.devices[i];
    return nullptr;
}

// NET-14: switches of an Ethernet network do not reduce what accelerators send, whatever the project says.
std::vector<Verdict> reduction(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        const NetworkReport* report = context.lookUp<NetworkReports>().find(network.id);
        if (!isSharpOn(context) || network.role != NetworkRole::Compute || !report) {
            verdicts.push_back(notApplicable({SubjectKind::Network, network.id.value}));
            continue;
        }
        const Device* unknown =
            report->unknownSpeeds > 0 ? firstOfUnknownPorts(networkFabric(context, network.id)) : nullptr;
        if (unknown)
            verdicts.push_back(unknownPorts(context, network, *unknown));
        else if (network.protocol == FabricProtocol::InfiniBand)
            verdicts.push_back(verdictOf(network, RuleState::Passed));
        else
            verdicts.push_back(
                verdictOf(network, RuleState::Failed, Message("rule.NET-14.ethernet").with("subject", network.name)));
    }
    return verdicts;
}

} // namespace

std::vector<Rule> technologyRules() {
    return {
        makeRule("NET-14", PowerBasis::None, "source document 002: SHARP is for InfiniBand alone", reduction,
                 Reads::only({"devices", "cables", "cable_details", "networks", "power_elements", "cooling_units"}))};
}

} // namespace rackwright
