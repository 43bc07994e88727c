// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of traffic and collectives of a network. Ideal spray, adaptive and hashed are three assumptions about how
// switches spread flows; all are named where they are used.
#include "solvers/fabric/report_figures.h"
#include "solvers/network/collectives.h"

#include "model/units/number_text.h"
#include "solvers/fabric/figures.h"
#include "solvers/fabric/sharded_collectives.h"

namespace rackwright::fabric_figures {

namespace {

constexpr std::string_view kModel = "reference.nccl-model";

/// Networks over which accelerators reduce: two or more nodes with accelerators.
bool joinsAccelerators(const Context& context, Subject subject) {
    const Network* network = context.design().networks.find(subject.as<Network>());
    const NetworkReport* report = reportIn(context, subject);
    if (!network || network->role != NetworkRole::Compute || !report)
        return false;
    std::int64_t nodes = 0;
    for (const EndDevices& ends : report->ends)
        nodes += isAcceleratorSystem(context.part(ends.part)) ? ends.count : 0;
    return nodes > 1;
}

bool reducesInNetwork(const Context& context, Subject subject) {
    const NetworkReport* report = reportIn(context, subject);
    return report && report->protocol == FabricProtocol::InfiniBand && joinsAccelerators(context, subject);
}

constexpr std::string_view kAdaptive = "reference.adaptive-routing";
constexpr std::string_view kHashed = "reference.hashed-ecmp";

const std::optional<SpreadLoads>& spreadOf(const NetworkReport& report, TrafficPattern pattern) {
    return report.spreads[static_cast<std::size_t>(pattern)];
}

std::string percent(double share) { return roundedDigits(share * 100, 4).append(" %"); }

/// What the assumption claims, with what it can and cannot say of a real network.
Witness adaptiveWitness(const SpreadLoads& loads) {
    return {Message("witness.adaptive").with("share", percent(loads.adaptiveBound))};
}

void addIdeal(std::vector<FigureDefinition>& figures, FigureHandle of, TrafficPattern pattern) {
    FigureDefinition definition = base(of, "%", kEcmp);
    definition.applies = carriesJobs;
    figures.push_back(
        ofReport(std::move(definition), [pattern]<class N>(std::type_identity<N>, const NetworkReport& report) {
            const auto& loads = spreadOf(report, pattern);
            return Ratio<N>(found<N>(loads ? std::optional(loads->ideal) : std::nullopt, report, "%", kEcmp,
                                     {Message("witness.ideal-spray")}));
        }));
}

void addAdaptive(std::vector<FigureDefinition>& figures, std::string name, TrafficPattern pattern) {
    FigureDefinition definition = base(std::move(name), "%", kAdaptive);
    definition.applies = carriesJobs;
    figures.push_back(
        ofReport(std::move(definition), [pattern]<class N>(std::type_identity<N>, const NetworkReport& report) {
            const auto& loads = spreadOf(report, pattern);
            const bool isKnown = loads && loads->adaptive;
            return Ratio<N>(found<N>(isKnown ? loads->adaptive : std::nullopt, report, "%", kAdaptive,
                                     isKnown ? adaptiveWitness(*loads) : Witness()));
        }));
}

/// The kind of cables that flows crowd most, in words.
Witness crowdWitness(const SpreadLoads& loads, double flowsPerPair) {
    const auto most = std::ranges::max_element(
        loads.hashed, {}, [&](const HashedCables& kind) { return fullestCable({kind}, flowsPerPair).mean; });
    return {Message("witness.crowd")
                .with("flows", roundedDigits(std::max(1.0, std::round(most->pairs * flowsPerPair)), 6))
                .with("ways", roundedDigits(most->ways, 4))
                .with("cables", roundedDigits(most->cables, 6))};
}

void addHashed(std::vector<FigureDefinition>& figures, std::string name, TrafficPattern pattern,
               double FullestCable::*which) {
    FigureDefinition definition = base(std::move(name), "%", kHashed);
    definition.applies = carriesJobs;
    figures.push_back(
        ofReport(std::move(definition), [pattern, which]<class N>(std::type_identity<N>, const Context& context,
                                                                  const NetworkReport& report) {
            const N flows = setting<N>(context, setting_of::flowsPerEndpoint).si();
            const Value given = [&] {
                if constexpr (std::is_same_v<N, Value>)
                    return flows;
                else
                    return flows.value();
            }();
            const auto& loads = spreadOf(report, pattern);
            const bool isKnown = loads && !loads->hashed.empty();
            const double flowsPerPair = std::max(1.0, std::round(given.typical()));
            const Grade grade = weakest(report.grade, given.grade());
            const Value value =
                isKnown ? Value(fullestCable(loads->hashed, flowsPerPair).*which, grade) : Value::unknown(grade);
            if constexpr (std::is_same_v<N, Value>)
                return Ratio<N>(value);
            else
                return Ratio<N>(
                    computed(value, {"network", "%", 0.01}, std::string(kHashed),
                             isKnown ? crowdWitness(*loads, flowsPerPair) : Witness(),
                             {flows, counted<N>(report.endpoints, "endpoints"), counted<N>(report.cables, "cables")}));
        }));
}

void addLoads(std::vector<FigureDefinition>& figures) {
    addIdeal(figures, figure_of::fabricLoadPermutation, TrafficPattern::Permutation);
    addIdeal(figures, figure_of::fabricLoadRing, TrafficPattern::Ring);
    addIdeal(figures, figure_of::fabricLoadTree, TrafficPattern::Tree);
    addIdeal(figures, figure_of::fabricLoadRail, TrafficPattern::Rail);
    for (std::size_t i = 0; i < EnumNames<TrafficPattern>::names.size(); ++i) {
        const auto pattern = static_cast<TrafficPattern>(i);
        const std::string name = std::string("fabric.load.").append(enumName(pattern));
        addAdaptive(figures, std::string(name).append(".adaptive"), pattern);
        addHashed(figures, std::string(name).append(".hashed"), pattern, &FullestCable::mean);
        addHashed(figures, std::string(name).append(".hashed-99"), pattern, &FullestCable::percentile99);
    }
}

/// A figure of the collective job; `kernel` gives SI.
template <class Kernel>
void addOfJob(std::vector<FigureDefinition>& figures, FigureHandle of, const char* unit, Kernel kernel,
              bool (*applies)(const Context&, Subject) = joinsAccelerators) {
    FigureDefinition definition = base(of, unit, kModel);
    definition.applies = applies;
    figures.push_back(ofReport(std::move(definition), kernel));
}

CollectiveAlgorithm fastestIn(const Context& context, const NetworkReport& report) {
    return fastestAlgorithm(context, collectiveJob<Value>(context, report));
}

} // namespace

void addTraffic(std::vector<FigureDefinition>& figures) {
    figures.push_back(ofReport(base(figure_of::fabricLoadAllToAll, "%", kEcmp),
                               []<class N>(std::type_identity<N>, const NetworkReport& report) {
                                   return Ratio<N>(found<N>(report.worstLoad, report, "%", kEcmp,
                                                            {Message("witness.search-a-destination")}));
                               }));
    figures.push_back(ofReport(base(figure_of::fabricDiameter, "", "reference.breadth-first-search"),
                               []<class N>(std::type_identity<N>, const NetworkReport& report) {
                                   const auto links = report.diameter
                                                          ? std::optional(static_cast<double>(*report.diameter))
                                                          : std::nullopt;
                                   return Ratio<N>(found<N>(links, report, "", "reference.breadth-first-search", {}));
                               }));
    figures.push_back(ofReport(base(figure_of::fabricDistanceMean, "", "reference.breadth-first-search"),
                               []<class N>(std::type_identity<N>, const NetworkReport& report) {
                                   return Ratio<N>(
                                       found<N>(report.meanDistance, report, "", "reference.breadth-first-search", {}));
                               }));
    figures.push_back(
        ofReport(base(figure_of::fabricLatency, "us", "reference.port-latency"),
                 []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                     const auto& key = report.protocol == FabricProtocol::InfiniBand ? setting_of::infinibandLatency
                                                                                     : setting_of::ethernetLatency;
                     const auto switches = report.diameter
                                               ? std::optional(std::max(0.0, static_cast<double>(*report.diameter) - 1))
                                               : std::nullopt;
                     return setting<N>(context, key) * found<N>(switches, report, "", "reference.breadth-first-search",
                                                                {Message("witness.cables-less-one")});
                 }));
    FigureDefinition throughput = base(figure_of::fabricThroughputAllToAll, "%", kEcmp);
    figures.push_back(ofReport(std::move(throughput), []<class N>(std::type_identity<N>, const NetworkReport& report) {
        return Ratio<N>(minimum(constant<N>(1), constant<N>(1) / found<N>(report.worstLoad, report, "%", kEcmp,
                                                                          {Message("witness.search-a-destination")})));
    }));
    addLoads(figures);
}

