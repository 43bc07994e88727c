// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/fabric_domain.h"

#include "model/parts/port_list.h"
#include "solvers/engine/judging.h"
#include "solvers/fabric/network_report.h"
#include "solvers/fabric/settings.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

namespace rackwright {

namespace {

Subject subjectOf(const Network& network) { return {SubjectKind::Network, network.id.value}; }

const Device* presentDevice(const Context& context, Id<Device> id) {
    const Device* device = context.design().devices.find(id);
    return device && device->scope.isPresent() ? device : nullptr;
}

// NET-01: each end of a cable has a port, or after breakout a lane, of its own.
std::vector<Verdict> portBudget(const Context& context) {
    std::unordered_map<Id<Device>, std::vector<std::uint32_t>> used; // port and lane
    for (const Cable& cable : context.design().cables)
        for (const PortRef& end : {cable.a, cable.b})
            used[end.device].push_back(std::uint32_t{end.port} << 8 | end.lane);
    std::vector<Verdict> verdicts;
    for (const Device& device : context.design().devices) {
        const auto ends = used.find(device.id);
        if (ends == used.end() || !device.scope.isPresent())
            continue;
        const Subject subject{SubjectKind::Device, device.id.value};
        const Part* part = context.part(device.part);
        if (!part || part->portGroups.empty()) {
            verdicts.push_back(notChecked(subject, partKey(context, device.part, "ports"),
                                          Message("rule.not-checked").with("subject", device.name)));
            continue;
        }
        std::vector<std::uint32_t>& places = ends->second;
        std::ranges::sort(places);
        std::int64_t homeless = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const PortGroup* group = portGroupOf(*part, places[i] >> 8);
            const bool isTaken = i > 0 && places[i] == places[i - 1];
            const bool isThere =
                group && static_cast<std::int64_t>(places[i] & 0xffU) < std::max<std::int64_t>(group->maximumSplit, 1);
            homeless += isTaken || !isThere ? 1 : 0;
        }
        verdicts.push_back(judged({subject,
                                   device.name,
                                   Value(static_cast<double>(homeless)),
                                   Value(0.0),
                                   Bound::AtMost,
                                   "",
                                   "rule.NET-01.over",
                                   Severity::Error,
                                   {},
                                   "part:" + part->id}));
    }
    return verdicts;
}

bool isFor(FabricProtocol port, FabricProtocol network) {
    return port == network || port == FabricProtocol::Either || network == FabricProtocol::Either;
}

// NET-02: both ends of every cable speak the protocol of its network.
std::vector<Verdict> protocols(const Context& context) {
    struct Tally {
        std::int64_t wrong = 0;
        std::string unknownPart;
        bool hasCables = false;
    };
    std::unordered_map<Id<Network>, Tally> tallies;
    for (const Cable& cable : context.design().cables) {
        const Network* network = context.design().networks.find(cable.network);
        if (!network)
            continue;
        Tally& tally = tallies[network->id];
        tally.hasCables = true;
        for (const PortRef& end : {cable.a, cable.b}) {
            const Device* device = presentDevice(context, end.device);
            const Part* part = device ? context.part(device->part) : nullptr;
            if (!part)
                continue;
            const PortGroup* group = portGroupOf(*part, end.port);
            if (!group)
                tally.unknownPart = partKey(context, device->part, "ports");
            else if (!isFor(group->protocol, network->protocol))
                ++tally.wrong;
        }
    }
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        const Tally& tally = tallies[network.id];
        if (!tally.hasCables)
            verdicts.push_back(notApplicable(subjectOf(network)));
        else if (tally.wrong == 0 && !tally.unknownPart.empty())
            verdicts.push_back(notChecked(subjectOf(network), tally.unknownPart,
                                          Message("rule.not-checked").with("subject", network.name)));
        else
            verdicts.push_back(judged({subjectOf(network),
                                       network.name,
                                       Value(static_cast<double>(tally.wrong)),
                                       Value(0.0),
                                       Bound::AtMost,
                                       "",
                                       "rule.NET-02.mixed",
                                       Severity::Error,
                                       {}}));
    }
    return verdicts;
}

/// Whether a requirement asks for a fabric without oversubscription.
bool isNonBlockingAsked(const Context& context) {
    for (const Requirement& requirement : context.project().requirements)
        if (requirement.figure.starts_with("fabric.oversubscription") && requirement.target <= 1)
            return true;
    return false;
}

// NET-08: oversubscription of a training fabric, and trunks that differ.
std::vector<Verdict> oversubscription(const Context& context) {
    const NetworkReports& reports = context.lookUp<NetworkReports>();
    const Severity severity = isNonBlockingAsked(context) ? Severity::Error : Severity::Note;
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        const NetworkReport* report = reports.find(network.id);
        if (!report || network.role != NetworkRole::Compute) {
            verdicts.push_back(notApplicable(subjectOf(network)));
            continue;
        }
        if (!report->isSolved()) {
            verdicts.push_back(notChecked(subjectOf(network), "port-speed",
                                          Message("rule.not-checked").with("subject", network.name)));
            continue;
        }
        const double worst = std::max(report->leafOversubscription, report->spineOversubscription);
        verdicts.push_back(judged({subjectOf(network),
                                   network.name,
                                   Value(worst, report->grade),
                                   Value(1.0),
                                   Bound::AtMost,
                                   "",
                                   "rule.NET-08.over",
                                   severity,
                                   {}}));
        if (!report->hasEvenTrunks) {
            Verdict uneven;
            uneven.state = RuleState::Failed;
            uneven.severity = Severity::Warning;
            uneven.subject = subjectOf(network);
            uneven.message = Message("rule.NET-08.uneven").with("subject", network.name);
            verdicts.push_back(std::move(uneven));
        }
    }
    return verdicts;
}

// NET-12: what one fault leaves against the target.
std::vector<Verdict> survivability(const Context& context) {
    const NetworkReports& reports = context.lookUp<NetworkReports>();
    const Value target = plainSetting(context, settingFact(setting_of::faultTarget));
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        const NetworkReport* report = reports.find(network.id);
        if (!report || network.role != NetworkRole::Compute || target.typical() <= 0) {
            verdicts.push_back(notApplicable(subjectOf(network)));
            continue;
        }
        if (report->faults.empty()) {
            verdicts.push_back(notChecked(subjectOf(network), "port-speed",
                                          Message("rule.not-checked").with("subject", network.name)));
            continue;
        }
        const auto left = [](const FaultOutcome& outcome) {
            return std::min(outcome.bisectionShare, outcome.endpointShare);
        };
        const auto worst = std::ranges::min_element(report->faults, {}, left);
        Verdict verdict = judged({subjectOf(network),
                                  network.name,
                                  Value(left(*worst), report->grade),
                                  target,
                                  Bound::AtLeast,
                                  "%",
                                  "rule.NET-12.below",
                                  Severity::Warning,
                                  {}});
        if (verdict.state == RuleState::Failed)
            verdict.message.with("device", worst->device);
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

} // namespace

std::vector<Rule> fabricRules() {
    const Reads cables = Reads::only({"devices", "cables", "cable_details", "networks"});
    return {makeRule("NET-01", PowerBasis::None, "port lists of the parts", portBudget, cables),
            makeRule("NET-02", PowerBasis::None, "port lists of the parts", protocols, cables),
            makeRule("NET-08", PowerBasis::None, "ratio of capacities; requirements", oversubscription,
                     Reads::only({"devices", "cables", "cable_details", "networks", "requirements"})),
            makeRule("NET-12", PowerBasis::None, "site target for one fault", survivability, cables)};
}

} // namespace rackwright
