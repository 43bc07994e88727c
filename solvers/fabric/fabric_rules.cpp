// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/fabric_domain.h"

#include "model/edits/cable_edits.h"
#include "model/parts/port_list.h"
#include "solvers/cables/cable_ends.h"
#include "solvers/engine/judging.h"
#include "solvers/fabric/figures.h"
#include "solvers/network/network_report.h"
#include "solvers/network/port_run.h"
#include "solvers/network/port_use.h"
#include "solvers/network/settings.h"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

namespace rackwright {

namespace {

// NET-01: each end of a cable has a port, or after breakout a lane, of its own.
std::vector<Verdict> portBudget(const Context& context) {
    const PortUse& use = context.lookUp<PortUse>();
    const auto homelessOf = [&](const Part& part, const std::vector<UsedPort>& ports) {
        std::int64_t homeless = 0;
        for (std::size_t i = 0; i < ports.size(); ++i) {
            const PortGroup* group = portGroupOf(part, ports[i].port);
            const bool isTaken = i > 0 && ports[i].port == ports[i - 1].port && ports[i].lane == ports[i - 1].lane;
            const bool isThere = group && ports[i].lane < std::max<std::int64_t>(group->maximumSplit, 1);
            homeless += isTaken || !isThere ? 1 : 0;
        }
        return homeless;
    };
    std::map<std::pair<Id<PartRow>, std::uint32_t>, std::int64_t> known; // by part and way of use
    std::vector<Verdict> verdicts;
    forEachPortUse(context, use, [&](const Device& device, std::uint32_t way) {
        if (!device.scope.isPresent())
            return;
        const Subject subject(device.id);
        const Part* part = context.part(device.part);
        if (!part || part->portGroups.empty()) {
            verdicts.push_back(notChecked(subject, partKey(context, device.part, "ports"),
                                          Message("rule.not-checked").with("subject", device.name)));
            return;
        }
        const auto [homeless, isNew] = known.try_emplace({device.part, way});
        if (isNew)
            homeless->second = homelessOf(*part, use.ways[way]);
        if (homeless->second == 0)
            return verdicts.push_back(passed(subject));
        verdicts.push_back(judged({subject,
                                   device.name,
                                   Value(static_cast<double>(homeless->second)),
                                   Value(0.0),
                                   Bound::AtMost,
                                   "",
                                   "rule.NET-01.over",
                                   Severity::Error,
                                   {},
                                   "part:" + part->id}));
    });
    return verdicts;
}

bool isFor(FabricProtocol port, FabricProtocol network) {
    return port == network || port == FabricProtocol::Either || network == FabricProtocol::Either;
}

// NET-02, second part: the ports that a cable joins have a speed in common. Few kinds of links make up all cables.
void judgeSpeeds(const Context& context, std::vector<Verdict>& verdicts) {
    const CableEnds& ends = context.lookUp<CableEnds>();
    std::vector<bool> isApart;
    const auto groupOf = [&ends](std::uint16_t ports) -> const PortGroup& {
        const PortKind& kind = ends.ports[ports];
        return kind.part->portGroups[kind.group];
    };
    for (const LinkClass& link : ends.links)
        isApart.push_back(!edits::shareSpeed(groupOf(link.portsA), groupOf(link.portsB)));
    if (std::ranges::find(isApart, true) == isApart.end())
        return;
    std::map<Id<Network>, std::int64_t> wrong;
    std::size_t index = 0;
    for (const Cable& cable : context.design().cables)
        if (const CableLine& line = ends.cables[index++]; line.isWhole() && isApart[line.link])
            ++wrong[cable.network];
    for (const auto& [id, count] : wrong)
        if (const Network* network = context.design().networks.find(id))
            verdicts.push_back(judged({subjectOf(*network),
                                       network->name,
                                       Value(static_cast<double>(count)),
                                       Value(0.0),
                                       Bound::AtMost,
                                       "",
                                       "rule.NET-02.speed",
                                       Severity::Error,
                                       {}}));
}

// NET-02, third part: adapters whose ports speak Ethernet only in parts of what they can do (ConnectX-8: 800 Gb/s of
// InfiniBand, two times 400 GbE).
void judgeWholePorts(const Context& context, std::vector<Verdict>& verdicts) {
    const CableEnds& ends = context.lookUp<CableEnds>();
    std::vector<double> most; // of each kind of ports, Gb/s of one Ethernet link
    for (const PortKind& ports : ends.ports) {
        const Value limit = plainPartNumber(context, ports.row, kEthernetLinkMax);
        most.push_back(limit.isKnown() ? limit.typical() / unit::gigabitPerSecond.si()
                                       : std::numeric_limits<double>::infinity());
    }
    const auto isOver = [&](const LinkClass& link) {
        return link.kind.gigabits > std::min(most[link.portsA], most[link.portsB]) * (1 + 1e-9);
    };
    if (std::ranges::none_of(ends.links, isOver))
        return;
    struct Over {
        std::int64_t cables = 0;
        std::uint16_t link = 0;
    };
    std::map<Id<Network>, Over> over;
    std::size_t index = 0;
    for (const Cable& cable : context.design().cables)
        if (const CableLine& line = ends.cables[index++]; line.isWhole() && isOver(ends.links[line.link])) {
            Over& of = over[cable.network];
            of.link = of.cables++ == 0 ? line.link : of.link;
        }
    for (const auto& [id, of] : over) {
        const Network* network = context.design().networks.find(id);
        if (!network || network->protocol != FabricProtocol::Ethernet)
            continue;
        const LinkClass& link = ends.links[of.link];
        const std::uint16_t ports = most[link.portsA] < most[link.portsB] ? link.portsA : link.portsB;
        Verdict verdict = judged({subjectOf(*network),
                                  network->name,
                                  Value(static_cast<double>(of.cables)),
                                  Value(0.0),
                                  Bound::AtMost,
                                  "",
                                  "rule.NET-02.whole-port",
                                  Severity::Error,
                                  {}});
        verdict.message.with("part", ends.ports[ports].part->model)
            .with("link", UnitNumber{static_cast<double>(link.kind.gigabits), "Gb/s"})
            .with("most", UnitNumber{most[ports], "Gb/s"});
        verdicts.push_back(std::move(verdict));
    }
}

// NET-02, first part: both ends of every cable speak the protocol of its network.
std::vector<Verdict> protocols(const Context& context) {
    struct Tally {
        std::int64_t wrong = 0;
        std::string unknownPart;
        bool hasCables = false;
    };
    std::map<Id<Network>, Tally> tallies;
    const PortUse& use = context.lookUp<PortUse>();
    for (const std::vector<UsedPort>& ports : use.ways)
        for (const UsedPort& used : ports)
            tallies[used.network].hasCables = true;
    std::map<std::pair<Id<PartRow>, std::uint32_t>, std::int64_t> alike; // devices by part and way of use
    forEachPortUse(context, use, [&](const Device& device, std::uint32_t way) {
        if (device.scope.isPresent())
            ++alike[{device.part, way}];
    });
    for (const auto& [kind, devices] : alike) {
        const Part* part = context.part(kind.first);
        if (!part)
            continue;
        for (const UsedPort& used : use.ways[kind.second]) {
            const Network* network = context.design().networks.find(used.network);
            if (!network)
                continue;
            const PortGroup* group = portGroupOf(*part, used.port);
            if (!group)
                tallies[network->id].unknownPart = partKey(context, kind.first, "ports");
            else if (!isFor(group->protocol, network->protocol))
                tallies[network->id].wrong += devices;
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
    judgeSpeeds(context, verdicts);
    judgeWholePorts(context, verdicts);
    return verdicts;
}

/// Whether a requirement asks for a network without oversubscription: one that names it, or all networks.
bool isNonBlockingAsked(const Context& context, const Network& network) {
    const std::string subject = "@" + subjectLabel(context, subjectOf(network));
    return std::ranges::any_of(context.project().requirements, [&](const Requirement& requirement) {
        std::string_view figure = requirement.figure;
        if (figure.ends_with(subject))
            figure.remove_suffix(subject.size());
        const bool isOfTiers =
            figure == figure_of::fabricOversubscriptionLeaf || figure == figure_of::fabricOversubscriptionSpine;
        return isOfTiers && requirement.comparison != Comparison::AtLeast && requirement.target <= 1;
    });
}

/// Of a network without tiers: what the endpoints of the smaller half send against what its cables carry between the
/// halves, at node level where none joins the leaves (rails alone). The least that is proven where it is above 1, as
/// the most where that is not; unknown between.
Value halvesRatio(const NetworkReport& report) {
    const BisectionSummary& halves = report.isOfRailsAlone ? *report.byNode : *report.byEndpoint;
    const double sent = halves.injectionGbps;
    const double least = sent / halves.upperGbps;
    if (least > 1 + 1e-9)
        return Value(least, report.grade);
    return halves.lowerGbps > 0 && sent <= halves.lowerGbps * (1 + 1e-9) ? Value(sent / halves.lowerGbps, report.grade)
                                                                         : Value::unknown(report.grade);
}

Verdict oversubscriptionOf(const Network& network, const NetworkReport& report, Severity severity) {
    const double worst = std::max(report.leafOversubscription, report.spineOversubscription);
    Judged comparison{subjectOf(network), network.name,  Value(worst, report.grade),
                      Value(1.0),         Bound::AtMost, "",
                      "rule.NET-08.over", severity,      "port-speed"};
    if (worst > 0)
        return judged(std::move(comparison));
    const auto& halves = report.isOfRailsAlone ? report.byNode : report.byEndpoint;
    if (!halves || halves->upperGbps <= 0) {
        Verdict apart;
        apart.state = RuleState::Failed;
        apart.severity = severity;
        apart.subject = subjectOf(network);
        apart.message = Message("rule.NET-08.apart").with("subject", network.name);
        return apart;
    }
    comparison.measured = halvesRatio(report);
    comparison.failure = "rule.NET-08.bisection";
    return judged(std::move(comparison));
}

/// Of storage and in-band management: devices that reach each other by cables between leaves alone, or not at all.
Verdict acrossLeaves(const Network& network, const NetworkReport& report) {
    const bool areApart =
        report.isSolved() && report.leafOversubscription <= 0 && !report.isConnected && !report.isOfRailsAlone;
    if (areApart) {
        Verdict apart;
        apart.state = RuleState::Failed;
        apart.severity = Severity::Warning;
        apart.subject = subjectOf(network);
        apart.message = Message("rule.NET-08.apart").with("subject", network.name);
        return apart;
    }
    if (!report.mustCrossPeers)
        return notApplicable(subjectOf(network));
    const Value load = report.worstLoad ? Value(*report.worstLoad, report.grade) : Value::unknown(report.grade);
    return judged({subjectOf(network), network.name, load, Value(1.0), Bound::AtMost, "%", "rule.NET-08.peers",
                   Severity::Warning, "port-speed"});
}

// NET-08: oversubscription of a training fabric, and trunks that differ. Networks without a way up from tier to tier
// are judged by their bisection; storage and in-band management by what joins leaves without a way up.
std::vector<Verdict> oversubscription(const Context& context) {
    const NetworkReports& reports = context.lookUp<NetworkReports>();
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        const NetworkReport* report = reports.find(network.id);
        const bool isServing = network.role == NetworkRole::Storage || network.role == NetworkRole::InBand;
        if (report && isServing) {
            verdicts.push_back(acrossLeaves(network, *report));
            continue;
        }
        if (!report || network.role != NetworkRole::Compute) {
            verdicts.push_back(notApplicable(subjectOf(network)));
            continue;
        }
        if (!report->isSolved()) {
            verdicts.push_back(notChecked(subjectOf(network), "port-speed",
                                          Message("rule.not-checked").with("subject", network.name)));
            continue;
        }
        const Severity severity = isNonBlockingAsked(context, network) ? Severity::Error : Severity::Note;
        verdicts.push_back(oversubscriptionOf(network, *report, severity));
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

const char* survivabilityMessage(FaultKind kind) {
    switch (kind) {
    case FaultKind::LeafSpineCable:
    case FaultKind::SpineCoreCable:
    case FaultKind::RouterCable:
        return "rule.NET-12.below-cable";
    case FaultKind::Rail:
        return "rule.NET-12.below-rail";
    case FaultKind::Plane:
        return "rule.NET-12.below-plane";
    default:
        return "rule.NET-12.below";
    }
}

// NET-12: what one fault leaves against the target.
std::vector<Verdict> survivability(const Context& context) {
    const NetworkReports& reports = context.lookUp<NetworkReports>();
    const Value target = plainSetting(context, settingFact(setting_of::faultTarget));
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        const NetworkReport* report = reports.find(network.id);
        if (report && network.role == NetworkRole::Compute && target.isUnknown()) {
            verdicts.push_back(notChecked(subjectOf(network), std::string(setting_of::faultTarget.key),
                                          Message("rule.not-checked").with("subject", network.name)));
            continue;
        }
        if (!report || network.role != NetworkRole::Compute || target.typical() <= 0) {
            verdicts.push_back(notApplicable(subjectOf(network)));
            continue;
        }
        if (!report->isSolved()) {
            verdicts.push_back(notChecked(subjectOf(network), "port-speed",
                                          Message("rule.not-checked").with("subject", network.name)));
            continue;
        }
        if (report->faults.empty()) {
            verdicts.push_back(notApplicable(subjectOf(network))); // no switch to lose
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
                                  survivabilityMessage(worst->kind),
                                  Severity::Warning,
                                  {}});
        if (verdict.state == RuleState::Failed)
            verdict.message.with("device", worst->device);
        verdicts.push_back(std::move(verdict));
        if (report->faultsLeftOut > 0) {
            Verdict leftOut;
            leftOut.state = RuleState::Failed;
            leftOut.severity = Severity::Note;
            leftOut.subject = subjectOf(network);
            leftOut.message =
                Message("rule.NET-12.left-out").with("subject", network.name).with("count", report->faultsLeftOut);
            verdicts.push_back(std::move(leftOut));
        }
    }
    return verdicts;
}

} // namespace

std::vector<Rule> fabricRules() {
    const Reads cables =
        Reads::only({"devices", "cables", "cable_details", "networks", "power_elements", "cooling_units"});
    return {makeRule("NET-01", PowerBasis::None, "reference.port-lists", portBudget, cables),
            makeRule("NET-02", PowerBasis::None, "reference.port-lists", protocols, cables),
            makeRule("NET-08", PowerBasis::None, "reference.capacity-ratio", oversubscription,
                     Reads::only({"devices", "cables", "cable_details", "networks", "power_elements", "cooling_units",
                                  "requirements"})),
            makeRule("NET-12", PowerBasis::None, "reference.one-fault", survivability, cables)};
}

} // namespace rackwright
