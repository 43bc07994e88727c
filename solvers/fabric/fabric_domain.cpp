// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/fabric_domain.h"

#include "solvers/fabric/figures.h"
#include "solvers/fabric/network_rules.h"
#include "solvers/fabric/report_figures.h"
#include "solvers/fabric/technology_rules.h"
#include "solvers/families/formulas.h"
#include "solvers/network/fault_outcomes.h"
#include "solvers/network/in_network_reduction.h"
#include "solvers/network/lossless_checklist.h"
#include "solvers/network/network_report.h"
#include "solvers/network/settings.h"
#include "solvers/network/single_loss.h"

#include <algorithm>
#include <iterator>

namespace rackwright {

namespace fabric_figures {

const NetworkReport* reportIn(const Context& context, Subject subject) {
    return context.lookUp<NetworkReports>().find(subject.as<Network>());
}

bool hasCables(const Context& context, Subject subject) { return reportIn(context, subject) != nullptr; }

bool carriesJobs(const Context& context, Subject subject) {
    const Network* network = context.design().networks.find(subject.as<Network>());
    return network && (network->role == NetworkRole::Compute || network->role == NetworkRole::Storage) &&
           hasCables(context, subject);
}

FigureDefinition base(FigureHandle of, std::string unit, std::string_view reference) {
    FigureDefinition definition = base(std::string(of), std::move(unit), reference);
    definition.subject = of.subject;
    return definition;
}

FigureDefinition base(std::string name, std::string unit, std::string_view reference) {
    FigureDefinition definition;
    nameFigure(definition, std::move(name));
    definition.subject = SubjectKind::Network;
    definition.unit = std::move(unit);
    definition.reference = reference;
    definition.reads =
        Reads::only({"devices", "cables", "cable_details", "networks", "power_elements", "cooling_units"});
    definition.applies = hasCables;
    return definition;
}

} // namespace fabric_figures

namespace {

using namespace fabric_figures;

constexpr std::string_view kSearch = "reference.bisection-search";

/// Whether spines have a way up, or nobody knows yet.
bool mayHaveCores(const Context& context, Subject subject) {
    const NetworkReport* report = reportIn(context, subject);
    return report && (report->spineOversubscription > 0 || !report->isSolved());
}

Message proofOf(BoundProof proof) {
    switch (proof) {
    case BoundProof::Enumeration:
        return Message("witness.proof.enumeration");
    case BoundProof::Search:
        return Message("witness.proof.search");
    case BoundProof::Connected:
        return Message("witness.proof.connected");
    case BoundProof::Permutation:
        return Message("witness.proof.permutation");
    case BoundProof::Embedding:
        return Message("witness.proof.embedding");
    case BoundProof::GroupRouting:
        return Message("witness.proof.group-routing");
    case BoundProof::Spread:
        return Message("witness.proof.spread");
    case BoundProof::Spectral:
        return Message("witness.proof.spectral");
    case BoundProof::RaisedSpectral:
        return Message("witness.proof.raised-spectral");
    case BoundProof::ProductTheorem:
        return Message("witness.proof.product-theorem");
    case BoundProof::ClosedForm:
        return Message("witness.proof.closed-form");
    case BoundProof::EvenSpread:
        return Message("witness.proof.even-spread");
    case BoundProof::Trivial:
    case BoundProof::Disconnected:
    case BoundProof::Cut:
        return Message("witness.proof.no-cut");
    }
    return {};
}

/// Digits without the marks of a locale.
Message halvesOf(const BisectionSummary& bisection) {
    return Message("witness.halves").with("a", std::to_string(bisection.onA)).with("b", std::to_string(bisection.onB));
}

Message cutOf(const BisectionSummary& bisection) {
    return Message("witness.cut").with("cables", std::to_string(bisection.cutCables));
}

using Bounds = std::optional<BisectionSummary> NetworkReport::*;

Bounds boundsAt(BisectionLevel level) {
    return level == BisectionLevel::Node     ? &NetworkReport::byNode
           : level == BisectionLevel::Router ? &NetworkReport::byRouter
                                             : &NetworkReport::byEndpoint;
}

template <class N>
Quantity<dim::DataRate, N> lowerBound(const NetworkReport& report, Bounds level) {
    const auto& bisection = report.*level;
    return Quantity<dim::DataRate, N>(
        found<N>(bisection ? std::optional(bisection->lowerGbps * kGbps) : std::nullopt, report, "Tb/s", kSearch,
                 bisection ? Witness{proofOf(bisection->lowerProof), halvesOf(*bisection)} : Witness()));
}

template <class N>
Quantity<dim::DataRate, N> upperBound(const NetworkReport& report, Bounds level) {
    const auto& bisection = report.*level;
    return Quantity<dim::DataRate, N>(
        found<N>(bisection ? std::optional(bisection->upperGbps * kGbps) : std::nullopt, report, "Tb/s", kSearch,
                 bisection ? Witness{cutOf(*bisection), halvesOf(*bisection)} : Witness()));
}

void addCounts(std::vector<FigureDefinition>& figures) {
    const auto add = [&](FigureHandle of, const char* label, std::int64_t NetworkReport::*count) {
        figures.push_back(ofReport(base(of, "", "reference.network-cables"),
                                   [=]<class N>(std::type_identity<N>, const NetworkReport& report) {
                                       return Ratio<N>(counted<N>(report.*count, label));
                                   }));
    };
    add(figure_of::fabricEndpoints, "ends of cables at devices that are no switches", &NetworkReport::endpoints);
    add(figure_of::fabricSwitches, "switches", &NetworkReport::switches);
    add(figure_of::fabricCables, "cables", &NetworkReport::cables);
}

bool hasRouters(const Context& context, Subject subject) {
    const NetworkReport* report = reportIn(context, subject);
    return report && report->byRouter;
}

void addBisection(std::vector<FigureDefinition>& figures) {
    figures.push_back(ofReport(base(figure_of::fabricBisectionLower, "Tb/s", kSearch),
                               []<class N>(std::type_identity<N>, const NetworkReport& report) {
                                   return lowerBound<N>(report, &NetworkReport::byEndpoint);
                               }));
    figures.push_back(ofReport(base(figure_of::fabricBisectionUpper, "Tb/s", kSearch),
                               []<class N>(std::type_identity<N>, const NetworkReport& report) {
                                   return upperBound<N>(report, &NetworkReport::byEndpoint);
                               }));
    figures.push_back(ofReport(base(figure_of::fabricBisectionShare, "%", kSearch),
                               []<class N>(std::type_identity<N>, const NetworkReport& report) {
                                   const Bounds level = boundsAt(report.level());
                                   const auto& bisection = report.*level;
                                   const std::optional<double> injection =
                                       bisection ? std::optional(bisection->injectionGbps * kGbps) : std::nullopt;
                                   const Quantity<dim::DataRate, N> half(
                                       found<N>(injection, report, "Tb/s", "reference.half-injection", {}));
                                   return lowerBound<N>(report, level) / half;
                               }));
    // What is kept whole tells which networks have such a figure.
    struct Level {
        FigureHandle lower, upper;
        Bounds bounds;
    };
    for (const auto& [lower, upper, bounds] :
         {Level{figure_of::fabricBisectionNodesLower, figure_of::fabricBisectionNodesUpper, &NetworkReport::byNode},
          Level{figure_of::fabricBisectionRoutersLower, figure_of::fabricBisectionRoutersUpper,
                &NetworkReport::byRouter}}) {
        const bool isOfRouters = bounds == &NetworkReport::byRouter;
        const auto definition = [&](FigureHandle of) {
            FigureDefinition made = base(of, "Tb/s", kSearch);
            made.applies = isOfRouters ? hasRouters : carriesJobs;
            return made;
        };
        figures.push_back(
            ofReport(definition(lower), [bounds = bounds]<class N>(std::type_identity<N>, const NetworkReport& report) {
                return lowerBound<N>(report, bounds);
            }));
        figures.push_back(
            ofReport(definition(upper), [bounds = bounds]<class N>(std::type_identity<N>, const NetworkReport& report) {
                return upperBound<N>(report, bounds);
            }));
    }
}

/// What the ratio is of where no leaf has a way up.
Witness tiersWitness(const NetworkReport& report) {
    if (report.hasPeersAlone)
        return {Message("witness.peers-alone")};
    if (report.isSolved() && report.leafOversubscription <= 0)
        return {report.isConnected ? Message("witness.no-cables-up") : Message("witness.leaves-apart")};
    return {};
}

void addTiers(std::vector<FigureDefinition>& figures) {
    const auto add = [&](FigureHandle of, double NetworkReport::*ratio, auto applies) {
        FigureDefinition definition = base(of, "", "reference.ratio-of-sums");
        definition.applies = applies;
        figures.push_back(
            ofReport(std::move(definition), [=]<class N>(std::type_identity<N>, const NetworkReport& report) {
                const std::optional<double> value =
                    report.isSolved() && report.*ratio > 0 ? std::optional(report.*ratio) : std::nullopt;
                return Ratio<N>(found<N>(value, report, "", "reference.ratio-of-sums", tiersWitness(report)));
            }));
    };
    add(figure_of::fabricOversubscriptionLeaf, &NetworkReport::leafOversubscription, hasCables);
    add(figure_of::fabricOversubscriptionSpine, &NetworkReport::spineOversubscription, mayHaveCores);
}

/// What is lost: "leaf-1", "a cable of leaf-1", "rail 2".
Message lossOf(const FaultOutcome& outcome) {
    const auto named = [&outcome](Message solved, Message bounded) {
        return std::move(outcome.isSolved ? solved : bounded).with("device", outcome.device);
    };
    switch (outcome.kind) {
    case FaultKind::LeafSpineCable:
    case FaultKind::SpineCoreCable:
    case FaultKind::RouterCable:
        return named(Message("witness.without-cable"), Message("witness.without-cable.at-most"));
    case FaultKind::Rail:
        return named(Message("witness.without-rail"), Message("witness.without-rail.at-most"));
    case FaultKind::Plane:
        return named(Message("witness.without-plane"), Message("witness.without-plane.at-most"));
    default:
        return named(Message("witness.without"), Message("witness.without.at-most"));
    }
}

Witness faultWitness(const FaultOutcome& worst, const NetworkReport& report) {
    Witness witness{lossOf(worst)};
    if (report.faultsLeftOut > 0)
        witness.push_back(Message("witness.losses-left-out").with("count", std::to_string(report.faultsLeftOut)));
    return witness;
}

void addFaults(std::vector<FigureDefinition>& figures) {
    const auto add = [&](FigureHandle of, double FaultOutcome::*share) {
        FigureDefinition definition = base(of, "%", kSearch);
        definition.applies = carriesJobs;
        figures.push_back(
            ofReport(std::move(definition), [=]<class N>(std::type_identity<N>, const NetworkReport& report) {
                const auto worst = std::ranges::min_element(report.faults, {}, share);
                const bool isKnown = worst != report.faults.end();
                return Ratio<N>(found<N>(isKnown ? std::optional((*worst).*share) : std::nullopt, report, "%", kSearch,
                                         isKnown ? faultWitness(*worst, report) : Witness()));
            }));
    };
    add(figure_of::fabricFaultBisection, &FaultOutcome::bisectionShare);
    add(figure_of::fabricFaultEndpoints, &FaultOutcome::endpointShare);
}

} // namespace

Domain fabricDomain() {
    Domain domain;
    domain.name = "fabric";
    addCounts(domain.figures);
    addBisection(domain.figures);
    addTiers(domain.figures);
    addTraffic(domain.figures);
    addCollectives(domain.figures);
    addScaleUp(domain.figures);
    addNodes(domain.figures);
    addFaults(domain.figures);
    domain.rules = fabricRules();
    std::ranges::move(networkRules(), std::back_inserter(domain.rules));
    std::ranges::move(technologyRules(), std::back_inserter(domain.rules));
    std::ranges::move(nodeRules(), std::back_inserter(domain.rules));
    std::ranges::move(singleLossRules(), std::back_inserter(domain.rules));
    domain.settings = {settingDefinition(setting_of::faultTarget, "setting.fabric.fault-target"),
                       settingDefinition(setting_of::messageSize, "setting.fabric.message-size"),
                       settingDefinition(setting_of::flowsPerEndpoint, "setting.fabric.flows-per-endpoint"),
                       settingDefinition(setting_of::infinibandLatency, "setting.fabric.latency.infiniband"),
                       settingDefinition(setting_of::ethernetLatency, "setting.fabric.latency.ethernet"),
                       settingDefinition(setting_of::ringBase, "setting.fabric.nccl.ring-base"),
                       settingDefinition(setting_of::ringInside, "setting.fabric.nccl.ring-inside"),
                       settingDefinition(setting_of::ringBetween, "setting.fabric.nccl.ring-between"),
                       settingDefinition(setting_of::treeInside, "setting.fabric.nccl.tree-inside"),
                       settingDefinition(setting_of::treeBetween, "setting.fabric.nccl.tree-between"),
                       settingDefinition(setting_of::treeShare, "setting.fabric.nccl.tree-share"),
                       settingDefinition(setting_of::collnetInside, "setting.fabric.nccl.collnet-inside"),
                       settingDefinition(setting_of::collnetBetween, "setting.fabric.nccl.collnet-between"),
                       sharpSetting(),
                       settingDefinition(setting_of::sharpVolume, "setting.fabric.sharp.volume"),
                       settingDefinition(setting_of::networkShare, "setting.fabric.collective.network-share"),
                       settingDefinition(setting_of::insideShare, "setting.fabric.collective.inside-share")};
    std::ranges::move(losslessSettings(), std::back_inserter(domain.settings));
    std::ranges::move(singleLossSettings(), std::back_inserter(domain.settings));
    domain.formulas = addFabricFormulas;
    domain.schedules = {
        {"failures", 80, [](const ScheduleInput& in) { return failureSchedule(in.context, in.stop); }, false},
        {"acceptance", 90, [](const ScheduleInput& in) { return acceptanceSchedule(in.context); }, false}};
    return domain;
}

} // namespace rackwright
