// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of traffic and collectives of a network. Ideal spray, adaptive and hashed are three assumptions about how
// switches spread flows; all are named where they are used.
#include "solvers/fabric/report_figures.h"
#include "solvers/network/collectives.h"

#include "model/units/number_text.h"
#include "solvers/fabric/figures.h"

namespace rackwright::fabric_figures {

namespace {

constexpr std::string_view kModel = "NCCL, src/graph/tuning.cc, release 2.8, protocol Simple";

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

constexpr std::string_view kAdaptive =
    "adaptive routing at its best: of all spreads over shortest ways the one whose fullest cable is least full, by "
    "exponential weights with a bound by duality";
constexpr std::string_view kHashed =
    "hashed ECMP: each flow takes one of the equal next cables by a hash of its own; distribution of the largest of "
    "multinomial counts (Levin 1981), groups of cables as independent";

const std::optional<SpreadLoads>& spreadOf(const NetworkReport& report, TrafficPattern pattern) {
    return report.spreads[static_cast<std::size_t>(pattern)];
}

std::string percent(double share) { return roundedDigits(share * 100, 4).append(" %"); }

/// What the assumption claims, with what it can and cannot say of a real network.
std::string adaptiveWitness(const SpreadLoads& loads) {
    std::string text = "a spread over shortest ways that fills no cable further was found; none stays below ";
    return text.append(percent(loads.adaptiveBound))
        .append(", so that 1 / it bounds from above the rate of this traffic by any routing over shortest ways; real "
                "switches see their own queues only");
}

void addIdeal(std::vector<FigureDefinition>& figures, FigureHandle of, TrafficPattern pattern, const char* formula) {
    FigureDefinition definition = base(of, "%", formula, kEcmp);
    definition.applies = carriesJobs;
    figures.push_back(
        ofReport(std::move(definition), [pattern]<class N>(std::type_identity<N>, const NetworkReport& report) {
            const auto& loads = spreadOf(report, pattern);
            return Ratio<N>(found<N>(loads ? std::optional(loads->ideal) : std::nullopt, report, "%", kEcmp,
                                     "ideal spray: each switch splits equally over its shortest ways"));
        }));
}

void addAdaptive(std::vector<FigureDefinition>& figures, std::string name, TrafficPattern pattern) {
    FigureDefinition definition =
        base(std::move(name), "%", "least load / capacity of the fullest cable over all spreads on shortest ways",
             kAdaptive);
    definition.applies = carriesJobs;
    figures.push_back(
        ofReport(std::move(definition), [pattern]<class N>(std::type_identity<N>, const NetworkReport& report) {
            const auto& loads = spreadOf(report, pattern);
            const bool isKnown = loads && loads->adaptive;
            return Ratio<N>(found<N>(isKnown ? loads->adaptive : std::nullopt, report, "%", kAdaptive,
                                     isKnown ? adaptiveWitness(*loads) : std::string()));
        }));
}

/// The kind of cables that flows crowd most, in words.
std::string crowdWitness(const SpreadLoads& loads, double flowsPerPair) {
    const auto most = std::ranges::max_element(
        loads.hashed, {}, [&](const HashedCables& kind) { return fullestCable({kind}, flowsPerPair).mean; });
    std::string text = "fullest where ";
    return text.append(roundedDigits(std::max(1.0, std::round(most->pairs * flowsPerPair)), 6))
        .append(" flows meet ")
        .append(roundedDigits(most->ways, 4))
        .append(" equal cables, ")
        .append(roundedDigits(most->cables, 6))
        .append(" such cables in the network");
}

void addHashed(std::vector<FigureDefinition>& figures, std::string name, TrafficPattern pattern, const char* formula,
               double FullestCable::*which) {
    FigureDefinition definition = base(std::move(name), "%", formula, kHashed);
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
                             isKnown ? crowdWitness(*loads, flowsPerPair) : std::string(),
                             {flows, counted<N>(report.endpoints, "endpoints"), counted<N>(report.cables, "cables")}));
        }));
}

void addLoads(std::vector<FigureDefinition>& figures) {
    addIdeal(figures, figure_of::fabricLoadPermutation, TrafficPattern::Permutation,
             "load / capacity of the fullest cable when each endpoint sends to the one half of all further");
    addIdeal(figures, figure_of::fabricLoadRing, TrafficPattern::Ring,
             "load / capacity of the fullest cable under rings over the nodes, one a rail");
    addIdeal(figures, figure_of::fabricLoadTree, TrafficPattern::Tree,
             "load / capacity of the fullest cable under double binary trees over the nodes, one pair a rail");
    addIdeal(figures, figure_of::fabricLoadRail, TrafficPattern::Rail,
             "load / capacity of the fullest cable when each endpoint sends to all of its rail");
    for (std::size_t i = 0; i < EnumNames<TrafficPattern>::names.size(); ++i) {
        const auto pattern = static_cast<TrafficPattern>(i);
        const std::string name = std::string("fabric.load.").append(enumName(pattern));
        addAdaptive(figures, std::string(name).append(".adaptive"), pattern);
        addHashed(figures, std::string(name).append(".hashed"), pattern,
                  "mean of the load / capacity of the fullest cable over all hashes", &FullestCable::mean);
        addHashed(figures, std::string(name).append(".hashed-99"), pattern,
                  "99th percentile of the load / capacity of the fullest cable over all hashes",
                  &FullestCable::percentile99);
    }
}