void addCollectives(std::vector<FigureDefinition>& figures) {
    addOfJob(figures, figure_of::fabricAllreduceRing, "ms",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 return Quantity<dim::Time, N>(ringTime(context, collectiveJob<N>(context, report)));
             });
    for (const FigureHandle half : {figure_of::fabricAllGather, figure_of::fabricReduceScatter})
        addOfJob(figures, half, "ms",
                 []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                     return Quantity<dim::Time, N>(halfRingTime(context, collectiveJob<N>(context, report)));
                 });
    addOfJob(figures, figure_of::fabricAllreduceTree, "ms",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 return Quantity<dim::Time, N>(treeTime(context, collectiveJob<N>(context, report)));
             });
    addOfJob(figures, figure_of::fabricAllreduceAlgbw, "GB/s",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::DataRate, N>(job.message / allReduceTime(context, job));
             });
    addOfJob(figures, figure_of::fabricAllreduceBusbw, "GB/s",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::DataRate, N>(job.message / allReduceTime(context, job) * job.factor());
             });
    addOfJob(figures, figure_of::fabricAllreduceWire, "GB/s",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::DataRate, N>(job.message * sentFactor(job, fastestIn(context, report)) /
                                                   allReduceTime(context, job));
             });
    addOfJob(figures, figure_of::fabricAllreduceVolume, "GB",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::Data, N>(job.message * sentFactor(job, fastestIn(context, report)));
             });
    addOfJob(
        figures, figure_of::fabricAllreduceInNetwork, "ms",
        []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
            return Quantity<dim::Time, N>(reducedTime(context, collectiveJob<N>(context, report)));
        },
        reducesInNetwork);
    addOfJob(
        figures, figure_of::fabricAllreduceSharpBound, "GB/s",
        []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
            return Quantity<dim::DataRate, N>(collectiveJob<N>(context, report).lineRate());
        },
        reducesInNetwork);
}

} // namespace rackwright::fabric_figures