/// A figure of the collective job; `kernel` gives SI.
template <class Kernel>
void addOfJob(std::vector<FigureDefinition>& figures, FigureHandle of, const char* unit, std::string_view formula,
              Kernel kernel, bool (*applies)(const Context&, Subject) = joinsAccelerators) {
    FigureDefinition definition = base(of, unit, formula, kModel);
    definition.applies = applies;
    figures.push_back(ofReport(std::move(definition), kernel));
}

CollectiveAlgorithm fastestIn(const Context& context, const NetworkReport& report) {
    return fastestAlgorithm(context, collectiveJob<Value>(context, report));
}

} // namespace

void addTraffic(std::vector<FigureDefinition>& figures) {
    figures.push_back(ofReport(base(figure_of::fabricLoadAllToAll, "%",
                                    "load / capacity of the fullest cable when all send to all at full rate", kEcmp),
                               []<class N>(std::type_identity<N>, const NetworkReport& report) {
                                   return Ratio<N>(
                                       found<N>(report.worstLoad, report, "%", kEcmp, "one search a destination"));
                               }));
    figures.push_back(ofReport(
        base(figure_of::fabricDiameter, "", "most cables between two endpoints", "breadth-first search"),
        []<class N>(std::type_identity<N>, const NetworkReport& report) {
            const auto links = report.diameter ? std::optional(static_cast<double>(*report.diameter)) : std::nullopt;
            return Ratio<N>(found<N>(links, report, "", "breadth-first search", {}));
        }));
    figures.push_back(ofReport(base(figure_of::fabricDistanceMean, "",
                                    "mean of cables between two endpoints over all pairs", "breadth-first search"),
                               []<class N>(std::type_identity<N>, const NetworkReport& report) {
                                   return Ratio<N>(
                                       found<N>(report.meanDistance, report, "", "breadth-first search", {}));
                               }));
    figures.push_back(ofReport(
        base(figure_of::fabricLatency, "us", "switches on the longest shortest path x latency of a switch",
             "port to port, without cables, adapters and queues"),
        []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
            const auto& key = report.protocol == FabricProtocol::InfiniBand ? setting_of::infinibandLatency
                                                                            : setting_of::ethernetLatency;
            const auto switches = report.diameter
                                      ? std::optional(std::max(0.0, static_cast<double>(*report.diameter) - 1))
                                      : std::nullopt;
            return setting<N>(context, key) * found<N>(switches, report, "", "breadth-first search", "cables less one");
        }));
    FigureDefinition throughput = base(figure_of::fabricThroughputAllToAll, "%",
                                       "1 / load of the fullest cable, at most 1, when all send to all", kEcmp);
    figures.push_back(ofReport(std::move(throughput), []<class N>(std::type_identity<N>, const NetworkReport& report) {
        return Ratio<N>(minimum(constant<N>(1), constant<N>(1) / found<N>(report.worstLoad, report, "%", kEcmp,
                                                                          "one search a destination")));
    }));
    addLoads(figures);
}

void addCollectives(std::vector<FigureDefinition>& figures) {
    addOfJob(
        figures, figure_of::fabricAllreduceRing, "ms",
        "base + steps inside and between nodes + message x 2(n-1)/n / (bandwidth of a node x share of the line rate)",
        []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
            return Quantity<dim::Time, N>(ringTime(context, collectiveJob<N>(context, report)));
        });
    addOfJob(
        figures, figure_of::fabricAllreduceTree, "ms",
        "2 x (steps inside + log2(nodes) x step between) + message / (bandwidth of a node x share of the line rate x "
        "share of trees)",
        []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
            return Quantity<dim::Time, N>(treeTime(context, collectiveJob<N>(context, report)));
        });
    addOfJob(figures, figure_of::fabricAllreduceAlgbw, "GB/s",
             "message / time of the fastest of ring, tree and, where it is on, reduction in the switches",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::DataRate, N>(job.message / allReduceTime(context, job));
             });
    addOfJob(figures, figure_of::fabricAllreduceBusbw, "GB/s", "algbw x 2(n-1)/n",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::DataRate, N>(job.message / allReduceTime(context, job) * job.factor());
             });
    constexpr const char* kSent =
        "rings 2(n-1)/n of n ranks, trees 2(m-1)/m of m nodes, switches that reduce 2 x share";
    addOfJob(figures, figure_of::fabricAllreduceWire, "GB/s",
             std::string("algbw x what the fastest algorithm sends out of a node for each byte: ").append(kSent),
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::DataRate, N>(job.message * sentFactor(job, fastestIn(context, report)) /
                                                   allReduceTime(context, job));
             });
    addOfJob(figures, figure_of::fabricAllreduceVolume, "GB",
             std::string("message x what the fastest algorithm sends out of a node for each byte: ").append(kSent),
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::Data, N>(job.message * sentFactor(job, fastestIn(context, report)));
             });
    addOfJob(
        figures, figure_of::fabricAllreduceInNetwork, "ms",
        "2 x steps inside + step between + the longer of message x 2 x share / (line rate of a node x share) and "
        "message "
        "x 2(a-1)/a / (links inside x share) of a accelerators of a node",
        []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
            return Quantity<dim::Time, N>(reducedTime(context, collectiveJob<N>(context, report)));
        },
        reducesInNetwork);
    addOfJob(
        figures, figure_of::fabricAllreduceSharpBound, "GB/s",
        "line rate of a node: in-network reduction sends the message out of a node once",
        []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
            return Quantity<dim::DataRate, N>(collectiveJob<N>(context, report).lineRate());
        },
        reducesInNetwork);
}

} // namespace rackwright::fabric_figures
